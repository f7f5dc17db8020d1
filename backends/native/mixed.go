package native

import (
	"context"

	"nonet/model"
)

// mixed searches any model with a first engine and, if that takes long, with the lazy one in turn. The first engine has
// stronger propagation: the general engine, which also has a relaxation of the objective, or the engine of the nogoods
// tier. Each looks for solutions better than those of both. Without an objective, the engine that finds a solution
// first goes on alone. Where the lazy engine learns, the general one gets a thirty-second of its steps: see
// docs/dev/lab/models.md.
type mixed struct {
	ctx     context.Context // of this search: it ends the construction of the second engine
	m       *model.Model
	givens  []model.Given
	engines [2]searcher // the second is nil until it is needed, and if it does not support the model
	started bool        // the second engine has had a turn
	turn    int         // index of the engine whose turn it is
	alone   bool        // the other engine is not needed any more
	slice   int         // steps of a turn; the general engine may get fewer
	left    int         // steps left of this turn
}

// The first turn has firstTurn steps of the general engine, but none if branches advise, which only the lazy engine
// follows, or twice firstTurn steps of the nogoods tier. The turns after it have firstSlice, about ten milliseconds,
// the first one of the lazy engine firstLazy times as many, and each round is half as long again.
const (
	firstTurn  = 1_000
	firstSlice = 10_000
	firstLazy  = 64
)

func newMixed(ctx context.Context, m *model.Model) (searcher, error) {
	if m.CheckValues(nil) != nil {
		return nil, nil // package lcg lists no values
	}
	first, err := newGeneral(ctx, m, Options{})
	if err != nil {
		return nil, err
	}
	return &mixed{ctx: ctx, m: m, engines: [2]searcher{first, nil}}, nil
}

func (s *mixed) prepare(ctx context.Context) error { return s.engines[0].prepare(ctx) }

func (s *mixed) start(givens []model.Given) {
	s.givens, s.started, s.turn, s.alone = givens, false, 0, false
	s.slice, s.left = firstSlice, firstTurn
	if _, ok := s.engines[0].(*general); !ok {
		s.left = 2 * firstTurn
	} else if len(s.m.Branches) > 0 {
		s.left = 0
	}
	s.engines[0].start(givens)
}

func (s *mixed) next(steps int) (event, int) {
	for {
		if s.alone {
			return s.engines[s.turn].next(steps)
		}
		if s.left <= 0 {
			if !s.pass() {
				return outOfSteps, steps
			}
			continue
		}
		give := min(steps, s.left)
		if give <= 0 {
			return outOfSteps, steps
		}
		e, rest := s.engines[s.turn].next(give)
		s.left -= give - rest
		steps -= give - rest
		switch {
		case e == found && s.m.Objective == nil:
			s.alone = true
			return found, steps
		case e == found:
			s.share()
			return found, steps
		case e == exhausted:
			return exhausted, steps
		}
	}
}

// pass gives the turn to the other engine. It returns false if the context ends first.
func (s *mixed) pass() bool {
	if s.engines[1] == nil {
		if s.engines[1], _ = newLazy(s.ctx, s.m); s.engines[1] == nil {
			s.alone = s.ctx.Err() == nil
			return s.alone
		}
	}
	if s.turn = 1 - s.turn; s.turn == 0 {
		s.slice += s.slice / 2
	}
	g, isGeneral := s.engines[0].(*general)
	if s.left = s.slice; s.turn == 0 && isGeneral && s.engines[1].(*lazy).search.Learns() {
		s.left /= 32
	}
	if !s.started {
		s.started = true
		s.left *= firstLazy
		s.engines[1].start(s.givens)
		if s.m.Objective != nil && g.found > 0 { // then g is the first engine
			s.engines[1].(*lazy).improve(g.bound.limit())
		}
	}
	return true
}

// share gives the other engine the objective of the solution that the engine of this turn has found.
func (s *mixed) share() {
	g := s.engines[0].(*general)
	if s.turn == 1 {
		a := make(model.Assignment, len(s.m.Vars))
		s.engines[1].(*lazy).search.Solution(a)
		g.improve(s.m.Objective.Value(a) - s.m.Objective.Constant)
	} else if s.started {
		s.engines[1].(*lazy).improve(g.bound.limit())
	}
}

func (s *mixed) solution(a model.Assignment) error { return s.engines[s.turn].solution(a) }

func (s *mixed) effort() model.Effort {
	total := s.engines[0].effort()
	if s.started {
		total.Add(s.engines[1].effort())
	}
	return total
}
