package lcg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
	"nonet/model"
)

// A constraint reports whether it holds for the values of all variables.
type constraint func(values []int) bool

// random returns a problem with up to five variables, with tasks, cases or a product, and its constraints.
func random(r *rand.Rand) (p *Problem, constraints []constraint, possible bool) {
	switch r.IntN(8) {
	case 0:
		p, constraints = randomTasks(r)
		return p, constraints, true
	case 1:
		p, constraints = randomCases(r)
		p.AddCases()
		return p, constraints, true
	case 2:
		p, constraints = randomProducts(r)
		return p, constraints, true
	}
	p, possible = new(Problem), true
	n, narrow := 2+r.IntN(4), r.IntN(2) == 0 // with Hall intervals
	for range n {
		var domain []int
		for k := -3; k < 6; k++ {
			if r.IntN(3) > 0 && len(domain) < 5 {
				domain = append(domain, k*(1+r.IntN(2)))
			}
		}
		slices.Sort(domain)
		domain = slices.Compact(append(domain, []int{40, 12}[r.IntN(2)]))
		if r.IntN(4) == 0 {
			domain = domain[max(len(domain)-2, 0):]
		} else if low := r.IntN(3); narrow {
			domain = []int{low, low + 1, low + 2}[:2+r.IntN(2)]
		}
		p.Variable(model.Values(domain...))
	}
	some := func() []int32 {
		vars := make([]int32, 0, n)
		for _, v := range r.Perm(n)[:2+r.IntN(n-1)] {
			vars = append(vars, int32(v))
		}
		return vars
	}
	for range 3 + r.IntN(6) {
		vars := some()
		switch r.IntN(5) {
		case 4:
			b := vars[0]
			if p.initial[b].Size() != 2 {
				break
			}
			for _, v := range vars[1:min(3, len(vars))] {
				k, most, negated := p.initial[v].At(r.IntN(p.initial[v].Size())), r.IntN(2) == 0, r.IntN(2) == 0
				if !p.Literal(b, v, k, most, negated) {
					panic("a value of the variable is none")
				}
				constraints = append(constraints, func(values []int) bool {
					holds := values[v] == k || most && values[v] < k
					return (values[b] == p.initial[b].Max()) == (holds != negated)
				})
			}
		case 0:
			p.AllDifferent(vars)
			constraints = append(constraints, func(values []int) bool {
				seen := map[int]bool{}
				for _, v := range vars {
					seen[values[v]] = true
				}
				return len(seen) == len(vars)
			})
		case 1:
			a, b, offset := vars[0], vars[1], r.IntN(5)-2
			p.Differ(a, b, offset)
			constraints = append(constraints, func(values []int) bool { return values[b] != values[a]+offset })
		case 2:
			terms, bound := make([]Term, len(vars)), r.IntN(40)-15+40*r.IntN(2)
			for i, v := range vars {
				terms[i] = Term{1 + r.IntN(3)*r.IntN(2), v}
				if r.IntN(2) > 0 {
					terms[i].Coef *= -1
				}
			}
			possible = p.AtMost(terms, bound) && possible
			constraints = append(constraints, func(values []int) bool {
				sum := 0
				for _, t := range terms {
					sum += t.Coef * values[t.Var]
				}
				return sum <= bound
			})
		case 3:
			var rows [][]int
			for range 1 + r.IntN(100) {
				row := make([]int, len(vars))
				for i, v := range vars {
					row[i] = p.initial[v].At(r.IntN(p.initial[v].Size()))
				}
				rows = append(rows, row)
			}
			p.Table(vars, rows)
			constraints = append(constraints, func(values []int) bool {
				return slices.ContainsFunc(rows, func(row []int) bool {
					for i, v := range vars {
						if row[i] != values[v] {
							return false
						}
					}
					return true
				})
			})
		}
	}
	return p, constraints, possible
}

// solutions returns all solutions by enumeration.
func solutions(p *Problem, constraints []constraint) (found [][]int) {
	values := make([]int, len(p.initial))
	var assign func(v int)
	assign = func(v int) {
		if v < len(values) {
			for values[v] = range p.initial[v].All {
				assign(v + 1)
			}
		} else if !slices.ContainsFunc(constraints, func(c constraint) bool { return !c(values) }) {
			found = append(found, slices.Clone(values))
		}
	}
	assign(0)
	return found
}

