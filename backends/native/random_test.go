package native

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// randomModel returns a model with up to 5 variables and the given number of constraints of all kinds. It covers what
// backendtest.Random does not: domains that are sparse, far apart or of several words, and variables that occur twice
// in a constraint.
func randomModel(r *rand.Rand, constraints int) *model.Model {
	n := 1 + r.IntN(5)
	m := &model.Model{Vars: make([]model.Variable, n)}
	style, size := r.IntN(4), []int{0, 30, 12, 7, 5, 4}[n]
	for v := range m.Vars {
		var d []int
		for range 1 + r.IntN(size) {
			value := r.IntN(6) - 1
			switch style {
			case 1:
				value = r.IntN(200) - 70
			case 2:
				value = (r.IntN(9) - 4) * 1_000_003
			case 3:
				value = []int{0, 1, 2, 63, 64, 65, 128}[r.IntN(7)]
			}
			d = append(d, value)
		}
		m.Vars[v].Domain = model.Values(d...)
	}
	value := func(v model.Var) int {
		d := m.Vars[v].Domain
		return d.At(r.IntN(d.Size())) + r.IntN(20)/19
	}
	randomVar := func() model.Var { return model.Var(r.IntN(n)) }
	for range constraints {
		switch r.IntN(5) {
		case 0:
			c := model.AllDifferent{}
			for _, v := range r.Perm(n)[:r.IntN(n+1)] {
				c.Vars = append(c.Vars, model.Var(v))
			}
			m.Constraints = append(m.Constraints, c)
		case 1:
			a, b := randomVar(), randomVar()
			m.Constraints = append(m.Constraints, model.NotEqual{A: a, B: b, Offset: value(a) - value(b)})
		case 2:
			c := model.Linear{Relation: model.Relation(r.IntN(3))}
			for range r.IntN(n + 2) {
				v, coef := randomVar(), r.IntN(7)-3
				c.Terms = append(c.Terms, model.Term{Coef: coef, Var: v})
				c.Bound += coef * value(v)
			}
			m.Constraints = append(m.Constraints, c)
		case 3:
			c := model.Table{}
			for range r.IntN(4) {
				c.Vars = append(c.Vars, randomVar())
			}
			for range r.IntN(150) {
				row := make([]int, len(c.Vars))
				for i, v := range c.Vars {
					row[i] = value(v)
				}
				c.Rows = append(c.Rows, row)
			}
			m.Constraints = append(m.Constraints, c)
		case 4:
			v := randomVar()
			m.Constraints = append(m.Constraints, model.Given{Var: v, Value: value(v)})
		}
	}
	return m
}

// isRightCount reports whether n is a correct count up to a limit, if there are want solutions. Limit 0 means no limit.
func isRightCount(n, want, limit int64, complete bool) bool {
	if complete || limit == 0 {
		return n == want
	}
	return n >= min(limit, want) && n <= want
}

