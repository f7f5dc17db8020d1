package report

import (
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/figure"
)

// A Document is a report.
type Document struct {
	Name     string // "thein"
	Title    string
	Source   string   // the paper
	Lead     []string // paragraphs: the question, and the answer in words
	Facts    []Fact   // machine, versions, commit, command, scale, seed, runs
	Sections []Section
}

// A Fact is a line of the table at the head of a report.
type Fact struct{ Name, Value string }

// A Section has a title and blocks.
type Section struct {
	Title  string
	Blocks []Block
}

// A Block is one of [Text], *[Table], *[Picture].
type Block interface{ block() }

// Text is a paragraph. Words between backquotes are code.
type Text string

// A Picture is a figure in a report.
type Picture struct{ figure.Figure }

// A Table has rows under columns. In the HTML page a click on a column title sorts it.
type Table struct {
	Name    string // file name without ending: "table-4-1"
	Title   string
	Columns []Column
	Rows    [][]Cell // Rows[i][j] is under Columns[j]
	Notes   []string // under the table
}

// A Column of a table.
type Column struct {
	Title string
	Text  bool // aligned left; other columns hold numbers and are aligned right
}

// A Cell of a table is a text, a number or a verdict. Functions make the usual cells: [Words], [Number], [Count],
// [Seconds], [Measured], [Judged], [Compared], [Ordered].
type Cell struct {
	Text     string  // printed; "" means Number in short form
	Number   float64 // if IsNumber: the sort key, and the value in the CSV file
	IsNumber bool
	Verdict  Verdict // None if the cell compares nothing
	Lo, Hi   float64 // interval, for the CSV file; both 0: no interval
	Title    string  // tooltip: the number of runs, or the reason of the verdict
	Cause    string  // known cause of a miss, printed after the reason; "" if unknown
}

func (Text) block()     {}
func (*Table) block()   {}
func (*Picture) block() {}

// reason returns the title and the cause as one text, for the tooltip and the CSV file.
func (c Cell) reason() string {
	if c.Cause == "" {
		return c.Title
	}
	return c.Title + ". " + c.Cause
}

// display returns the printed text of a cell, without its verdict.
func (c Cell) display() string {
	if c.Text == "" && c.IsNumber {
		return Short(c.Number)
	}
	return c.Text
}

// eachVerdict calls do for each cell that has a verdict, in the order of the tables.
func (d *Document) eachVerdict(do func(t *Table, row []Cell, column int)) {
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			t, ok := b.(*Table)
			if !ok {
				continue
			}
			for _, row := range t.Rows {
				for column, c := range row {
					if c.Verdict != None {
						do(t, row, column)
					}
				}
			}
		}
	}
}

// A Tally is the number of cells with each verdict.
type Tally map[Verdict]int

// Tally counts the verdicts in all tables.
func (d *Document) Tally() Tally {
	tally := Tally{}
	d.eachVerdict(func(_ *Table, row []Cell, column int) { tally[row[column].Verdict]++ })
	return tally
}

// A Miss is a measured number that does not reproduce the published number.
type Miss struct {
	Table  *Table
	Row    string // label of the row: its texts before the first number
	Column string
	Ours   string
	Reason string // with the difference: "difference −0.6; allowed is 0.17"
}

// A MissGroup is the misses with the same cause.
type MissGroup struct {
	Cause string // "" if unknown
	All   []Miss
}

// Misses returns the misses grouped by cause. Misses of unknown cause are the first group, then causes follow in the
// order of their first miss; within a group misses are in the order of the tables.
func (d *Document) Misses() []MissGroup {
	list := []MissGroup{{}}
	d.eachVerdict(func(t *Table, row []Cell, column int) {
		c := row[column]
		if c.Verdict != Missed {
			return
		}
		k := slices.IndexFunc(list, func(m MissGroup) bool { return m.Cause == c.Cause })
		if k < 0 {
			k = len(list)
			list = append(list, MissGroup{Cause: c.Cause})
		}
		list[k].All = append(list[k].All, Miss{t, t.rowLabel(row), t.verdictLabel(column), c.Text, c.Title})
	})
	return slices.DeleteFunc(list, func(m MissGroup) bool { return len(m.All) == 0 })
}

// Heading returns the cause, followed by a colon.
func (m MissGroup) Heading() string {
	if m.Cause == "" {
		return "Cause unknown:"
	}
	return strings.TrimSuffix(m.Cause, ".") + ":"
}

// String returns the table, the row, the column, our number and the reason.
func (m Miss) String() string {
	words := m.Table.Title + ": " + m.Row
	if m.Column != "" {
		words += ", " + m.Column
	}
	if m.Ours != "" {
		words += ": " + m.Ours
	}
	return words + ": " + m.Reason
}

// rowLabel returns the texts at the beginning of a row. They end before the first cell that has a number or a verdict,
// or is in a column of numbers; the first cell of the row always counts as a text.
func (t *Table) rowLabel(row []Cell) string {
	var words []string
	for i, c := range row {
		if i > 0 && (c.IsNumber || c.Verdict != None || i < len(t.Columns) && !t.Columns[i].Text) {
			break
		}
		if s := c.display(); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, ", ")
}

// verdictLabel returns the title of a column of verdicts without the word "verdict": the name of the quantity that is
// compared.
func (t *Table) verdictLabel(i int) string {
	if i >= len(t.Columns) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(t.Columns[i].Title, "verdict"), ", ")
}
