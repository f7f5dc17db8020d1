package minimal

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// A Prober asks which givens are needed. It is used by one goroutine.
type Prober struct {
	oracle  *query.Oracle
	scratch []model.Given // scratch
	removed [1]model.Given
}

// NewProber returns a Prober for puzzles over the base model of the oracle.
func NewProber(o *query.Oracle) *Prober { return &Prober{oracle: o} }

// Unique reports whether the base model with givens has one solution, where the caller knows that it has exactly one with removed as well.
// Another solution differs from it in some of these, so two are enough to look at.
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

// isRedundant reports whether givens, of which there must be an i-th, leave one solution without it.
func (p *Prober) isRedundant(ctx context.Context, givens []model.Given, i int) (bool, error) {
	p.scratch = append(append(p.scratch[:0], givens[:i]...), givens[i+1:]...)
	p.removed[0] = givens[i]
	return p.Unique(ctx, p.scratch, p.removed[:])
}

// Redundant returns the givens that can go, each alone, in the order of givens. If there are none, the puzzle is minimal.
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

// Minimal reports whether each of the givens is needed. It stops at the first that is not.
func (p *Prober) Minimal(ctx context.Context, givens []model.Given) (bool, error) {
	for i := range givens {
		if redundant, err := p.isRedundant(ctx, givens, i); redundant || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Minimize removes givens as long as the solution remains the only one, and returns the rest in the order of givens. It tries the givens in
// the order of the indices in order, or from first to last if order is nil; an early one is more likely to go. The result is minimal: each
// given was found to be needed beside more givens than are left, so it is needed beside these.
//
// If it ends early, the givens that are left so far come back with the error; they have one solution, but may not be minimal.
func (p *Prober) Minimize(ctx context.Context, givens []model.Given, order []int) ([]model.Given, error) {
	left := slices.Clone(givens)
	try := func(g model.Given) error {
		i := slices.Index(left, g)
		if i < 0 {
			return nil // stated twice, and gone already
		}
		ok, err := p.isRedundant(ctx, left, i)
		if ok && err == nil {
			left = slices.Delete(left, i, i+1)
		}
		return err
	}
	for k := range givens {
		if order != nil {
			k = order[k]
		}
		if err := try(givens[k]); err != nil {
			return left, err
		}
	}
	return left, nil
}
