package cdcl_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func TestConformance(t *testing.T) {
	for _, e := range []cnf.Encoder{{}, {Preset: cnf.Minimal}, {Preset: cnf.Triad}, {AtMostOne: cnf.Product{}}} {
		t.Run("encoding="+e.Name(), func(t *testing.T) {
			backendtest.Run(t, backends.Bind(deduce.Singles, e, cdcl.Engine{}),
				backendtest.Options{NoLinear: true, Objective: true, Random: 100})
		})
	}
}

// random returns a formula of clauses with one to three literals, some with a repeated literal or a literal and its
// negation.
func random(r *rand.Rand, vars, clauses int) *cnf.Formula {
	f := &cnf.Formula{Vars: vars, Shown: vars}
	for range clauses {
		var c []cnf.Lit
		for range 1 + r.IntN(20)%3 + r.IntN(8)/7 {
			l := cnf.Lit(1 + r.IntN(vars))
			if r.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		if len(c) == 1 && r.IntN(4) > 0 {
			c = append(c, cnf.Lit(1+r.IntN(vars)), -cnf.Lit(1+r.IntN(vars)))
		}
		f.Add(c...)
	}
	return f
}

func TestAllSolutionsOfRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	none := 0
	for range backendtest.Rounds(750, 3000) {
		f := random(r, 1+r.IntN(10), r.IntN(40))
		want := cdcl.Enumerate(f)
		if want == 0 {
			none++
		}
		got := 0
		result, err := cdcl.Engine{}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
			if !f.Satisfied(v) {
				t.Fatalf("%v is not a solution of %v", v, f.Body)
			}
			got++
			return true
		})
		if err != nil || !result.Complete || got != want {
			t.Fatalf("%v: %d solutions, want %d, error %v", f.Body, got, want, err)
		}
	}
	if none < 300 || none > 2700 {
		t.Errorf("%d of 3000 formulas have no solution: the test is too one-sided", none)
	}
}

