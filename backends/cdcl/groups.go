package cdcl

import (
	"slices"

	"nonet/encode/cnf"
	"nonet/internal/search"
	"nonet/internal/slice"
)

// The groups of a formula are its clauses of three or more positive literals. In the formula of a puzzle they say that
// a cell takes a value, or that a house has a place for a value. Nearly every literal is in several groups and becomes
// false often, so instead of watching two literals of a group the solver counts the literals left. The last one is
// implied.
//
// On images of the hardest puzzles this takes a tenth less time than watches (docs/dev/lab/uniqueness.md).
type groups struct {
	literals slice.Lists[lit]   // by group
	of       slice.Lists[int32] // by variable: the groups that contain it
	initial  []counter          // by group: when no literal is false

	state   []counter      // by group
	weights search.Weights // of groups

	member  []bool // by variable: it is in a clause of two or more positive literals
	members int    // the number of such variables
}

// A counter describes the literals of a group that are left. A literal is left until propagate takes its negation from
// the trail.
type counter struct {
	free int32 // their number
	rest lit   // their exclusive or, so the literal itself where one is left
}

// groupDecay is the factor by which a weight is less after a conflict.
const groupDecay = 0.95

// add makes a clause of the formula a group if it is one, and reports whether it is.
func (g *groups) add(c []cnf.Lit) bool {
	if len(c) < 2 || c[0] < 0 || slices.Min(c) < 0 { // most clauses begin with a negative literal
		return false
	}
	for _, x := range c {
		l := literal(x)
		g.literals.Append(l)
		if v := l.variable(); !g.member[v] {
			g.member[v] = true
			g.members++
		}
	}
	lits := g.literals.Open()
	slices.Sort(lits)
	if len(lits) == 2 || len(slices.Compact(lits)) < len(lits) {
		g.literals.Drop()
		return false
	}
	g.literals.End()
	return true
}

// index lists the groups of each of n variables. It is called once all groups are added.
func (g *groups) index(n int) {
	g.of.Reset(n)
	for _, l := range g.literals.All() {
		g.of.Count(int32(l.variable()))
	}
	g.of.Allot()
	g.initial = g.initial[:0]
	for k := range int32(g.literals.Len()) {
		c := counter{}
		for _, l := range g.literals.Get(k) {
			c.free++
			c.rest ^= l
			g.of.Add(int32(l.variable()), k)
		}
		g.initial = append(g.initial, c)
	}
}

// start begins a search over n variables, at least as many as index was called with.
func (g *groups) start(n int) {
	for g.of.Len() < n {
		g.of.End()
	}
	g.state = append(g.state[:0], g.initial...)
	g.weights.Reset(len(g.initial), 0)
}

// restore counts the positive literal l again.
func (g *groups) restore(l lit) {
	for _, k := range g.of.Get(int32(l.variable())) {
		c := &g.state[k]
		c.free++
		c.rest ^= l
	}
}

// countFalse counts a positive literal that has become false in its groups, and assigns the last literals that are
// left. If it returns a conflicting group, it has still counted the literal in all groups, as restore expects.
func (s *solver) countFalse(l lit) (conflict clause) {
	conflict = noClause
	state := s.groups.state
	for _, k := range s.groups.of.Get(int32(l.variable())) {
		c := &state[k]
		c.free--
		c.rest ^= l
		if c.free == 1 {
			switch s.value[c.rest] {
			case 0:
				s.assign(c.rest, isGroup|clause(k))
			case -1: // it is on the trail, but not counted yet
				conflict = isGroup | clause(k)
			}
		}
	}
	return conflict
}

// maxByGroups is the number of groups up to which groups choose the decisions, since each decision inspects all groups.
// On random grids of order 5, which have 2,500, they save half of the time; on those of order 6, which have 5,184, they
// made no difference.
const maxByGroups = 4000

// decidesByGroups reports whether groups choose the decisions. Otherwise, activity does.
func (s *solver) decidesByGroups() bool {
	groups := len(s.groups.state)
	return s.groups.members == len(s.level) && 0 < groups && groups <= maxByGroups
}

// perFree[n] is 1/n, and 0 for n < 2. Larger n count as the last one.
var perFree = func() (f [64]float64) {
	for n := 2; n < len(f); n++ {
		f[n] = 1 / float64(n)
	}
	return f
}()

// decideByGroup returns a literal of the group that has the greatest weight for each literal left, among those without
// a true literal. If there is no such group it returns the first unassigned variable, and false if there is none.
//
// On images of the hardest puzzles, 76 conflicts instead of the 111 that activity and phases need.
func (s *solver) decideByGroup() (decision lit, ok bool) {
	g := &s.groups
	s.visits += len(g.state)
	greatest := 0.0
	for k, c := range g.state {
		score := (g.weights.Of[k] + g.weights.Increment) * perFree[min(int(c.free), len(perFree)-1)]
		if score <= greatest {
			continue
		}
		if l, open := s.firstFree(int32(k)); open {
			decision, ok, greatest = l, true, score
		}
	}
	if ok {
		return decision, true
	}
	for ; s.firstOpen < len(s.level); s.firstOpen++ {
		if l := positive(s.firstOpen); s.value[l] == 0 {
			return l, true
		}
	}
	return 0, false
}

// firstFree returns the first unassigned literal of a group, and false if one of its literals is true.
func (s *solver) firstFree(k int32) (l lit, ok bool) {
	for _, x := range s.groups.literals.Get(k) {
		switch s.value[x] {
		case 1:
			return 0, false
		case 0:
			if !ok {
				l, ok = x, true
			}
		}
	}
	return l, ok
}
