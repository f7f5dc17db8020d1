package native_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestVariantSamples checks that kinds.nonet is what it generates: for each kind of rule a 6x6 puzzle with exactly one
// solution, which has several solutions without its rules; -update rewrites the file.
//
// The solution comes first: for rules about the whole grid, a random grid that satisfies them; otherwise any grid, and
// rules over random cells are drawn until some of them hold in it. Then clues are removed in random order while the
// solution is unique. The native solver does all solving.
func TestVariantSamples(t *testing.T) {
	var out bytes.Buffer
	out.WriteString("# For each kind of rule a puzzle with exactly one solution, in the comment above it; " +
		"without its rules it has several.\n")
	w, err := notation.NewWriter(&out, "nonet")
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range sudoku.RuleKinds() {
		random := rand.New(rand.NewPCG(2026, uint64(i)))
		p, solution := drawVariant(t, random, kind)
		fmt.Fprintf(&out, "\n# solution %s", notation.Line(solution))
		if i == 0 {
			out.WriteByte('\n')
		}
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "variants/kinds.nonet", out.Bytes())
}

// drawVariant draws puzzles of a kind until one has several solutions without its rules.
func drawVariant(t *testing.T, random *rand.Rand, kind sudoku.RuleKind) (sudoku.Puzzle, sudoku.Grid) {
	for {
		p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: make(sudoku.Grid, 36), Name: kind.Name}
		switch {
		case kind.Name == "regions":
			p.Shape = sudoku.Shape{Height: 1, Width: 6}
			p.Rules = []sudoku.Rule{jigsaw(random, p.Shape)}
		case !kind.TakesCells() && !kind.IsCore():
			p.Rules = []sudoku.Rule{{Kind: kind.Name}}
		}
		solution := fillVariant(t, random, p)
		if solution == nil {
			continue
		}
		for tries := 0; p.Rules == nil || tries < 300 && len(p.Rules) < rulesOf(kind); tries++ {
			r := drawRule(random, p.Shape, kind, solution)
			if r.Validate(p.Shape) == nil && r.Check(p.Shape, solution) == nil {
				p.Rules = append(p.Rules, r)
			}
		}
		p.Clues = slices.Clone(solution)
		for _, c := range random.Perm(len(p.Clues)) {
			p.Clues[c] = 0
			if countUpTo(t, p, 2) != 1 {
				p.Clues[c] = solution[c]
			}
		}
		classic := p
		classic.Rules = nil
		if countUpTo(t, classic, 2) > 1 {
			return p, solution
		}
	}
}

// rulesOf returns the number of rules of a kind to draw.
func rulesOf(kind sudoku.RuleKind) int {
	switch {
	case !kind.TakesCells() && !kind.IsCore() || kind.Name == "regions":
		return 1
	case kind.Name == "not-equal":
		return 12
	}
	return 5
}

// fillVariant returns a random solution of p, or nil if it has none.
func fillVariant(t *testing.T, random *rand.Rand, p sudoku.Puzzle) sudoku.Grid {
	p.Clues = slices.Clone(p.Clues)
	if countUpTo(t, p, 2) == 0 {
		return nil
	}
	for _, c := range random.Perm(len(p.Clues)) {
		for _, v := range random.Perm(p.Shape.N()) {
			p.Clues[c] = v + 1
			if countUpTo(t, p, 2) > 0 {
				break
			}
		}
	}
	return p.Clues
}

