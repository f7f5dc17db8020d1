package killer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation/internal/place"
	"nonet/model/notation/killer"
	"nonet/model/sudoku"
)

// The vector: each row of this grid is three cages of three cells.
const solution = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"

func vector() sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	for c := sudoku.Cell(0); c < 81; c += 3 {
		sum := 0
		for _, digit := range solution[c : c+3] {
			sum += int(digit - '0')
		}
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "cage", Number: sum, Cells: []sudoku.Cell{c, c + 1, c + 2}})
	}
	return p
}

func TestVectors(t *testing.T) {
	p := vector()
	var ps, sumo, short, notepad strings.Builder
	ps.WriteString("3x3::k:")
	sumo.WriteString("SumoCueV1")
	var sums []string
	for i, r := range p.Rules {
		for range 3 {
			fmt.Fprintf(&ps, "%d:", 256*r.Number+i+1)
		}
		fmt.Fprintf(&sumo, "=%d+%d+%d", r.Number, 3*i, 3*i)
		short.WriteString(string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[r.Number]) + "<<")
		letter := string("abcdefghijklmnopqrstuvwxyzABCDEFGH"[i])
		notepad.WriteString(strings.Repeat(letter, 3))
		sums = append(sums, fmt.Sprint(letter, r.Number))
	}
	for text, begin := range map[*strings.Builder]string{
		&ps:    "3x3::k:1537:1537:1537:3842:3842:3842:6147:6147:6147:3844:3844:3844:6149:",
		&sumo:  "SumoCueV1=6+0+0=15+3+3=24+6+6=15+9+9",
		&short: "6<<F<<O<<F<<O<<6<<O<<6<<F<<7<<E<<O<<",
	} {
		if !strings.HasPrefix(text.String(), begin) {
			t.Fatalf("%s, want %s", text, begin)
		}
	}
	clues := strings.Repeat(".", 81)
	for name, test := range map[string]struct {
		read place.Read
		text string
	}{
		"ps":                {killer.ReadPS, ps.String()},
		"ps in lines":       {killer.ReadPS, strings.ReplaceAll(ps.String(), ":6147:3844:", ":6147:\n3844:") + "\n"},
		"ps, no last colon": {killer.ReadPS, strings.TrimSuffix(ps.String(), ":")},
		"sumocue":           {killer.ReadSumoCue, sumo.String()},
		"sumocue in lines":  {killer.ReadSumoCue, strings.ReplaceAll(sumo.String(), "=", "\n=")},
		"short":             {killer.ReadShort, short.String()},
		"notepad": {killer.ReadNotepad, "Killer\n" + clues + "\n" + notepad.String() + "\n" +
			strings.Join(sums, ",")},
		"notepad, word at end": {killer.ReadNotepad, clues + notepad.String() + " " + strings.Join(sums, ", ") +
			"\nkiller\n"},
	} {
		got, _, err := test.read(test.text, place.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(p, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for name, test := range map[string]struct {
		write place.Write
		want  string
	}{"ps": {killer.WritePS, ps.String()}, "sumocue": {killer.WriteSumoCue, sumo.String()}} {
		if text, lost := test.write(p); text != test.want || lost.Rules != nil {
			t.Errorf("%s: wrote %s\nwant %s\nlost %v", name, text, test.want, lost)
		}
	}
}

// TestForms reads small texts and lists clues and rules.
func TestForms(t *testing.T) {
	for _, test := range []struct {
		name string
		read place.Read
		text string
		want string
	}{
		{"ps with diagonals, a clue and cells in no cage", killer.ReadPS,
			"2x2:d:k:257:1282:1282:0:0:0:0:0:0:0:0:0:0:0:0:0:", "1............... diagonals cage 5 [1 2]"},
		{"sumocue with diagonals and a cage without a sum", killer.ReadSumoCue,
			"SumoCueV1D=0+0=0=4=0=0=0=0=0=0=0=0=0=0=0=0", "...4............ diagonals cage 0 [0 1]"},
		{"sumocue jigsaw", killer.ReadSumoCue,
			"SumoCueV1=0J0=3J0=0J0=0J1=0J2=0J0=0J1=0J1=0J2=0J2=5J3+10J1=0J2=0J3=0J3=0J3",
			".3.............. regions 0 [0 1 2 5 3 6 7 11 4 8 9 12 10 13 14 15] cage 5 [10 11]"},
		{"short with all pointers", killer.ReadShort, "A<.v" + "0,<<" + "5^'`" + "0>92",
			"...............2 cage 10 [0 1] cage 5 [2 3 5 6 7 8 9 10 11] cage 9 [13 14]"},
		{"notepad jigsaw with clues", killer.ReadNotepad, "Jigsaw\n1......2\n00000000\naaab cabb ccdb cddd",
			"1......2........ regions 0 [0 1 2 5 3 6 7 11 4 8 9 12 10 13 14 15]"},
	} {
		p, _, err := test.read(test.text, place.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := show(p); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func show(p sudoku.Puzzle) string {
	var b strings.Builder
	for _, v := range p.Clues {
		b.WriteByte(".123456789"[v])
	}
	for _, r := range p.Rules {
		b.WriteString(" " + r.Kind)
		if r.Cells != nil {
			fmt.Fprint(&b, " ", r.Number, " ", r.Cells)
		}
	}
	return b.String()
}

// TestErrors reads malformed texts. The offset is where the mark ! stands, which is not part of the text.
func TestErrors(t *testing.T) {
	cells := func(n int) string { return strings.Repeat("0:", n) }
	for _, test := range []struct {
		read      place.Read
		text      string
		want      string
		truncated bool
	}{
		{killer.ReadPS, "!1234", "the text is not in the format PS, expected 3x3::k: or 3x3:d:k:", false},
		{killer.ReadPS, "!2x3::k:", "the boxes are 2x3, expected 3x3", false},
		{killer.ReadPS, "!99x99::k:", "the boxes are 99x99, expected 3x3", false},
		{killer.ReadPS, "2x2::k:" + cells(9) + "!", "the text ends after 9 cells, expected 16", true},
		{killer.ReadPS, "2x2::k:" + cells(9) + "25!", "the text ends after 9 cells, expected 16", true},
		{killer.ReadPS, "2x2::k:" + cells(16) + "!7:", `found "7:" after the last cell, expected the end of the puzzle`,
			false},
		{killer.ReadPS, "2x2::k:0:!x:", `found "x" for cell 2, expected 256 times the sum of the cell's cage plus ` +
			`the ` +
			"number of the cage, and a colon", false},
		{killer.ReadPS, "2x2::k:257:!513:" + cells(14), "cage 1 has the sum 2 here and 1 before, expected one sum " +
			"for " +
			"each cage", false},
		{killer.ReadSumoCue, "!=0", "the text is not in the format SumoCue, expected SumoCueV1", false},
		{killer.ReadSumoCue, "SumoCueV1=5+0+0!", "the text ends after 3 cells, expected 81", true},
		{killer.ReadSumoCue, "SumoCueV1=5+0!x", `found "x" for cell 3, expected =15 for a cage with a sum, +3 for ` +
			`the ` +
			"cage of cell 3; in a jigsaw with a region such as J0", false},
		{killer.ReadSumoCue, "SumoCueV1=5!+1+1=0", "cell 2 belongs to the cage of cell 1, counted from 0, which " +
			"shows no " +
			"sum, expected a cell with =", false},
		{killer.ReadSumoCue, "SumoCueV1=5J0!+0=0=0", "cell 2 and others differ in having a region, expected " +
			"regions in " +
			"all cells, or in none", false},
		{killer.ReadSumoCue, "!SumoCueV1=5J0=0J0=0J0=0J1", "the regions are not of equal size, expected 2 regions " +
			"of 2 " +
			"cells", false},
		{killer.ReadShort, "6<<!", "the text ends after 3 cells, expected 81", true},
		{killer.ReadShort, "6<0!>", `'>' points out of the grid, expected a pointer to a cell of the same cage`, false},
		{killer.ReadShort, "!><00", `'>' points in a circle, expected pointers that end at a sum`, false},
		{killer.ReadShort, "600!z", "found 'z', expected a sum, 0-9 A-Z a-j, or a pointer, < > ^ v ` ' , .", false},
		{killer.ReadNotepad, "....!", "the text does not state what the letters are, expected the word Killer or " +
			"Jigsaw",
			true},
		{killer.ReadNotepad, "killer .... aaaa !killer", "found killer a second time, expected one of Killer and " +
			"Jigsaw, " +
			"once", false},
		{killer.ReadNotepad, "killer .!?.. aaaa", "found '?', expected a clue for each cell, 0 or . for a blank, " +
			"then a " +
			"letter for each", false},
		{killer.ReadNotepad, "killer .... aaa!", "the letters end after 3 cells, expected 4", true},
		{killer.ReadNotepad, "killer ..!3. aaaa", "found the clue 3 in a 2x2 grid, expected 1 to 2, or 0 or . for " +
			"a blank",
			false},
		{killer.ReadNotepad, "killer .... aaab a3!", "cage 'b' has no sum, expected a list of sums such as a20,b4",
			true},
		{killer.ReadNotepad, "killer .... aaab a3,!b", `found "b", expected the letter of a cage and its sum, such ` +
			`as a20`,
			false},
		{killer.ReadNotepad, "!killer .... aaaa a3,b4", "there is a sum for 'b', which is no cage, expected the " +
			"letter of a " +
			"cage", false},
		{killer.ReadNotepad, "jigsaw .... !aaab", "the regions are not of equal size, expected 2 regions of 2 cells",
			false},
		{killer.ReadNotepad, "jigsaw .... aabb !a3", `found "a3" after the regions, expected the end of the puzzle`,
			false},
	} {
		before, after, _ := strings.Cut(test.text, "!")
		_, _, err := test.read(before+after, place.Options{})
		bad, ok := errors.AsType[*place.Error](err)
		if !ok || bad.Error() != test.want || bad.Offset != len(before) || bad.Truncated != test.truncated {
			t.Errorf("%s: %+v\nwant %s", test.text, bad, test.want)
		}
	}
}

// anyKiller draws a killer: clues, cages in rows, and the rules that both formats hold.
func anyKiller(t *rapid.T) sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: sudoku.Order(rapid.IntRange(2, 4).Draw(t, "order"))}
	n := p.Shape.N()
	p.Clues = make(sudoku.Grid, n*n)
	if rapid.Bool().Draw(t, "diagonals") {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
	}
	for from := 0; from < n*n; {
		size := rapid.IntRange(1, n-from%n).Draw(t, "size")
		switch what := rapid.IntRange(0, 2).Draw(t, "what"); {
		case what == 0:
		case size == 1 && what == 1:
			p.Clues[from] = rapid.IntRange(1, n).Draw(t, "clue")
		case size > 1:
			r := sudoku.Rule{Kind: "cage", Number: rapid.IntRange(1, 200).Draw(t, "sum")}
			for c := range size {
				r.Cells = append(r.Cells, sudoku.Cell(from+c))
			}
			p.Rules = append(p.Rules, r)
		}
		from += size
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	for name, format := range map[string]struct {
		read  place.Read
		write place.Write
	}{"ps": {killer.ReadPS, killer.WritePS}, "sumocue": {killer.ReadSumoCue, killer.WriteSumoCue}} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := anyKiller(t)
				text, lost := format.write(p)
				if lost.Rules != nil || lost.Whole != "" {
					t.Fatalf("lost %+v", lost)
				}
				got, notes, err := format.read(text, place.Options{})
				if diff := cmp.Diff(p, got); err != nil || notes != nil || diff != "" {
					t.Fatalf("%s: %v %v (-want +got):\n%s", text, err, notes, diff)
				}
			})
		})
	}
}

