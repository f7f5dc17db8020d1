// Package parse has what readers of texts share: the ends of lines, regular expressions that are compiled when they are
// first used, and errors that end a function from within the functions that it calls. Recursive-descent parsers report
// errors in this way, as text/template does, since otherwise each grammar rule would have to pass the error on; so do
// the statement of constraints in package build and the encodings.
package parse

import (
	"bytes"
	"regexp"
	"sync"
)

// Pattern returns a function that returns the compiled regular expression. The first call compiles it and panics if
// expr is malformed. The function may be called by several goroutines. A program starts faster than with
// [regexp.MustCompile] in variables of packages, which compile every expression of the program at its start.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

type raised struct{ err error }

// Raise panics with err, unless it is nil. A function that has deferred Catch recovers it.
func Raise(err error) {
	if err != nil {
		panic(raised{err})
	}
}

// Catch recovers a panic of Raise and stores its error. The function at the entry of a parser defers it. Other panics
// continue.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case raised:
		*err = r.err
	default:
		panic(r)
	}
}

// LineEnds turns the ends of lines in a text, \n, \r\n or \r, into \n.
type LineEnds struct {
	afterCR bool // the last byte was \r: a \n that follows belongs to the same end
}

// Unify turns the line ends in b, the next bytes of the text, into \n, in place. It returns the new length.
func (e *LineEnds) Unify(b []byte) int {
	if !e.afterCR && bytes.IndexByte(b, '\r') < 0 {
		return len(b)
	}
	kept := b[:0]
	for _, c := range b {
		second := e.afterCR && c == '\n'
		if e.afterCR = c == '\r'; e.afterCR {
			c = '\n'
		}
		if !second {
			kept = append(kept, c)
		}
	}
	return len(kept)
}
