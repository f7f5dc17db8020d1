package backends

import (
	"context"
	"math/big"
	"time"

	"nonet/model"
)

// A Counter is an engine that counts the solutions of a formula without passing each on. The contract is that of model.Counter, one level
// down.
type Counter[F any] interface {
	Count(ctx context.Context, f F, limit int64) (*big.Int, model.Result, error)
}

// counting is a bound solver whose engine is a Counter. What the engine counts is not checked.
type counting[F, A any] struct {
	bound[F, A]
	counter Counter[F]
}

var _ model.Counter = counting[any, any]{}

// CountSolutions implements model.Counter.
func (b counting[F, A]) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return new(big.Int), r, err
	}
	start := time.Now()
	small, err := b.reduce(ctx, m)
	stats := model.Stats{Preprocess: lap(&start)}
	if err != nil {
		return new(big.Int), model.Result{Stats: stats}, err
	}
	refuted, fixed := settled(small)
	if refuted {
		return new(big.Int), model.Result{Complete: true, Stats: stats}, nil
	}
	if fixed && m.Check(values(small)) == nil {
		return big.NewInt(1), model.Result{Complete: true, Stats: stats}, nil
	}
	e, err := b.enc.Encode(small)
	if err != nil {
		return new(big.Int), model.Result{}, err
	}
	stats.Encode, stats.Size = lap(&start), e.Size
	n, r, err := b.counter.Count(ctx, e.Formula, limit)
	stats.Solve, stats.Effort = lap(&start), r.Stats.Effort
	r.Stats = stats
	return n, r, err
}
