package backtrack_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/backtrack"
	"nonet/model"
	"nonet/model/sudoku"
)

// naive is Solver by recursion: it checks each assignment by the definition of the constraints. It returns the effort
// that Solver must report, and the solutions.
func naive(
	m *model.Model, order backtrack.Order, seed uint64, limit int64,
) (cost model.Effort, solutions []model.Assignment) {
	n := len(m.Vars)
	a, assigned := make(model.Assignment, n), make([]bool, n)
	for _, k := range m.Constraints {
		if g, ok := k.(model.Given); ok {
			a[g.Var], assigned[g.Var] = g.Value, true
		}
	}
	holds := func(v int) bool { // no constraint between v and another assigned variable is violated
		for _, k := range m.Constraints {
			if !slices.Contains(k.Scope(), model.Var(v)) {
				continue
			}
			switch k := k.(type) {
			case model.AllDifferent:
				for _, u := range k.Vars {
					if int(u) != v && assigned[u] && a[u] == a[v] {
						return false
					}
				}
			case model.NotEqual:
				if assigned[k.A] && assigned[k.B] && k.Violation(a) != 0 {
					return false
				}
			}
		}
		return true
	}
	full := func() bool { // no other constraint whose variables are all assigned is violated
		for _, k := range m.Constraints {
			switch k.(type) {
			case model.Linear, model.Table:
				blank := slices.ContainsFunc(k.Scope(), func(v model.Var) bool { return !assigned[v] })
				if !blank && k.Violation(a) != 0 {
					return false
				}
			}
		}
		return true
	}
	candidates := func(v int) (count int) {
		assigned[v] = true
		for a[v] = range m.Vars[v].Domain.All {
			if holds(v) {
				count++
			}
		}
		assigned[v] = false
		return count
	}
	shuffle := rand.New(rand.NewPCG(seed, 0)).Perm(n)
	choose := func() int {
		best, least := -1, 0
		take := func(v, cost int) {
			if best < 0 || cost < least {
				best, least = v, cost
			}
		}
		switch order {
		case backtrack.Fewest:
			for v := range assigned {
				if !assigned[v] {
					take(v, candidates(v))
				}
			}
		case backtrack.Random:
			return shuffle[slices.IndexFunc(shuffle, func(v int) bool { return !assigned[v] })]
		case backtrack.NearlyComplete:
			for _, k := range m.Constraints {
				if k, ok := k.(model.AllDifferent); ok {
					var blank []model.Var
					for _, v := range k.Vars {
						if !assigned[v] {
							blank = append(blank, v)
						}
					}
					if len(blank) > 0 {
						take(int(blank[0]), len(blank))
					}
				}
			}
		}
		if best < 0 {
			best = slices.Index(assigned, false)
		}
		return best
	}
	var search func() bool // false at the limit
	search = func() bool {
		if !slices.Contains(assigned, false) {
			solutions = append(solutions, slices.Clone(a))
			return true
		}
		v := choose()
		assigned[v] = true
		for x := range m.Vars[v].Domain.All {
			a[v] = x
			cost.Probes++
			if holds(v) {
				if limit > 0 && cost.Nodes == limit {
					return false
				}
				cost.Nodes++
				if full() && !search() {
					return false
				}
			}
			a[v] = x
		}
		assigned[v] = false
		cost.Failures++
		return true
	}
	search()
	return cost, solutions
}

// consistent reports whether the givens of a model are within the domains and violate no constraint, so that there is
// something to search.
func consistent(m *model.Model) bool {
	small := &model.Model{Vars: m.Vars}
	a := make(model.Assignment, len(m.Vars))
	given := make([]bool, len(m.Vars))
	for _, k := range m.Constraints {
		if g, ok := k.(model.Given); ok {
			if given[g.Var] && a[g.Var] != g.Value || !m.Vars[g.Var].Domain.Contains(g.Value) {
				return false
			}
			a[g.Var], given[g.Var] = g.Value, true
		}
	}
	for _, k := range m.Constraints {
		var vars []model.Var
		for _, v := range k.Scope() {
			if given[v] {
				vars = append(vars, v)
			}
		}
		if _, ok := k.(model.AllDifferent); ok {
			k = model.AllDifferent{Vars: vars}
		} else if len(vars) < len(k.Scope()) {
			continue
		}
		small.Constraints = append(small.Constraints, k)
	}
	for _, k := range small.Constraints {
		if k.Violation(a) != 0 {
			return false
		}
	}
	return true
}

