package native

import (
	"context"
	"slices"

	"nonet/backends/native/internal/lcg"
	"nonet/internal/slice"
	"nonet/model"
)

// lazy searches any model whose sums are not too large with lcg.
type lazy struct {
	prepared
	m      *model.Model
	search *lcg.Search

	givens []model.Given
	values []lcg.Term // givens as package lcg takes them
}

// maxPeers limits the pairs of variables that must differ.
const maxPeers = 1 << 21

// newLazy returns nil if the values, a sum or the number of pairs in AllDifferent are too large.
func newLazy(ctx context.Context, m *model.Model) (searcher, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	s := &lazy{m: m}
	p, peers := new(lcg.Problem), 0
	domains, wide := make([]model.Domain, len(m.Vars)), m.CheckValues(nil) != nil
	for v, x := range m.Vars {
		domains[v] = x.Domain
	}
	for _, c := range m.Constraints {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if g, ok := c.(model.Given); ok {
			if !domains[g.Var].Contains(g.Value) {
				return refuted{}, nil
			}
			domains[g.Var] = model.Values(g.Value)
		}
		if t, ok := c.(model.Table); ok && wide {
			for i, v := range t.Vars {
				column := slice.Map(t.Rows, func(row []int) int { return row[i] })
				domains[v] = domains[v].Intersect(model.Values(column...))
			}
		}
	}
	for _, d := range domains {
		if d.Size() == 0 {
			return refuted{}, nil
		}
		if magnitude(d.Min()) > unbounded || magnitude(d.Max()) > unbounded {
			return nil, nil
		}
		p.Variable(d)
	}
	for _, c := range m.Constraints {
		if err := ctx.Err(); err != nil { // a single table may take a tenth of a second
			return nil, err
		}
		holds, fits := true, true
		switch c := c.(type) {
		case model.AllDifferent:
			peers += len(c.Vars) * len(c.Vars)
			if fits = peers < maxPeers; fits {
				p.AllDifferent(indices(c.Vars))
			}
		case model.NotEqual: // A is not B plus Offset
			if holds = c.A != c.B || c.Offset != 0; holds && c.A != c.B {
				p.Differ(int32(c.B), int32(c.A), c.Offset)
			}
		case model.Linear:
			holds, fits = s.addLinear(p, c)
		case model.Table:
			if l, ok := literalOf(c, func(v model.Var) model.Domain { return domains[v] }); ok &&
				p.Literal(int32(l.b), int32(l.v), l.value, l.atMost, l.negated) {
				break
			}
			var vars []int32
			var rows []int
			vars, rows, holds = distinct[int](c, 0, func(v model.Var, value int) bool {
				return m.Vars[v].Domain.Contains(value)
			})
			if holds && len(vars) > 0 {
				p.Table(vars, slices.Collect(slices.Chunk(rows, len(vars))))
			}
		case model.Given:
		default:
			fits = false
		}
		switch {
		case !fits:
			return nil, nil
		case !holds:
			return refuted{}, nil
		}
	}
	if o := m.Objective; o != nil {
		sign := 1
		if o.Maximize {
			sign = -1
		}
		terms, fits := s.terms(o.Terms, sign)
		if !fits {
			return nil, nil
		}
		p.Minimize(terms)
	}
	for _, f := range m.Products {
		if min(domains[f.X].Min(), domains[f.Y].Min(), domains[f.Z].Min()) >= 0 {
			p.Product(int32(f.X), int32(f.Y), int32(f.Z))
		}
	}
	for _, b := range m.Branches {
		p.Branch(lcg.Branch{Vars: indices(b.Vars), Score: scores[b.Pick], High: b.High, Half: b.Half})
	}
	p.AddTasks()
	p.AddCases()
	s.search = lcg.New(p)
	return s, nil
}

// scores has what selects a variable by its lowest value and its number of values; the lowest score comes first.
var scores = map[model.Pick]func(low, values int) int{
	model.FewestValues: func(_, values int) int { return values },
	model.LowestValue:  func(low, _ int) int { return low },
}

// terms returns terms with each variable once, multiplied by 1 or -1. It returns false if their sum may exceed what the
// engine computes with.
func (s *lazy) terms(terms []model.Term, sign int) ([]lcg.Term, bool) {
	merged, err := mergeTerms(terms, unbounded/4, func(v int32) uint64 {
		d := s.m.Vars[v].Domain
		return max(magnitude(d.Min()), magnitude(d.Max()))
	})
	return slice.Map(merged, func(t term) lcg.Term { return lcg.Term{Coef: sign * t.coef, Var: t.v} }), err == nil
}

func (s *lazy) addLinear(p *lcg.Problem, c model.Linear) (holds, fits bool) {
	holds = true
	bound := min(max(c.Bound, -unbounded/2), unbounded/2) // larger bounds are equally out of reach
	for _, sign := range []int{1, -1} {
		if sign > 0 && c.Relation == model.AtLeast || sign < 0 && c.Relation == model.AtMost {
			continue
		}
		terms, fits := s.terms(c.Terms, sign)
		if !fits {
			return true, false
		}
		holds = p.AtMost(terms, sign*bound) && holds
	}
	return holds, true
}

// distinct returns a table with each variable once, without the rows that do not fit the domains or have two values for
// one variable. The values, less low, are in one list, row after row. The table holds for some values if a row is left.
func distinct[T int | uint8](
	c model.Table, low int, fits func(v model.Var, value int) bool,
) (vars []int32, rows []T, holds bool) {
	first := make([]int, len(c.Vars)) // the place of the same variable
	for i, v := range c.Vars {
		if first[i] = slices.Index(c.Vars, v); first[i] == i {
			vars = append(vars, int32(v))
		}
	}
	rows = make([]T, 0, len(c.Rows)*len(vars))
rows:
	for _, row := range c.Rows {
		begin := len(rows)
		for i, v := range c.Vars {
			if row[i] != row[first[i]] || !fits(v, row[i]) {
				rows = rows[:begin]
				continue rows
			}
			if first[i] == i {
				rows = append(rows, T(row[i]-low))
			}
		}
		holds = true
	}
	return vars, rows, holds
}

func (s *lazy) start(givens []model.Given) {
	s.givens = givens
	s.values = s.values[:0]
	for _, g := range givens {
		s.values = append(s.values, lcg.Term{Coef: g.Value, Var: int32(g.Var)})
	}
	s.search.Start(s.values)
}

func (s *lazy) next(steps int) (event, int) { return s.search.Next(steps) }

// improve requires an objective better than value.
func (s *lazy) improve(value int) {
	if s.m.Objective.Maximize {
		value = -value
	}
	s.search.Improve(value)
}

// solution checks with model.Check, which evaluates the constraints and shares nothing with the search.
func (s *lazy) solution(a model.Assignment) error {
	s.search.Solution(a)
	return s.m.CheckGivens(a, s.givens)
}

func (s *lazy) effort() model.Effort { return effortOf(s.search.Effort) }
