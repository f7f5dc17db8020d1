package build

// postInverse states that two lists are inverse: where element i of the first list, argument 0, is j, element j of the
// second, argument 2, is i. Indices count from arguments 1 and 3. The second list may be longer than the first; then
// the other direction need not hold. Each pair of indices has a literal.
func postInverse(b *Builder, a arguments) error {
	x, y := a.lins(0), a.lins(2)
	first, second := a.lin(1).c, a.lin(3).c
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
	x, y := a.lins(0), a.lins(2)
	first, second := a.lin(1).c, a.lin(3).c
	for _, v := range x {
		b.narrowTo(v, Interval(second, b.add(second, len(y)-1)))
	}
	if len(x) == len(y) {
		for _, v := range y {
			b.narrowTo(v, Interval(first, b.add(first, len(x)-1)))
		}
	}
}
