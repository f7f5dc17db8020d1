package backendtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// Options lists what a solver does not support, and what is too slow for it.
type Options struct {
	// NoLinear: the solver must refuse a Linear constraint with an *encode.UnsupportedError.
	NoLinear bool
	// OnlyPairs: the solver supports only disequalities of two variables. It must refuse a Table, or a NotEqual with an
	// offset, in the same way.
	OnlyPairs bool
	// Objective: the solver optimizes the objective.
	Objective bool
	// Incomplete: the solver finds at most one solution, and may give up without one. Its verdicts are checked only
	// where it claims to be complete.
	Incomplete bool
	// NoCancel omits contexts that end during a search, for solvers whose cancellation the race detector reports.
	NoCancel bool
	// Slow: each solution costs a process. Enumerations are cut short.
	Slow bool
	// Easy replaces hard puzzles, and grids without clues, by easy puzzles.
	Easy bool

	// Random is the number of random models with NONET_LONG; zero means 300, or 15 if Slow. Without it they are an
	// eighth, but four if there are as many.
	Random int

	// Endless is an incomplete solver that never gives up. It replaces the solver where there is a solution or the
	// context ends. Nil means the solver itself.
	Endless model.Solver

	// Hard is a model that takes the solver at least minutes; the suite cancels the search. Nil means Pigeonhole(13).
	Hard *model.Model
}

// Run tests s against the contract of model.Solver.
func Run(t *testing.T, s model.Solver, o Options) {
	t.Helper()
	if o.Random == 0 {
		o.Random = 300
		if o.Slow {
			o.Random = 15
		}
	}
	o.Random = Rounds(max(o.Random/8, min(o.Random, 4)), o.Random)
	if o.Hard == nil {
		o.Hard = Pigeonhole(13)
	}
	// A model with two solutions, which no preprocessor decides.
	swap := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)},
			{Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
	}
	if _, _, err := model.First(t.Context(), s, swap); errors.Is(err, backends.ErrUnavailable) {
		t.Skip(err)
	}
	c := suite{s, o}
	endless := c
	if o.Endless != nil {
		endless.s = o.Endless
	}
	t.Run("degenerate", c.degenerate)
	t.Run("named puzzles", endless.named)
	t.Run("counts", c.counts)
	t.Run("clashing clues", c.clashing)
	t.Run("stopping", endless.stopping)
	t.Run("random models", c.random)
	t.Run("objective", c.objective)
	t.Run("cancelled before", endless.cancelledBefore)
	t.Run("cancelled during enumeration", endless.cancelledEnumeration)
	t.Run("cancelled during search", endless.cancelledSearch)
	t.Run("paused during search", endless.pausedSearch)
	t.Run("concurrent use", endless.concurrent)
	t.Run("many puzzles over one base", endless.prepared)
}

type suite struct {
	s model.Solver
	o Options
}

// solve returns up to limit solutions (0: all). It checks that each satisfies m, that they are pairwise different, and
// that the result is consistent with them.
func (c suite) solve(t *testing.T, m *model.Model, limit int) ([]model.Assignment, model.Result) {
	t.Helper()
	var found []model.Assignment
	seen := map[string]bool{}
	r, err := c.s.Solve(t.Context(), m, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Errorf("not a solution: %v", err)
		}
		if key := fmt.Sprint(a); seen[key] {
			t.Errorf("solution twice: %v", a)
		} else {
			seen[key] = true
		}
		found = append(found, slices.Clone(a))
		overwrite(a)
		return limit == 0 || len(found) < limit
	})
	if err != nil {
		t.Fatalf("Solve: %v", err)
	}
	if r.Solutions != len(found) {
		t.Errorf("Result.Solutions = %d, %d passed on", r.Solutions, len(found))
	}
	if !c.o.Incomplete && (limit == 0 || len(found) < limit) && !r.Complete {
		t.Error("the search was not stopped and is not complete")
	}
	if c.o.Incomplete && len(found) > 1 {
		t.Errorf("%d solutions of an incomplete solver, want at most one", len(found))
	}
	return found, r
}

// overwrite changes an assignment, as yield is allowed to do.
func overwrite(a model.Assignment) {
	for i := range a {
		a[i] = -1 << 30
	}
}

