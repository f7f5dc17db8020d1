package problem

import (
	"fmt"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/model"
)

// Encoders of each type of formula.
type (
	clauseEncoder   = encode.Encoder[*cnf.Formula, cnf.Valuation]
	programEncoder  = encode.Encoder[*ip.Program, ip.Point]
	coverEncoder    = encode.Encoder[*cover.Problem, cover.Solution]
	coloringEncoder = encode.Encoder[*coloring.Graph, coloring.Coloring]
)

// The encoders below return the formula of the file as the encoding of its model, and what otherwise makes of any other
// model, such as one that a preprocessor has reduced or that has further constraints. If the file is no such formula,
// they return otherwise.

// ClauseEncoder returns an encoder for p.Clauses.
func (p *Problem) ClauseEncoder(otherwise clauseEncoder) clauseEncoder {
	f := p.Clauses
	if f == nil {
		return otherwise
	}
	return fixed(p.Model, f, f.Size(), otherwise, func(v cnf.Valuation) (model.Assignment, error) {
		return bitsOf(v[1:], len(p.Model.Vars))
	})
}

// ProgramEncoder returns an encoder for p.Program.
func (p *Problem) ProgramEncoder(otherwise programEncoder) programEncoder {
	f := p.Program
	if f == nil {
		return otherwise
	}
	return fixed(p.Model, f, f.Size(), otherwise, func(x ip.Point) (model.Assignment, error) {
		return bitsOf(x, len(p.Model.Vars))
	})
}

// CoverEncoder returns an encoder for p.Cover.
func (p *Problem) CoverEncoder(otherwise coverEncoder) coverEncoder {
	f := p.Cover
	if f == nil {
		return otherwise
	}
	return fixed(p.Model, f, f.Size(), otherwise, func(s cover.Solution) (model.Assignment, error) {
		a := make(model.Assignment, len(p.Model.Vars))
		for _, k := range s {
			if k < 0 || k >= len(f.Options) {
				return nil, fmt.Errorf("problem: option %d of %d", k+1, len(f.Options))
			}
			a[k] = 1
		}
		for i, options := range p.shared {
			for _, k := range options {
				a[len(f.Options)+i] |= a[k]
			}
		}
		return a, nil
	})
}

// ColoringEncoder returns an encoder for p.Graph.
func (p *Problem) ColoringEncoder(otherwise coloringEncoder) coloringEncoder {
	f := p.Graph
	if f == nil {
		return otherwise
	}
	return fixed(p.Model, f, f.Size(), otherwise, func(c coloring.Coloring) (model.Assignment, error) {
		if len(c) != f.Vertices {
			return nil, fmt.Errorf("problem: %d colours for %d vertices", len(c), f.Vertices)
		}
		a := make(model.Assignment, len(c))
		for v, x := range c {
			a[v] = int(x) + 1
		}
		return a, nil
	})
}

// A fixedEncoder returns one encoding for one model.
type fixedEncoder[F, A any] struct {
	model     *model.Model
	encoding  encode.Encoding[F, A]
	otherwise encode.Encoder[F, A]
}

func (e fixedEncoder[F, A]) Encode(m *model.Model) (encode.Encoding[F, A], error) {
	if m != e.model {
		return e.otherwise.Encode(m)
	}
	return e.encoding, nil
}

func fixed[F, A any](m *model.Model, f F, size model.Size, otherwise encode.Encoder[F, A],
	decode func(A) (model.Assignment, error)) encode.Encoder[F, A] {
	return fixedEncoder[F, A]{m, encode.Encoding[F, A]{Formula: f, Size: size, Decode: decode}, otherwise}
}

// bitsOf returns n truth values as an assignment.
func bitsOf(values []bool, n int) (model.Assignment, error) {
	if len(values) != n {
		return nil, fmt.Errorf("problem: %d values for %d variables", len(values), n)
	}
	a := make(model.Assignment, n)
	for i, x := range values {
		if x {
			a[i] = 1
		}
	}
	return a, nil
}

// AllBits reports whether each variable of the model has at most two values. Then the order encoding has one variable
// for each, where the direct encoding has two.
func (p *Problem) AllBits() bool {
	for _, v := range p.Model.Vars {
		if len(v.Domain) > 2 {
			return false
		}
	}
	return true
}
