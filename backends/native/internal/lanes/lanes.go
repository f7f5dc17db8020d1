//go:build amd64 && !purego

package lanes

import (
	"golang.org/x/sys/cpu"

	"nonet/backends/native/internal/sweep"
)

// Width is the number of grids.
const Width = 16

// Available reports whether the processor has the instructions.
var Available = cpu.X86.HasAVX2

// vector holds 16 bits for each grid.
type vector [Width]uint16

// Grids holds sixteen grids. The assembly knows the offsets of the fields.
type Grids struct {
	cells  [81]vector // by cell, row by row: the candidates, digit d as bit d-1
	totals vector     // the sum of the cells after the last sweep; 0 if the grid is new
	// For the assembly: of the band or stack at work, by mini-row or mini-column, the digits that it may hold, and the
	// digits that two or three of its cells may hold; the digits that every row and column visited in this sweep may
	// hold; the least cell; zero.
	_                   [9 + 9 + 3]vector
	minusOne            vector
	allDigits, solution vector // 511 and 9·511, the sum of a solution

	// By lane: whether the last sweep found a contradiction, changed nothing, and left the sum of a solution. A stable
	// grid with this sum and without a contradiction is a solution.
	Bad, Stable, Solved uint32
	Sweeps              int64 // number of sweeps since New
}

// New returns grids without content.
func New() *Grids {
	s := new(Grids)
	for l := range Width {
		s.minusOne[l], s.allDigits[l], s.solution[l] = 0xffff, 511, 9*511
	}
	return s
}

// Load sets the grid in a lane to clues: row by row, 0 for a blank, no digit above 9. In a large caller the loop would
// spill registers.
//
//go:noinline
func (s *Grids) Load(lane int, clues *[81]uint8) {
	lane &= Width - 1
	s.totals[lane] = 0
	for c, digit := range clues {
		s.cells[c][lane] = candidates[digit&15]
	}
}

// candidates: digit of a clue -> candidates; all nine for a blank.
var candidates = [16]uint16{511, 1, 2, 4, 8, 16, 32, 64, 128, 256}

// Unload writes the digits of the solved grid in a lane.
//
//go:noinline
func (s *Grids) Unload(lane int, grid *[81]uint8) {
	lane &= Width - 1
	for c := range s.cells {
		grid[c] = digits[s.cells[c][lane]&511]
	}
}

// digits: a candidate -> its digit. Finding the bit takes as long as a branch without the instructions of GOAMD64=v3.
var digits = func() (t [512]uint8) {
	for d := range 9 {
		t[1<<d] = uint8(d + 1)
	}
	return t
}()

// Propagate sweeps until one of the active grids, given by lane as bits, has a contradiction or is stable.
func (s *Grids) Propagate(active uint32) { sweepGrids(s, active) }

//go:noescape
func sweepGrids(s *Grids, active uint32)

// Copy writes the grid in a lane to f, with f.Two and without the outcome, and if p is not nil to p the cells that may
// hold each digit.
func (s *Grids) Copy(lane int, f *sweep.Frame, p *sweep.Planes) { copyGrid(s, lane&(Width-1), f, p) }

//go:noescape
func copyGrid(s *Grids, lane int, f *sweep.Frame, p *sweep.Planes)

// Restore sets the grid in a lane to f.
func (s *Grids) Restore(lane int, f *sweep.Frame) { restoreGrid(s, lane&(Width-1), f) }

//go:noescape
func restoreGrid(s *Grids, lane int, f *sweep.Frame)

// Decide sets a cell of the grid in a lane, numbered as in sweep.Frame.Branch.
func (s *Grids) Decide(lane int, cell uint, candidate uint16) {
	lane &= Width - 1
	s.totals[lane] = 0
	s.cells[(cell&31*3+cell>>5)%81][lane] = candidate
}
