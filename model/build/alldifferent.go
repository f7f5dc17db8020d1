package build

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// AllDifferent returns the expression that the elements of a list are different.
func AllDifferent(xs ...Expr) Expr {
	return apply("AllDifferent", true, global{
		holds: func(x []int) bool { return !repeats(x) },
		post:  (*Builder).allDifferent,
		same:  func() Expr { return pairs(xs, Expr.Ne) }}, xs...)
}

// AllDifferentExcept returns the expression that those elements of a list are different that are none of some values.
func AllDifferentExcept(list List, values ...int) Expr {
	return allDifferentExcept(listOf(list), model.Values(values...))
}

func allDifferentExcept(xs []Expr, set model.Domain) Expr {
	return apply("AllDifferentExcept", true, global{
		holds: func(x []int) bool {
			return !repeats(slices.DeleteFunc(slices.Clone(x), set.Contains))
		},
		post: func(b *Builder, x []lin) { b.allDifferentExcept(x, set) },
		same: func() Expr {
			return pairs(xs, func(x Expr, y Value) Expr { return Or(x.Ne(y), x.in(set)) })
		}}, xs...)
}

// AllEqual returns the expression that the elements of a list are equal.
func AllEqual(xs ...Expr) Expr {
	var all []Expr
	for i := 1; i < len(xs); i++ {
		all = append(all, xs[0].Eq(xs[i]))
	}
	return And(all...)
}

// pairs returns the expression that each two elements of a list are related.
func pairs(xs []Expr, related func(x Expr, y Value) Expr) Expr {
	var all []Expr
	for i, y := range xs {
		for _, x := range xs[:i] {
			all = append(all, related(x, y))
		}
	}
	return And(all...)
}

// allDifferent states that the elements of a list are different.
func (b *Builder) allDifferent(list []lin) {
	open := make([]lin, 0, len(list))
	var constants []int
	for _, x := range list {
		if x = b.fold(x); len(x.terms) == 0 {
			constants = append(constants, x.c)
		} else {
			open = append(open, x)
		}
	}
	// The same multiple of each variable plus the same number are different if the variables are.
	alike := func(x lin) bool {
		return len(x.terms) == 1 && x.c == open[0].c && x.terms[0].coef == open[0].terms[0].coef
	}
	if slices.ContainsFunc(open, func(x lin) bool { return !alike(x) }) {
		b.allDifferent(slice.Map(list, b.variable))
		return
	}
	vars := slice.Map(open, func(x lin) model.Var { return model.Var(x.terms[0].v) })
	if repeats(constants) || repeats(vars) {
		b.postFalse()
		return
	}
	for _, x := range open {
		for _, n := range constants {
			b.exclude(x.plusConstant(b, -n))
		}
	}
	if len(vars) > 1 {
		b.post(model.AllDifferent{Vars: vars})
	}
}

// repeats reports whether an element occurs twice.
func repeats[T ~int](list []T) bool { return len(slice.Unique(slices.Clone(list))) < len(list) }

// allDifferentExcept states that the elements of a list are different, except those in a set. Each value outside of the
// set has an inequality: at most one element has it.
func (b *Builder) allDifferentExcept(list []lin, except model.Domain) {
	for _, n := range slices.DeleteFunc(b.valuesOf(list), except.Contains) {
		have := slice.Map(list, func(x lin) lin { return b.is(x, n) })
		b.le(b.total(have).plusConstant(b, -1))
	}
}
