//go:build !amd64 || purego

package sweep

// Fast reports whether this processor runs the sweep on its registers of 512 bits. Otherwise Engine works too, on the specification,
// some 40 times slower.
const Fast = false

func sweepFrames(f, other *Frame, _ *constants, most int, in0, in1, in2, low uint32) {
	f.propagateWith(other, most, [3]uint32{in0, in1, in2}, uint16(low))
}

func digitPlanes(f *Frame, _ *constants, p *Planes) { f.planes(p) }

func loadClues(f *Frame, _ *constants, clues *[81]uint8) { f.load(clues) }

func unloadGrid(f *Frame, _ *constants, g *[81]uint8) { f.unload(g) }
