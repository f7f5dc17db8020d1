package coloring

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/model"
)

// AppendColouring appends a colouring in the form of the DIMACS challenge: "s col COLOURS", and "l VERTEX COLOUR" for each vertex.
func AppendColoring(b []byte, g *Graph, c Coloring) []byte {
	b = fmt.Appendf(b, "s col %d\n", g.Colors)
	for v, x := range c {
		b = append(b, "l "...)
		b = append(strconv.AppendInt(b, int64(v+1), 10), ' ')
		b = append(strconv.AppendInt(b, int64(x+1), 10), '\n')
	}
	return b
}

// ReadAnswer reads colourings of so many vertices as programs print them: lines "l VERTEX COLOUR", or without the l, each colouring after a
// line "s col COLOURS", which may be missing before the first. "s UNSATISFIABLE" says that there is none. Comments ("c") and blank lines
// may stand anywhere. Colours count from 0 as everywhere, so those of a program that counts from 0 itself begin with -1; in a graph with
// a palette it does not matter what they are called. It is an *encode.ParseError if a vertex does not exist, has no colour or two, or if the file says nothing.
func ReadAnswer(r io.Reader, vertices int) (a encode.Answer[Coloring], err error) {
	defer scan.Catch(&err)
	f := answerReader{Lines: scan.NewLines(r, "coloring"), vertices: vertices}
	for f.Next() {
		f.readLine(f.Words())
	}
	scan.Fail(f.Err())
	found := len(f.colorings) > 0
	switch {
	case f.uncolored > 0:
		f.failf("the answer ends, and %d of %d vertices have no colour", f.uncolored, vertices)
	case f.unsatisfiable && found:
		f.failf("said to be unsatisfiable, and has a colouring")
	case f.unsatisfiable:
		a.Status = model.Unsatisfiable
	case found:
		a.Status, a.Solutions = model.Satisfiable, f.colorings
	default:
		f.failf("the answer has neither a colouring nor a status")
	}
	return a, nil
}

// An answerReader goes through an answer line by line. It ends the reading by scan.Fail.
type answerReader struct {
	*scan.Lines
	vertices      int
	colorings     []Coloring // the last one is being read
	uncolored     int        // vertices of it without a colour
	unsatisfiable bool
}

const noColor = -2 // of a vertex; -1 is the colour 0 of the file

// failf ends the reading with an error about the current line.
func (f *answerReader) failf(format string, args ...any) { scan.Fail(f.Errorf(1, format, args...)) }

// line reads a line of the given words.
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
		words[0].Failf("vertex %d has a colour already", v)
	}
	c[v-1] = int32(x - 1)
	f.uncolored--
}

// status reads "s col COLOURS", which begins a colouring, or "s UNSATISFIABLE".
func (f *answerReader) readStatus(words []scan.Word) {
	switch {
	case len(words) == 2 && words[1].Text == "UNSATISFIABLE":
		f.unsatisfiable = true
	case len(words) != 3 || words[1].Text != "col":
		f.failf(`expected "s col COLOURS" or "s UNSATISFIABLE"`)
	case f.uncolored > 0:
		f.failf("a new colouring, and %d vertices of the last have no colour", f.uncolored)
	default:
		f.newColoring()
	}
}

// open begins a colouring.
func (f *answerReader) newColoring() {
	c := slices.Repeat(Coloring{noColor}, f.vertices)
	f.colorings, f.uncolored = append(f.colorings, c), f.vertices
}
