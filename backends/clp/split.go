package clp

import (
	"math"

	"nonet/encode/ip"
)

// tryPoint rounds the integral point of the relaxation. If it is a solution, tryPoint passes it on and searches for the
// other solutions below this node. It reports whether a solution was passed on and whether the node is done.
func (s *search) tryPoint() (found, done bool) {
	single := s.oneWanted()
	before := len(s.trail)
	for j := range int32(s.columns) {
		if s.value[j] == free {
			s.fix(litOf(j, int8(min(max(math.Round(s.x[j]), 0), 1))))
		}
	}
	if s.violated {
		s.undo(before)
		return false, false
	}
	s.report()
	fork := len(s.splitPoints)
	s.splitPoints = append(s.splitPoints, s.trail[before:]...)
	s.undo(before)
	switch {
	case s.ended || single:
		done = true
	case s.cost != nil:
		done = s.complete() || s.boundProved(nil)
	default:
		s.split(fork)
		done = true
	}
	s.splitPoints = s.splitPoints[:fork]
	return true, done
}

// split searches for the other solutions around a solution, the point s.splitPoints[start:]: child k keeps its first
// k-1 shown literals and flips the k-th. The children are disjoint, no row is added, and the points found need not be
// stored. If all solutions have the same number of ones (OneHot), every other solution lacks a one of the point, so
// only ones are flipped.
//
// Excluding each point by a row instead makes the relaxation grow: with 2,601 solutions of a Sudoku it was fifty times
// slower. The order of the literals has no effect: flipping the literals with the most implications first changed no
// node count, since on hard Sudokus the integral points lie deep, and on others few literals are left.
func (s *search) split(start int) {
	end := len(s.splitPoints)
	for k := start; k < end; k++ {
		l := s.splitPoints[k]
		if int(l.column()) >= s.program.Shown || s.program.OneHot && l.value() == 0 || s.value[l.column()] != free {
			continue
		}
		before := len(s.trail)
		s.fix(l.not())
		s.node()
		s.undo(before)
		if s.ended {
			return
		}
		s.fix(l)
		s.propagate() // cannot fail: the point satisfies every row
	}
}

// report passes on the current assignment, which is complete.
func (s *search) report() {
	if s.point == nil {
		s.point = make(ip.Point, s.columns)
	}
	for j, v := range s.value {
		s.point[j] = int(v)
	}
	if err := s.program.Check(s.point); err != nil {
		s.ended, s.err = true, err // a defect of this package
		return
	}
	s.solutions++
	if !s.yield(s.point) {
		s.ended = true
	}
	if s.cost != nil {
		s.improve()
	}
}
