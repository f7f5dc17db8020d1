//go:build !linux

package berggren

import "time"

// threadClock returns a wall clock.
func threadClock() (clock func() time.Duration, release func()) {
	begin := time.Now()
	return func() time.Duration { return time.Since(begin) }, func() {}
}
