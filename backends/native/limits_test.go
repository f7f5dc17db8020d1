package native

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// twoValues returns n variables with the values 0 and 1.
func twoValues(n int) []model.Variable {
	return slices.Repeat([]model.Variable{{Domain: model.Interval(0, 1)}}, n)
}

// sumOf returns a constraint over terms with one coefficient.
func sumOf(coef int, relation model.Relation, bound int, vars ...model.Var) model.Linear {
	c := model.Linear{Relation: relation, Bound: bound}
	for _, v := range vars {
		c.Terms = append(c.Terms, model.Term{Coef: coef, Var: v})
	}
	return c
}

// The engines lazy and nogoods take models up to each of their limits, and none beyond it.
func TestLimitsOfEngines(t *testing.T) {
	one := func(d model.Domain, terms ...int) *model.Model {
		m := &model.Model{Vars: []model.Variable{{Domain: d}}}
		for _, coef := range terms {
			m.Constraints = append(m.Constraints, sumOf(coef, model.AtMost, 0, 0))
		}
		return m
	}
	digits := func(n, of, values int) *model.Model {
		m := &model.Model{Vars: slices.Repeat([]model.Variable{{Domain: model.Interval(3, 2+values)}}, of)}
		m.Constraints = []model.Constraint{model.AllDifferent{Vars: scope(n)}}
		return m
	}
	many := func(n int) *model.Model { // refuted at once, which takes no memory
		return &model.Model{Vars: twoValues(n), Constraints: []model.Constraint{model.Given{Value: 2}}}
	}
	above := digits(10, 11, 10) // with a variable of a low value
	above.Vars[10].Domain = model.Values(-20)
	worst := one(model.Interval(0, 1))
	worst.Objective = &model.Objective{}
	for _, c := range []struct {
		name          string
		m             *model.Model
		lazy, nogoods bool
	}{
		{"a value", one(model.Values(0, unbounded)), true, false},
		{"a larger value", one(model.Values(0, unbounded+1)), false, false},
		{"a negative value", one(model.Values(-unbounded, 0)), true, false},
		{"a larger negative value", one(model.Values(-unbounded-1, 0)), false, false},
		{"a coefficient of lazy", one(model.Interval(0, 1), unbounded/4), true, false},
		{"a larger one", one(model.Interval(0, 1), unbounded/4+1), false, false},
		{"a coefficient of nogoods", one(model.Values(0), 1<<54), true, true},
		{"another larger one", one(model.Values(0), 1<<54+1), true, false},
		{"a coefficient and a value", one(model.Values(128), 1<<53), false, true},
		{"a larger coefficient and a value", one(model.Values(128), 1<<53+1), false, false},
		{"a product of more than 64 bits", one(model.Values(0), 1<<60), false, false},
		{"64 values", one(model.Values(-3, 60)), true, true},
		{"65 values", one(model.Values(-3, 61)), true, false},
		{"64 values of several variables", &model.Model{Vars: vars(model.Values(70), model.Values(7))}, true, true},
		{"65 values of several variables", &model.Model{Vars: vars(model.Values(71), model.Values(7))}, true, false},
		{"no variables", &model.Model{}, true, false},
		{"an objective", worst, true, false},
		{"half of the variables", digits(6, 12, 11), true, true},
		{"more than half of the variables", digits(7, 12, 11), true, false},
		{"a small permutation", digits(10, 10, 10), true, true}, {"one above a low value", above, true, true},
		{"a large permutation", digits(11, 11, 11), true, false},
		{"many variables", many(maxNogoodVars), true, true}, {"one more", many(maxNogoodVars + 1), true, false},
	} {
		if s, err := newLazy(t.Context(), c.m); err != nil || (s != nil) != c.lazy {
			t.Errorf("%s: lazy %v, error %v", c.name, s != nil, err)
		}
		if s, err := newNogoods(t.Context(), c.m); err != nil || (s != nil) != c.nogoods {
			t.Errorf("%s: nogoods %v, error %v", c.name, s != nil, err)
		}
	}
	pairs := &model.Model{Vars: twoValues(1448)}
	for _, n := range []int{16, 8, 8, 8, 1448} { // their squares add up to maxPeers
		pairs.Constraints = append(pairs.Constraints, model.AllDifferent{Vars: scope(n)})
	}
	if s, err := newLazy(t.Context(), pairs); err != nil || s != nil {
		t.Errorf("lazy takes %d pairs, error %v", maxPeers, err)
	}
}