// TestLosses writes puzzles that the formats cannot hold.
func TestLosses(t *testing.T) {
	at := func(s sudoku.Shape, rules ...sudoku.Rule) sudoku.Puzzle {
		return sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Rules: rules}
	}
	cage := sudoku.Rule{Kind: "cage", Number: 5, Cells: []sudoku.Cell{0, 1}}
	unsummed := sudoku.Rule{Kind: "cage", Cells: []sudoku.Cell{0, 1}}
	clue := at(sudoku.Order(2), cage)
	clue.Clues[1] = 3
	named := at(sudoku.Order(2))
	named.Name = "a name"
	regions := at(sudoku.Shape{Height: 1, Width: 4},
		sudoku.Rule{Kind: "regions", Cells: []sudoku.Cell{0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15}})
	for _, test := range []struct {
		name  string
		write place.Write
		p     sudoku.Puzzle
		want  place.Loss
	}{
		{"another kind", killer.WritePS, at(sudoku.Order(2), cage, sudoku.Rule{Kind: "knight"}),
			place.Loss{Rules: []int{1}}},
		{"cages that overlap", killer.WriteSumoCue, at(sudoku.Order(2), cage, cage), place.Loss{Rules: []int{1}}},
		{"a cage without a sum", killer.WritePS, at(sudoku.Order(2), unsummed), place.Loss{Rules: []int{0}}},
		{"a cage without a sum, which it can hold", killer.WriteSumoCue, at(sudoku.Order(2), unsummed), place.Loss{}},
		{"a clue in a cage", killer.WriteSumoCue, clue, place.Loss{Whole: "r1c2 is a clue in a cage"}},
		{"oblong boxes", killer.WritePS, at(sudoku.Shape{Height: 2, Width: 3}),
			place.Loss{Whole: "the boxes are not square"}},
		{"no boxes", killer.WriteSumoCue, at(sudoku.Shape{Height: 1, Width: 4}),
			place.Loss{Whole: "there are neither boxes nor regions"}},
		{"a name", killer.WriteSumoCue, named, place.Loss{Texts: []string{"the name"}}},
		{"regions", killer.WriteSumoCue, regions, place.Loss{}},
		{"other boxes", killer.WriteSumoCue, at(sudoku.Shape{Height: 3, Width: 2}), place.Loss{}},
	} {
		text, lost := test.write(test.p)
		if diff := cmp.Diff(test.want, lost); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.name, text, diff)
		}
		if lost.Rules == nil && lost.Whole == "" {
			test.p.Name = ""
			if got, _, err := killer.ReadSumoCue(text, place.Options{}); err != nil || cmp.Diff(test.p, got) != "" {
				t.Errorf("%s: %s, %v\n%s", test.name, text, err, cmp.Diff(test.p, got))
			}
		}
	}
}

