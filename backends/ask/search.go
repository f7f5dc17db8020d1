package ask

import (
	"context"
	"math/big"
	"slices"
	"time"

	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// A search answers one question.
type search struct {
	asker   *Asker
	ground  *Ground
	problem *problem.Problem // the question's; after the best solution is found, the problem of the solutions as good
	start   time.Time
	a       *Answer
}

// solver returns the solver for the problem, and the model that it gets, with the givens. The model is nil if the
// solver of the ground is prepared for the problem.
func (s *search) solver() (model.Solver, *model.Model) {
	k, p := s.asker, s.problem
	solver, m := k.Solver, p.Model
	switch {
	case s.ground.prepared != nil:
		m = nil
	case p.Puzzle != nil:
		m = p.Whole()
	case k.Method.Name != "":
		solver = k.Method.SolverOf(p)
	}
	return k.wrapped(solver), m
}

// solutions passes the solutions of the problem to yield, each checked, until yield returns false.
func (s *search) solutions(ctx context.Context, yield func([]int) bool) (model.Result, error) {
	solver, m := s.solver()
	return s.solutionsBy(ctx, solver, m, yield)
}

// solutionsBy is solutions with a solver and its model, which may have further variables after those of the problem.
func (s *search) solutionsBy(
	ctx context.Context, solver model.Solver, m *model.Model, yield func([]int) bool,
) (r model.Result, err error) {
	p := s.problem
	var wrong error
	passed := 0
	pass := func(x model.Assignment) bool {
		if p.Puzzle != nil {
			x = model.Assignment(p.Puzzle.Solution(x))
			wrong = s.ground.checker.Check(p.Puzzle.Clues, sudoku.Grid(x))
		} else {
			x = x[:len(p.Model.Vars)]
			wrong = p.Model.Check(x)
		}
		if wrong != nil {
			return false
		}
		passed++
		return yield(x)
	}
	if m != nil {
		r, err = solver.Solve(ctx, m, pass)
	} else {
		s.ground.givens = p.Puzzle.Given(s.ground.givens[:0])
		r, err = s.ground.prepared.SolveGiven(ctx, s.ground.givens, pass)
	}
	r.Solutions = passed
	if wrong != nil {
		err = &model.WrongAnswerError{Reason: wrong}
	}
	r.Complete = r.Complete && err == nil
	return r, err
}

// answer answers the question.
func (s *search) answer(ctx context.Context) error {
	a, p := s.a, s.problem
	if p.Puzzle == nil && p.Model.Objective != nil {
		if value, ok := p.Model.ConstantObjective(); ok {
			s.problem = p.WithoutObjective()
			err := s.enumerate(ctx)
			if a.Solution != nil || a.Count != nil && a.Count.Sign() > 0 {
				a.Value, a.Optimal = value, true
			}
			return err
		}
		if err := s.optimize(ctx); err != nil || !a.Optimal || a.Kind == Solve && !a.All {
			return err
		}
	}
	return s.enumerate(ctx)
}

// optimize finds the best solution. If it is proved to be the best, s.problem then asks for the solutions as good.
func (s *search) optimize(ctx context.Context) error {
	a, p, m := s.a, s.problem, s.problem.Model
	var worse error
	r, err := s.solutions(ctx, func(x []int) bool {
		if a.Solution == nil {
			a.First = time.Since(s.start)
		} else if !m.Objective.Better(m.Objective.Value(x), m.Objective.Value(a.Solution)) {
			worse = errNotBetter
			return false
		}
		a.Solution, a.Value = s.asker.keep(0, x), m.Objective.Value(x)
		if a.Improved != nil {
			a.Improved(a.Value)
		}
		return true
	})
	a.Result = r
	if worse != nil {
		return &model.WrongAnswerError{Reason: worse}
	}
	if a.Optimal = err == nil && r.Complete && a.Solution != nil; !a.Optimal {
		if a.Kind == Count {
			a.Count = new(big.Int)
		}
		if a.Kind == Unique && err == nil && r.Complete {
			a.Verdict = model.None
		}
		if a.Kind == Solve && a.Solution != nil && err == nil {
			err = ErrIncomplete // a solution, but no proof
		}
		return err
	}
	s.problem = p.WithoutObjective()
	s.problem.Model = s.problem.Model.With(model.Linear{Terms: m.Objective.Terms,
		Bound: a.Value - m.Objective.Constant})
	return nil
}

// enumerate iterates over the solutions until the question is answered.
func (s *search) enumerate(ctx context.Context) error {
	a, p := s.a, s.problem
	before := a.Result.Stats
	defer func() { addStats(&a.Result.Stats, before) }()
	hidden := p.Hides()
	if a.Kind == Count && !hidden {
		solver, m := s.solver()
		if c, ok := solver.(model.Counter); ok {
			if m == nil {
				m = p.Whole()
			}
			var err error
			a.Count, a.Result, err = model.Count(ctx, c, m, a.Limit)
			return err
		}
	}
	limit := a.Limit // zero means all
	switch {
	case a.Kind == Unique:
		limit = 2
	case a.Kind == Solve && !a.All:
		limit = 1
	}
	if a.Kind == Solve && a.All || a.Optimal {
		a.Solution = nil // the enumeration begins again
	}
	n := int64(0)
	pass := func(x []int) bool {
		if n++; n == 1 && a.First == 0 {
			a.First = time.Since(s.start)
		}
		switch {
		case n == 1 && (a.Kind != Count || p.Puzzle == nil):
			a.Solution = s.asker.keep(0, x)
		case n == 2 && a.Kind == Unique:
			a.Other = s.asker.keep(1, x)
		}
		if a.All && a.Each != nil {
			a.Each(x, n)
		}
		return limit <= 0 || n < limit
	}
	var err error
	if hidden && limit != 1 {
		d := distinct{search: s, partial: p.Clauses != nil}
		a.Result, err = d.solve(ctx, pass)
		a.Determined = d.determined
	} else {
		a.Result, err = s.solutions(ctx, pass)
	}
	switch a.Kind {
	case Count:
		a.Count = big.NewInt(n)
	case Unique:
		if a.Other != nil && slices.Equal(a.Solution, a.Other) {
			a.Other, a.Result.Complete = nil, false
			return errRepeated
		}
		if a.Other != nil && len(p.Differing(a.Solution, a.Other)) == 0 {
			a.Other, a.Result.Complete = nil, false
			return ErrAuxiliary
		}
		a.Verdict = model.VerdictOf(a.Result)
		if err == nil && a.Verdict == model.One && hidden {
			err = s.determine(ctx)
		}
	}
	return err
}

// determine finds out whether the only solution of the shown variables leaves the others a choice.
func (s *search) determine(ctx context.Context) error {
	p := s.problem
	fixed := slice.Map(p.Shown, func(v model.Var) model.Given { return model.Given{Var: v, Value: s.a.Solution[v]} })
	verdict, _, _, err := model.Unique(ctx, s.asker.Solver, p.Model.WithGivens(fixed))
	switch verdict {
	case model.One:
		s.a.Determined = Yes
	case model.Multiple:
		s.a.Determined = No
	}
	return err
}

// addStats adds the times and the effort of an earlier search.
func addStats(s *model.Stats, earlier model.Stats) {
	s.Preprocess += earlier.Preprocess
	s.Encode += earlier.Encode
	s.Solve += earlier.Solve
	s.Effort.Add(earlier.Effort)
}

// distinct finds the solutions that differ in the shown variables.
type distinct struct {
	*search
	partial    bool // the solver itself may leave out solutions that do not differ in shown variables
	determined Tristate
}

// patience is the number of solutions without a new one after which the search starts again on a model that excludes
// the solutions found. It grows with their number.
const patience = 1000

// solve passes the solutions of the problem to yield, one for each values of the shown variables.
func (d *distinct) solve(ctx context.Context, yield func([]int) bool) (total model.Result, err error) {
	solver, m := d.solver()
	shown := d.problem.Shown
	seen := map[string]bool{}
	var found []model.Assignment // of the shown variables
	var key []byte
	stopped, restarted := false, false
	for {
		all, repeats := 0, 0
		r, err := d.solutionsBy(ctx, solver, excluding(m, shown, found), func(x []int) bool {
			all++
			key = model.Assignment(x).AppendKey(key[:0], shown)
			if seen[string(key)] {
				repeats++
				return repeats < patience+len(found)
			}
			seen[string(key)] = true
			found = append(found, slice.Map(shown, func(v model.Var) int { return x[v] }))
			stopped = !yield(x)
			return !stopped
		})
		addStats(&r.Stats, total.Stats)
		total = r
		total.Solutions = len(found)
		if err == nil && r.Complete && !restarted && !d.partial {
			if d.determined = Yes; all > len(found) {
				d.determined = No
			}
		} else if repeats > 0 {
			d.determined = No
		}
		if err != nil || r.Complete || stopped || repeats < patience+len(found) {
			return total, err
		}
		restarted = true
	}
}

// excluding returns m with constraints that exclude solutions that agree with one of found in the shown variables, and
// with auxiliary variables after its own: for each shown variable and value that found has, whether it has the value.
func excluding(m *model.Model, shown []model.Var, found []model.Assignment) *model.Model {
	if len(found) == 0 {
		return m
	}
	ext := *m
	ext.Vars, ext.Constraints = slices.Clone(m.Vars), slices.Clone(m.Constraints)
	type atom struct{ i, value int }
	flags := map[atom]model.Var{}
	flag := func(i, value int) model.Var {
		v, known := flags[atom{i, value}]
		if known {
			return v
		}
		v = model.Var(len(ext.Vars))
		flags[atom{i, value}] = v
		ext.Vars = append(ext.Vars, model.Variable{Domain: model.Interval(0, 1), Auxiliary: true})
		table := model.Table{Vars: []model.Var{shown[i], v}}
		for x := range m.Vars[shown[i]].Domain.All {
			has := 0
			if x == value {
				has = 1
			}
			table.Rows = append(table.Rows, []int{x, has})
		}
		ext.Constraints = append(ext.Constraints, table)
		return v
	}
	for _, part := range found {
		c := model.Linear{Relation: model.AtMost, Bound: len(part) - 1}
		for i, value := range part {
			c.Terms = append(c.Terms, model.Term{Coef: 1, Var: flag(i, value)})
		}
		ext.Constraints = append(ext.Constraints, c)
	}
	return &ext
}
