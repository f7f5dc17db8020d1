package build

import (
	"slices"

	"nonet/model"
)

// clause states that one of the literals is true.
func (b *Builder) clause(literals ...lin) {
	coefs := slices.Repeat([]int{-1}, len(literals))
	b.le(b.sum(coefs, literals).plusConstant(b, 1))
}

// implyLe states that the literal implies l <= 0.
func (b *Builder) implyLe(literal, l lin) {
	_, hi := b.bounds(l)
	if hi <= 0 {
		return
	}
	// l <= hi * (1 - literal)
	b.le(b.sum([]int{1, hi}, []lin{l, literal}).plusConstant(b, -hi))
}

// implyEq states that the literal implies l = 0.
func (b *Builder) implyEq(literal, l lin) {
	b.implyLe(literal, l)
	b.implyLe(literal, l.scale(b, -1))
}

// is returns the literal that x, which has at most one variable, is the number n. Equal questions have one literal.
func (b *Builder) is(x lin, n int) lin {
	l := b.fold(x.plusConstant(b, -n))
	if len(l.terms) == 0 {
		return constant(truth(l.c == 0))
	}
	t := l.terms[0]
	switch {
	case l.c%t.coef != 0 || !b.vars[t.v].dom.Contains(-l.c/t.coef):
		return constant(0)
	case b.isBool(t.v):
		return l.boolThatIsOne(b, l.c != 0)
	}
	return b.literal(&b.literals, l, b.reifyEqual)
}

// atMost returns the literal that x, which has at most one variable, is at most n.
func (b *Builder) atMost(x lin, n int) lin {
	l := b.fold(x.plusConstant(b, -n))
	switch lo, hi := b.bounds(l); {
	case lo > 0 || hi <= 0:
		return constant(truth(hi <= 0))
	case b.isBool(l.terms[0].v):
		return l.boolThatIsOne(b, l.c > 0)
	}
	return b.literal(&b.orders, l, b.reifyLe)
}

// same returns the literal that x = y, notAfter the literal that x <= y.
func (b *Builder) same(x, y lin) lin     { return b.literalOf(b.minus(x, y), b.is, b.reifyEqual) }
func (b *Builder) notAfter(x, y lin) lin { return b.literalOf(b.minus(x, y), b.atMost, b.reifyLe) }

// literalOf returns the literal of a comparison of d with 0: unary returns it if d has at most one variable, and reify
// states it otherwise.
func (b *Builder) literalOf(d lin, unary func(lin, int) lin, reify func(l, literal lin)) lin {
	if len(d.terms) <= 1 {
		return unary(d, 0)
	}
	literal := b.newBool()
	reify(d, literal)
	return b.fold(literal)
}

// literal returns the literal that l = 0 or l <= 0, which reify states. It keeps literals of variables with the
// coefficient 1.
func (b *Builder) literal(known *map[[2]int]lin, l lin, reify func(l, literal lin)) lin {
	key, keep := [2]int{l.terms[0].v, -l.c}, l.terms[0].coef == 1
	if literal, ok := (*known)[key]; ok && keep {
		return b.fold(literal)
	}
	literal := b.newBool()
	reify(l, literal)
	if *known == nil {
		*known = map[[2]int]lin{}
	}
	if keep {
		(*known)[key] = literal
	}
	return literal
}

// Limits on the rows of tables that state a reification; beyond them, it becomes inequalities.
const (
	maxUnaryRows  = 10_000
	maxBinaryRows = 1_000
)

// reifyLe states that the literal is true exactly if l <= 0: a table for one variable, and otherwise an inequality for
// each direction, with the largest violation as coefficient of the literal.
func (b *Builder) reifyLe(l, literal lin) {
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
		b.tellIf(&b.orders, l, literal, func(n int) bool { return n <= 0 })
	default:
		b.implyLe(literal, l)
		b.implyLe(b.not(literal), l.scale(b, -1).plusConstant(b, 1))
	}
}

// reifyEqual states that the literal is true exactly if l = 0: a table for small domains, and otherwise three literals
// for less, equal and greater, of which one is true.
func (b *Builder) reifyEqual(l, literal lin) {
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
	case len(l.terms) == 1 && b.product(l) <= maxUnaryRows:
		b.tellIf(&b.literals, l, literal, func(n int) bool { return n == 0 })
	case len(l.terms) == 2 && b.product(l) <= maxBinaryRows:
		b.function([]lin{l}, literal, func(in []int) (int, bool) { return truth(in[0] == 0), true })
	default:
		less := b.newBool()
		b.reifyLe(l.plusConstant(b, 1), less)
		// If the literal is a constant, it is false.
		greater := b.not(less)
		if len(literal.terms) > 0 {
			greater = b.newBool()
			b.eq(b.sum([]int{1, 1, 1}, []lin{less, greater, literal}).plusConstant(b, -1))
		}
		b.reifyLe(l.scale(b, -1).plusConstant(b, 1), greater)
	}
}

// tellIf states that the literal is true exactly if l is a number with the property; both have one term. In a file the
// literal becomes the known one of l, or equal to it; the constraints of rules may be left out again. Models have a
// table for each value of some variables, so this is faster than function.
func (b *Builder) tellIf(known *map[[2]int]lin, l, literal lin, property func(int) bool) {
	t := l.terms[0]
	if b.base == 0 && t.coef == 1 {
		if *known == nil {
			*known = map[[2]int]lin{}
		}
		key := [2]int{t.v, -l.c}
		if first, ok := (*known)[key]; ok {
			b.eq(b.minus(first, literal))
			return
		}
		(*known)[key] = literal
	}
	dom := b.vars[t.v].dom
	size := dom.Size()
	numbers, yes := b.numbers[:0], 0
	for n := range dom.All {
		holds := truth(property(b.add(l.c, b.mul(t.coef, n))))
		yes += holds
		numbers = append(numbers, n, (holds-literal.c)/literal.terms[0].coef)
	}
	if yes == 0 || yes == size { // the domain of a variable becomes smaller
		b.function([]lin{l}, literal, func(in []int) (int, bool) { return truth(property(in[0])), true })
		return
	}
	rows := b.share(b.rowsOf(numbers, size))
	b.post(model.Table{Vars: modelVars([]int{t.v, literal.terms[0].v}), Rows: rows})
}

// boolThatIsOne returns the bool of l, which has one term, or its negation.
func (l lin) boolThatIsOne(b *Builder, one bool) lin {
	x := lin{terms: []term{{1, l.terms[0].v}}}
	if one {
		return x
	}
	return b.not(x)
}

// clausesOf states that the literal is true exactly if l = 0, for two bools: a clause for each pair of values.
func (b *Builder) clausesOf(l, literal lin) {
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
func (b *Builder) isBool(v int) bool {
	d := b.vars[v].dom
	return d.Size() == 2 && d.Min() == 0 && d.Max() == 1
}

// product returns the number of combinations of values of the variables of l, at most a large number.
func (b *Builder) product(l lin) int {
	n := 1
	for _, t := range l.terms {
		if n = n * min(b.vars[t.v].dom.Size(), 1<<24); n > 1<<30 {
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
