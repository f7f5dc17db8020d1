package build

import "slices"

// Max returns the maximum of a list that is not empty.
func Max(xs ...Expr) Expr { return extremum("Max", 1, slices.Max, xs) }

// Min returns the minimum of a list that is not empty.
func Min(xs ...Expr) Expr { return extremum("Min", -1, slices.Min, xs) }

func extremum(name string, sign int, of func([]int) int, xs []Expr) Expr {
	if len(xs) == 0 {
		return failed(name, "the list is empty")
	}
	return apply(name, false, operation{
		of:   func(x []int) (int, bool) { return of(x), true },
		post: func(b *Builder, x []lin, result lin) { b.maximum(result, x, sign) }}, xs...)
}

// maximum states that sign times m is the maximum of sign times the elements. Of two elements with small domains it
// makes a table. Otherwise m is at least each element, and a literal for each element is true exactly if it reaches m.
func (b *Builder) maximum(m lin, list []lin, sign int) {
	if len(list) == 0 {
		b.postFalse()
		return
	}
	var low, high int
	for i, x := range list {
		lo, hi := b.bounds(x)
		if i == 0 {
			low, high = lo, hi
		}
		if sign > 0 {
			low, high = max(low, lo), max(high, hi)
		} else {
			low, high = min(low, lo), min(high, hi)
		}
	}
	b.limit(low, high, m)
	if len(list) == 2 && b.combinations(list[0], list[1]) <= smallTable {
		b.tabulate(list, m, smallTable, func(in []int) (int, bool) {
			return sign * max(sign*in[0], sign*in[1]), true
		})
		return
	}
	least := low // of sign times m
	if sign < 0 {
		least = -high
	}
	var reached []lin
	for _, x := range list {
		d := b.sum([]int{sign, -sign}, []lin{m, x}) // at least 0
		b.le(d.scale(b, -1))
		if _, most := b.bounds(x.scale(b, sign)); most < least {
			continue // it cannot be the maximum
		}
		literal := b.newBool()
		b.reifyLe(d, literal)
		reached = append(reached, literal)
	}
	b.clause(reached...)
}
