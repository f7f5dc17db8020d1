package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// dieWithParent makes the kernel kill the program when the thread that started it ends, so that the program does not
// outlive nonet. The starting goroutine must stay on its thread until the program has ended.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// startAndPark starts cmd and returns when the program has ended. The caller then calls cmd.Wait, which alone would
// block a thread: the scheduler of Go wakes dozens of times in a short run to look at it. The poller waits for a
// descriptor of the process instead.
func startAndPark(cmd *exec.Cmd) error {
	fd := -1 // and stays so before Linux 5.4
	cmd.SysProcAttr.PidFD = &fd
	if err := cmd.Start(); err != nil || fd < 0 {
		return err
	}
	_ = unix.SetNonblock(fd, true) // os.NewFile polls only such a descriptor
	f := os.NewFile(uintptr(fd), "process")
	defer f.Close()
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Read(func(fd uintptr) (ended bool) { // an error means that cmd.Wait waits
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
			return n > 0 || err != nil && err != unix.EINTR
		})
	}
	return nil
}

var (
	adopting atomic.Bool  // AdoptOrphans was called
	marks    atomic.Int64 // number of calls of mark
)

// markVariable is the environment variable that marks a program and its descendants.
const markVariable = "NONET_RUN"

// AdoptOrphans makes this process the parent of descendants whose parent has ended, instead of process 1. KillMarked
// then finds programs that left their process group. It changes the whole process, so a main program calls it. On other
// systems than Linux it does nothing.
func AdoptOrphans() {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0)
	adopting.Store(errno == 0)
}

// mark marks the program of cmd and its descendants for KillMarked, by an environment variable.
func mark(cmd *exec.Cmd) {
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	mark := fmt.Sprintf("%d-%d", os.Getpid(), marks.Add(1))
	if outer := os.Getenv(markVariable); outer != "" {
		mark = outer + "/" + mark
	}
	cmd.Env = append(cmd.Env, markVariable+"="+mark)
}

// markOf returns the entry of an environment that mark has added, or "".
func markOf(environment []string) string {
	for i := len(environment) - 1; i >= 0; i-- {
		if strings.HasPrefix(environment[i], markVariable+"=") {
			return environment[i]
		}
	}
	return ""
}

// orphanTimeout bounds how long KillMarked waits for the end of killed processes. On a busy machine their end takes
// longer; they then end after KillMarked has returned.
var orphanTimeout = 2 * time.Second

// startTimeout bounds how long KillMarked waits for processes whose environment is empty. That of a process is, while
// another program replaces it.
const startTimeout = 200 * time.Millisecond

// KillMarked kills the descendants of a program that has ended and was killed with its group: processes that left the
// group. It finds those whose parents have ended, if AdoptOrphans was called, and waits for their end. A program that
// changes its environment before it starts others escapes.
func KillMarked(cmd *exec.Cmd) {
	mark := markOf(cmd.Env)
	if !adopting.Load() || mark == "" || cmd.Process == nil {
		return
	}
	killed := map[int]bool{} // and not yet reaped: their children become ours when they end
	for begun := time.Now(); hasChildren() && time.Since(begun) < orphanTimeout; time.Sleep(time.Millisecond) {
		left := len(killed) > 0 || reap(-cmd.Process.Pid) // orphans in the killed group
		for pid := range killed {
			if !reap(pid) {
				delete(killed, pid)
			}
		}
		for _, pid := range children() {
			switch marked, empty := isMarked(pid, mark); {
			case marked:
				_ = syscall.Kill(pid, syscall.SIGKILL)
				killed[pid], left = true, true
			case empty && !killed[pid]:
				ended, orphan := state(pid)
				if orphan {
					reap(pid)
				}
				left = left || !ended && time.Since(begun) < startTimeout
			}
		}
		if !left {
			return
		}
	}
}

// hasChildren reports whether this process has a child. It is faster than children.
func hasChildren() bool {
	const everyChild = 0       // P_ALL
	const noWait = 0x0100_0000 // WNOWAIT: leaves the child to its waiter
	_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, everyChild, 0, 0, syscall.WEXITED|syscall.WNOHANG|noWait, 0, 0)
	return errno != syscall.ECHILD
}

// reap waits for children that have ended: the given process or, for a negative number, those of a group. It reports
// whether some have not ended.
func reap(pid int) bool {
	for {
		switch ended, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); {
		case err == syscall.EINTR:
		case err != nil:
			return false
		case ended == 0:
			return true
		}
	}
}

// children returns the child processes of this process.
func children() (all []int) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		text, _ := os.ReadFile(list) // a thread that has ended has no children
		for _, word := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// isMarked reports whether a process has a mark, or one within it, and whether its environment is empty.
func isMarked(pid int, mark string) (marked, empty bool) {
	environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)) // empty if it has ended
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		if rest, ok := bytes.CutPrefix(entry, []byte(mark)); ok && (len(rest) == 0 || rest[0] == '/') {
			return true, false
		}
	}
	return false, len(environment) == 0
}

// state reports whether a child process has ended, and whether it is then an orphan, for which no goroutine waits. The
// programs that this process starts are in its session, or lead a session: see Isolate.
func state(pid int) (ended, orphan bool) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ") // after the name: state, parent, group, session
	fields := strings.Fields(rest)
	if len(fields) < 4 || fields[0] != "Z" {
		return len(fields) == 0, false
	}
	own, _, errno := syscall.RawSyscall(syscall.SYS_GETSID, 0, 0, 0)
	return true, errno == 0 && fields[3] != strconv.Itoa(int(own)) && fields[3] != strconv.Itoa(pid)
}
