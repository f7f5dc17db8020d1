package methods

import (
	"context"
	"time"

	"nonet/model/parallel"
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
	parallel.Do(ctx, len(all), func(ctx context.Context, i int) (stop bool) {
		version, err := all[i].Version(ctx)
		found[i] = Availability{all[i], version, err}
		return false
	})
	return found
}

// Remedy names what to install for a method that is missing.
func (a Availability) Remedy() string {
	if a.Install != "" {
		return a.Install
	}
	return a.Err.Error()
}
