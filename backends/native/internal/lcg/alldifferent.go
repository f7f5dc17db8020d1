package lcg

import (
	"cmp"
	"slices"

	"nonet/model"
)

// allDifferent finds Hall intervals: intervals of numbers with as many variables that have their values within. Peers
// remove the values of fixed variables.
type allDifferent struct {
	id     int32
	vars   []int32
	sorted []int32 // scratch
}

// A hall is the Hall interval [low, high] of a constraint.
type hall struct {
	of        int32 // index in propagators
	low, high int
}

// takeAll states of different variables that they take each value, if there are as many values as variables.
func (p *Problem) takeAll(vars []int32) {
	var ranges []model.Range
	for _, v := range vars {
		for lo, hi := range p.initial[v].Ranges {
			ranges = append(ranges, model.Range{Lo: lo, Hi: hi})
		}
	}
	values := model.Union(ranges...)
	if values.Size() != len(vars) {
		return
	}
	s := state{domains: p.initial}
	for k := range values.All {
		var c []atom
		for _, v := range vars {
			if p.initial[v].Contains(k) {
				c = append(c, s.normal(atom{k, v, differs}))
			}
		}
		p.clauses = append(p.clauses, c)
	}
}

func (d *allDifferent) propagate(s *Search, id int32) bool {
	d.sorted = append(d.sorted[:0], d.vars...)
	slices.SortFunc(d.sorted, func(a, b int32) int { return cmp.Compare(s.hi[a], s.hi[b]) })
	for _, v := range d.vars {
		if s.fixed(v) {
			continue // an interval that begins with a fixed value is the peers' work, or begins elsewhere, too
		}
		low, within := s.lo[v], 0
		for i, u := range d.sorted {
			if s.lo[u] >= low {
				within++
			}
			high := s.hi[u]
			if i+1 < len(d.sorted) && s.hi[d.sorted[i+1]] == high {
				continue
			}
			if size := high - low + 1; size > 0 && within >= size && !d.prune(s, low, high) {
				return false
			}
		}
	}
	return true
}

// prune keeps the variables that are not within a Hall interval out of it, with their bounds.
func (d *allDifferent) prune(s *Search, low, high int) bool {
	left := high - low + 1
	for _, u := range d.vars {
		if s.lo[u] >= low && s.hi[u] <= high {
			left--
		}
	}
	if left > 0 { // bounds have changed since the variables were sorted
		return true
	}
	by := reason{kind: byHall, data: -1}
	for _, u := range d.vars {
		inside := s.lo[u] >= low && s.hi[u] <= high
		if inside && left == 0 || s.hi[u] < low || s.lo[u] > high || s.lo[u] < low && s.hi[u] > high {
			continue
		}
		if by.data < 0 {
			by.data = int32(len(s.halls))
			s.halls = append(s.halls, hall{d.id, low, high})
		}
		if s.lo[u] >= low && !s.setLo(u, high+1, by) || s.lo[u] < low && s.hi[u] <= high && !s.setHi(u, low-1, by) {
			return false
		}
	}
	return true
}

// explainHall gives a Hall interval of variables within, and the bound of the variable that has to leave it.
func (s *Search) explainHall(h hall, at int32, a atom) {
	if a.op == atLeast {
		s.because(atom{h.low, a.v, atLeast})
	} else {
		s.because(atom{h.high, a.v, atMost})
	}
	left := h.high - h.low + 1
	for _, u := range s.propagators[h.of].(*allDifferent).vars {
		low, _ := s.loBefore(u, at)
		high, _ := s.hiBefore(u, at)
		if left > 0 && u != a.v && low >= h.low && high <= h.high {
			left--
			s.because(atom{h.low, u, atLeast})
			s.because(atom{h.high, u, atMost})
		}
	}
}

func (d *allDifferent) explain(*Search, int32, atom) {} // its reasons are Hall intervals
