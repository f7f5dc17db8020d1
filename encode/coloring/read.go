package coloring

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/internal/slice"
)

// maxVertices bounds the memory that reading a graph takes: without it, a few digits in a file could exhaust it.
const maxVertices = 1 << 20

// Read reads a graph in DIMACS graph format, in the form of Write and in common variants: the header may have edge,
// edges or col, an edge may come in both directions, and lines about nodes (n), dimensions (d), positions (v) and the
// generator (x) are ignored, and so is a third number of the header. The header may count each edge twice, as in
// DSJC250.5, if it then has more edges than a graph can have, or if there are at least 100; otherwise such a file could
// be one that was cut off. Edges that come twice may be more than the header has. If the file does not give the number
// of colours, Colors is 0, and the caller must set it. Errors about the contents are *encode.ParseErrors: a missing or
// second header, a vertex or colour that does not exist, a loop, more or fewer edges than the header has, or a clique
// whose vertices are not adjacent.
func Read(r io.Reader) (g *Graph, err error) {
	defer parse.Catch(&err)
	f := reader{Lines: scan.NewLines(r, "")}
	for f.Next() {
		f.words = f.Words()
		f.readLine()
	}
	parse.Raise(f.Err())
	return f.finish(), nil
}

// A reader reads a file line by line. It reports errors by parse.Raise.
type reader struct {
	*scan.Lines
	words      []scan.Word // of the current line
	g          Graph
	header     bool
	wantEdges  int // edges, as the header has it
	edges      []Edge
	extensions [][]scan.Word // comments that Write adds, parsed once the graph is complete
}

func (f *reader) readLine() {
	if len(f.words) == 0 {
		return
	}
	switch first := f.words[0]; first.Text {
	case "c":
		text := ""
		if len(f.words) > 1 {
			text = strings.TrimRight(strings.TrimPrefix(f.Text[first.Column:], " "), " \t")
		}
		if isExtension(strings.Fields(f.Text)[1:]) {
			f.extensions = append(f.extensions, slices.Clone(f.words[2:]))
		} else if !f.header {
			f.g.Comments = append(f.g.Comments, text)
		}
	case "p":
		f.readHeader()
	case "e":
		f.readEdge()
	case "n", "d", "v", "x":
	default:
		first.Failf("expected a line that begins with c, p, e, n, d, v or x, not %q", scan.Clip(first.Text))
	}
}

const headerForm = "p edge VERTICES EDGES"

func (f *reader) readHeader() {
	switch {
	case f.header:
		f.words[0].Failf("second header")
	case len(f.words) < 4 || !slices.Contains([]string{"edge", "edges", "col"}, f.words[1].Text):
		f.words[0].Failf("expected the header %q", headerForm)
	case len(f.words) > 5:
		f.words[5].Failf("expected the end of the header, not %q", scan.Clip(f.words[5].Text))
	case len(f.words) == 5:
		readNumber(f.words[4], "a number", 0, 1<<40)
	}
	f.g.Vertices = readNumber(f.words[2], "the number of vertices", 0, maxVertices)
	f.wantEdges = readNumber(f.words[3], "the number of edges", 0, 1<<40)
	f.header = true
}

func (f *reader) readEdge() {
	switch {
	case !f.header:
		f.words[0].Failf("an edge before the header %q", headerForm)
	case len(f.words) == 4:
		f.words[3].Failf("edges with a distance or a weight are not supported: expected e and two vertices")
	case len(f.words) != 3:
		f.words[0].Failf("expected e and two vertices")
	case len(f.edges) == 2*f.wantEdges:
		f.words[0].Failf("more edges than the %d of the header", f.wantEdges)
	}
	u := readNumber(f.words[1], "a vertex", 1, f.g.Vertices)
	v := readNumber(f.words[2], "a vertex", 1, f.g.Vertices)
	if u == v {
		f.words[2].Failf("vertex %d is adjacent to itself", v)
	}
	f.edges = append(f.edges, Edge{int32(min(u, v) - 1), int32(max(u, v) - 1)})
}

// readNumber parses a number from low to high.
func readNumber(w scan.Word, what string, low, high int) int {
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < low || n > high || w.Text[0] == '+' {
		w.Failf("expected %s from %d to %d, not %q", what, low, high, scan.Clip(w.Text))
	}
	return n
}

// finish builds the graph from what was read.
func (f *reader) finish() *Graph {
	if !f.header {
		parse.Raise(f.EndErrorf("the file ends without a header %q", headerForm))
	}
	g, listed := &f.g, len(f.edges)
	g.setEdges(f.edges, nil)
	different := len(g.Edges)
	countedTwice := 2*different == f.wantEdges && (f.wantEdges > g.Vertices*(g.Vertices-1)/2 || different >= 100)
	switch {
	case listed < f.wantEdges && !countedTwice:
		parse.Raise(f.EndErrorf("the file ends after %d edges, the header has %d", listed, f.wantEdges))
	case listed > f.wantEdges && different > f.wantEdges:
		parse.Raise(f.EndErrorf("the file has %d edges, more than the %d of the header", different, f.wantEdges))
	}
	rank := func(r []scan.Word) int { // read the number of colours first: lists and the palette need it
		if r[0].Text == "colours" {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(f.extensions, func(a, b []scan.Word) int { return rank(a) - rank(b) })
	for _, r := range f.extensions {
		f.readExtension(r)
	}
	if g.Palette {
		if err := g.Validate(); err != nil {
			parse.Raise(f.Errorf(1, "the palette: the last %d vertices are not a clique", g.Colors))
		}
	}
	return g
}

// readExtension parses a comment that Write adds.
func (f *reader) readExtension(list []scan.Word) {
	g := &f.g
	first, rest := list[0], list[1:]
	numbers := func(what string, high int, list []scan.Word) []int32 {
		return slice.Map(list, func(w scan.Word) int32 { return int32(readNumber(w, what, 1, high) - 1) })
	}
	switch first.Text {
	case "colours":
		if len(rest) != 1 || g.Colors > 0 {
			first.Failf("expected the number of colours, once")
		}
		g.Colors = readNumber(rest[0], "the number of colours", 0, maxVertices)
	case "palette":
		if len(rest) > 0 || g.Vertices < g.Colors {
			first.Failf("expected a palette without numbers, and no more colours than vertices")
		}
		g.Palette = true
	case "list":
		if len(rest) == 0 {
			first.Failf("expected a vertex and the colours that it may have")
		}
		v := readNumber(rest[0], "a vertex", 1, g.Vertices)
		colors := numbers("a colour", g.Colors, rest[1:])
		if g.Lists == nil {
			g.Lists = make([][]int32, g.Vertices)
		}
		if g.Lists[v-1] != nil {
			rest[0].Failf("a second list of vertex %d", v)
		}
		g.Lists[v-1] = slice.Unique(colors)
	case "clique":
		q := numbers("a vertex", g.Vertices, rest)
		for i := range q {
			for _, u := range q[:i] {
				if !g.adjacent(u, q[i]) {
					rest[i].Failf("vertices %d and %d are not adjacent", u+1, q[i]+1)
				}
			}
		}
		g.Cliques = append(g.Cliques, q)
	}
}
