package cnf

import (
	"math"
	"slices"

	"nonet/model"
)

// What is known about an atom that has no variable of its own.
const (
	never  Lit = 0             // the value is not in the domain
	always Lit = math.MaxInt32 // the variable is a constant of that value
)

// is returns the literal that says that v has a value, or never, or always.
func (b *builder) is(v model.Var, value int) Lit {
	if r := b.fixed[v]; r >= 0 {
		if b.scale.value(r) == value {
			return always
		}
		return never
	}
	from, to := int(b.first[v]), int(b.first[v+1])
	for from < to { // binary search
		k := int(uint(from+to) / 2)
		switch found := b.mp.Shown[k].Value; {
		case found == value:
			return Lit(k + 1)
		case found < value:
			from = k + 1
		default:
			to = k
		}
	}
	return never
}

// domain appends the values of v to dst.
func (b *builder) domain(dst []int, v model.Var) []int {
	if r := b.fixed[v]; r >= 0 {
		return append(dst, b.scale.value(r))
	}
	for _, atom := range b.mp.Shown[b.first[v]:b.first[v+1]] {
		dst = append(dst, atom.Value)
	}
	return dst
}

// imply adds the clause "if l then one of lits"; l may be never or always, and so may the lits.
func (b *builder) imply(l Lit, lits ...Lit) {
	if l == never || slices.Contains(lits, always) {
		return
	}
	if l != always {
		b.f.Body = append(b.f.Body, -l)
	}
	b.f.Add(slices.DeleteFunc(lits, func(l Lit) bool { return l == never })...)
}

// notEqual forbids every two values that clash.
func (b *builder) notEqual(c model.NotEqual) {
	if c.A == c.B {
		if c.Offset == 0 {
			b.f.Add()
		}
		return
	}
	for _, value := range b.domain(nil, c.B) {
		x, y := b.is(c.A, value+c.Offset), b.is(c.B, value)
		switch {
		case x == never:
		case x == always:
			b.imply(y)
		case y == always:
			b.imply(x)
		default:
			b.f.Add(-x, -y)
		}
	}
}

// given states a clue that is not a constant as a unit clause, and one that contradicts the domain as the empty clause.
func (b *builder) given(c model.Given) {
	switch l := b.is(c.Var, c.Value); l {
	case always:
	case never:
		b.f.Add()
	default:
		b.f.Add(l)
	}
}
