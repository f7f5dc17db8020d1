//go:build !amd64 || purego

package lanes

import "nonet/backends/native/internal/sweep"

// Without the assembly the functions below are never called.
const hasAssembly = false

func sweepGrids(_ *Grids, _ uint32)                             {}
func copyGrid(_ *Grids, _ int, _ *sweep.Frame, _ *sweep.Planes) {}
func restoreGrid(_ *Grids, _ int, _ *sweep.Frame)               {}
