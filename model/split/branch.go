package split

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
)

// lookahead is the number of candidate variables whose children branch propagates. With 64 cubes of 25×25 puzzles near
// the phase transition, the longest piece took 3.3 to 6 times the nodes of the mean piece, and 4.4 to 9 times with 1
// variable; 32 variables take three times as long and make the pieces no more even.
const lookahead = 8

// A brancher chooses variables of a model to branch on.
type brancher struct {
	eliminate    func(context.Context, []model.Given) *model.Model // removes what single givens forbid: deduce.Givens
	propagate    func(context.Context, []model.Given) *model.Model // deduce.Singles
	degree       []int                                             // by variable: the number of constraints over it
	shown        int                                               // number of variables to branch on
	unpropagated []model.Constraint                                // the constraints that propagate ignores
}

func newBrancher(m *model.Model) *brancher {
	b := &brancher{eliminate: deduce.Givens.Prepare(m), propagate: deduce.Singles.Prepare(m),
		degree: make([]int, len(m.Vars)), shown: m.Shown()}
	for _, c := range m.Constraints {
		for _, v := range c.Scope() {
			b.degree[v]++
		}
		switch c.(type) {
		case model.Linear, model.Table:
			b.unpropagated = append(b.unpropagated, c)
		}
	}
	return b
}

// estimateWork returns an estimate of the work in a cube: the natural logarithm of the number of assignments that
// propagation leaves, and -Inf if it leaves none. Only the order of estimates matters. The number of blank cells, or of
// candidates, makes the pieces no more even.
func (b *brancher) estimateWork(c Cube) float64 {
	settled := b.propagate(context.Background(), c)
	work := 0.0
	for _, v := range settled.Vars {
		work += math.Log(float64(v.Domain.Size()))
	}
	if math.IsInf(work, -1) || len(b.unpropagated) == 0 {
		return work
	}
	p := newPartial(settled)
	for v := range settled.Vars {
		if d := settled.Vars[v].Domain; d.Size() == 1 {
			p.Assigned[v], p.Value[v] = true, d.Min()
		}
	}
	if slices.ContainsFunc(b.unpropagated, p.violates) {
		return math.Inf(-1)
	}
	return work
}

// branch returns the children of a leaf, one for each value of a variable that no single constraint forbids, or nil if
// propagation has fixed all variables. Among the candidate variables it selects the one whose children leave the fewest
// assignments together, and the first of several. It looks at ctx before each child, whose propagation takes
// milliseconds in a large grid.
func (b *brancher) branch(ctx context.Context, l *leaf) ([]*leaf, error) {
	var best []*leaf
	least := math.Inf(1)
	for _, v := range b.branchCandidates(l.cube) {
		var children []*leaf
		left := 0.0 // the assignments of all children, relative to those of l
		for x := range b.eliminate(context.Background(), l.cube).Vars[v].Domain.All {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			cube := append(slices.Clone(l.cube), model.Given{Var: v, Value: x})
			child := &leaf{cube: cube, work: b.estimateWork(cube)}
			left += math.Exp(child.work - l.work)
			children = append(children, child)
		}
		if best == nil || left < least {
			best, least = children, left
		}
	}
	return best, nil
}

// maxBranches is the largest domain that is branched on, since branch propagates each value.
const maxBranches = 1024

// branchCandidates returns up to lookahead variables with several values, at most maxBranches: those with the fewest
// values first, and among equals those in more constraints first.
func (b *brancher) branchCandidates(c Cube) []model.Var {
	vars := b.propagate(context.Background(), c).Vars
	var several []model.Var
	for v := range vars[:b.shown] {
		if n := vars[v].Domain.Size(); n > 1 && n <= maxBranches {
			several = append(several, model.Var(v))
		}
	}
	slices.SortStableFunc(several, func(v, w model.Var) int {
		return cmp.Or(cmp.Compare(vars[v].Domain.Size(), vars[w].Domain.Size()), cmp.Compare(b.degree[w], b.degree[v]))
	})
	return several[:min(len(several), lookahead)]
}
