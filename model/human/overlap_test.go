package human

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// readRules returns an empty 9x9 puzzle with rules, one on each line.
func readRules(t *testing.T, rules string) sudoku.Puzzle {
	t.Helper()
	p, err := notation.NewReader(strings.NewReader("nonet 1\nshape 3x3\n"+rules), notation.Options{}).Read()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// boardSizes returns the numbers that the work of the construction, and of each rule, grows with.
func boardSizes(b *Board) string {
	intersections := 0
	for _, list := range b.intersections {
		intersections += len(list)
	}
	return fmt.Sprintf("%d houses, %d conditions, %d intersections, %d pairs of families",
		len(b.houses), len(b.conditions), intersections, len(b.fishLines))
}

// Of equal cages a board has one, in whatever order their cells are given.
func TestEqualCages(t *testing.T) {
	for _, cages := range [][]string{
		{"cage 6 r1c1 r1c2 r1c3", "cage 6 r1c1 r1c2 r1c3"},
		{"cage 45 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9",
			"cage 45 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"},
		{"whisper 5 r1c1 r1c2", "whisper 5 r1c1 r1c2"},
	} {
		one, err := NewPuzzleBoard(readRules(t, cages[0]), nil)
		if err != nil {
			t.Fatal(err)
		}
		many, err := NewPuzzleBoard(readRules(t, strings.Repeat(cages[1]+"\n", 300)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := boardSizes(many), boardSizes(one); got != want {
			t.Errorf("300 times %s: %s; once: %s", cages[0], got, want)
		}
	}
}

// Two houses with the same cells are no area of two houses, whose values would add up to 90.
func TestAreaOfEqualHouses(t *testing.T) {
	p := readRules(t, "cage 35 r1c1 r1c2 r1c3 r1c4 r1c5\n")
	m := p.BaseModel()
	var names []string
	for i, c := range m.Constraints {
		if _, ok := c.(model.AllDifferent); ok {
			names = append(names, fmt.Sprint("house ", i))
		}
	}
	row := m.Constraints[0].(model.AllDifferent)
	cage := m.Constraints[len(m.Constraints)-2:]
	m.Constraints = append(slices.Clone(m.Constraints), row, row)
	b, err := NewVariantBoard(m, 81, append(names, "row 1", "row 1"), []Condition{{Name: "cage", Constraints: cage}})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range b.conditions {
		if k.form == areaForm && slices.Max(k.cells) < 9 && !strings.Contains(k.name, "the values add up to 45") {
			t.Error(k.name)
		}
	}
}

// The work for cages that overlap is bounded, and the rules refuse more houses than their memory allows for.
func TestOverlappingCages(t *testing.T) {
	cages := func(n int) sudoku.Puzzle {
		var s strings.Builder
		for i := range n {
			a, b, c := i%81, (i+1+i/81%8)%81, (i+20+i/648)%81
			fmt.Fprintf(&s, "cage %d", 6+i%19)
			for _, cell := range []int{a, b, c} {
				s.WriteString(" " + sudoku.Order(3).Name(sudoku.Cell(cell)))
			}
			s.WriteString("\n")
		}
		return readRules(t, s.String())
	}
	b, err := NewPuzzleBoard(cages(1000), nil)
	if err != nil {
		t.Fatal(err)
	}
	if most := maxFamilies * (maxFamilies - 1); len(b.houses) != 1027 || len(b.fishLines) > most {
		t.Errorf("%s, want 1027 houses and at most %d pairs", boardSizes(b), most)
	}
	var limit *LimitError
	if _, err := NewPuzzleBoard(cages(3000), nil); !errors.As(err, &limit) {
		t.Errorf("3000 cages: error %v, want a LimitError", err)
	} else if !strings.Contains(err.Error(), "there are 3027 houses") {
		t.Error(err)
	}
}
