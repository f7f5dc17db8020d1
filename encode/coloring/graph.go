package coloring

import (
	"fmt"
	"slices"

	"nonet/encode/internal/construct"
	"nonet/internal/slice"
	"nonet/model"
)

// A Graph is a graph to be coloured: adjacent vertices get different colours out of Colors colours. Vertices and
// colours count from 0 here, and from 1 in files.
type Graph struct {
	Vertices int
	Edges    []Edge // each once, in increasing order
	Colors   int

	// Lists[v] are the colours that vertex v may have, in increasing order; nil means all colours. Lists itself is nil
	// if all vertices may have all colours. A precoloured vertex has a list of one.
	Lists [][]int32

	// Cliques are sets of vertices known to be pairwise adjacent. They are redundant, and help to solve the problem.
	Cliques [][]int32

	// Palette reports that the last Colors vertices are a clique and stand for the colours. The numbers of the colours
	// then do not matter: each other vertex has the colour of one of these, which is its value.
	Palette bool

	Comments []string // written at the head of a file; no newlines
}

// An Edge joins two vertices, U < V.
type Edge struct{ U, V int32 }

// A Coloring gives each vertex a colour.
type Coloring []int32

// Size returns the number of vertices (as variables) and edges (as constraints).
func (g *Graph) Size() model.Size {
	return model.Size{Variables: g.Vertices, Constraints: len(g.Edges)}
}

// Allows reports whether the list of vertex v has colour c.
func (g *Graph) Allows(v int, c int32) bool {
	return g.Lists == nil || g.Lists[v] == nil || slices.Contains(g.Lists[v], c)
}

// Check returns nil if c is a solution, and otherwise an error that names the first vertex or edge that is wrong. It
// shares no code with a solver.
func (g *Graph) Check(c Coloring) error {
	if len(c) != g.Vertices {
		return fmt.Errorf("%d colours for %d vertices", len(c), g.Vertices)
	}
	for v, x := range c {
		if x < 0 || int(x) >= g.Colors || !g.Allows(v, x) {
			return fmt.Errorf("vertex %d may not have colour %d", v+1, x+1)
		}
	}
	for _, e := range g.Edges {
		if c[e.U] == c[e.V] {
			return fmt.Errorf("vertices %d and %d are adjacent and both have colour %d",
				e.U+1, e.V+1, c[e.U]+1)
		}
	}
	return nil
}

// Validate returns an error if g is ill-formed: an edge has a vertex that does not exist, is a loop, or is out of
// order; a list is not increasing or has a colour that does not exist; or a clique has vertices that are not adjacent.
// The encoder and the reader return well-formed graphs.
func (g *Graph) Validate() error {
	if g.Vertices < 0 || g.Colors < 0 || g.Palette && g.Vertices < g.Colors {
		return fmt.Errorf("a graph of %d vertices and %d colours", g.Vertices, g.Colors)
	}
	for i, e := range g.Edges {
		if e.U < 0 || e.U >= e.V || int(e.V) >= g.Vertices || i > 0 && compareEdges(g.Edges[i-1], e) >= 0 {
			return fmt.Errorf("edge %d, of vertices %d and %d, does not exist or is out of order",
				i+1, e.U+1, e.V+1)
		}
	}
	if g.Lists != nil && len(g.Lists) != g.Vertices {
		return fmt.Errorf("%d lists for %d vertices", len(g.Lists), g.Vertices)
	}
	for v, list := range g.Lists {
		for i, c := range list {
			if c < 0 || int(c) >= g.Colors || i > 0 && list[i-1] >= c {
				return fmt.Errorf("list of vertex %d: colour %d does not exist or is out of order", v+1, c+1)
			}
		}
	}
	cliques := g.Cliques
	if g.Palette {
		cliques = append(slices.Clone(cliques), g.palette())
	}
	for i, q := range cliques {
		for k, v := range q {
			if v < 0 || int(v) >= g.Vertices {
				return fmt.Errorf("clique %d: vertex %d of %d does not exist", i+1, v+1, g.Vertices)
			}
			for _, u := range q[:k] {
				if !g.adjacent(u, v) {
					return fmt.Errorf("clique %d: vertices %d and %d are not adjacent", i+1, u+1, v+1)
				}
			}
		}
	}
	return nil
}

// palette returns the vertices of the colours.
func (g *Graph) palette() []int32 {
	return slice.Make(g.Colors, func(c int) int32 { return int32(g.Vertices - g.Colors + c) })
}

// adjacent reports whether there is an edge between u and v.
func (g *Graph) adjacent(u, v int32) bool {
	_, found := slices.BinarySearchFunc(g.Edges, Edge{min(u, v), max(u, v)}, compareEdges)
	return found
}

func compareEdges(a, b Edge) int {
	if a.U != b.U {
		return int(a.U) - int(b.U)
	}
	return int(a.V) - int(b.V)
}

// setEdges sets the edges of g, sorted and without duplicates.
func (g *Graph) setEdges(edges []Edge, guard *construct.Guard) {
	slices.SortFunc(edges, func(a, b Edge) int {
		guard.Poll()
		return compareEdges(a, b)
	})
	g.Edges = slices.Compact(edges)
}
