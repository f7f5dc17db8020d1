package ask_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A solverFunc is a function as a solver.
type solverFunc func(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error)

func (f solverFunc) Solve(
	ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
) (model.Result, error) {
	return f(ctx, m, yield)
}

var escargot = backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle)

func found(lines ...string) solverFunc {
	return func(_ context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
		for _, l := range lines {
			if !yield(model.Assignment(digits(l))) {
				return model.Result{Solutions: 1}, nil
			}
		}
		return model.Result{Solutions: len(lines), Complete: true}, nil
	}
}

func TestWrongAnswersAreCaught(t *testing.T) {
	good := backendtest.Hardest[0].Solution
	other := backendtest.Hardest[1].Solution // valid, but not for these clues
	for _, test := range []struct {
		name   string
		solver solverFunc
		want   string
	}{
		{"a grid for other clues", found(other), "the solver's answer is wrong: r1c1 is 7, its clue is 1"},
		{"a good grid and then a bad one", found(good, other),
			"the solver's answer is wrong: r1c1 is 7, its clue is 1"},
		{"the same grid twice", found(good, good), "the solver's answer is wrong: it returned one solution twice"},
		{"too few cells", found(good[:80]), "the solver's answer is wrong: it has 80 cells instead of 81"},
		{"a panic", func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error) {
			var none []int
			_ = none[len(good)]
			return model.Result{}, nil
		}, "the solver panicked: runtime error: index out of range [81] with length 0 (ask_test.go:"},
		{"an error", func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error) {
			return model.Result{Complete: true}, errors.New("out of luck")
		}, "out of luck"},
	} {
		r := &ask.Asker{Solver: test.solver}
		for range 2 { // a failure must not affect the next question
			a := r.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(escargot))
			if a.Verdict != model.Undecided || a.Result.Complete {
				t.Errorf("%s: got %v, complete %v, want undecided, incomplete", test.name, a.Verdict, a.Result.Complete)
			}
			if a.Err == nil || !strings.Contains(a.Err.Error(), test.want) {
				t.Errorf("%s: got error %v, want %s", test.name, a.Err, test.want)
			}
			if ask.Undecided(a.Err) {
				t.Errorf("%s: Undecided(%v) = true, want false: the solver failed", test.name, a.Err)
			}
		}
	}
}

func hanging(ctx context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	yield(model.Assignment(digits(backendtest.Hardest[0].Solution)))
	<-ctx.Done()
	return model.Result{Solutions: 1}, ctx.Err()
}

func TestTimeLimitAndInterrupt(t *testing.T) {
	unique := ask.Question{Kind: ask.Unique}
	k := &ask.Asker{Solver: solverFunc(hanging), Timeout: 20 * time.Millisecond}
	a := k.Ask(t.Context(), unique, problem.Of(escargot))
	if a.Verdict != model.Undecided || a.Solution == nil || !errors.Is(a.Err, ask.ErrTimeLimit) ||
		!strings.Contains(a.Err.Error(), "20ms") {
		t.Errorf("time limit: %v, solution %v, error %v", a.Verdict, a.Solution, a.Err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	a = (&ask.Asker{Solver: solverFunc(hanging), Timeout: time.Hour}).Ask(ctx, unique, problem.Of(escargot))
	if a.Verdict != model.Undecided || a.Solution == nil || !errors.Is(a.Err, ask.ErrInterrupted) {
		t.Errorf("interrupt: %v, solution %v, error %v", a.Verdict, a.Solution, a.Err)
	}
}

// An Asker prepares a solver once per shape; with Fresh it prepares nothing.
func TestOnePreparationForEachShape(t *testing.T) {
	small := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	for fresh, want := range map[bool]int{false: 2, true: 0} {
		s := &preparing{Solver: native.Solver{}}
		r := &ask.Asker{Solver: s, Fresh: fresh}
		for range 5 {
			for _, p := range []sudoku.Puzzle{escargot, small} {
				if a := r.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(p)); a.Err != nil {
					t.Fatal(a.Err)
				}
			}
		}
		if s.n != want {
			t.Errorf("fresh %v: %d preparations for two shapes, want %d", fresh, s.n, want)
		}
	}
}

type preparing struct {
	native.Solver
	n int
}

func (p *preparing) Prepare(ctx context.Context, m *model.Model) (model.Prepared, error) {
	p.n++
	return p.Solver.Prepare(ctx, m)
}

// A solver may take longer to prepare than the limit.
func TestTimeLimitWhilePreparing(t *testing.T) {
	k := &ask.Asker{Solver: endless{}, Timeout: time.Millisecond}
	a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(escargot))
	if !errors.Is(a.Err, ask.ErrTimeLimit) {
		t.Errorf("error %v, want %v", a.Err, ask.ErrTimeLimit)
	}
	k = &ask.Asker{Solver: native.Solver{}}
	if a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(escargot)); a.Err != nil {
		t.Error(a.Err)
	}
}

