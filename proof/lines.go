package proof

import (
	"bufio"
	"bytes"
	"errors"
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

// lines reads a text line by line and keeps track of the line number.
type lines struct {
	in     *bufio.Reader
	number int    // of the current line, from 1
	text   []byte // the current line without trailing white space; valid until the next call
}

func newLines(r io.Reader) lines { return lines{in: bufio.NewReaderSize(r, 1<<16)} }

// next reads the next line that is not a comment and not blank. The error is io.EOF at the end of the input.
func (x *lines) next() error {
	for {
		x.text = x.text[:0]
		x.number++
		for {
			part, err := x.in.ReadSlice('\n')
			x.text = append(x.text, part...)
			if len(x.text) > maxLine {
				return x.errorAt(0, "the line is longer than %d bytes", maxLine)
			}
			if err == nil || err == io.EOF && len(x.text) > 0 {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				return err
			}
		}
		x.text = bytes.TrimRight(x.text, "\r\n \t")
		if len(x.text) > 0 && !(x.text[0] == 'c' && (len(x.text) == 1 || x.text[1] == ' ')) {
			return nil
		}
	}
}

// errorAt returns a *SyntaxError at the byte with this offset in the current line.
func (x *lines) errorAt(offset int, format string, args ...any) error {
	return &SyntaxError{x.number, offset + 1, fmt.Sprintf(format, args...)}
}

// word returns the first word of the current line from offset on, and the offsets of its begin and end. The word is
// empty if there is none.
func (x *lines) word(offset int) (w []byte, from, to int) {
	blank := func(b byte) bool { return b == ' ' || b == '\t' }
	for from = offset; from < len(x.text) && blank(x.text[from]); from++ {
	}
	for to = from; to < len(x.text) && !blank(x.text[to]); to++ {
	}
	return x.text[from:to], from, to
}

// numbers appends the numbers of the current line from offset on, up to a 0, to a list, and returns the offset behind
// the 0. A number is at most the limit in absolute value.
func (x *lines) numbers(offset int, list []int, limit int) (all []int, to int, err error) {
	for to = offset; ; {
		w, from, end := x.word(to)
		l, err := strconv.Atoi(string(w))
		switch {
		case len(w) == 0:
			return list, to, x.errorAt(len(x.text), "expected a literal, or 0 at the end of the clause")
		case err != nil:
			return list, to, x.errorAt(from, "expected a literal, found %q", excerpt(w))
		case l > limit || l < -limit:
			return list, to, x.errorAt(from, "the variable of literal %d is greater than %d", l, limit)
		case l == 0:
			return list, end, nil
		}
		list, to = append(list, l), end
	}
}

// end returns an error if the current line goes on at an offset.
func (x *lines) end(offset int) error {
	if rest, at, _ := x.word(offset); len(rest) > 0 {
		return x.errorAt(at, "expected the end of the line after 0, found %q", excerpt(rest))
	}
	return nil
}
