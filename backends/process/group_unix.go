//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// Isolate makes cmd run in a session and a process group of its own, so that its children can be ended together with
// it, and a Ctrl-C at the terminal reaches only this program. On cancellation the group gets SIGTERM; cmd.WaitDelay
// later exec kills its leader. It also marks the program for KillMarked. Call it before cmd.Start, when cmd.Env is
// complete.
func Isolate(cmd *exec.Cmd) {
	mark(cmd)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	dieWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// KillGroup kills the processes of the group of cmd, or the rest of it if cmd has ended. The kernel does not reuse the
// number of a group that has members. If the group is empty there is nothing to kill; its number is reused only after
// all others.
func KillGroup(cmd *exec.Cmd) {
	// ESRCH is the usual outcome: the group is empty.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
