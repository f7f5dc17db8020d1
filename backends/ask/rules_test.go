package ask_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// The rules left decide the solution, and none of them can be removed alone.
func TestMinimizeRules(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	k := &ask.Asker{Solver: native.Solver{}}
	removed := 0
	for i, p := range variants(t, "*.nonet") {
		if i%backendtest.Rounds(3, 1) != 0 {
			continue
		}
		a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(p))
		solution := slices.Clone(a.Solution)
		left, err := k.MinimizeRules(t.Context(), p, solution, random.Perm(len(p.Rules)))
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		removed += len(p.Rules) - len(left)
		less := p
		less.Rules = left
		if a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(less)); a.Verdict != model.One ||
			!slices.Equal(a.Solution, solution) {
			t.Errorf("%s: with the rules left the verdict is %v", p.Name, a.Verdict)
		}
		for i := range left {
			less.Rules = slices.Delete(slices.Clone(left), i, i+1)
			if less.Validate() != nil {
				continue
			}
			a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(less))
			if a.Verdict == model.One && slices.Equal(a.Solution, solution) {
				t.Errorf("%s: rule %d of those left is not needed: %+v", p.Name, i, left[i])
			}
		}
	}
	if removed < 10 {
		t.Errorf("%d rules removed, want more", removed)
	}
}

// Without a mark, a rule about unmarked neighbours excludes the solution. So the marks are needed as long as that rule
// is left, though all clues but one are given.
func TestMinimizeRulesKeepsTheSolution(t *testing.T) {
	solution := digits("1234341221434321")
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: slices.Clone(solution),
		Rules: []sudoku.Rule{{Kind: "negative-difference"}}}
	p.Clues[0] = 0
	for a := range sudoku.Cell(16) {
		for _, b := range []sudoku.Cell{a + 1, a + 4} {
			beside := b < 16 && (p.Shape.Row(a) == p.Shape.Row(b) || p.Shape.Column(a) == p.Shape.Column(b))
			if beside && max(solution[a]-solution[b], solution[b]-solution[a]) == 1 {
				p.Rules = append(p.Rules, sudoku.Rule{Kind: "difference", Number: 1, Cells: []sudoku.Cell{a, b}})
			}
		}
	}
	k := &ask.Asker{Solver: native.Solver{}}
	a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(p))
	if a.Verdict != model.One || len(p.Rules) < 10 {
		t.Fatalf("verdict %v with %d rules, want one solution", a.Verdict, len(p.Rules))
	}
	left, err := k.MinimizeRules(t.Context(), p, solution, []int{1, 2, 3})
	if err != nil || len(left) != len(p.Rules) {
		t.Errorf("%d of %d rules are left, error %v, want all", len(left), len(p.Rules), err)
	}
	if left, err = k.MinimizeRules(t.Context(), p, solution, []int{0, 1}); err != nil || len(left) != len(p.Rules)-2 {
		t.Errorf("%d of %d rules are left, error %v, want all but the first two", len(left), len(p.Rules), err)
	}
}
