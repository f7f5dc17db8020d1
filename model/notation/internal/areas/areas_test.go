package areas_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation/internal/areas"
	"nonet/model/sudoku"
)

// labels reads one digit per cell; 0 is no area.
func labels(text string) []int {
	all := make([]int, len(text))
	for i, c := range text {
		all[i] = int(c - '1')
	}
	return all
}

func puzzle(s sudoku.Shape) *sudoku.Puzzle {
	return &sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
}

var (
	boxes   = sudoku.Order(2)
	noBoxes = sudoku.Shape{Height: 1, Width: 4}
)

func TestAddRegions(t *testing.T) {
	for _, test := range []struct {
		name, labels string
		shape, want  sudoku.Shape
		kinds        []string
	}{
		{"a jigsaw", "1112312233423444", noBoxes, noBoxes, []string{"regions"}},
		{"regions beside boxes", "1112312233423444", boxes, boxes,
			[]string{"all-different", "all-different", "all-different", "all-different"}},
		{"regions that are boxes", "1122112233443344", noBoxes, boxes, nil},
		{"boxes again", "1122112233443344", boxes, boxes, nil},
		{"two regions, and cells in none", "1111000000002222", noBoxes, noBoxes,
			[]string{"all-different", "all-different"}},
		{"a region of one cell", "1000000000000000", noBoxes, noBoxes, nil},
	} {
		p := puzzle(test.shape)
		areas.AddRegions(p, labels(test.labels))
		var kinds []string
		for _, r := range p.Rules {
			kinds = append(kinds, r.Kind)
		}
		if diff := cmp.Diff(test.kinds, kinds); diff != "" || p.Shape != test.want {
			t.Errorf("%s: %s, rules (-want +got):\n%s", test.name, p.Shape, diff)
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := areas.RegionsOf(*p); test.kinds == nil || test.kinds[0] == "regions" {
			if test.want == noBoxes && test.kinds == nil {
				if got != nil {
					t.Errorf("%s: regions %v", test.name, got)
				}
			} else if diff := cmp.Diff(labels(test.labels), got); diff != "" {
				t.Errorf("%s: %s", test.name, diff)
			}
		}
	}
}

func TestConnected(t *testing.T) {
	for text, want := range map[string]bool{
		"1112312433244344": false, // 3 and 2 are in pieces
		"1122112233443344": true,
		"1111222233334444": true,
		"1234341221434321": false, // a solution
		"1113123322344244": false,
		"1112133224334444": false, // r2c4 and r3c1 do not touch
		"1112312233423444": true,
		"1112113224334443": false,
		"0000011001100000": true,
	} {
		if got := areas.Connected(labels(text), 4); got != want {
			t.Errorf("%s: connected: %v", text, got)
		}
	}
}

func TestCages(t *testing.T) {
	p := puzzle(boxes)
	p.Clues[15] = 2
	areas.AddCages(p, labels("1120112334455678"), map[int]int{0: 9, 1: 4, 2: 0, 3: 5, 4: 3, 5: 4, 6: 7, 7: 1})
	want := []sudoku.Rule{
		{Kind: "cage", Number: 9, Cells: []sudoku.Cell{0, 1, 4, 5}},
		{Kind: "cage", Number: 4, Cells: []sudoku.Cell{2, 6}},
		{Kind: "cage", Cells: []sudoku.Cell{7, 8}},
		{Kind: "cage", Number: 5, Cells: []sudoku.Cell{9, 10}},
		{Kind: "cage", Number: 3, Cells: []sudoku.Cell{11, 12}},
		{Kind: "cage", Number: 7, Cells: []sudoku.Cell{14}}, // not a value
		{Kind: "cage", Number: 1, Cells: []sudoku.Cell{15}}, // another clue
	}
	if diff := cmp.Diff(want, p.Rules); diff != "" || p.Clues[13] != 4 {
		t.Errorf("clues %v, rules (-want +got):\n%s", p.Clues, diff)
	}
	p.Rules = append(p.Rules[:2], sudoku.Rule{Kind: "cage", Number: 3, Cells: []sudoku.Cell{2, 3}})
	got, sums, lost := areas.CagesOf(*p)
	if diff := cmp.Diff(labels("1120112000000304"), got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]int{{9, 4, 4, 2}, {2}}, [][]int{sums, lost}); diff != "" {
		t.Error(diff)
	}
}
