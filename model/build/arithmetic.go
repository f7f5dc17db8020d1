package build

import (
	"slices"

	"nonet/model"
)

// Times returns x * y.
func (x Expr) Times(y Value) Expr {
	return apply("Times", false, operation{
		of: func(x []int) (int, bool) { return x[0] * x[1], true },
		simple: func(b *Builder, x []lin) (lin, bool) {
			for i, l := range x {
				if len(l.terms) == 0 {
					return b.sum([]int{l.c}, []lin{x[1-i]}), true
				}
			}
			return lin{}, false
		},
		post: func(b *Builder, x []lin, z lin) { b.times(x[0], x[1], z) }}, x, exprOf(y))
}

// Div returns the quotient x / y, rounded towards zero. It has no value if y is 0.
func (x Expr) Div(y Value) Expr {
	return apply("Div", false, operation{of: quotient, post: func(b *Builder, x []lin, q lin) {
		if !b.dividesByTable(x, q, quotient) {
			largest := b.magnitude(x[0])
			b.limit(-largest, largest, q)
			rest := max(b.magnitude(x[1]), 1) - 1
			b.divide(x[0], x[1], q, b.newVar(model.Interval(-rest, rest)))
		}
	}}, x, exprOf(y))
}

// Mod returns the remainder of x / y, which has the sign of x. It has no value if y is 0.
func (x Expr) Mod(y Value) Expr {
	return apply("Mod", false, operation{of: remainder, post: func(b *Builder, x []lin, r lin) {
		if !b.dividesByTable(x, r, remainder) {
			rest := max(b.magnitude(x[1]), 1) - 1
			b.limit(-rest, rest, r)
			largest := b.magnitude(x[0])
			b.divide(x[0], x[1], b.newVar(model.Interval(-largest, largest)), r)
		}
	}}, x, exprOf(y))
}

// Pow returns x to the power of y. For negative y it is 1 divided by x to the power of -y, rounded towards zero.
func (x Expr) Pow(y Value) Expr {
	return tabular("Pow", false, power, []Expr{x, exprOf(y)})
}

// Abs returns the absolute value of x.
func (x Expr) Abs() Expr {
	return apply("Abs", false, operation{
		of:   func(x []int) (int, bool) { return max(x[0], -x[0]), true },
		post: func(b *Builder, x []lin, z lin) { b.abs(x[0], z) }}, x)
}

// Below this number of combinations, a function of two variables becomes a table although it has a linear form.
const smallTable = 2_500

// times states x * y = z.
func (b *Builder) times(x, y, z lin) {
	if b.product(y) < b.product(x) {
		x, y = y, x
	}
	if len(x.terms) == 0 {
		b.eq(b.minus(y.scale(b, x.c), z))
		return
	}
	rows := b.product(x)
	same := x.terms[0].v == y.terms[0].v
	if !same {
		rows *= min(b.product(y), 1<<30)
	}
	switch {
	case !same && (rows > smallTable && b.product(x) <= maxCases || b.isBool(x.terms[0].v)):
		b.multiplyByCases(x, y, z)
	case rows > MaxRows:
		b.multiplyByDigits(x, y, z)
	default:
		b.tabulate([]lin{x, y}, z, MaxRows, func(in []int) (int, bool) { return b.mul(in[0], in[1]), true })
	}
}

// boundProduct bounds z = x * y.
func (b *Builder) boundProduct(x, y, z lin) {
	xLo, xHi := b.bounds(x)
	yLo, yHi := b.bounds(y)
	corners := []int{b.mul(xLo, yLo), b.mul(xLo, yHi), b.mul(xHi, yLo), b.mul(xHi, yHi)}
	b.limit(slices.Min(corners), slices.Max(corners), z)
}

// multiplyByDigits states x * y = z by the binary digits of x above its least value: z is the sum of their products
// with y. That bounds z little while digits have no values, so the model has the product as a fact, too.
func (b *Builder) multiplyByDigits(x, y, z lin) {
	b.boundProduct(x, y, z)
	lo, hi := b.bounds(x)
	sum, product := constant(lo), b.sum([]int{lo}, []lin{y})
	for size := 1; size <= hi-lo && !b.overflow; size *= 2 {
		digit := b.newBool()
		part := b.newVar(Unbounded()) // multiplyByCases bounds it
		b.multiplyByCases(digit, y, part)
		sum, product = b.sum([]int{1, size}, []lin{sum, digit}), b.sum([]int{1, size}, []lin{product, part})
	}
	b.eq(b.minus(sum, x))
	b.eq(b.minus(product, z))
	b.products = append(b.products, [3]lin{x, y, z})
}

