package native_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/generate"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestVariantSamples checks that kinds.nonet is what it generates: for each kind of rule a 6x6 or 9x9 puzzle with one
// solution, which has several solutions without its rules; -update rewrites the file.
//
// The solution comes first: for rules about the whole grid, a random grid that satisfies them; otherwise any grid, and
// rules over random cells are drawn until some of them hold in it. Then clues are removed in random order while the
// solution is unique. The native solver does all solving.
func TestVariantSamples(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	var out bytes.Buffer
	out.WriteString("# For each kind of rule a puzzle with exactly one solution, in the comment above it; " +
		"without its rules it has several.\n")
	w, err := notation.NewWriter(&out, "nonet")
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range sudoku.RuleKinds() {
		seed := fnv.New64() // of the name, so that further kinds change no sample
		seed.Write([]byte(kind.Name))
		random := rand.New(rand.NewPCG(2026, seed.Sum64()))
		p, solution := drawVariant(t, random, kind)
		fmt.Fprintf(&out, "\n# solution %s", notation.Line(p.Shape.Usual(), solution))
		if i == 0 {
			out.WriteByte('\n')
		}
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	backendtest.Golden(t, "../../testdata/puzzles/variants/kinds.nonet", out.Bytes(), *updateSamples)
}

// drawVariant draws puzzles of a kind until one has several solutions without its rules.
func drawVariant(t *testing.T, random *rand.Rand, kind sudoku.RuleKind) (sudoku.Puzzle, sudoku.Grid) {
	for {
		p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: make(sudoku.Grid, 36), Name: kind.Name}
		switch {
		case kind.Name == "regions":
			p.Shape = sudoku.Shape{Height: 1, Width: 6}
			p.Rules = []sudoku.Rule{generate.Jigsaw(random, p.Shape)}
		case kind.IsWhole() || !kind.ExampleShape().IsUsual():
			p.Rules = []sudoku.Rule{kind.Example}
			// In a large grid, lines differ anyway, and areas are slow.
			if p.Validate() != nil || kind.Name == "different-lines" || kind.Name == "connected" {
				p.Shape = kind.ExampleShape()
				p.Clues, p.Alphabet = make(sudoku.Grid, p.Shape.Cells()), p.Shape.Usual()
			}
		}
		solution := fillVariant(t, random, p)
		if solution == nil {
			continue
		}
		for tries := 0; p.Rules == nil || tries < 300 && len(p.Rules) < rulesOf(kind); tries++ {
			r := generate.DrawRule(random, p.Shape, kind, solution)
			if r.Validate(p.Shape) == nil && generate.Holds(p.Shape, r, solution) {
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
	case kind.IsWhole() || !kind.ExampleShape().IsUsual() || kind.Name == "regions":
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
