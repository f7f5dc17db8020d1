package ask

import (
	"context"
	"encoding/binary"
	"math/big"
	"slices"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
)

// A ProblemQuestion is a question about the model of a file.
type ProblemQuestion struct {
	Kind    Kind
	All     bool          // Solve: find every solution
	Limit   int64         // as in Question
	Timeout time.Duration // zero means none

	// Each, if not nil, receives the solutions of Solve with All; the answer holds only the first. n counts from 1. The
	// assignment is valid only during the call.
	Each func(a model.Assignment, n int64)

	// Wrap, if not nil, returns the solver that answers in place of the method's, such as one that splits the model.
	Wrap func(model.Solver) model.Solver

	// Improved, if not nil, receives each solution that is better than the one before, and the value of its objective.
	Improved func(a model.Assignment, value int)
}

// A ProblemAnswer is the answer to a ProblemQuestion. The solutions of a model with an objective are the optimal ones.
type ProblemAnswer struct {
	Kind     Kind
	Solution model.Assignment // the first solution, or the best one known; nil if none was found
	Other    model.Assignment // Unique: a second solution, or nil
	Verdict  model.Verdict    // Unique
	Count    *big.Int         // Count: exact if Result.Complete
	Result   model.Result     // what the solver reports about its search
	First    time.Duration    // time to the first solution; zero if none was found
	Wall     time.Duration    // total time
	Err      error            // the reason why the answer is incomplete (see Undecided), or a failure of the method

	Value   int  // of the objective of Solution, in terms of the file
	Optimal bool // Solution is proved to be the best

	// Determined reports whether the shown variables determine the others, as far as the answer needed: Yes or No, or
	// Unknown if that was not found out or all variables are shown.
	Determined Tristate

	limit int64
	all   bool
}

// A Tristate is yes, no or unknown.
type Tristate int

// The values of a Tristate.
const (
	UnknownYet Tristate = iota
	Yes
	No
)

// AskProblem puts a question about the model of a file to a method. Each solution is checked with Model.Check.
func AskProblem(ctx context.Context, m methods.Method, p *problem.Problem, q ProblemQuestion) (a ProblemAnswer) {
	start := time.Now()
	a.Kind, a.limit, a.all = q.Kind, q.Limit, q.All
	defer func() { a.Wall = time.Since(start) }()
	a.Err = withDeadline(ctx, start, q.Timeout, func(ctx context.Context) (err error) {
		defer func() {
			if cause := recover(); cause != nil {
				err = backends.Recovered(cause)
			}
		}()
		k := problemAsker{method: m, wrap: q.Wrap, start: start, a: &a}
		return k.answer(ctx, p, q)
	})
	if a.Err != nil {
		a.Result.Complete = false
	}
	if a.Err == nil && a.Missing() {
		a.Err = ErrIncomplete
		if moves := m.RunOptions.Moves; moves > 0 && a.Result.Stats.Effort.Iterations >= moves {
			a.Err = ErrMoveLimit
		}
	}
	return a
}

// Missing reports whether the answer is partial: see Answer.Missing.
func (a *ProblemAnswer) Missing() bool {
	return Question{Kind: a.Kind, All: a.all, Limit: a.limit}.missing(a.Result, a.Count, a.Verdict)
}

// AnsweredBy returns the part of the method that answered the question.
func (a *ProblemAnswer) AnsweredBy() model.AnsweredBy {
	return answeredBy(a.Err != nil || a.Missing(), a.Result.Stats)
}

// Status reports whether there is a solution.
func (a *ProblemAnswer) Status() model.Status {
	switch {
	case a.Solution != nil || a.Count != nil && a.Count.Sign() > 0:
		return model.Satisfiable
	case a.Result.Complete:
		return model.Unsatisfiable
	}
	return model.Unknown
}

// Phases splits the time of the answer: see the function Phases.
func (a *ProblemAnswer) Phases() (preprocess, encode, solve time.Duration) {
	return Phases(a.Result.Stats, a.Wall)
}

