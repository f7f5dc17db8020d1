package explain_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// parts helps native with some of the rules, and second checks what they have found.
var (
	parts  = backends.Bind(deduce.Singles{}, cnf.Encoder{}, gini.Engine{})
	second = backends.Bind(deduce.Singles{}, cnf.Encoder{}, cdcl.Engine{})
)

func newExplainer(t testing.TB, m *model.Model) *explain.Explainer {
	t.Helper()
	e, err := explain.New(native.Solver{}, m)
	if err != nil {
		t.Fatal(err)
	}
	e.Parts = parts
	return e
}

// TestConflictsOfRandomModels compares conflicts, minimal and smallest, with all subsets of the constraints of small models, as decided by trying every assignment.
func TestConflictsOfRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	kinds := map[string]int{}
	for found := 0; found < 600; {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		for range r.IntN(4) {
			v := model.Var(r.IntN(len(m.Vars)))
			if d := m.Vars[v].Domain; len(d) > 0 {
				m = m.With(model.Given{Var: v, Value: d[r.IntN(len(d))]})
			}
		}
		m.Objective = nil
		e := newExplainer(t, m)
		e.Smallest = found%2 == 0
		c, err := e.Conflict(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		solutions := backendtest.Enumerate(m)
		if (c == nil) != (len(solutions) > 0) {
			t.Fatalf("%+v: conflict %v, %d solutions", m, c, len(solutions))
		}
		if c == nil || len(m.Constraints) > 10 {
			continue
		}
		found++
		members := e.Members(c)
		clash := func(some []model.Constraint) bool {
			return len(backendtest.Enumerate(&model.Model{Vars: m.Vars, Constraints: some})) == 0
		}
		if !clash(members) || !c.Minimal {
			t.Fatalf("%+v: %+v does not clash, or is not said to be minimal", m, c)
		}
		for i, member := range members {
			kinds[fmt.Sprintf("%T", member)]++
			if clash(slices.Delete(slices.Clone(members), i, i+1)) {
				t.Fatalf("%+v: %+v clashes without %s", m, c, m.Describe(member))
			}
		}
		if err := e.Verify(t.Context(), second, c); err != nil {
			t.Error(err)
		}
		if e.Smallest {
			if !c.Smallest || c.AtLeast != len(c.Clues) {
				t.Fatalf("%+v: %+v is not said to be smallest", m, c)
			}
			checkSmallest(t, m, e, c, clash)
		}
	}
	for _, kind := range []string{"AllDifferent", "Linear", "Table", "NotEqual", "Given"} {
		if kinds["model."+kind] < 3 {
			t.Errorf("too few conflicts with %s: %v", kind, kinds)
		}
	}
}

// checkSmallest tries all subsets: no clash has fewer clues, and none with the clues of c has fewer rules.
func checkSmallest(t *testing.T, m *model.Model, e *explain.Explainer, c *explain.Conflict, clash func([]model.Constraint) bool) {
	t.Helper()
	for mask := range uint(1) << len(m.Constraints) {
		var some []model.Constraint
		clues, same, rules := 0, true, 0
		for i, k := range m.Constraints {
			if mask>>i&1 == 0 {
				continue
			}
			some = append(some, k)
			if g, ok := k.(model.Given); ok {
				clues++
				same = same && slices.Contains(c.Clues, g)
			} else {
				rules++
			}
		}
		fewer := clues < len(c.Clues) || same && clues == len(c.Clues) && rules < len(c.Rules)
		if fewer && clash(some) {
			t.Fatalf("%+v: %d clues and %d rules clash, and %+v is said to be smallest", m, clues, rules, c)
		}
	}
}

// unsolvable returns puzzles without a solution: each line with one more clue, which the solution contradicts.
func unsolvable(s sudoku.Shape, lines []string, r *rand.Rand) []sudoku.Puzzle {
	var all []sudoku.Puzzle
	for _, line := range lines {
		p := backendtest.Puzzle(s, line)
		a, _, err := model.First(context.Background(), native.Solver{}, p.Model())
		if err != nil {
			panic(err)
		}
		for {
			c, v := r.IntN(s.Cells()), 1+r.IntN(s.N())
			if p.Clues[c] == 0 && a[c] != v {
				p.Clues[c] = v
				break
			}
		}
		all = append(all, p)
	}
	return all
}

