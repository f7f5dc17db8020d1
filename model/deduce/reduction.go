package deduce

import (
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/internal/network"
)

// A Reduction makes models smaller. It is a value without state and may be used by many goroutines.
type Reduction interface {
	Name() string    // as users write it: "singles"
	Summary() string // one line
	Source() string  // the publication that describes it

	// Preprocess returns a model with the same variables and solutions as m and smaller domains. It does not modify m;
	// the result shares its unchanged parts with m. If ctx ends, it returns the model as reduced so far and ctx.Err().
	// There are no other errors.
	Preprocess(ctx context.Context, m *model.Model) (*model.Model, error)

	// Prepare analyses base once. The function it returns reduces base.WithGivens(givens), as Preprocess would. The
	// function must not be called by two goroutines at once, and its result is valid until the next call.
	Prepare(base *model.Model) func(ctx context.Context, givens []model.Given) *model.Model
}

// All returns the reductions: Givens, Singles and Locked, weakest first, and then the methods of package human.
func All() []Reduction {
	all := []Reduction{Givens{}, Singles{}, Locked{}}
	for _, m := range human.Methods() {
		all = append(all, humanMethod{m})
	}
	return all
}

// Names returns the names of the reductions, in the order of All.
func Names() []string {
	return slice.Map(All(), Reduction.Name)
}

// ByName returns the reduction with the given name, and whether there is one.
func ByName(name string) (Reduction, bool) {
	return slice.Find(All(), func(r Reduction) bool { return r.Name() == name })
}

// A procedure applies deductions to the candidates.
type procedure func(*candidates)

// preprocess implements Reduction.Preprocess by Reduction.Prepare.
func preprocess(ctx context.Context, r Reduction, m *model.Model) (*model.Model, error) {
	return r.Prepare(m)(ctx, nil), ctx.Err()
}

// prepare implements Reduction.Prepare by a procedure that takes microseconds and so does not check the context. In a
// model of more than model.MaxValues values it only restricts the variables of the givens.
func prepare(base *model.Model, deduce procedure) func(context.Context, []model.Given) *model.Model {
	if base.CheckValues(nil) != nil {
		return func(_ context.Context, givens []model.Given) *model.Model {
			m := *base.WithGivens(givens)
			m.Vars = slices.Clone(m.Vars)
			for _, g := range givens {
				d := &m.Vars[g.Var].Domain
				*d = d.Intersect(model.Values(g.Value))
			}
			return &m
		}
	}
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
