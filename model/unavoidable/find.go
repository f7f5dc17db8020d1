package unavoidable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"nonet/model"
	"nonet/model/hitting"
)

// Options says what to look for.
type Options struct {
	Size int // the largest size of a set, in variables
	Jobs int // searches at the same time; zero means one per processor. The result is the same for all
}

// Find returns all minimal unavoidable sets of the solution a of m that have at most o.Size variables: by size, and those of a size in
// lexicographic order; each in increasing order. m must have no objective. If ctx ends it, nothing comes back but ctx.Err().
//
// # Completeness
//
// Let U be a minimal unavoidable set of at most Size variables. Some solution b agrees with a outside U and differs from it in U, and it
// differs in all of U, since the variables in which it differs are an unavoidable set, too, and U is minimal. So it is enough to find every
// solution that differs in at most Size variables and to keep, of the sets of variables in which they differ, those that contain no other.
//
// The search for such a solution b has changed some variables to their values in b, and frozen others at their values in a. It begins with the
// least variable in which b differs: it is changed, and those before it are frozen; each of its other values is tried. Then, if the changes
// violate a constraint, some variable of its scope that was not changed must be. In an AllDifferent where a variable took the value y it is the
// one that has y in a: it is changed, and each of its other values is tried. In other constraints each variable that is neither changed nor
// frozen is tried, with each of its other values, and is then frozen. So one of the branches agrees with b, and no other does, as long as the
// changes are fewer than those of b; and b is found when all of them are made. The search turns back when the variables that were changed and
// those that must be changed are more than Size; and where nothing is violated, since a solution that differs in yet more variables makes a set
// that is not minimal.
func Find(ctx context.Context, m *model.Model, a model.Assignment, o Options) ([][]model.Var, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if m.Objective != nil {
		return nil, errors.New("unavoidable: the model has an objective")
	}
	if err := m.Check(a); err != nil {
		return nil, fmt.Errorf("unavoidable: not a solution: %w", err)
	}
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	shared := newStructure(m, a)
	found := make([][]hitting.Set, len(a)) // by the least variable
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(jobs, len(a)) {
		workers.Go(func() {
			s := newSearch(ctx, shared, o.Size)
			for v := int(next.Add(1)) - 1; v < len(a) && ctx.Err() == nil; v = int(next.Add(1)) - 1 {
				found[v] = hitting.InclusionMinimal(s.enumerateFrom(v))
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var sets [][]model.Var
	for _, s := range hitting.InclusionMinimal(slices.Concat(found...)) {
		var set []model.Var
		for _, v := range s.Elements() {
			set = append(set, model.Var(v))
		}
		sets = append(sets, set)
	}
	slices.SortFunc(sets, func(s, t []model.Var) int { return cmp.Or(cmp.Compare(len(s), len(t)), slices.Compare(s, t)) })
	return sets, nil
}

// Bound says how many of n variables a puzzle must give at least, as far as unavoidable sets show: as many as there are in the smallest set that
// hits all of them. The search for it stops after budget nodes, if that is positive; AtLeast is then what was proved by that time, and Hit
// the smallest hitting set that was found. A hitting set need not be a puzzle with one solution, since larger unavoidable sets may miss it.
func Bound(ctx context.Context, n int, sets [][]model.Var, budget int64) (hitting.Result, error) {
	all := make([]hitting.Set, len(sets))
	for i, set := range sets {
		all[i] = hitting.NewSet(n)
		for _, v := range set {
			all[i].Add(int(v))
		}
	}
	return hitting.Minimum(ctx, n, all, budget)
}