// TestSudokuConflicts explains puzzles that have one clue too many, some at a glance and some after a search only, and has another solver check
// that what is found is minimal.
func TestSudokuConflicts(t *testing.T) {
	s := sudoku.Order(3)
	n := 20
	if os.Getenv("NONET_LONG") != "" {
		n = 1000
	}
	lines := slices.Concat(backendtest.HardestLines(), backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), n), backendtest.Spread(backendtest.Lines(t, "top95.txt"), n))
	var times []time.Duration
	derived, deep, members := 0, 0, 0
	for _, p := range unsolvable(s, lines, rand.New(rand.NewPCG(1, 2))) {
		start := time.Now()
		e := newExplainer(t, s.Model())
		e.Orders = 4
		c, err := e.Conflict(t.Context(), p.Given(nil))
		times = append(times, time.Since(start))
		if err != nil || c == nil || !c.Minimal {
			t.Fatalf("%v: %+v, %v", p.Clues, c, err)
		}
		members += len(c.Clues) + len(c.Rules)
		if err := e.Verify(t.Context(), second, c); err != nil {
			t.Fatalf("%v: %v", p.Clues, err)
		}
		d, err := e.Derive(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil {
			deep++
			continue
		}
		derived++
		if len(d.End.Cells) != 1 && !slices.Contains(c.Rules, d.End.Rule) {
			t.Errorf("%v: the end %+v is not in one of the rules %v", p.Clues, d.End, c.Rules)
		}
		if len(d.Steps) > 0 == (d.Hard == nil) {
			t.Errorf("%v: %d steps, hardest %v", p.Clues, len(d.Steps), d.Hard)
		}
	}
	if derived < 20 || deep < 5 {
		t.Errorf("%d conflicts were derived and %d not: too few", derived, deep)
	}
	slices.Sort(times)
	t.Logf("puzzles=%d derived=%d members=%d median=%v worst=%v", len(times), derived, members, times[len(times)/2], times[len(times)-1])
}

// TestDerivation reads conflicts that take one step, with the names of houses as they are in the whole grid.
func TestDerivation(t *testing.T) {
	s := sudoku.Order(3)
	for line, want := range map[string][2]string{
		"....2..4...8.35.......7.6.2.31.4697.2.......6...5.12.3.49...73........1.8....4...": {"Hidden single in a line: r9c8 is the only place for 2 in column 8: r9c8=2", "{[] 16 6}"},
		"...6.2...4...5...1.85.1.62..382.671......8....194.735..26.4.53.9...2...7...8.9...": {"Locked pair: r4c5 and r5c5 hold only 3 and 9 in column 5 and box 5: r1c5,r6c5,r7c5,r9c5,r4c4,r5c4<>3; r1c5,r6c5,r7c5,r9c5,r4c4,r5c4<>9", "{[49] 0 0}"},
		".2..3..9....9.7...9..2.8..5..48.65..657...2.8..31.29..8..6.5..7...3.9....3..2..5.": {"Locked pair: r6c1 and r6c2 hold only 3 and 8 in row 6 and box 4: r6c3,r6c5,r6c8,r6c9,r4c1,r4c2<>3; r6c3,r6c5,r6c8,r6c9,r4c1,r4c2<>8", "{[47] 0 0}"},
	} {
		e := newExplainer(t, s.Model())
		e.Orders = 10
		c, err := e.Conflict(t.Context(), backendtest.Puzzle(s, line).Given(nil))
		if err != nil || c == nil {
			t.Fatal(c, err)
		}
		d, err := e.Derive(t.Context(), c)
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		if len(d.Steps) != 1 || d.Steps[0] != want[0] || fmt.Sprint(d.End) != want[1] || d.Hard == nil {
			t.Errorf("%s: %+v\nwant %s", line, d, want)
		}
	}
}

