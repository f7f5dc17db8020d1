package clp

import (
	"fmt"

	"nonet/encode/ip"
)

// costs returns the objective of p by column, to be minimized, or nil if there is none or all its coefficients are
// zero.
func costs(p *ip.Program) ([]int64, error) {
	sign := 1
	if p.Maximize {
		sign = -1
	}
	var cost []int64
	for _, e := range p.Objective {
		if e.Column < 0 || e.Column >= len(p.Columns) {
			return nil, fmt.Errorf("objective: mentions column %d of %d", e.Column, len(p.Columns))
		}
		if e.Coef == 0 {
			continue
		}
		if cost == nil {
			cost = make([]int64, len(p.Columns))
		}
		c := &cost[e.Column]
		if e.Coef > MaxActivity || e.Coef < -MaxActivity || max(*c, -*c) > MaxActivity {
			return nil, errTooLarge("objective")
		}
		*c += int64(sign * e.Coef)
	}
	return cost, nil
}

// improve makes the objective's row require a lower cost than the current assignment, which is complete. undo does
// not revert this.
func (s *search) improve() {
	s.row[s.objective].slack[0] = -1 // violated by one, the smallest improvement of an integer cost
	s.best = 0
	for _, l := range s.trail {
		if l.value() == 1 {
			s.best += s.cost[l.column()]
		}
	}
	s.incumbent = true
}
