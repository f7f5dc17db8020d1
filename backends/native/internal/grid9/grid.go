package grid9

import (
	"encoding/binary"

	"nonet/backends/native/internal/sweep"
)

// A Grid holds the digits of the cells, 1 to 9, and 0 where a cell is blank.
type Grid [81]uint8

// An Engine walks through the solutions of puzzles, one puzzle at a time. The zero value of each engine is ready for use. Engines allocate
// nothing.
type Engine interface {
	// Start begins the search for the solutions of clues, whose digits must be at most 9.
	Start(clues *Grid)

	// Next goes on to the next solution, each of which is found once. It visits at most so many nodes of the search tree, and returns how
	// many of them are left.
	Next(steps int) (Event, int)

	// Solution writes the solution that Next has just found.
	Solution(g *Grid)

	// Effort returns the number of nodes visited since Start, and how many of them were found to have no solution by propagation alone.
	Effort() (nodes, failures int64)
}

// An Event says how a call of Next ended.
type Event int

const (
	Found     Event = iota // at a solution
	Exhausted              // there is no further solution
	Paused                 // no steps are left; calling again goes on
)

// Engines lists the engines, the fastest on this processor first.
var Engines = func() []NamedEngine {
	sweeping := NamedEngine{"sweep", func() Engine { return new(Sweep) }}
	bands := NamedEngine{"bands", func() Engine { return new(Bands) }}
	if sweep.Fast {
		return []NamedEngine{sweeping, bands}
	}
	return []NamedEngine{bands, sweeping}
}()

// A NamedEngine makes an engine that is ready for use.
type NamedEngine struct {
	Name string
	New  func() Engine
}

// Valid reports whether g is a solution of clues: complete, true to the clues, and with every digit once in each row, column and box. It
// shares nothing with the engines, not even tables.
func Valid(clues, g *Grid) bool {
	for c := 0; c < 80; c += 8 {
		clue := binary.LittleEndian.Uint64(clues[c:])
		if nonzero(clue)&nonzero(clue^binary.LittleEndian.Uint64(g[c:])) != 0 {
			return false
		}
	}
	if clues[80] != 0 && clues[80] != g[80] {
		return false
	}
	const all = 0x3fe // a bit for each digit
	var columns [9]uint16
	large := uint8(0)
	for band := range 3 {
		var boxes [3]uint16
		for row := 3 * band; row < 3*band+3; row++ {
			digits := g[9*row:][:9]
			var bit [9]uint16
			for c, digit := range digits {
				bit[c] = 1 << (digit & 15)
				columns[c] |= bit[c]
				large |= digit
			}
			m0, m1, m2 := bit[0]|bit[1]|bit[2], bit[3]|bit[4]|bit[5], bit[6]|bit[7]|bit[8]
			if m0|m1|m2 != all {
				return false
			}
			boxes[0] |= m0
			boxes[1] |= m1
			boxes[2] |= m2
		}
		if boxes != [3]uint16{all, all, all} {
			return false
		}
	}
	for _, digits := range columns {
		if digits != all {
			return false
		}
	}
	return large < 16
}

// nonzero returns the high bit of each byte that is not 0.
func nonzero(x uint64) uint64 {
	const low = 0x7f7f7f7f7f7f7f7f
	return (x&low + low | x) &^ low
}
