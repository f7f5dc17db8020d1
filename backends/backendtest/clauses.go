package backendtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"nonet/backends"
	"nonet/encode/cnf"
)

// A ClauseEngine is an engine that solves CNF formulas.
type ClauseEngine = backends.Engine[*cnf.Formula, cnf.Valuation]

// RunClauses tests an in-process engine against the contract of backends.Engine, with formulas that no model produces:
// tautologies, repeated literals, empty clauses and few shown variables; and with contexts that end at any moment.
// noCancel omits contexts that end during a search.
func RunClauses(t *testing.T, e ClauseEngine, noCancel bool) {
	t.Helper()
	c := clauses{e, false}
	t.Run("random formulas", c.random)
	t.Run("exactly ones", c.exactlyOnes)
	t.Run("concurrent use", c.concurrent)
	t.Run("cancelled by yield", c.cancelledByYield)
	if !noCancel {
		c.runCancelled(t)
	}
}

// RunIncomplete is RunClauses for an engine that finds at most one solution and may never end. If there is no solution,
// limited gives up soon on a formula of eight variables; endless runs until its context ends.
func RunIncomplete(t *testing.T, limited, endless ClauseEngine) {
	t.Helper()
	t.Run("random formulas", clauses{limited, true}.random)
	clauses{endless, true}.runCancelled(t)
}

func (c clauses) runCancelled(t *testing.T) {
	t.Helper()
	t.Run("cancelled", c.cancelled)
	t.Run("cancelled anywhere", c.cancelledAnywhere)
}

type clauses struct {
	e          ClauseEngine
	incomplete bool // finds at most one solution
}

// randomClauses returns a small random formula with clauses of any length, including tautologies, repeated literals and
// clauses and, rarely, empty clauses.
func randomClauses(r *rand.Rand) *cnf.Formula {
	f := &cnf.Formula{Vars: r.IntN(9)}
	f.Shown = f.Vars
	if f.Vars > 0 && r.IntN(2) == 0 {
		f.Shown = r.IntN(f.Vars + 1)
	}
	for range r.IntN(4 * (f.Vars + 1)) {
		var clause []cnf.Lit
		for range 1 + r.IntN(4) {
			if f.Vars > 0 && r.IntN(60) != 0 {
				l := cnf.Lit(1 + r.IntN(f.Vars))
				if r.IntN(2) == 0 {
					l = -l
				}
				clause = append(clause, l)
			}
		}
		f.Add(clause...)
		if r.IntN(8) == 0 {
			f.Add(clause...)
		}
	}
	return f
}

// PigeonholeClauses returns Pigeonhole(n) as clauses.
func PigeonholeClauses(n int) *cnf.Formula {
	e, err := cnf.Encoder{}.Encode(context.Background(), Pigeonhole(n))
	if err != nil {
		panic(err) // the encoder supports it
	}
	return e.Formula
}

// projected returns the solutions of f on its shown variables, as strings, found by enumeration.
func projected(f *cnf.Formula) map[string]bool {
	all := map[string]bool{}
	v := make(cnf.Valuation, f.Vars+1)
	for bits := range 1 << f.Vars {
		for x := range f.Vars {
			v[x+1] = bits>>x&1 != 0
		}
		if f.Satisfied(v) {
			all[fmt.Sprint(v[1:f.Shown+1])] = true
		}
	}
	return all
}

