package dsatur

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"nonet/encode/coloring"
)

// TestSparseGraph counts the vertices that branching looks at: a path of the tree for each change of a neighbour.
func TestSparseGraph(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 1))
	g := &coloring.Graph{Vertices: n, Colors: 4}
	seen := map[coloring.Edge]bool{}
	for len(g.Edges) < 2*n {
		e := coloring.Edge{U: r.Int32N(n), V: r.Int32N(n)}
		if e.U > e.V {
			e.U, e.V = e.V, e.U
		}
		if e.U != e.V && !seen[e] {
			seen[e] = true
			g.Edges = append(g.Edges, e)
		}
	}
	var s search
	s.load(g, false)
	for {
		switch s.advance(checkInterval) {
		case found:
			if most := int64(4 * len(g.Edges) * bits.Len(n)); s.order.Work > most {
				t.Errorf("read %d nodes, want at most %d", s.order.Work, most)
			}
			return
		case exhausted, tooDeep:
			t.Fatal("no colouring")
		}
	}
}
