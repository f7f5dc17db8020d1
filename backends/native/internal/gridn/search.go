package gridn

import (
	"math/bits"

	"nonet/model/luby"
)

// An Event says how a call of Next ended.
type Event int

const (
	Found     Event = iota // at a solution
	Exhausted              // there is no further solution
	Paused                 // no steps are left; calling again goes on
)

// The numbers that steer the search. On 250 random instances of order 5 with 35 to 55 per cent given, the geometric mean of the nodes is 87
// with a restart unit of 100, 100 with 30 and 136 with 10; with 30 and weights that fade to 0.8, 106. Weights that fade to 0.95 or 500
// clauses to begin with make no difference to it. The nodes of the one or two hardest instances differ tenfold with any change.
const (
	weightDecay    = 0.9  // what is left of a weight after a failure, relative to those added by it
	restartUnit    = 100  // failures before the first restart; the later ones wait for so many times the terms of Luby's sequence
	initialClauses = 2000 // learnt clauses before half are forgotten
	clauseGrowth   = 200  // by which that grows each time
)

// A Search walks through the solutions of puzzles of one shape, one puzzle at a time. It allocates nothing once its buffers have grown.
type Search struct {
	state
	clauses
	learner

	savedValue     []uint8 // by cell: the value that stood there last
	backtrackLevel int     // decisions up to this level are not jumped over: part of what lies below them has been searched
	atSolution     bool    // Next has just returned a solution
	exhausted      bool

	failuresLeft int // failures before the next restart
	maxClauses   int // clauses
	cost         Effort
}

// Effort is what a search has cost.
type Effort struct {
	Nodes        int64 // the root, decisions, and what follows where one is undone
	Failures     int64 // nodes that propagation refutes
	Propagations int64 // literals assigned
	Restarts     int64
}

// New returns a search for grids of a shape, which must have from 1 to MaxN values.
func New(shape Shape) *Search {
	t := newTables(shape)
	cells := t.n * t.n
	options := cells << t.shift
	return &Search{
		state:      newState(t),
		clauses:    clauses{watchHeads: make([]uint32, 2*options), arena: make([]uint32, 1, 1<<12)},
		learner:    learner{weight: make([]float64, cells), seen: make([]bool, options), levelStamp: make([]uint32, cells+1)},
		savedValue: make([]uint8, cells),
	}
}

// Start begins the search for the solutions in which value v+1 stands in cell c only if bit v of domains[c] is set.
func (s *Search) Start(domains []uint64) {
	s.state.reset()
	s.clauses.reset()
	s.learner.reset()
	clear(s.savedValue)
	s.backtrackLevel, s.atSolution = 0, false
	s.failuresLeft, s.maxClauses = restartUnit, initialClauses
	s.cost = Effort{Nodes: 1}
	if s.exhausted = !s.restrict(domains); s.exhausted {
		s.cost.Failures++
	}
}

// Next goes on to the next solution, each of which is found once. A step is a node, or 64 literals assigned; it takes about so many, and
// returns how many are left.
func (s *Search) Next(steps int) (Event, int) {
	if s.atSolution {
		s.atSolution = false
		s.backtrackLevel = len(s.levelStart)
		s.backtrack()
	}
	for !s.exhausted {
		if steps <= 0 {
			return Paused, 0
		}
		begin := s.qhead
		consistent := s.propagate()
		assigned := len(s.trail) - begin
		s.cost.Propagations += int64(assigned)
		steps -= 1 + assigned/64
		switch {
		case !consistent:
			s.cost.Failures++
			s.failuresLeft--
			s.backtrack()
		case s.openCells == 0:
			s.atSolution = true
			return Found, max(steps, 0)
		case s.failuresLeft <= 0 && len(s.levelStart) > s.backtrackLevel:
			s.cost.Restarts++
			s.failuresLeft = restartUnit * int(luby.Term(s.cost.Restarts+1))
			s.backtrackTo(s.backtrackLevel, s.savedValue)
		default:
			l := s.choose()
			s.cost.Nodes++
			s.levelStart = append(s.levelStart, len(s.trail))
			s.assign(l, byDecision)
		}
	}
	return Exhausted, max(steps, 0)
}

// backtrack leaves a failure or a solution behind. Above the floor it learns from it and goes back to where what it has learnt says
// something new. At the floor it undoes the last decision, for good as long as those before it stand, and the floor sinks.
func (s *Search) backtrack() {
	for {
		var l literal
		r := byDecision
		if level := len(s.levelStart); level > s.backtrackLevel {
			level, lbd := s.learn()
			s.backtrackTo(max(level, s.backtrackLevel), s.savedValue)
			if s.count >= s.maxClauses {
				s.reduceClauses()
				s.maxClauses += clauseGrowth
			}
			l = s.clause[0]
			if len(s.clause) > 1 {
				r = byClause | reason(s.addClause(s.clause, lbd))
			}
		} else if level > 0 {
			l = s.trail[s.levelStart[level-1]].negation()
			s.backtrackLevel--
			s.backtrackTo(s.backtrackLevel, s.savedValue)
		} else {
			s.exhausted = true
			return
		}
		s.cost.Nodes++
		if s.assign(l, r) {
			return
		}
		s.cost.Failures++
	}
}

// choose returns the next decision: in the cell with the greatest weight for the values it has left, the value that stood there last, or
// else the least. To choose among the places of values in houses as well was tried: as many nodes or more (in the geometric mean 110 for 100 at
// order 5), each half as long again.
func (s *Search) choose() literal {
	best, top := 0, 0.0
	for c, m := range s.cells {
		if m&(m-1) == 0 {
			continue
		}
		if score := s.weight[c] / float64(bits.OnesCount64(m)); score > top {
			best, top = c, score
		}
	}
	m, value := s.cells[best], int(s.savedValue[best])
	if m>>value&1 == 0 {
		value = bits.TrailingZeros64(m)
	}
	return chosen(s.option(best, value))
}

// Solution writes the solution that Next has just found: the values of the cells, from 1.
func (s *Search) Solution(grid []int) {
	for c, m := range s.cells {
		grid[c] = bits.TrailingZeros64(m) + 1
	}
}

// Effort returns what the search has cost since Start.
func (s *Search) Effort() Effort { return s.cost }
