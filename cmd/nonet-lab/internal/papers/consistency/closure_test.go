package consistency

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func closure(t *testing.T, m *model.Model, r Rules) []model.Domain {
	t.Helper()
	domains, consistent, err := Closure(t.Context(), m, r)
	if err != nil || consistent != (domains != nil) {
		t.Fatalf("%+v: consistent %v, domains %v, error %v", r, consistent, domains, err)
	}
	return domains
}

func equal(a, b []model.Domain) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, model.Domain.Equal)
}

// randomHouse returns a model of one AllDifferent, which may have no solution.
func randomHouse(r *rand.Rand) *model.Model {
	m, spare := &model.Model{Vars: make([]model.Variable, 2+r.IntN(4))}, r.IntN(2)
	var c model.AllDifferent
	for v := range m.Vars {
		c.Vars = append(c.Vars, model.Var(v))
		all := model.Interval(1, len(m.Vars)+spare)
		if m.Vars[v].Domain = all.Filter(func(int) bool { return r.IntN(2) == 0 }); m.Vars[v].Domain.Size() == 0 {
			m.Vars[v].Domain = model.Values(1 + r.IntN(len(m.Vars)))
		}
	}
	m.Constraints = []model.Constraint{c}
	return m
}

// solvable reports whether m has a solution when variable v has one of some values.
func solvable(m *model.Model, v int, values model.Domain) bool {
	n := *m
	n.Vars = slices.Clone(m.Vars)
	n.Vars[v].Domain = values
	return len(backendtest.Enumerate(&n)) > 0
}

// Domain leaves the values that solutions of the house use.
func TestDomainByDefinition(t *testing.T) {
	failed := 0
	for seed := range uint64(2000) {
		m := randomHouse(rand.New(rand.NewPCG(seed, 1)))
		want := make([]model.Domain, len(m.Vars))
		for v, x := range m.Vars {
			want[v] = x.Domain.Filter(func(value int) bool { return solvable(m, v, model.Values(value)) })
		}
		if want[0].Size() == 0 {
			want = nil
			failed++
		}
		if got := closure(t, m, Rules{Domain: true}); !equal(got, want) {
			t.Fatalf("seed %d: %v\ngot  %v\nwant %v", seed, m.Vars, got, want)
		}
	}
	if failed < 100 || failed > 1900 {
		t.Errorf("%d models fail", failed)
	}
}

// With Bounds, the lowest and the highest value of each variable belong to a solution in which the domains are
// intervals.
func TestBoundsByDefinition(t *testing.T) {
	for seed := range uint64(2000) {
		m := randomHouse(rand.New(rand.NewPCG(seed, 2)))
		spans := &model.Model{Vars: slices.Clone(m.Vars), Constraints: m.Constraints}
		want := closure(t, m, Rules{})
		for changed := want != nil; changed; {
			changed = false
			for v, d := range want {
				spans.Vars[v].Domain = model.Interval(d.Min(), d.Max())
			}
			for v, d := range want {
				for _, bound := range []int{d.Min(), d.Max()} {
					if !changed && !solvable(spans, v, model.Values(bound)) {
						changed = true
						less := &model.Model{Vars: make([]model.Variable, len(want)), Constraints: m.Constraints}
						for i := range want {
							less.Vars[i].Domain = want[i]
						}
						less.Vars[v].Domain = want[v].Filter(func(value int) bool { return value != bound })
						want = closure(t, less, Rules{})
					}
				}
				if changed {
					break
				}
			}
			changed = changed && want != nil
		}
		if got := closure(t, m, Rules{Bounds: true}); !equal(got, want) {
			t.Fatalf("seed %d: %v\ngot  %v\nwant %v", seed, m.Vars, got, want)
		}
	}
}

// Hidden and Locked remove what the reductions singles and locked remove, and shaving what fails under them.
func TestAgainstReductions(t *testing.T) {
	removed := 0
	for _, p := range backendtest.Hardest[:4] {
		m := backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model()
		for _, test := range []struct {
			rules  Rules
			reduce *deduce.Reduction
		}{{Rules{Hidden: true}, deduce.Singles}, {Rules{Hidden: true, Locked: All}, deduce.Locked}} {
			want, err := test.reduce.Preprocess(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			got := closure(t, m, test.rules)
			for v, d := range got {
				if !d.Equal(want.Vars[v].Domain) {
					t.Errorf("%s, %+v: cell %d has %v, want %v", p.Name, test.rules, v, d, want.Vars[v].Domain)
				}
			}
			test.rules.Shaving = true
			shaved := closure(t, m, test.rules)
			for v, d := range got {
				removed += d.Size() - shaved[v].Size()
				for value := range shaved[v].All {
					narrowed := &model.Model{Vars: slices.Clone(m.Vars), Constraints: m.Constraints}
					for i := range shaved {
						narrowed.Vars[i].Domain = shaved[i]
					}
					small, err := test.reduce.Preprocess(t.Context(),
						narrowed.With(model.Given{Var: model.Var(v), Value: value}))
					if err != nil || slices.ContainsFunc(small.Vars,
						func(x model.Variable) bool { return x.Domain.Size() == 0 }) {
						t.Errorf("%s, %+v: shaving keeps %d in cell %d, which fails", p.Name, test.rules, value, v)
					}
				}
			}
		}
	}
	if removed == 0 {
		t.Error("shaving removes nothing")
	}
}

// The published shares of the 49,151 puzzles with 17 clues, and those of the first thousand.
func TestSolvedWithoutSearch(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	check := func(lines []string, r Rules, want string) {
		n := 0
		for _, line := range lines {
			domains := closure(t, backendtest.Puzzle(sudoku.Order(3), line).Model(), r)
			if !slices.ContainsFunc(domains, func(d model.Domain) bool { return d.Size() > 1 }) {
				n++
			}
		}
		if got := fmt.Sprintf("%.1f %%", 100*float64(n)/float64(len(lines))); got != want {
			t.Errorf("%d puzzles, %+v: %s, want %s", len(lines), r, got, want)
		}
	}
	check(lines[:1000], Rules{}, "0.0 %")
	check(lines[:1000], Rules{Hidden: true}, "48.3 %")
	backendtest.SkipUnlessLong(t)
	check(lines, Rules{Hidden: true}, "44.6 %")
	check(lines, Rules{Hidden: true, Locked: All}, "76.0 %")
}

func TestErrors(t *testing.T) {
	zero := &model.Model{Vars: []model.Variable{{Domain: model.Values(0, 1)}}}
	if _, _, err := Closure(t.Context(), zero, Rules{}); err == nil {
		t.Error("a value 0: no error")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err := Closure(ctx, sudoku.Order(6).Model(), Rules{Hidden: true, Domain: true, Shaving: true})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want context.DeadlineExceeded", err)
	}
}
