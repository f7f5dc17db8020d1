//go:build !linux

package process

import "os/exec"

// AdoptOrphans does nothing on this system. On Linux it makes this process the parent of descendants whose parent has
// ended.
func AdoptOrphans() {}

// KillMarked does nothing on this system.
func KillMarked(*exec.Cmd) {}

// startAndPark starts cmd.
func startAndPark(cmd *exec.Cmd) error { return cmd.Start() }
