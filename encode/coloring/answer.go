package coloring

import (
	"fmt"
	"io"
	"strconv"

	"nonet/encode/internal/words"
	"nonet/model"
)

// An Answer is what a program printed about a graph. Colours count from 0 as everywhere, so those of a program that counts from 0 itself
// begin with -1; in a graph with a palette it does not matter what they are called.
type Answer struct {
	Status     model.Status
	Colourings []Colouring
}

// AppendColouring appends a colouring in the form of the DIMACS challenge: "s col COLOURS", and "l VERTEX COLOUR" for each vertex.
func AppendColouring(b []byte, g *Graph, c Colouring) []byte {
	b = fmt.Appendf(b, "s col %d\n", g.Colours)
	for v, x := range c {
		b = append(b, "l "...)
		b = append(strconv.AppendInt(b, int64(v+1), 10), ' ')
		b = append(strconv.AppendInt(b, int64(x+1), 10), '\n')
	}
	return b
}

// ReadAnswer reads colourings of so many vertices as programs print them: lines "l VERTEX COLOUR", or without the l, each colouring after a
// line "s col COLOURS", which may be missing before the first. "s UNSATISFIABLE" says that there is none. Comments ("c") and blank lines
// may stand anywhere. It is a *ParseError if a vertex does not exist, has no colour or two, or if the file says nothing.
func ReadAnswer(r io.Reader, vertices int) (Answer, error) {
	f := words.NewReader(r)
	var a Answer
	const none = -2
	var c Colouring // being read
	left := 0       // vertices of c without a colour
	refuted := false
	errorf := func(column int, format string, args ...any) (Answer, error) {
		return Answer{}, &ParseError{max(f.Line, 1), column, fmt.Sprintf(format, args...)}
	}
	open := func() {
		c = make(Colouring, vertices)
		for v := range c {
			c[v] = none
		}
		left = vertices
		a.Colourings = append(a.Colourings, c)
	}
	for f.Next() {
		list := f.Words
		if len(list) == 0 || list[0].Text == "c" {
			continue
		}
		if list[0].Text == "s" {
			switch {
			case len(list) == 2 && list[1].Text == "UNSATISFIABLE":
				refuted = true
			case len(list) == 3 && list[1].Text == "col" && left > 0:
				return errorf(1, "a new colouring, and %d vertices of the last have no colour", left)
			case len(list) == 3 && list[1].Text == "col":
				open()
			default:
				return errorf(1, `expected "s col COLOURS" or "s UNSATISFIABLE"`)
			}
			continue
		}
		if list[0].Text == "l" {
			list = list[1:]
		}
		if len(list) != 2 {
			return errorf(1, "expected a vertex and its colour, as in \"l 1 3\", not %q", words.Clip(f.Text))
		}
		v, err := strconv.Atoi(list[0].Text)
		if err != nil || v < 1 || v > vertices {
			return errorf(list[0].Column, "expected a vertex from 1 to %d, not %q", vertices, words.Clip(list[0].Text))
		}
		x, err := strconv.ParseInt(list[1].Text, 10, 32)
		if err != nil || x < 0 {
			return errorf(list[1].Column, "expected a colour, not %q", words.Clip(list[1].Text))
		}
		if c == nil {
			open()
		}
		if c[v-1] != none {
			return errorf(list[0].Column, "vertex %d has a colour already", v)
		}
		c[v-1] = int32(x - 1)
		left--
	}
	switch err := f.Err(); {
	case err == words.ErrTooLong:
		return errorf(1, "%v", err)
	case err != nil:
		return Answer{}, fmt.Errorf("coloring: answer: %w", err)
	case left > 0:
		return errorf(1, "the answer ends, and %d of %d vertices have no colour", left, vertices)
	case refuted && len(a.Colourings) > 0:
		return errorf(1, "said to be unsatisfiable, and has a colouring")
	case refuted:
		a.Status = model.Unsatisfiable
	case len(a.Colourings) > 0:
		a.Status = model.Satisfiable
	default:
		return errorf(1, "the answer has neither a colouring nor a status")
	}
	return a, nil
}
