package native

import (
	"context"
	"math/bits"
	"slices"

	"nonet/backends/native/internal/nogood"
	"nonet/internal/slice"
	"nonet/model"
)

// nogoods searches models whose values span at most 64 integers with nogood.
type nogoods struct {
	prepared
	m      *model.Model
	search *nogood.Search
	low    int      // value low is bit 0
	base   []uint64 // by variable: its domain, reduced by givens and constraints over one variable

	domains []uint64 // base and the givens of the current puzzle
	givens  []model.Given

	rows map[tableKey][]uint8

	isStep []bool                        // by variable: it is a step of an area, which solution computes
	over   slice.Lists[model.Constraint] // by step: the constraints over it and steps before it
}

// maxNogoodVars limits the variables of the tier. If all must differ, it keeps a bit for each pair: 32 MB.
const maxNogoodVars = 1 << 14

// maxPermuted is the largest range of the values of an AllDifferent over more than half of all variables. The count of
// magic squares of order 4 took the tier more than 47 s: sums over more values do not take account of differences.
const maxPermuted = 10

// newNogoods returns nil if m has an objective or too many variables, or if package nogood does not support a
// constraint: the totals of a linear constraint have too large a range. It also returns nil for large permutations.
// Where branches advise, the lazy tier, which follows them, takes turns.
func newNogoods(ctx context.Context, m *model.Model) (searcher, error) {
	s := &nogoods{m: m, rows: map[tableKey][]uint8{}}
	steps := 0
	for _, a := range m.Areas {
		steps += len(a.Steps)
	}
	if m.Objective != nil || len(m.Vars) == 0 || len(m.Vars)-steps > maxNogoodVars {
		return nil, nil
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	isStep, lastStep := m.Steps()
	s.isStep, s.base, s.domains = isStep, make([]uint64, len(m.Vars)), make([]uint64, len(m.Vars))
	low, high := 0, 0
	for v, x := range m.Vars {
		if x.Domain.Size() == 0 {
			return refuted{}, nil
		}
		if first, last := x.Domain.Min(), x.Domain.Max(); v == 0 {
			low, high = first, last
		} else {
			low, high = min(low, first), max(high, last)
		}
		if uint(high)-uint(low) > 63 {
			return nil, nil
		}
	}
	s.low = low
	for v, x := range m.Vars {
		for value := range x.Domain.All {
			s.base[v] |= s.valueBit(value)
		}
		if isStep[v] {
			s.base[v] = 1
		}
	}
	s.over.Reset(len(m.Vars))
	for i, c := range m.Constraints {
		if lastStep[i] >= 0 {
			s.over.Count(int32(lastStep[i]))
			continue
		}
		switch c := c.(type) {
		case model.Given:
			s.base[c.Var] &= s.valueBit(c.Value)
		case model.Table:
			if len(c.Vars) > 0 && !slices.ContainsFunc(c.Vars, func(v model.Var) bool { return v != c.Vars[0] }) {
				vars, rows, _ := s.table(c)
				s.base[vars[0]] &= valuesOf(rows)
			}
		}
	}
	s.over.Allot()
	if slices.Contains(s.base, 0) {
		return refuted{}, nil
	}
	p := nogood.NewProblem(s.base)
	for v := m.Shown(); v < len(m.Vars); v++ {
		p.HighestFirst(int32(v))
	}
	for i, c := range m.Constraints {
		if lastStep[i] >= 0 {
			s.over.Add(int32(lastStep[i]), c)
			continue
		}
		holds, fits := true, true
		switch c := c.(type) {
		case model.AllDifferent:
			p.AllDifferent(indices(c.Vars))
			fits = 2*len(c.Vars) <= len(m.Vars) || s.valueRange(c.Vars) <= maxPermuted
		case model.NotEqual:
			switch holds = c.A != c.B || c.Offset != 0; {
			case c.A == c.B:
			case c.Offset == 0:
				p.Differ(int32(c.A), int32(c.B))
			default:
				p.Relation(int32(c.B), int32(c.A), func(x int) uint64 {
					if uint(x+c.Offset) > 63 {
						return ^uint64(0)
					}
					return ^(1 << (x + c.Offset))
				})
			}
		case model.Linear:
			holds, fits = s.addLinear(p, c)
		case model.Table:
			var vars []int32
			var rows []uint8
			if vars, rows, holds = s.table(c); holds && len(vars) > 1 {
				p.Table(vars, rows)
			}
		case model.Given:
		default:
			fits = false
		}
		if !fits {
			return nil, nil
		}
		if !holds {
			return refuted{}, nil
		}
	}
	for _, a := range m.Areas {
		inside := uint64(0)
		for _, value := range a.Values {
			inside |= s.valueBit(value)
		}
		p.Area(indices(a.Vars), a.Beside, inside, a.Size)
	}
	s.search = nogood.New(p)
	if len(m.Branches) > 0 {
		return &mixed{ctx: ctx, m: m, engines: [2]searcher{s, nil}}, nil
	}
	return s, nil
}

// valueBit returns the bit of a value, or 0 if it is out of range.
func (s *nogoods) valueBit(value int) uint64 {
	if uint(value-s.low) > 63 {
		return 0
	}
	return 1 << (value - s.low)
}

// valueRange returns the number of values from the lowest to the highest of the variables.
func (s *nogoods) valueRange(vars []model.Var) int {
	union := uint64(0)
	for _, v := range vars {
		union |= s.base[v]
	}
	return bits.Len64(union) - bits.TrailingZeros64(union)
}

// A tableKey is the rows of a table of three different variables, and the domains of these.
type tableKey struct {
	first *[]int
	n     int
	base  [3]uint64
}

// table returns a table as package nogood takes it. Tables of three variables may share their rows.
func (s *nogoods) table(c model.Table) (vars []int32, rows []uint8, holds bool) {
	var key tableKey
	if v := c.Vars; len(v) == 3 && len(c.Rows) > 0 && v[0] != v[1] && v[0] != v[2] && v[1] != v[2] {
		key = tableKey{&c.Rows[0], len(c.Rows), [3]uint64{s.base[v[0]], s.base[v[1]], s.base[v[2]]}}
		if rows = s.rows[key]; len(rows) > 0 {
			return indices(v), rows, true
		}
	}
	vars, rows, holds = distinct[uint8](c, s.low, func(v model.Var, value int) bool {
		return s.base[v]&s.valueBit(value) != 0
	})
	if key.n > 0 {
		s.rows[key] = rows
	}
	return vars, rows, holds
}

// valuesOf returns a list of values as a set.
func valuesOf(list []uint8) (values uint64) {
	for _, value := range list {
		values |= 1 << value
	}
	return values
}

// addLinear adds a linear constraint. holds is false if it cannot hold; fits is false if its sums have too large a
// range.
func (s *nogoods) addLinear(p *nogood.Problem, c model.Linear) (holds, fits bool) {
	merged, err := mergeTerms(c.Terms, 1<<60, func(int32) uint64 { return max(magnitude(s.low), 64) })
	if err != nil {
		return true, false
	}
	sum := 0 // of the terms if all values are s.low
	terms := slice.Map(merged, func(t term) nogood.Term {
		sum += t.coef * s.low
		return nogood.Term{Var: t.v, Coef: t.coef}
	})
	bound := min(max(c.Bound, -unbounded), unbounded) // larger bounds are equally out of reach
	lo, hi := bound-sum, bound-sum
	switch c.Relation {
	case model.AtMost:
		lo = -unbounded
	case model.AtLeast:
		hi = unbounded
	}
	if len(terms) == 0 {
		return lo <= 0 && 0 <= hi, true
	}
	return true, p.Linear(terms, lo, hi)
}

func (s *nogoods) start(givens []model.Given) {
	s.givens = givens
	copy(s.domains, s.base)
	for _, g := range givens {
		if !s.isStep[g.Var] {
			s.domains[g.Var] &= s.valueBit(g.Value)
		}
	}
	s.search.Start(s.domains)
}

func (s *nogoods) next(steps int) (event, int) { return s.search.Next(steps) }

// solution checks with model.Check, which evaluates the constraints and shares nothing with the search.
func (s *nogoods) solution(a model.Assignment) error {
	s.search.Solution(a)
	broken := func(c model.Constraint) bool { return c.Violation(a) > 0 }
	for v := range a {
		a[v] += s.low
		if !s.isStep[v] {
			continue
		}
		for a[v] = range s.m.Vars[v].Domain.All {
			if !slices.ContainsFunc(s.over.Get(int32(v)), broken) {
				break
			}
		}
	}
	return s.m.CheckGivens(a, s.givens)
}

func (s *nogoods) effort() model.Effort { return effortOf(s.search.Effort) }
