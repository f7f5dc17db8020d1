//go:build amd64 && !purego

package sweep

import "golang.org/x/sys/cpu"

// Fast reports whether this processor runs the sweep on its registers of 512 bits. Otherwise Engine works too, on the specification,
// some 40 times slower.
var Fast = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG

//go:noescape
func sweepFrames(f, other *Frame, k *constants, most int, in0, in1, in2, low uint32)

//go:noescape
func digitPlanes(f *Frame, k *constants, p *Planes)

//go:noescape
func loadClues(f *Frame, k *constants, clues *[81]uint8)

//go:noescape
func unloadGrid(f *Frame, k *constants, grid *[81]uint8)
