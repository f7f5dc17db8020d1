package deduce

import (
	"context"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

// A Reduction makes models smaller. It is a value without state and may be used by many goroutines.
type Reduction interface {
	Name() string    // as in METHOD names: "singles"
	Summary() string // one line
	Source() string  // where it is described

	// Preprocess returns a model with the same variables and the same solutions as m, and smaller domains. m is not modified, and the
	// result shares with it what is unchanged. If ctx ends, the result is as small as it is by then, and the error is ctx.Err(); there is
	// no other.
	Preprocess(ctx context.Context, m *model.Model) (*model.Model, error)

	// Prepare analyses base once. The function it returns does to base and the givens what Preprocess does to a model that states
	// both. It must not be called by two goroutines at once, and the model it returns is valid until the next call.
	Prepare(base *model.Model) func(ctx context.Context, givens []model.Given) *model.Model
}

// All returns the reductions: first the project's own, weakest first, then the methods of package human.
func All() []Reduction {
	all := []Reduction{Givens{}, Singles{}, Locked{}}
	for _, m := range human.Methods() {
		all = append(all, humanMethod{m})
	}
	return all
}

// Names returns the names of the reductions, in the order of All.
func Names() []string {
	var names []string
	for _, r := range All() {
		names = append(names, r.Name())
	}
	return names
}

// ByName returns the reduction of that name, and whether there is one.
func ByName(name string) (Reduction, bool) {
	for _, r := range All() {
		if r.Name() == name {
			return r, true
		}
	}
	return nil, false
}

// A procedure deduces what it can from the candidates.
type procedure func(*candidates)

// preprocess does what Reduction.Preprocess promises for a reduction that does what Prepare promises.
func preprocess(ctx context.Context, r Reduction, m *model.Model) (*model.Model, error) {
	return r.Prepare(m)(ctx, nil), ctx.Err()
}

// prepare returns the reduction of base by a procedure that takes microseconds and does not look at the context.
func prepare(base *model.Model, deduce procedure) func(context.Context, []model.Given) *model.Model {
	c := newCandidates(network.New(base))
	out := newResult(c.Network)
	return func(_ context.Context, givens []model.Given) *model.Model {
		c.reset()
		for _, g := range c.Givens {
			c.applyGiven(g)
		}
		for _, g := range givens {
			c.applyGiven(g)
		}
		deduce(c)
		return out.model(c, givens)
	}
}
