// Package support finds the values that occur in some solution of a few constraints, such as those of one rule of a
// variant, when the domains of their variables have been reduced.
package support

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A Set is a set of constraints over a few variables, compiled for Unsupported. It is immutable.
//
// Inside the package, a variable is its index in vars, a value its index in values[variable], and a domain is words
// words of bits. The domains of all variables are one slice, so that a copy is one call.
type Set struct {
	vars    []model.Var
	values  [][]int // by variable, increasing
	words   int
	full    []uint64 // all domains of the model
	unequal []unequal
	linears []linear
	tables  []table
}

// An unequal states that the value of a is not the value of b plus the offset.
type unequal struct{ a, b, offset int }

// A linear states that low <= sum of coefs[i] times the value of vars[i] <= high.
type linear struct {
	vars, coefs []int
	low, high   int
}

// A table has a column for each of vars, which are different. Its rows are indices of values.
type table struct {
	vars []int
	rows [][]int
}

const unbounded = 1 << 50 // beyond every sum of a rule

// New compiles constraints of m. They may be all types but Given; a Given is a domain with one value.
func New(m *model.Model, constraints []model.Constraint) *Set {
	s := &Set{}
	index := map[model.Var]int{}
	for _, c := range constraints {
		for _, v := range c.Scope() {
			if _, known := index[v]; !known {
				index[v] = len(s.vars)
				s.vars = append(s.vars, v)
				s.values = append(s.values, slices.Collect(m.Vars[v].Domain.All))
				s.words = max(s.words, (m.Vars[v].Domain.Size()+63)/64)
			}
		}
	}
	s.full = make([]uint64, len(s.vars)*s.words)
	for v, values := range s.values {
		for x := range values {
			s.domain(s.full, v).Add(x)
		}
	}
	for _, c := range constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			for i, v := range c.Vars {
				for _, u := range c.Vars[:i] {
					s.unequal = append(s.unequal, unequal{index[v], index[u], 0})
				}
			}
		case model.NotEqual:
			s.unequal = append(s.unequal, unequal{index[c.A], index[c.B], c.Offset})
		case model.Linear:
			s.linears = append(s.linears, compileLinear(c, index))
		case model.Table:
			s.tables = append(s.tables, s.compileTable(c, index))
		}
	}
	return s
}

func compileLinear(c model.Linear, index map[model.Var]int) linear {
	l := linear{low: c.Bound, high: c.Bound}
	switch c.Relation {
	case model.AtMost:
		l.low = -unbounded
	case model.AtLeast:
		l.high = unbounded
	}
	for _, t := range c.Terms {
		if i := slices.Index(l.vars, index[t.Var]); i >= 0 {
			l.coefs[i] += t.Coef
			continue
		}
		l.vars, l.coefs = append(l.vars, index[t.Var]), append(l.coefs, t.Coef)
	}
	return l
}

// compileTable leaves out rows with a value outside its domain, and rows in which a variable that occurs twice would
// need two values.
func (s *Set) compileTable(c model.Table, index map[model.Var]int) table {
	var t table
	var columns []int // of the first occurrence of each variable
	for i, v := range c.Vars {
		if !slices.Contains(t.vars, index[v]) {
			t.vars, columns = append(t.vars, index[v]), append(columns, i)
		}
	}
rows:
	for _, row := range c.Rows {
		for i, v := range c.Vars {
			if row[i] != row[columns[slices.Index(t.vars, index[v])]] {
				continue rows
			}
		}
		var compiled []int
		for i, column := range columns {
			x, ok := slices.BinarySearch(s.values[t.vars[i]], row[column])
			if !ok {
				continue rows
			}
			compiled = append(compiled, x)
		}
		t.rows = append(t.rows, compiled)
	}
	return t
}

// Vars returns the variables of the constraints, each once. The caller must not modify the slice.
func (s *Set) Vars() []model.Var { return s.vars }

// A Value is a value of a variable.
type Value struct {
	Var   model.Var
	Value int
}

// Unsupported calls remove for each value, among the values that allowed accepts, that occurs in no solution of the
// constraints in which every value is one that allowed accepts. If there is no such solution, these are all values.
//
// The search visits at most limit nodes. Beyond the limit, Unsupported keeps the values that it has not decided, except
// the values that single constraints exclude, and returns false.
func (s *Set) Unsupported(allowed func(v model.Var, value int) bool, limit int, remove func(Value)) (complete bool) {
	supported := make(slice.Set, len(s.full))
	q := s.newSearch(allowed, limit, func(solution []uint64) bool {
		supported.AddAll(solution)
		return true
	})
	start := q.level(0)
	asked := slices.Clone(start)
	possible := q.propagate(start)
	for v, values := range s.values {
		for x, value := range values {
			if !s.domain(asked, v).Has(x) {
				continue
			}
			gone := !possible || !s.domain(start, v).Has(x)
			if !gone && q.nodes >= 0 && !s.domain(supported, v).Has(x) {
				next := q.level(1)
				copy(next, start)
				only(s.domain(next, v), x)
				gone = !q.solve(1) && q.nodes >= 0
			}
			if gone {
				remove(Value{s.vars[v], value})
			}
		}
	}
	return q.nodes >= 0
}

// Solutions passes the solutions in which every value is one that allowed accepts to yield until yield returns false. A
// solution has a value for each of Vars; it is valid only during the call. Solutions returns false if it visited more
// than limit nodes.
func (s *Set) Solutions(allowed func(v model.Var, value int) bool, limit int, yield func(values []int) bool) bool {
	values := make([]int, len(s.vars))
	q := s.newSearch(allowed, limit, func(solution []uint64) bool {
		for v := range values {
			values[v] = s.values[v][s.domain(solution, v).Next(0)]
		}
		return !yield(values)
	})
	q.solve(0)
	return q.nodes >= 0
}

