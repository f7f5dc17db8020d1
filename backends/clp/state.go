package clp

// A state is a partial assignment of 0 and 1 to the columns of a matrix, with the slack of every half and a trail to
// undo fixings. A node of the search costs what it fixes; nothing is copied.
type state struct {
	*matrix
	value    []int8 // of each column: 0, 1, or free
	row      []row
	trail    []lit   // fixed literals, in order
	queue    []int32 // halves that may force something, last in first out
	violated bool    // some half is violated

	fixings int64 // total number, those of probes included
}

const free = int8(-1)

// newState returns the state in which every column is free and every half that may force a literal is queued.
func newState(m *matrix) *state {
	s := &state{
		matrix: m,
		value:  make([]int8, m.columns),
		row:    make([]row, len(m.rows)),
		trail:  make([]lit, 0, m.columns),
		queue:  make([]int32, 0, 2*len(m.rows)),
	}
	for j := range s.value {
		s.value[j] = free
	}
	copy(s.row, m.rows)
	for h := range int32(2 * len(s.row)) {
		s.enqueue(h)
	}
	return s
}

// complete reports whether every column is fixed.
func (s *state) complete() bool { return len(s.trail) == s.columns }

// enqueue queues a half if it may force a literal, and records a violation.
func (s *state) enqueue(half int32) {
	r := &s.row[half>>1]
	slack := r.slack[half&1]
	if slack < 0 {
		s.violated = true
	} else if slack < r.heaviest && r.free > 0 && !r.queued[half&1] {
		r.queued[half&1] = true
		s.queue = append(s.queue, half)
	}
}

// fix makes l true. Its column must be free.
func (s *state) fix(l lit) {
	s.value[l.column()] = l.value()
	s.trail = append(s.trail, l)
	s.fixings++
	sister := int32(l&1) ^ 1
	j := l.column()
	for _, o := range s.occurrences.Get(j) {
		half := o.half ^ sister
		r := &s.row[half>>1]
		r.free--
		slack := r.slack[half&1] - o.weight
		r.slack[half&1] = slack
		if slack < r.heaviest { // enqueue, inlined by hand: half of the time is spent here
			if slack < 0 {
				s.violated = true
			} else if r.free > 0 && !r.queued[half&1] {
				r.queued[half&1] = true
				s.queue = append(s.queue, half)
			}
		}
	}
}

// propagate fixes every literal that a half forces, to a fixpoint. If a half is violated it returns false with an empty
// queue, and the caller must undo.
//
// On rows that state "exactly one" this is unit propagation; on the rows of a Sudoku it finds the naked and hidden
// singles.
func (s *state) propagate() bool {
	for len(s.queue) > 0 && !s.violated {
		half := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		r := &s.row[half>>1]
		r.queued[half&1] = false
		if r.free == 0 {
			continue
		}
		slack := r.slack[half&1]
		sister := lit(half & 1)
		for k, end := s.start[half>>1], s.start[half>>1+1]; k < end; k++ {
			l := s.term[k] ^ sister
			if s.value[l.column()] != free || slack > 0 && s.weight[k] <= slack {
				continue
			}
			s.fix(l.not()) // in this row it lowers the slack of the other half only
			if s.violated {
				break
			}
		}
	}
	if s.violated {
		s.clearQueue()
		return false
	}
	return true
}

// undo undoes all fixings after the first n of the trail.
func (s *state) undo(n int) {
	s.clearQueue()
	for _, l := range s.trail[n:] {
		s.value[l.column()] = free
		sister := int32(l&1) ^ 1
		j := l.column()
		for _, o := range s.occurrences.Get(j) {
			half := o.half ^ sister
			r := &s.row[half>>1]
			r.slack[half&1] += o.weight
			r.free++
		}
	}
	s.trail = s.trail[:n]
}

// clearQueue empties the queue and clears violated.
func (s *state) clearQueue() {
	for _, half := range s.queue {
		s.row[half>>1].queued[half&1] = false
	}
	s.queue = s.queue[:0]
	s.violated = false
}
