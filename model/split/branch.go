package split

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
)

// lookahead is the number of variables that are looked ahead from. With 64 cubes of 25×25 puzzles near the ridge the longest piece took 3.3 to 6
// times the nodes of the mean piece, with 1 variable 4.4 to 9 times; 32 take three times as long and are no more even.
const lookahead = 8

// A brancher knows a model and chooses variables to branch on.
type brancher struct {
	eliminate    func(context.Context, []model.Given) *model.Model // strikes what a given or a value of the cube forbids, and no more
	propagate    func(context.Context, []model.Given) *model.Model // propagates
	degree       []int                                             // by variable: in how many constraints it is
	unpropagated []model.Constraint                                // those that propagation does not look at
}

func newBrancher(m *model.Model) *brancher {
	b := &brancher{eliminate: deduce.Givens{}.Prepare(m), propagate: deduce.Singles{}.Prepare(m), degree: make([]int, len(m.Vars))}
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

// estimateWork says how much work a cube promises: the natural logarithm of the number of assignments that propagation leaves, and -Inf if it
// leaves none. Only the order matters. The number of blank cells or of candidates instead makes the pieces no more even.
func (b *brancher) estimateWork(c Cube) float64 {
	settled := b.propagate(context.Background(), c)
	work := 0.0
	for _, v := range settled.Vars {
		work += math.Log(float64(len(v.Domain)))
	}
	if math.IsInf(work, -1) || len(b.unpropagated) == 0 {
		return work
	}
	p := newPartial(settled)
	for v := range settled.Vars {
		if d := settled.Vars[v].Domain; len(d) == 1 {
			p.assigned[v], p.value[v] = true, d[0]
		}
	}
	if slices.ContainsFunc(b.unpropagated, p.violates) {
		return math.Inf(-1)
	}
	return work
}

// branch returns the children of a leaf, one for each value that a variable may have as far as single constraints say, or nil if
// propagation has decided all variables. Of the variables with the fewest values it takes the one whose children leave the fewest
// assignments together, and of several the first.
func (b *brancher) branch(l *leaf) []*leaf {
	var best []*leaf
	least := math.Inf(1)
	for _, v := range b.branchCandidates(l.cube) {
		var children []*leaf
		left := 0.0 // the share of the assignments that the children leave together
		for _, x := range slices.Clone(b.eliminate(context.Background(), l.cube).Vars[v].Domain) {
			cube := append(slices.Clone(l.cube), model.Given{Var: v, Value: x})
			child := &leaf{cube: cube, work: b.estimateWork(cube)}
			left += math.Exp(child.work - l.work)
			children = append(children, child)
		}
		if best == nil || left < least {
			best, least = children, left
		}
	}
	return best
}

// branchCandidates returns the variables that are worth a look: up to ahead of those with several values, fewest first, and of as many values
// those in more constraints.
func (b *brancher) branchCandidates(c Cube) []model.Var {
	vars := b.propagate(context.Background(), c).Vars
	var several []model.Var
	for v := range vars {
		if len(vars[v].Domain) > 1 {
			several = append(several, model.Var(v))
		}
	}
	slices.SortStableFunc(several, func(v, w model.Var) int {
		return cmp.Or(cmp.Compare(len(vars[v].Domain), len(vars[w].Domain)), cmp.Compare(b.degree[w], b.degree[v]))
	})
	return several[:min(len(several), lookahead)]
}
