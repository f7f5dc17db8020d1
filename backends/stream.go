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
	switch pre := b.pre.(type) {
	case nil:
		s.reduce = func() (*model.Model, error) { return s.full(), nil }
	case reducer:
		reduce := pre.Prepare(base)
		s.reduce = func() (*model.Model, error) { return reduce(s.givens), nil }
	default:
		s.reduce = func() (*model.Model, error) { return pre.Preprocess(s.full()) }
	}
	return s, nil
}

// A stream solves models that differ in their givens only.
type stream[F, A any] struct {
	base   *model.Model
	enc    encode.Encoder[F, A]
	eng    Engine[F, A]
	givens []model.Given // of the model at hand
	reduce func() (*model.Model, error)
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
