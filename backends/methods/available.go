package methods

import (
	"context"
	"strings"
	"sync"
	"time"
)

// An Availability reports whether a method can be used on this machine.
type Availability struct {
	Method
	Version string // of the program or library behind it
	Err     error  // why it cannot be used; nil if it can
}

// Available returns the availability of all methods, in their order. It runs the version checks concurrently, since
// some start programs, and gives them five seconds.
func Available(ctx context.Context, all []Method) []Availability {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	found := make([]Availability, len(all))
	var wg sync.WaitGroup
	for i, m := range all {
		wg.Go(func() {
			version, err := m.Version(ctx)
			found[i] = Availability{m, version, err}
		})
	}
	wg.Wait()
	return found
}

// Remedy names what to install for a method that is missing.
func (a Availability) Remedy() string {
	if a.Install != "" {
		return a.Install
	}
	return strings.TrimPrefix(a.Err.Error(), "methods: ")
}
