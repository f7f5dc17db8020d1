package coloring

import (
	"fmt"
	"strconv"

	"nonet/model"
)

// decode returns the assignment that a colouring stands for.
func (p *prepared) decode(c Colouring) (model.Assignment, error) {
	g := &p.graph
	if len(c) != g.Vertices {
		return nil, fmt.Errorf("coloring: decode: %d colours for %d vertices", len(c), g.Vertices)
	}
	if !g.Palette {
		a := make(model.Assignment, g.Vertices)
		for v, x := range c {
			if x < 0 || int(x) >= g.Colours {
				return nil, fmt.Errorf("coloring: decode: vertex %d has colour %d of %d", v+1, x+1, g.Colours)
			}
			a[v] = p.values[x]
		}
		return a, nil
	}
	return p.mp.Assignment(func(k int) bool { return g.Shows(k, c) })
}

// Shows reports whether c makes the k-th shown atom of an encoding hold: atom v*Colours + x is that the v-th variable has the x-th value.
func (g *Graph) Shows(k int, c Colouring) bool {
	v, x := k/g.Colours, k%g.Colours
	if g.Palette {
		return c[v] == c[g.Vertices-g.Colours+x]
	}
	return c[v] == int32(x)
}

// ShownName says in terms of the file what Shows asks: "1=82" if vertex 1 has the colour of vertex 82, "1:3" if it has colour 3.
func (g *Graph) ShownName(k int) string {
	v, x := k/g.Colours, k%g.Colours
	if g.Palette {
		return strconv.Itoa(v+1) + "=" + strconv.Itoa(g.Vertices-g.Colours+x+1)
	}
	return strconv.Itoa(v+1) + ":" + strconv.Itoa(x+1)
}
