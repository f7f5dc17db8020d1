package backends

import (
	"fmt"
	"runtime/debug"
	"strings"

	"nonet/model/parallel"
)

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
