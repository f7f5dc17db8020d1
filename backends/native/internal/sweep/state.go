//go:build amd64 && !purego

package sweep

import "math"

// lanes are the 32 lanes of a register. Lane 9k+3i+b belongs to row i of band k and stack b; lanes 27 to 31 are always
// 0.
type lanes [32]uint16

// A State is a grid: register j holds, in lane 9k+3i+b, the candidates of the cell in row 3k+i and column 3b+j, digit d
// as bit d-1.
//
// So the three cells of a mini-row are in the same lane of the three registers, and the digits that a mini-row or a
// mini-column may hold fit one lane of one register. The other mini-rows of a row, box or stack are in the same
// register, in lanes that depend only on the lane: see step.
type State [3]lanes

const usedLanes = 27 // lanes

// step returns the lane reached from lane l < 27 by the given numbers of bands, rows and stacks, each modulo 3.
func step(l, bands, rows, stacks int) int {
	return (l/9+bands)%3*9 + (l/3+rows)%3*3 + (l+stacks)%3
}

// A Frame is a state and the outcome of its propagation, in four cache lines.
type Frame struct {
	State
	Outcome Outcome
	Two     [3]uint32 // by register, for outcome Open: the lanes whose cells have two candidates
	_       [48]byte
}

// An Outcome is the result of propagating a state.
type Outcome uint32

const (
	Contradictory Outcome = iota // the state has no solution
	Solved                       // every cell has one candidate, and these are a solution
	Open                         // a fixpoint; some cell has several candidates
	Unfinished                   // the limit of sweeps was reached before the fixpoint
)

// Load sets f to a grid of clues: row by row, 0 for a blank, no digit above 9.
func (f *Frame) Load(clues *[81]uint8) { loadClues(f, sharedConstants, clues) }

// Unload writes the digits of a solved state to grid.
func (f *Frame) Unload(grid *[81]uint8) { unloadGrid(f, sharedConstants, grid) }

// Propagate sweeps to the fixpoint or a contradiction, and sets Outcome and Two.
func (f *Frame) Propagate() { sweepFrames(f, nil, sharedConstants, math.MaxInt, 0, 0, 0, 0) }

// Planes writes the cells that may hold each digit to p.
func (f *Frame) Planes(p *Planes) { digitPlanes(f, sharedConstants, p) }

// Branch splits an open frame: g gets only the lowest candidate of a cell, f loses it. Then it propagates both. Cell
// 32j+l is the one in lane l of register j.
func (f *Frame) Branch(g *Frame, cell uint) {
	w := f.State[cell>>5%3][cell&31]
	var in [3]uint32
	in[cell>>5%3] = 1 << (cell & 31)
	sweepFrames(f, g, sharedConstants, math.MaxInt, in[0], in[1], in[2], uint32(w&-w))
}

// Planes holds, by digit-1, the cells that may hold the digit: bit l of the first word is lane l of register 0, bit
// 32+l lane l of register 1, bit l of the second word lane l of register 2. Nine entries are in use; the length of
// sixteen avoids bounds checks.
type Planes [16][2]uint64

// Peers: 32j+l for the cell in lane l of register j -> its 20 peers, in the layout of Planes.
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