// allFound reports whether all want solutions were found. For an incomplete solver one is enough, unless it claims to
// be complete.
func (c suite) allFound(found []model.Assignment, r model.Result, want int) bool {
	if c.o.Incomplete && !r.Complete {
		want = min(want, 1)
	}
	return len(found) == want
}

func (c suite) degenerate(t *testing.T) {
	vars := func(domains ...model.Domain) []model.Variable {
		return slice.Make(len(domains), func(i int) model.Variable {
			return model.Variable{Name: string(rune('a' + i)), Domain: domains[i]}
		})
	}
	for _, test := range []struct {
		name string
		m    *model.Model
		want int
	}{
		{"no variables", &model.Model{}, 1},
		{"one variable, one value", &model.Model{Vars: vars(model.Values(7))}, 1},
		{"one variable, three values, no constraint", &model.Model{Vars: vars(model.Values(-1, 0, 5))}, 3},
		{"an empty domain", &model.Model{Vars: vars(model.Values(1, 2), model.Domain{})}, 0},
		{"three pigeons, two holes", Pigeonhole(2), 0},
		{"three variables that differ, two values",
			&model.Model{Vars: vars(model.Interval(1, 2), model.Interval(1, 2), model.Interval(1, 2)),
				Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1, 2}}}}, 0},
		{"given outside the domain",
			&model.Model{Vars: vars(model.Values(1, 2)),
				Constraints: []model.Constraint{model.Given{Var: 0, Value: 3}}}, 0},
		{"given stated twice", &model.Model{Vars: vars(model.Values(1, 2)),
			Constraints: []model.Constraint{model.Given{Var: 0, Value: 2}, model.Given{Var: 0, Value: 2}}}, 1},
		{"givens that contradict each other",
			&model.Model{Vars: vars(model.Values(1, 2)),
				Constraints: []model.Constraint{model.Given{Var: 0, Value: 1}, model.Given{Var: 0, Value: 2}}}, 0},
		{"constant beside a variable that may equal it", &model.Model{Vars: vars(model.Values(1), model.Values(1, 2)),
			Constraints: []model.Constraint{model.Given{Var: 0, Value: 1},
				model.AllDifferent{Vars: []model.Var{0, 1}}}}, 1},
		{"alldifferent of one and of none",
			&model.Model{Vars: vars(model.Values(1, 2)),
				Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0}}, model.AllDifferent{}}}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, r := c.solve(t, test.m, 0)
			if !c.allFound(found, r, test.want) {
				t.Errorf("%d solutions, complete %v; there are %d", len(found), r.Complete, test.want)
			}
		})
	}
}

// puzzles returns the named puzzles to solve.
func (c suite) puzzles() []NamedPuzzle {
	if c.o.Easy {
		return easy
	}
	return Hardest
}

func (c suite) named(t *testing.T) {
	for _, p := range c.puzzles() {
		found, r := c.solve(t, Puzzle(sudoku.Order(3), p.Puzzle).Model(), 2)
		if len(found) != 1 || line(found[0]) != p.Solution {
			t.Errorf("%s: %d solutions %v, want %s", p.Name, len(found), found, p.Solution)
		}
		if v := model.VerdictOf(r); v != model.One && !c.o.Incomplete {
			t.Errorf("%s: verdict %v", p.Name, v)
		}
	}
}

func (c suite) counts(t *testing.T) {
	if c.o.Incomplete {
		t.Skip("incomplete")
	}
	small, want := sudoku.Order(2).Model(), 288
	if c.o.Slow {
		small, want = small.With(
			model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 2}, model.Given{Var: 2, Value: 3}), 12
	}
	if found, _ := c.solve(t, small, 0); len(found) != want {
		t.Errorf("4x4 grid: %d solutions, want %d", len(found), want)
	}
	every := Rounds(3, 1)
	if c.o.Slow {
		every *= 3
	}
	for i, e := range exact {
		if i%every != 0 || c.o.Slow && e.count > 10 {
			continue
		}
		m := Puzzle(sudoku.Order(3), without(exactGrid, e.digits)).Model()
		if found, _ := c.solve(t, m, 0); len(found) != e.count {
			t.Errorf("without %s: %d solutions, want %d", e.digits, len(found), e.count)
		}
		n, r, err := model.Count(t.Context(), c.s, m, 0)
		if err != nil || n.Int64() != int64(e.count) || !r.Complete {
			t.Errorf("without %s: Count = %v, complete %v, error %v; want %d", e.digits, n, r.Complete, err, e.count)
		}
	}
}

