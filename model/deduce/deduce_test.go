package deduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

var _ backends.Preparer = (*deduce.Reduction)(nil)

// TestTable checks that the reductions have distinct names, summaries and sources.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range deduce.All() {
		if r.Name() == "" || r.Summary() == "" || r.Source() == "" || seen[r.Name()] {
			t.Errorf("%T: name %q, summary %q, source %q: empty or not unique", r, r.Name(), r.Summary(), r.Source())
		}
		seen[r.Name()] = true
		if found, ok := deduce.ByName(r.Name()); !ok || found.Name() != r.Name() {
			t.Errorf("ByName(%q) = %v, %v", r.Name(), found, ok)
		}
	}
	if _, ok := deduce.ByName("guess"); ok {
		t.Error("ByName finds an unknown name")
	}
	if len(deduce.Names()) != len(deduce.All()) {
		t.Errorf("Names() = %v, want one name for each of All()", deduce.Names())
	}
}

// TestSameSolutions checks that no reduction loses or adds a solution: every solution satisfies the reduced model,
// whose domains are subsets and whose constraints include all of the original. A variable with a new Given must have
// one value left.
func TestSameSolutions(t *testing.T) {
	var models []*model.Model
	var solutions [][]model.Assignment
	for seed := range sampleSize(1500) {
		m := randomModel(uint64(seed))
		models, solutions = append(models, m), append(solutions, backendtest.Enumerate(m))
	}
	for _, r := range deduce.All() {
		t.Run(r.Name(), func(t *testing.T) {
			reduced := 0
			for seed, m := range models {
				before := fmt.Sprintf("%+v", m)
				small, err := r.Preprocess(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				if after := fmt.Sprintf("%+v", m); after != before {
					t.Fatalf("seed %d: the model was modified:\n%s\n%s", seed, before, after)
				}
				if err := small.Validate(); err != nil {
					t.Fatalf("seed %d: the result is invalid: %v", seed, err)
				}
				for _, a := range solutions[seed] {
					if err := small.Check(a); err != nil {
						t.Fatalf("seed %d: the solution %v is lost: %v\n%+v\n%+v", seed, a, err, m, small)
					}
				}
				if d := cmp.Diff(m.Constraints, small.Constraints[:len(m.Constraints)]); d != "" {
					t.Fatalf("seed %d: constraints differ (-before +after):\n%s", seed, d)
				}
				for i, v := range small.Vars {
					for x := range v.Domain.All {
						if !m.Vars[i].Domain.Contains(x) {
							t.Fatalf("seed %d: domain of %s grew from %v to %v",
								seed, v.Name, m.Vars[i].Domain, v.Domain)
						}
					}
					if v.Domain.Size() < m.Vars[i].Domain.Size() {
						reduced++
					}
				}
				for _, c := range small.Constraints[len(m.Constraints):] {
					if g := c.(model.Given); !small.Vars[g.Var].Domain.Equal(model.Values(g.Value)) {
						t.Fatalf("seed %d: added %+v, but the domain is %v", seed, g, small.Vars[g.Var].Domain)
					}
				}
			}
			if reduced < 500 {
				t.Errorf("%d domains reduced, want at least 500: the models do not exercise the reduction", reduced)
			}
		})
	}
}

// sampleSize returns how many of n cases a test tries: all with NONET_LONG, otherwise a third.
func sampleSize(n int) int {
	if os.Getenv("NONET_LONG") == "" {
		return n / 3
	}
	return n
}

// randomModel returns a random model with more givens than backendtest.Random adds, some of them outside the domains.
func randomModel(seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 7))
	m := backendtest.Random(r, backendtest.Kinds{NotEqual: true, Linear: seed%4 == 0, Table: seed%4 == 1})
	if r.IntN(2) == 0 {
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(r.IntN(len(m.Vars))), Value: r.IntN(6)})
	}
	if r.IntN(8) == 0 {
		v := model.Var(r.IntN(len(m.Vars)))
		m.Constraints = append(m.Constraints, model.NotEqual{A: v, B: v, Offset: r.IntN(2)})
	}
	return m
}

