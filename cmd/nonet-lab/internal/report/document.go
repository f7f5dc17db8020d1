package report

import (
	"fmt"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
)

// A Document is a report. A reader first sees the lead, the figure and, of each section, one sentence and one figure
// ([Section.Open]); the rest is folded.
type Document struct {
	Name     string // "thein"
	Title    string
	Source   string   // the paper
	Lead     []string // paragraphs: what was claimed, what we find, why they differ. Three sentences in all
	Figure   *Picture // the figure that shows it; may be nil
	More     []string // paragraphs that continue the lead; folded
	Sections []Section
	Images   []string // further forms of the figures in a folder: pdf, png
	Whole    bool     // nothing of the sections is folded
	Facts    []Fact   // provenance: date, machine, load, versions, commit, campaign file, scale, seed, runs
	Again    []string // commands that repeat the runs and the report
	Cite     []Fact   // texts to paste, such as a BibTeX entry: its kind, and the text
}

// A Fact is a line of the table of provenance.
type Fact struct{ Name, Value string }

// A Section has a title and blocks.
type Section struct {
	Title  string
	Blocks []Block
}

// Open returns the blocks of the section that a reader sees at once: the first paragraph, if the section begins with
// it, or else the verdicts in words; and the first figure. Without a figure it is the first table. A section of text
// only is folded as a whole.
func (s *Section) Open() (open []Block) {
	first := s.firstBlock()
	if first < 0 {
		return nil
	}
	if text, ok := s.Blocks[0].(Text); ok {
		open = append(open, text)
	} else if words := s.Verdicts(); words != "" {
		open = append(open, Text(words))
	}
	return append(open, s.Blocks[first])
}

// Folded returns the other blocks, in their order.
func (s *Section) Folded() (folded []Block) {
	first := s.firstBlock()
	for i, b := range s.Blocks {
		if _, isText := b.(Text); first < 0 || i != first && (i > 0 || !isText) {
			folded = append(folded, b)
		}
	}
	return folded
}

// firstBlock returns the index of the first figure, or else of the first table, or else -1.
func (s *Section) firstBlock() int {
	if i := slices.IndexFunc(s.Blocks, func(b Block) bool { _, ok := b.(*Picture); return ok }); i >= 0 {
		return i
	}
	return slices.IndexFunc(s.Blocks, func(b Block) bool { _, ok := b.(*Table); return ok })
}

// Verdicts returns the number of each verdict in the tables of the section, as a sentence, or "" without verdicts.
func (s *Section) Verdicts() string {
	tally := (&Document{Sections: []Section{*s}}).Tally()
	total := 0
	var parts []string
	for _, v := range verdicts {
		if n := tally.Published(v); n > 0 {
			total += n
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	var sentences []string
	switch {
	case total == 0:
	case len(parts) == 1 && total > 1:
		sentences = append(sentences, fmt.Sprintf("All %d comparisons with the paper: %s.", total,
			strings.TrimLeft(parts[0], "0123456789 ")))
	default:
		sentences = append(sentences, fmt.Sprintf("Comparisons with the paper: %s.", strings.Join(parts, ", ")))
	}
	if up := tally[UpToFactor]; up[Matched]+up[Missed] > 0 {
		sentences = append(sentences, fmt.Sprintf(
			"Up to one factor for each machine: %d in proportion, %d out of proportion.", up[Matched], up[Missed]))
	}
	if agree, differ := tally.own(Matched), tally.own(Missed); agree+differ > 0 {
		sentences = append(sentences, fmt.Sprintf(
			"Comparisons with inputs and own references: %d agree, %d differ.", agree, differ))
	}
	return strings.Join(sentences, " ")
}

// Contents returns what is folded, in words: "2 tables, 1 figure".
func (s *Section) Contents() string {
	tables, figures, texts := 0, 0, 0
	for _, b := range s.Folded() {
		switch b.(type) {
		case *Table:
			tables++
		case *Picture:
			figures++
		default:
			texts++
		}
	}
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{tables, "table"}, {figures, "figure"}, {texts, "paragraph"}} {
		if c.n > 0 {
			parts = append(parts, plural(c.n, c.noun))
		}
	}
	return strings.Join(parts, ", ")
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
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
	Verdict  Verdict     // None if the cell compares nothing
	Lo, Hi   float64     // interval, for the CSV file; both 0: no interval
	Title    string      // tooltip: the number of runs, or the reason of the verdict
	Cause    string      // known cause of a miss, printed after the reason; "" if unknown
	Compared *Comparison // the numbers behind a verdict; nil if one of them is missing

	// Of a cell with a verdict:
	Kind    Kind   // what it compares our number with
	Claim   string // identifies the published number or statement, see MarkRepeats; "" if it is compared once
	Repeats bool   // the claim was compared before: the verdict does not count
	Machine string // group of the numbers of a machine, see the rule Machine
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

// Display returns the printed text of a cell, without its verdict.
func (c Cell) Display() string {
	if c.Text == "" && c.IsNumber {
		return Short(c.Number)
	}
	return c.Text
}

// tables returns the tables in the order of the report.
func (d *Document) tables() (all []*Table) {
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if t, ok := b.(*Table); ok {
				all = append(all, t)
			}
		}
	}
	return all
}

