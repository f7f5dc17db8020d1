package ask

import (
	"cmp"
	"context"
	"slices"
	"time"

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
		same, err := k.keepsSolution(ctx, p, left(), solution)
		if kept[i] = !same; err != nil {
			return left(), err
		}
	}
	return left(), nil
}

// RedundantRules returns the rules of p, which has one solution, that can be removed, each alone, so that it stays the
// only solution. It asks one question for each rule. The time limit counts from start.
func (k *Asker) RedundantRules(ctx context.Context, start time.Time, p sudoku.Puzzle, solution sudoku.Grid) (
	redundant []sudoku.Rule, err error,
) {
	err = k.WithGround(ctx, start, problem.Of(p), func(ctx context.Context, _ *Ground) error {
		for i, r := range p.Rules {
			same, err := k.keepsSolution(ctx, p, slices.Delete(slices.Clone(p.Rules), i, i+1), solution)
			if err = cmp.Or(ctx.Err(), err); err != nil {
				return err
			}
			if same {
				redundant = append(redundant, r)
			}
		}
		return nil
	})
	return redundant, err
}

// keepsSolution reports whether p with other rules has this solution only. It is not so if a rule needs another one
// that is missing, such as regions.
func (k *Asker) keepsSolution(ctx context.Context, p sudoku.Puzzle, rules []sudoku.Rule, solution sudoku.Grid) (
	bool, error,
) {
	if p.Rules = rules; p.Validate() != nil {
		return false, nil
	}
	a := k.Ask(ctx, Question{Kind: Unique}, problem.Of(p))
	// A rule about what is not marked says more without a mark: the solution may be another one.
	return a.Err == nil && a.Verdict == model.One && slices.Equal(a.Solution, solution), a.Err
}
