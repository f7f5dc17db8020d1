package build

import "slices"

// Element returns list[index]; the first index is 0. It has no value for an index outside of the list.
func Element(list List, index Value) Expr {
	xs := listOf(list)
	i := exprOf(index)
	return apply("Element", false, operation{
		of: func(x []int) (int, bool) {
			if i := x[len(xs)]; i >= 0 && i < len(xs) {
				return x[i], true
			}
			return 0, false
		},
		post: func(b *Builder, x []lin, result lin) { b.element(x[:len(xs)], x[len(xs)], result) },
	}, slices.Concat(xs, []Expr{i})...)
}

// element states that a value is the element of a list at an index, which counts from 0.
func (b *Builder) element(list []lin, index, value lin) {
	b.limit(0, len(list)-1, index)
	if index = b.fold(index); len(index.terms) == 0 && (index.c < 0 || index.c >= len(list)) {
		return // narrowTo has stated it
	}
	if !slices.ContainsFunc(list, func(x lin) bool { return len(x.terms) > 0 }) {
		b.tabulate([]lin{index}, value, max(MaxRows, len(list)), func(in []int) (int, bool) {
			if in[0] < 0 || in[0] >= len(list) {
				return 0, false
			}
			return list[in[0]].c, true
		})
		return
	}
	if len(index.terms) == 0 {
		b.eq(b.minus(list[index.c], value))
		return
	}
	outside := func(i int) bool { return i < 0 || i >= len(list) } // narrowTo has excluded it
	var low, high int
	for k, i := range slices.DeleteFunc(b.valuesOf([]lin{index}), outside) {
		lo, hi := b.bounds(list[i])
		if k == 0 {
			low, high = lo, hi
		}
		low, high = min(low, lo), max(high, hi)
	}
	b.limit(low, high, value)
	b.byCases(index, func(i int, literal lin) {
		if !outside(i) {
			b.implyEq(literal, b.minus(list[i], b.fold(value)))
		}
	})
}
