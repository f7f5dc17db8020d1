package sweep

import "math"

// lanes are the 32 lanes of a register. Lane 9k+3i+b belongs to row i of band k and stack b; lanes 27 to 31 are always 0.
type lanes [32]uint16

// Fast reports whether this processor runs the sweep on registers of 512 bits. Otherwise the specification does its work, some 60 times
// slower.
var Fast = hasAssembly

// A State is a grid: register j holds, in lane 9k+3i+b, the candidates of the cell in row 3k+i and column 3b+j, digit d as bit d-1.
//
// So the three cells of a mini-row are in the same lane of the three registers, and what a mini-row or a mini-column may hold fits into
// one lane of one register. The other mini-rows of a row, box or stack are in the same register, at lanes that depend on the lane alone:
// step tells which.
type State [3]lanes

const usedLanes = 27 // lanes

// step returns the lane that is so many bands, rows and stacks on from lane l < 27, each counted modulo 3.
func step(l, bands, rows, stacks int) int {
	return (l/9+bands)%3*9 + (l/3+rows)%3*3 + (l+stacks)%3
}

// A Frame is a state and how its propagation has ended, in four cache lines.
type Frame struct {
	State
	Outcome Outcome
	Two     [3]uint32 // by register, if open: lanes whose cell has two candidates
	_       [48]byte
}

// An Outcome says how the propagation of a state has ended.
type Outcome uint32

const (
	Contradictory Outcome = iota // the state has no solution
	Solved                       // every cell has one candidate, and they are a solution
	Open                         // nothing changes, and some cell has several candidates
	Unfinished                   // the number of sweeps was limited, and there may be more to do
)

// Load makes f the state of a grid of clues: row by row, 0 for a blank, no digit above 9.
func (f *Frame) Load(clues *[81]uint8) {
	if Fast {
		loadClues(f, sharedConstants, clues)
	} else {
		f.load(clues)
	}
}

// Unload writes the digits of a solved state.
func (f *Frame) Unload(grid *[81]uint8) {
	if Fast {
		unloadGrid(f, sharedConstants, grid)
	} else {
		f.unload(grid)
	}
}

// Propagate sweeps until nothing changes or there is a contradiction, and sets Outcome and Two.
func (f *Frame) Propagate() {
	if Fast {
		sweepFrames(f, nil, sharedConstants, math.MaxInt, 0, 0, 0, 0)
	} else {
		f.propagate(math.MaxInt)
	}
}

// Planes writes which cells may hold each digit.
func (f *Frame) Planes(p *Planes) {
	if Fast {
		digitPlanes(f, sharedConstants, p)
	} else {
		f.planes(p)
	}
}

// Branch makes two frames of a stable one that is open: g with the lowest candidate of a cell, f without it; and propagates both.
// Cell 32j+l is that in lane l of register j.
func (f *Frame) Branch(g *Frame, cell uint) {
	w := f.State[cell>>5%3][cell&31]
	var in [3]uint32
	in[cell>>5%3] = 1 << (cell & 31)
	if Fast {
		sweepFrames(f, g, sharedConstants, math.MaxInt, in[0], in[1], in[2], uint32(w&-w))
	} else {
		f.propagateWith(g, math.MaxInt, in, w&-w)
	}
}

// Planes say of each digit, by digit-1, which cells may hold it: bit l of the first word is lane l of register 0, bit 32+l that of
// register 1, bit l of the second word that of register 2. Only nine are in use; sixteen save the checks of the index.
type Planes [16][2]uint64

// Peers: 32j+l for the cell in lane l of register j -> its 20 peers, laid out as in Planes.
var Peers = func() (p [96][2]uint64) {
	for x := range 81 {
		for y := range 81 {
			if x != y && (x/9 == y/9 || x%9 == y%9 || x/27 == y/27 && x%9/3 == y%9/3) {
				at := y%3*32 + y/3
				p[x%3*32+x/3][at/64] |= 1 << (at % 64)
			}
		}
	}
	return p
}()
