package coloring

import (
	"context"
	"slices"
	"strconv"

	"nonet/encode"
	"nonet/model"
)

// Provenance encodes m as Encode does, and returns why each edge is there. A list of allowed colours counts as one
// bound.
func (o Encoder) Provenance(
	ctx context.Context, m *model.Model,
) (encode.Encoding[*Graph, Coloring], *encode.Provenance, error) {
	p, err := o.prepare(ctx, m)
	if err != nil {
		return encode.Encoding[*Graph, Coloring]{}, nil, err
	}
	e, err := p.Encode(ctx, m)
	if err != nil {
		return e, nil, err
	}
	g := e.Formula
	a := &encode.Provenance{
		Model: m, UnitName: "edges", Shown: len(m.Vars), Auxiliary: g.Vertices - len(m.Vars),
		Propagation: "naked singles; with the cliques, hidden singles",
		Sources:     []string{"R. M. R. Lewis, A Guide to Graph Colouring, 2nd edition, 2021"},
	}
	byEdge := constraintsByEdge(m)
	if a.Auxiliary > 0 {
		a.Parts = append(a.Parts, encode.Part{Source: paletteSource, Auxiliary: a.Auxiliary})
		a.InterchangeableValues = g.Colors
	}
	unary := unaryConstraints(m)
	for _, edge := range g.Edges {
		s := paletteSource
		switch u, v := int(edge.U), int(edge.V); {
		case v < len(m.Vars):
			all := byEdge[edge]
			s = encode.Source{Role: encode.Different, Constraint: all[0], Var: encode.None, AlsoConstraints: all[1:]}
		case u < len(m.Vars):
			value := p.values[v-len(m.Vars)]
			s = exclusionSource(m, model.Var(u), unary[u], func(g model.Given) bool { return g.Value != value })
		}
		a.Parts = append(a.Parts, encode.Part{Source: s, Units: 1})
	}
	for v, list := range g.Lists {
		if list != nil {
			s := exclusionSource(m, model.Var(v), unary[v], func(model.Given) bool { return true })
			a.Parts = append(a.Parts, encode.Part{Source: s, Bounds: 1})
		}
	}
	a.Describe = func(k int) encode.Unit {
		var names [2]string
		var u encode.Unit
		for i, v := range []int32{g.Edges[k].U, g.Edges[k].V} {
			if n := int32(len(m.Vars)); v >= n {
				names[i] = strconv.Itoa(p.values[v-n])
			} else {
				names[i] = m.NameOf(model.Var(v))
				u.Vars = append(u.Vars, model.Var(v))
			}
		}
		u.Text = names[0] + " != " + names[1]
		return u
	}
	return e, a, nil
}

// constraintsByEdge returns the constraints that require two variables to differ, by the edge between them.
func constraintsByEdge(m *model.Model) map[Edge][]int {
	all := map[Edge][]int{}
	add := func(i int, u, v model.Var) {
		e := Edge{int32(min(u, v)), int32(max(u, v))}
		if u != v && !slices.Contains(all[e], i) {
			all[e] = append(all[e], i)
		}
	}
	for i, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			for k, v := range c.Vars {
				for _, u := range c.Vars[:k] {
					add(i, u, v)
				}
			}
		case model.NotEqual:
			add(i, c.A, c.B)
		}
	}
	return all
}

// paletteSource is the source of the clique of colours.
var paletteSource = encode.Source{Role: encode.Palette, Constraint: encode.None, Var: encode.None}

// unaryConstraints returns, by variable, the constraints over it alone that restrict its values.
func unaryConstraints(m *model.Model) [][]int {
	all := make([][]int, len(m.Vars))
	for i, c := range m.Constraints {
		switch c := c.(type) {
		case model.Given:
			all[c.Var] = append(all[c.Var], i)
		case model.NotEqual:
			if c.A == c.B && c.Offset == 0 {
				all[c.A] = append(all[c.A], i)
			}
		}
	}
	return all
}

// exclusionSource returns why a variable may not have a value: a Given that forbids it, a constraint that the variable
// cannot satisfy, or its domain.
func exclusionSource(m *model.Model, v model.Var, unary []int, forbids func(model.Given) bool) encode.Source {
	for _, i := range unary {
		switch c := m.Constraints[i].(type) {
		case model.Given:
			if forbids(c) {
				return encode.Source{Role: encode.Clue, Constraint: i, Var: v, Value: c.Value, HasValue: true}
			}
		default:
			return encode.Source{Role: encode.Impossible, Constraint: i, Var: v}
		}
	}
	return encode.Source{Role: encode.OutsideDomain, Constraint: encode.None, Var: v}
}
