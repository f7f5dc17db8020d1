package native

import (
	"nonet/model"
)

// A literal is a table of two variables that says: b, which has two values, has the higher one exactly if v is a value,
// or is at most that value; if negated is true, exactly if not. Such tables are the 0-1 variables with which
// package build and other programs ask for the value of a variable.
type literal struct {
	b, v            model.Var
	value           int
	atMost, negated bool
}

// literalOf returns the literal that a table states. The rows have the values of v increasing, and may have others.
func literalOf(c model.Table, domain func(model.Var) model.Domain) (l literal, ok bool) {
	if len(c.Vars) != 2 || c.Vars[0] == c.Vars[1] {
		return l, false
	}
	for x, v := range c.Vars {
		b := c.Vars[1-x]
		values, two := domain(v), domain(b)
		if two.Size() != 2 || values.Size() > len(c.Rows) || values.Size() < 2 {
			continue
		}
		if l, ok = literalOfColumn(c.Rows, x, values, two); ok {
			l.b, l.v = b, v
			return l, true
		}
	}
	return l, false
}

// literalOfColumn returns the literal of the rows whose column x has the values; the other column has two.
func literalOfColumn(rows [][]int, x int, values, two model.Domain) (l literal, ok bool) {
	var count, last [2]int // by value of b: the number of its rows, and the index of the last value
	n, before := 0, 0      // the values of v so far, and the value of b in the last row
	size := values.Size()
	changes := 0 // how often b changes from row to row
	for _, row := range rows {
		if (n == size || row[x] < values.At(n)) && (n == 0 || row[x] > values.At(n-1)) {
			continue // no value of v
		}
		k, found := two.Index(row[1-x])
		if n == size || row[x] != values.At(n) || !found {
			return l, false
		}
		if n > 0 && k != before {
			changes++
		}
		count[k], last[k], before = count[k]+1, n, k
		n++
	}
	if n < size {
		return l, false
	}
	for k, negated := range []bool{true, false} {
		switch {
		case count[k] == 1:
			return literal{value: values.At(last[k]), negated: negated}, true
		case changes == 1 && last[k] == count[k]-1: // these rows are first
			return literal{value: values.At(last[k]), atMost: true, negated: negated}, true
		}
	}
	return l, false
}

// literalPropagator propagates a literal in constant time. The numbers are ranks.
type literalPropagator struct {
	b, v            int32
	low, high       int // the values of b
	value           int
	atMost, negated bool
}

// postLiteral adds the propagator of a literal, whose variable b has two values in the model.
func (e *engine) postLiteral(l literal, two model.Domain) {
	p := &literalPropagator{b: int32(l.b), v: int32(l.v), atMost: l.atMost, negated: l.negated}
	p.low, _ = e.rank(two.Min())
	p.high, _ = e.rank(two.At(1))
	p.value, _ = e.rank(l.value)
	id := e.addPropagator(p, []int32{p.b, p.v}, true)
	e.onFix[p.b] = append(e.onFix[p.b], id)
	if p.atMost {
		e.onBounds[p.v] = append(e.onBounds[p.v], id)
	} else {
		e.onChange[p.v] = append(e.onChange[p.v], id)
	}
}

func (p *literalPropagator) propagate(e *engine) bool {
	var holds, known bool
	if p.atMost {
		holds = e.max(p.v) <= p.value
		known = holds || e.min(p.v) > p.value
	} else {
		holds = e.contains(p.v, p.value)
		known = !holds || e.fixed(p.v)
	}
	switch {
	case known && holds != p.negated:
		return e.assign(p.b, p.high)
	case known:
		return e.assign(p.b, p.low)
	case !e.fixed(p.b):
		return true
	}
	switch holds := (e.min(p.b) == p.high) != p.negated; {
	case holds && p.atMost:
		return e.keepRange(p.v, 0, p.value)
	case holds:
		return e.assign(p.v, p.value)
	case p.atMost:
		return e.keepRange(p.v, p.value+1, len(e.values)-1)
	}
	return e.remove(p.v, p.value)
}
