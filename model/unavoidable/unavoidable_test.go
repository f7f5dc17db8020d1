package unavoidable_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/sudoku"
	"nonet/model/unavoidable"
)

func find(t testing.TB, m *model.Model, a model.Assignment, o unavoidable.Options) [][]model.Var {
	t.Helper()
	sets, err := unavoidable.Find(t.Context(), m, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// bySize returns the number of sets of each size.
func bySize(sets [][]model.Var) map[int]int {
	n := make(map[int]int)
	for _, s := range sets {
		n[len(s)]++
	}
	return n
}

// differences returns the minimal sets of at most size variables in which other solutions differ from a, in the order
// of Find.
func differences(solutions []model.Assignment, a model.Assignment, size int) [][]model.Var {
	var all []hitting.Set
	for _, b := range solutions {
		d := hitting.NewSet(len(a))
		for v := range a {
			if a[v] != b[v] {
				d.Add(v)
			}
		}
		if n := d.Len(); n > 0 && n <= size {
			all = append(all, d)
		}
	}
	var sets [][]model.Var
	for _, d := range hitting.InclusionMinimal(all) {
		var set []model.Var
		for _, v := range d.Elements() {
			set = append(set, model.Var(v))
		}
		sets = append(sets, set)
	}
	slices.SortFunc(sets, func(s, t []model.Var) int {
		if len(s) != len(t) {
			return len(s) - len(t)
		}
		return slices.Compare(s, t)
	})
	return sets
}

func equal(s, t [][]model.Var) bool { return slices.EqualFunc(s, t, slices.Equal[[]model.Var]) }

func allSolutions(t *testing.T, m *model.Model) []model.Assignment {
	t.Helper()
	var found []model.Assignment
	if _, err := (native.Solver{}).Solve(t.Context(), m, func(a model.Assignment) bool {
		found = append(found, slices.Clone(a))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestAllSubsets checks every set of cells, for one 4x4 grid of each kind: the set is unavoidable if one of the 288
// grids agrees outside it, and minimal if no set with one cell less is unavoidable.
func TestAllSubsets(t *testing.T) {
	base := sudoku.Order(2).Model()
	grids := allSolutions(t, base)
	for _, a := range grids[:24] {
		var others []uint
		for _, b := range grids {
			d := uint(0)
			for c := range a {
				if a[c] != b[c] {
					d |= 1 << c
				}
			}
			if d != 0 {
				others = append(others, d)
			}
		}
		unavoidableSet := make([]bool, 1<<16)
		for u := range unavoidableSet {
			unavoidableSet[u] = slices.ContainsFunc(others, func(d uint) bool { return d&^uint(u) == 0 })
		}
		var want [][]model.Var
		for u := range unavoidableSet {
			if !unavoidableSet[u] {
				continue
			}
			minimal := true
			var set []model.Var
			for c := range a {
				if u>>c&1 != 0 {
					minimal = minimal && !unavoidableSet[u&^(1<<c)]
					set = append(set, model.Var(c))
				}
			}
			if minimal {
				want = append(want, set)
			}
		}
		got := find(t, base, a, unavoidable.Options{Size: 16})
		slices.SortFunc(want, slices.Compare)
		slices.SortFunc(got, slices.Compare)
		if !equal(got, want) {
			t.Fatalf("%v: Find = %v, want %v", a, got, want)
		}
	}
}

// TestRandomModels compares with all solutions of small models with constraints of all kinds.
func TestRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 3000 {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		solutions := backendtest.Enumerate(m)
		if len(solutions) < 2 {
			continue
		}
		compared++
		a := solutions[r.IntN(len(solutions))]
		size := 1 + r.IntN(len(a))
		got := find(t, m, a, unavoidable.Options{Size: size, Jobs: 1})
		if want := differences(solutions, a, size); !equal(got, want) {
			t.Fatalf("%+v\nsolution %v, size %d: Find = %v, want %v", m, a, size, got, want)
		}
	}
	if compared < 500 {
		t.Errorf("%d models with several solutions, want at least 500", compared)
	}
}

// TestVariants compares with all solutions of 6x6 grids with both shapes of boxes, whose diagonals are houses, too, and
// whose first two rows are given.
func TestVariants(t *testing.T) {
	for _, s := range []sudoku.Shape{{Height: 2, Width: 3}, {Height: 3, Width: 2}} {
		base := s.Model()
		for _, d := range [][]model.Var{{0, 7, 14, 21, 28, 35}, {5, 10, 15, 20, 25, 30}} {
			base.Constraints = append(base.Constraints, model.AllDifferent{Vars: d})
		}
		a, _, err := model.First(t.Context(), native.Solver{}, base)
		if err != nil {
			t.Fatal(err)
		}
		some := base
		for c := range 12 {
			some = some.With(model.Given{Var: model.Var(c), Value: a[c]})
		}
		solutions := allSolutions(t, some)
		got := find(t, some, a, unavoidable.Options{Size: 36})
		if want := differences(solutions, a, 36); !equal(got, want) || len(want) == 0 {
			t.Errorf("%v: %d sets, want %d", s, len(got), len(want))
		}
	}
}

// byDigits finds the sets by another algorithm. Each value of a minimal set occurs in at least two of its cells, so a
// set of size k has at most k/2 values. byDigits blanks all cells of each choice of that many digits and compares all
// solutions of the rest.
func byDigits(t *testing.T, a model.Assignment, digits, size int) [][]model.Var {
	t.Helper()
	s := sudoku.Order(3)
	search, err := model.Prepare(t.Context(), native.Solver{}, s.Model())
	if err != nil {
		t.Fatal(err)
	}
	var found []model.Assignment
	var choose func(from, mask, left int)
	choose = func(from, mask, left int) {
		if left > 0 {
			for x := from; x <= 9; x++ {
				choose(x+1, mask|1<<x, left-1)
			}
			return
		}
		var givens []model.Given
		for c, v := range a {
			if mask>>v&1 == 0 {
				givens = append(givens, model.Given{Var: model.Var(c), Value: v})
			}
		}
		if _, err := search.SolveGiven(t.Context(), givens, func(b model.Assignment) bool {
			d := 0
			for c := range a {
				if a[c] != b[c] {
					d++
				}
			}
			if d <= size {
				found = append(found, slices.Clone(b))
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	choose(1, 0, digits)
	return differences(found, a, size)
}

// TestKnownGrids compares with byDigits, and with the numbers of sets that both algorithms gave.
func TestKnownGrids(t *testing.T) {
	want := []map[int]int{
		{4: 15, 6: 14, 8: 13, 9: 2},
		{4: 8, 6: 22, 8: 21, 9: 3},
		{4: 10, 6: 15, 8: 16, 9: 13},
	}
	for i, p := range backendtest.Hardest[:len(want)] {
		a := model.Assignment(backendtest.Puzzle(sudoku.Order(3), p.Solution).Clues)
		got := find(t, sudoku.Order(3).Model(), a, unavoidable.Options{Size: 9})
		if n := bySize(got); !maps.Equal(n, want[i]) {
			t.Errorf("%s: %v, want %v", p.Name, n, want[i])
		}
		if other := byDigits(t, a, 4, 9); !equal(got, other) {
			t.Errorf("%s: %v, by digits %v", p.Name, bySize(got), bySize(other))
		}
	}
}

// TestKnownGridsTo11 is TestKnownGrids up to size 11, with five digits at a time.
func TestKnownGridsTo11(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	want := []map[int]int{
		{4: 15, 6: 14, 8: 13, 9: 2, 10: 57, 11: 22},
		{4: 8, 6: 22, 8: 21, 9: 3, 10: 68, 11: 33},
	}
	for i, p := range backendtest.Hardest[:len(want)] {
		a := model.Assignment(backendtest.Puzzle(sudoku.Order(3), p.Solution).Clues)
		got := find(t, sudoku.Order(3).Model(), a, unavoidable.Options{Size: 11})
		if n := bySize(got); !maps.Equal(n, want[i]) {
			t.Errorf("%s: %v, want %v", p.Name, n, want[i])
		}
		if other := byDigits(t, a, 5, 11); !equal(got, other) {
			t.Errorf("%s: %v, by digits %v", p.Name, bySize(got), bySize(other))
		}
	}
}

// TestProperties checks random grids. Without the cells of a set there are several solutions; with any one of them
// there is one. There are 0 to 36 sets of four cells but never 35, and none of five. Symmetries change none of these
// numbers.
func TestProperties(t *testing.T) {
	s := sudoku.Order(3)
	base := s.Model()
	search, err := model.Prepare(t.Context(), native.Solver{}, base)
	if err != nil {
		t.Fatal(err)
	}
	solutions := func(givens []model.Given) int {
		r, err := search.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
		if err != nil || !r.Complete {
			t.Fatal(err)
		}
		return r.Solutions
	}
	r := rand.New(rand.NewPCG(1, 9))
	for range 10 {
		grid, err := sudoku.RandomGrid(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		sets := find(t, base, model.Assignment(grid), unavoidable.Options{Size: 10})
		n := bySize(sets)
		if n[2] > 0 || n[3] > 0 || n[5] > 0 {
			t.Errorf("%v: got sets of 2, 3 or 5 cells, which do not exist: number by size %v", grid, n)
		}
		if n[4] > 36 || n[4] == 35 {
			t.Errorf("%v: got %d sets of 4 cells, want at most 34, or 36", grid, n[4])
		}
		var all []model.Given
		for c, v := range grid {
			all = append(all, model.Given{Var: model.Var(c), Value: v})
		}
		for _, set := range sets {
			givens := slices.DeleteFunc(slices.Clone(all),
				func(g model.Given) bool { return slices.Contains(set, g.Var) })
			if solutions(givens) < 2 {
				t.Fatalf("%v: %v is not unavoidable", grid, set)
			}
			for _, c := range set {
				if solutions(append(givens, all[c])) != 1 {
					t.Fatalf("%v: %v is not minimal: cell %d is not needed", grid, set, c)
				}
			}
		}
		image := sudoku.RandomSymmetry(s, r).Grid(grid)
		if k := bySize(find(t, base, model.Assignment(image), unavoidable.Options{Size: 10})); !maps.Equal(k, n) {
			t.Errorf("%v: sets by size %v, after a symmetry %v", grid, n, k)
		}
	}
}

// TestSeventeen checks that the clues of puzzles with 17 clues hit every unavoidable set, and that Bound does not
// exceed 17.
func TestSeventeen(t *testing.T) {
	base := sudoku.Order(3).Model()
	for _, givens := range backendtest.Givens(backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 8)) {
		var more []model.Constraint
		given := make(map[model.Var]bool)
		for _, g := range givens {
			more = append(more, g)
			given[g.Var] = true
		}
		a, _, err := model.First(t.Context(), native.Solver{}, base.With(more...))
		if err != nil {
			t.Fatal(err)
		}
		sets := find(t, base, a, unavoidable.Options{Size: 10})
		for _, set := range sets {
			if !slices.ContainsFunc(set, func(v model.Var) bool { return given[v] }) {
				t.Errorf("%v: no clue in the set %v", givens, set)
			}
		}
		b, err := unavoidable.Bound(t.Context(), len(a), sets, 2000)
		if err != nil || b.LowerBound > 17 || b.LowerBound < 10 {
			t.Errorf("%v: bound %d, error %v; want 10 to 17", givens, b.LowerBound, err)
		}
	}
}

func TestJobs(t *testing.T) {
	base := sudoku.Order(4).Model()
	a := model.Assignment(sudoku.Order(4).Root())
	one := find(t, base, a, unavoidable.Options{Size: 6, Jobs: 1})
	for _, jobs := range []int{2, 7} {
		if got := find(t, base, a, unavoidable.Options{Size: 6, Jobs: jobs}); !equal(got, one) || len(one) == 0 {
			t.Errorf("%d sets with %d jobs, %d with one", len(got), jobs, len(one))
		}
	}
}

func TestNotASolution(t *testing.T) {
	m := sudoku.Order(2).Model()
	if _, err := unavoidable.Find(t.Context(), m, make(model.Assignment, 16),
		unavoidable.Options{Size: 4}); err == nil {
		t.Error("Find accepts an assignment that is not a solution")
	}
	m.Objective = &model.Objective{}
	if _, err := unavoidable.Find(t.Context(), m, make(model.Assignment, 16),
		unavoidable.Options{Size: 4}); err == nil {
		t.Error("Find accepts a model with an objective")
	}
}

func TestCancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	base := sudoku.Order(3).Model()
	a := model.Assignment(sudoku.Order(3).Root())
	ctx, cancel := context.WithTimeout(t.Context(), 50e6)
	defer cancel()
	sets, err := unavoidable.Find(ctx, base, a, unavoidable.Options{Size: 81})
	if !errors.Is(err, context.DeadlineExceeded) || sets != nil {
		t.Errorf("Find returns %d sets, error %v; want none, DeadlineExceeded", len(sets), err)
	}
	backendtest.CheckGoroutines(t, before)
}

func BenchmarkFind(b *testing.B) {
	base := sudoku.Order(3).Model()
	a := model.Assignment(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Solution).Clues)
	for _, test := range []struct {
		name       string
		size, want int
	}{{"8", 8, 42}, {"10", 10, 101}, {"12", 12, 218}} {
		b.Run("grid=AI-Escargot/size="+test.name, func(b *testing.B) {
			for b.Loop() {
				if sets := find(b, base, a, unavoidable.Options{Size: test.size, Jobs: 1}); len(sets) != test.want {
					b.Fatalf("%d sets", len(sets))
				}
			}
		})
	}
}
