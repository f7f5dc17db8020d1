package berggren

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// threadClock holds the goroutine to its thread and returns a clock that shows the thread's processor time, so that programs which share
// the machine are not in what is measured, and a function that lets go. Reading it costs some tenths of a microsecond.
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
