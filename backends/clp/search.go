package clp

import (
	"context"

	"nonet/encode/ip"
	"nonet/model"
)

// A config says how a search goes about it. The variants of the engine are designs.
type config struct {
	newRelaxation func() (relaxation, error) // nil: no relaxation at all

	wholeProgram bool // relax the whole program, with its objective whatever it is and before any propagation, not what that leaves
	startBasis   bool // drop dependent rows and start from the basis that this yields
	probeFirst   bool // to a fixpoint at each node before its relaxation
	probeLate    bool // to a fixpoint at each node whose relaxation is fractional, and choose by what the tries fixed
}

// A search is one call of Solve: depth-first branch and bound over the 0-1 columns.
type search struct {
	config
	ctx     context.Context
	program *ip.Program
	yield   func(ip.Point) bool

	*prober // and in it the state
	guide
	cost          []int64 // to be minimized, by column; nil if every solution is wanted
	objectiveCost []int64 // the objective of the program, which may be constant and is then not minimized

	incumbent bool  // there is one
	best      int64 // its cost

	ended       bool // the search is to end before it is complete
	err         error
	effort      model.Effort
	solutions   int
	point       ip.Point
	splitPoints []lit // stack of the points that splits are at work on
}

// solve runs a search.
func (d config) solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	s, err := d.search(ctx, p, yield)
	if err != nil {
		return model.Result{}, err
	}
	return s.run()
}

// search returns a search that is ready to run.
func (d config) search(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (*search, error) {
	cost, err := costs(p)
	if err != nil {
		return nil, err
	}
	s := &search{config: d, ctx: ctx, program: p, yield: yield, objectiveCost: cost}
	if cost != nil && p.Optimizes() {
		s.cost = cost
	}
	m, err := compile(p, s.cost)
	if err != nil {
		return nil, err
	}
	s.prober = newProber(newState(m))
	return s, nil
}

// run searches from the root. The relaxation is closed on every way out.
func (s *search) run() (model.Result, error) {
	defer s.guide.close()
	if s.wholeProgram && s.newRelaxation != nil {
		if err := s.openRelaxation(s.linearize(s.objectiveCost, true)); err != nil {
			return model.Result{}, err
		}
	}
	if s.fixBounds() {
		s.node()
	}
	s.effort.Propagations, s.effort.Probes = s.fixings, s.probes
	return model.Result{Solutions: s.solutions, Complete: !s.ended, Stats: model.Stats{Effort: s.effort}}, s.err
}

// fixBounds fixes the columns whose bounds leave one value. It returns false if some column has none left.
func (s *search) fixBounds() bool {
	for j, c := range s.program.Columns {
		switch {
		case c.Lower > 0 && c.Upper < 1 || c.Lower > 1 || c.Upper < 0:
			return false
		case c.Lower > 0:
			s.fix(litOf(int32(j), 1))
		case c.Upper < 1:
			s.fix(litOf(int32(j), 0))
		}
	}
	return true
}

// node searches below the present state, which the caller undoes. It returns whether it has passed a solution on, which matters where
// all shown columns are fixed: the subtree then holds at most that one.
func (s *search) node() bool {
	if s.halted() {
		return false
	}
	s.effort.Nodes++
	if !s.reduce() {
		s.effort.Failures++
		return false
	}
	for !s.halted() {
		if s.complete() {
			s.report()
			return true
		}
		before := len(s.trail)
		answer := s.solveRelaxation()
		if answer == closed || !s.propagate() { // the latter does something only where reduce did not
			break
		}
		switch answer {
		case integral:
			if found, done := s.tryPoint(); done {
				return found
			}
			return s.branch(s.chooseByRow())
		case unknown:
			if s.complete() {
				continue
			}
			return s.branch(s.chooseByRow())
		}
		if s.probeLate && !s.fixpoint(s.halted) {
			break
		}
		if s.pointExcluded(before) {
			continue
		}
		if !s.probeLate {
			return s.branch(s.chooseMostFractional())
		}
		l, ok := s.chooseByProbes()
		if !ok {
			break
		}
		if s.pointExcluded(before) {
			continue
		}
		return s.branch(l)
	}
	if !s.ended {
		s.effort.Failures++
	}
	return false
}

// reduce draws the consequences of the fixings so far. It returns false if they are contradictory.
func (s *search) reduce() bool {
	if s.objective >= 0 {
		s.enqueue(int32(2 * s.objective)) // the incumbent may have improved since
	}
	if s.wholeProgram && s.effort.Nodes == 1 {
		return !s.violated
	}
	return s.propagate() && (!s.probeFirst || s.fixpoint(s.halted))
}

// branch searches below l, then below its negation.
func (s *search) branch(l lit) bool {
	single := s.oneWanted()
	before := len(s.trail)
	for _, child := range [...]lit{l, l.not()} {
		s.fix(child)
		found := s.node()
		s.undo(before)
		if s.ended || single && found {
			return found
		}
	}
	return false
}

// oneWanted reports whether at most one solution below this node is wanted, since all solutions there look the same on the shown columns.
func (s *search) oneWanted() bool { return s.cost == nil && !s.hasFreeShown() }

func (s *search) hasFreeShown() bool {
	for _, v := range s.value[:s.program.Shown] {
		if v == free {
			return true
		}
	}
	return false
}

// halted reports whether the search is to end, because the consumer or the context says so.
func (s *search) halted() bool {
	if !s.ended {
		if err := s.ctx.Err(); err != nil {
			s.ended, s.err = true, err
		}
	}
	return s.ended
}
