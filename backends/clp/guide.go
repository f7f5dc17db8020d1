package clp

import (
	"context"
	"math"

	"nonet/internal/slice"
)

// A guide is the part of a search that uses the relaxation.
type guide struct {
	lp            *linear // nil before the first relaxation
	engine        relaxation
	stopInterrupt func() bool // cancels the interrupt of engine at the end of the context
	x             []float64   // the last optimal point, by column of the matrix; valid for columns that were free

	unproved int // infeasible relaxations without an exact proof
}

// An outcome is what a relaxation shows about a node.
type outcome int

const (
	closed     outcome = iota // proved to contain no wanted solution
	integral                  // its point is integral, up to rounding
	fractional                // its point is not integral
	unknown                   // no information
)

// integrality is the tolerance within which a value counts as 0 or 1. The point is then rounded and checked exactly.
const integrality = 1e-6

// openRelaxation opens a relaxation of lp.
func (s *search) openRelaxation(lp *linear) (err error) {
	if s.engine, err = s.newRelaxation(); err != nil {
		s.engine = nil
		return err
	}
	s.lp = lp
	s.engine.load(lp)
	s.stopInterrupt = context.AfterFunc(s.ctx, s.engine.interrupt)
	s.x = make([]float64, s.columns)
	return nil
}

func (g *guide) close() {
	if g.engine != nil {
		if g.stopInterrupt != nil {
			g.stopInterrupt()
		}
		g.engine.close()
		g.engine = nil
	}
}

// solveRelaxation solves the relaxation of the current state.
func (s *search) solveRelaxation() outcome {
	if s.newRelaxation == nil {
		return unknown
	}
	if s.engine == nil {
		lp := s.linearize(s.cost, false)
		lp.dropDependentRows()
		if err := s.openRelaxation(lp); err != nil {
			s.ended, s.err = true, err
			return unknown
		}
	}
	lower, upper := s.engine.bounds()
	for k, j := range s.lp.column {
		lower[k], upper[k] = 0, 1
		if v := s.value[j]; v != free {
			lower[k], upper[k] = float64(v), float64(v)
		}
	}
	s.effort.LPs++
	v, iterations := s.engine.solve()
	s.effort.Iterations += int64(iterations)
	switch v {
	case infeasible:
		if s.provesInfeasible(s.engine.multipliers(), lower, upper) {
			return closed
		}
		s.unproved++
		return unknown
	case optimal:
		return s.readPoint()
	default:
		return unknown
	}
}

// provesInfeasible reports whether y or -y proves that the rows contradict the bounds.
func (s *search) provesInfeasible(y, lower, upper []float64) bool {
	if y == nil {
		return false
	}
	if s.lp.refutes(y, lower, upper, false, 0, nil) {
		return true
	}
	negative := slice.Make(len(y), func(i int) float64 { return -y[i] })
	return s.lp.refutes(negative, lower, upper, false, 0, nil)
}

// readPoint reads the optimal point.
func (s *search) readPoint() outcome {
	result := integral
	for k, x := range s.engine.point() {
		j := s.lp.column[k]
		s.x[j] = x
		if s.value[j] == free && !(math.Abs(x-math.Round(x)) <= integrality) {
			result = fractional
		}
	}
	fix := func(k int, value int8) { s.fix(litOf(s.lp.column[k], value)) }
	if s.plain {
		fix = nil
	}
	if s.incumbent && s.boundProved(fix) {
		return closed
	}
	return result
}

// boundProved reports whether the dual solution proves that no point of this node is better than the incumbent. For fix
// see refutes.
func (s *search) boundProved(fix func(k int, value int8)) bool {
	lower, upper := s.engine.bounds()
	return s.lp.refutes(s.engine.multipliers(), lower, upper, true, s.best-1, fix)
}

// pointExcluded reports whether the fixings since the given index in the trail exclude the point x.
func (s *search) pointExcluded(since int) bool {
	for _, l := range s.trail[since:] {
		if math.Abs(s.x[l.column()]-float64(l.value())) > integrality {
			return true
		}
	}
	return false
}
