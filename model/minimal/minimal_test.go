package minimal_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/minimal"
	"nonet/model/query"
	"nonet/model/sudoku"
)

func newProber(t testing.TB, s sudoku.Shape) *minimal.Prober {
	t.Helper()
	return newModelProber(t, s.Model())
}

func newModelProber(t testing.TB, base *model.Model) *minimal.Prober {
	t.Helper()
	o, err := query.Prepare(t.Context(), native.Solver{}, base)
	if err != nil {
		t.Fatal(err)
	}
	return minimal.NewProber(o)
}

// TestAllSubsets compares with all subsets of the clues of 4x4 puzzles with one solution, decided by comparison with
// all 288 grids.
func TestAllSubsets(t *testing.T) {
	s := sudoku.Order(2)
	p := newProber(t, s)
	var grids []model.Assignment
	if _, err := (native.Solver{Engine: "general"}).Solve(t.Context(), s.Model(), func(a model.Assignment) bool {
		grids = append(grids, slices.Clone(a))
		return true
	}); err != nil || len(grids) != 288 {
		t.Fatalf("%d grids, %v", len(grids), err)
	}
	unique := func(givens []model.Given, mask uint) bool {
		n := 0
		for _, a := range grids {
			fits := true
			for i, g := range givens {
				fits = fits && (mask>>i&1 == 0 || a[g.Var] == g.Value)
			}
			if fits {
				n++
			}
		}
		return n == 1
	}
	r := rand.New(rand.NewPCG(5, 6))
	for tried := 0; tried < 60; {
		grid := grids[r.IntN(len(grids))]
		var givens []model.Given
		for c, v := range grid {
			if r.IntN(2) == 0 {
				givens = append(givens, model.Given{Var: model.Var(c), Value: v})
			}
		}
		all := uint(1)<<len(givens) - 1
		if len(givens) > 10 || !unique(givens, all) {
			continue
		}
		tried++
		least := len(givens)
		for mask := range all + 1 {
			if n := bits.OnesCount(mask); n < least && unique(givens, mask) {
				least = n
			}
		}
		var want []model.Given
		for i, g := range givens {
			if unique(givens, all&^(1<<i)) {
				want = append(want, g)
			}
		}
		redundant, err := p.Redundant(t.Context(), givens)
		if err != nil || !slices.Equal(redundant, want) {
			t.Fatalf("%v: Redundant = %v, error %v, want %v", givens, redundant, err, want)
		}
		if ok, err := p.Minimal(t.Context(), givens); err != nil || ok != (len(want) == 0) {
			t.Errorf("%v: Minimal = %v, error %v, want %v", givens, ok, err, len(want) == 0)
		}
		left, err := p.Minimize(t.Context(), givens, r.Perm(len(givens)))
		if err != nil || !unique(left, 1<<len(left)-1) {
			t.Fatalf("%v: Minimize = %v, error %v: not unique", givens, left, err)
		}
		for i := range left {
			if unique(left, (1<<len(left)-1)&^(1<<i)) {
				t.Errorf("%v: Minimize = %v: not minimal", givens, left)
			}
		}
		m, err := p.Minimum(t.Context(), givens)
		if err != nil {
			t.Fatalf("%v: Minimum: %v", givens, err)
		}
		if !m.Exact || len(m.Givens) != least || m.LowerBound != least {
			t.Fatalf("%v: Minimum: got %d givens, bound %d, exact %v, want %[5]d, %[5]d, true", givens, len(m.Givens),
				m.LowerBound, m.Exact, least)
		}
		if !unique(m.Givens, 1<<len(m.Givens)-1) {
			t.Fatalf("%v: Minimum = %v: not unique", givens, m.Givens)
		}
	}
}

// TestSeventeen uses puzzles with 17 clues, which are minimal since no puzzle has 16, and adds clues to them.
func TestSeventeen(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 20)
	p := newProber(t, sudoku.Order(3))
	r := rand.New(rand.NewPCG(7, 8))
	for _, givens := range backendtest.Givens(lines) {
		if redundant, err := p.Redundant(t.Context(), givens); err != nil || len(redundant) != 0 {
			t.Errorf("%v: Redundant = %v, error %v, want none", givens, redundant, err)
		}
		solution, _, err := model.First(t.Context(), native.Solver{}, puzzle(givens).Model())
		if err != nil {
			t.Fatal(err)
		}
		more := slices.Clone(givens)
		for _, c := range r.Perm(81) {
			if g := (model.Given{Var: model.Var(c), Value: solution[c]}); len(more) < 22 && !slices.Contains(more, g) {
				more = append(more, g)
			}
		}
		m, err := p.Minimum(t.Context(), more)
		if err != nil || !m.Exact || len(m.Givens) != 17 {
			t.Errorf("%v: Minimum = %+v, error %v, want 17 givens", more, m, err)
		}
		left, err := p.Minimize(t.Context(), more, nil)
		if ok, err2 := p.Minimal(t.Context(), left); err != nil || err2 != nil || !ok || len(left) < 17 {
			t.Errorf("%v: Minimize = %v, error %v; Minimal = %v, error %v", more, left, err, ok, err2)
		}
	}
}

