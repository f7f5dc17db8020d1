package human

// cornersInSubset takes two neighbouring corners for one cell that has the candidates besides the pair, as one of them takes such a value.
// With k further cells of a house of both it may be a naked subset of k+1 values.
func (p *Position) cornersInSubset(u uniqueRectangle, yield func(*Step) bool) bool {
	if !u.neighbours() {
		return false
	}
	a, b := u.wideCell(0), u.wideCell(1)
	extra := u.extra[u.wide[0]] | u.extra[u.wide[1]]
	if extra&(extra-1) == 0 {
		return false
	}
	for _, seat := range p.seats[a] {
		if !p.houses[seat.house].set.has(b) {
			continue
		}
		q := &p.subsets
		q.clear()
		for at, c := range p.houses[seat.house].cells {
			if d := p.cand[c]; d != 0 && c != a && c != b {
				q.offer(at, d|extra, largestUniqueSubset+1)
			}
		}
		for k := 1; k <= largestUniqueSubset; k++ {
			stopped := q.each(k, k+1, func(places, values uint64) bool {
				s := p.begin()
				s.corners(u)
				s.inHouse("subset", seat.house, places, values)
				s.strikeSubset(p, u, extra)
				return !s.useful() || yield(s)
			})
			if stopped {
				return true
			}
		}
	}
	return false
}

// largestUniqueSubset is the number of cells besides the corners; with one of these it makes a naked quad.
const largestUniqueSubset = 3

// strikeSubset strikes the values of the subset from the cells that see all those that may take them: cells of the subset and, for
// the extra candidates, corners.
func (s *Step) strikeSubset(p *Position, u uniqueRectangle, extra uint64) {
	t := s.Parts[2]
	for _, v := range t.Values {
		x, _ := p.index(v)
		var holders []int
		for _, c := range t.Cells {
			if p.has(int(c), x) {
				holders = append(holders, int(c))
			}
		}
		for i := range u.wide {
			if c := u.wideCell(i); extra>>x&1 != 0 && p.has(c, x) {
				holders = append(holders, c)
			}
		}
		s.strikeSeen(p, x, holders...)
	}
}
