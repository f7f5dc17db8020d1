package simonis

import (
	"context"
	"fmt"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/consistency"
	"nonet/cmd/nonet-lab/internal/papers/relaxation"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// A level is a way to propagate a puzzle.
type level struct {
	name  string
	rules consistency.Rules
}

// levels lists the levels of propagation. Each is at least as strong as the previous levels, except that bounds and
// domain propagate single constraints and do not find locked candidates.
var levels = []level{
	{"values", consistency.Rules{}},
	{"hidden", consistency.Rules{Hidden: true}},
	{"locked-rows", consistency.Rules{Hidden: true, Locked: consistency.NoColumns}},
	{"locked", consistency.Rules{Hidden: true, Locked: consistency.All}},
	{"bounds", consistency.Rules{Hidden: true, Bounds: true}},
	{"domain", consistency.Rules{Hidden: true, Domain: true}},
	{"domain+locked", consistency.Rules{Hidden: true, Domain: true, Locked: consistency.All}},
}

// shavings lists levels with shaving, which takes much longer.
var shavings = []level{
	{"values+shaving", consistency.Rules{Shaving: true}},
	{"hidden+shaving", consistency.Rules{Hidden: true, Shaving: true}},
	{"domain+locked+shaving", consistency.Rules{Hidden: true, Domain: true, Locked: consistency.All, Shaving: true}},
}

// candidates returns the number of values left over all cells.
func candidates(domains []model.Domain) int {
	return slice.Sum(domains, model.Domain.Size)
}

// measured returns a task that measures values of a puzzle. All puzzles have a solution, so it is a failure of the run
// if propagation refutes one.
func measured(name string, measure func(context.Context, sudoku.Puzzle, map[string]float64) error) campaign.Task {
	return papers.TaskOf(name, func(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
		return measure(ctx, *run.Instance.Puzzle, record.Values)
	})
}

var (
	propagation = measured("propagation", propagating(levels))
	shaving     = measured("shaving", propagating(shavings))
	relaxed     = measured("relaxation", relaxing)
)

// propagating returns a function that propagates a puzzle by each of the levels. For each level NAME it sets three
// values: NAME is 1 if every cell has one value left, otherwise 0; NAME-left is the number of candidates left;
// NAME-seconds is the time.
func propagating(levels []level) func(context.Context, sudoku.Puzzle, map[string]float64) error {
	return func(ctx context.Context, p sudoku.Puzzle, values map[string]float64) error {
		for _, l := range levels {
			begin := time.Now()
			domains, consistent, err := consistency.Closure(ctx, p.Model(), l.rules)
			if err == nil && !consistent {
				err = fmt.Errorf("%s refutes a puzzle that has a solution", l.name)
			}
			if err != nil {
				return err
			}
			values[l.name+"-seconds"] = time.Since(begin).Seconds()
			left := candidates(domains)
			values[l.name+"-left"] = float64(left)
			values[l.name] = papers.OneIf(left == len(domains))
		}
		return nil
	}
}

// relaxing solves the linear relaxation of a puzzle. It sets three values: "integral" is 1 if the point that CLP finds
// is the solution, "proof" is 1 if the relaxation has no other point, and "gap" is the gap as [relaxation.Measure]
// defines it.
func relaxing(ctx context.Context, p sudoku.Puzzle, values map[string]float64) error {
	solution, err := papers.SolutionOf(ctx, p)
	if err != nil {
		return err
	}
	fractional, gap, err := relaxation.Measure(ctx, p.Model(), solution)
	if err != nil {
		return err
	}
	values["integral"], values["proof"], values["gap"] = papers.OneIf(fractional == 0), papers.OneIf(gap < 1e-6), gap
	return nil
}
