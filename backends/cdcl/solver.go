package cdcl

import (
	"context"
	"sync"

	"nonet/encode/cnf"
	"nonet/internal/search"
	"nonet/internal/slice"
	"nonet/model"
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

// A clause is the offset of a clause of three or more literals in solver.arena; or a group: the bit isGroup and its
// number; or a binary clause: the bit isBinary and one of its literals, when the other one is known.
//
// In the arena a clause is its size, its LBD (0 if it is not learned) and its literals. The first two literals are
// watched. If the clause is a reason, the implied literal comes first.
type clause uint32

const (
	isBinary clause = 1 << 31
	isGroup  clause = 1 << 30
	noClause clause = 1<<32 - 1 // the reason of a decision, the absence of a conflict

	clauseHeader = 2
)

// A solver is a formula with its learned clauses and the state of the search.
type solver struct {
	groups   groups
	arena    []lit     // the other clauses of three or more literals, one after another
	original int       // arena[original:] was added after the formula
	binary   [][]lit   // by literal: the other literals of its binary clauses
	watches  [][]watch // by literal: the clauses to inspect when it becomes false
	refuted  bool      // the empty clause was derived

	value    []int8   // by literal: 1 true, -1 false, 0 unassigned
	level    []int32  // by variable: its decision level
	reason   []clause // by variable: the clause that implied it, or noClause; a binary one by its other literal
	trail    []lit    // true literals in the order of assignment
	trailLim []int    // len(trail) at each decision
	qhead    int      // index in trail of the next literal to propagate
	visits   int      // about the number of clauses that propagation has inspected
	nextPoll int      // value of visits
	falsum   lit      // if the last conflict is a binary clause: its other literal

	byGroups  bool         // groups choose the decisions, otherwise order and phase do
	firstOpen int          // all variables before it are assigned
	order     search.Order // the variables, the most active first
	phase     []bool       // by variable: its last value, for phase saving

	learned       int // number of learned clauses of three or more literals
	maxLearned    int // number of learned clauses at which reduce runs
	seen          []bool
	place         []int32 // by literal: scratch of search.Merge
	learnedClause []lit
	single        [1]lit // scratch of literalsOf
	toClear       []int  // variables with seen set
	pending       int    // seen literals of the current level that are still to be resolved
	levels        search.Levels
	candidates    []clause // scratch of reduce

	binaryStore []lit   // memory of binary
	watchStore  []watch // memory of watches
	room        []int   // scratch of reserve

	proof  *proofWriter // nil for no proof
	effort model.Effort
}

const firstMaxLearned = 2000

// solvers recycles the memory of solvers. Loading a formula into new memory takes longer than most searches.
var solvers sync.Pool

// newSolver returns a solver of f. The caller should call release after the search.
func newSolver(ctx context.Context, f *cnf.Formula, p *proofWriter) (*solver, error) {
	s, _ := solvers.Get().(*solver)
	if s == nil {
		s = new(solver)
	}
	s.proof = p
	s.reset(f.Vars)
	if err := s.loadFormula(ctx, f); err != nil {
		s.release()
		return nil, err
	}
	s.groups.start(f.Vars)
	s.original = len(s.arena)
	return s, nil
}

// release makes the memory of the solver available to others. The caller must not use s afterwards.
func (s *solver) release() {
	s.proof = nil
	solvers.Put(s)
}

// reset makes s a solver of the empty formula over n variables.
func (s *solver) reset(n int) {
	s.arena, s.original, s.refuted = s.arena[:0], 0, false
	s.binary, s.watches = slice.Zeros(s.binary, 2*n), s.watches[:cap(s.watches)]
	search.Unwatch(s.watches)
	s.watches = slice.Reserve(s.watches, max(0, 2*n-len(s.watches)))[:2*n]
	s.value, s.level, s.reason = slice.Zeros(s.value, 2*n), slice.Zeros(s.level, n), slice.Zeros(s.reason, n)
	s.phase, s.seen = slice.Zeros(s.phase, n), slice.Zeros(s.seen, n)
	s.place = slice.Zeros(s.place, 2*n)
	s.trail, s.trailLim, s.qhead, s.firstOpen = s.trail[:0], s.trailLim[:0], 0, 0
	s.learned, s.maxLearned, s.effort = 0, firstMaxLearned, model.Effort{}
	s.visits, s.nextPoll = 0, 0
	s.order.Reset(n)
}

// reserve allocates the lists of all literals with capacity for the clauses of f, so that loading does not grow the
// lists one by one. Each literal of a longer clause may be watched. It reports whether clauses may be groups. If not,
// it chooses the first values, and orders the variables by their clauses: on random formulas with three clauses of
// three literals to a variable, hardly a conflict is left.
func (s *solver) reserve(ctx context.Context, f *cnf.Formula) (grouping bool) {
	n := len(s.binary)
	s.room = slice.Zeros(s.room, 2*n) // binary clauses of each literal, then longer clauses
	short, long, start, poll := 0, 0, 0, 0
	for i, l := range f.Body {
		if l != 0 {
			continue
		}
		if i >= poll {
			if ctx.Err() != nil {
				return false
			}
			poll = i + literalsBetweenPolls
		}
		switch c := f.Body[start:i]; len(c) {
		case 0, 1:
		case 2:
			short += 2
			s.room[literal(c[0])]++
			s.room[literal(c[1])]++
		default:
			long += len(c)
			for _, l := range c {
				s.room[n+int(literal(l))]++
			}
		}
		start = i + 1
	}
	s.binaryStore, s.watchStore = slice.Resize(s.binaryStore, short), slice.Resize(s.watchStore, long)
	s.arena = slice.Reserve(s.arena, long+clauseHeader*(f.Clauses-short/2))
	binaries, watches := s.binaryStore, s.watchStore
	for l := range n {
		if l%literalsBetweenPolls == 0 && ctx.Err() != nil {
			return false
		}
		s.binary[l], binaries = binaries[:0:s.room[l]], binaries[s.room[l]:]
		s.watches[l], watches = watches[:0:s.room[n+l]], watches[s.room[n+l]:]
	}
	// In formulas of puzzles most clauses are binary. In others, where the lists exceed the caches, groups take a third
	// more time than watches.
	if f.Clauses < manyClauses || short >= f.Clauses { // short counts both literals
		return true
	}
	for v := range s.phase {
		a, b := positive(v), positive(v).not()
		count := func(l lit) int { return 2*s.room[l] + s.room[n+int(l)] }
		s.phase[v] = count(a) > count(b)
		s.order.BumpBy(v, initialActivity*float64(count(a)+count(b)))
	}
	return false
}

// initialActivity is the activity of a variable for each of its clauses in large formulas: less than a conflict gives.
const initialActivity = 1e-3

const manyClauses = 100_000

// literalsBetweenPolls literals of a formula take less than a millisecond.
const literalsBetweenPolls = 1 << 15

// loadFormula adds the clauses of f, some of them as groups. There must be no other clauses.
func (s *solver) loadFormula(ctx context.Context, f *cnf.Formula) error {
	grouping := s.reserve(ctx, f)
	s.groups.literals.Clear()
	s.groups.member, s.groups.members = slice.Zeros(s.groups.member, f.Vars), 0
	err := s.load(ctx, f, grouping)
	s.groups.index(f.Vars)
	return err
}

// load adds the clauses of f, some of them as groups if grouping is set.
func (s *solver) load(ctx context.Context, f *cnf.Formula, grouping bool) error {
	number, start, poll := 0, 0, 0
	for i, l := range f.Body {
		if l != 0 {
			continue
		}
		if i >= poll {
			if err := ctx.Err(); err != nil {
				return err
			}
			poll = i + literalsBetweenPolls
		}
		number++
		t := s.proof.identifiers()
		if t != nil {
			t.adding = number
		}
		if c := f.Body[start:i]; !grouping || !s.groups.add(c) {
			s.addClause(c)
		} else if t != nil {
			t.group = append(t.group, number)
		}
		start = i + 1
	}
	return nil
}

// addClause adds a clause of the formula, simplified. It must be called at level 0.
func (s *solver) addClause(c []cnf.Lit) {
	if len(c) == 2 {
		a, b := literal(c[0]), literal(c[1])
		if a.variable() != b.variable() && s.value[a] == 0 && s.value[b] == 0 {
			s.addBinary(a, b)
			if t := s.proof.identifiers(); t != nil {
				t.binary[pair(a, b)] = t.adding
			}
			return
		}
	}
	from := len(s.arena)
	s.arena = append(s.arena, 0, 0)
	for _, x := range c {
		l := literal(x)
		if s.value[l] > 0 {
			s.arena = s.arena[:from]
			return
		}
		if s.value[l] == 0 {
			s.arena = append(s.arena, l)
		}
	}
	rest := s.arena[from+clauseHeader:]
	rest = slice.Unique(rest)
	for i := 1; i < len(rest); i++ {
		if rest[i] == rest[i-1].not() { // always true
			s.arena = s.arena[:from]
			return
		}
	}
	s.numberLoaded(c, rest, clause(from))
	switch len(rest) {
	case 0:
		s.refuted = true
	case 1:
		s.assign(rest[0], noClause)
	case 2:
		s.addBinary(rest[0], rest[1])
	default:
		s.arena = s.arena[:from+clauseHeader+len(rest)]
		s.arena[from] = lit(len(rest))
		s.watch(clause(from))
		return
	}
	s.arena = s.arena[:from]
}

func (s *solver) addBinary(a, b lit) {
	s.binary[a] = append(s.binary[a], b)
	s.binary[b] = append(s.binary[b], a)
}

// literals returns the literals of a clause in the arena.
func (s *solver) literals(c clause) []lit {
	from := c + clauseHeader
	return s.arena[from : from+clause(s.arena[c])]
}

// watch watches the first two literals of a clause.
func (s *solver) watch(c clause) {
	a, b := s.arena[c+clauseHeader], s.arena[c+clauseHeader+1]
	s.watches[a] = append(s.watches[a], watch{c, b})
	s.watches[b] = append(s.watches[b], watch{c, a})
}

// assign makes l true at the current level.
func (s *solver) assign(l lit, reason clause) {
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
	counted := len(s.groups.state) > 0
	for i, l := range s.trail[from:] {
		s.value[l], s.value[l.not()] = 0, 0
		if counted && l&1 == 1 && from+i < s.qhead {
			s.groups.restore(l.not())
		}
		if !s.byGroups {
			s.phase[l.variable()] = l&1 == 0
			s.order.Insert(l.variable())
		}
	}
	s.trail, s.trailLim, s.qhead = s.trail[:from], s.trailLim[:level], from
	s.firstOpen = 0
}

// restartUnit is the number of conflicts that one unit of the Luby sequence stands for.
const restartUnit = 64

// search looks for a valuation that satisfies all clauses, and returns false if there is none. On success every
// variable is assigned.
func (s *solver) search(ctx context.Context) (bool, error) {
	if s.refuted {
		return false, nil
	}
	if s.byGroups = s.decidesByGroups(); !s.byGroups {
		for v := range s.level {
			s.order.Insert(v)
		}
	}
	budget := restartUnit * search.Luby(s.effort.Restarts+1)
	for {
		conflict, err := s.propagate(ctx)
		if err != nil {
			return false, err
		}
		if conflict != noClause {
			s.effort.Conflicts++
			budget--
			if len(s.trailLim) == 0 {
				s.explain(conflict, nil)
				s.refuted = true
				return false, nil
			}
			s.analyze(conflict)
			continue
		}
		if budget <= 0 {
			s.effort.Restarts++
			budget = restartUnit * search.Luby(s.effort.Restarts+1)
			s.backtrack(0)
			continue
		}
		if s.learned >= s.maxLearned {
			s.reduce()
		}
		l, ok := s.decide()
		if !ok {
			return true, nil
		}
		s.effort.Decisions++
		s.trailLim = append(s.trailLim, len(s.trail))
		s.assign(l, noClause)
	}
}

// decide returns an unassigned literal to make true, and false if every variable is assigned.
func (s *solver) decide() (l lit, ok bool) {
	if s.byGroups {
		return s.decideByGroup()
	}
	v := s.order.Pop()
	for v >= 0 && s.value[positive(v)] != 0 {
		v = s.order.Pop()
	}
	if v < 0 {
		return 0, false
	}
	if l = positive(v); !s.phase[v] {
		l = l.not()
	}
	return l, true
}

// Propagate returns the literals that unit propagation derives from f, in order of derivation. consistent is false if
// it derives the empty clause. The error is ctx.Err().
func Propagate(ctx context.Context, f *cnf.Formula) (implied []cnf.Lit, consistent bool, err error) {
	s, err := newSolver(ctx, f, nil)
	if err != nil {
		return nil, false, err
	}
	defer s.release()
	conflict, err := s.propagate(ctx)
	if err != nil || s.refuted || conflict != noClause {
		return nil, false, err
	}
	for _, l := range s.trail {
		implied = append(implied, cnf.Lit(l.dimacs()))
	}
	return implied, true, nil
}
