package metaheur

import "math/rand/v2"

// permutations is an assignment in which every block is a permutation, with counters that tell the cost of a swap within a block in a few
// operations. Its cost is that of Lewis (2007): the number of values absent from a line, summed over the lines. For lines with fewer
// cells than values it is the number of cells that repeat a value, which for the others is the same.
type permutations struct {
	*problem
	value []uint8 // by cell
	cost  int

	count  []uint8   // count[l*stride+x]: the cells of line l that have value x
	stride int       // a power of two
	two    [][2]line // by cell: its two lines; nil if the lines are not of two kinds with at most one of each kind through every cell
	movers []int     // the free cells of blocks that have at least two of them
	mates  [][]int   // by cell: the free cells of its block
}

// A line is where the counters of a line begin.
type line int32

func newPermutations(p *problem) *permutations {
	s := &permutations{problem: p, value: make([]uint8, len(p.domain)), stride: 1, mates: make([][]int, len(p.domain))}
	for s.stride < len(p.values) {
		s.stride *= 2
	}
	s.count = make([]uint8, (len(p.lines)+1)*s.stride)
	s.two = s.pairs()
	for c, x := range p.fixed {
		s.value[c] = uint8(max(x, 0))
	}
	for _, b := range p.blocks {
		for _, c := range b.free {
			s.mates[c] = b.free
		}
		if len(b.free) >= 2 {
			s.movers = append(s.movers, b.free...)
		}
	}
	return s
}

// pairs returns the two lines of each cell if the lines, in the order in which the model states them, fall into two families that each
// cover all cells once, as rows and columns do. If there is one family, or none, the missing lines are a spare one after all others. It
// returns nil for any other structure, which is then served by counting.
func (s *permutations) pairs() [][2]line {
	two := make([][2]line, len(s.domain))
	spare := line(len(s.lines) * s.stride)
	for c := range two {
		two[c] = [2]line{spare, spare}
	}
	kind := 0
	for l, cells := range s.lines {
		for _, c := range cells {
			if two[c][kind] != spare {
				kind++
				break
			}
		}
		if kind == 2 {
			return nil
		}
		for _, c := range cells {
			if two[c][kind] != spare {
				return nil
			}
			two[c][kind] = line(l * s.stride)
		}
	}
	for c := range two {
		if kind == 1 && two[c][1] == spare || len(s.lines) > 0 && two[c][0] == spare {
			return nil
		}
	}
	return two
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
	for x := range s.stride { // of the spare line, in which a swap leaves everything as it is
		s.count[len(s.lines)*s.stride+x] = 100
	}
	s.cost = 0
	for l, cells := range s.lines {
		for _, c := range cells {
			n := &s.count[l*s.stride+int(s.value[c])]
			if *n > 0 {
				s.cost++
			}
			*n++
		}
	}
}

// delta returns how the cost changes if a and b, two cells of a block, swap their values.
func (s *permutations) delta(a, b int) int {
	if s.two == nil {
		before := s.cost
		s.swapSlowly(a, b)
		d := s.cost - before
		s.swapSlowly(a, b)
		return d
	}
	x, y := line(s.value[a]), line(s.value[b])
	p, q := s.two[a], s.two[b]
	return s.exchange(p[0], q[0], x, y) + s.exchange(p[1], q[1], x, y)
}

// exchange returns how the cost changes if x becomes y in line l and y becomes x in line k. In one line that is no change.
func (s *permutations) exchange(l, k, x, y line) int {
	if l == k {
		return 0
	}
	return is(s.count[l+x], 1) - is(s.count[l+y], 0) + is(s.count[k+y], 1) - is(s.count[k+x], 0)
}

// swap swaps the values of a and b, two cells of a block, whose delta is d.
func (s *permutations) swap(a, b, d int) {
	if s.two == nil {
		s.swapSlowly(a, b)
		return
	}
	x, y := line(s.value[a]), line(s.value[b])
	for i := range 2 {
		l, k := s.two[a][i], s.two[b][i]
		s.count[l+x]--
		s.count[l+y]++
		s.count[k+y]--
		s.count[k+x]++
	}
	s.value[a], s.value[b] = uint8(y), uint8(x)
	s.cost += d
}

// swapSlowly swaps the values of a and b whatever the lines are like.
func (s *permutations) swapSlowly(a, b int) {
	x, y := s.value[a], s.value[b]
	s.set(a, x, y)
	s.set(b, y, x)
}

// set changes the value of c from x to y.
func (s *permutations) set(c int, x, y uint8) {
	for _, l := range s.linesOf[c] {
		at := l * s.stride
		if s.count[at+int(x)]--; s.count[at+int(x)] > 0 {
			s.cost--
		}
		if s.count[at+int(y)]++; s.count[at+int(y)] > 1 {
			s.cost++
		}
	}
	s.value[c] = y
}

// is returns 1 if n is k, else 0, without a branch.
func is(n, k uint8) int { return int((uint32(n^k) - 1) >> 31) }
