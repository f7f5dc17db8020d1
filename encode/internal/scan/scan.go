package scan

import (
	"errors"
	"fmt"
	"io"

	"nonet/internal/parse"
)

// A ParseError reports malformed input. Package encode exports it as encode.ParseError, with its documentation.
type ParseError struct {
	Format       string
	Line, Column int
	Msg          string
}

func (e *ParseError) Error() string {
	text := fmt.Sprintf("line %d", e.Line)
	if e.Column > 0 {
		text += fmt.Sprintf(", column %d", e.Column)
	}
	if e.Format != "" {
		text = e.Format + ": " + text
	}
	return text + ": " + e.Msg
}

// A Position is a position in a text. Lines and columns count from 1; columns count bytes.
type Position struct {
	Format       string
	Line, Column int
}

// Errorf returns a *ParseError at p.
func (p Position) Errorf(format string, args ...any) error {
	return &ParseError{p.Format, p.Line, p.Column, fmt.Sprintf(format, args...)}
}

// Failf panics with a *ParseError at p; see [parse.Raise].
func (p Position) Failf(format string, args ...any) { parse.Raise(p.Errorf(format, args...)) }

// EOF is what Peek and Next return at the end of the text.
const EOF = -1

// A Reader reads a text byte by byte and keeps track of the position. Its memory does not grow with the text.
type Reader struct {
	in     io.Reader
	buf    []byte
	pos    int   // offset of the next byte in buf
	offset int64 // offset of buf in the text
	line   int   // line of the next byte, from 1
	start  int64 // offset of that line in the text
	err    error // error of in; io.EOF at the end

	last      Position // of the byte that Next returned
	lastStart int64    // of its line, in the text
}

const (
	maxReader = 1 << 36 // bytes in a text
	maxZeros  = 1 << 12 // bytes 0 in a text: some may be in a comment
)

// NewReader returns a reader that is positioned before the first byte of in.
func NewReader(in io.Reader) *Reader {
	return &Reader{in: newText(in, maxReader, maxZeros), buf: make([]byte, 0, 64<<10), line: 1}
}

// Peek returns the next byte, or EOF.
func (r *Reader) Peek() int {
	if r.pos == len(r.buf) && !r.fill() {
		return EOF
	}
	return int(r.buf[r.pos])
}

// Skip moves past the byte that Peek returned.
func (r *Reader) Skip() {
	if r.buf[r.pos] == '\n' {
		r.line++
		r.start = r.offset + int64(r.pos) + 1
	}
	r.pos++
}

// Next returns the next byte and moves past it. At the end of the text it returns EOF.
func (r *Reader) Next() int {
	c := r.Peek()
	r.last, r.lastStart = r.Pos(), r.start
	if c != EOF {
		r.Skip()
	}
	return c
}

// Unread undoes the last call of Next, which must not have returned EOF.
func (r *Reader) Unread() {
	r.pos--
	r.line, r.start = r.last.Line, r.lastStart
	r.last.Column = max(r.last.Column-1, 1)
}

// Pos returns the position of the next byte.
func (r *Reader) Pos() Position {
	return Position{Line: r.line, Column: int(r.offset + int64(r.pos) - r.start + 1)}
}

// LastPos returns the position of the byte that the last call of Next returned. After Unread it is one column to the
// left, if there is one.
func (r *Reader) LastPos() Position { return r.last }

func (r *Reader) fill() bool {
	for empty := 0; r.err == nil; empty++ {
		r.offset += int64(len(r.buf))
		n, err := r.in.Read(r.buf[:cap(r.buf)])
		r.buf, r.pos, r.err = r.buf[:n], 0, err
		if n > 0 {
			return true
		}
		if err == nil && empty == 100 {
			r.err = io.ErrNoProgress
		}
	}
	return false
}

// Err returns the read error that ended the text, or nil if there was none.
func (r *Reader) Err() error {
	if r.err != nil && r.err != io.EOF {
		return readError("", r.err)
	}
	return nil
}

// readError returns a read error of a text in a format, which may be "". ErrUTF16 and ErrBinary come with their place
// and depend on no format.
func readError(format string, err error) error {
	if errors.Is(err, ErrUTF16) || errors.Is(err, ErrBinary) {
		return err
	}
	if format != "" {
		format += ": "
	}
	return fmt.Errorf("%sread: %w", format, err)
}

// SkipBlanks skips the bytes that separate words on a line; see IsBlank.
func (r *Reader) SkipBlanks() {
	for IsBlank(r.Peek()) {
		r.Skip()
	}
}

// RestOfLine skips the rest of the line, including its end, and returns its first limit bytes at most, without the line
// end.
func (r *Reader) RestOfLine(limit int) string {
	var text []byte
	c := r.Peek()
	for ; c != EOF && c != '\n'; c = r.Peek() {
		if len(text) < limit {
			text = append(text, byte(c))
		}
		r.Skip()
	}
	if c == '\n' {
		r.Skip()
	}
	return string(text)
}

// MaxWord is the largest number of bytes that Word and Clip keep of a text.
const MaxWord = 40

// Word skips a word and returns its first MaxWord bytes at most. The word is empty at the end of a line.
func (r *Reader) Word() string {
	var text []byte
	for c := r.Peek(); !IsBlank(c) && c != '\n' && c != EOF; c = r.Peek() {
		if len(text) < MaxWord {
			text = append(text, byte(c))
		}
		r.Skip()
	}
	return string(text)
}

// Number reads a decimal integer of at most 18 digits, which a blank or the end of the line must follow. Otherwise it
// panics with a *ParseError "expected WHAT, not WORD"; see [parse.Raise]. It rejects -0.
func (r *Reader) Number(what string) int64 {
	at := r.Pos()
	text := ""
	if r.Peek() == '-' {
		r.Skip()
		text = "-"
	}
	n, digits := int64(0), 0
	c := r.Peek()
	for ; c >= '0' && c <= '9' && digits < 18; c = r.Peek() {
		n = 10*n + int64(c-'0')
		digits++
		r.Skip()
	}
	if digits > 0 && (n > 0 || text == "") && (IsBlank(c) || c == '\n' || c == EOF) {
		if text != "" {
			n = -n
		}
		return n
	}
	if digits > 0 {
		text += fmt.Sprint(n)
	}
	if digits == 18 {
		what += " of at most 18 digits"
	}
	if text += r.Word(); text == "" {
		at.Failf("expected %s", what)
	}
	at.Failf("expected %s, not %q", what, text)
	return 0
}

// IsBlank reports whether c separates words on a line.
func IsBlank(c int) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

// Clip returns s for an error message, cut after MaxWord bytes.
func Clip(s string) string {
	if len(s) > MaxWord {
		return s[:MaxWord] + "..."
	}
	return s
}
