package minimal

import (
	"context"
	"errors"
	"slices"

	"nonet/model"
)

// A Prober asks which givens are needed. It is used by one goroutine.
type Prober struct {
	search model.Prepared
	less   []model.Given // scratch
	gone   [1]model.Given
}

// ErrIncomplete says that the solver does not decide whether there is another solution.
var ErrIncomplete = errors.New("minimal: the solver does not decide whether there is another solution")

// NewProber returns a Prober for puzzles over the base model that a solver was prepared for. The solver must be complete, and the model
// without objective.
func NewProber(search model.Prepared) *Prober { return &Prober{search: search} }

// Unique reports whether the base model with givens has one solution, where it is known that it has exactly one with removed as well. Another
// solution differs from it in some of these, so two are enough to look at.
func (p *Prober) Unique(ctx context.Context, givens, removed []model.Given) (bool, error) {
	other := false
	r, err := p.search.SolveGiven(ctx, givens, func(a model.Assignment) bool {
		for _, g := range removed {
			other = other || a[g.Var] != g.Value
		}
		return !other
	})
	if err == nil && !other && !r.Complete {
		err = ErrIncomplete
	}
	return !other, err
}

// without reports whether givens, of which there must be an i-th, leave one solution without it.
func (p *Prober) without(ctx context.Context, givens []model.Given, i int) (bool, error) {
	p.less = append(append(p.less[:0], givens[:i]...), givens[i+1:]...)
	p.gone[0] = givens[i]
	return p.Unique(ctx, p.less, p.gone[:])
}

// Redundant returns the givens that can go, each alone, in the order of givens. If there are none, the puzzle is minimal.
func (p *Prober) Redundant(ctx context.Context, givens []model.Given) ([]model.Given, error) {
	var redundant []model.Given
	for i, g := range givens {
		ok, err := p.without(ctx, givens, i)
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
		if redundant, err := p.without(ctx, givens, i); redundant || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Minimize takes givens away as long as the solution remains the only one, and returns those that are left, in the order of givens. What is tried
// first is more likely to go: order holds the indices of givens as they are tried; nil means from the first to the last. What is left is
// minimal: each given was found to be needed by more than are left, which need it all the more.
//
// If it ends early, the givens that are left so far come back with the error; they have one solution, but may not be minimal.
func (p *Prober) Minimize(ctx context.Context, givens []model.Given, order []int) ([]model.Given, error) {
	left := slices.Clone(givens)
	try := func(g model.Given) error {
		i := slices.Index(left, g)
		if i < 0 {
			return nil // stated twice, and gone already
		}
		ok, err := p.without(ctx, left, i)
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
