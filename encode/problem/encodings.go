package problem

import (
	"context"
	"fmt"
	"slices"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/internal/slice"
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
// or p is nil, they return otherwise.

// ClauseEncoder returns an encoder for p.Clauses.
func (p *Problem) ClauseEncoder(otherwise clauseEncoder) clauseEncoder {
	if p == nil || p.Clauses == nil {
		return otherwise
	}
	f := p.Clauses
	return fixed(p.Model, f, f.Size(), otherwise, func(v cnf.Valuation) (model.Assignment, error) {
		return bitsOf(v[1:], len(p.Model.Vars))
	})
}

// ProgramEncoder returns an encoder for p.Program if that is a 0-1 program or otherwise may have integer columns.
func (p *Problem) ProgramEncoder(otherwise ip.Encoder) programEncoder {
	if p == nil || p.Program == nil || !otherwise.Integers && !p.Program.ZeroOne() {
		return otherwise
	}
	f := withoutNames(p.Program) // solvers reject some names of files
	return fixed(p.Model, f, f.Size(), otherwise, func(x ip.Point) (model.Assignment, error) {
		if len(x) != len(p.Model.Vars) {
			return nil, fmt.Errorf("%d columns for %d variables", len(x), len(p.Model.Vars))
		}
		return model.Assignment(slices.Clone(x)), nil
	})
}

// withoutNames returns a copy of f whose columns and rows have no names.
func withoutNames(f *ip.Program) *ip.Program {
	q := *f
	q.Name, q.Columns, q.Rows = "", slices.Clone(f.Columns), slices.Clone(f.Rows)
	for j := range q.Columns {
		q.Columns[j].Name = ""
	}
	for i := range q.Rows {
		q.Rows[i].Name = ""
	}
	return &q
}

// CoverEncoder returns an encoder for p.Cover.
func (p *Problem) CoverEncoder(otherwise coverEncoder) coverEncoder {
	if p == nil || p.Cover == nil {
		return otherwise
	}
	f := p.Cover
	return fixed(p.Model, f, f.Size(), otherwise, func(s cover.Solution) (model.Assignment, error) {
		a := make(model.Assignment, len(p.Model.Vars))
		for _, k := range s {
			if k < 0 || k >= len(f.Options) {
				return nil, fmt.Errorf("option %d of %d", k+1, len(f.Options))
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
	if p == nil || p.Graph == nil {
		return otherwise
	}
	f := p.Graph
	return fixed(p.Model, f, f.Size(), otherwise, func(c coloring.Coloring) (model.Assignment, error) {
		if len(c) != f.Vertices {
			return nil, fmt.Errorf("%d colours for %d vertices", len(c), f.Vertices)
		}
		return slice.Map(c, func(x int32) int { return int(x) + 1 }), nil
	})
}

// A fixedEncoder returns one encoding for one model.
type fixedEncoder[F, A any] struct {
	model     *model.Model
	encoding  encode.Encoding[F, A]
	otherwise encode.Encoder[F, A]
}

func (e fixedEncoder[F, A]) Encode(ctx context.Context, m *model.Model) (encode.Encoding[F, A], error) {
	if m != e.model {
		return e.otherwise.Encode(ctx, m)
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
		return nil, fmt.Errorf("%d values for %d variables", len(values), n)
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
	return !slices.ContainsFunc(p.Model.Vars, func(v model.Variable) bool { return v.Domain.Size() > 2 })
}
