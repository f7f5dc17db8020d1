package grid9

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonet/internal/search"
)

func parse(t testing.TB, line string) *Grid {
	t.Helper()
	if len(line) != 81 {
		t.Fatalf("%q has %d cells", line, len(line))
	}
	g := new(Grid)
	for c := range g {
		if ch := line[c]; ch != '.' {
			g[c] = ch - '0'
		}
	}
	return g
}

// peers returns the cells that share a house with c.
func peers(c int) []int {
	var all []int
	for p := range 81 {
		sameBox := c/9/3 == p/9/3 && c%9/3 == p%9/3
		if p != c && (c/9 == p/9 || c%9 == p%9 || sameBox) {
			all = append(all, p)
		}
	}
	return all
}

var peersOf = func() (all [81][]int) {
	for c := range all {
		all[c] = peers(c)
	}
	return all
}()

// naive calls visit with each solution until it returns false. It fills a blank cell with the fewest digits allowed by
// its peers, and uses no other rule.
func naive(g *Grid, visit func(*Grid) bool) bool {
	fewest, cell, digits := 10, -1, 0
	for c := range g {
		if g[c] != 0 {
			continue
		}
		free, n := 0x3fe, 9
		for _, p := range peersOf[c] {
			if bit := 1 << g[p]; free&bit != 0 && g[p] != 0 {
				free &^= bit
				n--
			}
		}
		if n < fewest {
			fewest, cell, digits = n, c, free
		}
	}
	if cell < 0 {
		return visit(g)
	}
	for d := uint8(1); d <= 9; d++ {
		if digits>>d&1 == 1 {
			g[cell] = d
			if !naive(g, visit) {
				return false
			}
		}
	}
	g[cell] = 0
	return true
}

// solutions returns up to limit solutions.
func solutions(clues *Grid, limit int) map[Grid]bool {
	all := map[Grid]bool{}
	for c, d := range clues {
		for _, p := range peersOf[c] {
			if d != 0 && clues[p] == d {
				return all
			}
		}
	}
	g := *clues
	naive(&g, func(s *Grid) bool {
		all[*s] = true
		return len(all) < limit
	})
	return all
}

// randomGrid returns a random solution grid, the completion of three random boxes on the diagonal, which share no
// house.
func randomGrid(r *rand.Rand) *Grid {
	clues := new(Grid)
	for box := range 3 {
		for i, d := range r.Perm(9) {
			clues[(3*box+i/3)*9+3*box+i%3] = uint8(d + 1)
		}
	}
	g := new(Grid)
	for s := range solutions(clues, 1) {
		*g = s
	}
	return g
}

// randomPuzzle keeps some cells of a grid; in one puzzle of three it changes a cell at random.
func randomPuzzle(r *rand.Rand, grid *Grid) *Grid {
	p := new(Grid)
	for _, c := range r.Perm(81)[:18+r.IntN(40)] {
		p[c] = grid[c]
	}
	if r.IntN(3) == 0 {
		p[r.IntN(81)] = uint8(1 + r.IntN(9))
	}
	return p
}

// run collects up to limit solutions of an engine, with the given steps per call. It fails if a solution occurs twice
// or is wrong, or if an exhausted engine finds more.
func run(t *testing.T, e Engine, clues *Grid, limit, steps int) map[Grid]bool {
	t.Helper()
	all := map[Grid]bool{}
	e.Start(clues)
	for {
		event, left := e.Next(steps)
		if left < 0 || left > steps {
			t.Fatalf("got %d steps left, want 0 to %d", left, steps)
		}
		switch event {
		case search.Found:
			var g Grid
			e.Solution(&g)
			if !Valid(clues, &g) {
				t.Fatalf("%v is not a solution of %v", g, clues)
			}
			if all[g] {
				t.Fatalf("solution found twice: %v", g)
			}
			all[g] = true
			if len(all) == limit {
				return all
			}
		case search.Exhausted:
			if event, _ := e.Next(steps); event != search.Exhausted {
				t.Fatalf("event %d after being exhausted", event)
			}
			return all
		}
	}
}