// TestPrepare checks that a prepared reduction returns, call after call, what Preprocess returns for the model with the
// givens.
func TestPrepare(t *testing.T) {
	for _, r := range deduce.All() {
		t.Run(r.Name(), func(t *testing.T) {
			for seed := range sampleSize(150) {
				base := randomModel(uint64(seed))
				reduce := r.Prepare(base)
				rng := rand.New(rand.NewPCG(uint64(seed), 8))
				for range 8 {
					var givens []model.Given
					full := base
					for range rng.IntN(4) {
						g := model.Given{Var: model.Var(rng.IntN(len(base.Vars))), Value: rng.IntN(6)}
						givens = append(givens, g)
						full = full.With(g)
					}
					want, _ := r.Preprocess(t.Context(), full)
					if d := cmp.Diff(want, reduce(t.Context(), givens)); d != "" {
						t.Fatalf("seed %d, givens %v (-Preprocess +Prepare):\n%s", seed, givens, d)
					}
				}
			}
		})
	}
}

func TestPrepareDoesNotAllocate(t *testing.T) {
	escargot := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Given(nil)
	for _, r := range deduce.All() {
		if r.Name() == "human" || r.Name() == "rules" {
			continue // some of the harder rules allocate
		}
		reduce := r.Prepare(sudoku.Order(3).Model())
		if n := testing.AllocsPerRun(10, func() { reduce(t.Context(), escargot) }); n != 0 {
			t.Errorf("%s: %v allocations", r.Name(), n)
		}
	}
}

// TestMemory reduces a model in which no two variables share a value. Memory must not grow with the number of variables
// times the number of values.
func TestMemory(t *testing.T) {
	m := &model.Model{Vars: make([]model.Variable, 300)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1000*v, 1000*v+999)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := (deduce.Singles).Preprocess(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 200 {
		t.Errorf("%d MB allocated, want at most 200", mb)
	}
}

// TestGivensKeeps counts the values that given-elimination leaves to the blank cells: the variables of the reduced
// formulas. The expected numbers were counted independently from the definition: a value of a blank cell is kept unless
// a peer has it as a clue.
func TestGivensKeeps(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		kept         int
	}{
		{"first of the 17-clue puzzles",
			"000000010400000000020000000000050407008000300001090000300400200050100000000806000", 303},
		{"AI Escargot", "100007090030020008009600500005300900010080002600004000300000010040000007007000300", 223},
		{"Wikipedia", "530070000600195000098000060800060003400803001700020006060000280000419005000080079", 153},
	} {
		puzzle := backendtest.Puzzle(sudoku.Order(3), test.puzzle)
		small, err := deduce.Givens.Preprocess(t.Context(), puzzle.Model())
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for c, clue := range puzzle.Clues {
			if n := small.Vars[c].Domain.Size(); clue == 0 {
				kept += n
			} else if n != 1 {
				t.Errorf("%s: the clue %s has %d values left, want 1", test.name, puzzle.Shape.Name(sudoku.Cell(c)), n)
			}
		}
		if kept != test.kept {
			t.Errorf("%s: %d values kept, want %d", test.name, kept, test.kept)
		}
	}
}

// TestWideDomains checks domains of more than 64 values, which take several words.
func TestWideDomains(t *testing.T) {
	const n = 130
	m := &model.Model{Vars: make([]model.Variable, n)}
	all := model.AllDifferent{}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, n)
		all.Vars = append(all.Vars, model.Var(v))
	}
	m.Constraints = []model.Constraint{all}
	for v := range n - 1 {
		m.Constraints = append(m.Constraints, model.Given{Var: model.Var(v), Value: (v*7)%n + 1})
	}
	for _, r := range deduce.All() {
		small, _ := r.Preprocess(t.Context(), m)
		if last := small.Vars[n-1].Domain; !last.Equal(model.Values(((n-1)*7)%n + 1)) {
			t.Errorf("%s: got domain %v of the last variable, want one value", r.Name(), last)
		}
	}
}