// isTrue reports whether a holds for values.
func (a atom) isTrue(values []int) bool {
	switch k := values[a.v]; a.op {
	case atLeast:
		return k >= a.k
	case atMost:
		return k <= a.k
	case differs:
		return k != a.k
	default:
		return k == a.k
	}
}

// TestNogoods checks, up to the first solution, that no solution contains a learned nogood; then that each solution is
// found once; and with an objective, that each is better than the last one and that the last one is optimal.
func TestNogoods(t *testing.T) {
	learned := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, constraints, possible := random(r)
		all := solutions(p, constraints)
		if !possible {
			if len(all) > 0 {
				t.Fatalf("seed %d: a constraint is refused, but there are %d solutions", seed, len(all))
			}
			continue
		}
		if r.IntN(2) == 0 {
			p.Branch(Branch{Vars: []int32{1, 0}, High: r.IntN(2) == 0, Half: r.IntN(2) == 0})
		}
		objective := []Term{{1 + r.IntN(3), 0}, {-1, 1}}[:1+r.IntN(2)]
		least := math.MaxInt
		for _, x := range all {
			value := 0
			for _, term := range objective {
				value += term.Coef * x[term.Var]
			}
			least = min(least, value)
		}
		s := New(p)
		s.Start(nil)
		left := map[string]bool{}
		for _, x := range all {
			left[fmt.Sprint(x)] = true
		}
		values := make([]int, len(p.initial))
		for first := true; ; first = false {
			e, _ := s.Next(1_000_000)
			if first {
				learned += s.Learned
				for ref := int32(1); int(ref) < len(s.Arena); ref += 1 + s.Arena[ref].v {
					nogood := s.Arena[ref+1:][:s.Arena[ref].v]
					for _, x := range all {
						if !slices.ContainsFunc(nogood, func(a atom) bool { return !a.isTrue(x) }) {
							t.Fatalf("seed %d: solution %v contains nogood %v", seed, x, nogood)
						}
					}
				}
			}
			if e != search.Found {
				if e != search.Exhausted || len(left) > 0 {
					t.Fatalf("seed %d: event %v, %d solutions are left", seed, e, len(left))
				}
				break
			}
			s.Solution(values)
			if key := fmt.Sprint(values); !left[key] {
				t.Fatalf("seed %d: %s is no solution, or was found before", seed, key)
			} else {
				delete(left, key)
			}
		}
		p.Minimize(objective)
		s = New(p)
		s.Start(nil)
		last := math.MaxInt
		for {
			e, _ := s.Next(1_000_000)
			if e != search.Found {
				break
			}
			s.Solution(values)
			value := s.objective.least(&s.state)
			if value >= last {
				t.Fatalf("seed %d: objective %d after %d", seed, value, last)
			}
			last = value
		}
		if last != least {
			t.Fatalf("seed %d: optimum %d, want %d", seed, last, least)
		}
	}
	if learned < 80 {
		t.Errorf("only %d nogoods learned", learned)
	}
}

// TestGivens starts one search several times, with givens in and out of the domains.
func TestGivens(t *testing.T) {
	p := new(Problem)
	a, b := p.Variable(model.Values(1, 2, 3)), p.Variable(model.Values(1, 2, 3))
	p.Differ(a, b, 0)
	tables := new(Problem)
	tables.Table(tables.variables(2, 1, 2, 3), [][]int{{1, 2}, {2, 3}})
	tables.Table([]int32{tables.Variable(model.Values(1, 2, 3))}, [][]int{{2}})
	unit := new(Problem)
	unit.AtMost([]Term{{-1, unit.Variable(model.Values(1, 2))}}, -2) // a clause of one atom
	s, rows, one := New(p), New(tables), New(unit)
	for _, test := range []struct {
		s      *Search
		givens []Term
		want   int
	}{
		{s, nil, 6},
		{s, []Term{{2, a}}, 2},
		{s, []Term{{2, a}, {2, b}}, 0},
		{s, []Term{{7, a}}, 0},
		{s, []Term{{1, a}, {3, a}}, 0},
		{s, nil, 6},
		{one, nil, 1},
		{one, []Term{{1, a}}, 0},
		{rows, nil, 2},
		{rows, []Term{{2, a}}, 1},
		{rows, []Term{{3, a}}, 0},
		{rows, []Term{{1, b}}, 0},
		{rows, []Term{{3, 2}}, 0},
	} {
		s := test.s
		s.Start(test.givens)
		n := 0
		for {
			if e, _ := s.Next(1000); e != search.Found {
				break
			}
			n++
		}
		if n != test.want {
			t.Errorf("%v: %d solutions, want %d", test.givens, n, test.want)
		}
	}
}

