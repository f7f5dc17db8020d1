package coloring

import (
	"context"
	"slices"

	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/model"
)

// An Encoder encodes models as graph colouring problems. Vertex v is variable v; variables with one value are vertices,
// too. Colour x is the x-th smallest of the values that occur in some domain. Variables that an AllDifferent or a
// NotEqual requires to differ are adjacent, and the AllDifferents are the known cliques.
type Encoder struct {
	Givens GivenStyle
}

// A GivenStyle is the way to encode which values a variable may have. Its domain and its Givens restrict them.
type GivenStyle int

const (
	// Precolored, the zero value, gives vertices lists; a Given is a list of one colour. Solutions of the graph and of
	// the model correspond one to one.
	Precolored GivenStyle = iota
	// Clique adds a vertex for each colour, after the vertices of the variables. The vertices of the colours are
	// pairwise adjacent. An edge joins a variable to each colour that it may not have. The graph has no lists, so any
	// program can read it. The colours are interchangeable: for each solution of the model, the graph has a solution
	// for each permutation of the colours.
	Clique
)

func (s GivenStyle) String() string {
	if s == Clique {
		return "clique"
	}
	return "precoloured"
}

var _ encode.Preparer[*Graph, Coloring] = Encoder{}

// Encode returns m, which must be valid (model.Validate), as a graph that the caller owns. It returns an
// *encode.UnsupportedError if m has a Linear, a Table, a NotEqual with an offset, or an objective. For a model with E
// different pairs it takes time O(E log E).
func (o Encoder) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Graph, Coloring], error) {
	p, err := o.prepare(ctx, m)
	if err != nil {
		return encode.Encoding[*Graph, Coloring]{}, err
	}
	return p.Encode(ctx, m)
}

// Prepare implements encode.Preparer: vertices, edges, cliques and colours are those of base, and each model adds its
// lists.
func (o Encoder) Prepare(base *model.Model) (encode.Encoder[*Graph, Coloring], error) {
	p, err := o.prepare(context.Background(), base)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (o Encoder) prepare(ctx context.Context, base *model.Model) (p *prepared, err error) {
	if err := supported(base); err != nil {
		return nil, err
	}
	err = construct.Run(ctx, func(guard *construct.Guard) error {
		p = o.newPrepared(base, guard)
		return nil
	})
	return p, err
}

func (o Encoder) newPrepared(base *model.Model, guard *construct.Guard) *prepared {
	p := &prepared{style: o.Givens, values: domainValues(base), loops: map[model.Var]bool{}}
	g := &p.graph
	g.Vertices, g.Colors = len(base.Vars), len(p.values)
	for _, c := range base.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			q := make([]int32, len(c.Vars))
			for i, v := range c.Vars {
				guard.Poll()
				q[i] = int32(v)
				for _, u := range c.Vars[:i] {
					p.addEdge(u, v)
				}
			}
			if slices.Sort(q); len(q) > 1 {
				g.Cliques = append(g.Cliques, q)
			}
		case model.NotEqual:
			if c.A == c.B && c.Offset == 0 {
				p.loops[c.A] = true
			} else if c.A != c.B {
				p.addEdge(c.A, c.B)
			}
		}
	}
	p.mp.Vars = len(base.Vars)
	for v := range base.Vars {
		for _, value := range p.values {
			p.mp.Shown = append(p.mp.Shown, encode.Atom{Var: model.Var(v), Value: value})
		}
	}
	if o.Givens == Clique {
		g.Palette = true
		g.Vertices += g.Colors
		colors := g.palette()
		for i, v := range colors {
			for _, u := range colors[:i] {
				p.edges = append(p.edges, Edge{u, v})
			}
		}
		if len(colors) > 1 {
			g.Cliques = append(g.Cliques, colors)
		}
	}
	g.setEdges(p.edges, guard)
	p.edges = slices.Clone(g.Edges)
	p.result = encode.Encoding[*Graph, Coloring]{Formula: g, Map: p.mp, Decode: p.decode}
	return p
}

