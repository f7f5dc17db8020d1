//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// dieWithParent does nothing: only Linux can tie a process to its parent.
func dieWithParent(*syscall.SysProcAttr) {}

// mark does nothing on this system.
func mark(*exec.Cmd) {}