// TestRandomModels compares search with enumeration: the same solutions, each once; the same count; and with an
// objective the best solution last.
func TestRandomModels(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(backendtest.Rounds(1000, 6000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := randomModel(r, 1+r.IntN(4))
		want := backendtest.Enumerate(m)
		var got []model.Assignment
		res, err := Solver{}.Solve(ctx, m, func(a model.Assignment) bool {
			got = append(got, slices.Clone(a))
			return true
		})
		if err != nil || !res.Complete || res.Solutions != len(got) {
			t.Fatalf("seed %d: %+v, error %v", seed, res, err)
		}
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d: %d solutions, want %d", seed, len(got), len(want))
		}
		if e := res.Stats.Effort; e.Nodes < int64(2*len(want)-1) || e.Failures > e.Nodes {
			t.Errorf("seed %d: %d solutions with %d nodes, %d of them failures", seed, len(want), e.Nodes, e.Failures)
		}
		n, res, err := Solver{}.CountSolutions(ctx, m, 0)
		if err != nil || !res.Complete || n.Int64() != int64(len(want)) {
			t.Fatalf("seed %d: counted %v, want %d, %+v, error %v", seed, n, len(want), res, err)
		}
		if limit := int64(1 + r.IntN(8)); true {
			n, res, err := Solver{}.CountSolutions(ctx, m, limit)
			if err != nil || !isRightCount(n.Int64(), int64(len(want)), limit, res.Complete) {
				t.Fatalf("seed %d, limit %d: counted %v of %d, complete %v, error %v",
					seed, limit, n, len(want), res.Complete, err)
			}
		}
		m.Objective = &model.Objective{Maximize: seed%2 == 0}
		for range r.IntN(5) {
			term := model.Term{Coef: r.IntN(9) - 4, Var: model.Var(r.IntN(len(m.Vars)))}
			m.Objective.Terms = append(m.Objective.Terms, term)
		}
		if err := checkOptimal(ctx, Solver{}, m, want); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// checkOptimal solves m, whose solutions are given, and returns an error if the sequence of incumbents is wrong.
func checkOptimal(ctx context.Context, s Solver, m *model.Model, solutions []model.Assignment) error {
	value := func(a model.Assignment) int {
		if m.Objective.Maximize {
			return -m.Objective.Value(a)
		}
		return m.Objective.Value(a)
	}
	var values []int
	res, err := s.Solve(ctx, m, func(a model.Assignment) bool { values = append(values, value(a)); return true })
	if err != nil || !res.Complete {
		return fmt.Errorf("complete %v, error %v", res.Complete, err)
	}
	for i := 1; i < len(values); i++ {
		if values[i] >= values[i-1] {
			return fmt.Errorf("incumbent %d after %d does not improve", values[i], values[i-1])
		}
	}
	if len(solutions) == 0 || len(values) == 0 {
		if len(solutions) != len(values) {
			return fmt.Errorf("%d incumbents of %d solutions", len(values), len(solutions))
		}
		return nil
	}
	best := value(slices.MinFunc(solutions, func(a, b model.Assignment) int { return value(a) - value(b) }))
	if last := values[len(values)-1]; last != best {
		return fmt.Errorf("last incumbent %d, want %d", last, best)
	}
	return nil
}

// TestReduce compares counts by reduce with enumeration, mostly on models whose values can be renamed.
func TestReduce(t *testing.T) {
	renamed := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := &model.Model{Vars: make([]model.Variable, 1+r.IntN(5))}
		domain := model.Interval(1, 1+r.IntN(5))
		for v := range m.Vars {
			m.Vars[v].Domain = domain
			if r.IntN(20) == 0 {
				m.Vars[v].Domain = model.Interval(2, domain.Max())
			}
		}
		for range r.IntN(4) {
			if r.IntN(3) > 0 {
				c := model.AllDifferent{}
				for _, v := range r.Perm(len(m.Vars))[:r.IntN(len(m.Vars)+1)] {
					c.Vars = append(c.Vars, model.Var(v))
				}
				m.Constraints = append(m.Constraints, c)
			} else {
				a, b := model.Var(r.IntN(len(m.Vars))), model.Var(r.IntN(len(m.Vars)))
				m.Constraints = append(m.Constraints, model.NotEqual{A: a, B: b, Offset: r.IntN(10) / 9})
			}
		}
		before := fmt.Sprintf("%+v", m)
		reduced, factor := reduce(m)
		if after := fmt.Sprintf("%+v", m); after != before {
			t.Fatalf("seed %d: the model was modified", seed)
		}
		if len(reduced.Constraints) > len(m.Constraints) {
			renamed++
		}
		for v, x := range reduced.Vars {
			if x.Domain.Size() > 1 && !slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
				return slices.Contains(c.Scope(), model.Var(v))
			}) {
				t.Fatalf("seed %d: variable %d, which no constraint mentions, has %v", seed, v, x.Domain)
			}
		}
		want := int64(len(backendtest.Enumerate(m)))
		if got := factor.Int64() * int64(len(backendtest.Enumerate(reduced))); got != want {
			t.Fatalf("seed %d: %d, want %d", seed, got, want)
		}
		for _, limit := range []int64{0, 1, 7} {
			n, res, err := Solver{}.CountSolutions(t.Context(), m, limit)
			if err != nil || !isRightCount(n.Int64(), want, limit, res.Complete) {
				t.Fatalf("seed %d, limit %d: counted %v of %d, complete %v, error %v",
					seed, limit, n, want, res.Complete, err)
			}
		}
	}
	if renamed < 300 {
		t.Errorf("only %d models with renamed values", renamed)
	}
}