// TestIs recognises lines, and no classic ones.
func TestIs(t *testing.T) {
	for _, test := range []struct {
		line, want string
	}{
		{"3x3::k:1537:1537", "ps"}, {"3x3:d:k:0:", "ps"}, {"3x3:1..4..1..1..4..1", ""},
		{"SumoCueV1=0J0", "sumocue"}, {"sumocuev1D", "sumocue"},
		{"6<<" + strings.Repeat("0", 78), "short"}, {"1.," + strings.Repeat("0", 78), ""},
		{strings.Repeat("1,", 40) + "1", ""}, {"6<<" + strings.Repeat("0", 77), ""}, {"6<<é" + strings.Repeat("0", 76),
			""},
		{"Killer", "notepad"}, {"[Jigsaw]", "notepad"}, {"killer 1", ""}, {solution, ""},
	} {
		got := ""
		for name, is := range map[string]func(string) bool{"ps": killer.IsPS, "sumocue": killer.IsSumoCue,
			"short": killer.IsShort, "notepad": killer.IsNotepad} {
			if is(test.line) {
				got += name
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.line, got, test.want)
		}
	}
}

// Fuzz reads any text. Errors have a place in it, puzzles are valid, and what is written is read again.
func Fuzz(f *testing.F) {
	f.Add("2x2:d:k:257:1282:1282:0:0:0:0:0:0:0:0:0:0:0:0:0:")
	f.Add("SumoCueV1=0J0=3J0=0J0=0J1=0J2=0J0=0J1=0J1=0J2=0J2=5J3+10J1=0J2=0J3=0J3=0J3")
	f.Add("A<.v0,<<5^'`0>92")
	f.Add("Killer\n................aabbccddeeffgghh a1,b2,c3,d4,e5,f6,g7,h8")
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []place.Read{killer.ReadPS, killer.ReadSumoCue, killer.ReadShort, killer.ReadNotepad} {
			p, _, err := read(text, place.Options{})
			if err != nil {
				if bad, ok := errors.AsType[*place.Error](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
					t.Fatalf("%+v", err)
				}
				continue
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if again, lost := killer.WriteSumoCue(p); lost.Rules == nil && lost.Whole == "" {
				got, _, err := killer.ReadSumoCue(again, place.Options{})
				if err != nil {
					t.Fatalf("%s: %v", again, err)
				}
				if rewritten, _ := killer.WriteSumoCue(got); rewritten != again {
					t.Fatalf("%s became %s", again, rewritten)
				}
			}
		}
	})
}
