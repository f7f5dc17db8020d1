package backends

import (
	"context"
	"math/big"
	"time"

	"nonet/model"
)

// Reduced puts a preprocessor before a solver that works on the model itself. If pre is nil it returns s. A stream of puzzles over one
// grid shares what the preprocessor finds out about it; the solver sees a new model each time, with smaller domains.
func Reduced(pre Preprocessor, s model.Solver) model.Solver {
	if pre == nil {
		return s
	}
	return reduced{pre, s}
}

type reduced struct {
	pre    Preprocessor
	solver model.Solver
}

var (
	_ model.Counter  = reduced{}
	_ model.Preparer = reduced{}
)

// Solve passes solutions of the smaller model on, which are those of m.
func (s reduced) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	small, spent, err := s.reduce(ctx, m)
	if err != nil {
		return model.Result{}, err
	}
	r, err := s.solver.Solve(ctx, small, yield)
	r.Stats.Preprocess += spent
	return r, err
}

// CountSolutions implements model.Counter, natively if the solver does.
func (s reduced) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	small, spent, err := s.reduce(ctx, m)
	if err != nil {
		return new(big.Int), model.Result{}, err
	}
	n, r, err := model.Count(ctx, s.solver, small, limit)
	r.Stats.Preprocess += spent
	return n, r, err
}

func (s reduced) reduce(ctx context.Context, m *model.Model) (*model.Model, time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	start := time.Now()
	small, err := preprocess(ctx, s.pre, m)
	return small, time.Since(start), err
}

// Prepare implements model.Preparer.
func (s reduced) Prepare(base *model.Model) (model.Prepared, error) {
	reduce := prepareReduction(s.pre, base)
	if reduce == nil {
		return model.Prepare(unpreparable{s}, base)
	}
	return &reducedStream{reduce, s.solver}, nil
}

// unpreparable hides that its solver is a Preparer.
type unpreparable struct{ model.Solver }

type reducedStream struct {
	reduce func(ctx context.Context, givens []model.Given) *model.Model
	solver model.Solver
}

// SolveGiven implements model.Prepared.
func (s *reducedStream) SolveGiven(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	start := time.Now()
	small := s.reduce(ctx, givens)
	spent := time.Since(start)
	r, err := s.solver.Solve(ctx, small, yield)
	r.Stats.Preprocess += spent
	return r, err
}