// Solver reports the effort of the naive search and finds its solutions in the same order: on 4x4 puzzles, random
// models, and the first nodes of hard and large puzzles.
func TestCounts(t *testing.T) {
	const seed = 3
	compare := func(name string, m *model.Model, limit int64) {
		for _, order := range backtrack.Orders() {
			want, wanted := naive(m, order, seed, limit)
			var found []model.Assignment
			r, err := backtrack.Solver{Order: order, Seed: seed, Nodes: limit}.Solve(t.Context(), m,
				func(a model.Assignment) bool {
					found = append(found, slices.Clone(a))
					return true
				})
			if err != nil || r.Stats.Effort != want ||
				!slices.EqualFunc(found, wanted, slices.Equal[model.Assignment]) {
				t.Errorf("%s, %s: solutions %v with %+v, want %v with %+v; error %v", name, order, found,
					r.Stats.Effort, wanted, want, err)
			}
		}
	}
	for _, puzzle := range []string{"1..4..1..1......", "12.4.........32.", "................",
		".2.4.4.221434321", "1234341221434321"} {
		compare(puzzle, backendtest.Puzzle(sudoku.Order(2), puzzle).Model(), 0)
	}
	compared := 0
	for seed := range 300 {
		m := backendtest.Random(rand.New(rand.NewPCG(uint64(seed), 6)),
			backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		if consistent(m) {
			compared++
			compare(fmt.Sprintf("seed %d", seed), m, 0)
		}
	}
	if compared < 200 {
		t.Errorf("only %d random models have consistent givens", compared)
	}
	for _, puzzle := range backendtest.HardestLines()[:3] {
		compare(puzzle, backendtest.Puzzle(sudoku.Order(3), puzzle).Model(), 100)
	}
	compare("empty 16x16", sudoku.Order(4).Model(), 20) // more than two candidates everywhere, four words of variables
}

// The effort on all puzzles of a list, solved in turn by one prepared solver. The expected numbers are from another
// implementation, which counted for each value of each cell the clashes with assigned cells.
func TestCountsOfLongSearches(t *testing.T) {
	type counts map[backtrack.Order]model.Effort
	check := func(t *testing.T, lines []string, want counts) {
		puzzles := backendtest.Givens(lines)
		for order, want := range want {
			s := backtrack.Solver{Order: order, Seed: 1, Nodes: 20_000}
			p, err := s.Prepare(t.Context(), sudoku.Order(3).Model())
			if err != nil {
				t.Fatal(err)
			}
			var sum model.Effort
			for _, givens := range puzzles {
				r, err := p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				sum.Add(r.Stats.Effort)
			}
			if sum != want {
				t.Errorf("%s: %+v, want %+v", order, sum, want)
			}
		}
	}
	t.Run("hardest", func(t *testing.T) {
		check(t, backendtest.HardestLines(), counts{
			backtrack.Fewest:         {Probes: 926938, Nodes: 103029, Failures: 102943},
			backtrack.RowMajor:       {Probes: 1249376, Nodes: 138884, Failures: 138729},
			backtrack.Random:         {Probes: 1259176, Nodes: 140000, Failures: 139808},
			backtrack.NearlyComplete: {Probes: 1259311, Nodes: 140000, Failures: 139817},
		})
	})
	t.Run("17 clues", func(t *testing.T) {
		check(t, backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 20), counts{
			backtrack.Fewest:         {Probes: 2916933, Nodes: 324300, Failures: 323839},
			backtrack.RowMajor:       {Probes: 3597788, Nodes: 400000, Failures: 399401},
			backtrack.Random:         {Probes: 3597469, Nodes: 400000, Failures: 399382},
			backtrack.NearlyComplete: {Probes: 3597336, Nodes: 400000, Failures: 399267},
		})
	})
}

// Counted by hand: r1c1, r1c3, r2c1 and r2c3 take 1 and 3 in two ways. Each chosen cell tries all four values. Row by
// row, r1c1 takes 1 and 3, and after each of them r1c3, r2c1 and r2c3 have one value left.
func TestCountsByHand(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(2), ".2.4.4.221434321").Model()
	_, r, err := model.Count(t.Context(), backtrack.Solver{Order: backtrack.RowMajor}, m, 0)
	if want := (model.Effort{Probes: 4 + 2*3*4, Nodes: 2 + 2*3, Failures: 1 + 2*3}); err != nil ||
		r.Stats.Effort != want {
		t.Errorf("%+v, want %+v; error %v", r.Stats.Effort, want, err)
	}
}

// Nodes of a uniqueness proof by forward checking. A Python program that follows python-constraint statement by
// statement counted the expected numbers.
func TestForwardCheckingCounts(t *testing.T) {
	for _, test := range []struct {
		name, puzzle  string
		clean, thesis int64
	}{
		{"AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 2254,
			93617},
		{"Thein 2014, appendix C",
			"4.......1.8..7.2.3...9...6.59.7....6....2....6....1.42.5...9...3.6.4..2.2.......8", 366, 17795},
		{"Maire & Prissette 2012, easy",
			"..867.4.24.23...9.37..2.......4...5.89.251.67.1...3.......9..73.3...52.17.5.329..", 81, 177},
		{"Maire & Prissette 2012, hard",
			".1.7.89..38.........9..56...9..7.....31....2....45..8..5..6249.673.49.51.4......3", 81, 481},
		{"Lewis 2007, Fig. 1", "........818...23...6..57..1.7.96.....9.7.4.1.....81.4.6..24..8...45...935........", 90,
			2495},
		{"Golden Nugget", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 17168,
			0},
	} {
		m := backendtest.Puzzle(sudoku.Order(3), test.puzzle).Model()
		for _, s := range []struct {
			solver backtrack.ForwardChecking
			want   int64
		}{{backtrack.ForwardChecking{}, test.clean}, {backtrack.ForwardChecking{Thesis: true}, test.thesis}} {
			if s.want == 0 {
				continue
			}
			verdict, _, r, err := model.Unique(t.Context(), s.solver, m)
			if err != nil || verdict != model.One || r.Stats.Effort.Nodes != s.want {
				t.Errorf("%s, %+v: %v with %d nodes, want %d; error %v", test.name, s.solver, verdict,
					r.Stats.Effort.Nodes, s.want, err)
			}
		}
	}
}

