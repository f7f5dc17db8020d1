package metaheur

import "math/rand/v2"

// permutations is an assignment in which every block is a permutation, with counters from which the cost of a swap
// within a block follows in a few operations. The cost is the cost of Lewis (2007): the number of values absent from a
// line, summed over the lines. For a line with fewer cells than values it is the number of cells that repeat a value;
// for full lines the two agree.
type permutations struct {
	*problem
	value []uint8 // by cell
	cost  int

	count  []uint8 // count[l+x]: number of cells with value x in the line with offset l
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

// shuffle assigns the missing values of each block to its free cells in random order.
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
		l := s.offsetOf(i)
		for _, c := range cells {
			n := &s.count[l+lineOffset(s.value[c])]
			if *n > 0 {
				s.cost++
			}
			*n++
		}
	}
	if s.strict {
		for c, x := range s.value {
			s.cost += s.outsideDomain(c, lineOffset(x))
		}
	}
}

// solution returns the values if the assignment, whose cost must be 0, is a solution. It is not a solution if the model
// has domains that its AllDifferents do not imply. Then solution returns nil and makes such domains count, so that the
// cost is positive.
func (s *permutations) solution() []uint8 {
	for c, x := range s.value {
		if s.outsideDomain(c, lineOffset(x)) == 1 {
			s.setStrict(true)
			return nil
		}
	}
	return s.value
}

// setStrict sets whether values outside their domains cost one each.
func (s *permutations) setStrict(strict bool) {
	s.strict = strict
	s.recount()
}

// outsideDomain returns 1 if x is not in the domain of c, and otherwise 0.
func (s *permutations) outsideDomain(c int, x lineOffset) int { return int(^s.domain[c] >> x & 1) }

// inConflict reports whether the value of c occurs twice in a line of c or, if s is strict, is outside its domain.
func (s *permutations) inConflict(c int) bool {
	x := lineOffset(s.value[c])
	two := &s.coverLines[c]
	if two[0] != noLine && s.count[two[0]+x] > 1 || two[1] != noLine && s.count[two[1]+x] > 1 {
		return true
	}
	for _, family := range s.otherLines {
		if l := family[c]; l != noLine && s.count[l+x] > 1 {
			return true
		}
	}
	return s.strict && s.outsideDomain(c, x) == 1
}

// delta returns the change of the cost if a and b, two cells of a block, swap their values.
func (s *permutations) delta(a, b int) int {
	x, y := lineOffset(s.value[a]), lineOffset(s.value[b])
	p, q := &s.coverLines[a], &s.coverLines[b]
	d := s.exchangeDelta(p[0], q[0], x, y) + s.exchangeDelta(p[1], q[1], x, y)
	if s.otherLines != nil || s.strict {
		d += s.otherDelta(a, b, x, y)
	}
	return d
}

// otherDelta is the part of delta that is zero in ordinary Sudokus.
func (s *permutations) otherDelta(a, b int, x, y lineOffset) (d int) {
	n := s.count
	for _, family := range s.otherLines {
		l, k := family[a], family[b]
		if l == k {
			continue
		}
		if l != noLine {
			d += equalBit(n[l+x], 1) - equalBit(n[l+y], 0)
		}
		if k != noLine {
			d += equalBit(n[k+y], 1) - equalBit(n[k+x], 0)
		}
	}
	if s.strict {
		d += s.outsideDomain(a, y) - s.outsideDomain(a, x) + s.outsideDomain(b, x) - s.outsideDomain(b, y)
	}
	return d
}

// exchangeDelta returns the change of the cost if x becomes y in line l and y becomes x in line k; it is 0 if l and k
// are the same line. The code is branch-free, since random swaps would mispredict branches.
func (s *permutations) exchangeDelta(l, k, x, y lineOffset) int {
	n := s.count
	d := equalBit(n[l+x], 1) - equalBit(n[l+y], 0) + equalBit(n[k+y], 1) - equalBit(n[k+x], 0)
	return d & -differBit(l, k)
}

// swap swaps the values of a and b, two cells of a block. d must be delta(a, b).
func (s *permutations) swap(a, b, d int) {
	x, y := lineOffset(s.value[a]), lineOffset(s.value[b])
	p, q := &s.coverLines[a], &s.coverLines[b]
	s.moveCounts(p[0], q[0], x, y)
	s.moveCounts(p[1], q[1], x, y)
	for _, family := range s.otherLines {
		s.moveCounts(family[a], family[b], x, y)
	}
	s.value[a], s.value[b] = uint8(y), uint8(x)
	s.cost += d
}

// moveCounts counts x as y in line l and y as x in line k. The counters of noLine are meaningless.
func (s *permutations) moveCounts(l, k, x, y lineOffset) {
	n := s.count
	n[l+x]--
	n[l+y]++
	n[k+y]--
	n[k+x]++
}

// equalBit returns 1 if n == k and otherwise 0, without a branch.
func equalBit(n, k uint8) int { return int((uint32(n^k) - 1) >> 31) }

// differBit returns 1 if l != k and otherwise 0, without a branch.
func differBit(l, k lineOffset) int { return int(uint32((l-k)|(k-l)) >> 31) }
