package build

import "slices"

// Inverse states that two lists are inverse: where xs[i] is j, ys[j] is i. If ys is longer than xs, the other direction
// need not hold.
func Inverse(xs, ys List) Constraint {
	first, second := listOf(xs), listOf(ys)
	c := &relationOnly{name: "Inverse", args: slices.Concat(first, second)}
	c.post = func(b *Builder, x []lin) error {
		return b.inverse(x[:len(first)], 0, x[len(first):], 0)
	}
	return c
}

// postInverse states that two lists are inverse: where element i of the first list, argument 0, is j, element j of the
// second, argument 2, is i. Indices count from arguments 1 and 3. The second list may be longer than the first; then
// the other direction need not hold. Each pair of indices has a literal.
func postInverse(b *Builder, a arguments) error {
	return b.inverse(a.lins(0), a.lin(1).c, a.lins(2), a.lin(3).c)
}

func (b *Builder) inverse(x []lin, first int, y []lin, second int) error {
	b.limitInverse(x, first, y, second)
	b.allDifferent(x)
	if len(x) == len(y) {
		b.allDifferent(y)
	}
	for i := range x {
		for j := range y {
			arc := b.is(x[i], second+j)
			if len(x) == len(y) {
				b.reifyEqual(b.fold(y[j]).plusConstant(b, -first-i), arc)
			} else {
				b.clause(b.not(arc), b.is(y[j], first+i))
			}
		}
	}
	return nil
}

// reduceInverse limits the elements of the lists to indices.
func reduceInverse(b *Builder, a arguments) {
	b.limitInverse(a.lins(0), a.lin(1).c, a.lins(2), a.lin(3).c)
}

func (b *Builder) limitInverse(x []lin, first int, y []lin, second int) {
	for _, v := range x {
		b.narrowTo(v, Interval(second, b.add(second, len(y)-1)))
	}
	if len(x) == len(y) {
		for _, v := range y {
			b.narrowTo(v, Interval(first, b.add(first, len(x)-1)))
		}
	}
}
