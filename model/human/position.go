package human

import (
	"math/bits"

	"nonet/model"
)

// A Position is how far a puzzle has been solved: the cells that are filled, and the candidates that are left for the blank ones, as a
// person would pencil them in. Filling a cell strikes its value from the candidates of its peers at once.
//
// Everything is indexed several ways so that rules find what they look for: candidates by cell, places by house and value, cells by
// value. Copying a position is copying one array.
type Position struct {
	*Board
	state []uint64 // all that follows, but for filled, blank and broken

	cand         []uint64 // by cell: the candidates of a blank cell; 0 for a filled one
	housePlaces  []uint64 // where[h*len(values)+x]: the places of house h, by their number in it, at which x is a candidate
	filledValues []uint64 // by house: the values that are filled in
	valueCells   []uint64 // cellSets, one for each value: the blank cells that have it as a candidate; see with
	unfilled     cellSet  // the blank cells
	givenCells   cellSet  // the cells filled by a Given
	nakedQueue   cellSet  // contains the blank cells with one candidate, and perhaps some that are filled by now
	exhausted    []uint64 // by house, then by value: the rules that find nothing there; see isExhausted
	hiddenQueue  []uint64 // bit h*len(values)+x: where has one place left for it, unless done by now; full houses only

	filled []int8 // by cell: its value, or -1
	blank  int    // number of blank cells
	broken bool   // some blank cell has no candidate, or some value has no place in a full house: there is no solution

	step       Step // of the rules; see begin
	subsets    subsetSearch
	linkCache  *links      // memory of the search for chains; nil until needed
	net        *net        // memory of the search for nets; nil until needed
	fishSearch *fishSearch // memory of the search for fish; nil until needed
	toWrite    []entry     // scratch of Heuristic
	scratch    scratch     // of the searches for patterns of one digit, of cells with two candidates and for simple chains
	sectors    sectors     // of the search for Sue de Coq
	alsCache   *alsIndex   // nil until needed
}

// newPosition returns a position without contents.
func (b *Board) newPosition() *Position {
	cells, houses, values := len(b.peers), len(b.houses), len(b.values)
	p := &Position{Board: b, filled: make([]int8, cells)}
	p.step.board = b
	sizes := []int{cells, houses * values, houses, values * b.words, b.words, b.words, b.words, houses + values, (houses*values + 63) / 64}
	total := 0
	for _, n := range sizes {
		total += n
	}
	p.state = make([]uint64, total)
	rest := p.state
	take := func() []uint64 {
		part := rest[:sizes[0]:sizes[0]]
		rest, sizes = rest[sizes[0]:], sizes[1:]
		return part
	}
	p.cand, p.housePlaces, p.filledValues, p.valueCells = take(), take(), take(), take()
	p.unfilled, p.givenCells, p.nakedQueue, p.exhausted, p.hiddenQueue = take(), take(), take(), take(), take()
	return p
}

// initial returns the position that the model itself states.
func (b *Board) newInitialPosition() *Position {
	p := b.newPosition()
	p.blank = len(p.filled)
	for c := range p.filled {
		p.filled[c] = -1
		p.unfilled.add(c)
		p.cand[c] = b.network.Domains[c]
		for d := p.cand[c]; d != 0; d &= d - 1 {
			x := bits.TrailingZeros64(d)
			p.cellsWith(x).add(c)
			for _, s := range b.memberships[c] {
				p.housePlaces[s.house*len(b.values)+x] |= 1 << s.place
			}
		}
		switch bits.OnesCount64(p.cand[c]) {
		case 0:
			p.broken = true
		case 1:
			p.nakedQueue.add(c)
		}
		if b.peers[c].contains(c) { // a house states the cell twice
			p.broken = true
		}
	}
	for h := range b.houses {
		for x := range b.values {
			if at := h*len(b.values) + x; b.houses[h].full && p.housePlaces[at] != 0 && p.housePlaces[at]&(p.housePlaces[at]-1) == 0 {
				p.hiddenQueue[at>>6] |= 1 << (at & 63)
			}
		}
	}
	p.applyGivens(b.network.Givens)
	return p
}

