package native

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// cycle returns the largest independent set of a cycle of n vertices: n/2 of them.
func cycle(n int) *model.Model {
	m := &model.Model{Objective: &model.Objective{Maximize: true}}
	for v := range n {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 1)})
		m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: 1, Var: model.Var(v)})
		m.Constraints = append(m.Constraints, model.Linear{Relation: model.AtMost, Bound: 1,
			Terms: []model.Term{{Coef: 1, Var: model.Var(v)}, {Coef: 1, Var: model.Var((v + 1) % n)}}})
	}
	return m
}

// knapsack returns a knapsack of n things, each up to three times, whose values are near their weights.
func knapsack(r *rand.Rand, n int) *model.Model {
	weight := model.Linear{Relation: model.AtMost}
	m := &model.Model{Objective: &model.Objective{Maximize: true}}
	for v := range model.Var(n) {
		w := 20 + r.IntN(80)
		weight.Bound += w
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 3)})
		weight.Terms = append(weight.Terms, model.Term{Coef: w, Var: v})
		m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: w + r.IntN(20) - 10, Var: v})
	}
	m.Constraints = []model.Constraint{weight}
	return m
}

// The relaxation of single constraints proves optima that a bound on the sum alone does not prove in millions of nodes.
func TestRelaxationProvesOptima(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     *model.Model
		value int // 0 if it is not known
		nodes int64
	}{
		{"independent set", cycle(60), 30, 200},
		{"knapsack", knapsack(rand.New(rand.NewPCG(1, 2)), 30), 0, 30_000},
	} {
		best, optimal, r, err := model.Best(t.Context(), Solver{}, c.m)
		if err != nil || !optimal || r.Stats.Effort.Nodes > c.nodes {
			t.Fatalf("%s: optimal %v, %d nodes, error %v; want at most %d nodes", c.name, optimal, r.Stats.Effort.Nodes,
				err, c.nodes)
		}
		if value := c.m.Objective.Value(best); c.value > 0 && value != c.value {
			t.Errorf("%s: value %d, want %d", c.name, value, c.value)
		}
	}
}

// Without rows, the relaxation leaves the bounds that its definition gives for the objective alone.
func TestRelaxationIsBoundsConsistent(t *testing.T) {
	failed, narrowed := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 41))
		domains := randomDomains(r, 1+r.IntN(4))
		m := &model.Model{Vars: vars(domains...), Objective: &model.Objective{}}
		c := randomSum(r, model.AtMost, domains)
		e, g, err := compile(t.Context(), m, Hidden)
		if err != nil {
			t.Fatal(err)
		}
		x := &relaxation{bound: g, vars: indices(scope(len(domains))), coef: make([]int, len(domains))}
		for _, term := range c.Terms {
			x.costs = append(x.costs, term.Coef)
		}
		var got []model.Domain
		if x.imply(e, c.Bound) {
			got = remainingDomains(e, m)
		}
		want := linearBounds(slices.Clone(domains), c)
		if !equal(got, want) {
			t.Fatalf("seed %d: %v over %v\ngot  %v\nwant %v", seed, c, domains, got, want)
		}
		switch {
		case want == nil:
			failed++
		case !equal(want, domains):
			narrowed++
		}
	}
	if failed < 100 || narrowed < 500 {
		t.Errorf("only %d models fail and %d change", failed, narrowed)
	}
}

