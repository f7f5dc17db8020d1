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

// LimitsMemory says that the memory of a child can be watched. It is on Linux only: a plan with such limits is refused elsewhere.
const LimitsMemory = true

// dieWithParent makes the kernel kill the child when the thread that started it ends.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// exceeds waits until the process and its descendants together have more than most bytes in memory, and returns true, or until ended is
// closed.
func exceeds(pid int, most int64, ended <-chan struct{}) bool {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return false
		case <-tick.C:
			if memory(pid) > most {
				return true
			}
		}
	}
}

// memory returns the resident memory of a process and its descendants.
func memory(pid int) int64 {
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
				total += memory(id)
			}
		}
	}
	return total
}
