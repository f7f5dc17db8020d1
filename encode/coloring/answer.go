package coloring

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// AppendColoring appends a colouring in the form of the DIMACS challenge: "s col COLOURS", and "l VERTEX COLOUR" for
// each vertex.
func AppendColoring(b []byte, g *Graph, c Coloring) []byte {
	b = fmt.Appendf(b, "s col %d\n", g.Colors)
	for v, x := range c {
		b = append(b, "l "...)
		b = append(strconv.AppendInt(b, int64(v+1), 10), ' ')
		b = append(strconv.AppendInt(b, int64(x+1), 10), '\n')
	}
	return b
}

// ReadAnswer reads the colourings that a program printed for a graph with the given number of vertices. Lines are "l
// VERTEX COLOUR", or without the l. A line "s col COLOURS" precedes each colouring; it may be missing before the first.
// "s UNSATISFIABLE" means that there is no colouring. Comments ("c") and blank lines may stand anywhere.
//
// ReadAnswer subtracts 1 from each colour, since colours count from 1 in files. If a program counts colours from 0, its
// colour 0 becomes -1. The colouring of a graph with a palette can still be decoded; without a palette, decoding fails.
// ReadAnswer returns an *encode.ParseError if a vertex does not exist, has no colour or two colours, or if the file has
// neither a colouring nor a status.
func ReadAnswer(r io.Reader, vertices int) (a encode.Answer[Coloring], err error) {
	defer parse.Catch(&err)
	f := answerReader{Lines: scan.NewLines(r, ""), vertices: vertices}
	for f.Next() {
		f.readLine(f.Words())
	}
	parse.Raise(f.Err())
	found := len(f.colorings) > 0
	switch {
	case f.uncolored > 0:
		f.failf("the answer ends while %d of %d vertices have no colour", f.uncolored, vertices)
	case f.unsatisfiable && found:
		f.failf("both a colouring and the status UNSATISFIABLE")
	case f.unsatisfiable:
		a.Status = model.Unsatisfiable
	case found:
		a.Status, a.Solutions = model.Satisfiable, f.colorings
	default:
		f.failf("the answer has neither a colouring nor a status")
	}
	return a, nil
}

// An answerReader reads an answer line by line. It reports errors by parse.Raise.
type answerReader struct {
	*scan.Lines
	vertices      int
	colorings     []Coloring // the last one may be incomplete
	uncolored     int        // number of its vertices without a colour
	unsatisfiable bool
}

const noColor = -2 // marks a vertex without a colour; -1 is colour 0 of the file

// failf reports an error in the current line.
func (f *answerReader) failf(format string, args ...any) { parse.Raise(f.Errorf(1, format, args...)) }

// readLine parses the words of a line.
func (f *answerReader) readLine(words []scan.Word) {
	if len(words) == 0 || words[0].Text == "c" {
		return
	}
	if words[0].Text == "s" {
		f.readStatus(words)
		return
	}
	if words[0].Text == "l" {
		words = words[1:]
	}
	if len(words) != 2 {
		f.failf("expected a vertex and its colour, as in \"l 1 3\", not %q", scan.Clip(f.Text))
	}
	v := readNumber(words[0], "a vertex", 1, f.vertices)
	x, err := strconv.ParseInt(words[1].Text, 10, 32)
	if err != nil || x < 0 {
		words[1].Failf("expected a colour, not %q", scan.Clip(words[1].Text))
	}
	if f.colorings == nil {
		f.newColoring()
	}
	c := f.colorings[len(f.colorings)-1]
	if c[v-1] != noColor {
		words[0].Failf("vertex %d already has a colour", v)
	}
	c[v-1] = int32(x - 1)
	f.uncolored--
}

// readStatus reads "s col COLOURS", which begins a colouring, or "s UNSATISFIABLE".
func (f *answerReader) readStatus(words []scan.Word) {
	switch {
	case len(words) == 2 && words[1].Text == "UNSATISFIABLE":
		f.unsatisfiable = true
	case len(words) != 3 || words[1].Text != "col":
		f.failf(`expected "s col COLOURS" or "s UNSATISFIABLE"`)
	case f.uncolored > 0:
		f.failf("a new colouring begins while %d vertices of the last one have no colour", f.uncolored)
	default:
		f.newColoring()
	}
}

// newColoring begins a colouring.
func (f *answerReader) newColoring() {
	c := slices.Repeat(Coloring{noColor}, f.vertices)
	f.colorings, f.uncolored = append(f.colorings, c), f.vertices
}