// TestRestarts restarts at nearly every dead end until the first solution, and compares with enumeration.
func TestRestarts(t *testing.T) {
	restarts := int64(0)
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 6))
		m := randomModel(r, 5)
		s, err := newGeneral(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second search must start with initial weights
			s.start(nil)
			s.(*general).restart.limit = 1
			var got []model.Assignment
			for {
				e, _ := s.next(1 << 40)
				if e == exhausted {
					break
				}
				a := make(model.Assignment, len(m.Vars))
				if err := s.solution(a); err != nil {
					t.Fatal(err)
				}
				got = append(got, a)
			}
			restarts += s.effort().Restarts
			slices.SortFunc(got, slices.Compare)
			if want := backendtest.Enumerate(m); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("seed %d: %d solutions, want %d", seed, len(got), len(want))
			}
		}
	}
	if restarts < 500 {
		t.Errorf("only %d restarts", restarts)
	}
}

// TestPausesChangeNothing pauses searches after every step and compares with searches without pauses.
func TestPausesChangeNothing(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 4))
		m := randomModel(r, 3)
		pauses := int64(0)
		run := func(steps int) (string, model.Effort) {
			s, err := newGeneral(t.Context(), m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.start(nil)
			a, all := make(model.Assignment, len(m.Vars)), ""
			for {
				switch e, _ := s.next(steps); e {
				case outOfSteps:
					pauses++
				case found:
					if err := s.solution(a); err != nil {
						t.Fatal(err)
					}
					all += fmt.Sprint(a)
				case exhausted:
					return all, s.effort()
				}
			}
		}
		want, wantEffort := run(1 << 40)
		if got, effort := run(1); got != want || effort != wantEffort {
			t.Fatalf("seed %d: got %s, %+v; want %s, %+v as without pauses", seed, got, effort, want, wantEffort)
		}
		if wantEffort.Nodes > 2*pauses+1 { // a step branches at most once, which makes two nodes
			t.Fatalf("seed %d: %d nodes with %d pauses", seed, wantEffort.Nodes, pauses)
		}
	}
}

func TestErrors(t *testing.T) {
	one := vars(model.Interval(1, 9))
	huge := model.Term{Coef: 1 << 58}
	with := func(c model.Constraint) *model.Model {
		return &model.Model{Vars: one, Constraints: []model.Constraint{c}}
	}
	for _, test := range []struct {
		name string
		s    Solver
		m    *model.Model
		want string
	}{
		{"unknown variable",
			Solver{}, with(model.AllDifferent{Vars: []model.Var{1}}),
			"constraint 0 (alldifferent): mentions variable 1 of 1"},
		{"sums that may overflow",
			Solver{}, with(model.Linear{Terms: []model.Term{huge}}),
			"constraint 0: the sum of 1 terms may exceed 2^60"},
		{"coefficients that overflow when merged",
			Solver{}, with(model.Linear{Terms: []model.Term{{Coef: 1 << 62}, {Coef: 1 << 62}}}),
			"constraint 0 (linear): the sum may be too large for an int"},
		{"objective that may overflow",
			Solver{}, &model.Model{Vars: one, Objective: &model.Objective{Terms: []model.Term{huge}}},
			"objective: the sum of 1 terms may exceed 2^60"},
		{"unknown engine", Solver{Engine: "steam"}, &model.Model{}, `unknown engine "steam"`},
	} {
		check := func(call string, err error) {
			if err == nil || len(err.Error()) < len(test.want) || err.Error()[:len(test.want)] != test.want {
				t.Errorf("%s: %s: error %v, want %s", test.name, call, err, test.want)
			}
		}
		_, err := test.s.Solve(t.Context(), test.m, func(model.Assignment) bool { return true })
		check("Solve", err)
		_, err = test.s.Prepare(t.Context(), test.m)
		check("Prepare", err)
		if test.m.Objective == nil {
			_, _, err = test.s.CountSolutions(t.Context(), test.m, 0)
			check("CountSolutions", err)
		}
	}
	var invalid *model.InvalidError
	for _, engine := range []string{"nogoods", "mixed", "lazy", generalName} {
		_, err := Solver{Engine: engine}.Solve(t.Context(), with(model.AllDifferent{Vars: []model.Var{1}}), nil)
		if !errors.As(err, &invalid) {
			t.Errorf("%s: an unknown variable: error %v", engine, err)
		}
	}
	p, err := Solver{}.Prepare(t.Context(), &model.Model{Vars: one})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.SolveGiven(t.Context(), []model.Given{{Var: 1, Value: 1}}, nil)
	if !errors.As(err, &invalid) {
		t.Errorf("given of a variable that does not exist: error %v", err)
	}
}
