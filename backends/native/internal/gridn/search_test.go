package gridn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
)

// enumerate returns the solutions of domains in lexicographic order, by plain backtracking over a cell with the fewest
// values. If there are more than limit, it returns some of them.
func enumerate(shape Shape, domains []uint64, limit int) [][]int {
	n := shape.N()
	grid := make([]int, n*n)
	var all [][]int
	fitting := func(c int) (fit []int) {
		box, _ := shape.Box(c)
	value:
		for value := 1; value <= n; value++ {
			for d := range grid {
				other, _ := shape.Box(d)
				if grid[d] == value && (c/n == d/n || c%n == d%n || box == other) {
					continue value
				}
			}
			if domains[c]>>(value-1)&1 != 0 {
				fit = append(fit, value)
			}
		}
		return fit
	}
	var fill func()
	fill = func() {
		cell, values := -1, make([]int, n+1)
		for c := range grid {
			if grid[c] == 0 {
				if fit := fitting(c); len(fit) < len(values) {
					cell, values = c, fit
				}
			}
		}
		if cell < 0 {
			all = append(all, slices.Clone(grid))
			return
		}
		for _, value := range values {
			if len(all) < limit {
				grid[cell] = value
				fill()
				grid[cell] = 0
			}
		}
	}
	fill()
	slices.SortFunc(all, slices.Compare)
	return all
}

// randomDomains returns for each cell of a shape all values, one value, or a random set.
func randomDomains(shape Shape, r *rand.Rand) []uint64 {
	n := shape.N()
	all := ^uint64(0) >> (64 - n)
	domains := make([]uint64, n*n)
	for c := range domains {
		switch domains[c] = all; r.IntN(6) {
		case 0:
			domains[c] = 1 << r.IntN(n)
		case 1, 2:
			once, again := r.Uint64(), r.Uint64()
			domains[c] &= once | again // three in four
		}
	}
	return domains
}

var small = []Shape{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {1, 4}, {4, 1}, {2, 2}, {1, 5}, {2, 3}, {3, 2}}

// collect returns the solutions that the search finds, in lexicographic order. The search pauses after each pause
// steps.
func (s *Search) collect(t *testing.T, limit, pause int) [][]int {
	t.Helper()
	var found [][]int
	for len(found) < limit {
		e, _ := s.Next(pause)
		if e == search.Exhausted {
			break
		}
		if s.checkInvariants(t); e == search.Found {
			grid := make([]int, len(s.cells))
			s.Solution(grid)
			found = append(found, grid)
		}
	}
	slices.SortFunc(found, slices.Compare)
	return found
}

// checkInvariants compares redundant data: values of literals, the trail, the words of options left, and the lists of
// clauses.
func (s *Search) checkInvariants(t *testing.T) {
	t.Helper()
	for c := range s.cells {
		w := s.locations[c]
		for value := range s.n {
			x := s.option(c, value)
			left := s.litValue[chosen(x)] >= 0
			lines := uint32(value)
			if (s.cells[c]>>value&1 != 0) != left || (s.rows[uint32(w.row)<<s.shift|lines]>>w.column&1 != 0) != left ||
				(s.columns[uint32(w.column)<<s.shift|lines]>>w.row&1 != 0) != left ||
				(s.boxes[uint32(w.box)<<s.shift|lines]>>w.place&1 != 0) != left {
				t.Fatalf("cell %d, value %d: words of options and literal values differ", c, value)
			}
			if s.litValue[chosen(x)] != -s.litValue[excluded(x)] {
				t.Fatalf("cell %d, value %d: values %d and %d of a literal and its negation",
					c, value, s.litValue[chosen(x)], s.litValue[excluded(x)])
			}
		}
	}
	open := s.n * s.n
	for _, l := range s.trail {
		if s.litValue[l] != 1 {
			t.Fatalf("literal %d of the trail: not true", l)
		}
		if !l.isExcluded() {
			open--
		}
	}
	if open != s.openCells {
		t.Fatalf("got %d open cells, want %d", s.openCells, open)
	}
	watches := 0
	for l, ref := range s.watchHeads {
		for ref != 0 {
			watches++
			watch := slices.Index(s.literals(ref)[:2], uint32(l))
			if watch < 0 {
				t.Fatalf("clause %d does not watch %d", ref, l)
			}
			ref = s.Arena[int(ref)+watch]
		}
	}
	if watches != 2*s.Learned {
		t.Fatalf("%d watches of %d clauses", watches, s.Learned)
	}
}

