package explain

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/hitting"
)

// A Retraction is a set of entries to take back so that there is a solution again.
type Retraction struct {
	Entries    []int // indices of the entries, increasing
	LowerBound int   // so many have to be taken back
	Exact      bool  // AtLeast is the number of those in Back

	// Conflicts are sets of entries that do not go together with the clues, each minimal: of each, one or more have to be taken back.
	// A set of one is an entry that is wrong in any case.
	Conflicts [][]int
}

// Retract returns the fewest entries to take back so that the clues and the other entries have a solution (a minimal correction set, MCS, of
// smallest size), or nil if the clues alone have none. If ctx ends it, the fewest that were found come back together with ctx.Err(), which may
// be all entries.
//
// The other entries have a solution exactly if those taken back meet every conflict.
func (e *Explainer) Retract(ctx context.Context, clues, entries []model.Given) (*Retraction, error) {
	all := slices.Concat(e.clues, clues)
	if _, ok, err := e.oracle.First(ctx, all); !ok || err != nil {
		return nil, err
	}
	n := len(entries)
	solve := func(kept []int) (model.Assignment, bool, error) {
		e.scratch = append(e.scratch[:0], all...)
		for _, i := range kept {
			e.scratch = append(e.scratch, entries[i])
		}
		return e.oracle.First(ctx, e.scratch)
	}
	// A set that leaves out as little as can be, to begin with.
	start, err := correctionSet(n, hitting.NewSet(n), solve, func(i int) model.Constraint { return entries[i] })
	if err != nil {
		return &Retraction{Entries: indices(n)}, err
	}
	l, err := hitting.Implicit(ctx, n, start.Elements(), 0, e.nodeBudget(), func(back hitting.Set) (hitting.Set, error) {
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
	r := &Retraction{Entries: l.Elements, LowerBound: l.LowerBound, Exact: l.Exact}
	for _, set := range l.Sets {
		r.Conflicts = append(r.Conflicts, set.Elements())
	}
	return r, err
}
