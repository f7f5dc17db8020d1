package generate_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

func variantSolvers() generate.Solvers {
	return generate.Solvers{Search: native.Solver{}, Confirm: native.Solver{}}
}

// TestVariantsOfAllKinds makes a 6x6 puzzle of each kind. It has one solution, rules of the kind, and a person solves
// it without guesses. The same seed makes the same puzzle. By default the test tries every sixteenth kind, with
// NONET_LONG=1 all of them.
func TestVariantsOfAllKinds(t *testing.T) {
	for i, k := range sudoku.RuleKinds() {
		if k.Name == "regions" || os.Getenv("NONET_LONG") == "" && i%16 != 7 {
			continue
		}
		spec := generate.VariantSpec{Shape: sudoku.Shape{Height: 2, Width: 3}, Kinds: []string{k.Name}}
		m, err := generate.NewVariantMaker(spec, variantSolvers())
		var impossible *generate.ImpossibleError
		if errors.As(err, &impossible) {
			continue // such as rules that need digits up to 9
		}
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		p, err := m.Make(context.Background(), 18, 0)
		if errors.As(err, &impossible) || errors.As(err, new(*generate.AttemptsError)) {
			continue // no 6x6 grid satisfies the rule, or this one satisfies none that was drawn
		}
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		if !slices.ContainsFunc(p.Rules, func(r sudoku.Rule) bool { return r.Kind == k.Name }) {
			t.Errorf("%s: the puzzle has no such rule: %v", k.Name, p.Rules)
		}
		verdict, found, _, err := model.Unique(t.Context(), native.Solver{}, p.Model())
		if err != nil || verdict != model.One || !slices.Equal(p.Puzzle.Solution(found[0]), p.Solution) {
			t.Errorf("%s: got %v, %v, want the solution only", k.Name, verdict, err)
		}
		board, err := human.NewPuzzleBoard(p.Puzzle, nil)
		if err != nil {
			t.Fatal(err)
		}
		rating, err := human.Standard().Sound().Rate(board.NewPosition(p.Given(nil)), nil, nil)
		if err != nil || !rating.Solved() || rating.ER > 3 {
			t.Errorf("%s: %d blank cells after rules up to %.1f, error %v, want all filled by simple rules", k.Name,
				rating.Blank, rating.ER, err)
		}
		again, err := m.Make(context.Background(), 18, 0)
		if err != nil || text(p) != text(again) {
			t.Errorf("%s: the second puzzle of the seed is %s, the first %s", k.Name, text(again), text(p))
		}
	}
}

// TestVariantWithGivenRules keeps the given rules, and leaves out clues as long as the solution is unique.
func TestVariantWithGivenRules(t *testing.T) {
	rules := []sudoku.Rule{{Kind: "knight"}, {Kind: "cage", Number: 5, Cells: []sudoku.Cell{0, 1}}}
	spec := generate.VariantSpec{Shape: sudoku.Shape{Height: 2, Width: 3}, Rules: rules, Minimal: true}
	gini, err := methods.Parse("singles+gini")
	if err != nil {
		t.Fatal(err)
	}
	m, err := generate.NewVariantMaker(spec, generate.Solvers{Search: native.Solver{}, Confirm: gini.Solver()})
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Make(context.Background(), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rules) != 2 || p.Rules[0].Kind != "knight" || p.Rules[1].Number != 5 {
		t.Errorf("got rules %v, want the given ones", p.Rules)
	}
	for c, v := range p.Clues {
		if v == 0 {
			continue
		}
		without := p.Puzzle
		without.Clues = slices.Clone(p.Clues)
		without.Clues[c] = 0
		verdict, _, _, err := model.Unique(t.Context(), native.Solver{}, without.Model())
		if err != nil || verdict != model.Multiple {
			t.Errorf("without %s: got %v, %v, want several solutions", p.Shape.Name(sudoku.Cell(c)), verdict, err)
		}
	}
}

func TestImpossibleVariants(t *testing.T) {
	for _, spec := range []generate.VariantSpec{
		{Shape: sudoku.Order(3), Kinds: []string{"cages"}},
		{Shape: sudoku.Order(3), Kinds: []string{"regions"}},
		{Shape: sudoku.Shape{Height: 1, Width: 5}, Kinds: []string{"windoku"}},
	} {
		var impossible *generate.ImpossibleError
		if _, err := generate.NewVariantMaker(spec, variantSolvers()); !errors.As(err, &impossible) {
			t.Errorf("%v: got error %v, want an ImpossibleError", spec, err)
		}
	}
	cage := []sudoku.Rule{{Kind: "cage", Number: 3, Cells: []sudoku.Cell{0, 1, 2}}}
	m, err := generate.NewVariantMaker(generate.VariantSpec{Shape: sudoku.Order(2), Rules: cage}, variantSolvers())
	if err != nil {
		t.Fatal(err)
	}
	var impossible *generate.ImpossibleError
	if _, err := m.Make(context.Background(), 1, 0); !errors.As(err, &impossible) {
		t.Errorf("a cage of three cells with the sum 3: got error %v, want an ImpossibleError", err)
	}
}

// text returns a puzzle in the format nonet.
func text(p *generate.Puzzle) string {
	s := notation.Line(nil, p.Clues)
	for _, r := range p.Rules {
		s += "; " + notation.RuleText(p.Shape, r)
	}
	return s
}

// TestVariantEnds ends the context at looks that Make takes at it, spread over the whole making. Make must return the
// error at once: in a grid of six rows most of the looks are between two draws of a rule.
func TestVariantEnds(t *testing.T) {
	m, err := generate.NewVariantMaker(
		generate.VariantSpec{Shape: sudoku.Shape{Height: 2, Width: 3}, Kinds: []string{"cage"}}, variantSolvers())
	if err != nil {
		t.Fatal(err)
	}
	whole := backendtest.NewCountdown(t, 1<<40)
	if _, err := m.Make(whole, 3, 0); err != nil {
		t.Fatal(err)
	}
	if whole.Checks < 1000 {
		t.Errorf("%d looks at the context, want one for each draw of a rule", whole.Checks)
	}
	for n := 1; n < whole.Checks; n += whole.Checks/10 + 1 {
		ctx := backendtest.NewCountdown(t, n)
		if _, err := m.Make(ctx, 3, 0); err != context.Canceled || ctx.Checks > n+3 {
			t.Errorf("a context that ends at look %d: error %v after %d looks", n, err, ctx.Checks)
		}
	}
}

// TestVariantsOfTinyGrids makes variants of grids that have room for few rules. Each kind gives a puzzle, an
// ImpossibleError or an AttemptsError.
func TestVariantsOfTinyGrids(t *testing.T) {
	for _, shape := range []sudoku.Shape{{Height: 1, Width: 1}, {Height: 1, Width: 2}, {Height: 1, Width: 3}} {
		for _, k := range sudoku.RuleKinds() {
			m, err := generate.NewVariantMaker(
				generate.VariantSpec{Shape: shape, Kinds: []string{k.Name}}, variantSolvers())
			if err == nil {
				_, err = m.Make(t.Context(), 1, 0)
			}
			var impossible *generate.ImpossibleError
			if err != nil && !errors.As(err, &impossible) && !errors.As(err, new(*generate.AttemptsError)) {
				t.Errorf("%s in %v: %v", k.Name, shape, err)
			}
		}
	}
}
