package human

import (
	"math/bits"

	"nonet/model"
)

// A Position is the state of a puzzle: the filled cells, and the candidates of the blank ones. Filling a cell removes
// its value from the candidates of its peers at once.
//
// The candidates are indexed by cell, by house and value, and by value, so that rules find patterns fast. All indices
// are parts of one array, so that CopyFrom is one copy.
type Position struct {
	*Board
	state []uint64 // the memory of the sets below

	cand         []uint64 // by cell: the candidates of a blank cell; 0 for a filled one
	housePlaces  []uint64 // housePlaces[h*len(values)+x]: the places of house h where x is a candidate
	filledValues []uint64 // by house: the values of its filled cells
	valueCells   []uint64 // by value: the cells with that candidate, as a cellSet; see cellsWith
	unfilled     cellSet  // the blank cells
	givenCells   cellSet  // the cells filled by a Given
	nakedQueue   cellSet  // a superset of the blank cells with one candidate; may include cells filled since
	exhausted    []uint64 // by house, then by value: rules that find nothing there; see isExhausted
	hiddenQueue  []uint64 // bit h*len(values)+x: x has one place left in full house h; may be filled since
	lastQueue    []uint64 // bit h*len(values)+x: x is the last value of full house h; may be filled since

	filled []int8 // by cell: its value, or -1
	blank  int    // number of blank cells
	broken bool   // see Broken

	restricted bool // the puzzle states candidates; see Board.restrict

	step       Step // the step that all searches reuse; see newStep
	subsets    subsetSearch
	linkCache  *links      // nil until needed
	net        *net        // nil until needed
	fishSearch *fishSearch // nil until needed
	toWrite    []cellValue // scratch of Heuristic
	scratch    scratch     // of the searches for small patterns
	sectors    sectors     // of the search for Sue de Coq
	settled    [][]uint64  // by condition: the values of its cells when it last removed none; see isSettled
	trial      *Position   // nil until needed; see contradictions
	alsCache   *alsIndex   // nil until needed

	interrupt *interrupt // nil without a context; see Under. That of a net belongs to the position it starts from
	own       interrupt
}

// newPosition returns a position with empty sets.
func (b *Board) newPosition() *Position {
	cells, houses, values := len(b.peers), len(b.houses), len(b.values)
	p := &Position{Board: b, filled: make([]int8, cells)}
	p.step.board = b
	sizes := []int{cells, houses * values, houses, values * b.words, b.words, b.words, b.words, houses + values,
		b.queueWords(), b.queueWords()}
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
	p.unfilled, p.givenCells, p.nakedQueue, p.exhausted = take(), take(), take(), take()
	p.hiddenQueue, p.lastQueue = take(), take()
	return p
}

// newInitialPosition returns the position of the board's model.
func (b *Board) newInitialPosition() *Position {
	p := b.newPosition()
	p.blank = len(p.filled)
	for c := range p.filled {
		p.filled[c] = -1
		p.unfilled.Add(c)
		p.cand[c] = b.network.Domains[c]
		for d := p.cand[c]; d != 0; d &= d - 1 {
			x := bits.TrailingZeros64(d)
			p.cellsWith(x).Add(c)
			for _, s := range b.memberships[c] {
				p.housePlaces[s.house*len(b.values)+x] |= 1 << s.place
			}
		}
		switch bits.OnesCount64(p.cand[c]) {
		case 0:
			p.broken = true
		case 1:
			p.nakedQueue.Add(c)
		}
		if b.peers[c].Has(c) { // a house states the cell twice
			p.broken = true
		}
	}
	for h := range b.houses {
		if b.houses[h].full && p.blankCount(h) == 1 {
			p.queueLast(h, h*len(b.values))
		}
		for x := range b.values {
			at := h*len(b.values) + x
			if b.houses[h].full && p.housePlaces[at] != 0 && p.housePlaces[at]&(p.housePlaces[at]-1) == 0 {
				p.hiddenQueue[at>>6] |= 1 << (at & 63)
			}
		}
	}
	p.applyGivens(b.network.Givens)
	return p
}

// NewPosition returns the position of the board's model with further givens.
func (b *Board) NewPosition(givens []model.Given) *Position {
	p := b.newPosition()
	p.Reset(givens)
	return p
}

