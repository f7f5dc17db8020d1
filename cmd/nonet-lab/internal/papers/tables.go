package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A Table is a table of a report that is being made.
type Table struct {
	*report.Table
	waiting []pending
}

// Adjusted stands for cells that depend on a p value corrected by Holm's method. The correction counts all tests with
// the same Family in the table, or, if Family is empty, all tests of the column. A NaN stays NaN and is not counted.
type Adjusted struct {
	Family string
	P      float64
	Cells  func(p float64) []report.Cell
}

// pending is an Adjusted and the place of its cells in the table.
type pending struct {
	Adjusted
	row, column int
}

// Table begins a table with the titles of its columns: texts, and lists of texts. "|" before a title makes a column of
// text.
func (w *Writer) Table(name string, titles ...any) *Table {
	t := &Table{Table: &report.Table{Name: name}}
	for _, v := range titles {
		some, several := v.([]string)
		if !several {
			some = []string{v.(string)}
		}
		for _, title := range some {
			title, text := strings.CutPrefix(title, "|")
			t.Columns = append(t.Columns, report.Column{Title: title, Text: text})
		}
	}
	w.tables[name] = t
	return t
}

// Row adds a row. A value may be a number, a text, records (shown as their number), a measured number with its
// interval, cells, [Adjusted] cells, nil for an empty cell, or a list of such values.
func (t *Table) Row(values ...any) {
	var cells []report.Cell
	for _, v := range flat(values) {
		a, adjusted := v.(Adjusted)
		if !adjusted {
			cells = append(cells, cellsOf(v)...)
			continue
		}
		if a.Family == "" {
			a.Family = t.Columns[len(cells)].Title
		}
		t.waiting = append(t.waiting, pending{a, len(t.Rows), len(cells)})
		cells = append(cells, a.Cells(a.P)...)
	}
	if len(cells) > len(t.Columns) {
		panic(fmt.Sprintf("papers: table %s: %d cells in %d columns", t.Name, len(cells), len(t.Columns)))
	}
	t.Rows = append(t.Rows, append(cells, make([]report.Cell, len(t.Columns)-len(cells))...))
}

// flat replaces lists of values by their values.
func flat(values []any) (all []any) {
	for _, v := range values {
		if list, several := v.([]any); several {
			all = append(all, flat(list)...)
		} else {
			all = append(all, v)
		}
	}
	return all
}

// finish corrects the p values of each family of tests.
func (t *Table) finish() *Table {
	families := map[string][]*pending{}
	for i := range t.waiting {
		families[t.waiting[i].Family] = append(families[t.waiting[i].Family], &t.waiting[i])
	}
	for _, family := range families {
		for i, q := range stats.Holm(Each(family, func(p *pending) float64 { return p.P })) {
			copy(t.Rows[family[i].row][family[i].column:], family[i].Cells(q))
		}
	}
	t.waiting = nil
	report.MarkRepeats(t.Table)
	return t
}

// Comparisons returns the numbers behind the verdicts of a table, or of its columns with the titles.
func (t *Table) Comparisons(titles ...string) []report.Comparison {
	return t.finish().Table.Comparisons(titles...)
}

// cellsOf returns the cells that show a value.
func cellsOf(v any) []report.Cell {
	switch v := v.(type) {
	case nil:
		return make([]report.Cell, 1)
	case []report.Cell:
		return v
	case report.Cell:
		return []report.Cell{v}
	case string:
		return []report.Cell{report.Words(v)}
	case report.Ours:
		return []report.Cell{report.Measured(v)}
	case Rate:
		return []report.Cell{v.Cell()}
	case Records:
		return []report.Cell{report.Count(len(v))}
	}
	return []report.Cell{report.Number(number(v))}
}

// number returns a value as a number; nil becomes NaN.
func number(v any) float64 {
	switch v := v.(type) {
	case nil:
		return math.NaN()
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	case report.Ours:
		return v.Value
	case Rate:
		return v.Value()
	case report.Cell:
		return v.Number
	}
	panic(fmt.Sprintf("papers: %v is a %T: expected a number", v, v))
}

// oursOf returns a value as a measured number. A text is the reason why there is none.
func oursOf(v any) report.Ours {
	switch v := v.(type) {
	case report.Ours:
		return v
	case Rate:
		return v.Ours()
	case string:
		return report.Ours{Value: math.NaN(), Missing: v}
	}
	return report.Ours{Value: number(v)}
}

// cell returns the cell of a table in the row with a label and under a title; false if there is none. The label is the
// texts at the beginning of the row, joined by commas, or the first of them.
func (t *Table) cell(label, title string) (report.Cell, bool) {
	for _, exact := range []bool{true, false} {
		for _, row := range t.Rows {
			words := t.RowLabel(row)
			if words != label && (exact || !strings.HasPrefix(words, label+", ")) {
				continue
			}
			if i := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Title == title }); i >= 0 {
				return row[i], true
			}
		}
	}
	return report.Cell{}, false
}

// count counts the cells that have a verdict, in the columns of a title if one is given. Repeated comparisons do not
// count. The verdict None counts all cells with a verdict other than not run and too few runs.
func (t *Table) count(verdict report.Verdict, titles ...string) (n int) {
	for _, cells := range t.Rows {
		for i, c := range cells {
			switch {
			case c.Verdict == report.None || c.Repeats:
			case len(titles) > 0 && !slices.Contains(titles, t.Columns[i].Title):
			case verdict == report.None && (c.Verdict == report.NotRun || c.Verdict == report.TooFew):
			case verdict == report.None || c.Verdict == verdict:
				n++
			}
		}
	}
	return n
}

// Holm returns the cell of a p value that is corrected for the tests of the column; empty for NaN.
func Holm(p float64) Adjusted {
	return Adjusted{P: p, Cells: func(p float64) []report.Cell {
		if math.IsNaN(p) {
			return make([]report.Cell, 1)
		}
		return []report.Cell{P(p)}
	}}
}