// Thesis has an effect on grids only.
func TestThesisOutsideOfGrids(t *testing.T) {
	for seed := range 300 {
		m := backendtest.Random(rand.New(rand.NewPCG(uint64(seed), 8)),
			backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		m.Vars = append(m.Vars, model.Variable{Name: "in no house", Domain: model.Values(1)})
		_, clean, err := model.Count(t.Context(), backtrack.ForwardChecking{}, m, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, thesis, err := model.Count(t.Context(), backtrack.ForwardChecking{Thesis: true}, m, 0)
		if err != nil || clean.Stats.Effort != thesis.Stats.Effort {
			t.Errorf("seed %d: %+v and %+v, error %v", seed, clean.Stats.Effort, thesis.Stats.Effort, err)
		}
	}
}

// In a grid, the domains of the model hold although the thesis widens them.
func TestThesisKeepsDomains(t *testing.T) {
	m := sudoku.Order(2).Model()
	m.Vars[0].Domain = model.Values(2, 3)
	if n, _, err := model.Count(t.Context(), backtrack.ForwardChecking{Thesis: true}, m, 0); err != nil ||
		n.Int64() != 144 {
		t.Errorf("%v grids with 2 or 3 in a corner, error %v; want half of 288", n, err)
	}
}

// A search that reaches its node limit is incomplete and returns no error; a sufficient limit has no effect.
func TestNodeLimit(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
	for name, limited := range map[string]func(nodes int64) model.Solver{
		"plain":            func(n int64) model.Solver { return backtrack.Solver{Nodes: n} },
		"forward checking": func(n int64) model.Solver { return backtrack.ForwardChecking{Nodes: n} },
	} {
		_, whole, err := model.Count(t.Context(), limited(0), m, 0)
		if err != nil {
			t.Fatal(err)
		}
		need := whole.Stats.Effort.Nodes
		for _, limit := range []int64{1, need / 2, need - 1, need, need + 1} {
			_, r, err := model.Count(t.Context(), limited(limit), m, 0)
			if err != nil || r.Complete != (limit >= need) || r.Stats.Effort.Nodes != min(limit, need) {
				t.Errorf("%s, limit %d of %d: %d nodes, complete %v, error %v", name, limit, need,
					r.Stats.Effort.Nodes, r.Complete, err)
			}
		}
	}
}

// The order depends on the seed only.
func TestRandomOrder(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
	effort := func(seed uint64) model.Effort {
		_, r, err := model.Count(t.Context(), backtrack.Solver{Order: backtrack.Random, Seed: seed, Nodes: 3000}, m, 0)
		if err != nil {
			t.Fatal(err)
		}
		return r.Stats.Effort
	}
	if a, b := effort(1), effort(1); a != b {
		t.Errorf("seed 1: %+v, then %+v", a, b)
	}
	if a, b := effort(1), effort(2); a == b {
		t.Errorf("seeds 1 and 2: both %+v", a)
	}
}

func TestRefused(t *testing.T) {
	if _, _, err := model.First(t.Context(), backtrack.Solver{Order: "diagonal"}, sudoku.Order(2).Model()); err == nil {
		t.Error("an unknown order is accepted")
	}
	for _, s := range []model.Preparer{backtrack.Solver{}, backtrack.ForwardChecking{}} {
		p, err := s.Prepare(t.Context(), sudoku.Order(2).Model())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.SolveGiven(t.Context(), []model.Given{{Var: 16, Value: 1}}, nil); err == nil {
			t.Errorf("%T: SolveGiven accepts a given of cell 17 of 16", s)
		}
	}
}

// The searches do not allocate once they have reached the depth before.
func TestPreparedDoesNotAllocate(t *testing.T) {
	givens := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Given(nil)
	ctx, all := t.Context(), func(model.Assignment) bool { return true }
	for _, s := range []model.Preparer{backtrack.Solver{}, backtrack.Solver{Order: backtrack.RowMajor},
		backtrack.ForwardChecking{}} {
		p, err := s.Prepare(t.Context(), sudoku.Order(3).Model())
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(3, func() { p.SolveGiven(ctx, givens, all) }); n != 0 {
			t.Errorf("%+v: %v allocations", s, n)
		}
	}
}
