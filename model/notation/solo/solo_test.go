package solo_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model/notation/internal/place"
	"nonet/model/notation/solo"
	"nonet/model/sudoku"
)

// show returns the shape, the clues and the rules, with cells counted from 1.
func show(p sudoku.Puzzle) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d ", p.Shape.Height, p.Shape.Width)
	for _, v := range p.Clues {
		b.WriteByte(".123456789ABCDEFG"[v])
	}
	for _, r := range p.Rules {
		fmt.Fprintf(&b, " %s", r.Kind)
		if r.Number > 0 {
			fmt.Fprintf(&b, " %d", r.Number)
		}
		for i, c := range r.Cells {
			fmt.Fprintf(&b, "%s%d", " ,"[min(i, 1):][:1], c+1)
		}
	}
	return b.String()
}

// TestVectors reads ids and writes them back.
func TestVectors(t *testing.T) {
	for _, test := range []struct{ id, want string }{
		{"2x2:1b4b1b1b4b1", "2x2 1..4..1..1..4..1"},
		{"2x3:zj", "2x3 " + strings.Repeat(".", 36)},
		{"3x2x:f6_5_4za", "3x2 ......654" + strings.Repeat(".", 27) + " diagonals"},
		{"2x8:5b12_7zzzzzzzzzq", ""},
		{"4j:c1i2b,b__b__caa__c_",
			"1x4 ...1.........2.. regions 1,2,3,5,4,7,8,12,6,9,10,13,11,14,15,16"},
		{"2x2k:p,_a_______aaaa_aaa,5_5a5a4_6a5b5a5b",
			"2x2 ................ cage 5 1,5 cage 5 2,3 cage 5 4,8 cage 4 6,10 cage 6 7,11 cage 5 9,13 cage 5 " +
				"12,16 cage 5 14,15"},
	} {
		p, notes, err := solo.Read(test.id, place.Options{})
		if test.want == "" {
			test.want = "2x8 5..C7" + strings.Repeat(".", 251)
		}
		if err != nil || notes != nil {
			t.Errorf("%s: %v %v", test.id, err, notes)
			continue
		}
		if got := show(p); got != test.want {
			t.Errorf("%s: %s, want %s", test.id, got, test.want)
		}
		if again, lost := solo.Write(p); again != test.id {
			t.Errorf("%s: wrote %s, lost %+v", test.id, again, lost)
		}
	}
}

// TestParameters reads parameters without meaning, and the forms of a size.
func TestParameters(t *testing.T) {
	for _, id := range []string{"2x2r4de:1b4b1b1b4b1", "2x2m8dt:1b4b1b1b4b1", "2x2md4:1b4b1b1b4b1",
		"2x2adu:1b4b1b1b4b1",
		"2:1b4b1b1b4b1", "2x2Q:1b4b1b1b4b1", "  2x2:1b4b1b1b4b1\n"} {
		p, _, err := solo.Read(id, place.Options{})
		if err != nil || show(p) != "2x2 1..4..1..1..4..1" {
			t.Errorf("%s: %s, %v", id, show(p), err)
		}
	}
	p, _, err := solo.Read("2x2j:c1i2b,b__b__caa__c_", place.Options{})
	if err != nil || p.Shape != (sudoku.Shape{Height: 1, Width: 4}) || len(p.Rules) != 1 {
		t.Errorf("2x2j: %s, %v", show(p), err)
	}
}

// TestRuns reads z both as 26 and as 25 open edges. A grid of five rows has 40 edges, which join all cells.
func TestRuns(t *testing.T) {
	for _, walls := range []string{"zn", "zo"} {
		id := "1x5k:y," + walls + ",10x"
		p, _, err := solo.Read(id, place.Options{})
		if err != nil || len(p.Rules) != 1 || len(p.Rules[0].Cells) != 25 {
			t.Errorf("%s: %s, %v", id, show(p), err)
			continue
		}
		if p.Shape = (sudoku.Shape{Height: 5, Width: 1}); walls == "zn" {
			continue
		}
		if _, lost := solo.Write(p); lost.Whole != "there are neither boxes nor regions" {
			t.Errorf("a grid without boxes: %+v", lost)
		}
	}
}

