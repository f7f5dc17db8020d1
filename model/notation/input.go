package notation

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"nonet/internal/packed"
	"nonet/internal/parse"
)

// window is the maximum number of buffered bytes of input, and so of a line and of the look-ahead. The longest useful
// line, a grid of 100×100 numbers beside its solution, has 80 kB.
const window = 256 << 10

var errTooLong = errors.New("too long")

// An input reads a text line by line, with look-ahead, from a buffer of bounded size. It unpacks gzip, drops a byte
// order mark, and rejects input that is not text. A line ends with \n, \r\n or \r; the buffer holds \n for each.
type input struct {
	src        io.Reader
	buf        []byte
	start, end int   // buf[start:end] is read but not consumed
	line       int   // the number of the line that begins at start, from 1
	dropped    int64 // number of bytes that stood before buf[0]
	err        error // the error of src, or io.EOF at its end
	failed     bool  // next has returned err, and it is not io.EOF
	opened     bool  // the ends of lines in buf are \n; before, buf holds the bytes of src
	ends       parse.LineEnds
	full       bool  // the last read from src returned as much as fitted
	looked     int64 // bytes of lines that next has returned, a measure of the work
}

func newInput(src io.Reader, size int) *input {
	return &input{src: packed.Reader(src), buf: make([]byte, max(16, min(size, 64<<10))), line: 1}
}

// A cursor is a position at or after the consumed input, always at the beginning of a line.
type cursor struct {
	off  int // bytes after the consumed ones
	line int // the number of the line
}

// pos returns the cursor of the first line that is not consumed.
func (in *input) pos() cursor { return cursor{0, in.line} }

// consume consumes the input up to c.
func (in *input) consume(c cursor) {
	in.start += c.off
	in.line = c.line
}

// next returns the line at c without its end and moves c after it. The line is valid until the next call. The error is
// io.EOF at the end of the input, errTooLong if the line exceeds the window, and otherwise the error of the source.
func (in *input) next(c *cursor) ([]byte, error) {
	searched := c.off
	for {
		if i := bytes.IndexByte(in.buf[in.start+searched:in.end], '\n'); i >= 0 {
			line := in.buf[in.start+c.off : in.start+searched+i]
			c.off = searched + i + 1
			c.line++
			in.looked += int64(len(line)) + 1
			return line, nil
		}
		searched = in.end - in.start
		if in.err != nil {
			if in.failed = in.err != io.EOF; in.failed || searched == c.off {
				return nil, in.err
			}
			line := in.buf[in.start+c.off : in.end]
			c.off = searched
			c.line++
			in.looked += int64(len(line))
			return line, nil
		}
		if searched == window {
			return nil, errTooLong
		}
		in.fill()
	}
}

// offset returns the number of bytes consumed.
func (in *input) offset() int64 { return in.dropped + int64(in.start) }

// since returns the text consumed from an offset on, or nil if the buffer does not hold all of it.
func (in *input) since(offset int64) []byte {
	if offset < in.dropped || offset > in.offset() {
		return nil
	}
	return in.buf[offset-in.dropped : in.start]
}

// fill reads more of the source into the buffer.
func (in *input) fill() {
	if in.end == len(in.buf) && in.start > 0 {
		in.dropped += int64(in.start)
		in.end = copy(in.buf, in.buf[in.start:in.end])
		in.start = 0
	}
	if in.end == len(in.buf) {
		in.buf = append(in.buf, make([]byte, min(len(in.buf), window-len(in.buf)))...)
	}
	for range 100 {
		n, err := in.src.Read(in.buf[in.end:])
		in.full = in.end+n == len(in.buf)
		if in.opened {
			n = in.ends.Unify(in.buf[in.end : in.end+n])
		}
		in.end += n
		in.err = err
		if n > 0 || err != nil {
			return
		}
	}
	in.err = io.ErrNoProgress
}

// skipLine consumes the first line, whatever its length.
func (in *input) skipLine() {
	for {
		if i := bytes.IndexByte(in.buf[in.start:in.end], '\n'); i >= 0 {
			in.start += i + 1
			in.line++
			return
		}
		in.start = in.end
		if in.err != nil {
			in.line++
			return
		}
		in.fill()
	}
}

// otherPackers are how files of lzma, xz, bzip2 and zstd begin.
var otherPackers = []string{"]\x00\x00", "\xfd7zXZ\x00", "BZh91AY", "(\xb5/\xfd"}

// open examines the first line. It drops the byte order mark of UTF-8. If the input is not text, open returns the
// reason and sets the input to its end. Its decisions do not depend on the sizes of the reads of the source, and it
// waits for no byte after the first end of a line.
func (in *input) open() (reason string) {
	for in.end-in.start < 4 && in.err == nil {
		in.fill()
	}
	in.opened = true
	in.end = in.start + in.ends.Unify(in.buf[in.start:in.end])
	length := in.peekLine()
	head := in.buf[in.start:in.end]
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		in.start += 3
		return ""
	}
	zero := bytes.IndexByte(head[:min(length, 512)], 0)
	isPacked := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case slices.ContainsFunc(otherPackers, isPacked):
		reason = "the file is packed, but not with gzip: unpack it first"
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")),
		zero == 0 && len(head) > 1 && head[1] != 0, zero == 1 && head[0] < 0x80:
		reason = "the text is in UTF-16, expected UTF-8"
	case zero >= 0, bytes.HasPrefix(head, []byte("\x89PNG")):
		reason = "binary data, expected text"
	default:
		return ""
	}
	in.start, in.end, in.err = 0, 0, io.EOF
	return reason
}

// peekLine reads until the buffer holds a line feed or the window is full or the source ends. It returns the number of
// bytes before the line feed, or of all buffered bytes.
func (in *input) peekLine() int {
	for searched := 0; ; in.fill() {
		head := in.buf[in.start:in.end]
		if i := bytes.IndexByte(head[searched:], '\n'); i >= 0 {
			return searched + i
		}
		if in.err != nil || len(head) == window {
			return len(head)
		}
		searched = len(head)
	}
}