func (c suite) clashing(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		want         int
	}{
		{"in a row", "11..............", 0},
		{"in a column", "1...1...........", 0},
		{"in a box", "1....1..........", 0},
		{"no value for a cell", "12....3...4.....", 0},
		{"two solutions, found by search only", "1..2..1..2......", 2}, // r1c1=1 r1c4=2 r2c3=1 r3c2=2
	} {
		found, r := c.solve(t, Puzzle(sudoku.Order(2), test.puzzle).Model(), 0)
		if !c.allFound(found, r, test.want) {
			t.Errorf("%s: %d solutions, complete %v; there are %d", test.name, len(found), r.Complete, test.want)
		}
	}
}

func (c suite) stopping(t *testing.T) {
	for _, limit := range []int{1, 2, 5} {
		if c.o.Incomplete && limit > 1 {
			break
		}
		found, r := c.solve(t, sudoku.Order(2).Model(), limit)
		if len(found) != limit || r.Complete {
			t.Errorf("stopped at %d: %d solutions, complete %v", limit, len(found), r.Complete)
		}
	}
}

func (c suite) random(t *testing.T) {
	refused := 0
	for seed := range c.o.Random {
		kinds := Kinds{NotEqual: true, Table: true, Linear: seed%3 == 0}
		m := Random(rand.New(rand.NewPCG(uint64(seed), 1)), kinds)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		if hasLinear(m) && c.o.NoLinear || !onlyPairs(m) && c.o.OnlyPairs {
			var unsupported *encode.UnsupportedError
			if _, _, err := model.First(t.Context(), c.s, m); err != nil && !errors.As(err, &unsupported) {
				t.Errorf("seed %d: constraint that is not supported: error %v, want *encode.UnsupportedError", seed,
					err)
			}
			refused++
			continue
		}
		want := Enumerate(m)
		limit := 0
		if c.o.Slow && len(want) > 12 {
			limit = 12
		}
		found, r := c.solve(t, m, limit)
		if limit == 0 && !c.allFound(found, r, len(want)) {
			t.Errorf("seed %d: %d solutions, complete %v; there are %d\n%s", seed, len(found), r.Complete,
				len(want), describe(m))
		}
	}
	if refused == c.o.Random {
		t.Error("every model was refused")
	}
}

func hasLinear(m *model.Model) bool {
	return slices.ContainsFunc(m.Constraints, func(k model.Constraint) bool { _, ok := k.(model.Linear); return ok })
}

// onlyPairs reports whether every disequality of m is without an offset, and m has no tables.
func onlyPairs(m *model.Model) bool {
	return !slices.ContainsFunc(m.Constraints, func(k model.Constraint) bool {
		_, table := k.(model.Table)
		n, _ := k.(model.NotEqual)
		return table || n.Offset != 0
	})
}

func describe(m *model.Model) string {
	var b strings.Builder
	for i, v := range m.Vars {
		fmt.Fprintf(&b, "%s in %v\n", m.NameOf(model.Var(i)), v.Domain)
	}
	for _, k := range m.Constraints {
		fmt.Fprintln(&b, m.Describe(k))
		if tab, ok := k.(model.Table); ok {
			fmt.Fprintln(&b, tab.Rows)
		}
	}
	return b.String()
}

// objective asks all functions of package model about models with an objective: Best answers, the others refuse.
func (c suite) objective(t *testing.T) {
	for seed := range c.o.Random / 3 {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		m := Random(r, Kinds{NotEqual: !c.o.OnlyPairs})
		m.Objective = &model.Objective{Maximize: seed%2 == 0, Constant: seed%5 - 2}
		for v := range m.Vars {
			coef := r.IntN(9) - 4
			if seed%4 == 0 { // all solutions have the same value
				coef = 0
			}
			m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: coef, Var: model.Var(v)})
		}
		c.refuseObjective(t, m)
		want, satisfiable := 0, false
		for _, a := range Enumerate(m) {
			if v := m.Objective.Value(a); !satisfiable || m.Objective.Better(v, want) {
				want, satisfiable = v, true
			}
		}
		best, optimal, result, err := model.Best(t.Context(), c.s, m)
		switch unsupported := new(encode.UnsupportedError); {
		case errors.As(err, &unsupported) && !c.o.Objective:
		case err != nil || best != nil && m.Check(best) != nil || result.Complete && satisfiable != (best != nil),
			c.o.Objective && optimal != satisfiable, optimal && m.Objective.Value(best) != want:
			t.Errorf("seed %d: best %v, optimal %v, want the value %d, error %v\n%s", seed, best, optimal, want, err,
				describe(m))
		}
	}
}