// jigsaw returns connected regions: those of rows, after random exchanges of cells that keep them connected.
func jigsaw(random *rand.Rand, s sudoku.Shape) sudoku.Rule {
	n := s.N()
	regionOf := make([]int, s.Cells())
	for c := range regionOf {
		regionOf[c] = c / n
	}
	for range 20000 {
		a, b := random.IntN(len(regionOf)), random.IntN(len(regionOf))
		x, y := regionOf[a], regionOf[b]
		regionOf[a], regionOf[b] = y, x
		if !connected(s, regionOf, x) || !connected(s, regionOf, y) {
			regionOf[a], regionOf[b] = x, y
		}
	}
	r := sudoku.Rule{Kind: "regions"}
	seen := map[int]bool{}
	for _, first := range regionOf {
		if seen[first] {
			continue
		}
		seen[first] = true
		for c, region := range regionOf {
			if region == first {
				r.Cells = append(r.Cells, sudoku.Cell(c))
			}
		}
	}
	return r
}

func connected(s sudoku.Shape, regionOf []int, region int) bool {
	reached := map[int]bool{}
	var visit func(c int)
	visit = func(c int) {
		if reached[c] || regionOf[c] != region {
			return
		}
		reached[c] = true
		for _, d := range neighbors(s, sudoku.Cell(c), false) {
			visit(int(d))
		}
	}
	visit(slices.Index(regionOf, region))
	return len(reached) == s.N()
}

// neighbors returns the cells beside c, with corners also the diagonal ones.
func neighbors(s sudoku.Shape, c sudoku.Cell, corners bool) (all []sudoku.Cell) {
	for d := range sudoku.Cell(s.Cells()) {
		rows, columns := s.Row(c)-s.Row(d), s.Column(c)-s.Column(d)
		if distance := rows*rows + columns*columns; distance == 1 || corners && distance == 2 {
			all = append(all, d)
		}
	}
	return all
}

// drawRule draws a rule of the kind over adjacent cells, with the number that fits the solution, if the rule has a
// number.
func drawRule(random *rand.Rand, s sudoku.Shape, kind sudoku.RuleKind, g sudoku.Grid) sudoku.Rule {
	r := sudoku.Rule{Kind: kind.Name}
	length := 2
	switch kind.Name {
	case "difference", "ratio", "not-equal":
	case "even", "odd":
		length = 1 + random.IntN(2)
	case "linear":
		length = 3
	default:
		length = 3 + random.IntN(2)
	}
	cells := []sudoku.Cell{sudoku.Cell(random.IntN(len(g)))}
	for len(cells) < length {
		next := neighbors(s, cells[len(cells)-1], true)
		c := next[random.IntN(len(next))]
		if slices.Contains(cells, c) {
			return r // the caller tries again
		}
		cells = append(cells, c)
	}
	v, w := g[cells[0]], g[cells[min(1, length-1)]]
	switch kind.Name {
	case "linear":
		c := model.Linear{Relation: model.Relation(random.IntN(3))}
		for _, cell := range cells {
			coef := 1 + random.IntN(3)
			if random.IntN(3) == 0 {
				coef = -coef
			}
			c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(cell)})
			c.Bound += coef * g[cell]
		}
		r.Core = c
		return r
	case "not-equal":
		r.Core = model.NotEqual{A: model.Var(cells[0]), B: model.Var(cells[1]), Offset: random.IntN(5) - 2}
		return r
	case "table":
		c := model.Table{}
		var row []int
		for _, cell := range cells {
			c.Vars, row = append(c.Vars, model.Var(cell)), append(row, g[cell])
		}
		c.Rows = [][]int{row}
		for range 2 {
			other := make([]int, len(row))
			for i := range other {
				other[i] = 1 + random.IntN(s.N())
			}
			c.Rows = append(c.Rows, other)
		}
		slices.SortFunc(c.Rows, slices.Compare)
		r.Core = c
		return r
	}
	r.Cells = cells
	switch kind.Name {
	case "cage", "sum":
		for _, c := range cells {
			r.Number += g[c]
		}
	case "product":
		r.Number = 1
		for _, c := range cells {
			r.Number *= g[c]
		}
	case "difference":
		r.Number = max(v, w) - min(v, w)
	case "ratio":
		r.Number = max(v, w) / min(v, w)
	case "whisper":
		r.Number = 3
	}
	return r
}