// Reset sets p to the position of the board's model with the givens. It does not allocate.
func (p *Position) Reset(givens []model.Given) {
	p.CopyFrom(p.initial)
	p.applyGivens(givens)
	p.fillKnown()
}

// CopyFrom makes p equal to q, a position of the same board.
func (p *Position) CopyFrom(q *Position) {
	copy(p.state, q.state)
	copy(p.filled, q.filled)
	p.blank, p.broken, p.restricted = q.blank, q.broken, q.restricted
}

// applyGivens fills the cells of the givens and records them as clues.
func (p *Position) applyGivens(givens []model.Given) {
	for _, g := range givens {
		c := int(g.Var)
		if x, ok := p.valueIndex(g.Value); ok {
			p.place(c, x)
			p.givenCells.Add(c)
		} else {
			p.broken = true
		}
	}
}

// Blank returns the number of blank cells.
func (p *Position) Blank() int { return p.blank }

// Broken reports whether the position is known to have no solution: a blank cell has no candidate, a value has no place
// in a full house, or a placement was not possible. A position without a solution may not be broken yet.
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

// Candidates returns the candidates of a blank cell in increasing order, and nil for a filled cell.
func (p *Position) Candidates(v model.Var) []int { return p.AppendCandidates(nil, v) }

// Remaining returns the values that a cell may still have, and whether it is filled. The values are its candidates if
// it is blank and its value if it is filled, as a set of indices in the sorted list of all values of the model.
func (p *Position) Remaining(v model.Var) (values uint64, filled bool) {
	if x := p.filled[v]; x >= 0 {
		return 1 << x, true
	}
	return p.cand[v], false
}

// AppendCandidates appends the candidates of a cell to dst in increasing order and returns the extended slice.
func (p *Position) AppendCandidates(dst []int, v model.Var) []int {
	for d := p.cand[v]; d != 0; d &= d - 1 {
		dst = append(dst, p.values[bits.TrailingZeros64(d)])
	}
	return dst
}

// FewestCandidates returns the first blank cell with the minimum number of candidates. At least one cell must be blank.
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

// HasCandidate reports whether k is a candidate.
func (p *Position) HasCandidate(k Candidate) bool {
	x, ok := p.valueIndex(k.Value)
	return ok && p.hasCandidate(int(k.Cell), x)
}

// Eliminate removes a candidate. It does nothing if k is not a candidate.
func (p *Position) Eliminate(k Candidate) {
	if x, ok := p.valueIndex(k.Value); ok {
		p.eliminate(int(k.Cell), x)
	}
}

// Place fills a cell and removes the value from its peers. If the value is not a candidate of the cell, the position
// becomes broken, unless the cell already has this value.
func (p *Position) Place(k Candidate) {
	if x, ok := p.valueIndex(k.Value); ok {
		p.place(int(k.Cell), x)
	} else {
		p.broken = true
	}
}

// Apply makes the placements and eliminations of a step.
func (p *Position) Apply(s *Step) {
	for _, k := range s.Placements {
		p.Place(k)
	}
	for _, k := range s.Eliminations {
		p.Eliminate(k)
	}
}

// hasCandidate reports whether value x is a candidate of cell c. Here and below, &63 lets the compiler omit the check
// of a shift count.
func (p *Position) hasCandidate(c, x int) bool { return p.cand[c]>>(x&63)&1 != 0 }

// cellsWith returns the blank cells that have x as a candidate. The set aliases the memory of p.
func (p *Position) cellsWith(x int) cellSet {
	return p.valueCells[x*p.words : (x+1)*p.words : (x+1)*p.words]
}

// places returns the places of house h where x is a candidate: bit i is houses[h].cells[i]. It is 0 if x is filled in.
func (p *Position) places(h, x int) uint64 { return p.housePlaces[h*len(p.values)+x] }

// eliminate removes x from the candidates of c and reports whether it was one.
func (p *Position) eliminate(c, x int) bool {
	if !p.hasCandidate(c, x) {
		return false
	}
	p.valueCells[x*p.words+c>>6] &^= 1 << (c & 63)
	p.exhausted[len(p.houses)+x] = 0
	p.eliminateInHouses(c, x)
	return true
}