// All engines keep two variables apart by any offset, and sums within any bound.
func TestLargeOffsetsAndBounds(t *testing.T) {
	ends := model.Values(-1, 0, 61, 62)
	var models []*model.Model
	for _, offset := range []int{1, 61, 62, 63, 64, 65, 1 << 40} {
		for _, offset := range []int{offset, -offset} {
			for _, b := range []model.Var{0, 1} { // of different variables and of one
				m := &model.Model{Vars: vars(ends, ends)}
				m.Constraints = []model.Constraint{model.NotEqual{A: 0, B: b, Offset: offset}}
				models = append(models, m)
			}
		}
	}
	for _, bound := range []int{
		math.MinInt, -unbounded - 1, -unbounded / 2, -1, 0, 1, 122, unbounded/2 + 1, math.MaxInt,
	} {
		for _, relation := range []model.Relation{model.Equal, model.AtMost, model.AtLeast} {
			for _, coef := range []int{1, -2} {
				m := &model.Model{Vars: vars(ends, ends)}
				m.Constraints = []model.Constraint{sumOf(coef, relation, bound, 0, 1), sumOf(0, relation, bound, 0)}
				models = append(models, m)
				m = &model.Model{Vars: m.Vars, Constraints: m.Constraints[:1]}
				models = append(models, m)
			}
		}
	}
	for _, m := range models {
		want := backendtest.Enumerate(m)
		for _, engine := range []string{generalName, "lazy", "nogoods"} {
			s, err := Solver{Engine: engine}.newSearcher(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			s.start(nil)
			if got := solutionsOf(t, s, m); len(got) != len(want) {
				t.Errorf("%s: %+v: %d solutions, want %d", engine, m.Constraints, len(got), len(want))
			}
		}
	}
}

// A context that has ended ends the compilation.
func TestInterruptedCompilation(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	m := sudoku.Order(3).Model()
	for _, engine := range []string{generalName, "mixed", "lazy"} {
		if _, err := (Solver{Engine: engine}).newSearcher(ended, m); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", engine, err, context.Canceled)
		}
	}
}

// The relaxation takes objectives up to each of its limits.
func TestLimitsOfRelaxation(t *testing.T) {
	rows := func(vars, rows, width int) *model.Model {
		m := &model.Model{Vars: twoValues(vars), Objective: &model.Objective{Terms: []model.Term{{Coef: 1}}}}
		for k := range rows {
			var at []model.Var
			for i := range width {
				at = append(at, model.Var((k*width+i)%vars))
			}
			m.Constraints = append(m.Constraints, sumOf(1, model.AtMost, width-1, at...))
		}
		return m
	}
	for want, models := range map[bool][]*model.Model{
		true: {rows(64, 64, 64), rows(1023, 11, 93), rows(512, 1023, 2), rows(3, 1, 1)},
		// A term, some terms, a variable and a row more; no row.
		false: {rows(65, 63, 65).With(sumOf(1, model.AtMost, 1, 0, 1)), rows(64, 65, 64), rows(1024, 16, 64),
			rows(512, 1024, 2), rows(2, 0, 0)},
	} {
		for i, m := range models {
			_, g, err := compile(t.Context(), m, Automatic)
			if err != nil || (g.relaxation != nil) != want {
				t.Errorf("model %d: error %v, want a relaxation: %v", i, err, want)
			}
		}
	}
	// It runs where a bound is known and not too large, and later only if it often helps, or each 16th time. Here it
	// fails whenever it runs.
	const limit = 1 << 40
	for _, c := range []struct {
		runs, hits, lo, hi int
		maximize, ran      bool
	}{
		{0, 0, -unbounded, unbounded, false, false}, {0, 0, -unbounded, unbounded, true, false},
		{0, 0, -unbounded, -5, false, true}, {0, 0, 5, unbounded, true, true}, {0, 0, 5, unbounded, false, false},
		{0, 0, -unbounded, -limit, false, true}, {0, 0, -unbounded, -limit - 1, false, false},
		{0, 0, limit, unbounded, true, true}, {0, 0, limit + 1, unbounded, true, false},
		{255, 0, 0, -5, false, true}, {256, 0, 0, -5, false, false}, {256, 15, 0, -5, false, false},
		{256, 16, 0, -5, false, true}, {271, 0, 0, -5, false, true}, {272, 0, 0, -5, false, false},
		{272, 16, 0, -5, false, false}, {272, 17, 0, -5, false, true}, {287, 0, 0, -5, false, true},
	} {
		m := rows(3, 1, 2)
		m.Objective.Maximize = c.maximize
		e, g, err := compile(t.Context(), m, Automatic)
		if err != nil {
			t.Fatal(err)
		}
		r := g.relaxation
		g.lo, g.hi, r.runs, r.hits = c.lo, c.hi, c.runs, c.hits
		if ok := r.propagate(e); ok == c.ran || (r.hits == c.hits+1) != c.ran {
			t.Errorf("%+v: without a failure %v, %d hits", c, ok, r.hits)
		}
		if g.reset(); r.runs != 0 || r.hits != 0 {
			t.Errorf("%d runs and %d hits at the start of a search", r.runs, r.hits)
		}
	}
}

