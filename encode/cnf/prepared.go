package cnf

import (
	"context"

	"nonet/encode"
	"nonet/model"
)

// prepared encodes many models over the constraints of one. It reuses its buffers, so it stops allocating after a
// while.
type prepared struct {
	b      builder
	result encode.Encoding[*Formula, Valuation]
}

var _ encode.Preparer[*Formula, Valuation] = Encoder{}

// Prepare implements encode.Preparer. The returned encoder takes any model. It is fast for models whose AllDifferents
// are those of the previous model, that is, share their Vars slices; the caller must not modify these in between.
func (e Encoder) Prepare(*model.Model) (encode.Encoder[*Formula, Valuation], error) {
	p := &prepared{}
	p.b.configure(e)
	p.result.Formula = &p.b.f.Formula
	p.result.Decode = func(v Valuation) (model.Assignment, error) { return decode(p.b.mp, v) }
	return p, nil
}

// Encode is like Encoder.Encode, but the result is valid only until the next call.
func (p *prepared) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Formula, Valuation], error) {
	if err := p.b.encodeContext(ctx, m); err != nil {
		e := p.b.encoder // the buffers may be in any state: see encodeContext
		p.b = builder{}
		p.b.configure(e)
		return encode.Encoding[*Formula, Valuation]{}, err
	}
	p.result.Map, p.result.Size = p.b.mp, p.b.f.Size()
	return p.result, nil
}
