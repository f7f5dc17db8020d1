//go:build !amd64 || purego

package sweep

// Without the assembly the functions below are never called.
const hasAssembly = false

func sweepFrames(_, _ *Frame, _ *constants, _ int, _, _, _, _ uint32) {}
func loadClues(_ *Frame, _ *constants, _ *[81]uint8)                  {}
func unloadGrid(_ *Frame, _ *constants, _ *[81]uint8)                 {}
func digitPlanes(_ *Frame, _ *constants, _ *Planes)                   {}
