package gridn

import "math/bits"

// A literal says that an option is chosen (option<<1) or excluded (option<<1 | 1).
type literal uint32

func chosen(x uint32) literal       { return literal(x << 1) }
func excluded(x uint32) literal     { return literal(x<<1 | 1) }
func (l literal) option() uint32    { return uint32(l >> 1) }
func (l literal) negation() literal { return l ^ 1 }
func (l literal) isExcluded() bool  { return l&1 != 0 }

// A reason encodes why a literal was assigned; explain.go derives the antecedents from it on demand. The first two bits
// are the kind, the others the data given here.
type reason uint32

const (
	byDecision     reason = iota << 30 // no data: a decision, the negation of a finished decision, or a fact at level 0
	byItem                             // the item: its other options are excluded or confined
	byOption                           // the chosen option, which shares an item with the literal's option
	byClause                           // the offset of a learned clause
	reasonKindMask reason = 3 << 30
)

// state is the current partial assignment: options, literals and the trail. Indices are the numbers defined by tables.
type state struct {
	*tables

	// The options left of each item, as bits: the values of a cell; for a value, the columns in a row, the rows in a
	// column, the places in a box.
	cells, rows, columns, boxes []uint64

	litValue   []int8   // by literal: 1 true, -1 false, 0 unassigned
	level      []uint16 // by option: the decision level of its assignment
	reasons    []reason // by option
	trail      []literal
	qhead      int   // trail[qhead:] is not propagated yet
	levelStart []int // levelStart[i] is the length of the trail before decision i+1; its length is the decision level
	openCells  int   // number of cells without a chosen option

	// The last conflict: an item without options (byItem), a clause without true literals (byClause), or a chosen
	// option that shares an item with the chosen option rival (byOption).
	conflict reason
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

// reset makes all literals unassigned and all options available.
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

// restrict excludes the options that are not in domains, which are indexed by cell. It returns false on a conflict.
func (s *state) restrict(domains []uint64) bool {
	for c, d := range domains {
		if d == 0 {
			return false
		}
		if d&(d-1) == 0 {
			l := chosen(s.option(c, bits.TrailingZeros64(d)))
			if s.litValue[l] < 0 || s.litValue[l] == 0 && !s.assign(l, byDecision) {
				return false
			}
			continue
		}
		for m := s.cells[c] &^ d; m != 0; m &= m - 1 {
			l := excluded(s.option(c, bits.TrailingZeros64(m)))
			if s.litValue[l] < 0 || s.litValue[l] == 0 && !s.assign(l, byDecision) {
				return false
			}
		}
	}
	return true
}

// assign makes an unassigned literal true. It propagates only singles, and returns false if an item loses its last
// option.
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

// remove removes an excluded option from its four items and assigns the last options of these items.
func (s *state) remove(x uint32) bool {
	cell, value, w, row, column, box := s.houses(x)
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

// assignLast assigns the last option of an item. It returns false if the item has no option left.
func (s *state) assignLast(i item, left uint64) bool {
	if left == 0 {
		s.conflict = byItem | reason(i)
		return false
	}
	l := chosen(s.itemOption(i, bits.TrailingZeros64(left)))
	return s.litValue[l] != 0 || s.assign(l, byItem|reason(i))
}

// Level implements search.Engine.
func (s *state) Level() int { return len(s.levelStart) }

// backtrackTo undoes all levels above level. It stores the values of the cells that it reopens in savedValue.
func (s *state) backtrackTo(level int, savedValue []uint8) {
	if level >= len(s.levelStart) {
		return
	}
	start := s.levelStart[level]
	for _, l := range s.trail[start:] {
		x := l.option()
		s.litValue[l], s.litValue[l.negation()] = 0, 0
		cell, value, w, row, column, box := s.houses(x)
		if !l.isExcluded() {
			savedValue[cell] = uint8(value)
			s.openCells++
			continue
		}
		s.cells[cell] |= 1 << value
		s.rows[row] |= 1 << w.column
		s.columns[column] |= 1 << w.row
		s.boxes[box] |= 1 << w.place
	}
	s.trail, s.qhead, s.levelStart = s.trail[:start], start, s.levelStart[:level]
}
