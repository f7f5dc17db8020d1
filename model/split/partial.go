package split

import (
	"slices"

	"nonet/model"
)

// A partial is a partial assignment.
type partial struct {
	Model    *model.Model
	Value    []int // by variable
	Assigned []bool
}

// newPartial returns the assignment that gives no variable a value.
func newPartial(m *model.Model) *partial {
	return &partial{m, make([]int, len(m.Vars)), make([]bool, len(m.Vars))}
}

// violates reports whether the assigned values violate c for all values of the other variables. It considers c alone,
// and of a Linear only the range of the sum.
func (p *partial) violates(c model.Constraint) bool {
	switch c := c.(type) {
	case model.Given:
		return p.Assigned[c.Var] && p.Value[c.Var] != c.Value
	case model.NotEqual:
		return p.Assigned[c.A] && p.Assigned[c.B] && p.Value[c.A] == p.Value[c.B]+c.Offset
	case model.AllDifferent:
		for i, v := range c.Vars {
			for _, w := range c.Vars[:i] {
				if p.Assigned[v] && p.Assigned[w] && p.Value[v] == p.Value[w] {
					return true
				}
			}
		}
		return false
	case model.Table:
		return !slices.ContainsFunc(c.Rows, func(row []int) bool { return p.matches(c.Vars, row) })
	case model.Linear:
		low, high := 0, 0
		for _, t := range c.Terms {
			d := p.Model.Vars[t.Var].Domain
			switch {
			case p.Assigned[t.Var]:
				low, high = low+t.Coef*p.Value[t.Var], high+t.Coef*p.Value[t.Var]
			case d.Size() > 0:
				least, most := t.Coef*d.Min(), t.Coef*d.Max()
				low, high = low+min(least, most), high+max(least, most)
			}
		}
		return c.Relation != model.AtLeast && low > c.Bound || c.Relation != model.AtMost && high < c.Bound
	default:
		return false // unknown constraint: assume that it may hold
	}
}

// matches reports whether the assigned values agree with a row of a table.
func (p *partial) matches(vars []model.Var, row []int) bool {
	for i, v := range vars {
		if p.Assigned[v] && p.Value[v] != row[i] {
			return false
		}
	}
	return true
}
