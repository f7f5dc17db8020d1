package backends

import (
	"context"
	"errors"
	"fmt"

	"nonet/model"
)

// An Engine solves formulas of type F, whose solutions have type A. It holds options only; all state lives in one call.
type Engine[F, A any] interface {
	// Solve passes solutions of f to yield, each different from the others on the shown variables, until yield returns false, no
	// further solution exists, or ctx ends. The contract is that of model.Solver, one level down. The engine fills in Stats.Effort.
	// f is not modified. The solution passed to yield is valid only during the call.
	Solve(ctx context.Context, f F, yield func(A) bool) (model.Result, error)
}

// ErrUnavailable is returned, wrapped, by a backend whose program or library is not there.
var ErrUnavailable = errors.New("not available")

// A Preprocessor makes a model smaller without changing its solutions: the result has the same variables, with smaller domains and
// further givens. If it finds that there is no solution, some domain of the result is empty.
type Preprocessor interface {
	Preprocess(m *model.Model) (*model.Model, error)
}

// Unavailable returns an error that wraps ErrUnavailable and says what is missing and how to get it.
func Unavailable(what, install string) error {
	return fmt.Errorf("%s: %w; %s", what, ErrUnavailable, install)
}
