package backends

import (
	"context"
	"math/big"
	"time"

	"nonet/encode"
	"nonet/model"
)

// Bind returns a solver that runs an optional preprocessor (nil for none), an encoder and an engine. If the
// preprocessor alone refutes the model or fixes every variable, the engine does not run and Stats.Settled is true. The
// solver is a model.Preparer: preprocessor and encoder analyse a base model once and keep their buffers from one model
// to the next.
//
// Every assignment is checked with Model.Check, against the model before preprocessing, and then passed on. A
// *model.WrongAnswerError ends the search if the check fails. That no further solution exists is taken from the engine
// and the preprocessor: both are tested, but a single such answer cannot be checked. If the engine is a Counter, so is
// the solver; the counts are not checked.
func Bind[F, A any](pre Preprocessor, enc encode.Encoder[F, A], eng Engine[F, A]) model.Solver {
	return bound[F, A]{pre: pre, enc: enc, eng: eng}.solver()
}

// WithPreprocessor returns a solver that runs pre and then s on the reduced model, as Bind does. If pre is nil it
// returns s.
func WithPreprocessor(pre Preprocessor, s model.Solver) model.Solver {
	if pre == nil {
		return s
	}
	return bound[*model.Model, model.Assignment]{pre, Identity{}, s}.solver()
}

// Identity encodes a model as itself, for engines that take the model.
type Identity struct{}

// Encode implements encode.Encoder.
func (Identity) Encode(
	_ context.Context, m *model.Model,
) (encode.Encoding[*model.Model, model.Assignment], error) {
	return encode.Encoding[*model.Model, model.Assignment]{
		Formula: m,
		Decode:  func(a model.Assignment) (model.Assignment, error) { return a, nil },
		Size:    m.Size(),
	}, nil
}

type bound[F, A any] struct {
	pre Preprocessor
	enc encode.Encoder[F, A]
	eng Engine[F, A]
}

func (b bound[F, A]) solver() model.Solver {
	if c, ok := b.eng.(Counter[F]); ok {
		return counting[F, A]{b, c}
	}
	return b
}

func (b bound[F, A]) Solve(
	ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
) (model.Result, error) {
	return b.newStream(m).SolveGiven(ctx, nil, yield)
}

// newStream returns a stream over base that prepares nothing in advance.
func (b bound[F, A]) newStream(base *model.Model) *stream[F, A] {
	return &stream[F, A]{bound: b, base: base,
		reduce: func(ctx context.Context, givens []model.Given) (*model.Model, error) {
			m := base.WithGivens(givens)
			if b.pre == nil {
				return m, nil
			}
			return b.pre.Preprocess(ctx, m)
		}}
}

var _ model.Preparer = bound[any, any]{}

// Prepare implements model.Preparer.
func (b bound[F, A]) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := b.newStream(base)
	if p, ok := b.enc.(encode.Preparer[F, A]); ok {
		var err error
		if s.enc, err = p.Prepare(base); err != nil {
			return nil, err
		}
	}
	if p, ok := b.pre.(Preparer); ok {
		reduce := p.Prepare(base)
		s.reduce = func(ctx context.Context, givens []model.Given) (*model.Model, error) {
			return reduce(ctx, givens), ctx.Err()
		}
	}
	return s, nil
}

// counting is a bound solver whose engine is a Counter.
type counting[F, A any] struct {
	bound[F, A]
	counter Counter[F]
}

var _ model.Counter = counting[any, any]{}

// CountSolutions implements model.Counter.
func (c counting[F, A]) CountSolutions(
	ctx context.Context, m *model.Model, limit int64,
) (*big.Int, model.Result, error) {
	if m.Objective != nil {
		return new(big.Int), model.Result{}, model.ErrObjective
	}
	q, err := c.newStream(m).start(ctx)
	if err != nil || q.stats.Settled {
		n := int64(0)
		if q.solution != nil {
			n = 1
		}
		return big.NewInt(n), model.Result{Complete: err == nil, Stats: q.stats}, err
	}
	n, r, err := c.counter.CountSolutions(ctx, q.encoding.Formula, limit)
	r.Stats = q.finish(r.Stats)
	return n, r, err
}

