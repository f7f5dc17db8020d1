package coloring

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model"
)

// decode returns the assignment that a colouring stands for.
func (p *prepared) decode(c Coloring) (model.Assignment, error) {
	g := &p.graph
	if len(c) != g.Vertices {
		return nil, fmt.Errorf("decode: %d colours for %d vertices", len(c), g.Vertices)
	}
	if !g.Palette {
		a := make(model.Assignment, g.Vertices)
		for v, x := range c {
			if x < 0 || int(x) >= g.Colors {
				return nil, fmt.Errorf("decode: vertex %d has colour %d of %d", v+1, x+1, g.Colors)
			}
			a[v] = p.values[x]
		}
		return a, nil
	}
	return p.mp.Assignment(func(k int) bool { return g.Atom(k).Holds(c) })
}

// An Atom states in terms of a colouring that a variable has a value: vertex Vertex has the same colour as vertex
// SameAs. If SameAs is negative, it states that Vertex has the colour Color.
type Atom struct {
	Vertex, SameAs int
	Color          int32
}

// Atom returns the k-th shown atom of an encoding. Atom v*Colors + x states that the v-th variable has the x-th value.
func (g *Graph) Atom(k int) Atom {
	v, x := k/g.Colors, k%g.Colors
	if g.Palette {
		return Atom{v, g.Vertices - g.Colors + x, 0}
	}
	return Atom{v, -1, int32(x)}
}

// Holds reports whether s holds in c.
func (s Atom) Holds(c Coloring) bool {
	if s.SameAs >= 0 {
		return c[s.Vertex] == c[s.SameAs]
	}
	return c[s.Vertex] == s.Color
}

// String returns s with the numbers of the file: "1=82" if vertex 1 has the colour of vertex 82, "1:3" if it has colour
// 3.
func (s Atom) String() string {
	if s.SameAs >= 0 {
		return strconv.Itoa(s.Vertex+1) + "=" + strconv.Itoa(s.SameAs+1)
	}
	return strconv.Itoa(s.Vertex+1) + ":" + strconv.Itoa(int(s.Color)+1)
}

// ParseAtom is the inverse of Atom.String.
func ParseAtom(text string) (Atom, error) {
	vertex, other, same := strings.Cut(text, "=")
	if !same {
		vertex, other, _ = strings.Cut(text, ":")
	}
	v, err := strconv.Atoi(vertex)
	x, err2 := strconv.ParseInt(other, 10, 32)
	if err != nil || err2 != nil || v < 1 || v > maxVertices || x < 1 || x > maxVertices {
		return Atom{}, fmt.Errorf("expected VERTEX=VERTEX or VERTEX:COLOUR, got %q", text)
	}
	if same {
		return Atom{v - 1, int(x - 1), 0}, nil
	}
	return Atom{v - 1, -1, int32(x - 1)}, nil
}
