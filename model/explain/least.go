package explain

import (
	"context"

	"nonet/model/hitting"
)

// A least set is what is known of the smallest sets of some kind.
type least struct {
	members []int         // the smallest that was found, increasing
	atLeast int           // none is smaller
	exact   bool          // members is a smallest
	sets    []hitting.Set // each of which meets every set of the kind
}

// findLeast looks for a smallest set of elements 0..n-1 of the kind that misses no set in a large, unknown collection: missed returns one
// that meets none of the chosen elements, or nil if there is none. The smaller the sets it returns, the sooner the end. start is a set of the
// kind; the search stops when it is clear that enough or more are needed, if that is positive, and when the budget of nodes is used up.
//
// A smallest set that meets all sets found so far is a lower bound. If it misses none, it is what is looked for. Otherwise the
// collection shows further sets, each disjoint from those before it in the same round, since such sets bound most.
func findLeast(ctx context.Context, n int, start []int, enough int, budget *int64, missed func(chosen hitting.Set) (hitting.Set, error)) (least, error) {
	l := least{members: start}
	for {
		r, err := hitting.Minimum(ctx, n, l.sets, *budget)
		*budget -= r.Nodes
		l.atLeast = max(l.atLeast, r.AtLeast)
		if l.atLeast >= len(l.members) {
			l.exact = true
			return l, nil
		}
		if err != nil || !r.Exact || *budget <= 0 || enough > 0 && l.atLeast >= enough {
			return l, err
		}
		chosen := hitting.NewSet(n, r.Hit...)
		known := len(l.sets)
		for {
			set, err := missed(chosen)
			if err != nil {
				return l, err
			}
			if set == nil {
				break
			}
			l.sets = append(l.sets, set)
			chosen.Unite(set)
		}
		l.exact = len(l.sets) == known
		if l.exact || chosen.Len() < len(l.members) {
			l.members = chosen.Elements()
		}
		if l.exact {
			return l, nil
		}
	}
}

// budget returns the nodes that the search for a smallest set may take.
func (e *Explainer) budget() *int64 {
	n := e.Budget
	if n <= 0 {
		n = 1_000_000
	}
	return &n
}
