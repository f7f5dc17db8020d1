package coloring

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
)

// maxVertices keeps a few digits of a file from filling the memory.
const maxVertices = 1 << 20

// Read reads a graph in DIMACS graph format, as Write writes it and others do: the header may say edge, edges or col, an edge may come in both
// directions, and nodes ("n ...") are ignored. If the file does not say how many colours there are, Colours is 0, which the caller must
// change. Errors about the contents are *encode.ParseErrors: a second header or none, a vertex or colour that does not exist, a loop, more or
// fewer edges than the header has, a clique that is none.
func Read(r io.Reader) (*Graph, error) {
	f := reader{Lines: scan.NewLines(r, "coloring")}
	for f.Next() {
		f.words = f.Words()
		if err := f.line(); err != nil {
			return nil, err
		}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return f.end()
}

// A reader goes through a file line by line.
type reader struct {
	*scan.Lines
	words  []scan.Word // of the current line
	g      Graph
	header bool
	count  int // edges, as the header has it
	edges  []Edge
	later  [][]scan.Word // comments of ours, to be understood when the graph is known
}

func (f *reader) line() error {
	if len(f.words) == 0 {
		return nil
	}
	switch first := f.words[0]; first.Text {
	case "c":
		text := ""
		if len(f.words) > 1 {
			text = strings.TrimRight(strings.TrimPrefix(f.Text[first.Column:], " "), " \t\r")
		}
		if isOurs(strings.Fields(f.Text)[1:]) {
			f.later = append(f.later, slices.Clone(f.words[2:]))
		} else if !f.header {
			f.g.Comments = append(f.g.Comments, text)
		}
	case "p":
		return f.problem()
	case "e":
		return f.edge()
	case "n":
	default:
		return first.Errorf("expected a line that begins with c, p, e or n, not %q", scan.Clip(first.Text))
	}
	return nil
}

const headerForm = "p edge VERTICES EDGES"

// problem reads the header.
func (f *reader) problem() error {
	switch {
	case f.header:
		return f.words[0].Errorf("second header")
	case len(f.words) != 4 || !slices.Contains([]string{"edge", "edges", "col"}, f.words[1].Text):
		return f.words[0].Errorf("expected the header %q", headerForm)
	}
	var err error
	if f.g.Vertices, err = f.number(f.words[2], "the number of vertices", 0, maxVertices); err != nil {
		return err
	}
	f.count, err = f.number(f.words[3], "the number of edges", 0, 1<<40)
	f.header = true
	return err
}

// edge reads an edge.
func (f *reader) edge() error {
	switch {
	case !f.header:
		return f.words[0].Errorf("an edge before the header %q", headerForm)
	case len(f.words) != 3:
		return f.words[0].Errorf("expected e and two vertices")
	case len(f.edges) == f.count:
		return f.words[0].Errorf("more edges than the %d of the header", f.count)
	}
	u, err := f.number(f.words[1], "a vertex", 1, f.g.Vertices)
	if err != nil {
		return err
	}
	v, err := f.number(f.words[2], "a vertex", 1, f.g.Vertices)
	if err != nil {
		return err
	}
	if u == v {
		return f.words[2].Errorf("vertex %d is adjacent to itself", v)
	}
	f.edges = append(f.edges, Edge{int32(min(u, v) - 1), int32(max(u, v) - 1)})
	return nil
}

// number reads a number from low to high.
func (f *reader) number(w scan.Word, what string, low, high int) (int, error) {
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < low || n > high || w.Text[0] == '+' {
		return 0, w.Errorf("expected %s from %d to %d, not %q", what, low, high, scan.Clip(w.Text))
	}
	return n, nil
}

// end makes the graph of what was read.
func (f *reader) end() (*Graph, error) {
	switch {
	case !f.header:
		return nil, f.EndErrorf("the file ends without a header %q", headerForm)
	case len(f.edges) < f.count:
		return nil, f.EndErrorf("the file ends after %d edges, the header has %d", len(f.edges), f.count)
	}
	g := &f.g
	g.setEdges(f.edges)
	rank := func(r []scan.Word) int { // the number of colours first, wherever it stands
		if r[0].Text == "colours" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(f.later, func(a, b []scan.Word) int { return rank(a) - rank(b) })
	for _, r := range f.later {
		if err := f.remark(r); err != nil {
			return nil, err
		}
	}
	if g.Palette {
		if err := g.Validate(); err != nil {
			return nil, f.Errorf(1, "the palette: the last %d vertices are not a clique", g.Colours)
		}
	}
	return g, nil
}

// remark understands a comment of ours.
func (f *reader) remark(list []scan.Word) error {
	g := &f.g
	first, rest := list[0], list[1:]
	numbers := func(what string, high int, list []scan.Word) ([]int32, error) {
		all := make([]int32, len(list))
		for i, w := range list {
			n, err := f.number(w, what, 1, high)
			if err != nil {
				return nil, err
			}
			all[i] = int32(n - 1)
		}
		return all, nil
	}
	switch first.Text {
	case "colours":
		if len(rest) != 1 || g.Colours > 0 {
			return first.Errorf("expected the number of colours, once")
		}
		var err error
		g.Colours, err = f.number(rest[0], "the number of colours", 0, maxVertices)
		return err
	case "palette":
		if len(rest) > 0 || g.Vertices < g.Colours {
			return first.Errorf("expected a palette without numbers, and no more colours than vertices")
		}
		g.Palette = true
	case "list":
		if len(rest) == 0 {
			return first.Errorf("expected a vertex and the colours that it may have")
		}
		v, err := f.number(rest[0], "a vertex", 1, g.Vertices)
		if err != nil {
			return err
		}
		colours, err := numbers("a colour", g.Colours, rest[1:])
		if err != nil {
			return err
		}
		if g.Lists == nil {
			g.Lists = make([][]int32, g.Vertices)
		}
		if g.Lists[v-1] != nil {
			return rest[0].Errorf("a second list of vertex %d", v)
		}
		slices.Sort(colours)
		g.Lists[v-1] = slices.Compact(colours)
	case "clique":
		q, err := numbers("a vertex", g.Vertices, rest)
		if err != nil {
			return err
		}
		for i := range q {
			for _, u := range q[:i] {
				if !g.adjacent(u, q[i]) {
					return rest[i].Errorf("vertices %d and %d are not adjacent", u+1, q[i]+1)
				}
			}
		}
		g.Cliques = append(g.Cliques, q)
	}
	return nil
}
