package ask

import (
	"context"
	"slices"

	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// MinimizeRules removes rules of p, which has one solution, as long as that stays its only solution. It tries the rules
// in the order of their indices in order, and returns those left, in their order in p. If ctx ends, it returns the
// rules left so far and the error.
func (k *Asker) MinimizeRules(ctx context.Context, p sudoku.Puzzle, solution sudoku.Grid,
	order []int) ([]sudoku.Rule, error) {
	kept := slices.Repeat([]bool{true}, len(p.Rules))
	left := func() (rules []sudoku.Rule) {
		for i, r := range p.Rules {
			if kept[i] {
				rules = append(rules, r)
			}
		}
		return rules
	}
	for _, i := range order {
		kept[i] = false
		less := p
		if less.Rules = left(); less.Validate() != nil { // a rule may need another one, such as regions
			kept[i] = true
			continue
		}
		a := k.Ask(ctx, Question{Kind: Unique}, problem.Of(less))
		if a.Err != nil {
			kept[i] = true
			return left(), a.Err
		}
		// A rule about what is not marked says more without a mark: the solution may be another one.
		kept[i] = a.Verdict != model.One || !slices.Equal(a.Solution, solution)
	}
	return left(), nil
}
