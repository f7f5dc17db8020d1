//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// Isolate does nothing on systems without process groups: cancellation kills the program itself.
func Isolate(*exec.Cmd) {}

// KillGroup kills the program.
func KillGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// drain returns data: on these systems a pipe cannot be read without waiting.
func drain(_ *os.File, data []byte, _ int64) []byte { return data }
