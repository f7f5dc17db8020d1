package words

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line that is accepted, in bytes.
const MaxLine = 64 << 20

// ErrTooLong is returned for a line of more than MaxLine bytes. The reader's Line is then its number.
var ErrTooLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// A Word is a word of a line. Columns count bytes from 1.
type Word struct {
	Text   string
	Column int
}

// A Reader reads lines.
type Reader struct {
	Line  int    // number of the current line, from 1
	Text  string // the current line, without its end
	Words []Word // its words; valid until the next line

	scan *bufio.Scanner
	err  error
}

// NewReader returns a reader before the first line.
func NewReader(r io.Reader) *Reader {
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, MaxLine)
	return &Reader{scan: scan}
}

// Next moves to the next line. It reports false at the end of the file and on an error.
func (r *Reader) Next() bool {
	if r.err != nil {
		return false
	}
	r.Words = r.Words[:0]
	if !r.scan.Scan() {
		r.Text = ""
		r.err = r.scan.Err()
		if errors.Is(r.err, bufio.ErrTooLong) {
			r.Line++
			r.err = ErrTooLong
		}
		return false
	}
	r.Line++
	r.Text = r.scan.Text()
	r.Words = Split(r.Words, r.Text)
	return true
}

// Split appends the words of a line.
func Split(list []Word, line string) []Word {
	for i := 0; i < len(line); {
		if blank(line[i]) {
			i++
			continue
		}
		from := i
		for i < len(line) && !blank(line[i]) {
			i++
		}
		list = append(list, Word{line[from:i], from + 1})
	}
	return list
}

// Err returns the error that ended the reading, or nil at the end of the file.
func (r *Reader) Err() error { return r.err }

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Clip shortens a text for a message.
func Clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