// multiplyByCases states x * y = z by an equation for each value of x.
func (b *Builder) multiplyByCases(x, y, z lin) {
	b.boundProduct(x, y, z)
	b.byCases(x, func(value int, literal lin) {
		b.implyEq(literal, b.sum([]int{value, -1}, []lin{y, z}))
	})
}

// quotient and remainder truncate towards zero, as those of Go.
func quotient(in []int) (int, bool) {
	if in[1] == 0 {
		return 0, false
	}
	return in[0] / in[1], true
}

func remainder(in []int) (int, bool) {
	if in[1] == 0 {
		return 0, false
	}
	return in[0] % in[1], true
}

// maxDivided limits the values of a variable whose domain a division of it alone reduces.
const maxDivided = 1 << 18

// dividesByTable states the division x[0] / x[1] as a table if that is small, if x[1] has many values, or if it only
// reduces the domain of x[0]. It reports whether it did.
func (b *Builder) dividesByTable(x []lin, result lin, of func([]int) (int, bool)) bool {
	n, limit := b.combinations(x[0], x[1]), smallTable
	switch {
	case len(x[1].terms)+len(result.terms) == 0:
		limit = maxDivided
	case b.isLarge(x[1]):
		limit = MaxRows
	}
	if n <= limit {
		b.tabulate(x, result, limit, of)
	}
	return n <= limit
}

// magnitude returns the largest absolute value of x.
func (b *Builder) magnitude(x lin) int {
	lo, hi := b.bounds(x)
	return max(hi, -lo)
}

func (b *Builder) combinations(x, y lin) int { return b.product(x) * b.product(y) }

// isLarge reports whether y has too many values for byCases.
func (b *Builder) isLarge(y lin) bool { return len(y.terms) > 0 && b.product(y) > maxCases }

// divide states x = y*q + r with the quotient q rounded towards zero: |r| < |y|, and r is 0 or has the sign of x. There
// is a case for each value of y, unless these are many.
func (b *Builder) divide(x, y, q, r lin) {
	lo, hi := b.bounds(x)
	switch {
	case lo >= 0:
		b.le(r.scale(b, -1))
	case hi <= 0:
		b.le(r)
	default:
		negative := b.newBool()
		b.reifyLe(x.plusConstant(b, 1), negative)
		b.implyLe(negative, r)
		b.implyLe(b.not(negative), r.scale(b, -1))
	}
	if b.isLarge(y) {
		size, product := b.newVar(Unbounded()), b.newVar(Unbounded())
		b.abs(y, size)
		b.le(b.sum([]int{1, -1}, []lin{r, size}).plusConstant(b, 1))
		b.le(b.sum([]int{-1, -1}, []lin{r, size}).plusConstant(b, 1))
		b.eq(b.sum([]int{1, 1, -1}, []lin{product, r, x}))
		b.times(y, q, product)
		return
	}
	b.byCases(y, func(value int, literal lin) {
		if value == 0 {
			b.eq(literal)
			return
		}
		b.implyEq(literal, b.sum([]int{value, 1, -1}, []lin{q, r, x}))
		most := max(value, -value) - 1
		b.implyLe(literal, r.plusConstant(b, -most))
		b.implyLe(literal, r.scale(b, -1).plusConstant(b, -most))
	})
}

// power is x to the power of y. For negative y it is 1 div x^|y|, which has no value for x = 0.
func power(in []int) (int, bool) {
	base, exponent := in[0], in[1]
	switch {
	case base == 1 || exponent == 0:
		return 1, true
	case base == -1:
		return 1 - 2*(exponent&1), true
	case exponent < 0:
		return 0, base != 0
	case base == 0:
		return 0, true
	}
	power := 1
	for range exponent {
		if power > maxNumber/max(base, -base) || power < -maxNumber/max(base, -base) {
			return 0, false // no domain has the value
		}
		power *= base
	}
	return power, true
}

// abs states that y is the absolute value of x.
func (b *Builder) abs(x, y lin) {
	lo, hi := b.bounds(x)
	b.limit(0, max(hi, -lo), y)
	switch {
	case lo >= 0:
		b.eq(b.minus(x, y))
	case hi <= 0:
		b.eq(b.plus(x, y))
	case b.product(x) <= maxUnaryRows:
		b.tabulate([]lin{x}, y, maxUnaryRows, func(in []int) (int, bool) { return max(in[0], -in[0]), true })
	default:
		negative := b.newBool()
		b.reifyLe(x.plusConstant(b, 1), negative)
		b.implyEq(negative, b.plus(x, y))
		b.implyEq(b.not(negative), b.minus(x, y))
	}
}
