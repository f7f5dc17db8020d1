//go:build !unix

package process

import "os/exec"

// isolate does nothing on systems without process groups: cancellation kills the program itself.
func isolate(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
