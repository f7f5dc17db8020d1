//go:build !unix

package process

import "os/exec"

// Isolate does nothing on systems without process groups: cancellation kills the program itself.
func Isolate(*exec.Cmd) {}

// KillGroup kills the program.
func KillGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