// A stream solves models that share a base and differ in their givens.
type stream[F, A any] struct {
	bound[F, A]
	base   *model.Model
	givens []model.Given // of the current model
	reduce func(ctx context.Context, givens []model.Given) (*model.Model, error)
}

// SolveGiven implements model.Prepared.
func (s *stream[F, A]) SolveGiven(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (model.Result, error) {
	s.givens = givens
	q, err := s.start(ctx)
	if err != nil || q.stats.Settled {
		r := model.Result{Complete: err == nil, Stats: q.stats}
		if q.solution != nil {
			yield(q.solution)
			r.Solutions = 1
		}
		return r, err
	}
	var wrong error
	passed, done := 0, false // done: the solution is optimal
	r, err := s.eng.Solve(ctx, q.encoding.Formula, func(x A) bool {
		var a model.Assignment
		a, wrong = q.encoding.Decode(x)
		if wrong == nil {
			wrong = s.base.CheckGivens(a, s.givens)
		}
		if wrong != nil {
			return false
		}
		passed++
		goOn := yield(a)
		done = goOn && q.constant
		return goOn && !done
	})
	r.Solutions, r.Stats, r.Complete = passed, q.finish(r.Stats), r.Complete || done
	if wrong != nil {
		err = &model.WrongAnswerError{Reason: wrong}
	}
	if err != nil {
		r.Complete = false
	}
	return r, err
}

// A pipeline is one model on its way through preprocessing, encoding and solving.
type pipeline[F, A any] struct {
	solution model.Assignment // if stats.Settled: the only solution, or nil if there is none
	encoding encode.Encoding[F, A]
	constant bool // the objective is constant and left out: an engine would list all solutions
	stats    model.Stats
	clock    time.Time // end of the last phase
}

// start reduces the current model and encodes what is left.
func (s *stream[F, A]) start(ctx context.Context) (q pipeline[F, A], err error) {
	if err := ctx.Err(); err != nil {
		return q, err
	}
	q.clock = time.Now()
	m, err := s.reduce(ctx, s.givens)
	q.stats.Preprocess = q.lap()
	if err != nil {
		return q, err
	}
	q.stats.Removed = values(s.base) - values(m)
	if s.pre != nil {
		only, refuted := settle(m)
		// The preprocessor may fix every variable and overlook a constraint that they violate. The engine then refutes
		// the model.
		if only != nil && s.base.CheckGivens(only, s.givens) == nil {
			q.solution = only
		}
		if q.stats.Settled = refuted || q.solution != nil; q.stats.Settled {
			return q, nil
		}
	}
	if _, q.constant = m.ConstantObjective(); q.constant {
		whole := *m
		whole.Objective = nil
		m = &whole
	}
	q.encoding, err = s.enc.Encode(WithBudget(ctx, s.eng), m)
	q.stats.Encode, q.stats.Size = q.lap(), q.encoding.Size
	return q, err
}

// finish returns the statistics of all phases, given those of the engine.
func (q *pipeline[F, A]) finish(engine model.Stats) model.Stats {
	q.stats.Encode += engine.Encode
	q.stats.Solve, q.stats.Effort, q.stats.Cost = q.lap()-engine.Encode, engine.Effort, engine.Cost
	return q.stats
}

// lap returns the time since the last phase ended, and starts the next phase.
func (q *pipeline[F, A]) lap() time.Duration {
	now := time.Now()
	d := now.Sub(q.clock)
	q.clock = now
	return d
}

// values returns the number of values in all domains.
func values(m *model.Model) (n int) {
	for v := range m.Vars {
		n += m.Vars[v].Domain.Size()
	}
	return n
}

// settle returns the assignment if each domain of m has one value, and reports whether some domain is empty.
func settle(m *model.Model) (only model.Assignment, refuted bool) {
	fixed := true
	for v := range m.Vars {
		switch m.Vars[v].Domain.Size() {
		case 0:
			return nil, true
		case 1:
		default:
			fixed = false
		}
	}
	if !fixed {
		return nil, false
	}
	only = make(model.Assignment, len(m.Vars))
	for v := range only {
		only[v] = m.Vars[v].Domain.Min()
	}
	return only, false
}
