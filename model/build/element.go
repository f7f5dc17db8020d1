package build

import (
	"slices"
)

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
		post: func(b *Builder, x []lin, result lin) error {
			return b.call(postElement, []lin{x[len(xs)].plusConstant(b, 1)}, x[:len(xs)], []lin{result})
		}}, slices.Concat(xs, []Expr{i})...)
}

// postElement states that argument 2 is the element of the array, argument 1, whose index is argument 0.
func postElement(b *Builder, a arguments) error {
	index, list, value := a.lin(0), a.lins(1), a.lin(2)
	b.narrowTo(index, Interval(1, len(list)))
	if len(index.terms) == 0 && (index.c < 1 || index.c > len(list)) {
		return nil // narrowTo has stated it
	}
	index = a.lin(0) // may be fixed by now
	constants := !slices.ContainsFunc(list, func(x lin) bool { return len(x.terms) > 0 })
	if constants {
		return b.tabulate([]lin{index}, value, max(MaxRows, len(list)), func(in []int) (int, bool) {
			if in[0] < 1 || in[0] > len(list) {
				return 0, false
			}
			return list[in[0]-1].c, true
		})
	}
	if len(index.terms) == 0 {
		b.eq(b.minus(list[index.c-1], value))
		return nil
	}
	var low, high int
	first := true
	indices, err := b.valuesOf([]lin{index})
	if err != nil {
		return err
	}
	for _, i := range indices {
		if i < 1 || i > len(list) {
			return nil // narrowTo has stated a false constraint
		}
		lo, hi := b.bounds(list[i-1])
		if first {
			low, high, first = lo, hi, false
		}
		low, high = min(low, lo), max(high, hi)
	}
	b.narrowResult(value, low, high)
	return b.byCases(index, func(i int, literal lin) {
		b.implyEq(literal, b.minus(list[i-1], a.lin(2)))
	})
}

// reduceIndex limits the index of an element to the array.
func reduceIndex(b *Builder, a arguments) { b.narrowTo(a.lin(0), Interval(1, len(a.list[1].list))) }
