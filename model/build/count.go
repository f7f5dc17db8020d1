package build

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// Count returns the number of elements of a list that equal a value.
func Count(list List, value Value) Expr { return Among(list, []Expr{exprOf(value)}) }

// Among returns the number of elements of a list that equal one of some values.
func Among(list, values List) Expr {
	xs := listOf(list)
	return apply("Count", false, operation{
		of: func(x []int) (int, bool) {
			n := 0
			for _, v := range x[:len(xs)] {
				n += truth(slices.Contains(x[len(xs):], v))
			}
			return n, true
		},
		simple: func(b *Builder, x []lin) (lin, bool) {
			hits := slice.Map(x[:len(xs)], func(y lin) lin { return b.isOneOf(y, x[len(xs):]) })
			return b.total(hits), true
		},
	}, slices.Concat(xs, listOf(values))...)
}

// NValue returns the number of different values of a list.
func NValue(xs ...Expr) Expr { return NValueExcept(xs) }

// NValueExcept returns the number of different values of a list that are none of some values.
func NValueExcept(list List, values ...int) Expr {
	return nValueExcept(listOf(list), model.Values(values...))
}

func nValueExcept(xs []Expr, set model.Domain) Expr {
	return apply("NValue", false, operation{
		of: func(x []int) (int, bool) {
			return len(slice.Unique(slices.DeleteFunc(slices.Clone(x), set.Contains))), true
		},
		simple: func(b *Builder, x []lin) (lin, bool) { return b.differentValues(x, set), true }}, xs...)
}

// GlobalCardinality returns the expression that each of some values, an Expr or an int, occurs in a list as often as
// counts has it.
func GlobalCardinality(list, values, counts List) Expr {
	xs, all := listOf(list), listOf(values)
	numbers := listOf(counts)
	if len(all) != len(numbers) {
		return failed("GlobalCardinality", "has %d values and %d numbers", len(all), len(numbers))
	}
	return And(slice.Make(len(all), func(i int) Expr { return Count(xs, all[i]).Eq(numbers[i]) })...)
}

// BinPacking states that the sum of the sizes of the items in each bin is at most the capacity.
func BinPacking(capacity Value, bins List, sizes []int) Constraint {
	return packing("BinPacking", []Expr{exprOf(capacity)}, bins, sizes, func(b *Builder, limits, items []lin) {
		for _, bin := range b.valuesOf(items) {
			b.le(b.minus(b.loadOf(bin, items, sizes), limits[0]))
		}
	})
}

// BinPackingCapa is BinPacking with a capacity for each bin: the bins are 0 to len(capacities)-1.
func BinPackingCapa(capacities, bins List, sizes []int) Constraint {
	return packing("BinPackingCapa", capacities, bins, sizes, func(b *Builder, limits, items []lin) {
		b.limit(0, len(limits)-1, items...)
		for bin, limit := range limits {
			b.le(b.minus(b.loadOf(bin, items, sizes), limit))
		}
	})
}

// BinPackingLoad states that loads[k] is the sum of the sizes of the items in bin k. The bins are 0 to len(loads)-1.
func BinPackingLoad(loads, bins List, sizes []int) Constraint {
	return packing("BinPackingLoad", loads, bins, sizes, func(b *Builder, loads, items []lin) {
		b.limit(0, len(loads)-1, items...)
		all := 0
		for k, load := range loads {
			sum := b.loadOf(k, items, sizes)
			lo, hi := b.bounds(sum)
			b.limit(lo, hi, load)
			b.eq(b.minus(sum, load))
		}
		for _, size := range sizes {
			all = b.add(all, size)
		}
		b.eq(b.total(loads).plusConstant(b, -all)) // implied
	})
}

func packing(name string, limits, bins List, sizes []int, post func(b *Builder, limits, items []lin)) Constraint {
	all, items := listOf(limits), listOf(bins)
	c := &relationOnly{name: name, args: slices.Concat(all, items), post: func(b *Builder, x []lin) {
		post(b, x[:len(all)], x[len(all):])
	}}
	if len(items) != len(sizes) {
		c.err = mistake(name, "has %d bins and %d sizes", len(items), len(sizes))
	}
	return c
}

// loadOf returns the sum of the sizes of the items in a bin.
func (b *Builder) loadOf(bin int, items []lin, sizes []int) lin {
	parts := slice.Map(items, func(x lin) lin { return b.is(x, bin) })
	return b.sum(sizes, parts)
}

// isOneOf returns the literal that x equals one of the values.
func (b *Builder) isOneOf(x lin, values []lin) lin {
	var numbers []int
	var hits []lin
	for _, v := range values {
		if len(v.terms) == 0 {
			numbers = append(numbers, v.c)
		} else {
			hits = append(hits, b.same(x, v))
		}
	}
	isNumber := slice.Map(slice.Unique(numbers), func(n int) lin { return b.is(x, n) })
	return b.any(append(hits, b.total(isNumber))...) // x is at most one number
}

// differentValues returns the number of different values of a list, without those of a set. A literal for each value is
// true exactly if an element has the value.
//
// Source: C. Bessiere, G. Katsirelos, N. Narodytska, C.-G. Quimper, T. Walsh, Decomposition of the NValue Constraint,
// CP 2010, pp. 114-128, equations 1 and 2.
func (b *Builder) differentValues(list []lin, except model.Domain) lin {
	var used []lin
	for _, n := range slices.DeleteFunc(b.valuesOf(list), except.Contains) {
		some := slice.Map(list, func(x lin) lin { return b.is(x, n) })
		used = append(used, b.any(some...))
	}
	return b.total(used)
}

// maxValuesOf bounds the different values of a list over which a decomposition distinguishes, unless the builder is one
// of From.
const maxValuesOf = 10_000

// valuesOf returns the values in the domains of a list, in increasing order.
func (b *Builder) valuesOf(list []lin) (values []int) {
	for _, x := range list {
		if len(x.terms) == 0 {
			values = append(values, x.c)
			continue
		}
		d := b.vars[x.terms[0].v].dom
		if d.Size() > maxValuesOf-len(values) && b.base == 0 {
			if values = slice.Unique(values); d.Size() > maxValuesOf-len(values) {
				b.refuse(fmt.Sprintf("the domains have more than %d values", maxValuesOf))
			}
		}
		for n := range d.All {
			values = append(values, x.terms[0].coef*n+x.c)
		}
	}
	return slice.Unique(values)
}
