package sudoku

import (
	"context"
	"strconv"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// A builder states the rules of a puzzle. It knows the whole puzzle, because some rules depend on the regions or on
// other rules.
//
// Every auxiliary variable is a function of the variables before it; the constraints admit no other value. The
// solutions of the model are therefore exactly the solutions of the puzzle, and counting, uniqueness, enumeration and
// certificates need no projection. Auxiliary variables follow the variables of the cells.
type builder struct {
	Puzzle
	builder *build.Builder
	values  []build.Expr // of the cells, as numbers
	rule    int          // the rule that is being stated

	// conditions receives the constraints of rules instead of the model, as expressions, unless it is nil.
	conditions *[]build.Expr

	refutations []refutation
}

// A Statement is a puzzle as a model, without its clues.
type Statement struct {
	Puzzle Puzzle
	Model  *model.Model // as Puzzle.BaseModel returns it

	// By constraint, and by auxiliary variable: the index of the rule to which it belongs; -1 for rows, columns and
	// boxes.
	Constraints, Auxiliary []int

	refutations []refutation
}

// A refutation reports whether an automaton that states a rule accepts no different values of the cells of a house.
type refutation struct {
	rule  int
	holds func() bool
}

// State states the rules of p, each of them valid. The error is a *SizeError, or the error of ctx, which may be nil.
func (p Puzzle) State(ctx context.Context) (s *Statement, err error) {
	b := &builder{Puzzle: p, builder: build.From(p.Shape.Model())}
	b.builder.Until(ctx)
	defer func() {
		if e, ok := err.(*build.Error); ok {
			err = e.Cause
			if err == nil {
				err = &SizeError{b.rule, p.Rules[b.rule].Describe(p.Shape), e.Reason}
			}
		}
	}()
	defer parse.Catch(&err)
	for c := range p.Shape.Cells() {
		value := b.builder.Expr(c)
		if p.Shape.Offset != 0 {
			value = value.Plus(p.Shape.Offset)
		}
		b.values = append(b.values, value)
	}
	var r Rule
	for b.rule, r = range p.Rules {
		RuleKindByName(r.Kind).constraints(b, r)
	}
	stated, err := b.builder.Result(nil)
	parse.Raise(err)
	s = &Statement{Puzzle: p, Model: stated.Model, refutations: b.refutations}
	s.Constraints = slice.Map(stated.Origins, func(at *build.Origin) int { return at.Line - 1 })
	named := make([]int, len(p.Rules)) // auxiliary variables by rule
	for v := s.Model.Shown(); v < len(s.Model.Vars); v++ {
		rule := stated.Vars[v].Line - 1
		named[rule]++
		s.Model.Vars[v].Name = "rule" + strconv.Itoa(rule+1) + "_" + strconv.Itoa(named[rule])
		s.Auxiliary = append(s.Auxiliary, rule)
	}
	return s, nil
}

// statement is State for a valid puzzle.
func (p Puzzle) statement() *Statement {
	s, err := p.State(context.Background())
	if err != nil {
		panic("sudoku: " + err.Error())
	}
	return s
}

// add adds constraints of the current rule.
func (b *builder) add(all ...build.Constraint) {
	if b.conditions == nil {
		b.addAlways(all...)
		return
	}
	for _, c := range all {
		*b.conditions = append(*b.conditions, c.(build.Expr))
	}
}

// addAlways adds constraints that define auxiliary variables.
func (b *builder) addAlways(all ...build.Constraint) {
	b.builder.AddAt(b.origin(), all...)
	parse.Raise(b.builder.Err())
}

func (b *builder) origin() build.Origin { return build.Origin{Name: "rule", Line: b.rule + 1} }

// of returns the values of cells.
func (b *builder) of(cells ...Cell) []build.Expr {
	return slice.Map(cells, func(c Cell) build.Expr { return b.values[c] })
}

// different states that the cells have different values.
func (b *builder) different(cells ...Cell) { b.add(build.AllDifferent(b.of(cells...)...)) }

// sum returns the sum of the values of cells.
func (b *builder) sum(cells ...Cell) build.Expr { return build.Sum(b.of(cells...)) }

// pair states that the values of two cells are a pair that allowed accepts.
func (b *builder) pair(x, y Cell, allowed func(v, w int) bool) {
	b.tuples(func(t []int) bool { return allowed(t[0], t[1]) }, x, y)
}

// tuples states that the values of a few cells, in order, are a tuple that allowed accepts.
func (b *builder) tuples(allowed func(tuple []int) bool, cells ...Cell) {
	b.add(build.Where(allowed, b.of(cells...)...))
}

// automaton states that a deterministic automaton accepts the values of the cells, read in order. step returns the
// state after a value, and false if the automaton rejects; accept has the final states.
func automaton[S comparable](
	b *builder, cells []Cell, start S, step func(state S, value int) (S, bool), accept func(state S) bool,
) {
	if b.conditions == nil {
		p := b.Puzzle
		b.refutations = append(b.refutations, refutation{b.rule, func() bool {
			return refutes(p, cells, start, step, accept)
		}})
	}
	accepted(b, b.of(cells...), start, step, accept)
}

// accepted is automaton for a list of expressions.
func accepted[S comparable](
	b *builder, list []build.Expr, start S, step func(state S, value int) (S, bool), accept func(state S) bool,
) {
	if b.conditions != nil {
		b.add(accepts(b, list, start, step, accept))
		return
	}
	b.add(build.Automaton(list, start, step, accept))
}
