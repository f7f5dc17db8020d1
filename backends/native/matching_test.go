package native

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
)

// matchable reports whether the variables can take different values of their domains, by augmenting paths (Kuhn 1955).
func matchable(domains []model.Domain) bool {
	owner := map[int]int{}
	for i := range domains {
		tried := map[int]bool{}
		var find func(i int) bool
		find = func(i int) bool {
			for value := range domains[i].All {
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
		after[i] = d.Filter(func(value int) bool {
			with := slices.Clone(domains)
			with[i] = model.Values(value)
			return matchable(with)
		})
		if after[i].Size() == 0 {
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
		var d []int
		for range 1 + r.IntN(maxValues) {
			d = append(d, r.IntN(n+spare)*step+r.IntN(50)/49)
		}
		domains[i] = model.Values(d...)
	}
	return domains
}

func equal(a, b []model.Domain) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, model.Domain.Equal)
}

func TestDomainIsHyperArcConsistent(t *testing.T) {
	failed := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 20))
		domains := randomDomains(r, 2+r.IntN(12))
		if seed%8 == 1 && len(domains) > 3 { // three variables with two values
			domains[0] = model.Values(0, 70)
			domains[1], domains[2] = domains[0], domains[0]
		}
		c := model.AllDifferent{Vars: scope(len(domains))}
		m := &model.Model{Vars: vars(domains...), Constraints: []model.Constraint{c}}
		want := arcConsistent(domains)
		if seed%4 < 2 { // a variable that the constraint does not mention: a lower value, or so many that words differ
			other := model.Interval(-1, -1+int(seed%4)*r.IntN(1000))
			m.Vars = append(m.Vars, model.Variable{Domain: other})
			if want != nil {
				want = append(want, other)
			}
		}
		if want == nil {
			failed++
		}
		if got := propagatedDomains(t, m, Domain); !equal(got, want) {
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
			var d []int
			for value := range n + r.IntN(2) {
				if r.IntN(3) > 0 {
					d = append(d, value*step)
				}
			}
			if domains[i] = model.Values(d...); d == nil {
				domains[i] = model.Values(0)
			}
		}
		m := &model.Model{Vars: vars(domains...), Constraints: []model.Constraint{model.AllDifferent{Vars: scope(n)}}}
		if seed%2 == 0 { // a variable that the constraint does not mention, so that domains have several words
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(-100, 500)})
		}
		e, _, err := compile(t.Context(), m, Domain)
		if err != nil {
			t.Fatal(err)
		}
		e.scheduleAll()
		ok, depth := true, 0
		for step := range 60 {
			before := remainingDomains(e, m)[:n]
			if ok {
				steps := math.MaxInt
				ok = e.fixpoint(&steps) == stable
			}
			if want := arcConsistent(before); ok != (want != nil) || ok && !equal(remainingDomains(e, m)[:n], want) {
				t.Fatalf("seed %d, step %d: %v: got %v (%v), want %v",
					seed, step, before, remainingDomains(e, m), ok, want)
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
			d := remainingDomains(e, m)[v]
			rank, _ := e.rank(d.At(r.IntN(d.Size())))
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
