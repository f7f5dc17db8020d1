package build

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/bounds"
)

// inferBounds bounds variables by the linear constraints among calls. It reports whether it has bounded any.
func (b *Builder) inferBounds(calls []Call) bool {
	var sums []bounds.Sum
	for _, c := range calls {
		if !c.Predicate.linear {
			continue
		}
		b.begin(c.Origin)
		l, op := b.linear(c)
		if op == notEqual || b.overflow {
			b.overflow = false
			continue
		}
		sums = append(sums, l.compared(op))
	}
	return b.infer(sums, 0)
}

// linear returns the expression that a linear constraint compares with 0.
func (b *Builder) linear(c Call) (lin, operator) {
	e := c.Predicate.state(b.arguments(c)).(Expr)
	if e.err != nil {
		return lin{}, notEqual // reported when it is stated
	}
	return difference(b, e.args), operator(e.f.(comparison))
}

// compared returns that l is 0 or at most 0.
func (l lin) compared(op operator) bounds.Sum {
	s := bounds.Sum{Terms: l.modelTerms(1), Interval: bounds.Interval{Lower: bounds.NoLower, Upper: -l.c}}
	if op == equal {
		s.Lower = -l.c
	}
	return s
}

// shrink improves bounds by the linear constraints. No solution is lost.
func (b *Builder) shrink() {
	var sums []bounds.Sum
	for _, c := range b.constraints {
		if c, ok := c.(model.Linear); ok {
			s := bounds.Of(c)
			s.Terms = slices.Clone(c.Terms)
			sums = append(sums, s)
		}
	}
	b.infer(sums, bounds.Often)
}

// infer bounds the unbounded variables of sums where they imply it, and improves other bounds at most a number of
// times. It reports whether a bound has changed, and renumbers the variables of sums.
func (b *Builder) infer(sums []bounds.Sum, improvements int) bool {
	local := map[int]int{} // by variable: its number among those of the sums
	var vars []int
	for _, s := range sums {
		for k, t := range s.Terms {
			v := b.find(int(t.Var))
			if _, known := local[v]; !known {
				local[v] = len(vars)
				vars = append(vars, v)
			}
			s.Terms[k].Var = model.Var(local[v])
		}
	}
	before := slice.Map(vars, func(v int) bounds.Interval {
		i := bounds.Interval{Lower: b.vars[v].dom.Min(), Upper: b.vars[v].dom.Max()}
		if i.Lower <= noMin {
			i.Lower = bounds.NoLower
		}
		if i.Upper >= noMax {
			i.Upper = bounds.NoUpper
		}
		return i
	})
	after := slices.Clone(before)
	bounds.Infer(after, sums, improvements)
	for k, v := range vars {
		if after[k] != before[k] {
			b.narrow(v, model.Interval(after[k].Lower, after[k].Upper))
		}
	}
	return !slices.Equal(before, after)
}

// MaxAssumed is the largest magnitude of a variable that no constraint bounds. Sums of some products of two are not too
// large for the engines.
const MaxAssumed = 100_000_000

// assumeBounds bounds by MaxAssumed the variables without bounds that the compiler has introduced, or the other ones.
// It reports whether there was one.
func (b *Builder) assumeBounds(introduced bool) (some bool) {
	for v := range b.vars {
		x := &b.vars[v]
		switch {
		case b.find(v) != v || isBounded(x.dom) || x.introduced != introduced:
			continue
		case b.contradiction:
			x.dom = model.Interval(0, 0)
			continue
		}
		within := x.dom.Intersect(model.Interval(-MaxAssumed, MaxAssumed))
		if within.Size() == 0 {
			b.fail(x.origin.unsupported("variable "+x.name,
				"it has no bounds, and no value from %d to %d", -MaxAssumed, MaxAssumed))
			continue
		}
		some, x.dom, b.assumed = true, within, append(b.assumed, x.name)
	}
	return some
}
