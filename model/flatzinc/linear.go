package flatzinc

import (
	"cmp"
	"math"
	"slices"

	"nonet/model"
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

// lin returns an operand as a linear expression.
func (b *builder) lin(o operand) lin {
	if !o.isVar() {
		return constant(b.add(0, max(o.n, math.MinInt+1)))
	}
	v := b.find(o.n)
	if n, fixed := b.vars[v].dom.fixed(); fixed {
		return constant(n)
	}
	return lin{terms: []term{{1, v}}}
}

// sum returns the sum of coefs[i] times parts[i].
func (b *builder) sum(coefs []int, parts []lin) lin {
	var s lin
	for i, p := range parts {
		s.c = b.add(s.c, b.mul(coefs[i], p.c))
		for _, t := range p.terms {
			if n, fixed := b.vars[t.v].dom.fixed(); fixed {
				s.c = b.add(s.c, b.mul(b.mul(coefs[i], t.coef), n))
			} else {
				s.terms = append(s.terms, term{b.mul(coefs[i], t.coef), t.v})
			}
		}
	}
	if len(s.terms) > 1 {
		s.terms = b.mergeTerms(s.terms)
	}
	s.terms = slices.DeleteFunc(s.terms, func(t term) bool { return t.coef == 0 })
	return s
}

// mergeTerms adds up the coefficients of each variable. The order of first occurrences is kept.
func (b *builder) mergeTerms(terms []term) []term {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
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

func (b *builder) plus(x, y lin) lin  { return b.sum([]int{1, 1}, []lin{x, y}) }
func (b *builder) minus(x, y lin) lin { return b.sum([]int{1, -1}, []lin{x, y}) }
func (b *builder) not(x lin) lin      { return b.sum([]int{1, -1}, []lin{constant(1), x}) }

// scale returns l times n; n must not be 0.
func (l lin) scale(b *builder, n int) lin { return b.sum([]int{n}, []lin{l}) }

// plusConstant returns l + n.
func (l lin) plusConstant(b *builder, n int) lin { return lin{l.terms, b.add(l.c, n)} }

// bounds returns the least and the greatest value of l over the domains.
func (b *builder) bounds(l lin) (lo, hi int) {
	lo, hi = l.c, l.c
	for _, t := range l.terms {
		d := b.vars[t.v].dom
		x, y := b.mul(t.coef, d.min()), b.mul(t.coef, d.max())
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
func (b *builder) postLinear(l lin, op operator) error {
	switch op {
	case equal:
		b.eq(l)
	case atMost:
		b.le(l)
	default:
		return b.ne(l)
	}
	return nil
}

// le states that l <= 0.
func (b *builder) le(l lin) {
	if len(l.terms) == 1 {
		b.narrowLe(l.terms[0], l.c)
		return
	}
	lo, hi := b.bounds(l)
	switch {
	case hi <= 0:
	case lo > 0:
		b.postFalse()
	default:
		g := l.gcd()
		b.post(model.Linear{Terms: l.modelTerms(g), Relation: model.AtMost, Bound: floorDiv(-l.c, g)})
	}
}

// narrowLe states that t + c <= 0.
func (b *builder) narrowLe(t term, c int) {
	if t.coef > 0 {
		b.narrow(t.v, interval(math.MinInt, floorDiv(-c, t.coef)))
	} else {
		b.narrow(t.v, interval(-floorDiv(-c, -t.coef), math.MaxInt))
	}
}

// eq states that l = 0.
func (b *builder) eq(l lin) {
	g := l.gcd()
	if g > 0 && l.c%g != 0 {
		b.postFalse()
		return
	}
	if len(l.terms) == 1 {
		n := -l.c / l.terms[0].coef
		b.narrow(l.terms[0].v, interval(n, n))
		return
	}
	if slices.ContainsFunc(l.terms, func(t term) bool { return !b.vars[t.v].dom.bounded() }) {
		b.boundTerms(l)
		b.boundTerms(l.scale(b, -1))
	}
	switch lo, hi := b.bounds(l); {
	case lo > 0 || hi < 0:
		b.postFalse()
	case len(l.terms) > 0:
		b.post(model.Linear{Terms: l.modelTerms(g), Relation: model.Equal, Bound: -l.c / g})
	}
}

// ne states that l is not 0. Where it is no difference of two variables, it becomes a table or two inequalities.
func (b *builder) ne(l lin) error {
	if len(l.terms) == 1 {
		b.exclude(l)
		return nil
	}
	if len(l.terms) == 2 && l.terms[0].coef == -l.terms[1].coef {
		t, u := l.terms[0], l.terms[1]
		if l.c%t.coef == 0 { // otherwise the values always differ
			b.post(model.NotEqual{A: model.Var(t.v), B: model.Var(u.v), Offset: -l.c / t.coef})
		}
		return nil
	}
	return b.reifyEqual(l, constant(0))
}

// boolThatIsOne returns the bool of l, which has one term, or its negation.
func (l lin) boolThatIsOne(b *builder, one bool) lin {
	x := lin{terms: []term{{1, l.terms[0].v}}}
	if one {
		return x
	}
	return b.not(x)
}

// exclude states that l, which has one variable, is not 0.
func (b *builder) exclude(l lin) {
	if t := l.terms[0]; l.c%t.coef == 0 {
		b.narrow(t.v, b.vars[t.v].dom.without(-l.c/t.coef))
	}
}

// gcd returns the greatest common divisor of the coefficients, or 0 if there are none.
func (l lin) gcd() int {
	g := 0
	for _, t := range l.terms {
		for n := max(t.coef, -t.coef); n != 0; {
			g, n = n, g%n
		}
	}
	return g
}

// modelTerms returns the terms, divided by g.
func (l lin) modelTerms(g int) []model.Term {
	terms := make([]model.Term, len(l.terms))
	for i, t := range l.terms {
		terms[i] = model.Term{Coef: t.coef / g, Var: model.Var(t.v)}
	}
	return terms
}

// floorDiv returns n / d rounded down; d must be positive.
func floorDiv(n, d int) int {
	q := n / d
	if n%d != 0 && n < 0 {
		q--
	}
	return q
}

// A literal is a lin with the values 0 and 1: a constant, a bool, or 1 - bool.

// clause states that one of the literals is true.
func (b *builder) clause(literals ...lin) {
	coefs := make([]int, len(literals))
	for i := range coefs {
		coefs[i] = -1
	}
	b.le(b.sum(coefs, literals).plusConstant(b, 1))
}

// implyLe states that the literal implies l <= 0.
func (b *builder) implyLe(literal, l lin) {
	_, hi := b.bounds(l)
	if hi <= 0 {
		return
	}
	// l <= hi * (1 - literal)
	b.le(b.sum([]int{1, hi}, []lin{l, literal}).plusConstant(b, -hi))
}

// implyEq states that the literal implies l = 0.
func (b *builder) implyEq(literal, l lin) {
	b.implyLe(literal, l)
	b.implyLe(literal, l.scale(b, -1))
}

// reify states that the literal is true exactly if l stands in relation op to 0.
func (b *builder) reify(l lin, op operator, literal lin) error {
	switch op {
	case equal:
		return b.reifyEqual(l, literal)
	case notEqual:
		return b.reifyEqual(l, b.not(literal))
	}
	return b.reifyLe(l, literal)
}

// Limits on the rows of tables that state a reification; beyond them, it becomes inequalities.
const (
	maxUnaryRows  = 10_000
	maxBinaryRows = 1_000
)

// reifyLe states that the literal is true exactly if l <= 0: a table for one variable, and otherwise an inequality for
// each direction, with the largest violation as coefficient of the literal.
func (b *builder) reifyLe(l, literal lin) error {
	lo, hi := b.bounds(l)
	switch {
	case hi <= 0:
		b.eq(b.not(literal))
	case lo > 0:
		b.eq(literal)
	case len(literal.terms) == 0 && literal.c == 1:
		b.le(l)
	case len(literal.terms) == 0:
		b.le(l.scale(b, -1).plusConstant(b, 1))
	case len(l.terms) == 1 && b.isBool(l.terms[0].v):
		b.eq(b.minus(l.boolThatIsOne(b, l.c > 0), literal))
	case b.product(l) <= maxUnaryRows && len(l.terms) == 1:
		return b.tabulate([]lin{l}, literal, maxUnaryRows, func(in []int) (int, bool) {
			return truth(in[0] <= 0), true
		})
	default:
		b.implyLe(literal, l)
		b.implyLe(b.not(literal), l.scale(b, -1).plusConstant(b, 1))
	}
	return nil
}

// reifyEqual states that the literal is true exactly if l = 0: a table for small domains, and otherwise three literals
// for less, equal and greater, of which one is true.
func (b *builder) reifyEqual(l, literal lin) error {
	lo, hi := b.bounds(l)
	bools := !slices.ContainsFunc(l.terms, func(t term) bool { return !b.isBool(t.v) })
	switch g := l.gcd(); {
	case lo > 0 || hi < 0 || g > 0 && l.c%g != 0:
		b.eq(literal)
	case len(l.terms) == 0:
		b.eq(b.not(literal))
	case len(literal.terms) == 0 && literal.c == 1:
		b.eq(l)
	case len(literal.terms) == 0 && len(l.terms) == 1:
		b.exclude(l)
	case len(l.terms) == 1 && b.isBool(l.terms[0].v):
		b.eq(b.minus(l.boolThatIsOne(b, l.c != 0), literal))
	case bools && len(l.terms) == 2:
		b.clausesOf(l, literal)
	case len(l.terms) == 1 && b.product(l) <= maxUnaryRows, len(l.terms) == 2 && b.product(l) <= maxBinaryRows:
		return b.tabulate([]lin{l}, literal, maxUnaryRows, func(in []int) (int, bool) {
			return truth(in[0] == 0), true
		})
	default:
		less := b.newBool()
		if err := b.reifyLe(l.plusConstant(b, 1), less); err != nil {
			return err
		}
		// If the literal is a constant, it is false.
		greater := b.not(less)
		if len(literal.terms) > 0 {
			greater = b.newBool()
			b.eq(b.sum([]int{1, 1, 1}, []lin{less, greater, literal}).plusConstant(b, -1))
		}
		return b.reifyLe(l.scale(b, -1).plusConstant(b, 1), greater)
	}
	return nil
}

// clausesOf states that the literal is true exactly if l = 0, for two bools: a clause for each pair of values.
func (b *builder) clausesOf(l, literal lin) {
	x, y := lin{terms: []term{{1, l.terms[0].v}}}, lin{terms: []term{{1, l.terms[1].v}}}
	for k := range 4 {
		p, q := k&1, k>>1
		differs := func(x lin, value int) lin {
			if value == 1 {
				return b.not(x)
			}
			return x
		}
		result := literal
		if l.c+l.terms[0].coef*p+l.terms[1].coef*q != 0 {
			result = b.not(literal)
		}
		b.clause(differs(x, p), differs(y, q), result)
	}
}

// isBool reports whether the domain of v is {0, 1}.
func (b *builder) isBool(v int) bool {
	d := b.vars[v].dom
	return len(d) == 1 && d[0] == span{0, 1}
}

// product returns the number of combinations of values of the variables of l, at most a large number.
func (b *builder) product(l lin) int {
	n := 1
	for _, t := range l.terms {
		if n = n * min(b.vars[t.v].dom.size(), 1<<24); n > 1<<30 {
			return 1 << 30
		}
	}
	return n
}

func truth(holds bool) int {
	if holds {
		return 1
	}
	return 0
}
