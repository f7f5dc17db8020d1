package problem

import (
	"fmt"
	"io"
	"slices"

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

// ProgramEncoder returns an encoder for p.Program or, if all constraints are linear and all variables 0 or 1, for the
// program with a column for each variable.
func (p *Problem) ProgramEncoder(otherwise programEncoder) programEncoder {
	f := p.Program
	if f == nil {
		f = programOf(p.Model)
	}
	if f == nil {
		return otherwise
	}
	f = withoutNames(f) // solvers reject some names of files
	return fixed(p.Model, f, f.Size(), otherwise, func(x ip.Point) (model.Assignment, error) {
		return bitsOf(x, len(p.Model.Vars))
	})
}

// NamedProgram returns the program of ProgramEncoder with names that files can hold, or nil if there is none: the names
// of the variables if files can hold all of them, and otherwise x1, x2 and so on.
func (p *Problem) NamedProgram() *ip.Program {
	f := p.Program
	if f == nil {
		if f = programOf(p.Model); f == nil {
			return nil
		}
		for v := range f.Columns {
			f.Columns[v].Name = p.Model.Vars[v].Name
		}
	}
	if ip.Write(io.Discard, f, ip.LP) != nil {
		return withoutNames(f)
	}
	return f
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

// programOf returns a model of linear constraints over variables 0 and 1 as a program, or nil if it is not one.
func programOf(m *model.Model) *ip.Program {
	f := &ip.Program{Name: m.Name, Shown: len(m.Vars), Columns: make([]ip.Column, len(m.Vars))}
	for v := range m.Vars {
		d := m.Vars[v].Domain
		if len(d) == 0 || d[0] < 0 || d[len(d)-1] > 1 {
			return nil
		}
		f.Columns[v] = ip.Column{Lower: d[0], Upper: d[len(d)-1]}
	}
	position := make([]int, len(m.Vars)) // by variable: its entry in the current sum, from 1
	entries := func(terms []model.Term) (all []ip.Entry) {
		for _, t := range terms {
			if position[t.Var] == 0 {
				all = append(all, ip.Entry{Column: int(t.Var)})
				position[t.Var] = len(all)
			}
			all[position[t.Var]-1].Coef += t.Coef
		}
		for _, t := range terms {
			position[t.Var] = 0
		}
		return slices.DeleteFunc(all, func(e ip.Entry) bool { return e.Coef == 0 })
	}
	for _, c := range m.Constraints {
		l, ok := c.(model.Linear)
		if !ok {
			return nil
		}
		row := ip.Row{Entries: entries(l.Terms), Lower: l.Bound, Upper: l.Bound}
		switch l.Relation {
		case model.AtMost:
			row.Lower = -ip.Infinity
		case model.AtLeast:
			row.Upper = ip.Infinity
		}
		f.Rows = append(f.Rows, row)
	}
	if o := m.Objective; o != nil {
		f.Objective, f.Offset, f.Maximize = entries(o.Terms), o.Constant, o.Maximize
	}
	if f.Validate() != nil {
		return nil
	}
	return f
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