// TestRandomDomains compares with plain backtracking: the same solutions, each once, at any frequency of pauses.
func TestRandomDomains(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const limit = 200
	counts := map[int]int{}
	for _, shape := range small {
		s := New(shape)
		for range 60 {
			domains := randomDomains(shape, r)
			want := enumerate(shape, domains, limit)
			s.Start(domains)
			got := s.collect(t, limit, 1+r.IntN(20))
			counts[min(len(want), 2)]++
			if len(got) != len(want) {
				t.Fatalf("%v %v: %d solutions, want %d", shape, domains, len(got), len(want))
			}
			for i, grid := range got {
				if !Valid(shape, domains, grid) {
					t.Fatalf("%v %v: wrong solution %v", shape, domains, grid)
				}
				if i > 0 && slices.Equal(grid, got[i-1]) {
					t.Fatalf("%v %v: repeated solution %v", shape, domains, grid)
				}
				if len(want) < limit && !slices.Equal(grid, want[i]) {
					t.Fatalf("%v %v: solution %d is %v, want %v", shape, domains, i, grid, want[i])
				}
			}
		}
	}
	for n := range 3 {
		if counts[n] < 40 {
			t.Errorf("only %d puzzles with %d solutions", counts[n], n)
		}
	}
}

// randomGrid returns a solution of a shape with a random first row.
func randomGrid(shape Shape, r *rand.Rand) []int {
	n := shape.N()
	domains := make([]uint64, n*n)
	for c := range domains {
		domains[c] = ^uint64(0) >> (64 - n)
	}
	for c, v := range r.Perm(n) {
		domains[c] = 1 << v
	}
	s := New(shape)
	s.Start(domains)
	if e, _ := s.Next(math.MaxInt); e != search.Found {
		panic("no grid")
	}
	grid := make([]int, n*n)
	s.Solution(grid)
	return grid
}

// TestSameAgain checks that a puzzle takes the same effort again after another puzzle.
func TestSameAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	shape := Shape{4, 4}
	s := New(shape)
	first, _ := uniquePuzzle(s, randomGrid(shape, r), r)
	second, _ := uniquePuzzle(s, randomGrid(shape, r), r)
	effort := func(domains []uint64) search.Effort {
		s.Start(domains)
		for e := search.Paused; e != search.Exhausted; e, _ = s.Next(math.MaxInt) {
		}
		return s.Effort
	}
	want := effort(first)
	if effort(second); effort(first) != want {
		t.Errorf("got %+v, then %+v", want, effort(first))
	}
	fresh := New(shape)
	fresh.Start(first)
	for e := search.Paused; e != search.Exhausted; e, _ = fresh.Next(7) {
	}
	if got := fresh.Effort; got != want {
		t.Errorf("got %+v with pauses, want %+v", got, want)
	}
	if want.Nodes < want.Failures || want.Propagations < want.Nodes {
		t.Errorf("%+v", want)
	}
}

// TestStrength checks deductions before the first decision: locked candidates.
func TestStrength(t *testing.T) {
	shape := Shape{3, 3}
	all := uint64(511)
	domains := slices.Repeat([]uint64{all}, 81)
	s := New(shape)
	type candidate struct{ cell, value int }
	check := func(what string, want map[candidate]bool) {
		t.Helper()
		if !s.propagate() {
			t.Fatalf("%s: propagation found a conflict", what)
		}
		for c, want := range want {
			if got := s.cells[c.cell]>>(c.value-1)&1 != 0; got != want {
				t.Errorf("%s: cell %d has candidate %d: got %v, want %v", what, c.cell, c.value, got, want)
			}
		}
	}
	// The first box has 1 only in the first row: the rest of the row loses it.
	for _, c := range []int{9, 10, 11, 18, 19, 20} {
		domains[c] &^= 1
	}
	s.Start(domains)
	check("locked candidates in a box", map[candidate]bool{{5, 1}: false, {5, 2}: true, {14, 1}: true, {0, 1}: true})
	// The second column has 1 only in the first box: the rest of the box loses it.
	domains = slices.Repeat([]uint64{all}, 81)
	for row := 3; row < 9; row++ {
		domains[9*row+1] &^= 1
	}
	s.Start(domains)
	check("locked candidates in a column", map[candidate]bool{{0, 1}: false, {20, 1}: false, {1, 1}: true,
		{21, 1}: true, {0, 2}: true})
}