// A problemAsker answers one question.
type problemAsker struct {
	method methods.Method
	wrap   func(model.Solver) model.Solver // nil for the method's solver itself
	start  time.Time
	a      *ProblemAnswer
}

// solver returns the solver for a problem.
func (k *problemAsker) solver(p *problem.Problem) model.Solver {
	if k.wrap == nil {
		return k.method.SolverOf(p)
	}
	return k.wrap(k.method.SolverOf(p))
}

func (k *problemAsker) answer(ctx context.Context, p *problem.Problem, q ProblemQuestion) error {
	switch {
	case p.Model.Objective == nil:
	case isConstant(p.Model): // every solution is optimal
		m := *p.Model
		m.Objective = nil
		plain := *p
		plain.Model, plain.Clauses, plain.Program, plain.Cover, plain.Graph = &m, nil, nil, nil, nil
		err := k.enumerate(ctx, &plain, q)
		if a := k.a; a.Solution != nil {
			a.Value, a.Optimal = p.Model.Objective.Value(a.Solution), true
		}
		return err
	default:
		best, err := k.optimize(ctx, p, q)
		if err != nil || best == nil || q.Kind == Solve && !q.All {
			return err
		}
		p = best
	}
	return k.enumerate(ctx, p, q)
}

// isConstant reports whether the objective of m has the same value for all assignments, so that solvers may leave it
// out.
func isConstant(m *model.Model) bool {
	coef := map[model.Var]int{}
	for _, t := range m.Objective.Terms {
		if len(m.Vars[t.Var].Domain) > 1 {
			coef[t.Var] += t.Coef
		}
	}
	for _, c := range coef {
		if c != 0 {
			return false
		}
	}
	return true
}

// optimize finds the best solution. It returns the problem of the solutions with its value, or nil if there is none.
func (k *problemAsker) optimize(
	ctx context.Context, p *problem.Problem, q ProblemQuestion,
) (*problem.Problem, error) {
	a, m := k.a, p.Model
	var wrong error
	r, err := k.solver(p).Solve(ctx, m, func(x model.Assignment) bool {
		if wrong = m.Check(x); wrong != nil {
			return false
		}
		if a.Solution == nil {
			a.First = time.Since(k.start)
		} else if !m.Objective.Better(m.Objective.Value(x), m.Objective.Value(a.Solution)) {
			wrong = errNotBetter
			return false
		}
		a.Solution, a.Value = append(a.Solution[:0], x...), m.Objective.Value(x)
		if q.Improved != nil {
			q.Improved(x, a.Value)
		}
		return true
	})
	a.Result = r
	if wrong != nil {
		return nil, &model.WrongAnswerError{Reason: wrong}
	}
	if a.Optimal = err == nil && r.Complete && a.Solution != nil; !a.Optimal {
		if q.Kind == Count {
			a.Count = new(big.Int)
		}
		if q.Kind == Unique && err == nil && r.Complete {
			a.Verdict = model.None
		}
		if q.Kind == Solve && a.Solution != nil && err == nil {
			err = ErrIncomplete // a solution, but no proof
		}
		return nil, err
	}
	optimal := m.With(model.Linear{Terms: m.Objective.Terms, Bound: a.Value - m.Objective.Constant})
	optimal.Objective = nil
	return &problem.Problem{Format: p.Format, Model: optimal, Shown: p.Shown}, nil
}