// NewPosition returns the position of the board's model together with further givens.
func (b *Board) NewPosition(givens []model.Given) *Position {
	p := b.newPosition()
	p.Reset(givens)
	return p
}

// Reset returns to the position of the board's model together with the givens. It allocates nothing.
func (p *Position) Reset(givens []model.Given) {
	p.CopyFrom(p.initial)
	p.applyGivens(givens)
}

// CopyFrom makes p equal to q, a position of the same board.
func (p *Position) CopyFrom(q *Position) {
	copy(p.state, q.state)
	copy(p.filled, q.filled)
	p.blank, p.broken = q.blank, q.broken
}

func (p *Position) applyGivens(givens []model.Given) {
	for _, g := range givens {
		c := int(g.Var)
		if x, ok := p.valueIndex(g.Value); ok {
			p.place(c, x)
			p.givenCells.add(c)
		} else {
			p.broken = true
		}
	}
}

// Blank returns the number of blank cells.
func (p *Position) Blank() int { return p.blank }

// Broken reports that there is no solution, because a blank cell has no candidate left or a value no place in a house that needs it.
// A position that is not broken may have no solution all the same.
func (p *Position) Broken() bool { return p.broken }

// Solved reports whether all cells are filled without contradiction.
func (p *Position) Solved() bool { return p.blank == 0 && !p.broken }

// Value returns the value of a cell, and whether it is filled.
func (p *Position) Value(v model.Var) (int, bool) {
	if p.filled[v] < 0 {
		return 0, false
	}
	return p.values[p.filled[v]], true
}

// Candidates returns the candidates of a blank cell, increasing; a filled one has none.
func (p *Position) Candidates(v model.Var) []int { return p.AppendCandidates(nil, v) }

// Left returns what is left for a cell, as a set of indices in the increasing list of all values of the model: its candidates if it is
// blank, and otherwise its value.
func (p *Position) Remaining(v model.Var) (values uint64, filled bool) {
	if x := p.filled[v]; x >= 0 {
		return 1 << x, true
	}
	return p.cand[v], false
}

// AppendCandidates appends the candidates of a cell to dst, increasing, and returns it.
func (p *Position) AppendCandidates(dst []int, v model.Var) []int {
	for d := p.cand[v]; d != 0; d &= d - 1 {
		dst = append(dst, p.values[bits.TrailingZeros64(d)])
	}
	return dst
}

// Fewest returns the first of the blank cells that have the fewest candidates, of which there must be some.
func (p *Position) FewestCandidates() model.Var {
	best, fewest := -1, 65
	for w, set := range p.unfilled {
		for ; set != 0; set &= set - 1 {
			c := w<<6 | bits.TrailingZeros64(set)
			if n := bits.OnesCount64(p.cand[c]); n < fewest {
				if best, fewest = c, n; n <= 1 {
					return model.Var(c)
				}
			}
		}
	}
	return model.Var(best)
}

// Has reports whether k is a candidate.
func (p *Position) HasCandidate(k Candidate) bool {
	x, ok := p.valueIndex(k.Value)
	return ok && p.hasCandidate(int(k.Cell), x)
}

// Eliminate strikes a candidate, if it is there.
func (p *Position) Eliminate(k Candidate) {
	if x, ok := p.valueIndex(k.Value); ok {
		p.eliminate(int(k.Cell), x)
	}
}

// Place fills a cell and strikes the value from its peers. If the value is not a candidate of the cell, the position is broken, unless
// it is what the cell is filled with.
func (p *Position) Place(k Candidate) {
	if x, ok := p.valueIndex(k.Value); ok {
		p.place(int(k.Cell), x)
	} else {
		p.broken = true
	}
}

// Apply does what a step says.
func (p *Position) Apply(s *Step) {
	for _, k := range s.Placements {
		p.Place(k)
	}
	for _, k := range s.Eliminations {
		p.Eliminate(k)
	}
}

