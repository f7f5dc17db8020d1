package sudoku

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// The rule any-of: alternatives of rules, at least one of which holds.

// validAny checks the rules of each alternative.
func validAny(s Shape, r Rule) string {
	for _, alternative := range r.Any {
		for _, q := range alternative {
			k := RuleKindByName(q.Kind)
			if k == nil || !k.core && (k.minCells == 0 && k.minGroups == 0 || k.defines) {
				return fmt.Sprintf("%s is not a rule about cells that may be one of several", q.Kind)
			}
			if err := q.Validate(s); err != nil {
				return err.Error()
			}
		}
	}
	return ""
}

// maxTuples bounds the values that anyOf tries for the cells of a rule: four cells of a 9x9 grid.
const maxTuples = 10_000

// anyOf states that all rules of an alternative hold. A rule about a few cells is a table of their values. Otherwise,
// whether a rule holds is a function of the values, so auxiliary variables for it are determined, whichever
// alternatives hold.
func anyOf(b *builder, r Rule) {
	if cells, ok := b.fewCells(r); ok {
		grid := make(Grid, b.Shape.Cells())
		b.tuples(func(tuple []int) bool {
			for i, c := range cells {
				grid[c] = tuple[i]
			}
			return !anyBroken(b.Puzzle, r, grid)
		}, cells...)
		return
	}
	var alternatives []build.Expr
	for _, alternative := range r.Any {
		var all []build.Expr
		b.conditions = &all
		for _, q := range alternative {
			RuleKindByName(q.Kind).constraints(b, q)
		}
		b.conditions = nil
		alternatives = append(alternatives, b.named(build.And(all...), 0, 1))
	}
	b.add(build.Or(alternatives...))
}

// fewCells returns the cells of a rule any-of in order, if no other cells decide whether it holds, and if their values
// have at most maxTuples combinations.
func (b *builder) fewCells(r Rule) (cells []Cell, ok bool) {
	for _, q := range slices.Concat(r.Any...) {
		own := slices.Concat(q.Lists()...)
		if q.Core != nil {
			own = slice.Map(q.Core.Scope(), func(v model.Var) Cell { return Cell(v) })
		}
		if own == nil || RuleKindByName(q.Kind).readsOthers {
			return nil, false
		}
		cells = append(cells, own...)
	}
	cells = slice.Unique(cells)
	combinations := 1
	for range cells {
		if combinations *= b.Shape.N(); combinations > maxTuples {
			return nil, false
		}
	}
	return cells, true
}

// condition returns the expression that a core constraint of a rule holds.
func (b *builder) condition(c model.Constraint) build.Expr {
	switch c := c.(type) {
	case model.NotEqual:
		return b.values[c.A].Ne(b.values[c.B].Plus(c.Offset))
	case model.Table:
		return build.Table(slice.Map(c.Vars, func(v model.Var) build.Expr { return b.values[v] }), c.Rows)
	case model.Linear:
		sum := build.Const(0)
		for _, t := range c.Terms {
			sum = sum.Plus(build.Sum(t.Coef, b.values[t.Var]))
		}
		switch c.Relation {
		case model.AtMost:
			return sum.Le(c.Bound)
		case model.AtLeast:
			return sum.Ge(c.Bound)
		}
		return sum.Eq(c.Bound)
	}
	panic(fmt.Sprintf("sudoku: a %T is no rule", c))
}

// accepts returns the expression that a deterministic automaton accepts a list, as for the function automaton. The
// automaton that states it reads first whether it does.
func accepts[S comparable](
	b *builder, list []build.Expr, start S, step func(state S, value int) (S, bool), accept func(state S) bool,
) build.Expr {
	type state struct {
		claim int // -1 before it is read
		dead  bool
		of    S
	}
	claim := b.variable(0, 1)
	b.addAlways(build.Automaton(append([]build.Expr{claim}, list...), state{claim: -1},
		func(s state, value int) (state, bool) {
			switch {
			case s.claim < 0:
				return state{claim: value, of: start}, true
			case s.dead:
				return s, true
			}
			next, ok := step(s.of, value)
			if !ok {
				return state{claim: s.claim, dead: true}, s.claim == 0
			}
			return state{claim: s.claim, of: next}, true
		}, func(s state) bool { return s.dead || s.claim == oneIf(accept(s.of)) }))
	return claim
}

func anyBroken(p Puzzle, r Rule, g Grid) bool {
alternatives:
	for _, alternative := range r.Any {
		for _, q := range alternative {
			if RuleKindByName(q.Kind).violatedBy(p, q, g) {
				continue alternatives
			}
		}
		return false
	}
	return true
}
