package simonis

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nonet/backends/cdcl"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/consistency"
	"nonet/cmd/nonet-lab/internal/papers/relaxation"
	"nonet/encode/cnf"
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

// formulas lists presets whose unit propagation is measured, and for each the level that is known to be as strong
// (tdoku's table of solvers, and the tests of encode/cnf).
var formulas = []struct {
	preset cnf.Preset
	equals string
}{
	{cnf.Minimal, "values"}, {cnf.Efficient, "values"}, {cnf.Extended, "hidden"}, {cnf.Triad, "locked"},
}

// candidates returns the number of values left over all cells.
func candidates(domains []model.Domain) int {
	n := 0
	for _, d := range domains {
		n += d.Size()
	}
	return n
}

// measured returns a task that measures values of a puzzle. All puzzles have a solution, so it is a failure of the run
// if propagation refutes one.
func measured(name, summary string, measure func(context.Context, sudoku.Puzzle,
	map[string]float64) error) campaign.Task {
	return papers.TaskOf(name, summary, func(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
		return measure(ctx, *run.Instance.Puzzle, record.Values)
	})
}

var (
	propagation = measured("propagation", "propagates at every level, without search", propagating(levels))
	shaving     = measured("shaving", "propagates with shaving, without search", propagating(shavings))
	relaxed     = measured("relaxation", "solves the linear relaxation of the 0-1 program, without branching", relaxing)
	units       = measured("units", "unit propagation on formulas, beside the level that it equals", compareUnits)
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

// compareUnits compares unit propagation on formulas with the levels. For each preset NAME it sets two values: NAME is
// 1 if every cell has one value left, otherwise 0; NAME-same is 1 if the candidates left equal those of the level that
// is known to be as strong, cell by cell, otherwise 0.
func compareUnits(ctx context.Context, p sudoku.Puzzle, values map[string]float64) error {
	m := p.Model()
	n := p.Shape.N()
	for _, f := range formulas {
		l := levels[slices.IndexFunc(levels, func(l level) bool { return l.name == f.equals })]
		want, _, err := consistency.Closure(ctx, p.Model(), l.rules)
		if err != nil {
			return err
		}
		e, err := cnf.Encoder{Preset: f.preset}.Encode(m)
		if err != nil {
			return err
		}
		implied, consistent, err := cdcl.Propagate(ctx, e.Formula)
		if err != nil {
			return err
		}
		if !consistent {
			return fmt.Errorf("%s refutes a puzzle that has a solution", f.preset)
		}
		kept := keptBy(implied, n)
		same, left := true, 0
		for cell, d := range want {
			for v := 1; v <= n; v++ {
				kept := kept(cell, v)
				same = same && kept == d.Contains(v)
				if kept {
					left++
				}
			}
		}
		values[f.preset.String()] = papers.OneIf(left == n*n)
		values[f.preset.String()+"-same"] = papers.OneIf(same)
	}
	return nil
}

// keptBy returns a function that reports whether value v of a cell is still possible given the implied literals; n is
// the number of values.
func keptBy(implied []cnf.Lit, n int) func(cell, v int) bool {
	removed := make([]bool, n*n*n+1)
	taken := make([]int, n*n) // by cell: its value, or 0
	for _, lit := range implied {
		switch x := int(max(lit, -lit)); {
		case x > n*n*n: // auxiliary
		case lit < 0:
			removed[x] = true
		default:
			taken[(x-1)/n] = (x-1)%n + 1
		}
	}
	return func(cell, v int) bool {
		// the formula of minimal has no clauses for the second condition
		return !removed[cell*n+v] && (taken[cell] == 0 || taken[cell] == v)
	}
}
