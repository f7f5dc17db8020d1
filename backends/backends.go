package backends

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime/debug"
	"strings"

	"nonet/model"
	"nonet/model/parallel"
)

// An Engine solves formulas of type F, whose solutions have type A. It holds options only; all state lives in one call.
// A model.Solver is an Engine[*model.Model, model.Assignment].
type Engine[F, A any] interface {
	// Solve passes solutions of f to yield, pairwise different on the shown variables, until yield returns false, no
	// further solution exists, or ctx ends. It fulfils the contract of model.Solver, for a formula instead of a model.
	// The engine sets Stats.Effort, and Stats.Encode if it compiles f first. f is not modified. The solution passed to
	// yield is valid only during the call.
	Solve(ctx context.Context, f F, yield func(A) bool) (model.Result, error)
}

// A Counter is an engine that counts the solutions of a formula without passing each to a callback. It fulfils the
// contract of model.Counter, for a formula instead of a model.
type Counter[F any] interface {
	CountSolutions(ctx context.Context, f F, limit int64) (*big.Int, model.Result, error)
}

// A Preprocessor simplifies a model without changing its solutions.
type Preprocessor interface {
	// Preprocess returns a model with the variables and solutions of m, with smaller domains and possibly more givens.
	// If it refutes m, some domain of the result is empty. If ctx ends, it returns ctx.Err().
	Preprocess(ctx context.Context, m *model.Model) (*model.Model, error)
}

// A Preparer is a preprocessor that analyses once what many models share. It corresponds to model.Preparer for solvers
// and encode.Preparer for encoders.
type Preparer interface {
	Preprocessor
	// Prepare analyses base. The returned function reduces base under the givens, as Preprocess reduces a model that
	// states both. If ctx ends, the function stops early and returns the model as reduced so far. The result is valid
	// until the next call. The function is not safe for concurrent use.
	Prepare(base *model.Model) func(ctx context.Context, givens []model.Given) *model.Model
}

// ErrUnavailable is returned, wrapped, by a backend whose program or library is not installed.
var ErrUnavailable = errors.New("not available")

// Unavailable returns an error that wraps ErrUnavailable, names what is missing, and says how to install it.
func Unavailable(what, install string) error {
	return fmt.Errorf("%s: %w; %s", what, ErrUnavailable, install)
}

// A PanicError reports that a solver panicked.
type PanicError struct {
	Value any    // the argument of panic
	Place string // file:line of the call of panic, or of the failing operation
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("the solver panicked: %v (%s)", e.Value, e.Place)
}

// Recovered returns a *PanicError for a value returned by recover. It must be called directly by the deferred function
// that recovers, while the stack of the panic still exists.
func Recovered(value any) error {
	stack := debug.Stack()
	if p, ok := value.(*parallel.Panic); ok {
		value, stack = p.Value, p.Stack
	}
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") && i+3 < len(lines) {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+3]), " ")
			return &PanicError{value, place[strings.LastIndex(place, "/")+1:]}
		}
	}
	return &PanicError{value, "place unknown"}
}
