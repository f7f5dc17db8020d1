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
// Inside the package, a variable is its index in vars, a value its index in the variable's domain in the model, and a
// domain is words words of bits. The domains of all variables are one slice, so that a copy is one call.
type Set struct {
	vars        []model.Var
	domains     []model.Domain // by variable
	words       int
	full        []uint64 // all domains of the model
	constraints []constraint
	watchers    [][]int32 // by variable: the constraints that mention it
}

// A constraint removes the values that it excludes from the domains of a search. It returns false if a variable has no
// value left.
type constraint interface{ filter(q *search) bool }

// A different states that no two variables, each plus its offset, are equal.
type different struct{ vars, offsets []int }

// A linear states that low <= sum of coefs[i] times the value of vars[i] <= high.
type linear struct {
	vars, coefs []int
	low, high   int
}

// A table has a column for each of vars, which are different. rows has the indices of values, row by row.
type table struct {
	vars []int
	rows []int32
}

const unbounded = 1 << 50 // beyond every sum of a rule

// New compiles constraints of m. They may be all types but Given; a Given is a domain with one value.
func New(m *model.Model, constraints []model.Constraint) *Set {
	k := compiler{Set: &Set{words: 1}, model: m}
	for _, c := range constraints {
		k.constraints = append(k.constraints, k.compile(c))
	}
	k.full = make([]uint64, len(k.vars)*k.words)
	for v, d := range k.domains {
		for x := range d.Size() {
			k.domain(k.full, v).Add(x)
		}
	}
	return k.Set
}

// A compiler makes a Set.
type compiler struct {
	*Set
	model *model.Model
	index []int32 // by variable of the model, up to the last one watched: its index in vars, plus 1, or 0
}

func (k *compiler) compile(c model.Constraint) constraint {
	switch c := c.(type) {
	case model.AllDifferent:
		return &different{slice.Map(c.Vars, k.watch), make([]int, len(c.Vars))}
	case model.NotEqual:
		return &different{[]int{k.watch(c.A), k.watch(c.B)}, []int{0, c.Offset}}
	case model.Linear:
		return k.linear(c)
	case model.Table:
		return k.table(c)
	}
	panic("support: a constraint of another type")
}

// watch returns the index of a variable that the next constraint mentions.
func (k *compiler) watch(v model.Var) int {
	if missing := int(v) + 1 - len(k.index); missing > 0 {
		k.index = append(k.index, make([]int32, missing)...)
	}
	if k.index[v] == 0 {
		domain := k.model.Vars[v].Domain
		k.vars, k.domains, k.watchers = append(k.vars, v), append(k.domains, domain), append(k.watchers, nil)
		k.words = max(k.words, (domain.Size()+63)/64)
		k.index[v] = int32(len(k.vars))
	}
	i := int(k.index[v]) - 1
	k.watchers[i] = append(k.watchers[i], int32(len(k.constraints)))
	return i
}

func (k *compiler) linear(c model.Linear) *linear {
	l := &linear{make([]int, 0, len(c.Terms)), make([]int, 0, len(c.Terms)), c.Bound, c.Bound}
	switch c.Relation {
	case model.AtMost:
		l.low = -unbounded
	case model.AtLeast:
		l.high = unbounded
	}
	for _, t := range c.Terms {
		if v := k.watch(t.Var); slices.Contains(l.vars, v) {
			l.coefs[slices.Index(l.vars, v)] += t.Coef
		} else {
			l.vars, l.coefs = append(l.vars, v), append(l.coefs, t.Coef)
		}
	}
	return l
}

