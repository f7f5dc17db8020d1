package generate

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nonet/model"
	"nonet/model/sudoku"
)

// A neighbourhood finds the puzzles with one solution that differ from such a puzzle by few clues: {-1+1} takes one clue away and puts
// another in, {-2+1} takes two away and puts one in.
//
// What remains when clues are taken away has many solutions. A clue put in leaves one of them exactly if its cell has its value in one of
// them only, so two solutions that agree in a cell rule a clue out. Most are ruled out by solutions that are known from taking one clue
// away: those without clue a and those without clue b are solutions without both, and no solution but that of the puzzle is of both
// kinds. The others are tried. Knowing these solutions halved the time for {-2+1} on puzzles of 18 and 19 clues; 55 clues remained to
// be tried for each pair taken away, at 4 µs each.
//
// By these moves the lists of puzzles with few clues were extended on the New Sudoku Players' Forum, where they have these names.
type neighbourhood struct {
	shape  sudoku.Shape
	solver model.Prepared
	peers  [][]int // by cell

	clues    sudoku.Grid
	solution model.Assignment
	cells    []int  // that have a clue, in random order
	own      seen   // the solution
	lacking  []seen // lacking[i]: some solutions other than that, when cells[i] has lost its clue
	now      seen   // some solutions when the clues at hand are away

	givens     []model.Given
	candidates []model.Given
	first      model.Assignment
}

// A seen says for each value of each cell whether some solution of a set has it, and whether two have: bit cell*N+value-1.
type seen struct{ once, twice []uint64 }

func newNeighbourhood(s sudoku.Shape, solver model.Prepared) *neighbourhood {
	h := &neighbourhood{shape: s, solver: solver, peers: make([][]int, s.Cells()), first: make(model.Assignment, s.Cells())}
	for a := range h.peers {
		for b := range h.peers {
			c, d := sudoku.Cell(a), sudoku.Cell(b)
			if a != b && (s.Row(c) == s.Row(d) || s.Column(c) == s.Column(d) || s.Box(c) == s.Box(d)) {
				h.peers[a] = append(h.peers[a], b)
			}
		}
	}
	h.own, h.now = h.newSeen(), h.newSeen()
	return h
}

func (h *neighbourhood) newSeen() seen {
	words := (h.shape.Cells()*h.shape.N() + 63) / 64
	return seen{make([]uint64, words), make([]uint64, words)}
}

func (s seen) clear() {
	clear(s.once)
	clear(s.twice)
}

// see takes up a solution.
func (s seen) see(a model.Assignment, n int) {
	for c, v := range a {
		at := c*n + v - 1
		s.once[at>>6] |= 1 << (at & 63)
	}
}

// agree takes note of what two different solutions have in common.
func (s seen) agree(a, b model.Assignment, n int) {
	for c, v := range a {
		if b[c] == v {
			at := c*n + v - 1
			s.twice[at>>6] |= 1 << (at & 63)
		}
	}
}

// merge takes up the solutions of t, none of which is in s.
func (s seen) merge(t seen) {
	for w := range s.once {
		s.twice[w] |= t.twice[w] | s.once[w]&t.once[w]
		s.once[w] |= t.once[w]
	}
}

func (s seen) ruledOut(at int) bool { return s.twice[at>>6]>>(at&63)&1 != 0 }

// start readies h for the neighbours of a puzzle with one solution.
func (h *neighbourhood) start(ctx context.Context, clues, solution sudoku.Grid, r *rand.Rand) error {
	h.clues = append(h.clues[:0], clues...)
	h.solution = append(h.solution[:0], solution...)
	h.own.clear()
	h.own.see(h.solution, h.shape.N())
	h.cells = h.cells[:0]
	for c, v := range clues {
		if v != 0 {
			h.cells = append(h.cells, c)
		}
	}
	r.Shuffle(len(h.cells), func(i, j int) { h.cells[i], h.cells[j] = h.cells[j], h.cells[i] })
	for i := range h.cells {
		if i == len(h.lacking) {
			h.lacking = append(h.lacking, h.newSeen())
		}
		s := h.lacking[i]
		s.clear()
		away := []int{h.cells[i]}
		h.collect(away)
		h.gather(s, away)
		for _, x := range h.candidates {
			if _, err := h.try(ctx, x, s, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// neighbours passes the neighbours to yield that come about when the clues of the cells away are taken away and one is put in, in random
// order, until it returns false. The cells are one or two of h.cells, given by index. The clue that is put in is all that yield gets.
func (h *neighbourhood) neighbours(ctx context.Context, away []int, r *rand.Rand, yield func(model.Given) bool) error {
	h.now.clear()
	h.now.merge(h.own)
	var cells []int
	for _, i := range away {
		h.now.merge(h.lacking[i])
		cells = append(cells, h.cells[i])
	}
	h.collect(cells)
	h.gather(h.now, cells)
	r.Shuffle(len(h.candidates), func(i, j int) { h.candidates[i], h.candidates[j] = h.candidates[j], h.candidates[i] })
	for _, x := range h.candidates {
		if k, err := h.try(ctx, x, h.now, false); err != nil || k == 1 && !yield(x) {
			return err
		}
	}
	return nil
}

// collect sets h.givens to the clues but those of the cells away, and makes room for one more.
func (h *neighbourhood) collect(away []int) {
	h.givens = h.givens[:0]
	for c, v := range h.clues {
		if v != 0 && !slices.Contains(away, c) {
			h.givens = append(h.givens, model.Given{Var: model.Var(c), Value: v})
		}
	}
	h.givens = append(h.givens, model.Given{})
}

// gather sets h.candidates to the clues that can be put in when those of the cells away are taken away, as far as s tells.
func (h *neighbourhood) gather(s seen, away []int) {
	n := h.shape.N()
	h.candidates = h.candidates[:0]
	for w, dead := range s.twice {
		for set := ^dead; set != 0; set &= set - 1 {
			at := w<<6 | bits.TrailingZeros64(set)
			if c, v := at/n, at%n+1; c < len(h.clues) && h.fits(c, v, away) {
				h.candidates = append(h.candidates, model.Given{Var: model.Var(c), Value: v})
			}
		}
	}
}

// fits reports whether v may be put into c: the cell is blank, v is not what it had, and no peer has v.
func (h *neighbourhood) fits(c, v int, away []int) bool {
	if h.clues[c] == v || h.clues[c] != 0 && !slices.Contains(away, c) {
		return false
	}
	for _, p := range h.peers[c] {
		if h.clues[p] == v && !slices.Contains(away, p) {
			return false
		}
	}
	return true
}

// try puts in a clue, unless s rules it out, and returns the number of solutions, which is 2 if there are more. What is found goes to s.
// If others is set, the solution of the puzzle does not count.
func (h *neighbourhood) try(ctx context.Context, x model.Given, s seen, others bool) (int, error) {
	n := h.shape.N()
	if s.ruledOut(int(x.Var)*n + x.Value - 1) {
		return 2, nil
	}
	h.givens[len(h.givens)-1] = x
	k := 0
	r, err := h.solver.SolveGiven(ctx, h.givens, func(a model.Assignment) bool {
		if others && slices.Equal(a, h.solution) {
			return true
		}
		s.see(a, n)
		if k++; k == 2 {
			s.agree(h.first, a, n)
			return false
		}
		copy(h.first, a)
		return true
	})
	if err == nil && k < 2 && !r.Complete {
		err = errIncomplete
	}
	return k, err
}
