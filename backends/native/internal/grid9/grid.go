package grid9

import (
	"encoding/binary"
	"math"

	"nonet/internal/search"
)

// A Grid holds the digits of the cells, row by row: 1 to 9, or 0 for a blank cell.
type Grid = [81]uint8

// An Engine enumerates the solutions of one puzzle at a time. The zero value of each engine is ready for use. Engines
// do not allocate.
type Engine interface {
	// Start begins the search for the solutions of clues, whose digits must be at most 9.
	Start(clues *Grid)

	// Next goes on to the next solution; each solution is found once. It visits at most steps nodes of the search tree
	// and returns how many steps are left.
	Next(steps int) (search.Event, int)

	// Solution writes the solution that Next has just found.
	Solution(g *Grid)

	// Effort returns the number of nodes visited since Start, and how many of them propagation refuted.
	Effort() (nodes, failures int64)
}

// Engines lists the engines that this processor has, the fastest first.
var Engines = []NamedEngine{{"bands", "plain Go", func() Engine { return new(Bands) }}}

// A NamedEngine is the name of an engine, the instructions it is written for, and a function that returns a new one.
type NamedEngine struct {
	Name, Instructions string
	New                func() Engine
}

// A Result is what Search finds out about a puzzle.
type Result struct {
	Found           [2]Grid // the first two solutions; min(Solutions, 2) of them are set
	Solutions       int
	Complete        bool // the search was exhausted
	Nodes, Failures int64
	Work            int64 // the time it took, in a unit that depends on the engine
}

// Search searches for solutions of each puzzle, and stores what it finds in results[i] for puzzles[i]. The search for a
// puzzle ends after limit solutions, if limit is positive, and visits at most the given number of nodes.
func Search(e Engine, puzzles []*Grid, results []Result, limit, nodes int) {
	if limit <= 0 {
		limit = math.MaxInt
	}
	if s, ok := e.(interface {
		search([]*Grid, []Result, int, int)
	}); ok {
		s.search(puzzles, results, limit, nodes)
		return
	}
	for i, p := range puzzles {
		r := &results[i]
		r.Solutions, r.Complete = 0, false
		e.Start(p)
		r.run(e, limit, nodes)
		r.Work = r.Nodes
	}
}

// run continues a search.
func (r *Result) run(e Engine, limit, nodes int) {
	for ; r.Solutions < limit; r.Solutions++ {
		var event search.Event
		if event, nodes = e.Next(nodes); event != search.Found {
			r.Complete = event == search.Exhausted
			break
		}
		if r.Solutions < len(r.Found) {
			e.Solution(&r.Found[r.Solutions])
		}
	}
	r.Nodes, r.Failures = e.Effort()
}

// Valid reports whether g is a solution of clues: it agrees with the clues and has every digit once in each row, column
// and box. It shares nothing with the engines, not even tables.
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
	// A word holds the digits of three cells or columns of a stack, each as one of the bits 1 to 9 of a 16-bit field.
	const one, two, three = 1, 1 << 16, 1 << 32
	const all = 0x3fe * (one | two | three)
	var columns [3]uint64
	large := uint8(0)
	for band := range 3 {
		var boxes uint64 // one field for each box of the band
		for row := 3 * band; row < 3*band+3; row++ {
			d := (*[9]uint8)(g[9*row:])
			large |= d[0] | d[1] | d[2] | d[3] | d[4] | d[5] | d[6] | d[7] | d[8]
			w0 := uint64(one)<<(d[0]&15) | two<<(d[1]&15) | three<<(d[2]&15)
			w1 := uint64(one)<<(d[3]&15) | two<<(d[4]&15) | three<<(d[5]&15)
			w2 := uint64(one)<<(d[6]&15) | two<<(d[7]&15) | three<<(d[8]&15)
			columns[0] |= w0
			columns[1] |= w1
			columns[2] |= w2
			w0 = (w0 | w0>>16 | w0>>32) & 0xffff
			w1 = (w1 | w1>>16 | w1>>32) & 0xffff
			w2 = (w2 | w2>>16 | w2>>32) & 0xffff
			if w0|w1|w2 != all&0xffff {
				return false
			}
			boxes |= w0 | w1<<16 | w2<<32
		}
		if boxes != all {
			return false
		}
	}
	return columns == [3]uint64{all, all, all} && large < 16
}

// nonzero returns a word with the high bit of each byte of x that is not 0.
func nonzero(x uint64) uint64 {
	const low = 0x7f7f7f7f7f7f7f7f
	return (x&low + low | x) &^ low
}
