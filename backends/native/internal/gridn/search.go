package gridn

import (
	"math/bits"

	"nonet/backends/native/internal/step"
	"nonet/internal/search"
	"nonet/model"
)

// Parameters of the search. On 250 random instances of order 5 with 35 to 55 per cent given, the geometric mean of the
// number of nodes is 87 with restartUnit 100, 100 with 30 and 136 with 10; with 30 and weightDecay 0.8 it is 106.
// weightDecay 0.95 or initialClauses 500 make no difference. On the one or two hardest instances, a change of any
// parameter can change the number of nodes tenfold.
const (
	weightDecay    = 0.9  // factor by which older weights decay at each conflict
	restartUnit    = 100  // conflicts in one unit of Luby's sequence of restarts
	initialClauses = 2000 // learned clauses before the first reduction
	clauseGrowth   = 200  // increase of that limit at each reduction
)

// A Search enumerates the solutions of puzzles of one shape, one puzzle at a time. It does not allocate once its
// buffers have grown.
type Search struct {
	state
	clauses
	learner
	stableMode
	walk walk

	savedValue     []uint8 // by cell: its last value (phase saving)
	backtrackLevel int     // no backjumping below this level, since part of the subtree has been enumerated
	atSolution     bool    // Next has just returned a solution
	found          bool    // Next has returned a solution since Start
	exhausted      bool

	failuresLeft int // conflicts before the next restart
	maxClauses   int // limit of the number of learned clauses
	cost         model.Effort
}

// New returns a search for grids of a shape, whose N must be from 1 to MaxN.
func New(shape Shape) *Search {
	t := newTables(shape)
	cells := t.n * t.n
	options := cells << t.shift
	return &Search{
		state:   newState(t),
		clauses: clauses{watchHeads: make([]uint32, 2*options), arena: make([]uint32, 1, 1<<12)},
		learner: learner{
			weight: make([]float64, cells), seen: make([]bool, options), place: make([]int32, options),
			levelStamp: make([]uint32, min(options, maxDecisions)+cells+1),
		},
		savedValue: make([]uint8, cells),
	}
}

// Start begins the search for the solutions in which cell c may have value v+1 only if bit v of domains[c] is set.
func (s *Search) Start(domains []uint64) {
	s.state.reset()
	s.clauses.reset()
	s.learner.reset()
	s.stableMode.reset()
	s.walk.reset()
	clear(s.savedValue)
	s.backtrackLevel, s.atSolution, s.found = 0, false, false
	s.failuresLeft, s.maxClauses = restartUnit, initialClauses
	s.cost = model.Effort{Nodes: 1}
	if s.exhausted = !s.restrict(domains); s.exhausted {
		s.cost.Failures++
	}
}

// Next goes on to the next solution; each solution is found once. A step is a node, 64 assigned literals or 16 moves.
// Next pauses when it has used up the given steps, and returns how many are left.
func (s *Search) Next(steps int) (step.Event, int) {
	if s.atSolution {
		s.atSolution = false
		s.backtrackLevel = len(s.levelStart)
		s.backtrack()
	}
	for !s.exhausted {
		if steps <= 0 {
			return step.Paused, 0
		}
		if s.walk.budget > 0 {
			steps -= s.continueWalk(steps)
			continue
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
			if s.stable {
				s.recordAssignment()
			}
			s.backtrack()
		case s.openCells == 0:
			s.atSolution, s.found = true, true
			return step.Found, max(steps, 0)
		case s.failuresLeft <= 0 && len(s.levelStart) > s.backtrackLevel:
			s.restart()
		default:
			l := s.choose()
			s.cost.Nodes++
			s.levelStart = append(s.levelStart, len(s.trail))
			s.assign(l, byDecision) // finds no conflict: each item of an unassigned option has another option left
		}
	}
	return step.Exhausted, max(steps, 0)
}

// restart returns to backtrackLevel, changes the mode if its turn is over, and begins a walk if it is time for one.
func (s *Search) restart() {
	s.cost.Restarts++
	s.undoTo(s.backtrackLevel)
	if s.cost.Failures >= s.nextStage {
		s.changeMode()
	}
	if s.stable {
		s.restarts[1]++
		s.failuresLeft = stableRestart * int(search.Luby(s.restarts[1]))
		if s.cost.Failures >= s.nextReturn {
			s.returnToBest()
		}
	} else {
		s.restarts[0]++
		s.failuresLeft = restartUnit * int(search.Luby(s.restarts[0]+1))
	}
	if s.cost.Failures >= s.walk.next && !s.found {
		s.startWalk()
	}
}

// undoTo undoes all levels above level.
func (s *Search) undoTo(level int) {
	if s.stable {
		s.releaseOptions(level)
	}
	s.backtrackTo(level, s.savedValue)
}

// backtrack leaves a conflict or a solution. Above backtrackLevel it learns a clause and backjumps to the level where
// the clause becomes unit, but not below backtrackLevel. At backtrackLevel it negates the last decision and lowers
// backtrackLevel by one.
func (s *Search) backtrack() {
	for {
		var l literal
		r := byDecision
		if level := len(s.levelStart); level > s.backtrackLevel {
			level, lbd := s.learn()
			s.undoTo(max(level, s.backtrackLevel))
			if s.clauseCount >= s.maxClauses {
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
			s.undoTo(s.backtrackLevel)
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

// choose returns the next decision. In the stable mode chooseOption chooses. Otherwise its cell is the one with
// the highest score: weight divided by the number of values left. Its value is the saved value of the cell if that is
// left, and otherwise the lowest value left.
//
// Branching also on the places of a value in a house was tried: it takes as many nodes or more (geometric mean at order
// 5: 110 instead of 100), and 1.5 times as long for each node.
func (s *Search) choose() literal {
	if s.stable && len(s.levelStart) < maxDecisions {
		return s.chooseOption()
	}
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

// Solution writes the solution that Next has just found: the values of the cells, from 1, row by row.
func (s *Search) Solution(grid []int) {
	for c, m := range s.cells {
		grid[c] = bits.TrailingZeros64(m) + 1
	}
}

// Effort returns the effort since Start.
func (s *Search) Effort() model.Effort { return s.cost }
