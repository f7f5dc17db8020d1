package unavoidable

import (
	"context"

	"nonet/model"
	"nonet/model/hitting"
)

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
