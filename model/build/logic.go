package build

import (
	"slices"
)

func postIn(b *Builder, a arguments) error {
	b.narrowTo(a.lin(0), a.list[1].Set)
	return nil
}

// postInReified states that argument 2 is true exactly if argument 0 is in a set: a table, or for a large domain a
// literal for each span of the set.
func postInReified(b *Builder, a arguments) error {
	x, literal := a.lin(0), a.lin(2)
	set := a.list[1].Set
	if b.product(x) <= maxUnaryRows {
		return b.tabulate([]lin{x}, literal, maxUnaryRows, func(in []int) (int, bool) {
			return truth(set.contains(in[0])), true
		})
	}
	set = set.intersect(b.vars[x.terms[0].v].dom)
	var inside []lin
	for _, s := range set {
		from, to, both := b.newBool(), b.newBool(), b.newBool()
		b.reifyLe(b.minus(constant(s.lo), x), from)
		b.reifyLe(b.minus(x, constant(s.hi)), to)
		b.and([]lin{from, to}, both)
		inside = append(inside, both)
	}
	b.or(inside, literal)
	return nil
}

// or states that the result is true exactly if one of the literals is.
func (b *Builder) or(literals []lin, result lin) {
	b.clause(append(slices.Clone(literals), b.not(result))...)
	for _, l := range literals {
		b.clause(b.not(l), result)
	}
}

// any returns the literal that one of the literals is true.
func (b *Builder) any(literals ...lin) lin {
	var open []lin
	for _, l := range literals {
		if l = b.fold(l); len(l.terms) > 0 {
			open = append(open, l)
		} else if l.c == 1 {
			return l
		}
	}
	switch len(open) {
	case 0:
		return constant(0)
	case 1:
		return open[0]
	}
	result := b.newBool()
	b.or(open, result)
	return result
}

// both returns the literal that two literals are true.
func (b *Builder) both(x, y lin) lin { return b.not(b.any(b.not(x), b.not(y))) }

// and states that the result is true exactly if all literals are.
func (b *Builder) and(literals []lin, result lin) { b.or(b.nots(literals), b.not(result)) }

func (b *Builder) nots(literals []lin) []lin {
	all := make([]lin, len(literals))
	for i, l := range literals {
		all[i] = b.not(l)
	}
	return all
}

// iff states that the result is true exactly if x and y are equal.
func (b *Builder) iff(x, y, result lin) {
	b.clause(b.not(x), b.not(y), result)
	b.clause(x, y, result)
	b.clause(b.not(x), y, b.not(result))
	b.clause(x, b.not(y), b.not(result))
}

func postAnd(b *Builder, a arguments) error {
	b.and([]lin{a.lin(0), a.lin(1)}, a.lin(2))
	return nil
}

func postOr(b *Builder, a arguments) error {
	b.or([]lin{a.lin(0), a.lin(1)}, a.lin(2))
	return nil
}

func postXor(b *Builder, a arguments) error {
	b.iff(a.lin(0), a.lin(1), b.not(a.lin(2)))
	return nil
}

func postIff(b *Builder, a arguments) error {
	b.iff(a.lin(0), a.lin(1), a.lin(2))
	return nil
}

func postArrayAnd(b *Builder, a arguments) error {
	b.and(a.lins(0), a.lin(1))
	return nil
}

func postArrayOr(b *Builder, a arguments) error {
	b.or(a.lins(0), a.lin(1))
	return nil
}

// postArrayXor states that an odd number of bools is true: a chain of auxiliary variables, the parities of the first
// ones.
func postArrayXor(b *Builder, a arguments) error {
	parity := constant(0)
	list := a.lins(0)
	for i, x := range list {
		next := constant(1)
		if i < len(list)-1 {
			next = b.newBool()
		}
		b.iff(parity, x, b.not(next))
		parity = next
	}
	if len(list) == 0 {
		b.postFalse()
	}
	return nil
}

func postClause(b *Builder, a arguments) error {
	b.clause(append(a.lins(0), b.nots(a.lins(1))...)...)
	return nil
}

func postClauseReified(b *Builder, a arguments) error {
	b.or(append(a.lins(0), b.nots(a.lins(1))...), a.lin(2))
	return nil
}
