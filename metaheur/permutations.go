package metaheur

import "math/rand/v2"

// permutations is an assignment in which every block is a permutation, with counters that tell the cost of a swap within a block in a few
// operations. Its cost is that of Lewis (2007): the number of values absent from a line, summed over the lines. For lines with fewer
// cells than values it is the number of cells that repeat a value, which for the others is the same.
type permutations struct {
	*problem
	value []uint8 // by cell
	cost  int

	count  []uint8 // count[l+x]: the cells of line l that have value x
	strict bool    // a value outside the domain of its cell costs one, too; see solution
}

func newPermutations(p *problem) *permutations {
	s := &permutations{problem: p, value: make([]uint8, len(p.domain))}
	s.count = make([]uint8, (1+len(p.lines))*len(p.values))
	for c, x := range p.fixed {
		s.value[c] = uint8(max(x, 0))
	}
	return s
}

// shuffle puts the missing values of each block into its free cells in random order.
func (s *permutations) shuffle(r *rand.Rand) {
	for _, b := range s.blocks {
		for i, k := range r.Perm(len(b.free)) {
			s.value[b.free[i]] = b.missing[k]
		}
	}
	s.recount()
}

// recount computes counters and cost from the values.
func (s *permutations) recount() {
	clear(s.count)
	s.cost = 0
	for i, cells := range s.lines {
		l := s.lineAt(i)
		for _, c := range cells {
			n := &s.count[l+line(s.value[c])]
			if *n > 0 {
				s.cost++
			}
			*n++
		}
	}
	if s.strict {
		for c, x := range s.value {
			s.cost += s.outside(c, line(x))
		}
	}
}

// solution returns the values if the assignment, whose cost is 0, is a solution, and otherwise nil: then the model has domains that its
// AllDifferents do not imply. From here on these count, too, so that the cost is not 0 any more.
func (s *permutations) solution() []uint8 {
	for c, x := range s.value {
		if s.outside(c, line(x)) == 1 {
			s.setStrict(true)
			return nil
		}
	}
	return s.value
}

// setStrict says whether values outside their domains cost one each.
func (s *permutations) setStrict(strict bool) {
	s.strict = strict
	s.recount()
}

// outside returns 1 if x is not in the domain of c, and else 0.
func (s *permutations) outside(c int, x line) int { return int(^s.domain[c] >> x & 1) }

// inConflict reports whether the value of c is repeated in a line of c or, if s is strict, outside its domain.
func (s *permutations) inConflict(c int) bool {
	x := line(s.value[c])
	two := &s.two[c]
	if two[0] != nowhere && s.count[two[0]+x] > 1 || two[1] != nowhere && s.count[two[1]+x] > 1 {
		return true
	}
	for _, family := range s.others {
		if l := family[c]; l != nowhere && s.count[l+x] > 1 {
			return true
		}
	}
	return s.strict && s.outside(c, x) == 1
}

// delta returns how the cost changes if a and b, two cells of a block, swap their values.
func (s *permutations) delta(a, b int) int {
	x, y := line(s.value[a]), line(s.value[b])
	p, q := &s.two[a], &s.two[b]
	d := s.exchange(p[0], q[0], x, y) + s.exchange(p[1], q[1], x, y)
	if s.others != nil || s.strict {
		d += s.further(a, b, x, y)
	}
	return d
}

// further is the part of delta that ordinary Sudokus do not have.
func (s *permutations) further(a, b int, x, y line) (d int) {
	n := s.count
	for _, family := range s.others {
		l, k := family[a], family[b]
		if l == k {
			continue
		}
		if l != nowhere {
			d += is(n[l+x], 1) - is(n[l+y], 0)
		}
		if k != nowhere {
			d += is(n[k+y], 1) - is(n[k+x], 0)
		}
	}
	if s.strict {
		d += s.outside(a, y) - s.outside(a, x) + s.outside(b, x) - s.outside(b, y)
	}
	return d
}

// exchange returns how the cost changes if x becomes y in line l and y becomes x in line k. In one line that is no change. There are no
// branches, since random swaps would have them mispredicted.
func (s *permutations) exchange(l, k, x, y line) int {
	n := s.count
	d := is(n[l+x], 1) - is(n[l+y], 0) + is(n[k+y], 1) - is(n[k+x], 0)
	return d & -differ(l, k)
}

// swap swaps the values of a and b, two cells of a block, whose delta is d.
func (s *permutations) swap(a, b, d int) {
	x, y := line(s.value[a]), line(s.value[b])
	p, q := &s.two[a], &s.two[b]
	s.move(p[0], q[0], x, y)
	s.move(p[1], q[1], x, y)
	for _, family := range s.others {
		s.move(family[a], family[b], x, y)
	}
	s.value[a], s.value[b] = uint8(y), uint8(x)
	s.cost += d
}

// move counts x as y in line l and y as x in line k. What it counts nowhere means nothing.
func (s *permutations) move(l, k, x, y line) {
	n := s.count
	n[l+x]--
	n[l+y]++
	n[k+y]--
	n[k+x]++
}

// is returns 1 if n is k, else 0.
func is(n, k uint8) int { return int((uint32(n^k) - 1) >> 31) }

// differ returns 1 if l is not k, else 0.
func differ(l, k line) int { return int(uint32((l-k)|(k-l)) >> 31) }
