//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// isolate prepares cmd to run in a process group of its own, so that whatever it starts can be ended together with it. On
// cancellation the group is asked to end (SIGTERM); cmd.WaitDelay later its leader is killed.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// killGroup kills what is left of the group of a process that has ended. A group's number is not given to a new process while it has
// members; if it has none, there is nothing to kill, and numbers come round again only after all others were used.
func killGroup(cmd *exec.Cmd) {
	// ESRCH, that nobody is left, is the usual outcome.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
