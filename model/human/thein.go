package human

import (
	"context"
	"math/bits"
)

// A Heuristic fills cells in passes, as the program in appendix C of Thein's thesis does before it starts constraint
// programming. A pass computes the candidates of all blank cells from the filled cells. Then it writes every value that
// has one place in a row, column or box, and the value of every cell with one candidate, all from the candidates at its
// start. The passes end when one does not change the number of blank cells.
//
// The thesis describes and prints several versions. Each is a Heuristic:
//
//   - h-naked: cells with one candidate only, as in the pseudo-code of section 3.4
//   - h-rowcol: also values with one place in a row or column, as in section 4.3
//   - h-printed, which is also thein: also boxes, with the errors of the program as printed
//   - h-full: also boxes, without these errors
//
// The program has two errors. First, boxes after the second are searched for the first value only: the loop over the
// digits reads "for r in (1,10)", which is 1 and 10; range(1,10) was meant. (The print has lost the headers of the
// first two boxes; we take them to be complete.) Second, the count of blank cells runs over range(0,80) and so omits
// the last cell: a pass that fills only the last cell ends the heuristic, even if more would follow.
//
// The program is for 9x9 grids. Here the boxes are all AllDifferents that are neither a row nor a column, in model
// order, and values are written only in AllDifferents with as many cells as values. If the program would write two
// values into a cell, or one value twice into a house, the puzzle has no solution, and the position becomes broken.
//
// Source: M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. thesis,
// Pennsylvania State University, 2014.
type Heuristic struct {
	name, summary string
	lines         bool // search rows and columns
	boxes         int  // number of boxes searched for all values
	firstValue    bool // search the other boxes for the first value
	skipsLastCell bool // count omits the last cell
}

const allBoxes = int(^uint(0) >> 1)

var (
	heuristicNaked = &Heuristic{
		name:    "h-naked",
		summary: "Thein's heuristic as in his section 3.4: naked singles, in passes",
	}
	heuristicLines = &Heuristic{
		name:    "h-rowcol",
		summary: "Thein's heuristic as in his section 4.3: singles except in boxes, in passes",
		lines:   true,
	}
	heuristicPrinted = printed("h-printed",
		"Thein's heuristic as printed in his appendix C: most boxes are searched for 1 only")
	heuristicFull = &Heuristic{
		name:    "h-full",
		summary: "Thein's heuristic as intended: all singles, in passes",
		lines:   true, boxes: allBoxes,
	}
	thein = printed("thein", "the heuristic of Thein's thesis as printed there: the same as h-printed")
)

func printed(name, summary string) *Heuristic {
	return &Heuristic{name: name, summary: summary, lines: true, boxes: 2, firstValue: true, skipsLastCell: true}
}

func (h *Heuristic) Name() string    { return h.name }
func (h *Heuristic) Summary() string { return h.summary }
func (h *Heuristic) Source() string  { return "Thein 2014" }

// HeuristicByName returns the heuristic with this name, or false if there is none.
func HeuristicByName(name string) (*Heuristic, bool) {
	for _, m := range Methods() {
		if h, ok := m.(*Heuristic); ok && h.name == name {
			return h, true
		}
	}
	return nil, false
}

// Run makes passes until one does not change the number of blank cells or the position is broken. It returns the number
// of passes, including the last.
func (h *Heuristic) Run(p *Position) (passes int) {
	for last := -1; ; passes++ {
		blank := h.count(p)
		if blank == last || p.broken {
			return passes
		}
		last = blank
		h.pass(p)
	}
}

// count returns the number of blank cells as the heuristic counts them.
func (h *Heuristic) count(p *Position) int {
	if n := len(p.filled); h.skipsLastCell && n > 0 && p.filled[n-1] < 0 {
		return p.blank - 1
	}
	return p.blank
}

// pass fills all cells that follow from the candidates at its start.
func (h *Heuristic) pass(p *Position) {
	p.toWrite = p.toWrite[:0]
	box := 0
	for i := range p.houses {
		switch u := &p.houses[i]; u.kind {
		case Row, Column:
			if h.lines {
				p.writePlaces(i, len(p.values))
			}
		default:
			if box < h.boxes {
				p.writePlaces(i, len(p.values))
			} else if h.firstValue {
				p.writePlaces(i, 1)
			}
			box++
		}
	}
	for c, d := range p.cand {
		if d != 0 && d&(d-1) == 0 {
			p.toWrite = append(p.toWrite, cellValue{c, bits.TrailingZeros64(d)})
		}
	}
	for _, e := range p.toWrite {
		p.place(e.cell, e.value)
	}
}

// writePlaces adds to toWrite each of the first values that has one place in house h.
func (p *Position) writePlaces(h, values int) {
	if !p.houses[h].full {
		return
	}
	for x := range values {
		if w := p.places(h, x); w != 0 && w&(w-1) == 0 {
			p.toWrite = append(p.toWrite, cellValue{p.houses[h].cells[bits.TrailingZeros64(w)], x})
		}
	}
}

// Deduce implements Method.
func (h *Heuristic) Deduce(_ context.Context, p *Position) { h.Run(p) }
