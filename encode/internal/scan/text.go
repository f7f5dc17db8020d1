package scan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
)

// ErrBinary is the error of a Text about a byte 0, which no text has.
var ErrBinary = errors.New("binary data, expected text")

// ErrTooLong is wrapped by the error of a Text that exceeds its limit.
var ErrTooLong = errors.New("too long")

// Text returns a reader of in that fails with ErrBinary after the first byte 0, and after max bytes. It returns that
// byte, so that a parser can say at which line and column it stands.
func Text(in io.Reader, max int64) io.Reader { return &text{in: in, max: max, left: max} }

type text struct {
	in        io.Reader
	max, left int64
	zeros     int // how many bytes 0 it still accepts
}

func (t *text) Read(b []byte) (int, error) {
	n, err := t.in.Read(b)
	if i := bytes.IndexByte(b[:n], 0); i >= 0 {
		if t.zeros -= bytes.Count(b[i:n], []byte{0}); t.zeros < 0 {
			n, err = i+1, ErrBinary
		}
	}
	if t.left -= int64(n); t.left < 0 {
		return 0, fmt.Errorf("%w: more than %d bytes", ErrTooLong, t.max)
	}
	return n, err
}

// Limit returns a reader of in that fails after max bytes.
func Limit(in io.Reader, max int64) io.Reader { return &text{in, max, max, math.MaxInt} }