// A search looks for solutions depth first.
type search struct {
	*Set
	levels [][]uint64                   // by depth: domains
	nodes  int                          // left; negative if the limit is exceeded
	found  func(solution []uint64) bool // receives each solution; reports whether to stop
}

// newSearch returns a search whose level 0 has the values that allowed accepts.
func (s *Set) newSearch(
	allowed func(v model.Var, value int) bool, limit int, found func(solution []uint64) bool,
) *search {
	q := &search{Set: s, nodes: limit, found: found}
	start := q.level(0)
	copy(start, s.full)
	for v, values := range s.values {
		for x, value := range values {
			if !allowed(s.vars[v], value) {
				s.domain(start, v).Remove(x)
			}
		}
	}
	return q
}

// level returns the memory of the domains at a depth.
func (q *search) level(depth int) []uint64 {
	if depth == len(q.levels) {
		q.levels = append(q.levels, make([]uint64, len(q.full)))
	}
	return q.levels[depth]
}

// solve passes the solutions within the domains at a depth to found until it says stop, and reports whether it did.
func (q *search) solve(depth int) bool {
	if q.nodes--; q.nodes < 0 {
		return false
	}
	here := q.level(depth)
	if !q.propagate(here) {
		return false
	}
	branch, fewest := -1, 0
	for v := range q.vars {
		if n := q.domain(here, v).Len(); n > 1 && (branch < 0 || n < fewest) {
			branch, fewest = v, n
		}
	}
	if branch < 0 {
		return q.found(here)
	}
	for x := range q.values[branch] {
		if q.domain(here, branch).Has(x) {
			next := q.level(depth + 1)
			copy(next, here)
			only(q.domain(next, branch), x)
			if q.solve(depth + 1) {
				return true
			}
		}
	}
	return false
}

// propagate removes values that a single constraint excludes, until nothing changes. It reports whether every domain
// has a value.
func (s *Set) propagate(d []uint64) bool {
	for v := range s.vars {
		if s.domain(d, v).IsEmpty() {
			return false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range s.unequal {
			if s.exclude(d, c.a, c.b, c.offset, &changed); !s.exclude(d, c.b, c.a, -c.offset, &changed) ||
				s.domain(d, c.a).IsEmpty() {
				return false
			}
		}
		for i := range s.linears {
			if !s.linears[i].filter(s, d, &changed) {
				return false
			}
		}
		for i := range s.tables {
			if !s.tables[i].filter(s, d, &changed) {
				return false
			}
		}
	}
	return true
}

// exclude removes from the domain of a the value of b plus the offset, if b has one value. It reports whether a value
// is left.
func (s *Set) exclude(d []uint64, a, b, offset int, changed *bool) bool {
	domain := s.domain(d, a)
	if other := s.domain(d, b); other.Len() == 1 {
		x, found := slices.BinarySearch(s.values[a], s.values[b][other.Next(0)]+offset)
		if found && domain.Has(x) {
			domain.Remove(x)
			*changed = true
		}
	}
	return !domain.IsEmpty()
}

// filter removes the values with which the sum leaves its bounds whatever the others are.
func (c *linear) filter(s *Set, d []uint64, changed *bool) bool {
	low, high := 0, 0
	for i, v := range c.vars {
		first, last := s.bounds(d, v, c.coefs[i])
		low, high = low+first, high+last
	}
	if low > c.high || high < c.low {
		return false
	}
	for i, v := range c.vars {
		first, last := s.bounds(d, v, c.coefs[i])
		domain := s.domain(d, v)
		for x, value := range s.values[v] {
			part := c.coefs[i] * value
			if domain.Has(x) && (low-first+part > c.high || high-last+part < c.low) {
				domain.Remove(x)
				*changed = true
			}
		}
		if domain.IsEmpty() {
			return false
		}
	}
	return true
}

// bounds returns the least and the greatest product of a coefficient and a value of v.
func (s *Set) bounds(d []uint64, v, coef int) (low, high int) {
	domain := s.domain(d, v)
	low, high = coef*s.values[v][domain.Next(0)], coef*s.values[v][greatest(domain)]
	return min(low, high), max(low, high)
}

// filter removes the values that are in no row whose values are all left.
func (t *table) filter(s *Set, d []uint64, changed *bool) bool {
	seen := make([]uint64, len(t.vars)*s.words)
rows:
	for _, row := range t.rows {
		for i, v := range t.vars {
			if !s.domain(d, v).Has(row[i]) {
				continue rows
			}
		}
		for i, x := range row {
			s.domain(seen, i).Add(x)
		}
	}
	for i, v := range t.vars {
		domain := s.domain(d, v)
		before := domain.Len()
		domain.SetIntersection(domain, s.domain(seen, i))
		left := domain.Len()
		if left == 0 {
			return false
		}
		*changed = *changed || left < before
	}
	return true
}

func (s *Set) domain(d []uint64, v int) slice.Set { return d[v*s.words : (v+1)*s.words] }

// only leaves one value.
func only(d slice.Set, x int) {
	clear(d)
	d.Add(x)
}

// greatest returns the last value of a domain that is not empty.
func greatest(d slice.Set) int {
	for w := len(d) - 1; w >= 0; w-- {
		if d[w] != 0 {
			return w<<6 | 63 - bits.LeadingZeros64(d[w])
		}
	}
	panic("support: an empty domain")
}
