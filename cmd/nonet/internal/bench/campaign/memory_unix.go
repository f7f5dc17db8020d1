//go:build unix && !linux

package campaign

import "syscall"

func dieWithParent(*syscall.SysProcAttr) {}
