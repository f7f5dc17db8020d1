package notation

import (
	"fmt"
	"strings"

	"nonet/model/sudoku"
)

// Options say how to read. The zero value recognises everything by content.
type Options struct {
	File     string       // the name of the input for messages; "" means none
	Format   string       // the name of a format (see Formats) to insist on; "" means to recognise it
	Alphabet string       // the name of an alphabet (see Alphabets) to insist on; "" means to recognise it
	Shape    sudoku.Shape // the shape of every grid; zero means sudoku.ShapeOf the number of rows
}

// Validate returns an error if a name is unknown or the shape is not supported.
func (o Options) Validate() error {
	if o.Format != "" && formatNamed(o.Format) == nil {
		return fmt.Errorf("notation: unknown format %q: known are %s", o.Format, strings.Join(formatNames(), ", "))
	}
	if _, known := alphabetNamed(o.Alphabet); !known {
		return fmt.Errorf("notation: unknown alphabet %q: known are %s", o.Alphabet, strings.Join(alphabetNames(allAlphabets), ", "))
	}
	if o.Shape != (sudoku.Shape{}) {
		return o.Shape.Validate()
	}
	return nil
}

// A ParseError says where and why a puzzle cannot be read.
type ParseError struct {
	File      string   // as in Options.File
	Line      int      // from 1
	Column    int      // in characters, from 1; 0 if the line as a whole is meant
	Msg       string   // what is wrong
	Expected  string   // what would have been right; "" if Msg says it
	Alphabets []string // the alphabets that fit, if the puzzle can be read in more than one
}

// Error returns file, line and column, what is wrong, and what was expected.
func (e *ParseError) Error() string {
	var b strings.Builder
	b.WriteString("notation: ")
	if e.File != "" {
		b.WriteString(e.File + ":")
	} else {
		b.WriteString("line ")
	}
	fmt.Fprintf(&b, "%d", e.Line)
	if e.Column > 0 {
		if e.File != "" {
			fmt.Fprintf(&b, ":%d", e.Column)
		} else {
			fmt.Fprintf(&b, ", column %d", e.Column)
		}
	}
	b.WriteString(": " + e.Msg)
	if e.Expected != "" {
		b.WriteString(", expected " + e.Expected)
	}
	return b.String()
}
