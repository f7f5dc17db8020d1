package native

import (
	"fmt"

	"nonet/model"
)

// compile returns an engine for m, with nothing scheduled, and the propagator of the objective if there is one. The engine is nil if a
// domain is empty, a constraint cannot hold whatever the values, or the givens contradict the domains. m must be valid.
func compile(m *model.Model) (*engine, *goal, error) {
	e := &engine{universe: newUniverse(m)}
	n := len(m.Vars)
	e.onChange, e.onBounds, e.onFix = make([][]int32, n), make([][]int32, n), make([][]int32, n)
	if !e.addDomains(m.Vars) {
		return nil, nil, nil
	}
	var givens []model.Given
	for i, c := range m.Constraints {
		holds, err := true, error(nil)
		switch c := c.(type) {
		case model.AllDifferent:
			e.postAllDifferent(c)
		case model.NotEqual:
			holds = e.postNotEqual(c)
		case model.Linear:
			holds, err = e.postLinear(c)
		case model.Table:
			holds = e.postTable(c)
		case model.Given:
			givens = append(givens, c)
		default:
			err = fmt.Errorf("%T is not supported", c)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("native: constraint %d: %w", i, err)
		}
		if !holds {
			return nil, nil, nil
		}
	}
	var g *goal
	if m.Objective != nil {
		var err error
		if g, err = e.postGoal(m.Objective); err != nil {
			return nil, nil, fmt.Errorf("native: objective: %w", err)
		}
	}
	for i := range e.queues {
		e.queues[i] = newQueue(len(e.propagators))
	}
	if !e.give(givens) {
		return nil, nil, nil
	}
	e.clearQueues()
	e.keep()
	return e, g, nil
}

// addDomains adds the domain of each variable. It returns false if one is empty.
func (e *engine) addDomains(vars []model.Variable) bool {
	var ranks []int
	for _, v := range vars {
		if len(v.Domain) == 0 {
			return false
		}
		ranks = ranks[:0]
		for _, value := range v.Domain {
			r, _ := e.rank(value)
			ranks = append(ranks, r)
		}
		e.addDomain(ranks)
	}
	return true
}

func (e *engine) postAllDifferent(c model.AllDifferent) {
	if len(c.Vars) < 2 {
		return
	}
	var p propagator
	vars := make([]placed, len(c.Vars))
	base, narrow := e.domains[c.Vars[0]].base, true
	for i, v := range c.Vars {
		d := e.domains[v]
		vars[i] = placed{int32(v), d.first}
		narrow = narrow && d.words == 1 && d.base == base
	}
	if narrow {
		p = &allDifferent{vars: vars, settled: int32(e.reserve(1))}
	} else {
		p = newWideDifferent(e, indices(c.Vars))
	}
	id := e.add(p, indices(c.Vars), true)
	for _, v := range c.Vars {
		e.onChange[v] = append(e.onChange[v], id)
	}
}

func (e *engine) postNotEqual(c model.NotEqual) bool {
	if c.A == c.B {
		return c.Offset != 0
	}
	id := e.add(&notEqual{int32(c.A), int32(c.B), c.Offset}, []int32{int32(c.A), int32(c.B)}, true)
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
	vars := make([]int32, len(p.terms))
	for i, t := range p.terms {
		vars[i] = t.v
	}
	id := e.add(p, vars, false)
	for _, v := range vars {
		e.onBounds[v] = append(e.onBounds[v], id)
	}
	return id
}

// postTable states the rows that fit the domains. A variable that occurs twice keeps its first column, and the rows in which the two
// differ go.
func (e *engine) postTable(c model.Table) bool {
	var columns []int
	first := map[model.Var]int{}
	for i, v := range c.Vars {
		if _, seen := first[v]; !seen {
			first[v] = i
			columns = append(columns, i)
		}
	}
	var rows [][]int
rows:
	for _, row := range c.Rows {
		ranks := make([]int, len(columns))
		for i, v := range c.Vars {
			r, ok := e.rank(row[i])
			if !ok || !e.has(int32(v), r) || row[i] != row[first[v]] {
				continue rows
			}
		}
		for i, column := range columns {
			ranks[i], _ = e.rank(row[column])
		}
		rows = append(rows, ranks)
	}
	if len(rows) == 0 || len(columns) == 0 {
		return len(rows) > 0
	}
	vars := make([]int32, len(columns))
	for i, column := range columns {
		vars[i] = int32(c.Vars[column])
	}
	id := e.add(newTable(e, vars, rows), vars, false)
	for _, v := range vars {
		e.onChange[v] = append(e.onChange[v], id)
	}
	return true
}

func indices(vars []model.Var) []int32 {
	all := make([]int32, len(vars))
	for i, v := range vars {
		all[i] = int32(v)
	}
	return all
}