// supported returns an *encode.UnsupportedError if m cannot be encoded as a colouring.
func supported(m *model.Model) error {
	unsupported := func(part string) error { return &encode.UnsupportedError{Encoding: "coloring", Part: part} }
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.NotEqual:
			if c.Offset != 0 && c.A != c.B {
				return unsupported(m.Describe(c) + ": a colouring cannot express an offset")
			}
		case model.Linear:
			return unsupported("linear constraint " + m.Describe(c))
		case model.Table:
			return unsupported("table constraint " + m.Describe(c))
		}
	}
	if m.Objective != nil {
		return unsupported("objective")
	}
	return encode.CheckValues("coloring", m, nil)
}

// domainValues returns the values of all domains of m, in increasing order. If all are empty, it returns one value that
// no variable has: a file cannot ask for a colouring with no colour.
func domainValues(m *model.Model) []int {
	var all []int
	for v := range m.Vars {
		if v == 0 || !m.Vars[v].Domain.Equal(m.Vars[v-1].Domain) {
			all = slices.AppendSeq(all, m.Vars[v].Domain.All)
		}
	}
	if len(all) == 0 && len(m.Vars) > 0 {
		all = append(all, 0)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// prepared encodes models that differ from a base model only in their domains and Givens. The next call of Encode
// overwrites the last result.
type prepared struct {
	style  GivenStyle
	values []int // by colour
	graph  Graph
	edges  []Edge             // edges that do not depend on the domains and Givens
	loops  map[model.Var]bool // variables that a NotEqual requires to differ from themselves
	mp     encode.Map
	result encode.Encoding[*Graph, Coloring]

	lists [][]int32 // by variable
	slab  []int32   // memory of all lists
	given []int32   // scratch by variable: the colour of its Givens, from 1; 0 without one, -1 if they conflict
}

func (p *prepared) addEdge(u, v model.Var) {
	p.edges = append(p.edges, Edge{int32(min(u, v)), int32(max(u, v))})
}

func (p *prepared) Encode(_ context.Context, m *model.Model) (encode.Encoding[*Graph, Coloring], error) {
	if err := supported(m); err != nil {
		return encode.Encoding[*Graph, Coloring]{}, err
	}
	restricted := p.setLists(m)
	g := &p.graph
	switch {
	case p.style == Clique:
		edges := append(g.Edges[:0], p.edges...)
		for v, list := range p.lists {
			for c := range int32(g.Colors) {
				if list != nil && !slices.Contains(list, c) {
					edges = append(edges, Edge{int32(v), int32(g.Vertices-g.Colors) + c})
				}
			}
		}
		g.setEdges(edges, nil)
	case restricted:
		g.Lists = p.lists
	default:
		g.Lists = nil
	}
	p.result.Size = g.Size()
	return p.result, nil
}

// setLists computes the colours that each variable may have, and reports whether some variable may not have all of
// them.
func (p *prepared) setLists(m *model.Model) bool {
	n := len(m.Vars)
	if p.lists == nil {
		p.lists, p.given = make([][]int32, n), make([]int32, n)
	}
	clear(p.given)
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok {
			x, found := slices.BinarySearch(p.values, g.Value)
			if color := int32(x + 1); found && (p.given[g.Var] == 0 || p.given[g.Var] == color) {
				p.given[g.Var] = color
			} else {
				p.given[g.Var] = -1
			}
		}
	}
	p.slab = p.slab[:0]
	restricted := false
	for v := range m.Vars {
		p.lists[v] = nil
		d := m.Vars[v].Domain
		if p.given[v] == 0 && d.Size() == len(p.values) && !p.loops[model.Var(v)] {
			continue
		}
		restricted = true
		p.lists[v] = p.appendList(d, p.given[v], p.loops[model.Var(v)])
	}
	return restricted
}

// appendList appends to the slab the colours of a domain, or only the given one, and returns them. With loop set, the
// list is empty.
func (p *prepared) appendList(d model.Domain, given int32, loop bool) []int32 {
	from := len(p.slab)
	for value := range d.All {
		x, found := slices.BinarySearch(p.values, value)
		if color := int32(x); found && !loop && (given == 0 || given == color+1) {
			p.slab = append(p.slab, color)
		}
	}
	if from == len(p.slab) {
		return []int32{}
	}
	return p.slab[from:len(p.slab):len(p.slab)]
}
