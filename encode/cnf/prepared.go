package cnf

import (
	"fmt"
	"math/bits"

	"nonet/encode"
	"nonet/model"
)

// A Prepared encodes many models over the constraints of one, such as the puzzles of a list over their grid, into buffers that it
// keeps: in the long run it allocates nothing. What it returns is valid until its next call. It must not be used by two goroutines at
// once.
//
//	p, err := cnf.Encoder{}.Prepare(base)
//	for each puzzle:
//		e, err := p.Encode(reduced)       // or p.EncodeMasks(candidates)
//		... load e.Formula.Body into a solver, get a valuation v ...
//		err = p.DecodeTo(assignment, v)
type Prepared struct {
	b      builder
	base   *model.Model
	low    int // smallest and largest value of base's domains
	high   int
	result encode.Encoding[*Formula, Valuation]
	set    []bool // scratch of DecodeTo
}

// Prepare readies e for models that have the variables and constraints of base, with smaller domains and further Givens. It returns an
// *encode.UnsupportedError if base states something that Encode does not support.
func (e Encoder) Prepare(base *model.Model) (*Prepared, error) {
	if err := supported(base); err != nil {
		return nil, err
	}
	p := &Prepared{base: base}
	p.low, p.high = interval(base.Vars)
	p.b.use(e)
	p.result.Decode = func(v Valuation) (model.Assignment, error) {
		a := make(model.Assignment, p.b.mp.Vars)
		return a, p.DecodeTo(a, v)
	}
	return p, nil
}

// Encode is like Encoder.Encode, but the result is valid only until the next call. Any model will do; it is fast for models whose
// AllDifferents are those of the model before it, that is, share their Vars slices. These must not have been modified in between.
func (p *Prepared) Encode(m *model.Model) (encode.Encoding[*Formula, Valuation], error) {
	if err := p.b.encode(m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, err
	}
	return p.finish(), nil
}

// EncodeMasks encodes the base model with the given domains: bit i of masks[v] says that variable v may take the value Low() + i.
// Variables with one value left are constants. It is an error if there are not as many masks as variables, or if the values of the
// base model span more than 64 numbers.
func (p *Prepared) EncodeMasks(masks []uint64) (encode.Encoding[*Formula, Valuation], error) {
	if len(masks) != len(p.base.Vars) {
		return encode.Encoding[*Formula, Valuation]{}, fmt.Errorf("cnf: encode: %d masks for %d variables", len(masks), len(p.base.Vars))
	}
	if uint(p.high)-uint(p.low) >= 64 {
		return encode.Encoding[*Formula, Valuation]{}, fmt.Errorf("cnf: encode: masks hold 64 values, the domains lie in [%d, %d]", p.low, p.high)
	}
	b, low := &p.b, p.low
	b.begin(len(masks))
	b.scale = scale{low: low, size: 64, sorted: b.scale.sorted[:0]}
	for v, mask := range masks {
		b.first[v] = int32(len(b.ranks))
		if mask != 0 && mask&(mask-1) == 0 {
			r := bits.TrailingZeros64(mask)
			b.fixed[v] = int32(r)
			b.mp.Fixed = append(b.mp.Fixed, encode.Atom{Var: model.Var(v), Value: low + r})
			continue
		}
		for ; mask != 0; mask &= mask - 1 {
			r := bits.TrailingZeros64(mask)
			b.atom(v, low+r, r)
		}
	}
	b.first[len(masks)] = int32(len(b.ranks))
	b.state(p.base.Constraints)
	return p.finish(), nil
}

// Low returns the smallest value in the domains of the base model: the meaning of bit 0 of a mask.
func (p *Prepared) Low() int { return p.low }

func (p *Prepared) finish() encode.Encoding[*Formula, Valuation] {
	p.result.Formula, p.result.Map, p.result.Size = &p.b.f, p.b.mp, p.b.f.Size()
	return p.result
}

// DecodeTo stores in a the assignment of the last encoded model that v stands for. It is an error if v is too short or gives some
// variable no value or two; a is then undefined. It panics if a has not one value for each variable.
func (p *Prepared) DecodeTo(a model.Assignment, v Valuation) error {
	mp := &p.b.mp
	if len(a) != mp.Vars {
		panic(fmt.Sprintf("cnf: decode: assignment of %d values for %d variables", len(a), mp.Vars))
	}
	if err := fits(v, len(mp.Shown)); err != nil {
		return err
	}
	p.set = resize(p.set, len(a))
	clear(p.set)
	for _, f := range mp.Fixed {
		a[f.Var], p.set[f.Var] = f.Value, true
	}
	for k, s := range mp.Shown {
		if !v[k+1] {
			continue
		}
		if p.set[s.Var] {
			return fmt.Errorf("cnf: decode: variable %d has the values %d and %d", s.Var, a[s.Var], s.Value)
		}
		a[s.Var], p.set[s.Var] = s.Value, true
	}
	for x, ok := range p.set {
		if !ok {
			return fmt.Errorf("cnf: decode: variable %d has no value", x)
		}
	}
	return nil
}
