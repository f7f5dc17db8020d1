package backends

import (
	"context"
	"fmt"
	"time"

	"nonet/model"
)

// A Search enumerates the solutions of one base model under changing givens.
type Search interface {
	// Run is SolveGiven of model.Prepared, except that it leaves times and size out of the statistics. Every given is
	// of a variable of the base.
	Run(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error)
}

// A Compiler compiles a base model into a Search. If ctx ends, it returns ctx.Err(). As a model.Preparer it compiles
// each base once.
type Compiler func(ctx context.Context, base *model.Model) (Search, error)

var _ model.Preparer = Compiler(nil)

// Solve implements model.Solver. Stats.Encode is the time to compile m.
func (c Compiler) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	begin := time.Now()
	s, err := c.Prepare(ctx, m)
	if err != nil {
		return model.Result{}, err
	}
	encode := time.Since(begin)
	r, err := s.SolveGiven(ctx, nil, yield)
	r.Stats.Encode = encode
	return r, err
}

// Prepare implements model.Preparer. SolveGiven returns a *model.InvalidError if a given mentions a variable that does
// not exist.
func (c Compiler) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, err := c(ctx, base)
	if err != nil {
		return nil, err
	}
	return &compiled{s, len(base.Vars), base.Size()}, nil
}

type compiled struct {
	search Search
	vars   int // of the base model
	size   model.Size
}

func (s *compiled) SolveGiven(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	for _, g := range givens {
		if g.Var < 0 || int(g.Var) >= s.vars {
			return model.Result{}, &model.InvalidError{Part: "given",
				Reason: fmt.Sprintf("mentions variable %d of %d", g.Var, s.vars)}
		}
	}
	begin := time.Now()
	r, err := s.search.Run(ctx, givens, yield)
	r.Stats.Solve, r.Stats.Size = time.Since(begin), s.size
	return r, err
}