// A row is added to the objective unless a product exceeds 2^50: of the multiplier and the bound, or of the multiplier
// or the sum and a value, here -4.
func TestLimitsOfImpliedRows(t *testing.T) {
	m := &model.Model{Vars: vars(model.Values(-4, 3)), Objective: &model.Objective{Terms: []model.Term{{Coef: 1}}}}
	e, g, err := compile(t.Context(), m.With(sumOf(1, model.AtMost, 1, 0)), Automatic)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		y, coef, cost, bound int
		fits                 bool
	}{
		{1 << 10, 1, 0, 1 << 40, true}, {1 << 10, 1, 0, 1<<40 + 1, false}, {1 << 10, 1, 0, -1<<40 - 1, false},
		{1 << 10, 1 << 38, -1 << 47, 1, true}, {1 << 10, 1<<38 + 1, -1 << 47, 1, false},
		{1 << 10, 1 << 39, -1 << 49, 1, false}, {1 << 20, 1 << 20, 1<<48 - 1<<40, 7, true},
		{1 << 20, 1 << 20, 1<<48 - 1<<40 + 1, 7, false}, {1 << 20, -1 << 20, -1<<48 + 1<<40 - 1, 7, false},
	} {
		r := g.relaxation
		copy(r.coef, []int{c.cost})
		added := r.add(e, &relaxedRow{at: []int32{0}, coef: []int{c.coef}, bound: c.bound}, c.y)
		want, cost := 0, c.cost
		if c.fits {
			want, cost = c.y*c.bound, c.cost+c.y*c.coef
		}
		if added != want || r.coef[0] != cost {
			t.Errorf("%+v: added %d, coefficient %d", c, added, r.coef[0])
		}
	}
}

// A run of a propagator takes a step, and another one for each 16,384 pairs of a variable and a value.
func TestStepsOfPropagators(t *testing.T) {
	for _, c := range []struct {
		vars, values int
		steps        int32
	}{{127, 128, 1}, {128, 128, 2}, {256, 128, 3}} {
		m := &model.Model{Vars: slices.Repeat(vars(model.Interval(1, c.values)), c.vars)}
		terms := sumOf(1, model.AtMost, 0, scope(c.vars)...)
		if e, _, err := compile(t.Context(), m.With(terms), Hidden); err != nil || e.steps[0] != c.steps {
			t.Errorf("%+v: %d steps, error %v", c, e.steps[0], err)
		}
	}
}

// A given that no value of a grid meets leaves no solution, in the model or beside it.
func TestGivensOutsideAGrid(t *testing.T) {
	grid := sudoku.Order(2).Model()
	for _, engine := range []string{generalName, "lazy", "nogoods", "learning"} {
		for _, g := range []model.Given{{Value: -60}, {}, {Value: 5}, {Value: 65}} {
			for _, m := range []*model.Model{grid, grid.With(g)} {
				s, err := Solver{Engine: engine}.newSearcher(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				if s.start([]model.Given{g}); len(solutionsOf(t, s, m)) > 0 {
					t.Errorf("%s: a solution with the value %d", engine, g.Value)
				}
			}
		}
	}
}

// Automatic keeps a matching for an AllDifferent whose sets fill 32 MB, and for none larger. Hidden keeps none.
func TestLimitOfMatching(t *testing.T) {
	const n = 1 << 12
	values := model.Interval(1, 64*maxMatchingWords/n)
	for _, c := range []struct {
		vars     int
		level    Level
		deferred int
	}{{n, Automatic, 1}, {n + 1, Automatic, 0}, {n, Hidden, 0}} {
		m := &model.Model{Vars: vars(values), Constraints: []model.Constraint{model.AllDifferent{Vars: scope(c.vars)}}}
		for v := range c.vars {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1+v*15, v*15+15)})
		}
		m.Vars[1].Domain = values
		if e, _, err := compile(t.Context(), m, c.level); err != nil || len(e.deferred) != c.deferred {
			t.Errorf("%+v: %d deferred propagators, error %v", c, len(e.deferred), err)
		}
	}
}

