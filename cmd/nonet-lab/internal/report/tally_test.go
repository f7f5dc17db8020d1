package report

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// verdictTable returns a table of one column with the cells.
func verdictTable(cells ...Cell) *Table {
	t := &Table{Name: "t", Columns: []Column{{Title: "verdict", Text: true}}}
	for _, c := range cells {
		t.Rows = append(t.Rows, []Cell{c})
	}
	return t
}

// A claim that is compared several times counts once, with the first comparison that was decided.
func TestRepeats(t *testing.T) {
	a := verdictTable(Cell{Verdict: NotRun, Claim: "x"}, Cell{Verdict: Missed, Claim: "x"},
		Cell{Verdict: Matched, Claim: "x"}, Cell{Verdict: Matched}, Cell{Verdict: Matched})
	b := verdictTable(Cell{Verdict: Matched, Claim: "x"}, Cell{Verdict: TooFew, Claim: "y"},
		Cell{Verdict: NotRun, Claim: "y"})
	d := &Document{Sections: []Section{{Blocks: []Block{a, b}}}}
	for range 2 { // marking again changes nothing
		d.MarkRepeats()
		if diff := cmp.Diff(Tally{PublishedNumber: {Missed: 1, Matched: 2, TooFew: 1}}, d.Tally()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	got := a.Rows[0][0].Word() + " " + a.Rows[1][0].Word() + " " + a.Rows[2][0].Word()
	if got != "(not run) missed (matched)" {
		t.Error(got)
	}
}

// Only published numbers and statements match or miss.
func TestKinds(t *testing.T) {
	d := &Document{Sections: []Section{{Blocks: []Block{verdictTable(Cell{Verdict: Matched},
		Cell{Verdict: Missed, Title: "a"}, Cell{Verdict: Matched, Kind: PublishedStatement},
		Cell{Verdict: Matched, Kind: UpToFactor},
		Cell{Verdict: Missed, Kind: Input, Title: "b", Cause: "c"}, Cell{Verdict: Matched, Kind: OwnReference},
		Cell{Verdict: NotRun, Kind: OwnReference})}}}}
	tally := d.Tally()
	const want = "Published numbers and statements: 2 matched, 1 missed, 0 too few runs, 0 not comparable, 0 not run."
	if got := tally.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var words []string
	for _, row := range d.tables()[0].Rows {
		words = append(words, row[0].Word())
	}
	if diff := cmp.Diff([]string{"matched", "missed", "matched", "in proportion", "differs", "agrees", "not run"},
		words); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var rows []string
	for _, row := range tally.Table().Rows {
		text := row[0].Text
		for _, c := range row[1:] {
			text += fmt.Sprint(" ", c.Number)
		}
		rows = append(rows, text)
	}
	if diff := cmp.Diff([]string{"published number 1 1 0 0 0", "published statement 1 0 0 0 0",
		"published number, up to one factor for each machine 1 0 0 0 0", "input 0 1 0 0 0", "own reference 1 0 0 0 1"},
		rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	misses := d.Misses()
	if len(misses) != 2 || misses[0].All[0].Reason != "a" || misses[1].All[0].Reason != "b. c" {
		t.Errorf("%v", misses)
	}
}

// The published numbers divided by ours are 10, 20, 25 and, for a repeated claim, 500. Their median is 20.
func TestMachines(t *testing.T) {
	document := func(fit *MachineFit, group string) *Document {
		cell := func(published, ours float64) Cell {
			return Judged(Published{Value: published, Rule: Machine{group, fit}}, Ours{Value: ours})
		}
		repeated := cell(500, 1)
		repeated.Claim, repeated.Repeats = "x", true
		return &Document{Sections: []Section{{Blocks: []Block{verdictTable(cell(10, 1), cell(20, 1), cell(50, 2),
			repeated, cell(5, 0), cell(math.NaN(), 1))}}}}
	}
	first := document(nil, "m")
	fits := first.MachineFits()
	f := fits["m"]
	if len(fits) != 1 || math.Abs(f.Factor-20) > 1e-9 || math.Abs(f.Lo-10) > 1e-9 || math.Abs(f.Hi-25) > 1e-9 ||
		f.Level != 0.75 || f.Numbers != 3 {
		t.Fatalf("%v %v", fits, f)
	}
	if n := first.Tally()[PublishedNumber][NotComparable]; n != 6-1 {
		t.Errorf("%d are not comparable before the fit", n)
	}
	// Ours times 20, divided by the published number, is 2, 1, 0.8.
	second := document(f, "m")
	if diff := cmp.Diff(Tally{UpToFactor: {Missed: 1, Matched: 2, NotComparable: 2}}, second.Tally()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	row := second.MachineTable(fits).Rows[0]
	if row[0].Text != "m" || row[1].Number != 3 || row[4].Number != 2 || row[5].Number != 3 {
		t.Errorf("%v", row)
	}
	if len(document(nil, "").MachineFits()) > 0 {
		t.Error("numbers without a group have a factor")
	}
}
