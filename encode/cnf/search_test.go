package cnf

import "slices"

// A search enumerates the models of a formula by branching and unit propagation. It is the reference solver of the
// tests.
type search struct {
	f       *Formula
	clauses [][]Lit
	occurs  [][]int // by index of a literal: the clauses that contain it
	value   []bool  // by index of a literal: whether it is true
	trail   []Lit
}

func newSearch(f *Formula) *search {
	s := &search{f: f, occurs: make([][]int, 2*f.Vars+1), value: make([]bool, 2*f.Vars+1)}
	for c := range f.All() {
		for _, l := range c {
			s.occurs[s.index(l)] = append(s.occurs[s.index(l)], len(s.clauses))
		}
		s.clauses = append(s.clauses, c)
	}
	return s
}

// index returns the index of a literal in occurs and value.
func (s *search) index(l Lit) int { return s.f.Vars + int(l) }

func (s *search) isTrue(l Lit) bool { return s.value[s.f.Vars+int(l)] }

// assume makes the literals true and propagates. It returns false on a conflict.
func (s *search) assume(lits ...Lit) bool {
	for _, l := range lits {
		if s.isTrue(-l) {
			return false
		}
		if s.isTrue(l) {
			continue
		}
		next := len(s.trail)
		s.set(l)
		for ; next < len(s.trail); next++ {
			for _, c := range s.occurs[s.index(-s.trail[next])] {
				if !s.propagateClause(s.clauses[c]) {
					return false
				}
			}
		}
	}
	return true
}

func (s *search) set(l Lit) {
	s.value[s.index(l)] = true
	s.trail = append(s.trail, l)
}

// propagateClause makes the last unassigned literal of a clause true if the others are false. It returns false on a
// conflict.
func (s *search) propagateClause(clause []Lit) bool {
	open, free := Lit(0), 0
	for _, l := range clause {
		if s.isTrue(l) {
			return true
		}
		if !s.isTrue(-l) {
			open = l
			free++
		}
	}
	if free == 1 && !s.isTrue(open) {
		s.set(open)
	}
	return free > 0
}

// start propagates the unit clauses. It returns false on a conflict.
func (s *search) start() bool {
	for _, c := range s.clauses {
		if len(c) == 0 || len(c) == 1 && !s.assume(c[0]) {
			return false
		}
	}
	return true
}

func (s *search) undo(mark int) {
	for _, l := range s.trail[mark:] {
		s.value[s.index(l)] = false
	}
	s.trail = s.trail[:mark]
}

// enumerate passes to yield one model for each valuation of the variables 1..shown that extends to a model, until yield
// returns false.
func (s *search) enumerate(shown int, yield func(Valuation) bool) {
	if s.start() {
		s.branch(1, shown, yield)
	}
	s.undo(0)
}

func (s *search) branch(from, shown int, yield func(Valuation) bool) bool {
	x := Lit(from)
	for int(x) <= s.f.Vars && (s.isTrue(x) || s.isTrue(-x)) {
		x++
	}
	if int(x) > s.f.Vars {
		v := make(Valuation, s.f.Vars+1)
		for y := 1; y <= s.f.Vars; y++ {
			v[y] = s.isTrue(Lit(y))
		}
		return yield(v)
	}
	more := true
	found := false
	for _, l := range []Lit{x, -x} {
		mark := len(s.trail)
		if s.assume(l) {
			more = s.branch(int(x)+1, shown, func(v Valuation) bool {
				found = true
				return yield(v)
			})
		}
		s.undo(mark)
		if !more || found && int(x) > shown {
			break
		}
	}
	return more
}

// projectedModels returns the true shown variables of every solution of f, in lexicographic order.
func projectedModels(f *Formula) [][]int {
	var all [][]int
	newSearch(f).enumerate(f.Shown, func(v Valuation) bool {
		all = append(all, trueVars(v[:f.Shown+1]))
		return true
	})
	slices.SortFunc(all, slices.Compare[[]int])
	return all
}

func trueVars(v Valuation) []int {
	xs := []int{}
	for x := 1; x < len(v); x++ {
		if v[x] {
			xs = append(xs, x)
		}
	}
	return xs
}
