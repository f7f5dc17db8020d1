package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/analyze"
	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// criticalText returns the grid with the remaining effort of each blank cell, and the ranked cells. The sentence at the
// end is folded to width; 0 means any width.
func criticalText(m *analyze.CriticalMap, o analyze.Options, width int) string {
	s := m.Puzzle.Shape
	what := "to the first solution"
	if o.Proof {
		what = "to the proof that there is no other solution"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s:\n%s\n%s: %s %s\n\n", s, term.Plural(m.Puzzle.Givens(), "clue", "clues"),
		notation.Line(nil, m.Puzzle.Clues), o.Method.Name, effortIn(m.Measure, m.Base), what)
	writeMarks(&b, s, m.Marks(), "  ")
	if len(m.Cells) == 0 {
		return b.String() + "\n" + criticalSentence(m) + "\n"
	}
	marks := "Remaining effort in percent if the cell is given"
	if math.IsNaN(m.Left(m.Cells[0])) {
		marks = "Remaining effort if the cell is given, in " + string(m.Measure)
	}
	b.WriteString("\n" + marks + "; clues are in brackets.\n\n")
	t := term.Table{Head: []string{"CELL", "VALUE", "EFFORT", "LEFT"}, Right: []bool{false, true, true, true}}
	for _, c := range m.Cells {
		t.Add(s.Name(c.Cell), strconv.Itoa(c.Value), effortIn(m.Measure, c.Effort), analyze.Percent(m.Left(c)))
	}
	b.WriteString(t.String())
	return b.String() + "\n" + term.FoldLines(criticalSentence(m), width) + "\n"
}

// criticalSentence summarizes the result.
func criticalSentence(m *analyze.CriticalMap) string {
	if len(m.Cells) == 0 {
		return "No cell is blank."
	}
	best, worst := m.Cells[0], m.Cells[len(m.Cells)-1]
	switch {
	case math.IsInf(best.Effort, 1):
		return "All runs reached the time limit."
	case worst.Effort == 0 && m.Base == 0:
		return fmt.Sprintf("The method counted no %s: nothing to compare.", m.Measure)
	case len(m.Cells) == 1:
		return fmt.Sprintf("One cell is blank, %s=%d: with it the effort is %s.", m.Puzzle.Shape.Name(best.Cell),
			best.Value, effortIn(m.Measure, best.Effort))
	case best.Effort == worst.Effort:
		return fmt.Sprintf("No cell is more critical than another: with any of the %d the effort is %s.", len(m.Cells),
			effortIn(m.Measure, best.Effort))
	}
	sentence := fmt.Sprintf("The most critical cell is %s=%d: with it the effort is %s", m.Puzzle.Shape.Name(best.Cell),
		best.Value, effortIn(m.Measure, best.Effort))
	if math.IsNaN(m.Left(best)) {
		return sentence + "."
	}
	half, more := m.Extremes()
	return sentence + fmt.Sprintf(", %s of the effort without it. Of %d blank cells, %d leave less than half of the "+
		"effort and %d increase it.",
		analyze.Percent(m.Left(best)), len(m.Cells), half, more)
}

// effortIn formats an effort with its unit.
func effortIn(m analyze.Measure, x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "timeout"
	case m == analyze.Seconds:
		return term.Duration(time.Duration(x * float64(time.Second)))
	}
	unit := string(m)
	if x == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	if x != math.Trunc(x) { // the median of an even number of runs
		return strconv.FormatFloat(x, 'f', 1, 64) + " " + unit
	}
	return term.Thousands(int64(x)) + " " + unit
}

// writeMarks writes a grid of aligned texts, with its boxes separated.
func writeMarks(b *strings.Builder, s sudoku.Shape, marks [][]string, indent string) {
	width := 0
	for _, row := range marks {
		for _, mark := range row {
			width = max(width, utf8.RuneCountInString(mark))
		}
	}
	for row := range marks {
		if row > 0 && row%s.Height == 0 && s.Height > 1 {
			b.WriteByte('\n')
		}
		b.WriteString(indent)
		for column, mark := range marks[row] {
			if column > 0 && column%s.Width == 0 && s.Width > 1 {
				b.WriteString("  ")
			}
			fmt.Fprintf(b, " %*s", width, mark)
		}
		b.WriteByte('\n')
	}
}

type criticalObject struct {
	print.Head
	Method   string               `json:"method"`
	Measure  analyze.Measure      `json:"measure"`
	Proof    bool                 `json:"proof"`
	Base     *float64             `json:"base"`
	Solution string               `json:"solution"`
	Cells    []criticalCellObject `json:"cells"`
}

type criticalCellObject struct {
	Cell   string   `json:"cell"`
	Row    int      `json:"row"`
	Column int      `json:"column"`
	Value  int      `json:"value"`
	Effort *float64 `json:"effort"`
	Left   *float64 `json:"left"`
}

func criticalJSON(it *input.Item, m *analyze.CriticalMap, o analyze.Options) string {
	s := m.Puzzle.Shape
	cell := func(c analyze.CriticalCell) criticalCellObject {
		return criticalCellObject{s.Name(c.Cell), s.Row(c.Cell) + 1, s.Column(c.Cell) + 1, c.Value, finite(c.Effort),
			finite(m.Left(c))}
	}
	return string(term.AppendJSONLine(nil, criticalObject{
		Head: print.HeadOf(it), Method: o.Method.Name, Measure: m.Measure, Proof: o.Proof, Base: finite(m.Base),
		Solution: notation.Line(nil, m.Solution), Cells: slice.Map(m.Cells, cell),
	}))
}

// finite returns nil for values that JSON cannot represent.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func criticalCSV(m *analyze.CriticalMap) string {
	number := func(x float64) string {
		if finite(x) == nil {
			return ""
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	rows, s := "cell,row,column,value,measure,effort,base,left\n", m.Puzzle.Shape
	for _, c := range m.Cells {
		rows += term.CSVRow([]string{s.Name(c.Cell), strconv.Itoa(s.Row(c.Cell) + 1),
			strconv.Itoa(s.Column(c.Cell) + 1), strconv.Itoa(c.Value),
			string(m.Measure), number(c.Effort), number(m.Base), number(m.Left(c))})
	}
	return rows
}
