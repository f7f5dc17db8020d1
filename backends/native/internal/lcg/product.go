package lcg

import "nonet/model/bounds"

// product states that z is x times y, none of which is negative. It is bounds consistent.
type product struct{ x, y, z int32 }

// Product states that z is x times y, none of which is negative.
func (p *Problem) Product(x, y, z int32) {
	id := p.add(&product{x, y, z}, 0)
	for _, v := range []int32{x, y, z} {
		p.onLo[v], p.onHi[v] = append(p.onLo[v], id), append(p.onHi[v], id)
	}
}

func (p *product) propagate(s *Search, id int32) bool {
	by := reason{byPropagator, id}
	if !s.setLo(p.z, s.lo[p.x]*s.lo[p.y], by) || !s.setHi(p.z, s.hi[p.x]*s.hi[p.y], by) {
		return false
	}
	for _, f := range [][2]int32{{p.x, p.y}, {p.y, p.x}} {
		if most := s.hi[f[1]]; most > 0 && !s.setLo(f[0], -bounds.FloorDiv(-s.lo[p.z], most), by) {
			return false
		}
		if least := s.lo[f[1]]; least > 0 && !s.setHi(f[0], bounds.FloorDiv(s.hi[p.z], least), by) {
			return false
		}
	}
	return true
}

// explain gives the bound of one variable, and what it takes then of a bound of the other one.
func (p *product) explain(s *Search, at int32, a atom) {
	x, y := p.x, p.y
	if a.v == y {
		x, y = y, x
	}
	if (a.v == p.z) == (a.op == atLeast) { // y is at least some number, which is not 0
		least, _ := s.loBefore(y, at)
		s.because(atom{least, y, atLeast})
		if a.v == p.z {
			s.because(atom{-bounds.FloorDiv(-a.k, least), x, atLeast})
		} else {
			s.because(atom{(a.k+1)*least - 1, p.z, atMost})
		}
		return
	}
	most, _ := s.hiBefore(y, at)
	s.because(atom{most, y, atMost})
	switch {
	case a.v != p.z:
		s.because(atom{(a.k-1)*most + 1, p.z, atLeast})
	case most > 0:
		s.because(atom{bounds.FloorDiv(a.k, most), x, atMost})
	}
}
