package flatzinc

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/parse"
)

// A position is a place in the file; both numbers count from 1.
type position struct{ line, column int32 }

// An Error reports malformed FlatZinc.
type Error struct {
	Line, Column int // from 1; the column counts bytes
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// An UnsupportedError reports correct FlatZinc that the model cannot state.
type UnsupportedError struct {
	Line, Column int
	Name         string // of the variable or constraint
	Reason       string // such as "constraints over floats that are not linear are not supported"
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s: %s", e.Line, e.Column, e.Name, e.Reason)
}

func (p position) errorf(format string, args ...any) error {
	return &Error{int(p.line), int(p.column), fmt.Sprintf(format, args...)}
}

// failf and unsupported report an error by parse.Raise.
func (p position) failf(format string, args ...any) { parse.Raise(p.errorf(format, args...)) }

func (p position) unsupported(name, format string, args ...any) {
	parse.Raise(&UnsupportedError{int(p.line), int(p.column), name, fmt.Sprintf(format, args...)})
}

type tokenKind byte

const (
	endOfFile tokenKind = iota
	identifier
	integer
	float
	str         // a string literal
	punctuation // ( ) [ ] { } , ; : = :: ..
)

type token struct {
	kind tokenKind
	text string // for a string literal, with its quotes
	n    int    // of an integer
	at   position
}

func (t token) String() string {
	if t.kind == endOfFile {
		return "the end of the file"
	}
	return strconv.Quote(t.text)
}

// A lexer splits a file into tokens.
type lexer struct {
	text      string
	pos       int
	line      int32
	lineStart int
}

func (l *lexer) position() position { return position{l.line, int32(l.pos-l.lineStart) + 1} }

// skipBlank skips white space and comments.
func (l *lexer) skipBlank() {
	for ; l.pos < len(l.text); l.pos++ {
		switch l.text[l.pos] {
		case ' ', '\t', '\r':
		case '\n':
			l.line, l.lineStart = l.line+1, l.pos+1
		case '%':
			end := strings.IndexByte(l.text[l.pos:], '\n')
			if end < 0 {
				l.pos = len(l.text)
				return
			}
			l.pos += end - 1
		default:
			return
		}
	}
}

func (l *lexer) next() token {
	l.skipBlank()
	t := token{at: l.position()}
	rest := l.text[l.pos:]
	switch {
	case rest == "":
		return t
	case isLetter(rest[0]):
		n := 1
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
		t.kind, t.text = identifier, rest[:n]
	case isDigit(rest[0]), rest[0] == '-' && len(rest) > 1 && isDigit(rest[1]):
		t.number(rest)
	case rest[0] == '"':
		n := 1
		for n < len(rest) && rest[n] != '"' && rest[n] != '\n' {
			if rest[n] == '\\' {
				n++
			}
			n++
		}
		if n >= len(rest) || rest[n] != '"' {
			t.at.failf("the string has no end")
		}
		t.kind, t.text = str, rest[:n+1]
	case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, ".."):
		t.kind, t.text = punctuation, rest[:2]
	case strings.IndexByte("()[]{},;:=", rest[0]) >= 0:
		t.kind, t.text = punctuation, rest[:1]
	default:
		t.at.failf("unexpected character %q", []rune(rest)[0])
	}
	l.pos += len(t.text)
	return t
}

// number reads the number with which rest begins. Two dots end it: 1..3 is a range.
func (t *token) number(rest string) {
	n := 0
	if rest[0] == '-' {
		n++
	}
	digits := func(ok func(byte) bool) bool {
		start := n
		for n < len(rest) && ok(rest[n]) {
			n++
		}
		return n > start
	}
	t.kind = integer
	base := 10
	if unsigned := rest[n:]; strings.HasPrefix(unsigned, "0x") || strings.HasPrefix(unsigned, "0o") {
		base = 0 // as the prefix says
		n += 2
		if !digits(func(c byte) bool { return isLetter(c) || isDigit(c) }) {
			t.at.failf("expected digits after %q", rest[:n])
		}
	} else {
		digits(isDigit)
		if n+1 < len(rest) && rest[n] == '.' && isDigit(rest[n+1]) {
			t.kind = float
			n++
			digits(isDigit)
		}
		if n < len(rest) && (rest[n] == 'e' || rest[n] == 'E') {
			t.kind = float
			n++
			if n < len(rest) && (rest[n] == '-' || rest[n] == '+') {
				n++
			}
			if !digits(isDigit) {
				t.at.failf("expected digits after %q", rest[:n])
			}
		}
	}
	t.text = rest[:n]
	if t.kind == float {
		return
	}
	v, err := strconv.ParseInt(t.text, base, strconv.IntSize)
	if err != nil {
		t.at.failf("%s is not an integer of %d bits", t.text, strconv.IntSize)
	}
	t.n = int(v)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
