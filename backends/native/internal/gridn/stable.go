package gridn

import "nonet/internal/search"

// A stableMode is the second way to search, for puzzles that take long. The first way restarts often and decides cells
// by weight and domain. The second one restarts seldom, decides single options, and returns to the largest assignment
// without a conflict, so that it completes grids that are nearly complete. The two ways take turns, and share the
// learned clauses. Its memory is allocated when it is first needed.
type stableMode struct {
	stable     bool
	stages     int   // finished turns of both modes
	nextStage  int64 // failures at which the turn ends
	restarts   [2]int64
	nextReturn int64 // failures at which the search next returns to best
	returns    int64

	order  search.Order // of options
	phase  []int8       // by option: its last literal: 1 chosen, -1 excluded, 0 none
	target phases       // the largest assignment without a conflict since the last return or change of mode
	best   phases       // the same since the last return
}

// phases are the literals of an assignment.
type phases struct {
	size    int
	literal []int8 // by option: 1 chosen, -1 excluded, 0 unassigned
}

func (p *phases) forget() {
	p.size = 0
	clear(p.literal)
}

// record copies the literals of a trail if it is longer than the recorded one.
func (p *phases) record(trail []literal) {
	if len(trail) <= p.size {
		return
	}
	p.forget()
	p.size = len(trail)
	for _, l := range trail {
		p.literal[l.option()] = l.phase()
	}
}

// phase returns 1 for a chosen and -1 for an excluded option.
func (l literal) phase() int8 { return 1 - 2*int8(l&1) }

// Parameters of the stable mode. The first turn is long enough for all but the hardest puzzles.
const (
	stageUnit     = 10000   // failures in turn k of either mode, counted from 1: k times this
	stableRestart = 1024    // failures in one unit of Luby's sequence of restarts
	returnUnit    = 1000    // failures before return k, counted from 1, and after return k-1: k times this
	maxDecisions  = 1 << 15 // decisions of options in one branch; state.level holds 16 bits
)

func (s *stableMode) reset() {
	s.stable, s.stages, s.nextStage = false, 0, stageUnit
	s.restarts = [2]int64{}
	s.nextReturn, s.returns = returnUnit, 0
	s.order.Reset(len(s.phase))
	for _, p := range [][]int8{s.phase, s.target.literal, s.best.literal} {
		clear(p)
	}
	s.target.size, s.best.size = 0, 0
}

// changeMode begins the next turn. The search must be at backtrackLevel.
func (s *Search) changeMode() {
	s.stages++
	turn := int64(s.stages/2 + 1)
	s.nextStage = s.Failures + stageUnit*turn
	if s.stable = !s.stable; !s.stable {
		return
	}
	if s.phase == nil {
		options := len(s.reasons)
		s.phase, s.target.literal, s.best.literal = make([]int8, options), make([]int8, options), make([]int8, options)
		s.order.Reset(options)
	}
	s.target.forget()
	for c := range s.cells {
		for v := range s.n {
			if x := s.option(c, v); s.litValue[chosen(x)] == 0 {
				s.order.Insert(int(x))
			}
		}
	}
}

// returnToBest makes the best assignment the one that the next decisions prefer.
func (s *Search) returnToBest() {
	for x, p := range s.best.literal {
		if p != 0 {
			s.phase[x] = p
		}
	}
	s.best.forget()
	s.target.forget()
	s.returns++
	s.nextReturn = s.Failures + returnUnit*(s.returns+1)
}

// recordAssignment records the assignment before the last decision, which had no conflict.
func (s *Search) recordAssignment() {
	if level := len(s.levelStart); level > 0 {
		trail := s.trail[:s.levelStart[level-1]]
		s.target.record(trail)
		s.best.record(trail)
	}
}

// chooseOption returns the next decision of the stable mode: the most active unassigned option, chosen or excluded as
// in the target, or else with its last value, or else chosen.
func (s *Search) chooseOption() literal {
	for {
		x := uint32(s.order.Pop())
		if s.litValue[chosen(x)] != 0 {
			continue
		}
		p := s.target.literal[x]
		if p == 0 {
			p = s.phase[x]
		}
		if p < 0 {
			return excluded(x)
		}
		return chosen(x)
	}
}

// releaseOptions saves the phases of the options that backtracking to level will unassign, and returns them to the
// order.
func (s *Search) releaseOptions(level int) {
	if level >= len(s.levelStart) {
		return
	}
	for _, l := range s.trail[s.levelStart[level]:] {
		x := l.option()
		s.phase[x] = l.phase()
		s.order.Insert(int(x))
	}
}

// bumpReasons makes the antecedents of the literals of the learned clause more active, too. Without it the stable mode
// alone solved none of five hard instances of order 6 in 4 s, with it two in 1.7 s.
func (s *Search) bumpReasons() {
	for _, l := range s.clause {
		s.explanation = s.explain(s.explanation[:0], l.negation())
		for _, m := range s.explanation {
			if x := m.option(); !s.seen[x] && s.level[x] > 0 {
				s.seen[x] = true
				s.seenOptions = append(s.seenOptions, x)
				s.order.Bump(int(x))
			}
		}
	}
}
