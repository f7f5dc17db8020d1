//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// isolate does nothing on systems without process groups: cancellation kills the program itself.
func isolate(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}

// drain returns data: on these systems a pipe cannot be read without waiting.
func drain(_ *os.File, data []byte, _ int64) []byte { return data }
