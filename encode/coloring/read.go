package coloring

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/words"
)

// A ParseError says where and why a file could not be read.
type ParseError struct {
	Line, Column int // from 1; columns count bytes
	Msg          string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("coloring: line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// maxVertices keeps a few digits of a file from filling the memory.
const maxVertices = 1 << 20

// Read reads a graph in DIMACS graph format, as Write writes it and others do: the header may say edge, edges or col, an edge may come in both
// directions, and nodes ("n ...") are ignored. If the file does not say how many colours there are, Colours is 0, which the caller must
// change. Errors about the contents are *ParseErrors: a second header or none, a vertex or colour that does not exist, a loop, more or
// fewer edges than the header has, a clique that is none.
func Read(r io.Reader) (*Graph, error) {
	f := reader{Reader: words.NewReader(r)}
	for f.Next() {
		if err := f.line(); err != nil {
			return nil, err
		}
	}
	switch err := f.Err(); {
	case err == words.ErrTooLong:
		return nil, &ParseError{f.Line, 1, err.Error()}
	case err != nil:
		return nil, fmt.Errorf("coloring: read: %w", err)
	}
	return f.end()
}

// A reader goes through a file line by line.
type reader struct {
	*words.Reader
	g      Graph
	header bool
	count  int // edges, as the header has it
	edges  []Edge
	later  []remark // comments of ours, to be understood when the graph is known
}

// A remark is a comment of ours.
type remark struct {
	line  int
	words []words.Word
}

func (f *reader) errorf(w words.Word, format string, args ...any) error {
	return &ParseError{f.Line, w.Column, fmt.Sprintf(format, args...)}
}

func (f *reader) line() error {
	if len(f.Words) == 0 {
		return nil
	}
	switch first := f.Words[0]; first.Text {
	case "c":
		text := ""
		if len(f.Words) > 1 {
			text = strings.TrimRight(strings.TrimPrefix(f.Text[first.Column:], " "), " \t\r")
		}
		if isOurs(f.Words[1:]) {
			f.later = append(f.later, remark{f.Line, slices.Clone(f.Words[2:])})
		} else if !f.header {
			f.g.Comments = append(f.g.Comments, text)
		}
	case "p":
		return f.problem()
	case "e":
		return f.edge()
	case "n":
	default:
		return f.errorf(first, "expected a line that begins with c, p, e or n, not %q", words.Clip(first.Text))
	}
	return nil
}

const headerForm = "p edge VERTICES EDGES"

// problem reads the header.
func (f *reader) problem() error {
	switch {
	case f.header:
		return f.errorf(f.Words[0], "second header")
	case len(f.Words) != 4 || !slices.Contains([]string{"edge", "edges", "col"}, f.Words[1].Text):
		return f.errorf(f.Words[0], "expected the header %q", headerForm)
	}
	var err error
	if f.g.Vertices, err = f.number(f.Words[2], "the number of vertices", 0, maxVertices); err != nil {
		return err
	}
	f.count, err = f.number(f.Words[3], "the number of edges", 0, 1<<40)
	f.header = true
	return err
}

// edge reads an edge.
func (f *reader) edge() error {
	switch {
	case !f.header:
		return f.errorf(f.Words[0], "an edge before the header %q", headerForm)
	case len(f.Words) != 3:
		return f.errorf(f.Words[0], "expected e and two vertices")
	case len(f.edges) == f.count:
		return f.errorf(f.Words[0], "more edges than the %d of the header", f.count)
	}
	u, err := f.number(f.Words[1], "a vertex", 1, f.g.Vertices)
	if err != nil {
		return err
	}
	v, err := f.number(f.Words[2], "a vertex", 1, f.g.Vertices)
	if err != nil {
		return err
	}
	if u == v {
		return f.errorf(f.Words[2], "vertex %d is adjacent to itself", v)
	}
	f.edges = append(f.edges, Edge{int32(min(u, v) - 1), int32(max(u, v) - 1)})
	return nil
}

// number reads a number from low to high.
func (f *reader) number(w words.Word, what string, low, high int) (int, error) {
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < low || n > high || w.Text[0] == '+' {
		return 0, f.errorf(w, "expected %s from %d to %d, not %q", what, low, high, words.Clip(w.Text))
	}
	return n, nil
}

// end makes the graph of what was read.
func (f *reader) end() (*Graph, error) {
	at := words.Word{Column: 1}
	last := f.Line
	f.Line++
	switch {
	case !f.header:
		return nil, f.errorf(at, "the file ends without a header %q", headerForm)
	case len(f.edges) < f.count:
		return nil, f.errorf(at, "the file ends after %d edges, the header has %d", len(f.edges), f.count)
	}
	g := &f.g
	g.setEdges(f.edges)
	for _, colours := range []bool{true, false} { // how many colours there are first, wherever that stands
		for _, r := range f.later {
			if f.Line = r.line; (r.words[0].Text == "colours") == colours {
				if err := f.remark(r.words); err != nil {
					return nil, err
				}
			}
		}
	}
	if f.Line = last; g.Palette {
		if err := g.Validate(); err != nil {
			return nil, f.errorf(at, "the palette: the last %d vertices are not a clique", g.Colours)
		}
	}
	return g, nil
}

// remark understands a comment of ours.
func (f *reader) remark(list []words.Word) error {
	g := &f.g
	first, rest := list[0], list[1:]
	numbers := func(what string, high int, list []words.Word) ([]int32, error) {
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
			return f.errorf(first, "expected the number of colours, once")
		}
		var err error
		g.Colours, err = f.number(rest[0], "the number of colours", 0, maxVertices)
		return err
	case "palette":
		if len(rest) > 0 || g.Vertices < g.Colours {
			return f.errorf(first, "expected a palette without numbers, and no more colours than vertices")
		}
		g.Palette = true
	case "list":
		if len(rest) == 0 {
			return f.errorf(first, "expected a vertex and the colours that it may have")
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
			return f.errorf(rest[0], "a second list of vertex %d", v)
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
					return f.errorf(rest[i], "vertices %d and %d are not adjacent", u+1, q[i]+1)
				}
			}
		}
		g.Cliques = append(g.Cliques, q)
	}
	return nil
}
