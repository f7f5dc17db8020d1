package hitting

import (
	"context"
	"math"
)

// An ImplicitResult is the smallest hitting set of a collection that Implicit found, and a lower bound on all of them.
type ImplicitResult struct {
	Elements   []int // the smallest hitting set found, increasing unless it is the start
	LowerBound int   // every hitting set has at least this many elements
	Exact      bool  // Elements is a minimum hitting set
	Sets       []Set // the sets of the collection that missed returned
}

// Implicit looks for a minimum hitting set of a large collection of sets with elements 0..n-1. The collection is given
// by missed, which returns a set of the collection that is disjoint from chosen, or nil if there is none. Implicit
// converges faster if missed returns small sets. start is a hitting set of the collection.
//
// Each round computes a minimum hitting set of the sets found so far, whose size is a lower bound. If it hits the whole
// collection, it is a minimum. Otherwise missed adds sets, each disjoint from those before it in the same round, since
// disjoint sets raise the bound the most.
//
// The search ends early if enough is positive and the bound reaches it, or if the budget is used up: the number of
// nodes of Minimum, which Implicit decrements; nil means no limit. If missed returns an error or ctx ends, Implicit
// returns the result so far and the error.
func Implicit(ctx context.Context, n int, start []int, enough int, budget *int64,
	missed func(chosen Set) (Set, error)) (ImplicitResult, error) {
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
			chosen.AddAll(set)
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