// eachVerdict calls do for each cell that has a verdict, in the order of the tables.
func (d *Document) eachVerdict(do func(t *Table, row []Cell, column int)) {
	for _, t := range d.tables() {
		for _, row := range t.Rows {
			for column, c := range row {
				if c.Verdict != None {
					do(t, row, column)
				}
			}
		}
	}
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
// order of their first miss; within a group misses are in the order of the tables. The last group has the differences
// from inputs and from own references.
func (d *Document) Misses() []MissGroup {
	list := []MissGroup{{}}
	own := MissGroup{Cause: "Differences from inputs and own references, which are not published"}
	d.eachVerdict(func(t *Table, row []Cell, column int) {
		c := row[column]
		if c.Verdict != Missed || c.Repeats {
			return
		}
		miss := Miss{t, t.RowLabel(row), t.verdictLabel(column), c.Text, c.Title}
		if c.kind() == Input || c.kind() == OwnReference {
			miss.Reason = c.reason()
			own.All = append(own.All, miss)
			return
		}
		k := slices.IndexFunc(list, func(m MissGroup) bool { return m.Cause == c.Cause })
		if k < 0 {
			k = len(list)
			list = append(list, MissGroup{Cause: c.Cause})
		}
		list[k].All = append(list[k].All, miss)
	})
	return slices.DeleteFunc(append(list, own), func(m MissGroup) bool { return len(m.All) == 0 })
}

// MissedLine returns how many numbers were missed and in which tables: "3 missed, 1 out of proportion: Table 1 (2),
// Table 4, Table 5". As in the tally, a number that is compared up to a factor is out of proportion, not missed.
func (d *Document) MissedLine() string {
	missed, out, own := 0, 0, 0
	var titles []string
	count := map[string]int{}
	d.eachVerdict(func(t *Table, row []Cell, column int) {
		switch c := row[column]; {
		case c.Verdict != Missed || c.Repeats:
		case c.kind() == Input || c.kind() == OwnReference:
			own++
		default:
			if count[t.Title]++; count[t.Title] == 1 {
				titles = append(titles, t.Title)
			}
			if c.kind() == UpToFactor {
				out++
			} else {
				missed++
			}
		}
	})
	for i, title := range titles {
		if n := count[title]; n > 1 {
			titles[i] += fmt.Sprintf(" (%d)", n)
		}
	}
	line := fmt.Sprintf("%d missed", missed)
	if out > 0 {
		line += fmt.Sprintf(", %d out of proportion", out)
	}
	if missed+out > 0 {
		line += ": " + strings.Join(titles, "; ")
	}
	if own > 0 {
		line += ". From inputs and own references: " + plural(own, "difference")
	}
	return line
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

// RowLabel returns the texts at the beginning of a row. They end before the first cell that has a number or a verdict,
// or is in a column of numbers; the first cell of the row always counts as a text.
func (t *Table) RowLabel(row []Cell) string {
	var words []string
	for i, c := range row {
		if i > 0 && (c.IsNumber || c.Verdict != None || i < len(t.Columns) && !t.Columns[i].Text) {
			break
		}
		if s := c.Display(); s != "" {
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

// Typeset returns all tables for a document, in "latex" or "markdown", with titles and notes as captions.
func (d *Document) Typeset(form string) string {
	var b strings.Builder
	for _, t := range d.tables() {
		caption := strings.Join(append([]string{strings.TrimSuffix(t.Title, ".") + "."}, t.Notes...), " ")
		b.WriteString(t.Plain().Typeset(form, caption))
	}
	return b.String()
}

// Table returns the table with a name, or if the name is empty the first table with a verdict; nil if there is none.
func (d *Document) Table(name string) *Table {
	for _, t := range d.tables() {
		if t.Name == name || name == "" && t.hasVerdict() {
			return t
		}
	}
	return nil
}

func (t *Table) hasVerdict() bool {
	return slices.ContainsFunc(slices.Concat(t.Rows...), func(c Cell) bool { return c.Verdict != None })
}