// grids4 returns all 4x4 grids.
func grids4(t *testing.T) []model.Assignment {
	t.Helper()
	var grids []model.Assignment
	if _, err := (native.Solver{Engine: "general"}).Solve(t.Context(), sudoku.Order(2).Model(), func(a model.Assignment) bool {
		grids = append(grids, a)
		return true
	}); err != nil || len(grids) != 288 {
		t.Fatalf("%d grids, %v", len(grids), err)
	}
	return grids
}

func agrees(a model.Assignment, givens ...model.Given) bool {
	return !slices.ContainsFunc(givens, func(g model.Given) bool { return g.Violation(a) != 0 })
}

// TestCompletions compares with all sets of further clues of 4x4 puzzles.
func TestCompletions(t *testing.T) {
	s := sudoku.Order(2)
	grids := grids4(t)
	r := rand.New(rand.NewPCG(3, 3))
	sizes := map[int]int{}
	for range 60 {
		grid := grids[r.IntN(len(grids))]
		var clues []model.Given
		for c, v := range grid {
			if r.IntN(6) == 0 {
				clues = append(clues, model.Given{Var: model.Var(c), Value: v})
			}
		}
		var solutions []model.Assignment
		for _, a := range grids {
			if agrees(a, clues...) {
				solutions = append(solutions, a)
			}
		}
		if len(solutions) > 40 {
			continue
		}
		fewest := func(target model.Assignment) int {
			best := 16
			for mask := range uint(1) << 16 {
				n := bits.OnesCount(mask)
				if n >= best {
					continue
				}
				unique := true
				for _, a := range solutions {
					same, apart := true, false
					for c := range a {
						same = same && a[c] == target[c]
						apart = apart || mask>>c&1 != 0 && a[c] != target[c]
					}
					if !same && !apart {
						unique = false
						break
					}
				}
				if unique {
					best = n
				}
			}
			return best
		}
		e := newExplainer(t, s.Model())
		any, err := e.Complete(t.Context(), clues)
		if err != nil || !any.Exact || any.Solutions != len(solutions) || any.AtLeast != len(any.Clues) {
			t.Fatalf("%v: %+v, %v", clues, any, err)
		}
		checkCompletion(t, solutions, any)
		least := 16
		for _, a := range solutions[:min(8, len(solutions))] {
			least = min(least, fewest(a))
		}
		if len(any.Clues) > least || len(solutions) <= 8 && len(any.Clues) != least {
			t.Errorf("%v: %+v, want %d clues", clues, any, least)
		}
		sizes[len(any.Clues)]++
		if len(solutions) > 1 {
			e.Few = 1
			one, err := e.Complete(t.Context(), clues)
			if err != nil || !one.Exact || one.Solutions != -1 {
				t.Fatalf("%v: %+v, %v", clues, one, err)
			}
			checkCompletion(t, solutions, one)
			if want := fewest(one.Target); len(one.Clues) != want {
				t.Errorf("%v: %+v for one solution, want %d clues", clues, one, want)
			}
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0 {
		t.Errorf("numbers of clues: %v", sizes)
	}
}

func checkCompletion(t *testing.T, solutions []model.Assignment, c *explain.Completion) {
	t.Helper()
	n := 0
	for _, a := range solutions {
		if agrees(a, c.Clues...) {
			n++
			if !slices.Equal(a, c.Target) {
				t.Errorf("%v is left, want %v", a, c.Target)
			}
		}
	}
	if n != 1 {
		t.Errorf("%+v leaves %d solutions", c, n)
	}
}

// TestRetractions compares with all sets of entries of 4x4 grids, with one solution and with several.
func TestRetractions(t *testing.T) {
	s := sudoku.Order(2)
	grids := grids4(t)
	r := rand.New(rand.NewPCG(4, 4))
	sizes := map[int]int{}
	for range 300 {
		grid := grids[r.IntN(len(grids))]
		var clues, entries []model.Given
		for c, v := range grid {
			switch r.IntN(4) {
			case 0:
				clues = append(clues, model.Given{Var: model.Var(c), Value: v})
			case 1, 2:
				if r.IntN(4) == 0 {
					v = 1 + r.IntN(4)
				}
				entries = append(entries, model.Given{Var: model.Var(c), Value: v})
			}
		}
		most := 0
		for _, a := range grids {
			if agrees(a, clues...) {
				kept := 0
				for _, g := range entries {
					kept += 1 - g.Violation(a)
				}
				most = max(most, kept)
			}
		}
		e := newExplainer(t, s.Model())
		x, err := e.Retract(t.Context(), clues, entries)
		if err != nil || !x.Exact || len(x.Back) != len(entries)-most || x.AtLeast != len(x.Back) {
			t.Fatalf("clues %v, entries %v: %+v, %v, want %d", clues, entries, x, err, len(entries)-most)
		}
		sizes[len(x.Back)]++
		var kept []model.Given
		for i, g := range entries {
			if !slices.Contains(x.Back, i) {
				kept = append(kept, g)
			}
		}
		kept = append(kept, clues...)
		if !slices.ContainsFunc(grids, func(a model.Assignment) bool { return agrees(a, kept...) }) {
			t.Errorf("clues %v, entries %v: nothing is left by %+v", clues, entries, x)
		}
		for _, set := range x.Conflicts {
			for out := -1; out < len(set); out++ { // all of the set, and all but one
				some := slices.Clone(clues)
				for k, i := range set {
					if k != out {
						some = append(some, entries[i])
					}
				}
				if solvable := slices.ContainsFunc(grids, func(a model.Assignment) bool { return agrees(a, some...) }); solvable != (out >= 0) {
					t.Errorf("clues %v, entries %v: %v is no minimal conflict", clues, entries, set)
				}
			}
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0 || sizes[3] == 0 {
		t.Errorf("numbers of entries taken back: %v", sizes)
	}
	e := newExplainer(t, s.Model())
	if x, err := e.Retract(t.Context(), []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, nil); x != nil || err != nil {
		t.Errorf("no solution to begin with: %v, %v", x, err)
	}
}

// TestPlantedEntries fills in cells of puzzles with one solution, some of them wrongly: exactly these are to be taken back.
func TestPlantedEntries(t *testing.T) {
	s := sudoku.Order(3)
	e := newExplainer(t, s.Model())
	r := rand.New(rand.NewPCG(5, 5))
	for k, line := range backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 400) {
		p := backendtest.Puzzle(s, line)
		a, _, err := model.First(t.Context(), native.Solver{}, p.Model())
		if err != nil {
			t.Fatal(err)
		}
		var entries []model.Given
		for c, v := range p.Clues {
			if v == 0 && r.IntN(3) == 0 {
				entries = append(entries, model.Given{Var: model.Var(c), Value: a[c]})
			}
		}
		wrong := r.Perm(len(entries))[:min(len(entries), 1+k%4)]
		for _, i := range wrong {
			entries[i].Value = 1 + (entries[i].Value+r.IntN(8))%9
		}
		slices.Sort(wrong)
		x, err := e.Retract(t.Context(), p.Given(nil), entries)
		if err != nil || !x.Exact || !slices.Equal(x.Back, wrong) {
			t.Fatalf("%s, entries %v: %+v, %v, want %v", line, entries, x, err, wrong)
		}
	}
}

// A gauge is a solver that ends its context after so many calls.
type gauge struct {
	model.Solver
	left   int
	cancel context.CancelFunc
}

func (g *gauge) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if g.left--; g.left == 0 {
		g.cancel()
	}
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	return g.Solver.Solve(ctx, m, yield)
}

func (g *gauge) Prepare(base *model.Model) (model.Prepared, error) { return &gauged{g, base}, nil }

type gauged struct {
	*gauge
	base *model.Model
}

func (g *gauged) SolveGiven(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error) {
	var more []model.Constraint
	for _, x := range givens {
		more = append(more, x)
	}
	return g.Solve(ctx, g.base.With(more...), yield)
}

// TestCancelled ends the context after the k-th question: what comes back is right as far as it goes.
func TestCancelled(t *testing.T) {
	s := sudoku.Order(3)
	hard := backendtest.Puzzle(s, backendtest.Hardest[0].Puzzle)
	hard.Clues[1] = 2
	loose := backendtest.Puzzle(s, "."+backendtest.Hardest[0].Puzzle[1:])
	var entries []model.Given
	for c := range 9 {
		entries = append(entries, model.Given{Var: model.Var(9*c + 4), Value: 9 - c})
	}
	for k := 1; ; k += 1 + k/3 {
		done := 0
		run := func(f func(ctx context.Context, e *explain.Explainer) error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			e, err := explain.New(&gauge{Solver: native.Solver{}, left: k, cancel: cancel}, s.Model())
			if err != nil {
				t.Fatal(err)
			}
			e.Parts, e.Smallest, e.Budget, e.Few = &gauge{Solver: parts, left: k, cancel: cancel}, true, 1000, 1
			if err := f(ctx, e); err == nil {
				done++
			} else if !errors.Is(err, context.Canceled) {
				t.Fatalf("after %d questions: %v", k, err)
			}
		}
		run(func(ctx context.Context, e *explain.Explainer) error {
			c, err := e.Conflict(ctx, hard.Given(nil))
			if c != nil {
				if err := e.Verify(t.Context(), second, c); err != nil {
					t.Errorf("after %d questions: %v", k, err)
				}
			}
			return err
		})
		run(func(ctx context.Context, e *explain.Explainer) error {
			c, err := e.Complete(ctx, loose.Given(nil))
			if c != nil {
				all := append(loose.Given(nil), c.Clues...)
				if v, _, _, _ := model.Unique(t.Context(), native.Solver{}, withGivens(s.Model(), all)); v != model.One {
					t.Errorf("after %d questions: %+v is %v", k, c, v)
				}
			}
			return err
		})
		run(func(ctx context.Context, e *explain.Explainer) error {
			x, err := e.Retract(ctx, nil, entries)
			if x != nil && x.AtLeast > len(x.Back) {
				t.Errorf("after %d questions: %+v", k, x)
			}
			return err
		})
		if done == 3 {
			return
		}
	}
}

func withGivens(m *model.Model, givens []model.Given) *model.Model {
	for _, g := range givens {
		m = m.With(g)
	}
	return m
}

// TestBadSolvers has solvers that give up, or lie.
func TestBadSolvers(t *testing.T) {
	s := sudoku.Order(2)
	clash := []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
	e, err := explain.New(solverFunc(func(func(model.Assignment) bool) model.Result { return model.Result{} }), s.Model())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Conflict(t.Context(), clash); !errors.Is(err, explain.ErrIncomplete) {
		t.Errorf("a solver that gives up: %v", err)
	}
	e, err = explain.New(solverFunc(func(yield func(model.Assignment) bool) model.Result {
		yield(make(model.Assignment, 16))
		return model.Result{Solutions: 1}
	}), s.Model())
	if err != nil {
		t.Fatal(err)
	}
	var wrong *explain.WrongAnswerError
	if _, err := e.Conflict(t.Context(), clash); !errors.As(err, &wrong) {
		t.Errorf("a solver that lies: %v", err)
	}
	e = newExplainer(t, s.Model())
	for _, c := range []*explain.Conflict{
		{Clues: clash[:1], Rules: []int{0}, Minimal: true},
		{Clues: clash, Rules: []int{1}, Minimal: true},
		{Clues: clash, Rules: []int{0, 1}, Minimal: true},
	} {
		if err := e.Verify(t.Context(), second, c); !errors.As(err, &wrong) {
			t.Errorf("%+v is accepted: %v", c, err)
		}
	}
	if err := e.Verify(t.Context(), second, &explain.Conflict{Clues: clash, Rules: []int{0}, Minimal: true}); err != nil {
		t.Error(err)
	}
}

type solverFunc func(yield func(model.Assignment) bool) model.Result

func (f solverFunc) Solve(_ context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return f(yield), nil
}
