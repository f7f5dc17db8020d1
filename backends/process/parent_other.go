//go:build unix && !linux

package process

import "syscall"

// dieWithParent does nothing: only Linux can tie a process to its parent.
func dieWithParent(*syscall.SysProcAttr) {}
