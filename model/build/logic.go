package build

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// And returns the expression that all arguments are true; without arguments it is true.
func And(args ...Expr) Expr { return logical("And", conjunction{}, args...) }

// Or returns the expression that one of the arguments is true; without arguments it is false.
func Or(args ...Expr) Expr { return logical("Or", disjunction{}, args...) }

// Not returns the expression that x is false.
func Not(x Expr) Expr { return logical("Not", negation{}, x) }

// If returns the expression that p implies q.
func If(p, q Expr) Expr { return logical("If", implication{}, p, q) }

// Iff returns the expression that p and q are both true or both false.
func Iff(p, q Expr) Expr { return logical("Iff", comparison(equal), p, q) }

// Xor returns the expression that an odd number of the arguments is true.
func Xor(args ...Expr) Expr {
	odd := Const(0)
	for i, x := range args {
		if i == 0 {
			odd = logical("Xor", conjunction{}, x) // which reports a mistake
		} else {
			odd = logical("Xor", comparison(notEqual), odd, x)
		}
	}
	return odd
}

// IfThenElse returns x if the condition is true, and otherwise y.
func IfThenElse(condition Expr, x, y Value) Expr {
	first, second := exprOf(x), exprOf(y)
	if c := logical("IfThenElse", conjunction{}, condition); c.err != nil {
		return c
	}
	return apply("IfThenElse", first.IsBool() && second.IsBool(), choice{}, condition, first, second)
}

type (
	conjunction struct{}
	disjunction struct{}
	negation    struct{}
	implication struct{}
	choice      struct{}
)

func (conjunction) value(x []int) (int, bool) { return truth(!slices.Contains(x, 0)), true }
func (disjunction) value(x []int) (int, bool) { return truth(slices.Contains(x, 1)), true }
func (negation) value(x []int) (int, bool)    { return 1 - x[0], true }
func (implication) value(x []int) (int, bool) { return truth(x[0] <= x[1]), true }

func (choice) value(x []int) (int, bool) { return x[2-x[0]], true }

func (conjunction) compile(b *Builder, args []Expr) lin {
	return b.not(b.any(b.nots(b.exprs(args))...))
}

func (disjunction) compile(b *Builder, args []Expr) lin { return b.any(b.exprs(args)...) }

func (negation) compile(b *Builder, args []Expr) lin { return b.not(b.expr(args[0])) }

func (implication) compile(b *Builder, args []Expr) lin {
	x := b.exprs(args)
	return b.any(b.not(x[0]), x[1])
}

func (choice) compile(b *Builder, args []Expr) lin {
	x := b.exprs(args)
	condition, yes, no := x[0], x[1], x[2]
	switch d := b.minus(yes, no); {
	case len(condition.terms) == 0 && condition.c == 1:
		return yes
	case len(condition.terms) == 0:
		return no
	case len(d.terms) == 0:
		return b.plus(no, b.sum([]int{d.c}, []lin{condition}))
	}
	lo, hi := b.bounds(yes)
	low, high := b.bounds(no)
	z := b.newInt(min(lo, low), max(hi, high))
	b.implyEq(condition, b.minus(yes, z))
	b.implyEq(b.not(condition), b.minus(no, z))
	return b.fold(z)
}

func (conjunction) assign(b *Builder, args []Expr, z lin) { b.and(b.exprs(args), z) }

func (disjunction) assign(b *Builder, args []Expr, z lin) { b.or(b.exprs(args), z) }

func (conjunction) state(b *Builder, args []Expr) {
	for _, e := range args {
		b.require(e)
	}
}

func (disjunction) state(b *Builder, args []Expr) {
	if len(args) == 1 {
		b.require(args[0])
	} else {
		b.clause(b.exprs(args)...)
	}
}

func (negation) state(b *Builder, args []Expr) {
	x := args[0]
	switch f := x.f.(type) {
	case comparison:
		f.deny(b, x.args)
	case disjunction:
		for _, e := range x.args {
			b.require(Not(e))
		}
	case conjunction:
		b.clause(b.nots(b.exprs(x.args))...)
	default:
		b.eq(b.expr(x))
	}
}

func (implication) state(b *Builder, args []Expr) { b.imply(b.expr(args[0]), args[1]) }

// imply states that a literal implies an expression. A linear inequality needs no literal of its own.
func (b *Builder) imply(p lin, q Expr) {
	if p = b.fold(p); len(p.terms) == 0 && p.c == 1 {
		b.require(q)
		return
	}
	if _, ok := q.f.(conjunction); ok {
		for _, e := range q.args {
			b.imply(p, e)
		}
		return
	}
	if c, ok := q.f.(comparison); ok && operator(c) == atMost {
		if d := difference(b, q.args); len(d.terms) > 1 {
			b.implyLe(p, d)
			return
		}
	}
	b.clause(b.not(p), b.expr(q))
}

// reifyIn states that a literal is true exactly if x is in a set: a table, or for a large domain a literal for each
// range of the set.
func (b *Builder) reifyIn(x lin, set model.Domain, literal lin) {
	if b.product(x) <= maxUnaryRows {
		b.tabulate([]lin{x}, literal, maxUnaryRows, func(in []int) (int, bool) {
			return truth(set.Contains(in[0])), true
		})
		return
	}
	if x = b.variable(x); len(x.terms) == 0 {
		return // its numbers do not fit
	}
	set = set.Intersect(b.vars[x.terms[0].v].dom)
	var inside []lin
	for lo, hi := range set.Ranges {
		from, to, both := b.newBool(), b.newBool(), b.newBool()
		b.reifyLe(b.minus(constant(lo), x), from)
		b.reifyLe(b.minus(x, constant(hi)), to)
		b.and([]lin{from, to}, both)
		inside = append(inside, both)
	}
	b.or(inside, literal)
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
	return slice.Map(literals, b.not)
}
