package gridn

import "math/bits"

// A literal says of an option that it stands (option<<1) or that it is out (option<<1 | 1).
type literal uint32

func chosen(x uint32) literal       { return literal(x << 1) }
func excluded(x uint32) literal     { return literal(x<<1 | 1) }
func (l literal) option() uint32    { return uint32(l >> 1) }
func (l literal) negation() literal { return l ^ 1 }
func (l literal) isExcluded() bool  { return l&1 != 0 }

// A reason says why a literal was assigned, in a form from which the literals it follows from can be told (see explain.go). The first two
// bits tell the kind, the others are:
type reason uint32

const (
	byDecision     reason = iota << 30 // a decision, one undone for good, or known from the start
	byItem                             // an item: of a literal that stands, its options but one are out; of one that is out, they are confined
	byOption                           // another option of an item stands
	byClause                           // a learnt clause, by its offset
	reasonKindMask reason = 3 << 30
)

// state is what is known at a node, with the trail of how it came to be known. Everything is indexed by the numbers that tables gives.
type state struct {
	*tables

	// The options that are not out, as bits: the values of a cell; and for a value, the columns of a row, rows of a column, places of a box.
	cells, rows, columns, boxes []uint64

	litValue   []int8   // by literal: 1 true, -1 false, 0 open
	level      []uint16 // by option: how many decisions had been made when it was assigned
	reasons    []reason // by option
	trail      []literal
	qhead      int   // of the trail: what follows has not been propagated
	levelStart []int // by level-1: where the trail stood
	openCells  int   // cells in which no option stands

	conflict reason // of the last failure: an item without options, a clause without true literals, or an option besides which rival stands
	rival    uint32
}

func newState(t *tables) state {
	cells, options := t.n*t.n, t.n*t.n<<t.shift
	words := make([]uint64, cells+3*(t.n<<t.shift))
	take := func(n int) []uint64 {
		part := words[:n:n]
		words = words[n:]
		return part
	}
	lines := t.n << t.shift
	return state{
		tables: t, cells: take(cells), rows: take(lines), columns: take(lines), boxes: take(lines),
		litValue: make([]int8, 2*options), level: make([]uint16, options), reasons: make([]reason, options),
		trail: make([]literal, 0, options), levelStart: make([]int, 0, cells),
	}
}

// reset forgets everything.
func (s *state) reset() {
	all := ^uint64(0) >> (64 - s.n)
	for _, words := range [][]uint64{s.cells, s.rows, s.columns, s.boxes} {
		for i := range words {
			words[i] = all
		}
	}
	clear(s.litValue)
	s.trail, s.qhead, s.levelStart, s.openCells = s.trail[:0], 0, s.levelStart[:0], s.n*s.n
}

// restrict takes out the options that are not in domains, given by cell. It returns false if they contradict each other at once.
func (s *state) restrict(domains []uint64) bool {
	for c, d := range domains {
		if d == 0 {
			return false
		}
		if d&(d-1) == 0 {
			if l := chosen(s.option(c, bits.TrailingZeros64(d))); s.litValue[l] < 0 || s.litValue[l] == 0 && !s.assign(l, byDecision) {
				return false
			}
			continue
		}
		for m := s.cells[c] &^ d; m != 0; m &= m - 1 {
			if l := excluded(s.option(c, bits.TrailingZeros64(m))); s.litValue[l] < 0 || s.litValue[l] == 0 && !s.assign(l, byDecision) {
				return false
			}
		}
	}
	return true
}

// assign makes an open literal true. It returns false if an item loses its last option, and draws no other conclusions than singles.
func (s *state) assign(l literal, r reason) bool {
	x := l.option()
	s.litValue[l], s.litValue[l.negation()] = 1, -1
	s.level[x], s.reasons[x] = uint16(len(s.levelStart)), r
	s.trail = append(s.trail, l)
	if l.isExcluded() {
		return s.remove(x)
	}
	s.openCells--
	return true
}

// remove takes an option that is out from its four items, and assigns the last option of an item.
func (s *state) remove(x uint32) bool {
	cell, value := x>>s.shift, x&s.valueMask
	w := s.locations[cell]
	row := uint32(w.row)<<s.shift | value
	column := uint32(w.column)<<s.shift | value
	box := uint32(w.box)<<s.shift | value
	m0 := s.cells[cell] &^ (1 << value)
	m1 := s.rows[row] &^ (1 << w.column)
	m2 := s.columns[column] &^ (1 << w.row)
	m3 := s.boxes[box] &^ (1 << w.place)
	s.cells[cell], s.rows[row], s.columns[column], s.boxes[box] = m0, m1, m2, m3
	return (m0&(m0-1) != 0 || s.assignLast(cellItem|item(cell), m0)) &&
		(m1&(m1-1) != 0 || s.assignLast(rowItem|item(row), m1)) &&
		(m2&(m2-1) != 0 || s.assignLast(columnItem|item(column), m2)) &&
		(m3&(m3-1) != 0 || s.assignLast(boxItem|item(box), m3))
}

// assignLast assigns the last option of an item that has no other left. It returns false if there is none.
func (s *state) assignLast(i item, left uint64) bool {
	if left == 0 {
		s.conflict = byItem | reason(i)
		return false
	}
	l := chosen(s.itemOption(i, bits.TrailingZeros64(left)))
	return s.litValue[l] != 0 || s.assign(l, byItem|reason(i))
}

// backtrackTo goes back to a level. What stood is noted in lately.
func (s *state) backtrackTo(level int, savedValue []uint8) {
	if level >= len(s.levelStart) {
		return
	}
	start := s.levelStart[level]
	for _, l := range s.trail[start:] {
		x := l.option()
		s.litValue[l], s.litValue[l.negation()] = 0, 0
		cell, value := x>>s.shift, x&s.valueMask
		if !l.isExcluded() {
			savedValue[cell] = uint8(value)
			s.openCells++
			continue
		}
		w := s.locations[cell]
		s.cells[cell] |= 1 << value
		s.rows[uint32(w.row)<<s.shift|value] |= 1 << w.column
		s.columns[uint32(w.column)<<s.shift|value] |= 1 << w.row
		s.boxes[uint32(w.box)<<s.shift|value] |= 1 << w.place
	}
	s.trail, s.qhead, s.levelStart = s.trail[:start], start, s.levelStart[:level]
}
