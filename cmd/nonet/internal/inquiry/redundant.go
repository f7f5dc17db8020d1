package inquiry

import (
	"context"
	"slices"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/internal/slice"
	"nonet/model"
)

// FindRedundant finds the redundant clues and rules, or constraints, of an answer with exactly one solution. It stores
// them in a.Redundant, or an error in a.Err. The time limit of k counts from start.
func FindRedundant(ctx context.Context, k *ask.Asker, start time.Time, a *print.Answer) {
	if a.Err != nil || a.Verdict != model.One {
		return
	}
	p := a.Problem()
	a.Solution = slices.Clone(a.Solution)
	clues, constraints, err := k.Redundant(ctx, start, p, a.Solution)
	if a.Err = err; err != nil {
		return
	}
	if a.Item.Model {
		a.Redundant = &print.Redundancy{Of: len(p.Model.Constraints), One: "constraint", Many: "constraints",
			Names: append([]string{}, slice.Map(constraints, p.Describe)...)}
		return
	}
	r := &print.Redundancy{Of: a.Puzzle.Givens(), One: "clue", Many: "clues", Names: p.NamesOf(clues)}
	if !a.Puzzle.Classic() {
		rules, err := k.RedundantRules(ctx, start, a.Puzzle, a.Solution)
		if a.Err = err; err != nil {
			return
		}
		r.AddRules(a.Puzzle, rules)
	}
	a.Redundant = r
}