// endless prepares until its context ends.
type endless struct{ native.Solver }

func (endless) Prepare(ctx context.Context, _ *model.Model) (model.Prepared, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestCount(t *testing.T) {
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	plain := solverFunc(native.Solver{}.Solve) // not a model.Counter
	for name, s := range map[string]model.Solver{"natively": native.Solver{}, "by enumeration": plain} {
		k := &ask.Asker{Solver: s}
		a := k.Ask(t.Context(), ask.Question{Kind: ask.Count}, problem.Of(empty))
		if a.Err != nil || a.Count.Cmp(big.NewInt(288)) != 0 || !a.Result.Complete {
			t.Errorf("%s: %v, complete %v, error %v", name, a.Count, a.Result.Complete, a.Err)
		}
		a = k.Ask(t.Context(), ask.Question{Kind: ask.Count, Limit: 100}, problem.Of(empty))
		if a.Err != nil || a.Count.Cmp(big.NewInt(100)) < 0 || a.Result.Complete {
			t.Errorf("%s, up to 100: %v, complete %v, error %v", name, a.Count, a.Result.Complete, a.Err)
		}
	}
}

func TestAllSolutions(t *testing.T) {
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	for limit, want := range map[int64]int{0: 288, 7: 7} {
		var seen []string
		a := (&ask.Asker{Solver: native.Solver{}}).Ask(t.Context(),
			ask.Question{All: true, Limit: limit, Each: func(g []int, n int64) {
				if seen = append(seen, notation.Line(nil, g)); int(n) != len(seen) {
					t.Fatalf("solution %d has number %d", len(seen), n)
				}
			}}, problem.Of(empty))
		slices.Sort(seen)
		if different := len(slices.Compact(seen)); a.Err != nil || different != want ||
			a.Result.Complete != (limit == 0) {
			t.Errorf("limit %d: %d solutions, complete %v, error %v; want %d", limit, different,
				a.Result.Complete, a.Err, want)
		}
	}
}

// A FastAsker gives the answers of an Asker, or declines.
func TestFastAsker(t *testing.T) {
	m, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []ask.Question{{Kind: ask.Solve}, {Kind: ask.Unique}, {Kind: ask.Count, Limit: 1000}} {
		fast, slow := ask.NewFastAsker(m, q, 0), ask.New(m, 0)
		answered := 0
		for i, h := range backendtest.Hardest {
			p := backendtest.Puzzle(sudoku.Order(3), h.Puzzle)
			if i%2 == 1 {
				p.Clues[slices.IndexFunc(p.Clues, func(v int) bool { return v != 0 })] = 0 // leaves several solutions
			}
			var digits [81]uint8
			for c, v := range p.Clues {
				digits[c] = uint8(v)
			}
			var got ask.Answer
			first, done := fast.Ask(&digits, true, &got)
			if !done {
				continue
			}
			answered++
			want := slow.Ask(t.Context(), q, problem.Of(p))
			if got.Err != nil || want.Err != nil || got.Status() != want.Status() || got.Verdict != want.Verdict {
				t.Errorf("%s: %v %v, error %v; want %v %v, error %v", h.Name, got.Status(), got.Verdict, got.Err,
					want.Status(), want.Verdict, want.Err)
			}
			if q.Kind == ask.Count && got.Count.Cmp(want.Count) != 0 {
				t.Errorf("%s: %v solutions, want %v", h.Name, got.Count, want.Count)
			}
			if q.Kind != ask.Count && (first == nil || p.Check(got.Solution) != nil) {
				t.Errorf("%s: wrong solution %v", h.Name, got.Solution)
			}
		}
		if answered == 0 {
			t.Errorf("%v: nothing was answered", q.Kind)
		}
	}
}

func TestCrossCheckFindsADifference(t *testing.T) {
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	k := &ask.Asker{Solver: native.Solver{}}
	for count, agrees := range map[int64]bool{288: true, 287: false} {
		first := ask.Answer{Question: ask.Question{Kind: ask.Count}, Count: big.NewInt(count),
			Result: model.Result{Complete: true}}
		c, err := k.CrossCheck(t.Context(), "native", "dlx", &first, problem.Of(empty))
		if c == nil || c.Agrees != agrees || errors.As(err, new(*ask.DisagreementError)) == agrees {
			t.Errorf("%d: %+v, error %v", count, c, err)
		}
	}
}

// partial is a solver that ignores every constraint beyond rows, columns, boxes and clues.
type partial struct {
	native.Solver
	shape sudoku.Shape
}

// Prepare implements model.Preparer.
func (f partial) Prepare(ctx context.Context, m *model.Model) (model.Prepared, error) {
	return f.Solver.Prepare(ctx, &model.Model{Vars: m.Vars, Constraints: m.Constraints[:3*f.shape.N()]})
}

// Solve implements model.Solver.
func (f partial) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return f.Solver.Solve(ctx, m, yield)
}

