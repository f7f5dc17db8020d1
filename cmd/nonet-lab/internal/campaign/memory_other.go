//go:build !linux

package campaign

// LimitsMemory reports whether memory limits are supported: on Linux only. Elsewhere Executor.Check rejects plans with
// such limits.
const LimitsMemory = false

func peakMemory() int64 { return 0 }

func exceedsMemory(_ int, _ int64, ended <-chan struct{}) bool {
	<-ended
	return false
}
