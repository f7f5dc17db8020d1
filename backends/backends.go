package backends

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"nonet/model"
)

// An Engine solves formulas of type F, whose solutions have type A. It holds options only; all state lives in one call. A model.Solver
// is an engine whose formulas are the models themselves.
type Engine[F, A any] interface {
	// Solve passes solutions of f to yield, each different from the others on the shown variables, until yield returns false, no
	// further solution exists, or ctx ends. The contract is that of model.Solver, one level down. The engine fills in Stats.Effort,
	// and Stats.Encode if it compiles f first. f is not modified. The solution passed to yield is valid only during the call.
	Solve(ctx context.Context, f F, yield func(A) bool) (model.Result, error)
}

// A Counter is an engine that counts the solutions of a formula without passing each on. The contract is that of model.Counter, one level
// down.
type Counter[F any] interface {
	CountSolutions(ctx context.Context, f F, limit int64) (*big.Int, model.Result, error)
}

// A Preprocessor makes a model smaller without changing its solutions.
type Preprocessor interface {
	// Preprocess returns a model with the variables and solutions of m, with smaller domains and further givens. If it finds that there
	// is no solution, some domain of the result is empty. If ctx ends, it returns ctx.Err().
	Preprocess(ctx context.Context, m *model.Model) (*model.Model, error)
}

// A Preparer is a preprocessor that can analyse once what many models have in common. It is for preprocessors what model.Preparer is for
// solvers and encode.Preparer for encoders.
type Preparer interface {
	Preprocessor
	// Prepare analyses base. The function that it returns does to base and the givens what Preprocess does to a model that states both.
	// When ctx ends, so does the work, and the result is as small as it is by then. The result is valid until the next call, and two
	// goroutines must not call the function at once.
	Prepare(base *model.Model) func(ctx context.Context, givens []model.Given) *model.Model
}

// ErrUnavailable is returned, wrapped, by a backend whose program or library is not there.
var ErrUnavailable = errors.New("not available")

// Unavailable returns an error that wraps ErrUnavailable and says what is missing and how to get it.
func Unavailable(what, install string) error {
	return fmt.Errorf("%s: %w; %s", what, ErrUnavailable, install)
}
