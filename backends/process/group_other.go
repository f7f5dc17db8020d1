//go:build !unix

package process

import "os/exec"

// isolate does nothing where there are no process groups: cancellation kills the program itself.
func isolate(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
