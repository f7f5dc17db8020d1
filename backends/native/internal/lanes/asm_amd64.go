//go:build amd64 && !purego

package lanes

import (
	"golang.org/x/sys/cpu"

	"nonet/backends/native/internal/sweep"
)

var hasAssembly = cpu.X86.HasAVX2

// sweepGrids is Grids.propagate.
//
//go:noescape
func sweepGrids(s *Grids, active uint32)

// copyGrid is Grids.copy.
//
//go:noescape
func copyGrid(s *Grids, lane int, f *sweep.Frame, p *sweep.Planes)

// restoreGrid is Grids.restore.
//
//go:noescape
func restoreGrid(s *Grids, lane int, f *sweep.Frame)