func puzzle(givens []model.Given) sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	for _, g := range givens {
		p.Clues[g.Var] = g.Value
	}
	return p
}

// TestVariant finds a minimum of a 4x4 grid whose two diagonals are houses, too.
func TestVariant(t *testing.T) {
	s := sudoku.Order(2)
	base := s.Model()
	for _, d := range [][]model.Var{{0, 5, 10, 15}, {3, 6, 9, 12}} {
		base.Constraints = append(base.Constraints, model.AllDifferent{Vars: d})
	}
	solution, _, err := model.First(t.Context(), native.Solver{}, base)
	if err != nil {
		t.Fatal(err)
	}
	var givens []model.Given
	for c, v := range solution {
		givens = append(givens, model.Given{Var: model.Var(c), Value: v})
	}
	p := newModelProber(t, base)
	m, err := p.Minimum(t.Context(), givens)
	if err != nil || !m.Exact {
		t.Fatalf("Minimum = %+v, error %v; want an exact one", m, err)
	}
	// By brute force: no set with one clue less leaves one solution.
	for mask := range uint(1) << 16 {
		if bits.OnesCount(mask) != len(m.Givens)-1 {
			continue
		}
		var fewer []model.Given
		for c, g := range givens {
			if mask>>c&1 != 0 {
				fewer = append(fewer, g)
			}
		}
		if ok, err := p.Unique(t.Context(), fewer, givens); ok || err != nil {
			t.Fatalf("%v leave one solution, error %v; Minimum = %+v", fewer, err, m)
		}
	}
	if ok, err := p.Unique(t.Context(), m.Givens, givens); !ok || err != nil {
		t.Errorf("Minimum = %+v: several solutions, error %v", m, err)
	}
}

func TestCancelled(t *testing.T) {
	p := newProber(t, sudoku.Order(3))
	solution := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Solution)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if left, err := p.Minimize(ctx, solution.Given(nil), nil); err != context.Canceled || len(left) != 81 {
		t.Errorf("Minimize returns %d givens, error %v; want 81, Canceled", len(left), err)
	}
	if _, err := p.Redundant(ctx, solution.Given(nil)); err != context.Canceled {
		t.Error(err)
	}
	// A minimum of a complete grid is out of reach: Minimum returns its best set and bound.
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	base := sudoku.Order(3).Model()
	prepared, err := model.Prepare(t.Context(), native.Solver{}, base)
	if err != nil {
		t.Fatal(err)
	}
	p = minimal.NewProber(query.New(base, &cancelling{prepared, 1000, cancel}))
	m, err := p.Minimum(ctx, solution.Given(nil))
	if err != context.Canceled {
		t.Errorf("Minimum: got error %v, want Canceled", err)
	}
	if m.Exact || m.LowerBound < 8 || m.LowerBound >= len(m.Givens) || len(m.Givens) < 17 {
		t.Errorf("Minimum: got bounds %d to %d, exact %v; want a bound of 8 or more, below a set of 17 or more, false",
			m.LowerBound, len(m.Givens), m.Exact)
	}
}

// A cancelling solver calls cancel in its call number left.
type cancelling struct {
	model.Prepared
	left   int
	cancel context.CancelFunc
}

func (c *cancelling) SolveGiven(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (
	model.Result, error) {
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return c.Prepared.SolveGiven(ctx, givens, yield)
}

// An incomplete solver finds no solution and proves nothing.
type incomplete struct{}

func (incomplete) SolveGiven(context.Context, []model.Given, func(model.Assignment) bool) (model.Result, error) {
	return model.Result{}, nil
}

func TestIncomplete(t *testing.T) {
	p := minimal.NewProber(query.New(sudoku.Order(2).Model(), incomplete{}))
	givens := []model.Given{{Var: 0, Value: 1}}
	if _, err := p.Minimize(t.Context(), givens, nil); err != query.ErrIncomplete {
		t.Error(err)
	}
	if _, err := p.Minimum(t.Context(), givens); err != query.ErrIncomplete {
		t.Error(err)
	}
}
