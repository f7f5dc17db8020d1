package lcg

// A literal is two atoms of which both hold or none: that a variable of two values has a certain one, and that another
// variable is equal to a value or at most that value. The search makes one true when it has made the other true.
type literal struct{ b, is atom }

// propagateLiterals makes atoms of literals true or false after an event. It returns false on a conflict.
func (s *Search) propagateLiterals(e *event) bool {
	if i := s.literalAs[e.v]; i >= 0 {
		l := &s.literals[i]
		if holds := s.holds(l.b); !s.decide(i, l.is, holds) {
			return false
		}
	}
	of := s.literalsOf[e.v]
	if of == nil {
		return true
	}
	low, high := e.values()
	for i, end := s.rank(e.v, low), s.rank(e.v, high+1); i < end; i++ {
		if !s.answer(of[2*i], false) || e.op != differs && !s.answer(of[2*i+1], e.op == atMost) {
			return false
		}
	}
	if i := s.rank(e.v, e.k+1) - 1; e.op == atMost && i >= 0 && !s.answer(of[2*i+1], true) {
		return false
	}
	return !s.fixed(e.v) || s.answer(of[2*s.rank(e.v, s.lo[e.v])], true)
}

// answer makes the 0-1 variable of literal i, if there is one, say whether the literal holds.
func (s *Search) answer(i int32, holds bool) bool {
	return i < 0 || s.decide(i, s.literals[i].b, holds)
}

// decide makes an atom of literal i true or false.
func (s *Search) decide(i int32, a atom, holds bool) bool {
	if holds {
		return s.make(a, reason{byLiteral, 2*i + 1})
	}
	return s.make(a.not(), reason{byLiteral, 2 * i})
}

// explainLiteral gives the atom of a literal that implies a, an atom of the other variable.
func (s *Search) explainLiteral(data int32, a atom) {
	l := &s.literals[data/2]
	cause := l.b
	if a.v == l.b.v {
		cause = l.is
	}
	if data%2 == 0 {
		cause = cause.not()
	}
	s.because(cause)
}
