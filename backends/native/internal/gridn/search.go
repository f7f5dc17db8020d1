package gridn

import (
	"math/bits"

	"nonet/internal/search"
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
	search.Loop
	state
	clauses
	learner
	stableMode
	walk walk

	savedValue []uint8 // by cell: its last value (phase saving)
	found      bool    // a solution since Start
}

// New returns a search for grids of a shape, whose N must be from 1 to MaxN.
func New(shape Shape) *Search {
	t := newTables(shape)
	cells := t.n * t.n
	options := cells << t.shift
	return &Search{
		state:      newState(t),
		clauses:    clauses{watchHeads: make([]uint32, 2*options)},
		learner:    learner{seen: make([]bool, options), place: make([]int32, 2*options)},
		savedValue: make([]uint8, cells),
	}
}

// Start begins the search for the solutions in which cell c may have value v+1 only if bit v of domains[c] is set.
func (s *Search) Start(domains []uint64) {
	s.state.reset()
	if s.Learned > 0 {
		clear(s.watchHeads)
	}
	s.Clear(initialClauses)
	s.weights.Reset(len(s.cells), 1)
	s.stableMode.reset()
	s.walk.reset()
	clear(s.savedValue)
	s.Begin(s, restartUnit)
	s.found = false
	if !s.restrict(domains) {
		s.Fail()
	}
}

// Propagate implements search.Engine. A step is a node, 64 assigned literals or 16 moves of a walk.
func (s *Search) Propagate() search.State {
	if s.walk.budget > 0 {
		s.Steps -= s.continueWalks(s.Steps)
		return search.Busy
	}
	begin := s.qhead
	consistent := s.propagate()
	assigned := len(s.trail) - begin
	s.Propagations += int64(assigned)
	s.Steps -= 1 + assigned/64
	switch {
	case !consistent:
		if s.stable {
			s.recordAssignment()
		}
		return search.Conflict
	case s.openCells == 0:
		s.found = true
		return search.Solved
	}
	return search.Open
}

// BeginRun implements search.Engine. It changes the mode if its turn is over, and begins walks if it is time for one.
func (s *Search) BeginRun() (failures int) {
	if s.Failures >= s.nextStage {
		s.changeMode()
	}
	if s.stable {
		s.restarts[1]++
		failures = stableRestart * int(search.Luby(s.restarts[1]))
		if s.Failures >= s.nextReturn {
			s.returnToBest()
		}
	} else {
		s.restarts[0]++
		failures = restartUnit * int(search.Luby(s.restarts[0]+1))
	}
	if s.Failures >= s.walk.next && !s.found {
		s.startWalks()
	}
	return failures
}

// BacktrackTo implements search.Engine.
func (s *Search) BacktrackTo(level int) {
	if s.stable {
		s.releaseOptions(level)
	}
	s.backtrackTo(level, s.savedValue)
}

// Refute implements search.Engine.
func (s *Search) Refute(level int) {
	s.clause = append(s.clause[:0], s.trail[s.levelStart[level-1]].negation())
}

// Decide implements search.Engine. It finds no conflict: each item of an unassigned option has another option left.
func (s *Search) Decide() bool {
	l := s.choose()
	s.levelStart = append(s.levelStart, len(s.trail))
	return s.assign(l, byDecision)
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
		if score := s.weights.Of[c] / float64(bits.OnesCount64(m)); score > top {
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
