package cdcl

import (
	"context"
	"slices"

	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/luby"
)

// A lit is a literal: 2v for the variable v, counted from 0, and 2v+1 for its negation.
type lit uint32

func positive(v int) lit { return lit(v) << 1 }

func literal(l cnf.Lit) lit {
	if l < 0 {
		return lit(-l-1)<<1 | 1
	}
	return lit(l-1) << 1
}

func (l lit) not() lit      { return l ^ 1 }
func (l lit) variable() int { return int(l >> 1) }

func (l lit) dimacs() int {
	if l&1 == 1 {
		return -int(l>>1) - 1
	}
	return int(l>>1) + 1
}

// A clause is a segment of solver.lits. Its first two literals are watched. If it is a reason, the implied literal
// comes first.
type clause struct {
	from, size int32
	lbd        int32 // learned clauses: literal block distance when learned
	learned    bool
	deleted    bool // its watches are removed when propagation visits them
}

const noClause = -1 // no clause: the reason of a decision, the absence of a conflict

// A solver is a formula with its learned clauses and the state of the search.
type solver struct {
	lits    []lit
	clauses []clause
	watches [][]watch // by literal: the clauses to inspect when it becomes false
	refuted bool      // the empty clause was derived

	value    []int8  // by literal: 1 true, -1 false, 0 unassigned
	level    []int32 // by variable: its decision level
	reason   []int32 // by variable: the clause that implied it, or noClause
	trail    []lit   // true literals in the order of assignment
	trailLim []int   // len(trail) at each decision
	qhead    int     // index in trail of the next literal to propagate

	order order
	phase []bool // by variable: its last value, for phase saving

	learned       int // number of learned clauses that are not deleted
	maxLearned    int // number of learned clauses at which reduce runs
	seen          []bool
	learnedClause []lit
	toClear       []int
	levelStamp    []int64
	stamp         int64

	proof  *proofWriter // nil for no proof
	effort model.Effort
}

func newSolver(ctx context.Context, f *cnf.Formula, p *proofWriter) (*solver, error) {
	n := f.Vars
	s := &solver{
		lits:       make([]lit, 0, len(f.Body)),
		clauses:    make([]clause, 0, f.Clauses),
		watches:    make([][]watch, 2*n),
		value:      make([]int8, 2*n),
		level:      make([]int32, n),
		reason:     make([]int32, n),
		phase:      make([]bool, n),
		seen:       make([]bool, n),
		levelStamp: make([]int64, n+1),
		maxLearned: 2000,
		proof:      p,
	}
	s.order.reset(n)
	s.reserveWatches(f)
	number := 0
	for c := range f.All() {
		if number++; number%(1<<14) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.addClause(c)
	}
	return s, nil
}

// reserveWatches allocates every watch list with capacity for all clauses of f with its literal, so that loading does
// not grow the lists one by one. Most clauses are binary, and both of their literals are watched.
func (s *solver) reserveWatches(f *cnf.Formula) {
	room := make([]int, len(s.watches))
	for _, l := range f.Body {
		if l != 0 {
			room[literal(l)]++
		}
	}
	all := make([]watch, len(f.Body))
	for l, n := range room {
		s.watches[l], all = all[:0:n], all[n:]
	}
}

// addClause adds a clause of the formula, simplified. It must be called at level 0.
func (s *solver) addClause(c []cnf.Lit) {
	from := len(s.lits)
	for _, x := range c {
		l := literal(x)
		if s.value[l] > 0 {
			s.lits = s.lits[:from]
			return
		}
		if s.value[l] == 0 {
			s.lits = append(s.lits, l)
		}
	}
	rest := s.lits[from:]
	slices.Sort(rest)
	rest = slices.Compact(rest)
	for i := 1; i < len(rest); i++ {
		if rest[i] == rest[i-1].not() { // always true
			s.lits = s.lits[:from]
			return
		}
	}
	s.lits = s.lits[:from+len(rest)]
	switch len(rest) {
	case 0:
		s.refuted = true
	case 1:
		s.assign(rest[0], noClause)
		s.lits = s.lits[:from]
	default:
		s.attach(clause{from: int32(from), size: int32(len(rest))})
	}
}

// attach adds a clause whose literals are the last of s.lits, watches its first two literals, and returns its index.
func (s *solver) attach(c clause) int32 {
	id := int32(len(s.clauses))
	s.clauses = append(s.clauses, c)
	a, b := s.lits[c.from], s.lits[c.from+1]
	short := c.size == 2
	s.watches[a] = append(s.watches[a], watch{id, b, short})
	s.watches[b] = append(s.watches[b], watch{id, a, short})
	return id
}

// assign makes l true at the current level.
func (s *solver) assign(l lit, reason int32) {
	v := l.variable()
	s.value[l], s.value[l.not()] = 1, -1
	s.level[v] = int32(len(s.trailLim))
	s.reason[v] = reason
	s.trail = append(s.trail, l)
}

// backtrack undoes all assignments above a level.
func (s *solver) backtrack(level int) {
	if len(s.trailLim) <= level {
		return
	}
	from := s.trailLim[level]
	for _, l := range s.trail[from:] {
		s.value[l], s.value[l.not()] = 0, 0
		s.phase[l.variable()] = l&1 == 0
		s.order.insert(l.variable())
	}
	s.trail, s.trailLim, s.qhead = s.trail[:from], s.trailLim[:level], from
}

// restartUnit is the number of conflicts that one unit of the Luby sequence stands for.
const restartUnit = 64

// search looks for a valuation that satisfies all clauses, and returns false if there is none. On success every
// variable is assigned.
func (s *solver) search(ctx context.Context) (bool, error) {
	if s.refuted {
		return false, nil
	}
	budget := restartUnit * luby.Term(s.effort.Restarts+1)
	for steps := 0; ; steps++ {
		if steps&255 == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		if conflict := s.propagate(); conflict != noClause {
			s.effort.Conflicts++
			budget--
			if len(s.trailLim) == 0 {
				s.refuted = true
				return false, nil
			}
			s.analyze(conflict)
			continue
		}
		if budget <= 0 {
			s.effort.Restarts++
			budget = restartUnit * luby.Term(s.effort.Restarts+1)
			s.backtrack(0)
			continue
		}
		if s.learned >= s.maxLearned {
			s.reduce()
		}
		v := s.pickVariable()
		if v < 0 {
			return true, nil
		}
		s.effort.Decisions++
		s.trailLim = append(s.trailLim, len(s.trail))
		l := positive(v)
		if !s.phase[v] {
			l = l.not()
		}
		s.assign(l, noClause)
	}
}

// pickVariable returns the unassigned variable with the highest activity, or -1.
func (s *solver) pickVariable() int {
	for {
		v := s.order.pop()
		if v < 0 || s.value[positive(v)] == 0 {
			return v
		}
	}
}