// TestErrors reads malformed ids. The offset is where the mark ! stands, which is not part of the text.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"!abc", "the text is no game id, expected a game id of Solo, such as 3x3:DESCRIPTION or 9j:DESCRIPTION"},
		{"3x3!", "the id ends after its parameters, expected a colon and the description"},
		{"3x3!#12345", "the id is a random seed, from which only the generator of the program makes the puzzle, " +
			"expected the id after the colon, which the program shows as the specific game id"},
		{"!20x20:a", "the blocks are 20x20, expected at most 100 rows"},
		{"!0x3:", "the blocks are 0x3, expected at most 100 rows"},
		{"2x2:1b4b1b1b4!", "the grid of clues ends after 13 cells, expected 16"},
		{"2x2:1b4b1b1b4!d", "the grid of clues has 17 cells or more, expected 16"},
		{"2x2:1b4b1b1b4b1!_2", "found '_' after the 16 cells of the grid of clues, expected a comma or the end"},
		{"2x2:1b4b1b1b4a!_2", "found '_' in the grid of clues, expected letters for blanks, integers, and _ " +
			"between two " +
			"of them"},
		{"2x2:1b4b1b1b4b!5", "found a number in the grid of clues, expected 1 to 4"},
		{"2x2:1b4b1b1b4b!0", "found a number in the grid of clues, expected 1 to 4"},
		{"2x2:p!a", "found 'a' after the 16 cells of the grid of clues, expected a comma or the end"},
		{"2x2:o!.", `found '.' in the grid of clues, expected letters for blanks, integers, and _ between two of them`},
		{"2x2:p,!a", `found "a" after the puzzle, expected the end of the puzzle`},
		{"4j:p!", "the walls describe 0 edges, expected 25"},
		{"4j:p,b__b__caa__b_!", "the walls describe 24 edges, expected 25"},
		{"4j:p,b__b!9_caa__c_", "found '9' in the walls, expected letters and _"},
		{"4j:p,x!", "the blocks are not of equal size, expected 4 blocks of 4 cells"},
		{"2x2k:p,_a_______aaaa_aaa!", "the sums of cages ends after 0 cells, expected 16"},
		{"2x2k:p,_a_______aaaa_aaa,5_5a5a4_6a5b5a5_5a!", "the cage of r4c3 has two sums, expected one sum for each " +
			"cage"},
	} {
		before, after, _ := strings.Cut(test.text, "!")
		_, _, err := solo.Read(before+after, place.Options{})
		bad, ok := errors.AsType[*place.Error](err)
		if !ok || bad.Error() != test.want || bad.Offset != len(before) {
			t.Errorf("%s: %+v\nwant %s", test.text, bad, test.want)
		}
	}
}