// TestPigeons proves that eleven variables cannot have ten values, by Hall intervals alone, and pauses on the way
// without them.
func TestPigeons(t *testing.T) {
	p := new(Problem)
	var vars []int32
	for range 11 {
		vars = append(vars, p.Variable(model.Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)))
	}
	p.AllDifferent(vars)
	s := New(p)
	s.Start(nil)
	if e, _ := s.Next(1_000_000); e != search.Exhausted || s.Effort.Nodes > 2 {
		t.Errorf("event %v, %+v", e, s.Effort)
	}
	q := new(Problem)
	for i := range 11 {
		q.Variable(p.initial[0])
		for j := range i {
			q.Differ(int32(i), int32(j), 0)
		}
	}
	s = New(q)
	s.Start(nil)
	if e, left := s.Next(500); e != search.Paused || left != 0 {
		t.Errorf("event %v, %d steps left", e, left)
	}
}

// TestExplanations makes random decisions up to a conflict. The explanation of each event must hold before the event,
// and each solution for which it is true must make the atom of the event true.
func TestExplanations(t *testing.T) {
	explained := map[reasonKind]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 2))
		p, constraints, possible := random(r)
		if !possible {
			continue
		}
		all := solutions(p, constraints)
		s := New(p)
		s.Start(nil)
		for _, x := range r.Perm(len(p.initial)) {
			v := int32(x)
			if s.Exhausted || s.Propagate() == search.Conflict {
				break
			}
			n := 0
			for k := s.lo[v]; k <= s.hi[v]; k = s.next(v, k+1) {
				n++
			}
			if s.size(v) != n {
				t.Fatalf("seed %d: variable %d has %d values, want %d", seed, v, s.size(v), n)
			}
			s.openLevel()
			for k := s.lo[v]; k < s.hi[v] && r.IntN(2) == 0; k = s.lo[v] {
				s.setLo(v, s.next(v, k+1), reason{})
			}
			s.setHi(v, s.lo[v], reason{})
		}
		for i := range s.trail {
			e := &s.trail[i]
			if e.by.kind == byDecision {
				continue
			}
			explained[e.by.kind]++
			s.explain(int32(i), e.atom)
			for _, a := range s.causes {
				bounds := []atom{s.normal(a)}
				if bounds[0].op == equals {
					bounds = []atom{{a.k, a.v, atLeast}, {a.k, a.v, atMost}}
				}
				for _, b := range bounds {
					if at, _ := s.since(b); at >= int32(i) || at < 0 && !startsWith(p, b) {
						t.Fatalf("seed %d: %v of the explanation of %v does not hold before it", seed, a, e.atom)
					}
				}
			}
			for _, x := range all {
				if !e.isTrue(x) && !slices.ContainsFunc(s.causes, func(a atom) bool { return !a.isTrue(x) }) {
					t.Fatalf("seed %d: %v does not explain %v: solution %v", seed, s.causes, e.atom, x)
				}
			}
		}
	}
	for _, kind := range []reasonKind{byHoles, byPeer, byPropagator, byHall, byEdge, byLiteral} {
		if explained[kind] < 50 {
			t.Errorf("%d events of kind %d are explained, want at least 50", explained[kind], kind)
		}
	}
}

