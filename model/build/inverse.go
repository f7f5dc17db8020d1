package build

import "slices"

// Inverse states that two lists are inverse: where xs[i] is j, ys[j] is i. If ys is longer than xs, the other direction
// need not hold.
func Inverse(xs, ys List) Constraint {
	first, second := listOf(xs), listOf(ys)
	c := &relationOnly{name: "Inverse", args: slices.Concat(first, second)}
	c.post = func(b *Builder, x []lin) {
		b.limitInverse(x[:len(first)], 0, x[len(first):], 0)
		b.inverse(x[:len(first)], x[len(first):])
	}
	return c
}

// inverse states that two lists are inverse. Each pair of indices has a literal.
func (b *Builder) inverse(x, y []lin) {
	b.allDifferent(x)
	if len(x) == len(y) {
		b.allDifferent(y)
	}
	for i := range x {
		for j := range y {
			arc := b.is(x[i], j)
			if len(x) == len(y) {
				b.reifyEqual(b.fold(y[j]).plusConstant(b, -i), arc)
			} else {
				b.clause(b.not(arc), b.is(y[j], i))
			}
		}
	}
}

// limitInverse limits the elements of the lists to indices, which count from first and second.
func (b *Builder) limitInverse(x []lin, first int, y []lin, second int) {
	b.limit(second, b.add(second, len(y)-1), x...)
	if len(x) == len(y) {
		b.limit(first, b.add(first, len(x)-1), y...)
	}
}
