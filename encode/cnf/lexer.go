package cnf

import (
	"fmt"
	"io"
	"math"
)

// A ParseError says where and why a file could not be read.
type ParseError struct {
	Line, Column int // from 1; columns count bytes
	Msg          string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("cnf: line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// A lexer reads text byte by byte and knows where it is. Its memory does not grow with the input.
type lexer struct {
	r      io.Reader
	buf    []byte
	pos    int   // of the next byte, in buf
	offset int64 // of buf in the input
	line   int   // of the next byte, from 1
	start  int64 // of that line, in the input
	err    error // why nothing more can be read, io.EOF at the end
}

const eof = -1

func newLexer(r io.Reader) *lexer {
	return &lexer{r: r, buf: make([]byte, 0, 64<<10), line: 1}
}

// peek returns the next byte, or eof.
func (x *lexer) peek() int {
	if x.pos == len(x.buf) && !x.fill() {
		return eof
	}
	return int(x.buf[x.pos])
}

// skip moves past the byte that peek returned.
func (x *lexer) skip() {
	if x.buf[x.pos] == '\n' {
		x.line++
		x.start = x.offset + int64(x.pos) + 1
	}
	x.pos++
}

func (x *lexer) fill() bool {
	for empty := 0; x.err == nil; empty++ {
		x.offset += int64(len(x.buf))
		n, err := x.r.Read(x.buf[:cap(x.buf)])
		x.buf, x.pos, x.err = x.buf[:n], 0, err
		if n > 0 {
			return true
		}
		if err == nil && empty == 100 {
			x.err = io.ErrNoProgress
		}
	}
	return false
}

// failed returns the error that ended the input early, if any.
func (x *lexer) failed() error {
	if x.err != nil && x.err != io.EOF {
		return fmt.Errorf("cnf: read: %w", x.err)
	}
	return nil
}

// A place is a position in the input.
type place struct{ line, column int }

// here returns the place of the next byte.
func (x *lexer) here() place {
	return place{x.line, int(x.offset + int64(x.pos) - x.start + 1)}
}

// errorf returns a ParseError at p.
func (p place) errorf(format string, args ...any) error {
	return &ParseError{p.line, p.column, fmt.Sprintf(format, args...)}
}

// blanks skips what separates words on a line.
func (x *lexer) blanks() {
	for isBlank(x.peek()) {
		x.skip()
	}
}

// rest skips the rest of the line and its end, and returns the start of it: at most limit bytes, without the line's end.
func (x *lexer) rest(limit int) string {
	var text []byte
	c := x.peek()
	for ; c != eof && c != '\n'; c = x.peek() {
		if len(text) < limit {
			text = append(text, byte(c))
		}
		x.skip()
	}
	if c == '\n' {
		x.skip()
	}
	for len(text) > 0 && text[len(text)-1] == '\r' {
		text = text[:len(text)-1]
	}
	return string(text)
}

// word skips a word and returns the start of it. It is empty at the end of a line.
func (x *lexer) word() string {
	var text []byte
	for c := x.peek(); !isBlank(c) && c != '\n' && c != eof; c = x.peek() {
		if len(text) < maxWord {
			text = append(text, byte(c))
		}
		x.skip()
	}
	return string(text)
}

const maxWord = 40 // bytes of a word that matter

// literal reads a literal or 0. what says in a message what was expected.
func (x *lexer) literal(what string) (Lit, error) {
	at := x.here()
	n, err := x.number(what)
	if err != nil {
		return 0, err
	}
	if n > maxVar || n < -maxVar {
		return 0, at.errorf("%d is not a literal: variables are 1 to %d", n, maxVar)
	}
	return Lit(n), nil
}

const maxVar = math.MaxInt32 // the largest variable that a Lit holds

// number reads an integer in decimal, which must be followed by a blank or the end of the line.
func (x *lexer) number(what string) (int64, error) {
	at := x.here()
	negative := x.peek() == '-'
	if negative {
		x.skip()
	}
	n, digits := int64(0), 0
	c := x.peek()
	for ; c >= '0' && c <= '9' && digits < 18; c = x.peek() {
		n = 10*n + int64(c-'0')
		digits++
		x.skip()
	}
	if digits > 0 && (n > 0 || !negative) && (isBlank(c) || c == '\n' || c == eof) {
		if negative {
			n = -n
		}
		return n, nil
	}
	text := ""
	if negative {
		text = "-"
	}
	if digits > 0 {
		text += fmt.Sprint(n)
	}
	if text += x.word(); text == "" {
		return 0, at.errorf("expected %s", what)
	}
	return 0, at.errorf("expected %s, not %q", what, text)
}

func isBlank(c int) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }
