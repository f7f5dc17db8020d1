package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"nonet/encode/cnf"
)

// solutions returns the solutions of f projected on its shown variables, as strings, found by trying all valuations.
func solutions(f *cnf.Formula) map[string]bool {
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

// random returns a small formula with clauses of any length, tautologies and repeated literals and clauses included, empty clauses
// rarely.
func random(seed uint64) *cnf.Formula {
	r := rand.New(rand.NewPCG(seed, 1))
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

func TestRandomFormulas(t *testing.T) {
	unsatisfiable := 0
	for seed := range uint64(4000) {
		f := random(seed)
		want := solutions(f)
		got := map[string]bool{}
		r, err := SAT{}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
			if !f.Satisfied(v) {
				t.Fatalf("seed %d: %v does not satisfy %v", seed, v, f.Body)
			}
			got[fmt.Sprint(v[1:f.Shown+1])] = true
			return true
		})
		if err != nil || !r.Complete || r.Solutions != len(got) || len(got) != len(want) {
			t.Fatalf("seed %d: %+v, error %v, %d different solutions; want %d\n%v", seed, r, err, len(got), len(want), f.Body)
		}
		if len(want) == 0 {
			unsatisfiable++
		}
	}
	if unsatisfiable < 100 || unsatisfiable > 3900 {
		t.Errorf("%d formulas are unsatisfiable: a lopsided test", unsatisfiable)
	}
}

// pigeonhole puts n+1 pigeons into n holes.
func pigeonhole(n int) *cnf.Formula {
	f := &cnf.Formula{Vars: (n + 1) * n, Shown: (n + 1) * n, ExactlyOnes: true}
	in := func(pigeon, hole int) cnf.Lit { return cnf.Lit(pigeon*n + hole + 1) }
	for p := range n + 1 {
		var somewhere []cnf.Lit
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				f.Add(-in(q, h), -in(p, h))
			}
		}
		f.Add(somewhere...)
	}
	return f
}

func TestEffort(t *testing.T) {
	r, err := SAT{}.Solve(context.Background(), pigeonhole(5), func(cnf.Valuation) bool { return true })
	if e := r.Stats.Effort; err != nil || !r.Complete || e.Conflicts == 0 || e.Decisions == 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

func TestCancelled(t *testing.T) {
	skipUnderRaceDetector(t)
	before := runtime.NumGoroutine()
	for _, after := range []time.Duration{0, time.Microsecond, 100 * time.Microsecond, 5 * time.Millisecond, 200 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		start := time.Now()
		r, err := SAT{}.Solve(ctx, pigeonhole(12), func(cnf.Valuation) bool { return true })
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions != 0 {
			t.Errorf("after %v: %+v, error %v", after, r, err)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("after %v: it took %v to stop", after, d)
		}
		cancel()
	}
	noGoroutinesBeyond(t, before)
	if r, err := (SAT{}).Solve(t.Context(), pigeonhole(4), func(cnf.Valuation) bool { return true }); !r.Complete || err != nil {
		t.Errorf("after cancelled searches: %+v, error %v", r, err)
	}
}

// The end of the context may fall into any moment of a short search.
func TestCancelledAnywhere(t *testing.T) {
	skipUnderRaceDetector(t)
	before := runtime.NumGoroutine()
	f := pigeonhole(5)
	ended := map[bool]int{}
	for i := range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for range i * 10 {
				runtime.Gosched()
			}
			cancel()
		}()
		r, err := SAT{}.Solve(ctx, f, func(cnf.Valuation) bool { return true })
		if r.Complete != (err == nil) || r.Solutions != 0 {
			t.Fatalf("%+v, error %v", r, err)
		}
		ended[r.Complete]++
		cancel()
	}
	t.Logf("complete: %v", ended)
	noGoroutinesBeyond(t, before)
}

// Waiting for another search to end can be cancelled, too.
func TestCancelledWhileWaiting(t *testing.T) {
	turn <- struct{}{}
	defer func() { <-turn }()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r, err := SAT{}.Solve(ctx, pigeonhole(3), func(cnf.Valuation) bool { return true })
	if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
		t.Errorf("%+v, error %v", r, err)
	}
}

// Solving in the course of solving does not wait for itself.
func TestNested(t *testing.T) {
	f := &cnf.Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	inner := 0
	r, err := SAT{}.Solve(t.Context(), f, func(cnf.Valuation) bool {
		r, _ := SAT{}.Solve(t.Context(), f, func(cnf.Valuation) bool { return true })
		inner += r.Solutions
		return true
	})
	if r.Solutions != 3 || inner != 9 || err != nil {
		t.Errorf("%d solutions, %d inside, error %v; want 3 and 9", r.Solutions, inner, err)
	}
}

func TestConcurrent(t *testing.T) {
	f := pigeonhole(6)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if r, err := (SAT{}).Solve(t.Context(), f, func(cnf.Valuation) bool { return true }); !r.Complete || r.Solutions != 0 || err != nil {
				t.Errorf("%+v, error %v", r, err)
			}
		})
	}
	wg.Wait()
}

// noGoroutinesBeyond waits for goroutines to end. Those that only have a few instructions left may still be counted for a moment.
func noGoroutinesBeyond(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

func skipUnderRaceDetector(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector reports the close that stops a search; see the package comment")
	}
}
