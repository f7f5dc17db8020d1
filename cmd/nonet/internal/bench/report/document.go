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
	Lead     []string // paragraphs: what was asked, and the answer in words
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

// A Table has rows under columns. Readers of the page can sort it.
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
	Text  bool // set flush left; numbers are set flush right
}

// A Cell of a table: text, or a number, or a verdict. There are functions that make the usual ones: [Words], [Number], [Count], [Seconds],
// [Measured], [Judged], [Compared], [Ordered].
type Cell struct {
	Text     string  // what is shown; "" means Number in short form
	Number   float64 // what it is sorted by, and what the CSV file has, if IsNumber
	IsNumber bool
	Verdict  Verdict // None where nothing is compared
	Lo, Hi   float64 // interval, for the CSV file; both 0: none
	Title    string  // shown on hovering: runs, or the reason of the verdict
	Cause    string  // of a miss, if it is known: shown after the reason
}

func (Text) block()     {}
func (*Table) block()   {}
func (*Picture) block() {}

// reason is the title and the cause, which are one text to hover over and one field of the CSV file.
func (c Cell) reason() string {
	if c.Cause == "" {
		return c.Title
	}
	return c.Title + ". " + c.Cause
}

// show is what readers see of a cell, but for its verdict.
func (c Cell) show() string {
	if c.Text == "" && c.IsNumber {
		return Short(c.Number)
	}
	return c.Text
}

// judged calls do for all cells with a verdict.
func (d *Document) judged(do func(t *Table, row []Cell, column int)) {
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

// A Tally says how many numbers have which verdict.
type Tally map[Verdict]int

// Tally counts the verdicts in all tables.
func (d *Document) Tally() Tally {
	tally := Tally{}
	d.judged(func(_ *Table, row []Cell, column int) { tally[row[column].Verdict]++ })
	return tally
}

// A Miss is a number that does not reproduce a published one.
type Miss struct {
	Table  *Table
	Row    string // what the row is about: its texts before the first number
	Column string
	Ours   string
	Reason string // by how much
}

// Misses are those that have the same cause, as far as it is known.
type Misses struct {
	Cause string // "" if it is not known
	All   []Miss
}

// Misses lists them by cause, and otherwise in the order of the tables; those without a known cause come first.
func (d *Document) Misses() []Misses {
	list := []Misses{{}}
	d.judged(func(t *Table, row []Cell, column int) {
		c := row[column]
		if c.Verdict != Missed {
			return
		}
		k := slices.IndexFunc(list, func(m Misses) bool { return m.Cause == c.Cause })
		if k < 0 {
			k = len(list)
			list = append(list, Misses{Cause: c.Cause})
		}
		list[k].All = append(list[k].All, Miss{t, t.about(row), t.column(column), c.Text, c.Title})
	})
	return slices.DeleteFunc(list, func(m Misses) bool { return len(m.All) == 0 })
}

// Heading names the cause.
func (m Misses) Heading() string {
	if m.Cause == "" {
		return "For no reason that is known:"
	}
	return strings.TrimSuffix(m.Cause, ".") + ":"
}

// String says what was missed, and by how much.
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

// about is what a row is about: its cells in columns of text, up to the first other one.
func (t *Table) about(row []Cell) string {
	var words []string
	for i, c := range row {
		if i > 0 && (c.IsNumber || c.Verdict != None || i < len(t.Columns) && !t.Columns[i].Text) {
			break
		}
		if s := c.show(); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, ", ")
}

// column names what the verdict in a column is about.
func (t *Table) column(i int) string {
	if i >= len(t.Columns) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(t.Columns[i].Title, "verdict"), ", ")
}
