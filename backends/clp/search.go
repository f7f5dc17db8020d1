package clp

import (
	"context"
	"math"
	"slices"

	"nonet/encode/ip"
	"nonet/model"
)

// A config is the configuration of a search.
type config struct {
	newRelaxation func() (relaxation, error) // nil: no relaxation

	// plain: relax the whole program, before propagation, with its objective even if constant; never probe, and branch
	// on the most fractional column.
	plain bool
}

// relaxLevels is the number of levels of the tree from one relaxation to the next, without an objective, until a
// relaxation below the root closes a node or has an integral point.
const relaxLevels = 4

// A search is one call of Solve: depth-first branch and bound over the 0-1 columns.
type search struct {
	config
	ctx     context.Context
	program *ip.Program
	yield   func(ip.Point) bool

	*prober // embeds the state
	guide
	cost          []int64 // by column, minimized; nil to enumerate all solutions
	objectiveCost []int64 // by column: the objective of the program, also if it is constant

	depth   int  // of the current node
	relaxes bool // some relaxation below the root has closed a node or had an integral point

	incumbent bool  // a solution was found, with an objective
	best      int64 // its cost

	ended       bool // the search must stop before it is complete
	err         error
	effort      model.Effort
	solutions   int
	point       ip.Point
	splitPoints []lit // stack of the points that active calls of split search around
}

// solve runs a search.
func (d config) solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	var effort model.Effort
	if p.Optimizes() && d.newRelaxation != nil && !d.plain {
		var err error
		if p, err = d.withCovers(ctx, p, &effort); err != nil {
			return model.Result{Stats: model.Stats{Effort: effort}}, err
		}
	}
	s, err := d.search(ctx, p, yield)
	if err != nil {
		return model.Result{}, err
	}
	r, err := s.run()
	r.Stats.Effort.Add(effort)
	return r, err
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

// run searches from the root. It closes the relaxation on every path.
func (s *search) run() (model.Result, error) {
	defer s.guide.close()
	if s.plain && s.newRelaxation != nil {
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

// fixBounds fixes the columns whose bounds allow one value. It returns false if the bounds of a column allow none.
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

// node searches below the current state, which the caller undoes. It reports whether it passed a solution on. This
// matters where all shown columns are fixed: at most one solution of the subtree is wanted.
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
		if !s.wantsRelaxation() {
			l, ok := s.chooseByProbes(true)
			if !ok {
				break
			}
			if len(s.trail) > before {
				continue
			}
			return s.branch(l)
		}
		answer := s.solveRelaxation()
		s.relaxes = s.relaxes || s.depth > 0 && (answer == closed || answer == integral)
		if answer == closed || !s.propagate() { // propagates only if reduce did not
			break
		}
		if s.complete() {
			continue
		}
		switch answer {
		case integral:
			if found, done := s.tryPoint(); done {
				return found
			}
			return s.branch(s.chooseByRow())
		case unknown:
			return s.branch(s.chooseByRow())
		}
		if !s.plain && !s.fixpoint(s.halted) {
			break
		}
		if s.pointExcluded(before) {
			continue
		}
		if s.plain {
			return s.branch(s.chooseMostFractional())
		}
		l, ok := s.chooseByProbes(false)
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

// reduce propagates and, where the configuration asks for it, probes. It returns false if the state is refuted.
func (s *search) reduce() bool {
	if s.objective >= 0 {
		s.enqueue(int32(2 * s.objective)) // the incumbent may have improved since
	}
	root := s.effort.Nodes == 1
	if root && s.plain {
		return !s.violated
	}
	if !s.propagate() {
		return false
	}
	if root {
		s.partition = newPartition(s.state)
	}
	return s.plain || s.fixpoint(s.halted)
}

// wantsRelaxation reports whether the current node needs a relaxation. A relaxation below the root costs as much as
// some ten nodes without one; the nodes that its point saves are fewer, unless it closes nodes.
func (s *search) wantsRelaxation() bool {
	return s.plain || s.cost != nil || s.relaxes || s.depth%relaxLevels == 0
}

// branch searches below l and then below its negation. With an objective it begins with the value nearer to the value
// in the relaxation.
func (s *search) branch(l lit) bool {
	single := s.oneWanted()
	if s.cost != nil && s.engine != nil && !s.plain {
		l = litOf(l.column(), int8(math.Round(s.x[l.column()])))
	}
	before := len(s.trail)
	for _, child := range [...]lit{l, l.not()} {
		s.fix(child)
		s.depth++
		found := s.node()
		s.depth--
		s.undo(before)
		if s.ended || single && found {
			return found
		}
	}
	return false
}

// oneWanted reports whether at most one solution below this node is wanted, since all solutions there agree on the
// shown columns.
func (s *search) oneWanted() bool { return s.cost == nil && !s.hasFreeShown() }

func (s *search) hasFreeShown() bool {
	return slices.ContainsFunc(s.value[:s.program.Shown], func(v int8) bool { return v == free })
}

// halted reports whether the search must stop, because yield returned false, the context ended, or an error occurred.
func (s *search) halted() bool {
	if !s.ended {
		if err := s.ctx.Err(); err != nil {
			s.ended, s.err = true, err
		}
	}
	return s.ended
}
