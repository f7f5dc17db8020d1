package native

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
	"nonet/model/sudoku"
)

// strengths lists all strengths without shaving.
func strengths() []Strength {
	var all []Strength
	for l := Values; l <= Domain; l++ {
		all = append(all, Strength{AllDifferent: l}, Strength{AllDifferent: l, Locked: true})
	}
	return all
}

func closure(t *testing.T, m *model.Model, s Strength) []model.Domain {
	t.Helper()
	domains, consistent, err := Closure(t.Context(), m, s)
	if err != nil || consistent != (domains != nil) {
		t.Fatalf("%+v: consistent %v, domains %v, error %v", s, consistent, domains, err)
	}
	return domains
}

// matchable reports whether the variables can take different values of their domains, by augmenting paths (Kuhn 1955).
func matchable(domains []model.Domain) bool {
	owner := map[int]int{}
	for i := range domains {
		tried := map[int]bool{}
		var find func(i int) bool
		find = func(i int) bool {
			for _, value := range domains[i] {
				if tried[value] {
					continue
				}
				tried[value] = true
				if j, taken := owner[value]; !taken || find(j) {
					owner[value] = i
					return true
				}
			}
			return false
		}
		if !find(i) {
			return false
		}
	}
	return true
}

// arcConsistent returns the hyper-arc consistent domains of one AllDifferent, by the definition; nil if one is empty.
func arcConsistent(domains []model.Domain) []model.Domain {
	after := make([]model.Domain, len(domains))
	for i, d := range domains {
		for _, value := range d {
			with := slices.Clone(domains)
			with[i] = model.Domain{value}
			if matchable(with) {
				after[i] = append(after[i], value)
			}
		}
		if after[i] == nil {
			return nil
		}
	}
	return after
}

// randomDomains returns n domains of few values from a range, dense or sparse, so that some have a matching and some do
// not.
func randomDomains(r *rand.Rand, n int) []model.Domain {
	step := []int{1, 1, 1, 7, 64, 100}[r.IntN(6)]
	spare, maxValues := r.IntN(3), 2+r.IntN(n)
	domains := make([]model.Domain, n)
	for i := range domains {
		var d model.Domain
		for range 1 + r.IntN(maxValues) {
			d = append(d, r.IntN(n+spare)*step+r.IntN(50)/49)
		}
		slices.Sort(d)
		domains[i] = slices.Compact(d)
	}
	return domains
}

func equal(a, b []model.Domain) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, slices.Equal)
}

func TestDomainIsHyperArcConsistent(t *testing.T) {
	failed := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 20))
		domains := randomDomains(r, 2+r.IntN(12))
		c := model.AllDifferent{Vars: scope(len(domains))}
		m := &model.Model{Vars: vars(domains...), Constraints: []model.Constraint{c}}
		want := arcConsistent(domains)
		if want == nil {
			failed++
		}
		if got := closure(t, m, Strength{AllDifferent: Domain}); !equal(got, want) {
			t.Fatalf("seed %d: %v\ngot  %v\nwant %v", seed, domains, got, want)
		}
	}
	if failed < 400 || failed > 3600 {
		t.Errorf("%d models fail, want 400 to 3600", failed)
	}
}

// TestMatchingIsUndone walks through random assignments and back to earlier states. After each step the propagator must
// remove the same values as a new one.
func TestMatchingIsUndone(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 21))
		n := 6 + r.IntN(10)
		domains := make([]model.Domain, n)
		step := []int{1, 1, 5, 30}[r.IntN(4)]
		for i := range domains {
			for value := range n + r.IntN(2) {
				if r.IntN(3) > 0 {
					domains[i] = append(domains[i], value*step)
				}
			}
			if domains[i] == nil {
				domains[i] = model.Domain{0}
			}
		}
		m := &model.Model{Vars: vars(domains...), Constraints: []model.Constraint{model.AllDifferent{Vars: scope(n)}}}
		e, _, err := compile(m, Strength{AllDifferent: Domain})
		if err != nil {
			t.Fatal(err)
		}
		e.scheduleAll()
		ok, depth := true, 0
		for step := range 60 {
			before := e.remainingDomains(m)
			if ok {
				ok, _ = e.propagateAll(t.Context())
			}
			if want := arcConsistent(before); ok != (want != nil) || ok && !equal(e.remainingDomains(m), want) {
				t.Fatalf("seed %d, step %d: %v: got %v (%v), want %v",
					seed, step, before, e.remainingDomains(m), ok, want)
			}
			if depth > 0 && (!ok || r.IntN(3) == 0) {
				e.undo()
				depth--
			} else if !ok {
				break
			}
			e.mark()
			depth++
			v := int32(r.IntN(n))
			d := e.remainingDomains(m)[v]
			rank, _ := e.rank(d[r.IntN(len(d))])
			if r.IntN(2) == 0 {
				ok = e.assign(v, rank)
			} else {
				ok = e.remove(v, rank)
			}
			if !ok {
				e.clearQueues()
				e.undo()
				depth--
				ok = true
			}
		}
	}
}

