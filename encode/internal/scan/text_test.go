package scan

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
		read string
	}{
		{"", nil, ""},
		{"12345", nil, "12345"},
		{"123456", ErrTooLong, "12345"},
		{"12\x00", ErrBinary, "12\x00"},
	} {
		got, err := io.ReadAll(Text(iotest.OneByteReader(strings.NewReader(c.text)), 5))
		if string(got) != c.read || !errors.Is(err, c.want) {
			t.Errorf("%q: got %q, %v; want %q, %v", c.text, got, err, c.read, c.want)
		}
	}
}

// zeros is an endless source of zero bytes, as /dev/zero is.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestEndlessTexts reads endless sources: each reader must end.
func TestEndlessTexts(t *testing.T) {
	r := NewReader(zeros{})
	for r.Next() != EOF {
	}
	if !errors.Is(r.Err(), ErrBinary) {
		t.Errorf("Reader: error %v", r.Err())
	}
	l := NewLines(zeros{}, "lp")
	for l.Next() {
	}
	if !errors.Is(l.Err(), ErrBinary) {
		t.Errorf("Lines: line %q, error %v", l.Text, l.Err())
	}
	var v struct{}
	if err := ReadJSON(zeros{}, &v); !errors.Is(err, ErrBinary) {
		t.Errorf("ReadJSON: error %v", err)
	}
}

// TestBinaryPlace reads a byte 0 after line ends of three kinds, by pieces of any size.
func TestBinaryPlace(t *testing.T) {
	for _, pieces := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		_, err := io.ReadAll(Text(pieces(strings.NewReader("a\r\nbc\r\r\ncd\x00e\n")), 100))
		if err == nil || err.Error() != "line 4, column 3: binary data, expected text" {
			t.Errorf("got %v", err)
		}
	}
}
