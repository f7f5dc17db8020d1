package backends

import (
	"context"
	"fmt"

	"nonet/encode"
	"nonet/model"
)

// A reducer is a preprocessor that can analyse a base model once. The function it returns does to base and the givens what Preprocess
// does to a model that states both; its result is valid until the next call.
type reducer interface {
	Prepare(base *model.Model) func(givens []model.Given) *model.Model
}

// A slowReducer is a reducer that may take long. When ctx ends, so does the work, and the model is as small as it is by then.
type slowReducer interface {
	PrepareContext(base *model.Model) func(ctx context.Context, givens []model.Given) *model.Model
}

// prepareReduction analyses base, or returns nil if the preprocessor does not do this.
func prepareReduction(pre Preprocessor, base *model.Model) func(context.Context, []model.Given) *model.Model {
	switch pre := pre.(type) {
	case slowReducer:
		return pre.PrepareContext(base)
	case reducer:
		reduce := pre.Prepare(base)
		return func(_ context.Context, givens []model.Given) *model.Model { return reduce(givens) }
	}
	return nil
}

// preprocess makes m smaller, or gives up when ctx ends.
func preprocess(ctx context.Context, pre Preprocessor, m *model.Model) (*model.Model, error) {
	if slow, ok := pre.(slowReducer); ok {
		return slow.PrepareContext(m)(ctx, nil), ctx.Err()
	}
	return pre.Preprocess(m)
}

var _ model.Preparer = bound[any, any]{}

// Prepare implements model.Preparer. What the preprocessor and the encoder find out about base, they find out once, and their buffers
// are kept from one model to the next.
func (b bound[F, A]) Prepare(base *model.Model) (model.Prepared, error) {
	enc := b.enc
	if p, ok := b.enc.(encode.Preparer[F, A]); ok {
		var err error
		if enc, err = p.Prepare(base); err != nil {
			return nil, err
		}
	}
	s := &stream[F, A]{base: base, enc: enc, eng: b.eng}
	if reduce := prepareReduction(b.pre, base); reduce != nil {
		s.reduce = func(ctx context.Context) (*model.Model, error) { return reduce(ctx, s.givens), ctx.Err() }
	} else {
		s.reduce = func(ctx context.Context) (*model.Model, error) { return b.reduce(ctx, s.full()) }
	}
	return s, nil
}

// A stream solves models that differ in their givens only.
type stream[F, A any] struct {
	base   *model.Model
	enc    encode.Encoder[F, A]
	eng    Engine[F, A]
	givens []model.Given // of the model at hand
	reduce func(context.Context) (*model.Model, error)
}

// SolveGiven implements model.Prepared.
func (s *stream[F, A]) SolveGiven(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error) {
	s.givens = givens
	return solve(ctx, s.reduce, s.enc, s.eng, s.check, yield)
}

// check does what Check does to the model at hand, without building it.
func (s *stream[F, A]) check(a model.Assignment) error {
	if err := s.base.Check(a); err != nil {
		return err
	}
	for _, g := range s.givens {
		if g.Violation(a) != 0 {
			return fmt.Errorf("model: given is violated: %s", s.base.Describe(g))
		}
	}
	return nil
}

// full returns the model at hand.
func (s *stream[F, A]) full() *model.Model {
	more := make([]model.Constraint, len(s.givens))
	for i, g := range s.givens {
		more[i] = g
	}
	return s.base.With(more...)
}
