package unavoidable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/parallel"
)

// Options limits a search.
type Options struct {
	Size int // the largest number of variables in a set
	Jobs int // number of concurrent searches; zero means GOMAXPROCS. The result does not depend on it
}

// Find returns all minimal unavoidable sets of the solution a of m with at most o.Size variables. Each set is
// increasing. The sets are sorted by size, and sets of the same size lexicographically. m must have no objective. If
// ctx ends, Find returns only ctx.Err().
//
// # Completeness
//
// Let U be a minimal unavoidable set of at most Size variables. Some solution b agrees with a outside U. The variables
// in which b differs from a are an unavoidable set within U; since U is minimal, that set is U. So it suffices to find
// every solution that differs in at most Size variables, and to keep, of their sets of differing variables, the sets
// that contain no other.
//
// The search for such a solution b changes some variables from their values in a to their values in b, and freezes
// others at their values in a. It starts with the least variable in which b differs: it changes this variable, trying
// each of its other values, and freezes the variables before it. Then, if the changes violate a constraint, b must
// change another variable of its scope. In an AllDifferent in which a variable took the value y, that is the variable
// with the value y in a: the search changes it, trying each of its other values. In other constraints it tries each
// variable that is neither changed nor frozen, with each of its other values, and freezes it afterwards. So exactly one
// branch agrees with b as long as the changes are fewer than those of b, and b is found when all of them are made. The
// search backtracks if the changed variables and the forced variables are more than Size. It also backtracks where no
// constraint is violated, since a solution that differs in further variables gives a set that is not minimal.
func Find(ctx context.Context, m *model.Model, a model.Assignment, o Options) ([][]model.Var, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if m.Objective != nil {
		return nil, errors.New("the model has an objective, which is not supported")
	}
	if m.Shown() < len(m.Vars) { // they would count as changes
		return nil, errors.New("some rules add auxiliary variables to the model, which is not supported")
	}
	if err := m.Check(a); err != nil {
		return nil, fmt.Errorf("not a solution: %w", err)
	}
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	shared := newStructure(m, a)
	found := make([][]hitting.Set, len(a)) // by the least variable of the sets
	searches := make([]*search, jobs)
	parallel.Each(ctx, jobs, len(a), func(_ context.Context, worker, v int) (stop bool) {
		if searches[worker] == nil {
			searches[worker] = newSearch(ctx, shared, o.Size)
		}
		found[v] = hitting.InclusionMinimal(searches[worker].enumerateFrom(v))
		return false
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var sets [][]model.Var
	for _, s := range hitting.InclusionMinimal(slices.Concat(found...)) {
		set := slice.Map(s.Elements(), func(v int) model.Var { return model.Var(v) })
		sets = append(sets, set)
	}
	slices.SortFunc(sets, func(s, t []model.Var) int {
		return cmp.Or(cmp.Compare(len(s), len(t)),
			slices.Compare(s, t))
	})
	return sets, nil
}

// Bound returns a lower bound on the number of variables, out of n, that a puzzle with this solution must give: the
// size of a minimum hitting set of the unavoidable sets. If budget is positive, the search stops after that many nodes;
// LowerBound is then the bound proved so far, and Elements the smallest hitting set found. A hitting set is not
// necessarily a puzzle with one solution, since it may miss larger unavoidable sets.
func Bound(ctx context.Context, n int, sets [][]model.Var, budget int64) (hitting.Result, error) {
	all := slice.Map(sets, func(set []model.Var) hitting.Set {
		return hitting.NewSet(n, slice.Map(set, func(v model.Var) int { return int(v) })...)
	})
	return hitting.Minimum(ctx, n, all, budget)
}