// TestBoundsConsistency compares the propagator alone with the definition: every bound belongs to a solution within the
// bounds of the others.
func TestBoundsConsistency(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 22))
		domains := randomDomains(r, 2+r.IntN(8))
		e, _, err := compile(&model.Model{Vars: vars(domains...)}, Strength{})
		if err != nil {
			t.Fatal(err)
		}
		ranks := make([]model.Domain, len(domains))
		var all []int32
		for i, d := range domains {
			all = append(all, int32(i))
			for _, value := range d {
				k, _ := e.rank(value)
				ranks[i] = append(ranks[i], k)
			}
		}
		want := boundsConsistent(slices.Clone(ranks))
		p := newBoundsDifferent(all)
		ok := p.propagate(e)
		for ; ok && e.again; ok = p.propagate(e) {
			e.again = false
		}
		if ok != (want != nil) {
			t.Fatalf("seed %d: %v: %v, want %v", seed, ranks, ok, want)
		}
		for i := range want {
			if lo, hi := e.min(int32(i)), e.max(int32(i)); lo != want[i][0] || hi != want[i][len(want[i])-1] {
				t.Fatalf("seed %d: %v: got variable %d = %d..%d, want %v", seed, ranks, i, lo, hi, want)
			}
		}
	}
}

func boundsConsistent(domains []model.Domain) []model.Domain {
	for changed := true; changed; {
		changed = false
		for i := range domains {
			for _, low := range []bool{true, false} {
				for {
					n := len(domains[i])
					if n == 0 {
						return nil
					}
					spans := make([]model.Domain, len(domains))
					for j, d := range domains {
						if len(d) == 0 {
							return nil
						}
						spans[j] = model.Interval(d[0], d[len(d)-1])
					}
					bound := n - 1
					if low {
						bound = 0
					}
					spans[i] = model.Domain{domains[i][bound]}
					if matchable(spans) {
						break
					}
					changed = true
					domains[i] = slices.Delete(slices.Clone(domains[i]), bound, bound+1)
				}
			}
		}
	}
	return domains
}

// TestStrengthsAreMonotone compares each strength with the weaker ones and with all solutions, on models with all kinds
// of constraints.
func TestStrengthsAreMonotone(t *testing.T) {
	stronger := make([]int, 4)
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 23))
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		if seed%3 == 0 {
			m = randomModel(r, 4)
		}
		found := map[Strength][]model.Domain{}
		for _, s := range strengths() {
			found[s] = closure(t, m, s)
		}
		checkSubset := func(s, weaker Strength) bool {
			for v, d := range found[s] {
				for _, value := range d {
					if found[weaker] == nil || !found[weaker][v].Contains(value) {
						t.Fatalf("seed %d: %+v keeps variable %d = %d, the weaker %+v removes it\n%+v",
							seed, s, v, value, weaker, m)
					}
				}
			}
			return !equal(found[s], found[weaker])
		}
		for l := Values; l <= Domain; l++ {
			plain, with := Strength{AllDifferent: l}, Strength{AllDifferent: l, Locked: true}
			if checkSubset(with, plain) {
				stronger[0]++
			}
			if l == Values {
				continue
			}
			if checkSubset(plain, Strength{AllDifferent: l - 1}) {
				stronger[l-Values]++
			}
			checkSubset(with, Strength{AllDifferent: l - 1, Locked: true})
		}
		for _, a := range backendtest.Enumerate(m) {
			for s, domains := range found {
				for v, value := range a {
					if domains == nil || !domains[v].Contains(value) {
						t.Fatalf("seed %d: %+v loses solution %v\n%+v", seed, s, a, m)
					}
				}
			}
		}
	}
	for i, n := range stronger {
		if n == 0 {
			t.Errorf("no model distinguishes %s from the level before",
				[]string{"locked", "hidden", "bounds", "domain"}[i])
		}
	}
}

