package fpuzzles_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation/fpuzzles"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A source draws random rules of a grid.
type source struct {
	*rand.Rand
	shape sudoku.Shape
}

func (s source) number(from, to int) int { return from + s.IntN(to-from+1) }

// walk returns different cells, each beside the one before it, at least two and at most n.
func (s source) walk(n int) []sudoku.Cell {
	for {
		c := sudoku.Cell(s.IntN(s.shape.Cells()))
		cells := []sudoku.Cell{c}
		for len(cells) < n {
			row, column := s.shape.Row(c)+s.number(-1, 1), s.shape.Column(c)+s.number(-1, 1)
			if min(row, column) < 0 || max(row, column) >= s.shape.N() {
				break
			}
			if c = s.shape.Cell(row, column); slices.Contains(cells, c) {
				break
			}
			cells = append(cells, c)
		}
		if len(cells) > 1 {
			return cells
		}
	}
}

// pair returns two cells that share a side.
func (s source) pair() []sudoku.Cell {
	for {
		cells := s.walk(2)
		if s.shape.Row(cells[0]) == s.shape.Row(cells[1]) || s.shape.Column(cells[0]) == s.shape.Column(cells[1]) {
			return cells
		}
	}
}

// side returns a row or a column from either end.
func (s source) side() (cells []sudoku.Cell) {
	i, column := s.IntN(s.shape.N()), s.IntN(2) == 0
	for k := range s.shape.N() {
		if column {
			cells = append(cells, s.shape.Cell(k, i))
		} else {
			cells = append(cells, s.shape.Cell(i, k))
		}
	}
	if s.IntN(2) == 0 {
		slices.Reverse(cells)
	}
	return cells
}

// diagonal returns a whole diagonal that begins in the top row.
func (s source) diagonal() (cells []sudoku.Cell) {
	for row, column := 0, s.IntN(s.shape.N()); column < s.shape.N(); row, column = row+1, column+1 {
		cells = append(cells, s.shape.Cell(row, column))
	}
	return cells
}

func (s source) values(most int) (values []int) {
	for range s.number(1, most) {
		values = append(values, s.number(1, s.shape.N()))
	}
	slices.Sort(values)
	return values
}

// rule draws a rule of a kind in the form in which Read returns it.
func (s source) rule(kind string) sudoku.Rule {
	rule := sudoku.Rule{Kind: kind}
	switch kind {
	case "cage", "whisper":
		rule.Cells, rule.Number = s.walk(4), s.number(0, 9)
	case "ratio", "difference":
		rule.Cells, rule.Number = s.pair(), s.number(0, 3)
	case "sum":
		rule.Cells, rule.Number = s.pair(), 5*s.number(1, 2)
	case "little-killer":
		rule.Cells, rule.Number = s.diagonal(), s.number(1, 20)
	case "sandwich", "x-sum", "skyscraper", "numbered-room":
		rule.Cells, rule.Number = s.side(), s.number(1, 9)
	case "quadruple":
		row, column := s.IntN(s.shape.N()-1), s.IntN(s.shape.N()-1)
		c := s.shape.Cell(row, column)
		n := sudoku.Cell(s.shape.N())
		rule.Cells, rule.Values = []sudoku.Cell{c, c + 1, c + n, c + n + 1}, s.values(4)
	case "candidates":
		rule.Cells, rule.Values = s.marked(), slices.Compact(s.values(3))
	case "odd", "even", "minimum", "maximum":
		rule.Cells = s.marked()
	case "clone":
		cells := s.marked()
		for range cells[1:] {
			rule.Groups = [][]sudoku.Cell{cells[:len(cells)/2], cells[len(cells)/2 : len(cells)/2*2]}
		}
	case "arrow":
		if cells := s.walk(4); s.IntN(2) == 0 {
			rule.Cells = cells
		} else {
			rule.Groups = [][]sudoku.Cell{cells[:1], cells[1:], s.marked()}
		}
	case "row-indexer", "column-indexer", "box-indexer", "all-different":
		rule.Cells = s.marked()
	default:
		if sudoku.RuleKindByName(kind).TakesCells() {
			rule.Cells = s.walk(5)
		}
	}
	return rule
}

// marked returns two or more cells in order.
func (s source) marked() []sudoku.Cell {
	cells := make([]sudoku.Cell, 0, 4)
	for _, c := range s.Perm(s.shape.Cells())[:s.number(2, 4)] {
		cells = append(cells, sudoku.Cell(c))
	}
	slices.Sort(cells)
	return cells
}

// heldKinds are the kinds that a key of f-puzzles states, except kinds that come back as another one.
var heldKinds = []string{
	"diagonal-up", "diagonal-down", "knight", "king", "negative-ratio", "negative-xv", "cage", "little-killer",
	"arrow", "thermometer", "slow-thermometer",
	"palindrome", "renban", "whisper", "region-sum", "between", "entropic", "modular", "nabner", "double-arrow",
	"zipper", "lockout", "ratio", "difference", "sum", "odd", "even", "minimum", "maximum", "all-different", "clone",
	"quadruple", "sandwich", "x-sum", "skyscraper", "numbered-room", "row-indexer", "column-indexer", "box-indexer",
	"candidates",
}

