package berggren

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// threadClock locks the goroutine to its thread. It returns a clock that reads the processor time of the thread, which
// excludes other programs on the machine, and a function that unlocks the thread. Reading the clock costs some tenths
// of a microsecond.
func threadClock() (clock func() time.Duration, release func()) {
	runtime.LockOSThread()
	return func() time.Duration {
		var t unix.Timespec
		if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
			return 0
		}
		return time.Duration(t.Nano())
	}, runtime.UnlockOSThread
}