// TestShaving compares with the definition, by closures of models with one more given or one value removed.
func TestShaving(t *testing.T) {
	shaved := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 24))
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		s := strengths()[seed%8]
		want := closure(t, m, s)
		before := want
		for changed := want != nil; changed; {
			changed = false
			for v := range want {
				for _, value := range want[v] {
					narrowed := &model.Model{Vars: vars(want...), Constraints: m.Constraints}
					if closure(t, narrowed.With(model.Given{Var: model.Var(v), Value: value}), s) != nil {
						continue
					}
					without := slices.DeleteFunc(slices.Clone(want[v]), func(x int) bool { return x == value })
					narrowed.Vars[v].Domain = without
					want, changed = closure(t, narrowed, s), true
					break
				}
				if changed {
					break
				}
			}
			changed = changed && want != nil
		}
		s.Shaving = true
		if got := closure(t, m, s); !equal(got, want) {
			t.Fatalf("seed %d, %+v: %v, want %v\n%+v", seed, s, got, want, m)
		}
		if !equal(before, want) {
			shaved++
		}
	}
	if shaved < 100 {
		t.Errorf("shaving changes only %d models", shaved)
	}
}

// TestSolvedWithoutSearch measures the share of the puzzles with 17 clues that propagation solves.
func TestSolvedWithoutSearch(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	first := lines[:1000]
	count := func(lines []string, s Strength) string {
		n := 0
		for _, line := range lines {
			domains := closure(t, backendtest.Puzzle(sudoku.Order(3), line).Model(), s)
			if !slices.ContainsFunc(domains, func(d model.Domain) bool { return len(d) > 1 }) {
				n++
			}
		}
		return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(len(lines)))
	}
	for _, test := range []struct {
		s    Strength
		want string
	}{
		{Strength{AllDifferent: Values}, "0.0 %"},
		{Strength{AllDifferent: Hidden}, "48.3 %"},
	} {
		if got := count(first, test.s); got != test.want {
			t.Errorf("first 1000, %+v: %s, want %s", test.s, got, test.want)
		}
	}
	backendtest.SkipUnlessLong(t)
	for _, test := range []struct {
		s    Strength
		want string
	}{
		{Strength{AllDifferent: Hidden}, "44.6 %"},
		{Strength{AllDifferent: Hidden, Locked: true}, "76.0 %"},
	} {
		if got := count(lines, test.s); got != test.want {
			t.Errorf("all, %+v: %s, want %s", test.s, got, test.want)
		}
	}
}

func TestClosureErrors(t *testing.T) {
	m := sudoku.Order(2).Model()
	if _, _, err := Closure(t.Context(), m, Strength{AllDifferent: 7}); err == nil {
		t.Error("level 7: got no error")
	}
	if _, _, err := Closure(t.Context(), &model.Model{Vars: vars(model.Domain{2, 1})}, Strength{}); err == nil {
		t.Error("invalid model: got no error")
	}
	domains, consistent, err := Closure(t.Context(), &model.Model{Vars: vars(model.Domain{})}, Strength{})
	if domains != nil || consistent || err != nil {
		t.Errorf("empty domain: %v, %v, %v", domains, consistent, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err = Closure(ctx, sudoku.Order(8).Model(), Strength{AllDifferent: Domain, Locked: true, Shaving: true})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got error %v, want context.DeadlineExceeded", err)
	}
}

func TestLevelNames(t *testing.T) {
	for l := Automatic; l <= Domain; l++ {
		text, err := l.MarshalText()
		var back Level
		if err != nil || back.UnmarshalText(text) != nil || back != l || l.String() != l.Names()[l] {
			t.Errorf("%v: MarshalText %s, error %v, UnmarshalText %v", l, text, err, back)
		}
	}
	var l Level
	if err := l.UnmarshalText([]byte("Domain")); err == nil {
		t.Error("Domain with a capital: got no error")
	}
	if _, err := Level(9).MarshalText(); err == nil || Level(9).String() != "9" {
		t.Errorf("level 9: error %v, String %v", err, Level(9))
	}
}

func ExampleClosure() {
	m := backendtest.Puzzle(sudoku.Order(2), "1...............").Model()
	domains, _, _ := Closure(context.Background(), m, Strength{AllDifferent: Domain})
	fmt.Println(domains[:6])
	// Output: [[1] [2 3 4] [2 3 4] [2 3 4] [2 3 4] [2 3 4]]
}
