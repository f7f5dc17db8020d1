package campaign

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// LimitsMemory reports whether memory limits are supported: on Linux only. Elsewhere Executor.Check rejects plans with
// such limits.
const LimitsMemory = true

// exceedsMemory polls the resident memory of the process and its descendants. It returns true as soon as their sum
// exceeds limit bytes, and false when ended is closed.
func exceedsMemory(pid int, limit int64, ended <-chan struct{}) bool {
	tick := time.NewTicker(memoryPollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return false
		case <-tick.C:
			if residentMemory(pid) > limit {
				return true
			}
		}
	}
}

// peakMemory returns the peak resident memory in bytes of this process, or of the largest program that it has started
// and waited for, if that is more.
func peakMemory() int64 {
	peak := 1024 * int64(procNumber("/proc/self/status", "VmHWM"))
	var u syscall.Rusage
	// The kernel starts the count of a program with the peak of the process that started it: this one.
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) == nil {
		peak = max(peak, 1024*int64(u.Maxrss))
	}
	return peak
}

// residentMemory returns the resident memory of a process and its descendants, in bytes.
func residentMemory(pid int) int64 {
	total := int64(0)
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid)); err == nil {
		if fields := bytes.Fields(text); len(fields) > 1 {
			pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			total = pages * int64(os.Getpagesize())
		}
	}
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // a thread that has ended has no children
		for _, child := range bytes.Fields(text) {
			if id, err := strconv.Atoi(string(child)); err == nil {
				total += residentMemory(id)
			}
		}
	}
	return total
}