func (c suite) refuseObjective(t *testing.T, m *model.Model) {
	_, _, first := model.First(t.Context(), c.s, m)
	_, _, _, unique := model.Unique(t.Context(), c.s, m)
	_, _, count := model.Count(t.Context(), c.s, m, 0)
	errs := map[string]error{"First": first, "Unique": unique, "Count": count}
	for _, err := range model.All(t.Context(), c.s, m) {
		errs["All"] = err
	}
	if counter, ok := c.s.(model.Counter); ok {
		_, _, errs["CountSolutions"] = counter.CountSolutions(t.Context(), m, 0)
	}
	for name, err := range errs {
		if !errors.Is(err, model.ErrObjective) {
			t.Errorf("%s with an objective: error %v, want ErrObjective", name, err)
		}
	}
}

// cancelAfter is the time after which a search is cancelled: long enough for a program to start and to begin its
// search.
const cancelAfter = 150 * time.Millisecond

func (c suite) prepared(t *testing.T) {
	shape := sudoku.Order(3)
	p, err := model.Prepare(t.Context(), c.s, shape.Model())
	if err != nil {
		t.Fatal(err)
	}
	named := c.puzzles()
	many, none := strings.Repeat(".", 81), "12345678."+"........9"+strings.Repeat(".", 63)
	if c.o.Easy {
		many, none = without(exactGrid, "479"), "15867943."+".62318792"+named[0].Solution[18:]
	}
	puzzles := []NamedPuzzle{
		named[0],
		{"clash in a row", "11" + strings.Repeat(".", 79), ""},
		{"no value for r1c9", none, ""},
		named[1],
		{"complete", named[1].Solution, named[1].Solution},
		{"complete and wrong", "2" + Hardest[0].Solution[1:], ""},
		named[2],
		{"three solutions taken of many", many, "many"},
		named[0],
	}
	for _, q := range puzzles {
		puzzle := Puzzle(shape, q.Puzzle)
		m := puzzle.Model()
		limit := 2
		switch {
		case q.Solution == "many" && c.o.Incomplete:
			limit = 1
		case q.Solution == "many":
			limit = 3
		}
		var found []string
		r, err := p.SolveGiven(t.Context(), puzzle.Given(nil), func(a model.Assignment) bool {
			if err := m.Check(a); err != nil {
				t.Errorf("%s: %v", q.Name, err)
			}
			found = append(found, line(a))
			overwrite(a)
			return len(found) < limit
		})
		if err != nil {
			t.Errorf("%s: %v", q.Name, err)
			continue
		}
		if r.Solutions != len(found) {
			t.Errorf("%s: Result.Solutions = %d, %d passed on", q.Name, r.Solutions, len(found))
		}
		switch {
		case q.Solution == "many":
			if slices.Sort(found); len(slices.Compact(found)) != limit || r.Complete {
				t.Errorf("%s: %v, complete %v", q.Name, found, r.Complete)
			}
		case q.Solution == "":
			if len(found) != 0 || !r.Complete && !c.o.Incomplete {
				t.Errorf("%s: %v, complete %v", q.Name, found, r.Complete)
			}
		default:
			if len(found) != 1 || found[0] != q.Solution || !r.Complete && !c.o.Incomplete {
				t.Errorf("%s: %v, complete %v", q.Name, found, r.Complete)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := c.s.(model.Preparer); ok {
		if p, err := model.Prepare(ctx, c.s, shape.Model()); p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("prepared under a cancelled context: %v, error %v", p, err)
		}
	}
	r, err := p.SolveGiven(ctx, nil, func(model.Assignment) bool { return false })
	if !errors.Is(err, context.Canceled) || r.Complete {
		t.Errorf("cancelled: error %v, complete %v", err, r.Complete)
	}
}
