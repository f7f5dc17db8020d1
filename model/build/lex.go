package build

import "slices"

// LexLess returns the expression that a list is lexicographically less than another.
func LexLess(xs, ys List) Expr { return lexicographic("LexLess", xs, ys, true) }

// LexLessEq returns the expression that a list is lexicographically at most another.
func LexLessEq(xs, ys List) Expr { return lexicographic("LexLessEq", xs, ys, false) }

func lexicographic(name string, xs, ys List, strict bool) Expr {
	x, y := listOf(xs), listOf(ys)
	n := len(x)
	return apply(name, true, global{
		holds: func(v []int) bool { return slices.Compare(v[:n], v[n:]) < truth(!strict) },
		post:  func(b *Builder, v []lin) { b.lex(v[:n], v[n:], strict) },
		same: func() Expr {
			less := exprOf(len(x) < len(y) || len(x) == len(y) && !strict) // if all elements are equal
			for i := min(len(x), len(y)) - 1; i >= 0; i-- {
				less = Or(x[i].Lt(y[i]), And(x[i].Eq(y[i]), less))
			}
			return less
		}}, slices.Concat(x, y)...)
}

// Increasing returns the expression that each element of a list is at most the next one.
func Increasing(xs ...Expr) Expr { return ordered(xs, Expr.Le) }

// StrictlyIncreasing returns the expression that each element of a list is less than the next one.
func StrictlyIncreasing(xs ...Expr) Expr { return ordered(xs, Expr.Lt) }

// Decreasing returns the expression that each element of a list is at least the next one.
func Decreasing(xs ...Expr) Expr { return ordered(xs, Expr.Ge) }

// StrictlyDecreasing returns the expression that each element of a list is greater than the next one.
func StrictlyDecreasing(xs ...Expr) Expr { return ordered(xs, Expr.Gt) }

func ordered(xs []Expr, related func(x Expr, y Value) Expr) Expr {
	var all []Expr
	for i := 1; i < len(xs); i++ {
		all = append(all, related(xs[i-1], xs[i]))
	}
	return And(all...)
}

// lex states that list x is lexicographically at most list y, or less. A list is less than its own continuations. For
// each position there is a literal that the lists are equal up to there, and an inequality.
//
// Source: A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, Global Constraints for Lexicographic Orderings,
// CP 2002, pp. 93-108, section 3.
func (b *Builder) lex(x, y []lin, strict bool) {
	equalSoFar := constant(1)
	for i := range min(len(x), len(y)) {
		d := b.minus(x[i], y[i])
		if i == len(x)-1 && (strict && len(x) == len(y)) || i == len(y)-1 && len(x) > len(y) {
			b.implyLe(equalSoFar, d.plusConstant(b, 1))
			return
		}
		b.implyLe(equalSoFar, d)
		equalSoFar = b.both(equalSoFar, b.same(x[i], y[i]))
	}
	if len(y) == 0 && (strict || len(x) > 0) {
		b.postFalse()
	}
}
