//go:build amd64 && !purego

package sweep

import "golang.org/x/sys/cpu"

// Available reports whether the processor has the instructions: VPERMB needs VBMI, VPOPCNTW BITALG, 64-bit masks and
// 16-bit lanes BW.
var Available = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG

// sweepFrames propagates f, at most limit times. If other is not nil, it first splits f: in the lanes given by register
// in in0, in1 and in2, other gets only the candidate low, and f loses it. Then it propagates both.
//
//go:noescape
func sweepFrames(f, other *Frame, k *constants, limit int, in0, in1, in2, low uint32)

// loadClues is Frame.Load.
//
//go:noescape
func loadClues(f *Frame, k *constants, clues *[81]uint8)

// unloadGrid is Frame.Unload.
//
//go:noescape
func unloadGrid(f *Frame, k *constants, grid *[81]uint8)

// digitPlanes is Frame.Planes.
//
//go:noescape
func digitPlanes(f *Frame, k *constants, p *Planes)