// random compares the solutions of random formulas with enumeration. An incomplete engine must find a solution if there
// is one, and all of them if it claims to be complete.
func (c clauses) random(t *testing.T) {
	formulas := Rounds(1000, 4000)
	unsatisfiable := 0
	for seed := range uint64(formulas) {
		f := randomClauses(rand.New(rand.NewPCG(seed, 1)))
		before := fmt.Sprintf("%+v", f)
		want := projected(f)
		got := map[string]bool{}
		r, err := c.e.Solve(t.Context(), f, func(v cnf.Valuation) bool {
			if !f.Satisfied(v) {
				t.Fatalf("seed %d: %v does not satisfy %v", seed, v, f.Body)
			}
			got[fmt.Sprint(v[1:f.Shown+1])] = true
			return true
		})
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f.Body)
		}
		if r.Solutions != len(got) {
			t.Fatalf("seed %d: field Solutions: got %d, want %d, the number of different solutions\n%v", seed,
				r.Solutions, len(got), f.Body)
		}
		switch {
		case c.incomplete && len(got) > 1:
			t.Fatalf("seed %d: got %d solutions of an incomplete engine, want at most one\n%v", seed, len(got), f.Body)
		case !c.incomplete && !r.Complete:
			t.Fatalf("seed %d: the search is incomplete\n%v", seed, f.Body)
		}
		if r.Complete && len(got) != len(want) || len(got) < min(1, len(want)) {
			t.Fatalf("seed %d: %d solutions of %d, complete %v\n%v", seed, len(got), len(want), r.Complete, f.Body)
		}
		if after := fmt.Sprintf("%+v", f); after != before {
			t.Fatalf("seed %d: the formula was modified:\n%s\n%s", seed, before, after)
		}
		if len(want) == 0 {
			unsatisfiable++
		}
	}
	if unsatisfiable < formulas/40 || unsatisfiable > formulas-formulas/40 {
		t.Errorf("%d of %d formulas are unsatisfiable: the test is too one-sided", unsatisfiable, formulas)
	}
}

// exactlyOnes tests a formula whose solutions all have the same number of true variables, so that excluding clauses
// contain negative literals only.
func (c clauses) exactlyOnes(t *testing.T) {
	f := &cnf.Formula{Vars: 4, Shown: 4, OneHot: true}
	f.Add(1, 2, 3, 4)
	for x := cnf.Lit(1); x <= 4; x++ {
		for y := cnf.Lit(1); y < x; y++ {
			f.Add(-x, -y)
		}
	}
	if r, err := c.e.Solve(t.Context(), f, acceptAll); r.Solutions != 4 || !r.Complete || err != nil {
		t.Errorf("%+v, error %v; want 4 solutions, complete", r, err)
	}
}

func (c clauses) concurrent(t *testing.T) {
	f := PigeonholeClauses(6)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if r, err := c.e.Solve(t.Context(), f, acceptAll); !r.Complete || r.Solutions != 0 || err != nil {
				t.Errorf("%+v, error %v", r, err)
			}
		})
	}
	wg.Wait()
}

func (c clauses) cancelledByYield(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &cnf.Formula{Vars: 10, Shown: 10}
	r, err := c.e.Solve(ctx, f, func(cnf.Valuation) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != 1 {
		t.Errorf("%+v, error %v; want one solution and context.Canceled", r, err)
	}
	if r, err := c.e.Solve(ctx, f, acceptAll); !errors.Is(err, context.Canceled) || r.Complete || r.Solutions != 0 {
		t.Errorf("%+v, error %v; want context.Canceled", r, err)
	}
}

func (c clauses) cancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, after := range []time.Duration{0, time.Microsecond, 100 * time.Microsecond, 5 * time.Millisecond,
		200 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		r, err := c.e.Solve(ctx, PigeonholeClauses(12), acceptAll)
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions != 0 {
			t.Errorf("after %v: %+v, error %v", after, r, err)
		}
		cancel()
	}
	CheckGoroutines(t, before)
	swap := &cnf.Formula{Vars: 2, Shown: 2}
	swap.Add(1, 2)
	swap.Add(-1, -2)
	r, err := c.e.Solve(t.Context(), swap, func(cnf.Valuation) bool { return false })
	if r.Solutions != 1 || err != nil {
		t.Errorf("after cancelled searches: %+v, error %v", r, err)
	}
}

// cancelledAnywhere cancels the context at many different moments of a short search.
func (c clauses) cancelledAnywhere(t *testing.T) {
	before := runtime.NumGoroutine()
	f := PigeonholeClauses(5)
	ended := map[bool]int{}
	for i := range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for range i * 10 {
				runtime.Gosched()
			}
			cancel()
		}()
		r, err := c.e.Solve(ctx, f, acceptAll)
		if r.Complete != (err == nil) || r.Solutions != 0 {
			t.Fatalf("%+v, error %v", r, err)
		}
		ended[r.Complete]++
		cancel()
	}
	t.Logf("complete: %v", ended)
	CheckGoroutines(t, before)
}

func acceptAll(cnf.Valuation) bool { return true }

// CheckGoroutines fails the test if more than before goroutines remain. It waits for goroutines that are about to end.
func CheckGoroutines(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}