// The multiplier of a row is the lowest at which the sum of the row is within its bound, where each variable has its
// cheapest value; it is rounded down.
func TestMultiplier(t *testing.T) {
	feasible, positive := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 42))
		domains := randomDomains(r, 1+r.IntN(4))
		m := &model.Model{Vars: vars(domains...), Objective: &model.Objective{}}
		e, _, err := compile(t.Context(), m, Hidden)
		if err != nil {
			t.Fatal(err)
		}
		x := &relaxation{vars: indices(scope(len(domains)))}
		row := &relaxedRow{}
		for v, d := range domains {
			a := (1 + r.IntN(5)) * (1 - 2*r.IntN(2))
			x.coef = append(x.coef, r.IntN(41)-20)
			row.at, row.coef = append(row.at, int32(v)), append(row.coef, a)
			row.bound += a*d.At(r.IntN(d.Size())) + r.IntN(3) - 1
		}
		excess := func(p, q int) int { // of the sum over the bound, for multipliers just above p/q
			sum := -row.bound
			for v, d := range domains {
				if c := x.coef[v]*q + p*row.coef[v]; c > 0 || c == 0 && row.coef[v] > 0 {
					sum += row.coef[v] * d.Min()
				} else {
					sum += row.coef[v] * d.Max()
				}
			}
			return sum
		}
		want, ok := 0, excess(0, 1) <= 0
		least := math.Inf(1)
		for v, a := range row.coef {
			p, q := -x.coef[v], a
			if q < 0 {
				p, q = -p, -q
			}
			if y := float64(p) / float64(q); !(excess(0, 1) <= 0) && p > 0 && excess(p, q) <= 0 && y < least {
				want, ok, least = p/q, true, y
			}
		}
		if got, possible := x.multiplier(e, row); got != want || possible != ok {
			t.Fatalf("seed %d: %v, %+v over %v: got %d, %v, want %d, %v", seed, x.coef, row, domains, got, possible,
				want, ok)
		}
		if ok {
			feasible++
		}
		if want > 0 {
			positive++
		}
	}
	if feasible < 1000 || feasible > 2990 || positive < 300 {
		t.Errorf("%d rows are feasible, and %d multipliers are positive", feasible, positive)
	}
}

// An objective with numbers beyond the limit has no relaxation.
func TestRelaxationLimit(t *testing.T) {
	for coef, want := range map[int]bool{1 << 40: true, 1<<40 + 1: false, -1 << 40: true, -1<<40 - 1: false} {
		m := cycle(5)
		m.Objective.Terms[4].Coef = coef
		s, err := newGeneral(t.Context(), m, Options{})
		if err != nil || (s.(*general).bound.relaxation != nil) != want {
			t.Errorf("coefficient %d: error %v, want a relaxation: %v", coef, err, want)
		}
	}
}

// Optima of random programs agree with enumeration: with constraints of each relation, coefficients of each sign, and
// coefficients so large that the relaxation leaves some or all constraints out.
func TestRelaxationOnRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	solved := 0
	for i := range backendtest.Rounds(300, 20_000) {
		size := []int{9, 9, 9, 1 << 20, 1 << 44}[i%5]
		coef := func() int { return r.IntN(2*size+1) - size }
		m := &model.Model{Objective: &model.Objective{Maximize: r.IntN(2) == 0, Constant: r.IntN(9)}}
		inside := model.Assignment{} // satisfies all constraints of two rounds out of three
		for v := range model.Var(2 + r.IntN(5)) {
			low := r.IntN(5) - 3
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(low, low+1+r.IntN(3))})
			inside = append(inside, low+r.IntN(2))
			m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: coef(), Var: v})
		}
		for range 1 + r.IntN(5) {
			c := model.Linear{Relation: []model.Relation{model.AtMost, model.AtLeast, model.Equal}[r.IntN(3)]}
			for v, x := range inside {
				if n := coef(); n != 0 && r.IntN(3) > 0 {
					c.Terms = append(c.Terms, model.Term{Coef: n, Var: model.Var(v)})
					c.Bound += n * x
				}
			}
			if i%3 == 0 {
				c.Bound += coef()
			}
			m.Constraints = append(m.Constraints, c)
		}
		want, found := 0, false
		for _, a := range backendtest.Enumerate(m) {
			if value := m.Objective.Value(a); !found || m.Objective.Better(value, want) {
				want, found = value, true
			}
		}
		best, _, result, err := model.Best(t.Context(), Solver{}, m)
		if err != nil || !result.Complete || (best != nil) != found {
			t.Fatalf("program %d: %v, %+v, error %v; solvable %v\n%+v", i, best, result, err, found, m)
		}
		if found && m.Objective.Value(best) != want {
			t.Fatalf("program %d: value %d, want %d\n%+v", i, m.Objective.Value(best), want, m)
		}
		if found {
			solved++
		}
	}
	if solved < 100 {
		t.Errorf("%d programs have a solution", solved)
	}
}
