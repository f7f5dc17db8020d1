package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"nonet/internal/packed"
	"nonet/internal/parse"
)

// ErrBinary is the reason in the error of a Text about a byte 0, which no text has. The error has its line and column.
var ErrBinary = errors.New("binary data, expected text")

// ErrUTF16 is the error of a Text that begins as a text in UTF-16 does.
var ErrUTF16 error = &ParseError{Line: 1, Column: 1, Msg: "the text is in UTF-16, expected UTF-8"}

// ErrTooLong is wrapped by the error of a Text that exceeds its limit.
var ErrTooLong = errors.New("too long")

// Text returns a reader of in that fails with ErrBinary after the first byte 0, and after max bytes. It returns that
// byte, so that a parser can say at which line and column it stands.
//
// All readers of this package read a Text. So all formats agree on what a text is: lines end with \n, \r\n or \r, which
// become \n, a byte order mark of UTF-8 at the beginning is dropped, and UTF-16 is ErrUTF16. A Text unpacks gzip.
func Text(in io.Reader, max int64) io.Reader { return newText(in, max, 0) }

// Limit returns a reader of the text in that fails after max bytes. It accepts bytes 0.
func Limit(in io.Reader, max int64) io.Reader { return newText(in, max, math.MaxInt) }

type text struct {
	in        *bufio.Reader
	max, left int64
	zeros     int  // how many bytes 0 it still accepts
	line      int  // of the next byte, counted from 0
	column    int  // the same
	begun     bool // whether the beginning was examined
	ends      parse.LineEnds

	failed error // of the input, other than its end: the text may end within a line or a word
}

// newText returns a text with a buffer that is only as large as the beginning: longer reads bypass it.
func newText(in io.Reader, max int64, zeros int) *text {
	return &text{in: bufio.NewReaderSize(packed.Reader(in), 16), max: max, left: max, zeros: zeros}
}

func (t *text) Read(b []byte) (int, error) {
	if !t.begun {
		if err := t.begin(); err != nil {
			return 0, err
		}
		t.begun = true
	}
	n, err := t.in.Read(b)
	t.note(err)
	binary := false
	if i := bytes.IndexByte(b[:n], 0); i >= 0 {
		if t.zeros -= bytes.Count(b[i:n], []byte{0}); t.zeros < 0 {
			n, binary = i+1, true
		}
	}
	if t.left -= int64(n); t.left < 0 {
		return 0, fmt.Errorf("%w: more than %d bytes", ErrTooLong, t.max)
	}
	n = t.ends.Unify(b[:n])
	t.line += bytes.Count(b[:n], []byte{'\n'})
	if i := bytes.LastIndexByte(b[:n], '\n'); i >= 0 {
		t.column = -i - 1
	}
	if t.column += n; binary {
		err = fmt.Errorf("line %d, column %d: %w", t.line+1, t.column, ErrBinary)
	}
	return n, err
}

// begin examines the first bytes. It waits for the second and third only if the first may be part of a mark, since the
// text may be the answers of a program.
func (t *text) begin() error {
	head, err := t.in.Peek(1)
	if len(head) > 0 && (head[0] == 0 || head[0] >= 0xef) {
		head, err = t.in.Peek(3)
	} else if len(head) > 0 {
		head, err = t.in.Peek(min(t.in.Buffered(), 4))
	}
	switch t.note(err); {
	case t.failed != nil:
		return t.failed // another read might not report it
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")), isUTF16(head):
		return ErrUTF16
	case bytes.Equal(head, []byte("\xef\xbb\xbf")):
		t.in.Discard(len(head))
	}
	return nil
}

// note keeps an error of the input.
func (t *text) note(err error) {
	if err != nil && err != io.EOF {
		t.failed = err
	}
}

// isUTF16 reports whether the pairs of bytes in head are characters of ASCII in UTF-16, without a mark.
func isUTF16(head []byte) bool {
	for ; len(head) > 1; head = head[2:] {
		if c := max(head[0], head[1]); min(head[0], head[1]) != 0 || c < '\t' || c >= 0x7f {
			return false
		}
		if len(head) < 4 {
			return true
		}
	}
	return false
}
