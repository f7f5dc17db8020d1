package minimal

import (
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/query"
)

// A Prober tests which givens are needed. It must not be used by two goroutines at once.
type Prober struct {
	oracle  *query.Oracle
	scratch []model.Given
	removed [1]model.Given
}

// NewProber returns a Prober for puzzles over the base model of the oracle.
func NewProber(o *query.Oracle) *Prober { return &Prober{oracle: o} }

// Unique reports whether the base model with givens has exactly one solution. The caller must know that it has exactly
// one with givens and removed together. Any other solution differs from that one in removed, so the second solution
// decides.
func (p *Prober) Unique(ctx context.Context, givens, removed []model.Given) (bool, error) {
	other := false
	complete, err := p.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		for _, g := range removed {
			other = other || a[g.Var] != g.Value
		}
		return !other
	})
	if err == nil && !other && !complete {
		err = query.ErrIncomplete
	}
	return !other, err
}

// isRedundant reports whether the givens without the i-th leave one solution.
func (p *Prober) isRedundant(ctx context.Context, givens []model.Given, i int) (bool, error) {
	p.scratch = append(append(p.scratch[:0], givens[:i]...), givens[i+1:]...)
	p.removed[0] = givens[i]
	return p.Unique(ctx, p.scratch, p.removed[:])
}

// Redundant returns the givens that can be removed, each alone, in their order. If there are none, the puzzle is
// minimal.
func (p *Prober) Redundant(ctx context.Context, givens []model.Given) ([]model.Given, error) {
	var redundant []model.Given
	for i, g := range givens {
		ok, err := p.isRedundant(ctx, givens, i)
		if err != nil {
			return nil, err
		}
		if ok {
			redundant = append(redundant, g)
		}
	}
	return redundant, nil
}

// Minimal reports whether every given is needed. It stops at the first redundant one.
func (p *Prober) Minimal(ctx context.Context, givens []model.Given) (bool, error) {
	for i := range givens {
		if redundant, err := p.isRedundant(ctx, givens, i); redundant || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Minimize removes givens while the solution remains unique, and returns the remaining givens in their order. It tries
// the givens in the order of the indices in order, or from first to last if order is nil; an early one is more likely
// to be removed. The caller may leave out of order what it knows to be needed. The result is minimal: each remaining
// given was needed next to a superset of the result, so it is needed next to the result.
//
// On an error, Minimize returns the givens that remain so far and the error; they have one solution, but may not be
// minimal.
func (p *Prober) Minimize(ctx context.Context, givens []model.Given, order []int) ([]model.Given, error) {
	left := slices.Clone(givens)
	try := func(g model.Given) error {
		i := slices.Index(left, g)
		if i < 0 {
			return nil // a duplicate that is removed already
		}
		ok, err := p.isRedundant(ctx, left, i)
		if ok && err == nil {
			left = slices.Delete(left, i, i+1)
		}
		return err
	}
	if order == nil {
		order = slice.Indices[int](len(givens))
	}
	for _, k := range order {
		if err := try(givens[k]); err != nil {
			return left, err
		}
	}
	return left, nil
}

// A Minimum is the smallest set of givens that Prober.Minimum found, and a lower bound.
type Minimum struct {
	Givens     []model.Given // the fewest givens found that leave one solution; the minimum if Exact
	LowerBound int           // a lower bound on the number of givens; len(Givens) if Exact
	Exact      bool
}

// Minimum returns the fewest of the givens that leave one solution. The time grows exponentially with the number of
// redundant givens; a minimum for a complete 9x9 grid is out of reach. If ctx ends, Minimum returns the smallest set
// and bound so far and ctx.Err().
//
// A set of givens is unavoidable if some other solution agrees with all givens outside it. A minimum hitting set of the
// unavoidable sets found so far is a lower bound. If it leaves one solution, it is the minimum. Otherwise another
// solution yields an unavoidable set that is not hit.
func (p *Prober) Minimum(ctx context.Context, givens []model.Given) (Minimum, error) {
	start, err := p.Minimize(ctx, givens, nil)
	if err != nil {
		return Minimum{Givens: start}, err
	}
	var members []int
	for i, g := range givens {
		if k := len(members); k < len(start) && start[k] == g {
			members = append(members, i)
		}
	}
	l, err := hitting.Implicit(ctx, len(givens), members, 0, nil, func(chosen hitting.Set) (hitting.Set, error) {
		return p.oracle.UnavoidableSet(ctx, nil, givens, chosen)
	})
	m := Minimum{LowerBound: l.LowerBound, Exact: l.Exact,
		Givens: slice.Map(l.Elements, func(i int) model.Given { return givens[i] })}
	if m.Exact {
		m.LowerBound = len(m.Givens)
	}
	return m, err
}
