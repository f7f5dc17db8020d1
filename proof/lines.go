package proof

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// A SyntaxError reports where and why a file cannot be parsed.
type SyntaxError struct {
	Line, Column int // from 1; columns count bytes
	Msg          string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// Limits that bound the memory for malformed files.
const (
	maxLine     = 1 << 22 // bytes of a line
	MaxVariable = 1 << 21 // largest variable of a formula or a proof, which may introduce variables
)

// A failed is what stop panics with, and catch recovers: errors end a parser or a check from within.
type failed struct{ error }

// stop panics with an error, unless it is nil.
func stop(err error) {
	if err != nil {
		panic(failed{err})
	}
}

func fail(format string, args ...any) { stop(fmt.Errorf(format, args...)) }

// catch makes the error of stop the error of the function that defers the call.
func catch(err *error) {
	switch cause := recover().(type) {
	case nil:
	case failed:
		*err = cause.error
	default:
		panic(cause)
	}
}

// lines reads a text line by line, and a line word by word.
type lines struct {
	in       *bufio.Reader
	number   int    // of the current line, from 1
	text     []byte // the current line without trailing white space; valid until the next call of next
	word     []byte // the current word; empty at the end of the line
	from, to int    // the offsets of its begin and end
}

// next reads the next line that is not a comment and not blank, and its first word. It returns false at the end of the
// input.
func (x *lines) next() bool {
	for {
		x.text = x.text[:0]
		x.number++
		for {
			part, err := x.in.ReadSlice('\n')
			x.text = append(x.text, part...)
			if len(x.text) > maxLine {
				x.failAt(0, "the line is longer than %d bytes", maxLine)
			}
			if err == nil || err == io.EOF && len(x.text) > 0 {
				break
			}
			if err == io.EOF {
				return false
			}
			if err != bufio.ErrBufferFull {
				stop(err)
			}
		}
		x.text = bytes.TrimRight(x.text, "\r\n \t")
		if len(x.text) > 0 && !(x.text[0] == 'c' && (len(x.text) == 1 || x.text[1] == ' ')) {
			x.restart()
			return true
		}
	}
}

// restart goes to the first word of the current line.
func (x *lines) restart() {
	x.to = 0
	x.scan()
}

// scan goes to the next word.
func (x *lines) scan() {
	blank := func(b byte) bool { return b == ' ' || b == '\t' }
	for x.from = x.to; x.from < len(x.text) && blank(x.text[x.from]); x.from++ {
	}
	for x.to = x.from; x.to < len(x.text) && !blank(x.text[x.to]); x.to++ {
	}
	x.word = x.text[x.from:x.to]
}

// rest returns the current line from the current word on.
func (x *lines) rest() string { return string(x.text[x.from:]) }

// failAt panics with a *SyntaxError at the byte with this offset in the current line.
func (x *lines) failAt(offset int, format string, args ...any) {
	stop(&SyntaxError{x.number, offset + 1, fmt.Sprintf(format, args...)})
}

// unexpected panics with an error about the current word.
func (x *lines) unexpected(expected string) {
	found := "the end of the line"
	if len(x.word) > 0 {
		found = strconv.Quote(excerpt(x.word))
	}
	x.failAt(x.from, "expected %s, found %s", expected, found)
}

func excerpt(w []byte) string {
	if len(w) > 20 {
		return string(w[:20]) + "..."
	}
	return string(w)
}

// numbers appends the numbers from the current word on, up to a 0, to a list, and goes behind the 0. A number is at
// most the limit in absolute value.
func (x *lines) numbers(list []int, limit int) []int {
	for {
		l, err := strconv.Atoi(string(x.word))
		switch {
		case len(x.word) == 0:
			x.failAt(x.from, "expected a literal, or 0 at the end of the clause")
		case err != nil:
			x.unexpected("a literal")
		case l > limit || l < -limit:
			x.failAt(x.from, "the variable of literal %d is greater than %d", l, limit)
		}
		if x.scan(); l == 0 {
			return list
		}
		list = append(list, l)
	}
}