// enumerate iterates over the solutions until the question is answered.
func (k *problemAsker) enumerate(ctx context.Context, p *problem.Problem, q ProblemQuestion) error {
	a, m, s := k.a, p.Model, k.solver(p)
	hidden := p.Hides()
	if c, ok := s.(model.Counter); ok && q.Kind == Count && !hidden {
		before := a.Result.Stats
		var err error
		a.Count, a.Result, err = model.Count(ctx, c, m, q.Limit)
		addStats(&a.Result.Stats, before)
		return err
	}
	limit := q.Limit
	switch {
	case q.Kind == Unique:
		limit = 2
	case q.Kind == Solve && !q.All:
		limit = 1
	}
	if q.Kind == Solve && q.All || a.Optimal {
		a.Solution = nil // the enumeration begins anew
	}
	n := int64(0)
	var wrong error
	pass := func(x model.Assignment) bool {
		if wrong = m.Check(x); wrong != nil {
			return false
		}
		n++
		switch {
		case n == 1:
			a.Solution = slices.Clone(x)
			if a.First == 0 {
				a.First = time.Since(k.start)
			}
		case n == 2 && q.Kind == Unique:
			if a.Other = slices.Clone(x); slices.Equal(a.Solution, a.Other) {
				a.Other, wrong = nil, errRepeated.Reason
				return false
			}
		}
		if q.All && q.Each != nil {
			q.Each(x, n)
		}
		return limit <= 0 || n < limit
	}
	before := a.Result.Stats
	var err error
	if hidden && limit != 1 {
		d := distinct{solver: s, shown: p.Shown, partial: p.Clauses != nil}
		a.Result, err = d.solve(ctx, m, pass)
		a.Determined = d.determined
	} else {
		a.Result, err = s.Solve(ctx, m, pass)
	}
	addStats(&a.Result.Stats, before)
	if wrong != nil {
		return &model.WrongAnswerError{Reason: wrong}
	}
	switch q.Kind {
	case Count:
		a.Count = big.NewInt(n)
	case Unique:
		a.Result.Solutions = int(n)
		if a.Verdict = model.VerdictOf(a.Result); err == nil && a.Verdict == model.One && hidden {
			err = k.determine(ctx, p)
		}
	}
	return err
}

// determine finds out whether the only solution of the shown variables leaves the others a choice.
func (k *problemAsker) determine(ctx context.Context, p *problem.Problem) error {
	fixed := make([]model.Given, len(p.Shown))
	for i, v := range p.Shown {
		fixed[i] = model.Given{Var: v, Value: k.a.Solution[v]}
	}
	verdict, _, _, err := model.Unique(ctx, k.method.Solver(), p.Model.WithGivens(fixed))
	switch verdict {
	case model.One:
		k.a.Determined = Yes
	case model.Multiple:
		k.a.Determined = No
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
	solver     model.Solver
	shown      []model.Var
	partial    bool // the solver itself may leave out solutions that do not differ in shown variables
	determined Tristate
}

// patience is the number of solutions without a new one after which the search starts again on a model that excludes
// the solutions found. It grows with their number.
const patience = 1000

// solve passes the solutions of m to yield as model.Solver does, those that are equal in the shown variables once.
func (d *distinct) solve(
	ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
) (total model.Result, err error) {
	seen := map[string]bool{}
	var found []model.Assignment // of the shown variables
	var key []byte
	stopped, restarted := false, false
	for {
		all, repeats := 0, 0
		r, err := d.solver.Solve(ctx, excluding(m, d.shown, found), func(x model.Assignment) bool {
			x = x[:len(m.Vars)]
			all++
			key = key[:0]
			for _, v := range d.shown {
				key = binary.AppendVarint(key, int64(x[v]))
			}
			if seen[string(key)] {
				repeats++
				return repeats < patience+len(found)
			}
			seen[string(key)] = true
			part := make(model.Assignment, len(d.shown))
			for i, v := range d.shown {
				part[i] = x[v]
			}
			found = append(found, part)
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
	ext.Auxiliary = 0
	type atom struct{ i, value int }
	flags := map[atom]model.Var{}
	flag := func(i, value int) model.Var {
		v, known := flags[atom{i, value}]
		if known {
			return v
		}
		v = model.Var(len(ext.Vars))
		flags[atom{i, value}] = v
		ext.Vars = append(ext.Vars, model.Variable{Domain: model.Interval(0, 1)})
		table := model.Table{Vars: []model.Var{shown[i], v}}
		for _, x := range m.Vars[shown[i]].Domain {
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