// The first run follows the advice of the branches, one after another.
func TestBranches(t *testing.T) {
	for _, test := range []struct {
		branches []Branch
		want     atom
	}{
		{nil, atom{1, 2, atMost}}, // the smallest domain
		{[]Branch{{Vars: []int32{1, 0}}}, atom{2, 1, atMost}},
		{[]Branch{{Vars: []int32{1, 0}, High: true}}, atom{9, 1, atLeast}},
		{[]Branch{{Vars: []int32{1, 0}, Half: true}}, atom{5, 1, atMost}},
		{[]Branch{{Vars: []int32{1, 0}, Half: true, High: true}}, atom{6, 1, atLeast}},
		{[]Branch{{}, {Vars: []int32{3}}, {Vars: []int32{2}, High: true}}, atom{2, 2, atLeast}},
		{[]Branch{{Vars: []int32{1, 0}, Score: func(low, _ int) int { return low }}}, atom{0, 0, atMost}},
		{[]Branch{{Vars: []int32{1, 0, 2}, Score: func(_, values int) int { return values }}}, atom{1, 2, atMost}},
	} {
		p := &Problem{branches: test.branches}
		for _, domain := range [][]int{{0, 3, 4, 5}, {2, 3, 4, 6, 9}, {1, 2}, {7}} {
			p.Variable(model.Values(domain...))
		}
		s := New(p)
		s.Start(nil)
		if !s.Decide() || s.trail[0].atom != test.want {
			t.Errorf("%+v: got %+v, want %+v", test.branches, s.trail[0].atom, test.want)
		}
	}
	s := New(&Problem{branches: []Branch{{}}})
	s.Start(nil)
	if s.Restarts++; s.advised() {
		t.Error("the second run follows advice")
	}
}

// startsWith reports whether an atom holds for all values of its variable.
func startsWith(p *Problem, a atom) bool {
	return p.initial[a.v].Filter(func(k int) bool {
		values := make([]int, len(p.initial))
		values[a.v] = k
		return !a.isTrue(values)
	}).Size() == 0
}

// Bounds that two sums move by 1 at a time do not keep a search from pausing, and no solution is lost.
func TestSlowConvergence(t *testing.T) {
	const most = maxSteps
	p := new(Problem)
	x, y := p.Variable(model.Interval(0, most)), p.Variable(model.Interval(0, most))
	z := p.Variable(model.Interval(0, 1))
	p.AtMost([]Term{{1, x}, {-1, y}}, -1) // x < y and y < x + z, which z = 1 does not allow, either
	p.AtMost([]Term{{1, y}, {-1, x}, {-1, z}}, -1)
	s := New(p)
	s.Start(nil)
	e, left := s.Next(1000)
	if e != search.Paused || left < -4*maxSteps {
		t.Fatalf("event %v, %d steps left", e, left)
	}
	for e == search.Paused {
		e, _ = s.Next(maxSteps)
	}
	if e != search.Exhausted {
		t.Errorf("event %v", e)
	}
	q := new(Problem)
	a, b := q.Variable(model.Interval(0, most)), q.Variable(model.Interval(0, most))
	q.AtMost([]Term{{1, a}, {-1, b}}, -1) // a < b
	q.AtMost([]Term{{2, b}, {-2, a}}, 3)  // b <= a + 1.5
	q.AtMost([]Term{{-1, a}}, 5-most)
	s = New(q)
	s.Start(nil)
	solutions := 0
	for {
		if e, _ := s.Next(1_000_000); e == search.Found {
			solutions++
		} else if e == search.Exhausted {
			break
		}
	}
	if solutions != 5 {
		t.Errorf("%d solutions, want 5", solutions)
	}
}

// The first decision takes half of a large domain, unless another variable must have another value.
func TestHalves(t *testing.T) {
	for _, test := range []struct{ high, coef, lo, hi int }{
		{20, 1, 0, 10}, {20, -1, 11, 20}, {7, 1, 0, 0}, {7, -1, 7, 7},
	} {
		p := new(Problem)
		v := p.Variable(model.Interval(0, test.high))
		p.Minimize([]Term{{test.coef, v}})
		for range 2 {
			s := New(p)
			s.Start(nil)
			s.Decide()
			if s.lo[v] != test.lo || s.hi[v] != test.hi {
				t.Errorf("%+v: from %d to %d", test, s.lo[v], s.hi[v])
			}
			p.Differ(v, p.Variable(model.Interval(0, 0)), 0)
			if test.hi = test.lo; test.coef < 0 {
				test.lo, test.hi = test.high, test.high
			}
		}
	}
}