// TestRules checks for each rule a value that it removes and the weaker rules do not.
func TestRules(t *testing.T) {
	same := func(d model.Domain) map[string]model.Domain {
		return map[string]model.Domain{"givens": d, "singles": d, "locked": d}
	}
	for _, test := range []struct {
		name   string
		shape  sudoku.Shape
		puzzle string
		cell   string
		want   map[string]model.Domain
	}{
		{"a given is removed from its peers", sudoku.Order(2), "1... .... .... ....", "r2c2",
			same(model.Interval(2, 4))},
		{"other cells keep all values", sudoku.Order(2), "1... .... .... ....", "r3c3",
			same(model.Interval(1, 4))},
		{"naked single, propagated", sudoku.Order(2), "123. .... .... ....", "r2c4",
			map[string]model.Domain{"givens": model.Values(1, 2, 4), "singles": model.Values(1, 2)}},
		{"hidden single: 1 has one place in its box", sudoku.Order(2), "1... ..1. .... .1..", "r3c4",
			map[string]model.Domain{"givens": model.Values(1, 2, 3, 4), "singles": model.Values(1)}},
		{"pointing: 1 of the first box is in row 1", sudoku.Order(3),
			"... ... ... 234 ... ... 567" + strings.Repeat(".", 60), "r1c9",
			map[string]model.Domain{"singles": model.Interval(1, 9), "locked": model.Interval(2, 7)}},
		{"two equal clues in a row", sudoku.Order(2), "1..1 .... .... ....", "",
			map[string]model.Domain{"givens": {}, "singles": {}, "locked": {}}},
		{"no place for 1 in the second box", sudoku.Order(2), "..2. 1... .... ..31 ....", "",
			map[string]model.Domain{"singles": {}, "locked": {}}},
	} {
		p := backendtest.Puzzle(test.shape, strings.ReplaceAll(test.puzzle, " ", "")[:test.shape.Cells()])
		for name, want := range test.want {
			r, _ := deduce.ByName(name)
			small, _ := r.Preprocess(t.Context(), p.Model())
			if want.Size() == 0 {
				if !slices.ContainsFunc(small.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 }) {
					t.Errorf("%s: %s leaves no domain empty", test.name, name)
				}
				continue
			}
			i := slices.IndexFunc(small.Vars, func(v model.Variable) bool { return v.Name == test.cell })
			if got := small.Vars[i].Domain; !got.Equal(want) {
				t.Errorf("%s: %s leaves %v in %s, want %v", test.name, name, got, test.cell, want)
			}
		}
	}
}

// TestSinglesTwoWays checks that Lewis's procedure, which applies one rule at a time, leaves the same domains as
// Singles.
func TestSinglesTwoWays(t *testing.T) {
	r, _ := deduce.ByName("lewis")
	base := sudoku.Order(3).Model()
	slow, fast := r.Prepare(base), deduce.Singles.Prepare(base)
	for _, givens := range backendtest.Givens(backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 1000)) {
		a, b := slow(t.Context(), givens), fast(t.Context(), givens)
		for v := range a.Vars {
			if !a.Vars[v].Domain.Equal(b.Vars[v].Domain) {
				t.Fatalf("%v: %s: lewis leaves %v, Singles %v",
					givens, a.NameOf(model.Var(v)), a.Vars[v].Domain, b.Vars[v].Domain)
			}
		}
	}
}

// TestInterruptedLadder checks that a ladder that is cancelled before its first step leaves the model with its givens.
func TestInterruptedLadder(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := deduce.ByName("human")
	reduce := r.Prepare(sudoku.Order(2).Model())
	givens := backendtest.Puzzle(sudoku.Order(2), "1234341221......").Given(nil)
	fixed := func() (n int) {
		for _, k := range reduce(ctx, givens).Constraints {
			if _, ok := k.(model.Given); ok {
				n++
			}
		}
		return n
	}
	if n := fixed(); n != 16 {
		t.Errorf("%d cells filled, want all 16", n)
	}
	cancel()
	if n := fixed(); n != 10 {
		t.Errorf("%d cells filled after cancellation, want the 10 clues", n)
	}
}