// TestRulesAreChecked runs, for each kind of rule, a solver that ignores the rule. No solution that breaks the rule may
// pass.
func TestRulesAreChecked(t *testing.T) {
	for _, k := range sudoku.RuleKinds() {
		p := sudoku.Puzzle{Shape: k.ExampleShape(), Rules: []sudoku.Rule{k.Example}}
		p.Clues = make(sudoku.Grid, p.Shape.Cells())
		m, extend := p.Model(), p.Extend()
		violating, valid := 0, 0
		for first := range 4 {
			for second := range 4 {
				p.Clues[0], p.Clues[1] = first+1, second+1
				var wrong *model.WrongAnswerError
				asker := &ask.Asker{Solver: partial{shape: p.Shape}}
				all := ask.Question{Kind: ask.Solve, All: true, Limit: 50, Each: func(g []int, _ int64) {
					valid++
					if m.Violation(extend(g)) != 0 {
						t.Fatalf("%s: %v passes", k.Name, g)
					}
				}}
				err := asker.Ask(t.Context(), all, problem.Of(p)).Err
				switch {
				case errors.As(err, &wrong) && strings.Contains(err.Error(), "it breaks the rule "+k.Name):
					violating++
				case err != nil:
					t.Fatalf("%s: %v", k.Name, err)
				}
			}
		}
		if violating == 0 {
			t.Errorf("%s: no solution breaks the rule, %d keep it", k.Name, valid)
		}
	}
}

// TestGrounds asks one Asker about several variants of one shape in turn.
func TestGrounds(t *testing.T) {
	r := &ask.Asker{Solver: native.Solver{}}
	for _, test := range []struct {
		rules string
		want  int64
	}{
		{"", 288}, {"diagonals", 48}, {"", 288}, {"king", 0}, {"even r1c1", 144}, {"even r1c2", 144},
		{"thermometer r1c1..r1c4", 12}, {"diagonals", 48}, {"", 288},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		if test.rules != "" {
			rule, err := notation.ParseRule(test.rules, p.Shape)
			if err != nil {
				t.Fatal(err)
			}
			p.Rules = append(p.Rules, rule)
		}
		n := int64(0)
		all := ask.Question{Kind: ask.Solve, All: true, Each: func([]int, int64) { n++ }}
		err := r.Ask(t.Context(), all, problem.Of(p)).Err
		counted := r.Ask(t.Context(), ask.Question{Kind: ask.Count}, problem.Of(p))
		if err != nil || counted.Err != nil || n != test.want || counted.Count.Int64() != test.want {
			t.Errorf("%q: found %d, counted %v, want %d; errors %v, %v", test.rules, n, counted.Count,
				test.want, err, counted.Err)
		}
	}
}

// digits reads a grid of up to nine rows.
func digits(line string) sudoku.Grid {
	g := make(sudoku.Grid, len(line))
	for i := range line {
		if line[i] != '.' {
			g[i] = int(line[i] - '0')
		}
	}
	return g
}
