package hitting

import (
	"context"
	"math"
)

// An ImplicitResult is what is known of the smallest sets that hit a collection.
type ImplicitResult struct {
	Elements   []int // the smallest that was found, increasing
	LowerBound int   // none is smaller
	Exact      bool  // Members is a smallest
	Sets       []Set // of the collection, as far as they were found
}

// Implicit looks for a smallest set of elements 0..n-1 that hits a large collection of sets which is known only by missed: it returns a set
// of the collection that meets none of the chosen elements, or nil if there is none. The smaller the sets it returns, the sooner the end. start
// is a set that hits the collection. The search ends early when it is clear that enough elements are needed, if enough is positive, and when the
// budget is used up: nodes of Minimum, from which it takes what it needs; nil means no limit.
//
// A smallest set that hits all sets found so far is a lower bound. If it misses none, it is a smallest. Otherwise the collection shows further
// sets, each disjoint from those before it in the same round, since such sets bound most. If missed or ctx ends it, what is known comes back
// together with the error.
func Implicit(ctx context.Context, n int, start []int, enough int, budget *int64, missed func(chosen Set) (Set, error)) (ImplicitResult, error) {
	l := ImplicitResult{Elements: start}
	if budget == nil {
		unlimited := int64(math.MaxInt64)
		budget = &unlimited
	}
	for {
		r, err := Minimum(ctx, n, l.Sets, *budget)
		*budget -= r.Nodes
		l.LowerBound = max(l.LowerBound, r.LowerBound)
		if l.LowerBound >= len(l.Elements) {
			l.Exact = true
			return l, nil
		}
		if err != nil || !r.Exact || *budget <= 0 || enough > 0 && l.LowerBound >= enough {
			return l, err
		}
		chosen := NewSet(n, r.Elements...)
		known := len(l.Sets)
		for {
			set, err := missed(chosen)
			if err != nil {
				return l, err
			}
			if set == nil {
				break
			}
			l.Sets = append(l.Sets, set)
			chosen.UnionWith(set)
		}
		l.Exact = len(l.Sets) == known
		if l.Exact || chosen.Len() < len(l.Elements) {
			l.Elements = chosen.Elements()
		}
		if l.Exact {
			return l, nil
		}
	}
}
