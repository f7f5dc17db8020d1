package cnf

import (
	"slices"

	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// constraintSource returns the source of the clauses of constraint i, which is not an AllDifferent.
func constraintSource(i int, c model.Constraint) encode.Source {
	switch c := c.(type) {
	case model.Linear:
		return encode.Sum.OfConstraint(i)
	case model.NotEqual:
		return encode.Conflict.OfConstraint(i)
	case model.Given:
		s := encode.Clue.OfConstraint(i).WithValue(c.Value)
		s.Var = c.Var
		return s
	}
	return encode.TableRows.OfConstraint(i)
}

// values returns the values that v can take.
func (b *builder) values(v model.Var) []int {
	if r := b.fixed[v]; r >= 0 {
		return []int{b.valueIndex.Value(int(r))}
	}
	return slice.Map(b.ranks[b.first[v]:b.first[v+1]], func(r int32) int { return b.valueIndex.Value(int(r)) })
}

// imply adds the clause "if l then one of lits". Each literal may be falseLit or trueLit.
func (b *builder) imply(l Lit, lits ...Lit) {
	if l == falseLit || slices.Contains(lits, trueLit) {
		return
	}
	if l != trueLit {
		b.f.Body = append(b.f.Body, -l)
	}
	b.f.Add(slices.DeleteFunc(lits, func(l Lit) bool { return l == falseLit })...)
}

// notEqual forbids every pair of values that violates c.
func (b *builder) notEqual(c model.NotEqual) {
	switch {
	case c.A == c.B && c.Offset == 0:
		b.f.Add()
	case c.A == c.B:
	case b.encoder.Preset == Support:
		b.addSupports(c.A, c.B, c.Offset)
	default:
		for _, value := range b.values(c.B) {
			b.forbid(nil, encode.Atom{Var: c.A, Value: value + c.Offset}, encode.Atom{Var: c.B, Value: value})
		}
	}
}

// given adds unit clauses for a clue whose variable is not a constant, and the empty clause if the clue contradicts the
// domain.
func (b *builder) given(c model.Given) {
	i := b.positionOf(c.Var, c.Value)
	switch {
	case i < 0:
		b.f.Add()
	case b.fixed[c.Var] < 0:
		for _, l := range b.appendAtom(nil, c.Var, i) {
			b.f.Add(l)
		}
	}
}