// table leaves out rows with a value outside its domain.
func (k *compiler) table(c model.Table) *table {
	c = c.Distinct()
	t := &table{slice.Map(c.Vars, k.watch), make([]int32, 0, len(c.Rows)*len(c.Vars))}
rows:
	for _, row := range c.Rows {
		start := len(t.rows)
		for i, v := range t.vars {
			x, ok := k.domains[v].Index(row[i])
			if !ok {
				t.rows = t.rows[:start]
				continue rows
			}
			t.rows = append(t.rows, int32(x))
		}
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
	possible := q.propagate(0, every)
	for v, domain := range s.domains {
		for x, value := range domain.Indexed {
			if !s.domain(asked, v).Has(x) {
				continue
			}
			gone := !possible || !s.domain(start, v).Has(x)
			if !gone && q.nodes >= 0 && !s.domain(supported, v).Has(x) {
				gone = !q.try(0, v, x) && q.nodes >= 0
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
			values[v] = s.domains[v].At(s.domain(solution, v).Next(0))
		}
		return !yield(values)
	})
	q.solve(0, every)
	return q.nodes >= 0
}

// A search looks for solutions depth first.
type search struct {
	*Set
	levels  [][]uint64                   // by depth: domains
	nodes   int                          // left; negative if the limit is exceeded
	found   func(solution []uint64) bool // receives each solution; reports whether to stop
	now     []uint64                     // the domains that are propagated
	waiting []int32                      // constraints to look at, each once
	waits   []bool                       // by constraint
	seen    []uint64                     // by variable of the table being filtered: the values in its rows
}

// newSearch returns a search whose level 0 has the values that allowed accepts.
func (s *Set) newSearch(
	allowed func(v model.Var, value int) bool, limit int, found func(solution []uint64) bool,
) *search {
	q := &search{Set: s, nodes: limit, found: found, waits: make([]bool, len(s.constraints))}
	start := q.level(0)
	copy(start, s.full)
	for v, domain := range s.domains {
		for x, value := range domain.Indexed {
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

// every stands for all variables.
const every = -1

// solve passes the solutions within the domains at a depth to found until it says stop, and reports whether it did.
// Single constraints without the variable changed exclude no value.
func (q *search) solve(depth, changed int) bool {
	if q.nodes--; q.nodes < 0 {
		return false
	}
	if !q.propagate(depth, changed) {
		return false
	}
	here := q.level(depth)
	branch, fewest := -1, 0
	for v := range q.vars {
		if n := q.domain(here, v).Len(); n > 1 && (branch < 0 || n < fewest) {
			branch, fewest = v, n
		}
	}
	if branch < 0 {
		return q.found(here)
	}
	for x := range q.domain(here, branch).All {
		if q.try(depth, branch, x) {
			return true
		}
	}
	return false
}

// try calls solve for one value of a variable in the domains at a depth, which have been propagated.
func (q *search) try(depth, v, x int) bool {
	next := q.level(depth + 1)
	copy(next, q.level(depth))
	domain := q.domain(next, v)
	clear(domain)
	domain.Add(x)
	return q.solve(depth+1, v)
}

// propagate removes values that a single constraint excludes from the domains at a depth, until nothing changes. It
// begins with the constraints about one variable, or with all. It reports whether every domain has a value.
func (q *search) propagate(depth, changed int) bool {
	q.now = q.level(depth)
	q.waiting = q.waiting[:0]
	clear(q.waits)
	if changed != every {
		q.wake(changed)
	} else {
		for v := range q.vars {
			if q.domain(q.now, v).IsEmpty() {
				return false
			}
		}
		for i := range q.constraints {
			q.waiting, q.waits[i] = append(q.waiting, int32(i)), true
		}
	}
	for next := 0; next < len(q.waiting); next++ {
		i := q.waiting[next]
		q.waits[i] = false
		if !q.constraints[i].filter(q) {
			return false
		}
	}
	return true
}

// wake queues the constraints about a variable whose domain has changed.
func (q *search) wake(v int) {
	for _, i := range q.watchers[v] {
		if !q.waits[i] {
			q.waiting, q.waits[i] = append(q.waiting, i), true
		}
	}
}

// remove removes a value and reports whether others are left.
func (q *search) remove(v, x int) bool {
	domain := q.domain(q.now, v)
	if domain.Has(x) {
		domain.Remove(x)
		q.wake(v)
	}
	return !domain.IsEmpty()
}

// filter removes the value of each variable that has one from the others.
func (c *different) filter(q *search) bool {
	for i, v := range c.vars {
		domain := q.domain(q.now, v)
		if domain.Len() > 1 {
			continue
		}
		value := q.domains[v].At(domain.Next(0)) + c.offsets[i]
		for j, u := range c.vars {
			if x, found := q.domains[u].Index(value - c.offsets[j]); found && j != i && !q.remove(u, x) {
				return false
			}
		}
	}
	return true
}

// filter removes the values with which the sum leaves its bounds whatever the others are.
func (c *linear) filter(q *search) bool {
	low, high := 0, 0
	for i, v := range c.vars {
		first, last := q.bounds(v, c.coefs[i])
		low, high = low+first, high+last
	}
	if low > c.high || high < c.low {
		return false
	}
	for i, v := range c.vars {
		first, last := q.bounds(v, c.coefs[i])
		if low-first+last <= c.high && high-last+first >= c.low {
			continue // each value is possible
		}
		for x := range q.domain(q.now, v).All {
			part := c.coefs[i] * q.domains[v].At(x)
			if (low-first+part > c.high || high-last+part < c.low) && !q.remove(v, x) {
				return false
			}
		}
	}
	return true
}

// bounds returns the least and the greatest product of a coefficient and a value of v.
func (q *search) bounds(v, coef int) (low, high int) {
	domain := q.domain(q.now, v)
	low, high = coef*q.domains[v].At(domain.Next(0)), coef*q.domains[v].At(greatest(domain))
	return min(low, high), max(low, high)
}

// filter removes the values that are in no row whose values are all left.
func (t *table) filter(q *search) bool {
	q.seen = slice.Zeros(q.seen, len(t.vars)*q.words)
rows:
	for k := 0; k < len(t.rows); k += len(t.vars) {
		row := t.rows[k : k+len(t.vars)]
		for i, x := range row {
			if !q.domain(q.now, t.vars[i]).Has(int(x)) {
				continue rows
			}
		}
		for i, x := range row {
			q.domain(q.seen, i).Add(int(x))
		}
	}
	for i, v := range t.vars {
		domain, left := q.domain(q.now, v), q.domain(q.seen, i)
		if left.IsEmpty() {
			return false
		}
		if !domain.SubsetOf(left) {
			domain.SetIntersection(domain, left)
			q.wake(v)
		}
	}
	return true
}

func (s *Set) domain(d []uint64, v int) slice.Set { return d[v*s.words : (v+1)*s.words] }

// greatest returns the last value of a domain that is not empty.
func greatest(d slice.Set) int {
	for w := len(d) - 1; w >= 0; w-- {
		if d[w] != 0 {
			return w<<6 | 63 - bits.LeadingZeros64(d[w])
		}
	}
	panic("support: an empty domain")
}
