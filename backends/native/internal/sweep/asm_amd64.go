//go:build amd64 && !purego

package sweep

import "golang.org/x/sys/cpu"

// hasAssembly reports whether the processor has the instructions: VPERMB needs VBMI, VPOPCNTW BITALG, 64-bit masks and
// 16-bit lanes BW.
var hasAssembly = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG

// sweepFrames is Frame.propagateWith.
//
//go:noescape
func sweepFrames(f, other *Frame, k *constants, limit int, in0, in1, in2, low uint32)

// loadClues is Frame.load.
//
//go:noescape
func loadClues(f *Frame, k *constants, clues *[81]uint8)

// unloadGrid is Frame.unload.
//
//go:noescape
func unloadGrid(f *Frame, k *constants, grid *[81]uint8)

// digitPlanes is Frame.planes.
//
//go:noescape
func digitPlanes(f *Frame, k *constants, p *Planes)
