package notation

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// Options configure a Reader. The zero value recognises everything by content.
type Options struct {
	File     string       // the name of the input for messages; "" means none
	Format   string       // the name of a required format (see Formats); "" means recognise it
	Alphabet string       // the name of a required alphabet (see Alphabets); "" means recognise it
	Shape    sudoku.Shape // the shape of every grid; zero means sudoku.ShapeOf(rows)

	Lenient Leniency // what to do with parts of a text that are not understood

	// Context ends the reading of a puzzle while its rules are stated to find out their size, unless it is nil.
	Context context.Context

	// AnySize leaves it to Reader.State to find out whether rules are too large for a model.
	AnySize bool

	// ShapeSource names in messages the source of Shape, as words after "as": "--box says". "" means "asked".
	ShapeSource string
}

// requestedShape describes the requested shape for messages.
func (o Options) requestedShape() string {
	return fmt.Sprintf("%s as %s", o.Shape, cmp.Or(o.ShapeSource, "asked"))
}

// Validate returns an *UnknownFormatError if the format is unknown, and another error if the alphabet is unknown or the
// shape is not supported.
func (o Options) Validate() error {
	if o.Format != "" && formatNamed(o.Format) == nil {
		return unknownFormat(o.Format)
	}
	if _, known := alphabetNamed(o.Alphabet); !known {
		return fmt.Errorf("unknown alphabet %q: known are %s", o.Alphabet,
			strings.Join(alphabetNames(allAlphabets), ", "))
	}
	if o.Shape != (sudoku.Shape{}) {
		return o.Shape.Validate()
	}
	return nil
}

// A ParseError reports where and why a puzzle cannot be read.
type ParseError struct {
	File     string // as in Options.File
	Line     int    // from 1
	Column   int    // in characters, from 1; 0 for the whole line
	Msg      string // what is wrong
	Expected string // what is accepted there; "" if Msg says it

	// Alphabets names the alphabets that fit if the puzzle can be read in more than one: Options.Alphabet decides.
	Alphabets []string
	// NeedsShape is the number of rows of a grid whose boxes Options.Shape must state, and 0 for other errors.
	NeedsShape int
	// Foreign names the format of an input that holds no puzzles: cnf, wcnf, col, opb, lp, mps, model, fzn, xcsp3, or
	// answer for the output of a solver. It is "" for other errors.
	Foreign string
}

// Error returns file, line and column, what is wrong, and what was expected.
func (e *ParseError) Error() string {
	at, column := fmt.Sprintf("line %d", e.Line), ", column "
	if e.File != "" {
		at, column = fmt.Sprintf("%s:%d", e.File, e.Line), ":"
	}
	if e.Column > 0 {
		at += column + strconv.Itoa(e.Column)
	}
	return at + ": " + (&place.Error{Msg: e.Msg, Expected: e.Expected}).Error()
}