// TestRoundTrip writes random variants of mixed kinds and reads them back.
func TestRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(400) {
		s := source{rand.New(rand.NewPCG(seed, 1)), []sudoku.Shape{{Height: 3, Width: 3}, {Height: 2, Width: 3},
			{Height: 3, Width: 2}, {Height: 1, Width: 6}}[seed%4]}
		p := sudoku.Puzzle{Shape: s.shape, Clues: make(sudoku.Grid, s.shape.Cells()), Name: fmt.Sprintf("No. %d", seed)}
		if seed%3 == 0 {
			p.Texts = sudoku.Texts{Author: "A. Setter ☃", Rules: "Usual rules.\nThe sum is \"x\" < 10."}
		}
		for range 10 {
			p.Clues[s.IntN(len(p.Clues))] = s.number(1, s.shape.N())
		}
		if s.shape.Height == 1 {
			regions := sudoku.Rule{Kind: "regions"} // columns in a winding order
			for c := range s.shape.Cells() {
				regions.Cells = append(regions.Cells, s.shape.Cell(c%6, (c/6+c%6/3)%6))
			}
			p.Rules = append(p.Rules, regions)
		}
		for range 5 {
			rule := s.rule(heldKinds[s.IntN(len(heldKinds))])
			p.Rules = append(p.Rules, rule)
			repeated := slices.ContainsFunc(p.Rules[:len(p.Rules)-1], func(o sudoku.Rule) bool {
				return o.Kind == rule.Kind // two lists of marks would become one
			})
			if repeated || p.Validate() != nil {
				p.Rules = p.Rules[:len(p.Rules)-1]
				continue
			}
			seen[rule.Kind] = true
		}
		text, lost := fpuzzles.Write(p)
		if lost.Rules != nil || lost.Whole != "" {
			t.Fatalf("seed %d: lost %+v of %+v", seed, lost, p)
		}
		got, notes, err := fpuzzles.Read(text, place.Options{})
		if err != nil || len(notes) > 1 || (notes != nil) != (p.Texts.Rules != "") {
			t.Fatalf("seed %d: %v, %q\n%+v", seed, err, notes, p.Rules)
		}
		for _, rules := range [][]sudoku.Rule{p.Rules, got.Rules} {
			slices.SortStableFunc(rules, func(a, b sudoku.Rule) int { return strings.Compare(a.Kind, b.Kind) })
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
	for _, kind := range heldKinds {
		if !seen[kind] {
			t.Errorf("no puzzle has the rule %s", kind)
		}
	}
}

// TestOtherKinds writes rules that come back as another kind with the same meaning, or cannot be written.
func TestOtherKinds(t *testing.T) {
	s := sudoku.Order(3)
	for _, test := range []struct {
		rule sudoku.Rule
		want string // the kinds that come back; "" if the rule is lost
	}{
		{sudoku.Rule{Kind: "less", Cells: []sudoku.Cell{1, 0}}, "thermometer"},
		{sudoku.Rule{Kind: "sum", Number: 12, Cells: []sudoku.Cell{2, 10, 18}}, "little-killer"},
		{sudoku.Rule{Kind: "diagonals"}, "diagonal-up diagonal-down"},
		{sudoku.Rule{Kind: "windoku"}, "all-different all-different all-different all-different"},
		{sudoku.Rule{Kind: "girandola"}, "all-different"},
		{sudoku.Rule{Kind: "modular", Number: 3, Cells: []sudoku.Cell{0, 1, 2, 3}}, "modular"},
		{sudoku.Rule{Kind: "modular", Number: 4, Cells: []sudoku.Cell{0, 1, 2, 3}}, ""},
		{sudoku.Rule{Kind: "sum", Number: 12, Cells: []sudoku.Cell{0, 1}}, ""},
		{sudoku.Rule{Kind: "difference", Cells: []sudoku.Cell{0, 2}}, ""},
		{sudoku.Rule{Kind: "sandwich", Number: 3, Cells: []sudoku.Cell{0, 1, 2}}, ""},
		{sudoku.Rule{Kind: "arrow", Groups: [][]sudoku.Cell{{1, 0}, {9, 10}}}, ""},
		{sudoku.Rule{Kind: "toroidal-king"}, ""},
		{sudoku.Rule{Kind: "product", Number: 6, Cells: []sudoku.Cell{0, 1}}, ""},
	} {
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, 81), Rules: []sudoku.Rule{test.rule}}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", test.rule.Kind, err)
		}
		text, lost := fpuzzles.Write(p)
		got, _, err := fpuzzles.Read(text, place.Options{})
		var kinds []string
		for _, rule := range got.Rules {
			kinds = append(kinds, rule.Kind)
		}
		if err != nil || strings.Join(kinds, " ") != test.want || (lost.Rules != nil) != (test.want == "") {
			t.Errorf("%+v: %v, lost %v, %q", test.rule, err, lost.Rules, kinds)
		}
	}
}
