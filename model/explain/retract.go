package explain

import (
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
)

// A Retraction is a set of entries whose removal restores a solution: a correction set.
type Retraction struct {
	Entries    []int // indices of the entries to remove, increasing
	LowerBound int   // at least this many entries must be removed
	Exact      bool  // LowerBound is the number of Entries

	// Conflicts are minimal sets of entries that contradict the clues: at least one entry of each must be removed. A
	// set of one is an entry that contradicts the clues by itself.
	Conflicts [][]int
}

// Retract returns the fewest entries whose removal gives the clues and the other entries a solution: a smallest minimal
// correction set (MCS). It returns nil if the clues alone have no solution. If ctx ends, it returns the smallest
// correction set found so far, possibly all entries, and ctx.Err().
//
// The other entries have a solution if and only if the removed entries hit every conflict.
func (e *Explainer) Retract(ctx context.Context, clues, entries []model.Given) (*Retraction, error) {
	all := slices.Concat(e.clues, clues)
	if _, ok, err := e.oracle.First(ctx, all); !ok || err != nil {
		return nil, err
	}
	n := len(entries)
	solve := func(kept []int) (model.Assignment, bool, error) {
		return e.oracle.First(ctx, e.selectGivens(entries, kept, all...))
	}
	// Start with a minimal correction set.
	start, err := correctionSet(n, hitting.NewSet(n), solve, func(i int, a model.Assignment) bool {
		return entries[i].Violation(a) == 0
	})
	if err != nil {
		return &Retraction{Entries: slice.Indices[int](n)}, err
	}
	l, err := hitting.Implicit(ctx, n, start.Elements(), 0, e.nodeBudget(),
		func(back hitting.Set) (hitting.Set, error) {
			var kept []int
			for i := range n {
				if !back.Has(i) {
					kept = append(kept, i)
				}
			}
			_, ok, err := solve(kept)
			if ok || err != nil {
				return nil, err
			}
			conflict, err := shrink(kept, func(left []int) (bool, error) {
				_, ok, err := solve(left)
				return !ok, err
			})
			if err != nil {
				return nil, err
			}
			return hitting.NewSet(n, conflict...), nil
		})
	return &Retraction{Entries: l.Elements, Conflicts: slice.Map(l.Sets, hitting.Set.Elements),
		LowerBound: l.LowerBound, Exact: l.Exact}, err
}
