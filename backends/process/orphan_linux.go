package process

import "syscall"

// dieWithParent makes the kernel kill the program when the thread that started it ends, so that the program does not
// outlive nonet. The starting goroutine must stay on its thread until the program has ended.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
