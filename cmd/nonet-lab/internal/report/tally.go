package report

import (
	"cmp"
	"fmt"
	"strings"

	"nonet/internal/slice"
)

// A Kind is what a verdict compares our number with. The empty Kind is PublishedNumber.
type Kind string

const (
	PublishedNumber    Kind = "published number"
	PublishedStatement Kind = "published statement"
	// UpToFactor is a published time or cost of one machine, compared after one factor was fitted for all numbers of
	// that machine, see [Machine].
	UpToFactor   Kind = "published number, up to one factor for each machine"
	Input        Kind = "input"         // made to agree, such as the clues of the puzzles that stand for the paper's
	OwnReference Kind = "own reference" // a pilot of ours, a closed form, a golden value
)

// Kinds is the order of kinds in summaries.
var Kinds = []Kind{PublishedNumber, PublishedStatement, UpToFactor, Input, OwnReference}

// words are printed instead of "matched" and "missed": only published numbers and statements match or miss.
var words = map[Kind]map[Verdict]string{
	UpToFactor:   {Matched: "in proportion", Missed: "out of proportion"},
	Input:        {Matched: "agrees", Missed: "differs"},
	OwnReference: {Matched: "agrees", Missed: "differs"},
}

// kind returns what a cell with a verdict compares with.
func (c Cell) kind() Kind { return cmp.Or(c.Kind, PublishedNumber) }

// Word returns the printed verdict. If the published number was compared before, it is in parentheses.
func (c Cell) Word() string {
	word := cmp.Or(words[c.kind()][c.Verdict], string(c.Verdict))
	if c.Repeats {
		return "(" + word + ")"
	}
	return word
}

// A Tally is the number of verdicts of each kind. A claim that is compared several times counts once.
type Tally map[Kind]map[Verdict]int

// Tally counts the verdicts in all tables.
func (d *Document) Tally() Tally {
	tally := Tally{}
	d.eachVerdict(func(_ *Table, row []Cell, column int) {
		c := row[column]
		if c.Repeats {
			return
		}
		if tally[c.kind()] == nil {
			tally[c.kind()] = map[Verdict]int{}
		}
		tally[c.kind()][c.Verdict]++
	})
	return tally
}

// Published returns the number of published numbers and statements with a verdict. Numbers that were compared up to a
// factor do not count.
func (t Tally) Published(v Verdict) int { return t[PublishedNumber][v] + t[PublishedStatement][v] }

// Of returns the number of comparisons of all kinds with a verdict.
func (t Tally) Of(v Verdict) (n int) {
	for _, verdicts := range t {
		n += verdicts[v]
	}
	return n
}

// own returns the number of comparisons with a verdict that no paper made.
func (t Tally) own(v Verdict) int { return t[Input][v] + t[OwnReference][v] }

// Table returns the tally as a table with a row for each kind that occurs.
func (t Tally) Table() *Table {
	table := &Table{Columns: []Column{{Title: "compared with", Text: true}, {Title: "agree"}, {Title: "differ"}}}
	for _, v := range verdicts[2:] {
		table.Columns = append(table.Columns, Column{Title: string(v)})
	}
	for _, k := range Kinds {
		if len(t[k]) == 0 {
			continue
		}
		counts := slice.Map(verdicts, func(v Verdict) Cell { return Count(t[k][v]) })
		table.Rows = append(table.Rows, append([]Cell{Words(string(k))}, counts...))
	}
	return table
}

// String returns the verdicts on published numbers and statements in words.
func (t Tally) String() string {
	parts := slice.Map(verdicts, func(v Verdict) string { return fmt.Sprintf("%d %s", t.Published(v), v) })
	return "Published numbers and statements: " + strings.Join(parts, ", ") + "."
}

// MarkRepeats marks verdicts on a claim that was compared before, so that each claim counts once: the first comparison
// that is matched or missed counts, or else the first. Cells without a claim are never repeats.
func MarkRepeats(tables ...*Table) {
	first := map[string]*Cell{}
	for _, t := range tables {
		for _, row := range t.Rows {
			for i := range row {
				c := &row[i]
				if c.Claim == "" || c.Verdict == None {
					continue
				}
				decided := c.Verdict == Matched || c.Verdict == Missed
				f := first[c.Claim]
				if c.Repeats = f != nil; f == nil {
					first[c.Claim] = c
				} else if decided && f.Verdict != Matched && f.Verdict != Missed {
					c.Repeats, f.Repeats = false, true
					first[c.Claim] = c
				}
			}
		}
	}
}

// MarkRepeats marks repeated comparisons in all tables of the report.
func (d *Document) MarkRepeats() { MarkRepeats(d.tables()...) }
