package build

import (
	"cmp"
	"math"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/bounds"
)

// A term is a coefficient times a variable of the builder.
type term struct{ coef, v int }

// A lin is a linear expression: the sum of its terms and c. Its variables are representatives, different, and not
// fixed, and no coefficient is 0. A constant, a variable and the negation 1 - b of a bool are linear expressions.
type lin struct {
	terms []term
	c     int
}

func constant(n int) lin { return lin{c: n} }

// lin returns an Operand as a linear expression.
func (b *Builder) lin(o Operand) lin {
	if !o.IsVar {
		return constant(b.add(0, max(o.N, math.MinInt+1)))
	}
	v := b.find(o.N)
	if n, fixed := fixed(b.vars[v].dom); fixed {
		return constant(n)
	}
	return lin{terms: b.vars[v].self[:]}
}

// sum returns the sum of coefs[i] times parts[i].
func (b *Builder) sum(coefs []int, parts []lin) lin {
	s := lin{terms: make([]term, 0, len(parts))}
	for i, p := range parts {
		s.c = b.add(s.c, b.mul(coefs[i], p.c))
		for _, t := range p.terms {
			if n, fixed := fixed(b.vars[t.v].dom); fixed {
				s.c = b.add(s.c, b.mul(b.mul(coefs[i], t.coef), n))
			} else {
				s.terms = append(s.terms, term{b.mul(coefs[i], t.coef), t.v})
			}
		}
	}
	for i := 1; i < len(s.terms); i++ {
		if s.terms[i-1].v >= s.terms[i].v { // some may be equal
			s.terms = b.mergeTerms(s.terms)
			break
		}
	}
	s.terms = slices.DeleteFunc(s.terms, func(t term) bool { return t.coef == 0 })
	return s
}

// mergeTerms adds up the coefficients of each variable. The order of first occurrences is kept.
func (b *Builder) mergeTerms(terms []term) []term {
	order := slice.Indices[int](len(terms))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(terms[i].v, terms[j].v) })
	for k := 1; k < len(order); k++ {
		first, i := order[k-1], order[k]
		if terms[first].v == terms[i].v {
			terms[first].coef = b.add(terms[first].coef, terms[i].coef)
			terms[i].coef = 0
			order[k] = first
		}
	}
	return terms
}

func (b *Builder) plus(x, y lin) lin { return b.sum([]int{1, 1}, []lin{x, y}) }

func (b *Builder) minus(x, y lin) lin { return b.sum([]int{1, -1}, []lin{x, y}) }

func (b *Builder) not(x lin) lin { return b.sum([]int{1, -1}, []lin{constant(1), x}) }

// scale returns l times n; n must not be 0.
func (l lin) scale(b *Builder, n int) lin { return b.sum([]int{n}, []lin{l}) }

func (l lin) plusConstant(b *Builder, n int) lin { return lin{l.terms, b.add(l.c, n)} }

// fold returns l with fixed variables replaced by their values.
func (b *Builder) fold(l lin) lin {
	for _, t := range l.terms {
		if _, fixed := fixed(b.vars[t.v].dom); fixed {
			return b.sum([]int{1}, []lin{l})
		}
	}
	return l
}

// total returns the sum of a list.
func (b *Builder) total(list []lin) lin {
	ones := slices.Repeat([]int{1}, len(list))
	return b.sum(ones, list)
}

// bounds returns the least and the greatest value of l over the domains.
func (b *Builder) bounds(l lin) (lo, hi int) {
	lo, hi = l.c, l.c
	for _, t := range l.terms {
		d := b.vars[t.v].dom
		x, y := b.mul(t.coef, d.Min()), b.mul(t.coef, d.Max())
		lo, hi = b.add(lo, min(x, y)), b.add(hi, max(x, y))
	}
	return lo, hi
}

// An operator compares a linear expression with 0.
type operator byte

const (
	equal operator = iota
	notEqual
	atMost
)

// post states that l stands in relation op to 0.
func (b *Builder) postLinear(l lin, op operator) {
	switch op {
	case equal:
		b.eq(l)
	case atMost:
		b.le(l)
	default:
		b.ne(l)
	}
}

// le states that l <= 0.
func (b *Builder) le(l lin) {
	if len(l.terms) == 1 {
		b.narrowLe(l.terms[0], l.c)
		return
	}
	switch lo, hi := b.bounds(l); {
	case hi <= 0:
	case len(l.terms) == 0:
		b.postFalse()
	default:
		b.contradiction = b.contradiction || lo > 0
		g := l.gcd()
		bound, relation := bounds.FloorDiv(-l.c, g), model.AtMost
		if l.terms[0].coef < 0 { // x - y >= 1 reads better than y - x <= -1
			g, bound, relation = -g, -bound, model.AtLeast
		}
		b.post(model.Linear{Terms: l.modelTerms(g), Relation: relation, Bound: bound})
	}
}

// narrowLe states that t + c <= 0.
func (b *Builder) narrowLe(t term, c int) {
	if t.coef > 0 {
		b.narrow(t.v, model.Interval(math.MinInt, bounds.FloorDiv(-c, t.coef)))
	} else {
		b.narrow(t.v, model.Interval(-bounds.FloorDiv(-c, -t.coef), math.MaxInt))
	}
}

// eq states that l = 0.
func (b *Builder) eq(l lin) {
	g := l.gcd()
	if g > 0 && l.c%g != 0 {
		b.postFalse()
		return
	}
	if len(l.terms) == 1 {
		n := -l.c / l.terms[0].coef
		b.narrow(l.terms[0].v, model.Interval(n, n))
		return
	}
	if slices.ContainsFunc(l.terms, func(t term) bool { return !isBounded(b.vars[t.v].dom) }) {
		b.infer([]bounds.Sum{l.compared(equal)}, 0)
	}
	switch lo, hi := b.bounds(l); {
	case len(l.terms) > 0:
		b.contradiction = b.contradiction || lo > 0 || hi < 0
		b.post(model.Linear{Terms: l.modelTerms(g), Relation: model.Equal, Bound: -l.c / g})
	case l.c != 0:
		b.postFalse()
	}
}

// ne states that l is not 0. Where it is no difference of two variables, it becomes a table or two inequalities.
func (b *Builder) ne(l lin) {
	if len(l.terms) == 1 {
		b.exclude(l)
		return
	}
	if len(l.terms) == 2 && l.terms[0].coef == -l.terms[1].coef {
		t, u := l.terms[0], l.terms[1]
		if l.c%t.coef == 0 { // otherwise the values always differ
			b.post(model.NotEqual{A: model.Var(t.v), B: model.Var(u.v), Offset: -l.c / t.coef})
		}
		return
	}
	b.reifyEqual(l, constant(0))
}

// exclude states that l, which has one variable, is not 0.
func (b *Builder) exclude(l lin) {
	if t := l.terms[0]; l.c%t.coef == 0 {
		b.narrow(t.v, without(b.vars[t.v].dom, -l.c/t.coef))
	}
}

// gcd returns the greatest common divisor of the coefficients, or 0 if there are none.
func (l lin) gcd() int {
	g := 0
	for _, t := range l.terms {
		g = bounds.GCD(g, t.coef)
	}
	return g
}

// modelTerms returns the terms, divided by g.
func (l lin) modelTerms(g int) []model.Term {
	return slice.Map(l.terms, func(t term) model.Term { return model.Term{Coef: t.coef / g, Var: model.Var(t.v)} })
}

// A literal is a lin with the values 0 and 1: a constant, a bool, or 1 - bool.
