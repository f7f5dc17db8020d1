package iss_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation/internal/place"
	"nonet/model/notation/iss"
	"nonet/model/sudoku"
)

// grids returns the 288 grids with four rows.
func grids() (all []sudoku.Grid) {
	s := sudoku.Order(2)
	g := make(sudoku.Grid, 16)
	var fill func(c sudoku.Cell)
	fill = func(c sudoku.Cell) {
		if c == 16 {
			all = append(all, slices.Clone(g))
			return
		}
		for v := 1; v <= 4; v++ {
			fits := true
			for d := range c {
				fits = fits && (g[d] != v || s.Row(d) != s.Row(c) && s.Column(d) != s.Column(c) && s.Box(d) != s.Box(c))
			}
			if fits {
				g[c] = v
				fill(c + 1)
			}
		}
	}
	fill(0)
	return all
}

// besides calls f for each two cells that share a side, in both orders, until it returns false.
func besides(g sudoku.Grid, f func(c, d int) bool) bool {
	for c := range g {
		for d := range g {
			rows, columns := c/4-d/4, c%4-d%4
			if rows*rows+columns*columns == 1 && !f(c, d) {
				return false
			}
		}
	}
	return true
}

// TestItemsThatDependOnOthers compares items with a definition on all grids with four rows.
//
// Source, for facts: Interactive Sudoku Solver by sigh, sudoku_constraint.js (classes StrictKropki, StrictXV,
// AntiConsecutive, WhiteDot, BlackDot) and sudoku_builder.js (_strictAdjHandlers; Cage: the sum 0 is no sum).
func TestItemsThatDependOnOthers(t *testing.T) {
	consecutive := func(v, w int) bool { return v == w+1 || w == v+1 }
	double := func(v, w int) bool { return v == 2*w || w == 2*v }
	unmarked := func(g sudoku.Grid, related func(v, w int) bool, marked ...[2]int) bool {
		return besides(g, func(c, d int) bool {
			return !related(g[c], g[d]) || slices.Contains(marked, [2]int{min(c, d), max(c, d)})
		})
	}
	kropki := func(v, w int) bool { return consecutive(v, w) || double(v, w) }
	// Enough dots that grids are left: those of the pairs of the grid below.
	grid := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	var marks [][2]int
	var white, black, v strings.Builder
	besides(grid, func(c, d int) bool {
		pair := fmt.Sprintf("~R%dC%d~R%dC%d", c/4+1, c%4+1, d/4+1, d%4+1)
		switch {
		case c > d:
		case consecutive(grid[c], grid[d]):
			white.WriteString(".WhiteDot" + pair)
			marks = append(marks, [2]int{c, d})
		case double(grid[c], grid[d]):
			black.WriteString(".BlackDot" + pair)
			marks = append(marks, [2]int{c, d})
		}
		if c < d && grid[c]+grid[d] == 5 {
			v.WriteString(".V" + pair)
		}
		return true
	})
	holds := func(g sudoku.Grid, related func(v, w int) bool, of func(v, w int) bool) bool {
		return besides(grid, func(c, d int) bool { return !of(grid[c], grid[d]) || related(g[c], g[d]) })
	}
	only := func(v, w int) bool { return double(v, w) && !consecutive(v, w) }
	five := func(v, w int) bool { return v+w == 5 }
	all := grids()
	for text, accepts := range map[string]func(g sudoku.Grid) bool{
		".StrictKropki" + white.String() + black.String(): func(g sudoku.Grid) bool {
			return holds(g, consecutive, consecutive) && holds(g, double, only) && unmarked(g, kropki, marks...)
		},
		// A dot is no exemption from AntiConsecutive.
		".AntiConsecutive" + black.String(): func(g sudoku.Grid) bool {
			return holds(g, double, only) && unmarked(g, consecutive)
		},
		".AntiConsecutive.WhiteDot~R1C1~R1C2": func(sudoku.Grid) bool { return false },
		".StrictXV" + v.String(): func(g sudoku.Grid) bool {
			var marked [][2]int
			besides(grid, func(c, d int) bool {
				if five(grid[c], grid[d]) {
					marked = append(marked, [2]int{c, d})
				}
				return true
			})
			return holds(g, five, five) && unmarked(g, five, marked...)
		},
		// The relation of a mark without the mark is no exemption.
		".StrictKropki.GreaterThan~R1C1~R1C2": func(g sudoku.Grid) bool { return g[0] > g[1] && unmarked(g, kropki) },
		".Cage~0~R1C1~R2C3":                   func(g sudoku.Grid) bool { return g[0] != g[6] },
	} {
		p, _, err := iss.Read(".Shape~4x4"+text, place.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		written, lost := iss.Write(p)
		again, _, err := iss.Read(written, place.Options{})
		if err != nil || lost.Rules != nil {
			t.Errorf("%s: written as %s: lost %v, error %v", text, written, lost.Rules, err)
			continue
		}
		for _, g := range all {
			if got, want := p.Check(g) == nil, accepts(g); got != want {
				t.Errorf("%s: the grid %v: %v, want %v", text, g, got, want)
				break
			}
			if p.Check(g) == nil != (again.Check(g) == nil) {
				t.Errorf("%s: written as %s, which differs for the grid %v", text, written, g)
				break
			}
		}
	}
}

// TestRulesThatDependOnOthersKeepTheirMeaning writes rules whose meaning depends on other rules, and reads them again.
func TestRulesThatDependOnOthersKeepTheirMeaning(t *testing.T) {
	dot := func(kind string, number int, cells ...sudoku.Cell) sudoku.Rule {
		return sudoku.Rule{Kind: kind, Number: number, Cells: cells}
	}
	all := grids()
	for _, rules := range [][]sudoku.Rule{
		{{Kind: "negative-difference"}, dot("difference", 3, 0, 1), dot("difference", 2, 5, 6)},
		{{Kind: "negative-difference", Number: 3}, {Kind: "negative-ratio"}, dot("ratio", 2, 0, 1)},
		{{Kind: "negative-difference", Number: 2}, dot("difference", 0, 0, 1)},
		{{Kind: "negative-ratio"}, dot("ratio", 4, 2, 3), dot("difference", 1, 0, 1)},
		{{Kind: "negative-xv"}, dot("sum", 5, 0, 4), dot("sum", 6, 1, 2)},
		{{Kind: "non-consecutive"}, dot("difference", 2, 0, 1)},
		{dot("minimum", 0, 0), dot("minimum", 0, 1), dot("maximum", 0, 10)},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: rules}
		text, lost := iss.Write(p)
		again, _, err := iss.Read(text, place.Options{})
		if err != nil || lost.Rules != nil {
			t.Errorf("%v: written as %s: lost %v, error %v", rules, text, lost.Rules, err)
			continue
		}
		for _, g := range all {
			if want := p.Check(g) == nil; again.Check(g) == nil != want {
				t.Errorf("%v: written as %s: the grid %v: want %v", rules, text, g, want)
				break
			}
		}
	}
}

// TestMarksInAlternatives: whether a mark inside of Or exempts its cells from a strict item is not defined.
func TestMarksInAlternatives(t *testing.T) {
	for text, wrong := range map[string]bool{
		".StrictKropki.Or.WhiteDot~R1C1~R1C2.BlackDot~R1C1~R1C2.End": true,
		".Or.And.V~R1C1~R1C2.End.X~R1C1~R1C2.End.StrictXV":           true,
		".StrictXV.Or.WhiteDot~R1C1~R1C2.BlackDot~R1C1~R1C2.End":     false,
		".StrictKropki.And.WhiteDot~R1C1~R1C2.End":                   false,
	} {
		_, _, err := iss.Read(".Shape~4x4"+text, place.Options{})
		if got := err != nil && strings.Contains(err.Error(), "beside .Strict"); got != wrong || !wrong && err != nil {
			t.Errorf("%s: error %v", text, err)
		}
	}
}
