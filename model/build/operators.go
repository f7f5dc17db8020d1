package build

import (
	"nonet/model"
	"slices"
)

// Sum returns the sum of expressions. A number before an expression is its coefficient; a number before a []Expr is the
// coefficient of all its elements, and a []int has one for each. So Sum(2, x, y) is 2x + y, and Sum(weights, xs) is a
// scalar product. A sum of Boolean expressions is the number of true ones.
func Sum(terms ...any) Expr {
	var coefs sumOf
	var args []Expr
	var before any // the coefficients of the next term
	for _, t := range terms {
		var list []Expr
		switch t := t.(type) {
		case int, []int:
			if before != nil {
				return failed("Sum", "two coefficients in a row; add a constant with Plus")
			}
			before = t
			continue
		case []Expr:
			list = t
		default:
			list = []Expr{exprOf(t)}
		}
		coefs = slices.Grow(coefs, len(list))
		for i := range list {
			coef := 1
			switch c := before.(type) {
			case int:
				coef = c
			case []int:
				if len(c) != len(list) {
					return failed("Sum", "has %d coefficients for %d expressions", len(c), len(list))
				}
				coef = c[i]
			}
			coefs = append(coefs, coef)
		}
		args, before = append(args, list...), nil
	}
	if before != nil {
		return failed("Sum", "a coefficient without an expression after it; add a constant with Plus")
	}
	return apply("Sum", false, coefs, args...)
}

// sumOf has the coefficients of the arguments.
type sumOf []int

func (s sumOf) value(x []int) (int, bool) {
	sum := 0
	for i := range x {
		sum += s[i] * x[i]
	}
	return sum, true
}

func (s sumOf) compile(b *Builder, args []Expr) lin {
	coefs, parts := make([]int, 0, len(args)), make([]lin, 0, len(args))
	s.appendTerms(b, args, 1, &coefs, &parts)
	return b.sum(coefs, parts)
}

// appendTerms appends the terms of a sum times coef. A sum that is the first argument, as in x.Plus(y).Plus(z), is
// appended term by term.
func (s sumOf) appendTerms(b *Builder, args []Expr, coef int, coefs *[]int, parts *[]lin) {
	for i, e := range args {
		if inner, ok := e.f.(sumOf); ok && i == 0 {
			inner.appendTerms(b, e.args, b.mul(coef, s[0]), coefs, parts)
			continue
		}
		*coefs, *parts = append(*coefs, b.mul(coef, s[i])), append(*parts, b.expr(e))
	}
}

// Plus returns x + y.
func (x Expr) Plus(y Value) Expr { return apply("Plus", false, sumOf{1, 1}, x, exprOf(y)) }

// Minus returns x - y.
func (x Expr) Minus(y Value) Expr { return apply("Minus", false, sumOf{1, -1}, x, exprOf(y)) }

// Neg returns -x.
func (x Expr) Neg() Expr { return apply("Neg", false, sumOf{-1}, x) }

// A comparison compares its first argument with the second.
type comparison operator

func compare(name string, op operator, x, y Expr) Expr {
	return apply(name, true, comparison(op), x, y)
}

// Eq returns the expression that x = y. For Boolean expressions it is the same as Iff.
func (x Expr) Eq(y Value) Expr { return compare("Eq", equal, x, exprOf(y)) }

// Ne returns the expression that x and y differ. For Boolean expressions it is the same as Xor.
func (x Expr) Ne(y Value) Expr { return compare("Ne", notEqual, x, exprOf(y)) }

// Le returns the expression that x <= y.
func (x Expr) Le(y Value) Expr { return compare("Le", atMost, x, exprOf(y)) }

// Lt returns the expression that x < y.
func (x Expr) Lt(y Value) Expr { return compare("Lt", atMost, x.Plus(1), exprOf(y)) }

// Ge returns the expression that x >= y.
func (x Expr) Ge(y Value) Expr { return compare("Ge", atMost, exprOf(y), x) }

// Gt returns the expression that x > y.
func (x Expr) Gt(y Value) Expr { return compare("Gt", atMost, exprOf(y).Plus(1), x) }

func (c comparison) value(x []int) (int, bool) {
	switch operator(c) {
	case equal:
		return truth(x[0] == x[1]), true
	case notEqual:
		return truth(x[0] != x[1]), true
	}
	return truth(x[0] <= x[1]), true
}

// difference returns x - y of the arguments.
func difference(b *Builder, args []Expr) lin {
	x := b.exprs(args)
	return b.minus(x[0], x[1])
}

func (c comparison) compile(b *Builder, args []Expr) lin {
	switch d := difference(b, args); operator(c) {
	case equal:
		return b.same(d, lin{})
	case notEqual:
		return b.not(b.same(d, lin{}))
	default:
		return b.notAfter(d, lin{})
	}
}

func (c comparison) state(b *Builder, args []Expr) {
	for i, e := range args {
		// f(...) = y needs no auxiliary variable.
		f, ok := e.f.(assigner)
		if _, known := b.compiled[e.node]; operator(c) != equal || !ok || known || e.isBool && !args[1-i].isBool {
			continue
		}
		y := b.expr(args[1-i])
		b.within(e, func() { f.assign(b, e.args, y) })
		return
	}
	b.postLinear(difference(b, args), operator(c))
}

func (c comparison) assign(b *Builder, args []Expr, z lin) {
	switch d := difference(b, args); operator(c) {
	case equal:
		b.reifyEqual(d, z)
	case notEqual:
		b.reifyEqual(d, b.not(z))
	default:
		b.reifyLe(d, z)
	}
}

// deny states that the comparison of the arguments does not hold.
func (c comparison) deny(b *Builder, args []Expr) {
	switch d := difference(b, args); operator(c) {
	case equal:
		b.ne(d)
	case notEqual:
		b.eq(d)
	default:
		b.le(d.scale(b, -1).plusConstant(b, 1))
	}
}

// In returns the expression that x is one of some values.
func (x Expr) In(values ...int) Expr { return x.in(model.Values(values...)) }

func (x Expr) in(set model.Domain) Expr { return apply("In", true, membership(set), x) }

type membership model.Domain

func (s membership) value(x []int) (int, bool) { return truth(model.Domain(s).Contains(x[0])), true }

func (s membership) compile(b *Builder, args []Expr) lin {
	inside := b.newBool()
	s.assign(b, args, inside)
	return b.fold(inside)
}

func (s membership) assign(b *Builder, args []Expr, z lin) {
	b.reifyIn(b.atoms(args)[0], model.Domain(s), z)
}

func (s membership) state(b *Builder, args []Expr) { b.narrowTo(b.atoms(args)[0], model.Domain(s)) }
