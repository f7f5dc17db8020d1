package backends

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// A PanicError is a panic of a solver, turned into an error.
type PanicError struct {
	Value any    // of the panic
	Place string // file and line where it began
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("the solver panicked: %v (%s)", e.Value, e.Place)
}

// Recovered returns the *PanicError for what recover has returned. The deferred function that recovers must call it directly, while the stack
// of the panic is still there.
func Recovered(value any) error {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") && i+3 < len(lines) {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+3]), " ")
			return &PanicError{value, place[strings.LastIndex(place, "/")+1:]}
		}
	}
	return &PanicError{value, "place unknown"}
}
