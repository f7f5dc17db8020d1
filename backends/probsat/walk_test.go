package probsat

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/model/sudoku"
)

// After any sequence of flips the counters equal a recount from scratch.
func TestCountersMatchRecount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	formulas := []*cnf.Formula{formula(t, sudoku.Order(2).Model()), formula(t, escargot(20))}
	for range 40 {
		formulas = append(formulas, randomFormula(r))
	}
	for i, f := range formulas {
		p := instanceOf(t, f)
		if p == nil {
			continue
		}
		w := newWalk(p, uint64(i), 0)
		w.randomize(context.Background())
		for range backendtest.Rounds(50, 200) {
			if len(p.origVar) == 0 {
				break
			}
			l := lit(r.IntN(2 * len(p.origVar)))
			l ^= lit(w.isTrue[l]) // the false literal of its variable
			w.flip(l)
			w.compare(t, f)
		}
	}
}

// compare recomputes all counters from the valuation and compares.
func (w *walk) compare(t *testing.T, f *cnf.Formula) {
	t.Helper()
	breaks := make([]int32, len(w.breaks))
	var broken []int32
	for i := range int32(w.clauses.Len()) {
		var trues []lit
		for _, l := range w.clauses.Get(i) {
			if w.isTrue[l] == w.isTrue[l.not()] {
				t.Fatalf("variable %d is neither true nor false", l>>1)
			}
			if w.isTrue[l] == 1 {
				trues = append(trues, l>>1)
			}
		}
		switch len(trues) {
		case 0:
			broken = append(broken, i)
		case 1:
			breaks[trues[0]]++
		}
	}
	got := slices.Sorted(slices.Values(w.falseClauses))
	if !slices.Equal(got, broken) || !slices.Equal(w.breaks, breaks) {
		t.Fatalf("false clauses %v, want %v; breaks %v, want %v", got, broken, w.breaks, breaks)
	}
	if f.Satisfied(w.valuation(w.isTrue)) != (len(broken) == 0) {
		t.Fatalf("%d false clauses, but the formula says otherwise", len(broken))
	}
}

// randomFormula returns a formula of clauses with one to five literals, few of them units.
func randomFormula(r *rand.Rand) *cnf.Formula {
	f := &cnf.Formula{Vars: 12, Shown: 12}
	for range 40 {
		var clause []cnf.Lit
		for range 1 + r.IntN(5) {
			l := cnf.Lit(1 + r.IntN(f.Vars))
			if r.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		if len(clause) > 1 || r.IntN(8) == 0 {
			f.Add(clause...)
		}
	}
	return f
}

// The choosers draw with the probabilities of the papers, here for a clause whose flips break 0, 1, 1 and 3 clauses.
func TestChooserProbabilities(t *testing.T) {
	for _, test := range []struct {
		name   string
		choose chooser
		breaks []int32
		want   []float64
	}{
		{"proportional", proportional(2, 3), []int32{0, 1, 1, 3}, []float64{8. / 17, 4. / 17, 4. / 17, 1. / 17}},
		{"skc, something breaks nothing", skc(0.4), []int32{1, 0, 0, 3}, []float64{0, 0.5, 0.5, 0}},
		{"skc, everything breaks something", skc(0.4), []int32{2, 1, 1, 3}, []float64{0.1, 0.4, 0.4, 0.1}},
		{"skc, noise 1", skc(1), []int32{2, 1, 1, 3}, []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		w := &walk{breaks: test.breaks}
		clause := []lit{0, 3, 4, 7}
		counts := make([]float64, 4)
		const draws = 1 << 16
		for i := range uint32(draws) { // every value of the higher bits once
			counts[test.choose(w, clause, i<<16|0x8000)>>1]++
		}
		for v, n := range counts {
			if p := n / draws; math.Abs(p-test.want[v]) > 1e-3 {
				t.Errorf("%s: variable %d with probability %v, want %v", test.name, v, p, test.want[v])
			}
		}
	}
}

func TestFlipsDoNotAllocate(t *testing.T) {
	w := newWalk(instanceOf(t, formula(t, escargot(0))), 0, 0)
	for _, c := range choices {
		w.randomize(context.Background())
		choose := Engine{Choice: c}.chooser(w.maxOccurrences)
		if n := testing.AllocsPerRun(10, func() { w.makeFlips(1000, choose) }); n > 0 {
			t.Errorf("choice %d: %v allocations in 1000 flips", c, n)
		}
	}
}

func instanceOf(t testing.TB, f *cnf.Formula) *instance {
	t.Helper()
	p, err := newInstance(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An instance of many clauses looks at its context while clauses are added, in each pass over them, and in randomize.
func TestLargeInstanceEnds(t *testing.T) {
	f := &cnf.Formula{}
	const n = 200
	for range n {
		f.NewVar()
	}
	for a := cnf.Lit(1); a <= n; a++ {
		for b := a + 1; b <= n; b++ {
			for _, c := range []cnf.Lit{a, -a} {
				f.Add(c, b)
			}
		}
	}
	ctx := backendtest.NewCountdown(t, 1<<30)
	p, err := newInstance(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	passes := 5 * (f.Clauses / checkInterval)
	if ctx.Checks < passes {
		t.Errorf("%d checks, want %d or more", ctx.Checks, passes)
	}
	for at := 1; at <= ctx.Checks; at++ {
		short := backendtest.NewCountdown(t, at)
		if _, err := newInstance(short, f); !errors.Is(err, context.Canceled) {
			t.Errorf("a context that ends at check %d: error %v", at, err)
		}
	}
	if newWalk(p, 1, 1).randomize(backendtest.NewCountdown(t, 2)) {
		t.Error("randomize does not look at its context")
	}
}
