//go:build !linux

package experiment

import "time"

// berggrenClock returns the clock on the wall.
func berggrenClock() (clock func() time.Duration, release func()) {
	begin := time.Now()
	return func() time.Duration { return time.Since(begin) }, func() {}
}