func TestIs(t *testing.T) {
	for line, want := range map[string]bool{
		"2x2:1b4b1b1b4b1": true, "4j:c1i2b,b__b__caa__c_": true, "3x3#123-abc": true, "3x3xkdu:zzzc,_": true,
		"9jx:1_2_3":                       true,
		"3x3: " + strings.Repeat("0", 81): false, "3x3:" + strings.Repeat("012345678", 9): false,
		"2x2:1xx4xx1xx1xx4xx1": false, "2x2:1..4..1..1..4..1": false, "3x3::k:1537:": false, "name:1b4": false,
		"9:1b4": false, "3x3#": false, "4x4: a b": false, "": false,
	} {
		if got := solo.Is(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// anySolo draws a puzzle that an id can hold.
func anySolo(t *rapid.T) sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: rapid.SampledFrom([]sudoku.Shape{{Height: 2, Width: 2}, {Height: 2, Width: 3},
		{Height: 4, Width: 2}, {Height: 1, Width: 4}, {Height: 3, Width: 3}}).Draw(t, "shape")}
	n := p.Shape.N()
	p.Clues = make(sudoku.Grid, n*n)
	if rapid.Bool().Draw(t, "diagonals") {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
	}
	if p.Shape.Height == 1 {
		p.Rules = append(p.Rules, rapid.SampledFrom([]sudoku.Rule{
			{Kind: "regions", Cells: []sudoku.Cell{0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15}},
			{Kind: "regions", Cells: []sudoku.Cell{0, 1, 2, 4, 3, 6, 7, 11, 5, 8, 9, 12, 10, 13, 14, 15}},
		}).Draw(t, "regions"))
	}
	killer := rapid.Bool().Draw(t, "killer")
	for from := 0; from < n*n; {
		size := rapid.IntRange(1, n-from%n).Draw(t, "size")
		r := sudoku.Rule{Kind: "cage", Number: rapid.IntRange(n+1, 200).Draw(t, "sum")}
		for c := range size {
			r.Cells = append(r.Cells, sudoku.Cell(from+c))
			if size == 1 || rapid.IntRange(0, 5).Draw(t, "clue?") == 0 {
				p.Clues[from+c] = rapid.IntRange(1, n).Draw(t, "clue")
			}
		}
		if killer && size > 1 {
			p.Rules = append(p.Rules, r)
		}
		from += size
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anySolo(t)
		id, lost := solo.Write(p)
		if lost.Rules != nil || lost.Whole != "" {
			t.Fatalf("lost %+v", lost)
		}
		got, notes, err := solo.Read(id, place.Options{})
		if diff := cmp.Diff(p, got); err != nil || notes != nil || diff != "" {
			t.Fatalf("%s: %v %v (-want +got):\n%s", id, err, notes, diff)
		}
		if !solo.Is(id) && strings.ContainsAny(id, "abc") {
			t.Fatalf("%s is not recognised", id)
		}
	})
}

// TestLosses writes puzzles that an id cannot hold.
func TestLosses(t *testing.T) {
	cage := sudoku.Rule{Kind: "cage", Number: 5, Cells: []sudoku.Cell{0, 1}}
	for _, test := range []struct {
		name  string
		rules []sudoku.Rule
		want  place.Loss
	}{
		{"another kind", []sudoku.Rule{{Kind: "knight"}, {Kind: "diagonals"}, {Kind: "king"}},
			place.Loss{Rules: []int{0, 2}}},
		{"a cell outside of all cages", []sudoku.Rule{cage}, place.Loss{Whole: "r1c3 belongs to no cage"}},
		{"cages that overlap", []sudoku.Rule{cage, cage}, place.Loss{Rules: []int{1},
			Whole: "r1c3 belongs to no cage"}},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: test.rules}
		_, lost := solo.Write(p)
		if diff := cmp.Diff(test.want, lost); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Fuzz reads any text. Errors have a place in it, puzzles are valid, and what is written is read again.
func Fuzz(f *testing.F) {
	f.Add("2x2:1b4b1b1b4b1")
	f.Add("4jxk:c1i2b,b__b__caa__c_,x_,9o")
	f.Add("2x2k:p,_a_______aaaa_aaa,5_5a5a4_6a5b5a5b")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := solo.Read(text, place.Options{})
		if err != nil {
			if bad, ok := errors.AsType[*place.Error](err); !ok || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("%+v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		id, lost := solo.Write(p)
		if lost.Rules != nil || lost.Whole != "" {
			return
		}
		got, _, err := solo.Read(id, place.Options{})
		if err != nil || cmp.Diff(p, got) != "" {
			t.Fatalf("%s: %v\n%s", id, err, cmp.Diff(p, got))
		}
	})
}
