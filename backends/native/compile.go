package native

import (
	"context"
	"fmt"
	"slices"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// compile returns an engine for m with empty queues, and the propagator of the objective, if there is one. The engine
// is nil if a domain is empty, a constraint cannot hold for any values, or the givens contradict the domains. m must be
// valid. The error is an *encode.UnsupportedError if m has more than model.MaxValues values, or the one of ctx.
func compile(ctx context.Context, m *model.Model, l Level) (*engine, *objectiveBound, error) {
	if err := encode.CheckValues("native", m, nil); err != nil {
		return nil, nil, err
	}
	e := &engine{universe: newUniverse(m)}
	n := len(m.Vars)
	e.onChange, e.onBounds, e.onFix = make([][]int32, n), make([][]int32, n), make([][]int32, n)
	if !e.addDomains(m.Vars) {
		return nil, nil, nil
	}
	var givens []model.Given
	for i, c := range m.Constraints {
		if i%checkCompile == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		holds, err := true, error(nil)
		switch c := c.(type) {
		case model.AllDifferent:
			e.postAllDifferent(indices(c.Vars), l)
		case model.NotEqual:
			holds = e.postNotEqual(c)
		case model.Linear:
			holds, err = e.postLinear(c)
		case model.Table:
			holds = e.postTable(m, c)
		case model.Given:
			givens = append(givens, c)
		default:
			err = fmt.Errorf("constraint type %T is not supported", c)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("constraint %d: %w", i, err)
		}
		if !holds {
			return nil, nil, nil
		}
	}
	var g *objectiveBound
	if m.Objective != nil {
		var err error
		if g, err = e.postObjective(m.Objective); err != nil {
			return nil, nil, fmt.Errorf("objective: %w", err)
		}
	}
	e.baseWatchers = make([]int, n)
	for i := range e.queues {
		e.queues[i] = newQueue(len(e.propagators))
	}
	if !e.assignGivens(givens) {
		return nil, nil, nil
	}
	e.clearQueues()
	e.commit()
	return e, g, nil
}

// addDomains adds the domain of each variable. It returns false if a domain is empty.
func (e *engine) addDomains(vars []model.Variable) bool {
	var ranks []int
	for _, v := range vars {
		if v.Domain.Size() == 0 {
			return false
		}
		ranks = ranks[:0]
		for value := range v.Domain.All {
			r, _ := e.rank(value)
			ranks = append(ranks, r)
		}
		e.addDomain(ranks)
	}
	return true
}

// maxMatchingWords limits the sets that Automatic keeps for a matching: 32 MB.
const maxMatchingWords = 1 << 22

// postAllDifferent posts an AllDifferent. The rules of level Hidden are cheap and run first. Domain adds a propagator
// of its own; Automatic adds the same, but deferred.
func (e *engine) postAllDifferent(vars []int32, level Level) {
	if len(vars) < 2 {
		return
	}
	e.addOnChange(newAllDifferent(e, slices.Clone(vars)), vars, true)
	s := e.spanOf(vars)
	switch {
	case level == Domain:
		e.addOnChange(newMatching(e, vars), vars, false)
	case level == Automatic && len(vars)*int(s.high-s.low) <= maxMatchingWords:
		e.deferred = append(e.deferred, e.addPropagator(newMatching(e, vars), vars, false))
	}
}

// addOnChange adds a propagator that is woken by any change of its variables.
func (e *engine) addOnChange(p propagator, vars []int32, cheap bool) {
	id := e.addPropagator(p, vars, cheap)
	for _, v := range vars {
		e.onChange[v] = append(e.onChange[v], id)
	}
}

func (e *engine) postNotEqual(c model.NotEqual) bool {
	if c.A == c.B {
		return c.Offset != 0
	}
	id := e.addPropagator(&notEqual{int32(c.A), int32(c.B), c.Offset}, []int32{int32(c.A), int32(c.B)}, true)
	e.onFix[c.A] = append(e.onFix[c.A], id)
	e.onFix[c.B] = append(e.onFix[c.B], id)
	return true
}

func (e *engine) postLinear(c model.Linear) (bool, error) {
	p, holds, err := newLinear(e, c.Terms, c.Relation, c.Bound)
	if p != nil {
		e.addLinear(p)
	}
	return holds, err
}

func (e *engine) addLinear(p *linear) int32 {
	p.settled, p.sum = int32(e.reserve(1)), int32(e.reserve(1))
	vars := slice.Map(p.terms, func(t term) int32 { return t.v })
	id := e.addPropagator(p, vars, false)
	for _, v := range vars {
		e.onBounds[v] = append(e.onBounds[v], id)
	}
	return id
}

// postTable posts the rows that fit the domains.
func (e *engine) postTable(m *model.Model, c model.Table) bool {
	if l, ok := literalOf(c, func(v model.Var) model.Domain { return m.Vars[v].Domain }); ok {
		e.postLiteral(l, m.Vars[l.b].Domain)
		return true
	}
	vars, rows, holds := distinct[int](c, 0, func(v model.Var, value int) bool {
		r, ok := e.rank(value)
		return ok && e.contains(int32(v), r)
	})
	if !holds || len(vars) == 0 {
		return holds
	}
	for i, value := range rows {
		rows[i], _ = e.rank(value)
	}
	e.addOnChange(newTable(e, vars, slices.Collect(slices.Chunk(rows, len(vars)))), vars, false)
	return true
}

func indices(vars []model.Var) []int32 {
	return slice.Map(vars, func(v model.Var) int32 { return int32(v) })
}