// An estimate is doubtful if a probe has a tenth of the sum, or fewer than 30 probes count, unless it is exact.
func TestDoubtfulEstimates(t *testing.T) {
	for want, estimates := range map[bool][]Estimate{
		true: {{Probes: 50, Hits: 30, LargestShare: 0.1}, {Probes: 50, Hits: 29, LargestShare: 0.09},
			{Low: 1, High: 2}},
		false: {{Probes: 50, Hits: 30, LargestShare: 0.09}, {Low: 2, High: 2}},
	} {
		for _, e := range estimates {
			if e.Doubtful() != want {
				t.Errorf("%+v: doubtful %v", e, !want)
			}
		}
	}
	if e := (Estimate{Probes: 1, Low: 2, High: 2}); e.Exact() {
		t.Errorf("%+v is exact", e)
	}
}

// Without steps nothing is propagated. A count up to 1 does not go on to a count of all. A count that cannot begin
// returns why.
func TestLimitsOfCounts(t *testing.T) {
	grid := sudoku.Order(2).Model()
	e, _, err := compile(t.Context(), grid.With(model.Given{Value: 1}), Automatic)
	if err != nil {
		t.Fatal(err)
	}
	e.scheduleAll()
	steps := 0
	if o := e.fixpoint(&steps); o != paused || steps != 0 || e.removed != 3 {
		t.Errorf("without steps: %v, %d left, %d values removed", o, steps, e.removed)
	}
	for limit, want := range map[int64]int64{1: 1, 2: 2, 0: 288} {
		loose := grid.With(model.NotEqual{A: 0, B: 15, Offset: 9}) // so that values cannot be renamed
		n, r, err := Solver{}.CountSolutions(t.Context(), loose, limit)
		if err != nil || n.Int64() != want || r.Complete != (limit == 0) {
			t.Errorf("up to %d: %v, %+v, error %v", limit, n, r, err)
		}
	}
	refuted := []*model.Model{{Vars: vars(model.Domain{})}, grid.With(model.Given{Value: 5}), grid.With(model.Table{})}
	for _, m := range refuted {
		for _, engine := range []string{generalName, "lazy", "nogoods"} {
			s, err := Solver{Engine: engine}.newSearcher(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			s.start(nil)
			e, left := s.next(7)
			if e != exhausted || left != 7 || s.effort() != (model.Effort{Nodes: 1, Failures: 1}) {
				t.Errorf("%s: event %v, %d left, %+v", engine, e, left, s.effort())
			}
		}
	}
	s, err := newGeneral(t.Context(), grid, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.start([]model.Given{{Value: 1}, {Value: 2}})
	if e, _ := s.next(7); e != exhausted || s.effort().Failures != 1 {
		t.Errorf("two givens of one cell: event %v, %+v", e, s.effort())
	}
	large := &model.Model{Vars: twoValues(2)}
	large.Constraints = []model.Constraint{sumOf(1<<60, model.Equal, 1, 0, 1)}
	n, effort, err := countComponents(t.Context(), magicSquare(3))
	if err != nil || n.Int64() != 8 || effort.Nodes != 64 {
		t.Errorf("magic squares: %v, %+v, error %v", n, effort, err)
	}
	latin := sudoku.Shape{Height: 1, Width: 5}.Model() // 2,131 nodes without a cache
	if n, effort, err := countComponents(t.Context(), latin); err != nil || n.Int64() != 161280 || effort.Nodes != 591 {
		t.Errorf("Latin squares: %v, %+v, error %v", n, effort, err)
	}
	all, counted, err := Solver{}.CountSolutions(t.Context(), magicSquare(3), 0)
	listed, err2 := Solver{}.Solve(t.Context(), magicSquare(3), func(model.Assignment) bool { return true })
	if err = errors.Join(err, err2); err != nil || all.Int64() != 8 || counted.Stats.Effort != listed.Stats.Effort {
		t.Errorf("magic squares: %v, %+v, not %+v, error %v", all, counted.Stats, listed.Stats, err)
	}
	if n, _, err := countComponents(t.Context(), large); err == nil || n.Sign() != 0 {
		t.Errorf("sums beyond 2^60: %v, error %v", n, err)
	}
}
