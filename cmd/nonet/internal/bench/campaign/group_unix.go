//go:build unix

package campaign

import (
	"os/exec"
	"syscall"
)

// ownGroup prepares cmd to run in a process group of its own, which a Ctrl-C at the terminal does not reach: we end it. On cancellation the
// group is asked to end (SIGTERM), so that it can end what it has started itself; cmd.WaitDelay later its leader is killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// killGroup kills what is left of the group. A group's number is not given to a new process while it has members.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // that nobody is left is the usual outcome
}