// TestAgainstNaive compares all engines with naive search on puzzles with none, one, and many solutions.
func TestAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	grids := make([]*Grid, 40)
	for i := range grids {
		grids[i] = randomGrid(r)
	}
	seen := map[int]int{} // number of puzzles by number of solutions
	for i := range 1500 {
		p := randomPuzzle(r, grids[i%len(grids)])
		limit := []int{1, 2, 50}[i%3]
		want := solutions(p, limit)
		seen[min(len(want), 3)]++
		for _, x := range Engines {
			got := run(t, x.New(), p, limit, math.MaxInt)
			if len(got) != len(want) {
				t.Fatalf("%s: %v: %d solutions up to %d, want %d", x.Name, p, len(got), limit, len(want))
			}
			for g := range got {
				if len(want) < limit && !want[g] {
					t.Fatalf("%s: %v: %v is not among the solutions", x.Name, p, g)
				}
			}
		}
	}
	for n := range 4 {
		if seen[n] < 100 {
			t.Errorf("only %d puzzles with %d solutions", seen[n], n)
		}
	}
}

// TestPauses pauses engines at every node.
func TestPauses(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		p := randomPuzzle(r, randomGrid(r))
		for _, x := range Engines {
			e := x.New()
			want := run(t, e, p, 100, math.MaxInt)
			nodes, failures := e.Effort()
			got := run(t, e, p, 100, 1)
			if n, f := e.Effort(); len(got) != len(want) || n != nodes || f != failures {
				t.Errorf("%s: %d solutions, %d nodes, %d failures with pauses; want %d, %d, %d as without",
					x.Name, len(got), n, f, len(want), nodes, failures)
			}
		}
	}
}

func TestClashingClues(t *testing.T) {
	for name, cells := range map[string][2]int{
		"row": {0, 8}, "column": {3, 75}, "box": {30, 50}, "row of a later band": {63, 70}, "adjacent": {40, 41},
	} {
		for _, blank := range []bool{true, false} {
			p := new(Grid)
			if !blank { // in an otherwise complete grid
				*p = *randomGrid(rand.New(rand.NewPCG(3, 1)))
			}
			p[cells[0]], p[cells[1]] = 7, 7
			for _, x := range Engines {
				e := x.New()
				if got := run(t, e, p, 1, 1000); len(got) != 0 {
					t.Errorf("%s: two equal clues in a %s: %v", x.Name, name, got)
				}
				if nodes, failures := e.Effort(); nodes != 1 || failures != 1 {
					t.Errorf("%s: two equal clues in a %s: %d nodes, %d failures", x.Name, name, nodes, failures)
				}
			}
		}
	}
}

// TestEmptyGrid enumerates some solutions of the empty grid, where every kind of branching occurs.
func TestEmptyGrid(t *testing.T) {
	for _, x := range Engines {
		if got := run(t, x.New(), new(Grid), 5000, math.MaxInt); len(got) != 5000 {
			t.Errorf("%s: %d solutions", x.Name, len(got))
		}
	}
}

func TestNoAllocation(t *testing.T) {
	clues := parse(t, "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	for _, x := range Engines {
		e := x.New()
		var g Grid
		allocs := testing.AllocsPerRun(100, func() {
			e.Start(clues)
			for event := search.Found; event == search.Found; {
				if event, _ = e.Next(math.MaxInt); event == search.Found {
					e.Solution(&g)
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations per puzzle", x.Name, allocs)
		}
	}
}

func TestValid(t *testing.T) {
	clues := parse(t, "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	solution := parse(t, "162857493534129678789643521475312986913586742628794135356478219241935867897261354")
	if !Valid(clues, solution) || !Valid(new(Grid), solution) {
		t.Error("a solution is not valid")
	}
	swap := func(a, b int) *Grid {
		g := *solution
		g[a], g[b] = g[b], g[a]
		return &g
	}
	with := func(c int, digit uint8) *Grid {
		g := *solution
		g[c] = digit
		return &g
	}
	for name, g := range map[string]*Grid{
		"a blank cell":                    with(0, 0),
		"a digit too large":               with(0, 10),
		"a large digit that wraps around": with(0, 255),
		"two cells of a row exchanged":    swap(1, 2),
		"two cells of a column exchanged": swap(1, 10),
		"one digit wrong":                 with(1, 7),
	} {
		if Valid(new(Grid), g) {
			t.Errorf("%s: got valid", name)
		}
	}
	other := new(Grid) // rows, columns and boxes are right, the clues are not
	for c, d := range solution {
		other[c] = d%9 + 1
	}
	if !Valid(new(Grid), other) || Valid(clues, other) {
		t.Error("the solution of other clues: wrong verdict")
	}
	latin := new(Grid) // rows and columns are right, the boxes are not
	for c := range latin {
		latin[c] = uint8((c/9+c%9)%9 + 1)
	}
	if Valid(new(Grid), latin) {
		t.Error("a Latin square: wrong verdict")
	}
}