// eliminateInHouses is eliminate for a candidate, except for what is indexed by value: valueCells and exhausted.
func (p *Position) eliminateInHouses(c, x int) {
	d := p.cand[c] &^ (1 << (x & 63))
	p.cand[c] = d
	if d&(d-1) == 0 {
		if d == 0 {
			p.broken = true
		} else {
			p.nakedQueue.Add(c)
		}
	}
	seats := p.memberships[c]
	for i := range seats {
		s := &seats[i]
		p.exhausted[s.house] = 0
		at := s.offset + x
		w := p.housePlaces[at] &^ s.bit
		p.housePlaces[at] = w
		if w&(w-1) == 0 && s.full && p.filledValues[s.house]>>(x&63)&1 == 0 {
			p.queueHidden(at, w)
		}
	}
}

// queueHidden records that a value has the places w, one or none, in a full house where it is not filled in. at is its
// index in housePlaces.
func (p *Position) queueHidden(at int, w uint64) {
	if w == 0 {
		p.broken = true
	} else {
		p.hiddenQueue[at>>6] |= 1 << (at & 63)
	}
}

// queueLast adds to lastQueue the values of full house h that are not filled in. offset is the first index of the house
// in housePlaces.
func (p *Position) queueLast(h, offset int) {
	for d := p.houses[h].values &^ p.filledValues[h]; d != 0; d &= d - 1 {
		at := offset + bits.TrailingZeros64(d)
		p.lastQueue[at>>6] |= 1 << (at & 63)
	}
}

// place fills c with x; see Place.
func (p *Position) place(c, x int) {
	if !p.hasCandidate(c, x) {
		if int(p.filled[c]) != x {
			p.broken = true
		}
		return
	}
	was := p.cand[c]
	p.cand[c] = 0
	p.filled[c] = int8(x)
	p.unfilled.Remove(c)
	p.blank--
	values := len(p.values)
	seats := p.memberships[c]
	for i := range seats {
		s := &seats[i]
		filled := p.filledValues[s.house] | 1<<x
		p.filledValues[s.house] = filled
		p.exhausted[s.house] = 0
		row := p.housePlaces[s.offset : s.offset+values]
		for d := was; d != 0; d &= d - 1 {
			y := bits.TrailingZeros64(d)
			w := row[y] &^ s.bit
			row[y] = w
			if w&(w-1) == 0 && s.full && filled>>(y&63)&1 == 0 {
				p.queueHidden(s.offset+y, w)
			}
		}
		if s.full && p.blankCount(s.house) == 1 {
			p.queueLast(s.house, s.offset)
		}
	}
	exhausted := p.exhausted[len(p.houses):]
	for d := was; d != 0; d &= d - 1 {
		y := bits.TrailingZeros64(d)
		exhausted[y] = 0
		p.valueCells[y*p.words+c>>6] &^= 1 << (c & 63)
	}
	peers, with := p.peers[c], p.cellsWith(x)
	for w := range with {
		set := with[w] & peers[w]
		with[w] &^= set
		for ; set != 0; set &= set - 1 {
			p.eliminateInHouses(w<<6|bits.TrailingZeros64(set), x)
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

// A rule that searches one house, or one value, and finds nothing need not search it again until a candidate there is
// removed. Position.exhausted holds one word for each house and then one for each value; a bit is a rule. Removing a
// candidate clears the words of its value and houses. This saves a tenth of the time of a search that guesses and
// applies the ladder berggren.
const (
	nakedExhausted  = 0 // the bit for naked subsets of k cells is nakedExhausted + k
	hiddenExhausted = 8
	fishExhausted   = 16 // by value
)

// isExhausted reports whether the rule of the bit is known to find nothing in house h. For a value, h is len(houses)+x.
func (p *Position) isExhausted(h, bit int) bool { return p.exhausted[h]>>bit&1 != 0 }

// setExhausted records that the rule of the bit finds nothing in house h until a candidate there is removed.
func (p *Position) setExhausted(h, bit int) { p.exhausted[h] |= 1 << bit }

// blankCount returns the number of blank cells of house h, provided that no value occurs twice in it.
func (p *Position) blankCount(h int) int {
	return len(p.houses[h].cells) - bits.OnesCount64(p.filledValues[h])
}