// pigeons states that n+1 pigeons fit into n holes. It is unsatisfiable, and refuting it takes many conflicts, restarts
// and deletions of learned clauses.
func pigeons(n int) *cnf.Formula {
	f := &cnf.Formula{Vars: (n + 1) * n, Shown: (n + 1) * n}
	in := func(pigeon, hole int) cnf.Lit { return cnf.Lit(pigeon*n + hole + 1) }
	for p := range n + 1 {
		var some []cnf.Lit
		for h := range n {
			some = append(some, in(p, h))
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
		f.Add(some...)
	}
	return f
}

func TestPigeons(t *testing.T) {
	r, err := cdcl.Engine{}.Solve(t.Context(), pigeons(8), func(cnf.Valuation) bool { return true })
	if err != nil || r.Status() != model.Unsatisfiable {
		t.Fatalf("%+v, error %v", r, err)
	}
	if r.Stats.Effort.Restarts == 0 || r.Stats.Effort.Conflicts < 2000 {
		t.Errorf("effort %+v: too little for a test of restarts and of clause deletion", r.Stats.Effort)
	}
}

func TestRefuteSatisfiable(t *testing.T) {
	f := &cnf.Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	refuted, v, _, err := cdcl.Refute(t.Context(), f, &bytes.Buffer{}, cdcl.DRAT)
	if refuted || err != nil || !f.Satisfied(v) {
		t.Errorf("refuted %v, valuation %v, error %v", refuted, v, err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestRefuteReportsWriteError(t *testing.T) {
	_, _, _, err := cdcl.Refute(t.Context(), pigeons(3), full{}, cdcl.DRAT)
	if err == nil || err.Error() != "no space left" {
		t.Errorf("error %v", err)
	}
}

// polls is a context that ends after a number of calls of Err.
type polls struct {
	context.Context
	left int
}

func (p *polls) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// Loading and the first propagation of a large formula poll the context about every 2^15 literals and 2^17 clauses: the
// literals are read twice, the lists of all literals are set up, and each clause is inspected from both sides.
func TestCancelledBeforeTheFirstDecision(t *testing.T) {
	n := 1 << 17
	chain := &cnf.Formula{Vars: n, Shown: n}
	for v := 1; v < n; v++ {
		chain.Add(-cnf.Lit(v), cnf.Lit(v+1))
	}
	chain.Add(1)
	for calls := 0; ; calls++ {
		r, err := cdcl.Engine{}.Solve(&polls{t.Context(), calls}, chain, func(cnf.Valuation) bool { return false })
		if err == nil && r.Solutions == 1 {
			if want := (2*3*n+2*n)>>15 + 2*n>>17; calls < want-3 {
				t.Errorf("%d polls, want about %d", calls, want)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != 0 {
			t.Fatalf("after %d polls: %+v, error %v", calls, r, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	long := &cnf.Formula{Vars: 2, Shown: 2} // it ends while the clauses are loaded
	for range 1 << 14 {
		long.Add(1, 2)
	}
	for _, f := range []*cnf.Formula{pigeons(8), long} {
		if refuted, _, _, err := cdcl.Refute(ctx, f, &bytes.Buffer{}, cdcl.DRAT); refuted ||
			!errors.Is(err, context.Canceled) {
			t.Errorf("%d clauses: refuted %v, error %v", f.Clauses, refuted, err)
		}
		r, err := cdcl.Engine{}.Solve(ctx, f, func(cnf.Valuation) bool { return true })
		if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != 0 {
			t.Errorf("%d clauses: %+v, error %v", f.Clauses, r, err)
		}
	}
}

// Decisions, conflicts, propagations and restarts of small searches for twenty solutions: another heuristic changes
// them. The numbers are what the program does.
func TestEffort(t *testing.T) {
	formula := func(f *cnf.Formula) func(func() bool) (model.Result, error) {
		return func(yield func() bool) (model.Result, error) {
			return cdcl.Engine{}.Solve(t.Context(), f, func(cnf.Valuation) bool { return yield() })
		}
	}
	of := func(m *model.Model) func(func() bool) (model.Result, error) {
		s := backends.Bind(nil, cnf.Encoder{}, cdcl.Engine{})
		return func(yield func() bool) (model.Result, error) {
			return s.Solve(t.Context(), m, func(model.Assignment) bool { return yield() })
		}
	}
	for _, c := range []struct {
		name  string
		solve func(yield func() bool) (model.Result, error)
		want  model.Effort
	}{
		{"pigeons", formula(pigeons(6)),
			model.Effort{Decisions: 824, Conflicts: 806, Propagations: 11055, Restarts: 7}},
		{"random", formula(random(rand.New(rand.NewPCG(3, 4)), 120, 150)),
			model.Effort{Decisions: 1394, Conflicts: 4, Propagations: 2176}},
		{"hardest", of(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()),
			model.Effort{Decisions: 53, Conflicts: 47, Propagations: 4644}},
		{"order 4", of(sudoku.Order(4).Model()),
			model.Effort{Decisions: 3535, Conflicts: 51, Propagations: 84522}},
	} {
		n := 0
		r, err := c.solve(func() bool { n++; return n < 20 })
		if err != nil || r.Stats.Effort != c.want {
			t.Errorf("%s: %+v, error %v; want %+v", c.name, r.Stats.Effort, err, c.want)
		}
	}
}

// BenchmarkUnique decides uniqueness as the benchmarks of the other solvers do. It checks every verdict.
func BenchmarkUnique(b *testing.B) {
	puzzles := backendtest.Givens(backendtest.Lines(b, "sudoku17.txt.gz"))
	for _, pre := range []struct {
		name string
		p    backends.Preprocessor
	}{{"none", nil}, {"singles", deduce.Singles}} {
		b.Run("list=17clue/method="+pre.name+"+cdcl", func(b *testing.B) {
			solver := backends.Bind(pre.p, cnf.Encoder{}, cdcl.Engine{})
			s, err := model.Prepare(b.Context(), solver, sudoku.Order(3).Model())
			if err != nil {
				b.Fatal(err)
			}
			i := 0
			var conflicts int64
			for b.Loop() {
				r, err := s.SolveGiven(b.Context(), puzzles[i%len(puzzles)], func(model.Assignment) bool {
					return true
				})
				if err != nil || model.VerdictOf(r) != model.One {
					b.Fatalf("puzzle %d: %+v, error %v", i, r, err)
				}
				conflicts += r.Stats.Effort.Conflicts
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(conflicts)/float64(i), "conflicts/puzzle")
		})
	}
}

// In a large formula, variables begin with the value that satisfies most of their clauses. Few conflicts are left in a
// random formula with three clauses to a variable.
func TestInitialPhases(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := 40_000
	f := &cnf.Formula{Vars: n, Shown: n}
	for range 3 * n {
		f.Add(oneOf(r, n), oneOf(r, n), oneOf(r, n))
	}
	result, err := cdcl.Engine{}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
		if !f.Satisfied(v) {
			t.Error("the valuation does not satisfy the formula")
		}
		return false
	})
	if err != nil || result.Solutions != 1 || result.Stats.Effort.Conflicts > 20 {
		t.Errorf("%d solutions, error %v, %d conflicts, want a solution after 20 at most",
			result.Solutions, err, result.Stats.Effort.Conflicts)
	}
}

// oneOf returns a random literal of the variables 1 to n.
func oneOf(r *rand.Rand, n int) cnf.Lit { return cnf.Lit(1+r.IntN(n)) * cnf.Lit(1-2*r.IntN(2)) }

// TestReduceKeepsExclusions enumerates two solutions, whose exclusion leaves a formula that takes enough conflicts to
// refute that learned clauses are deleted. The clauses that exclude the solutions must stay.
func TestReduceKeepsExclusions(t *testing.T) {
	pigeons := pigeons(8)
	f := &cnf.Formula{Vars: pigeons.Vars + 2, Shown: pigeons.Vars + 2}
	placed := cnf.Lit(f.Vars - 1) // states that the pigeons have places; the last variable is free
	for c := range pigeons.All() {
		f.Add(append(slices.Clone(c), -placed)...)
	}
	for x := range pigeons.Vars {
		f.Add(placed, -cnf.Lit(x+1))
	}
	n := 0
	r, err := cdcl.Engine{}.Solve(t.Context(), f, func(cnf.Valuation) bool { n++; return n < 10 })
	if err != nil || !r.Complete || n != 2 {
		t.Fatalf("%d solutions, want 2; %+v, error %v", n, r, err)
	}
	if r.Stats.Effort.Conflicts < 3000 {
		t.Errorf("%d conflicts: too few for deletions", r.Stats.Effort.Conflicts)
	}
}
