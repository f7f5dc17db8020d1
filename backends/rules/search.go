package rules

import (
	"context"

	"nonet/backends"
	"nonet/model"
	"nonet/model/human"
)

// A search is a depth-first search on one base model under changing givens, with a position for each guess.
type search struct {
	base    *model.Model
	board   *human.Board
	ladder  *human.Ladder
	checked []checkedConstraint
	levels  []level
	values  model.Assignment // of the cells that loadValues or solution has copied

	ctx    context.Context
	done   <-chan struct{} // of ctx
	err    error           // of ctx
	visit  func(*human.Step) bool
	effort model.Effort

	found bool
	best  int // objective value of the last solution
}

// A level is a position to which no rule applies, and the cell and values that are guessed there.
type level struct {
	position *human.Position
	cell     model.Var
	guesses  []int // values of cell, of which the first tried have been tried
	tried    int
}

func (l *level) exhausted() bool { return l.tried == len(l.guesses) }

// A checkedConstraint is a constraint that the rules ignore and the search checks.
type checkedConstraint struct {
	constraint model.Constraint
	scope      []model.Var
}

func (s Solver) newSearch(_ context.Context, m *model.Model) (backends.Search, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	board, err := human.NewBoard(m)
	if err != nil {
		return nil, err
	}
	ladder := s.Ladder
	if ladder == nil {
		ladder = human.Berggren()
	}
	c := &search{base: m, board: board, ladder: ladder.Sound(), values: make(model.Assignment, len(m.Vars))}
	c.visit = func(*human.Step) bool { // is called before each step of a rule
		c.effort.Propagations++
		return c.keepGoing()
	}
	for _, k := range m.Constraints {
		switch k.(type) {
		case model.AllDifferent, model.NotEqual, model.Given:
		default:
			c.checked = append(c.checked, checkedConstraint{k, k.Scope()})
		}
	}
	return c, nil
}

// levelAt returns the level at a depth.
func (c *search) levelAt(depth int) *level {
	if depth == len(c.levels) {
		c.levels = append(c.levels, level{position: c.board.NewPosition(nil)})
	}
	return &c.levels[depth]
}

// Run implements backends.Search.
func (c *search) Run(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (r model.Result, err error) {
	defer func() { r.Stats.Effort = c.effort }()
	c.ctx, c.done, c.err, c.effort, c.found = ctx, ctx.Done(), nil, model.Effort{}, false
	depth := 0
	c.levelAt(0).position.Reset(givens)
	for {
		here := c.levelAt(depth)
		c.effort.Nodes++
		c.err = ctx.Err()
		here.position.Under(ctx)
		c.ladder.Run(here.position, c.visit)
		here.position.Under(context.Background())
		here.guesses, here.tried = here.guesses[:0], 0
		switch {
		case !c.keepGoing():
			return r, c.err
		case here.position.Broken() || c.violated(here.position):
			c.effort.Failures++
		case here.position.Solved():
			a := c.solution(here.position)
			if !c.improves(a) {
				c.effort.Failures++
				break
			}
			if err := c.base.CheckGivens(a, givens); err != nil {
				return r, &model.WrongAnswerError{Reason: err}
			}
			r.Solutions++
			if !yield(a) {
				return r, nil
			}
		default:
			c.effort.Decisions++
			here.cell = here.position.FewestCandidates()
			here.guesses = here.position.AppendCandidates(here.guesses, here.cell)
		}
		for c.levels[depth].exhausted() {
			if depth--; depth < 0 {
				r.Complete = true
				return r, nil
			}
		}
		depth++
		below := c.levelAt(depth).position
		here = c.levelAt(depth - 1)
		below.CopyFrom(here.position)
		below.Place(human.Candidate{Cell: here.cell, Value: here.guesses[here.tried]})
		here.tried++
	}
}

// keepGoing reports whether the context is alive, and otherwise sets c.err. It is called after every step. Polling the
// channel costs less than ctx.Err.
func (c *search) keepGoing() bool {
	select {
	case <-c.done:
		c.err = c.ctx.Err()
	default:
	}
	return c.err == nil
}

// violated reports whether the filled cells violate a checked constraint. Constraints with blank cells are skipped.
func (c *search) violated(p *human.Position) bool {
	for _, o := range c.checked {
		if c.loadValues(p, o.scope) && o.constraint.Violation(c.values) != 0 {
			return true
		}
	}
	return false
}

// loadValues copies the values of cells into c.values and reports whether all are filled.
func (c *search) loadValues(p *human.Position, cells []model.Var) bool {
	for _, v := range cells {
		value, ok := p.Value(v)
		if !ok {
			return false
		}
		c.values[v] = value
	}
	return true
}

// solution returns the values of a solved position.
func (c *search) solution(p *human.Position) model.Assignment {
	for v := range c.values {
		c.values[v], _ = p.Value(model.Var(v))
	}
	return c.values
}

// improves reports whether a is better than the last solution, or there is no objective. It records the objective
// value.
func (c *search) improves(a model.Assignment) bool {
	o := c.base.Objective
	if o == nil {
		return true
	}
	value := o.Value(a)
	if c.found && !o.Better(value, c.best) {
		return false
	}
	c.found, c.best = true, value
	return true
}

// A Solver applies a ladder of rules until none applies, guesses, and backtracks from wrong guesses. The zero value
// uses the ladder of Berggren and Nilsson.
type Solver struct {
	// Ladder is the ladder of rules; nil means human.Berggren(). Rules that assume a single solution are omitted.
	Ladder *human.Ladder
}

var _ model.Preparer = Solver{}

// Solve implements model.Solver. It returns an error, besides ctx.Err(), if m is invalid, and a *human.LimitError if it
// is too large for the rules.
//
// In Effort, Propagations are steps of a rule; Decisions the cells with a guess; Nodes the positions that the ladder
// was applied to, one per guessed value and one for the puzzle; Failures the nodes that were refuted or did not improve
// the objective.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven allocates only when a search is deeper than all
// before. It returns an error if a given mentions a variable that does not exist.
func (s Solver) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(ctx, base)
}