// has reports whether value x is a candidate of cell c. Here and below, &63 tells the compiler that a shift is in range.
func (p *Position) hasCandidate(c, x int) bool { return p.cand[c]>>(x&63)&1 != 0 }

// with returns the blank cells that have x as a candidate. The set is the position's own.
func (p *Position) cellsWith(x int) cellSet {
	return p.valueCells[x*p.words : (x+1)*p.words : (x+1)*p.words]
}

// at returns the places of house h at which x is a candidate: bit i is houses[h].cells[i]. It is 0 if x is filled in.
func (p *Position) places(h, x int) uint64 { return p.housePlaces[h*len(p.values)+x] }

// eliminate strikes x from the candidates of c and reports whether it was there.
func (p *Position) eliminate(c, x int) bool {
	was := p.cand[c]
	d := was &^ (1 << (x & 63))
	if d == was {
		return false
	}
	p.cand[c] = d
	if d&(d-1) == 0 {
		if d == 0 {
			p.broken = true
		} else {
			p.nakedQueue.add(c)
		}
	}
	p.removeFromIndexes(c, x)
	return true
}

// leave takes cell c out of the sets of value x.
func (p *Position) removeFromIndexes(c, x int) {
	p.valueCells[x*p.words+c>>6] &^= 1 << (c & 63)
	p.exhausted[len(p.houses)+x] = 0
	seats := p.memberships[c]
	for i := range seats {
		s := &seats[i]
		p.exhausted[s.house] = 0
		at := s.offset + x
		w := p.housePlaces[at] &^ s.bit
		p.housePlaces[at] = w
		if w&(w-1) == 0 && s.full && p.filledValues[s.house]>>(x&63)&1 == 0 {
			if w == 0 {
				p.broken = true
			} else {
				p.hiddenQueue[at>>6] |= 1 << (at & 63)
			}
		}
	}
}

// place fills c with x.
func (p *Position) place(c, x int) {
	if !p.hasCandidate(c, x) {
		if int(p.filled[c]) != x {
			p.broken = true
		}
		return
	}
	for i := range p.memberships[c] {
		p.filledValues[p.memberships[c][i].house] |= 1 << x
	}
	was := p.cand[c]
	p.cand[c] = 0
	p.filled[c] = int8(x)
	p.unfilled.remove(c)
	p.blank--
	for ; was != 0; was &= was - 1 {
		p.removeFromIndexes(c, bits.TrailingZeros64(was))
	}
	peers := p.peers[c]
	for w, set := range p.cellsWith(x) {
		for set &= peers[w]; set != 0; set &= set - 1 {
			p.eliminate(w<<6|bits.TrailingZeros64(set), x)
		}
	}
	for _, s := range p.network.Shifted[c] {
		y, ok := p.valueIndex(p.values[x] + s.Offset)
		switch u := int(s.Var); {
		case !ok:
		case int(p.filled[u]) == y:
			p.broken = true
		default:
			p.eliminate(u, y)
		}
	}
}

// A rule that looks at one house, or at one value, and finds nothing there need not look again until something changes there. So a position
// remembers, for each house and each value, which rules are exhausted: bits of Position.exhausted, by house and then by value, which it
// clears when a candidate goes. A search with guesses through the ladder berggren takes a tenth less time with this memory.
const (
	nakedExhausted  = 0 // bit of the rule for k cells: nakedExhausted + k
	hiddenExhausted = 8
	fishExhausted   = 16 // by value
)

// isExhausted reports whether the rule of a bit has found nothing in house h as it is.
func (p *Position) isExhausted(h, bit int) bool { return p.exhausted[h]>>bit&1 != 0 }

// setExhausted says that the rule of a bit has found nothing in house h as it is.
func (p *Position) setExhausted(h, bit int) { p.exhausted[h] |= 1 << bit }

// blanks returns the number of blank cells of house h, if nothing is wrong with it.
func (p *Position) blankCount(h int) int {
	return len(p.houses[h].cells) - bits.OnesCount64(p.filledValues[h])
}
