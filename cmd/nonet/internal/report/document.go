package report

import "nonet/cmd/nonet/internal/figure"

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

// A Block is one of [Text], *[Table], *[figure.Figure] in a [Picture].
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

// A Cell of a table: text, or a number, or a number compared with a published one.
type Cell struct {
	Text     string  // what is shown; "" means Number in short form
	Number   float64 // what it is sorted by, and what the CSV file has, if IsNumber
	IsNumber bool
	Verdict  Verdict // None where nothing is compared
	Title    string  // shown on hovering: interval, reason
}

func (Text) block()     {}
func (*Table) block()   {}
func (*Picture) block() {}
