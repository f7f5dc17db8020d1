package lcg

import (
	"cmp"
	"slices"
)

// A literal is two atoms of which both hold or none: that a variable of two values has a certain one, and that another
// variable is equal to a value or at most that value. The search makes one true when it has made the other true.
type literal struct {
	b, is atom
	next  int32 // the literal before with the same b, or -1
}

// asked has the literals of a variable, by increasing value.
type asked []question

// A question has the literals that the variable is k, and that it is at most k, or -1.
type question struct {
	k           int
	equal, most int32
}

// rank returns the index of the first value that is at least k.
func (a asked) rank(k int) int {
	if n := len(a); n > 0 && a[n-1].k-a[0].k == n-1 {
		return min(max(k-a[0].k, 0), n)
	}
	i, _ := slices.BinarySearchFunc(a, k, func(q question, k int) int { return cmp.Compare(q.k, k) })
	return i
}

// at returns the literals of a value.
func (a *asked) at(k int) *question {
	i := a.rank(k)
	if i == len(*a) || (*a)[i].k != k {
		*a = slices.Insert(*a, i, question{k, -1, -1})
	}
	return &(*a)[i]
}

// propagateLiterals makes atoms of literals true or false after an event. It returns false on a conflict.
func (s *Search) propagateLiterals(e *event) bool {
	for i := s.literalAs[e.v]; i >= 0; i = s.literals[i].next {
		if l := &s.literals[i]; !s.decide(i, l.is, s.holds(l.b)) {
			return false
		}
	}
	of := s.literalsOf[e.v]
	if len(of) == 0 {
		return true
	}
	low, high := e.values()
	for i := of.rank(low); i < len(of) && of[i].k <= high; i++ {
		if !s.answer(of[i].equal, false) || e.op != differs && !s.answer(of[i].most, e.op == atMost) {
			return false
		}
	}
	if e.op == atMost {
		k := s.floor(e.v, e.k)
		if i := of.rank(k); i < len(of) && of[i].k == k && !s.answer(of[i].most, true) {
			return false
		}
	}
	if !s.fixed(e.v) {
		return true
	}
	i := of.rank(s.lo[e.v])
	return i == len(of) || of[i].k != s.lo[e.v] || s.answer(of[i].equal, true)
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
