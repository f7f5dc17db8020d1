package cnf

import "slices"

// A search enumerates the models of a formula with unit propagation and nothing else: the tests' own solver.
type search struct {
	f       *Formula
	clauses [][]Lit
	occurs  [][]int // by literal (at): the clauses it occurs in
	value   []bool  // by literal: it is true
	trail   []Lit
}

func newSearch(f *Formula) *search {
	s := &search{f: f, occurs: make([][]int, 2*f.Vars+1), value: make([]bool, 2*f.Vars+1)}
	for c := range f.All() {
		for _, l := range c {
			s.occurs[s.at(l)] = append(s.occurs[s.at(l)], len(s.clauses))
		}
		s.clauses = append(s.clauses, c)
	}
	return s
}

// at is the index of a literal.
func (s *search) at(l Lit) int { return s.f.Vars + int(l) }

func (s *search) isTrue(l Lit) bool { return s.value[s.f.Vars+int(l)] }

// assume makes the literals true and propagates. It reports false on a conflict.
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
			for _, c := range s.occurs[s.at(-s.trail[next])] {
				if !s.visit(s.clauses[c]) {
					return false
				}
			}
		}
	}
	return true
}

func (s *search) set(l Lit) {
	s.value[s.at(l)] = true
	s.trail = append(s.trail, l)
}

// visit makes the last open literal of a clause true, or reports a conflict.
func (s *search) visit(clause []Lit) bool {
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

// start propagates the unit clauses. It reports false on a conflict.
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
		s.value[s.at(l)] = false
	}
	s.trail = s.trail[:mark]
}

// models calls yield for each valuation of variables 1..shown that extends to a model, once, until it returns false.
func (s *search) models(shown int, yield func(Valuation) bool) {
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

// projected returns the true shown variables of every solution of f, in some fixed order.
func projected(f *Formula) [][]int {
	var all [][]int
	newSearch(f).models(f.Shown, func(v Valuation) bool {
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
