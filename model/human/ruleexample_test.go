package human_test

import (
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/human"
)

// TestExamplesOfRules checks that each rule has an example, and that its step agrees with the solution if there is one
// only.
func TestExamplesOfRules(t *testing.T) {
	for _, r := range human.Rules() {
		p, at, s, err := r.Step()
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		for c := range p.Clues {
			if v, filled := at.Value(model.Var(c)); filled {
				p.Clues[c] = v
			}
		}
		if p.Givens() < 17 {
			continue
		}
		solutions := solutionsOf(t, p, 2)
		if len(solutions) != 1 {
			t.Errorf("%s: %d solutions", r.Name, len(solutions))
			continue
		}
		holds := func(k human.Candidate) bool { return solutions[0][k.Cell] == k.Value }
		if slices.ContainsFunc(s.Eliminations, holds) || slices.ContainsFunc(s.Placements,
			func(k human.Candidate) bool { return !holds(k) }) {
			t.Errorf("%s: wrong: %s", r.Name, s)
		}
	}
}
