package ip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line that readers accept. An answer of a pseudo-Boolean solver about a million columns on one line is 8 MB.
const maxLine = 64 << 20

// lines reads a file line by line and counts.
type lines struct {
	scan   *bufio.Scanner
	format string // for messages
	number int    // of the current line, from 1
	text   string // the current line, without its end
	again  bool   // the current line is to be returned once more
	err    error
}

func newLines(r io.Reader, format string) *lines {
	l := &lines{scan: bufio.NewScanner(r), format: format}
	l.scan.Buffer(nil, maxLine)
	return l
}

// next moves to the next line, and reports false at the end of the file or on an error.
func (l *lines) next() bool {
	if l.again {
		l.again = false
		return true
	}
	if l.err != nil {
		return false
	}
	l.number++
	if l.scan.Scan() {
		l.text = l.scan.Text()
		return true
	}
	l.text = ""
	switch err := l.scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		l.err = l.errorf("line longer than %d bytes", maxLine)
	case err != nil:
		l.err = fmt.Errorf("ip: %s: %w", l.format, err)
	default:
		l.number--
	}
	return false
}

// back makes next return the current line once more.
func (l *lines) back() { l.again = true }

// errorf returns a *ParseError about the current line.
func (l *lines) errorf(format string, args ...any) error {
	return &ParseError{Format: l.format, Line: max(l.number, 1), Msg: fmt.Sprintf(format, args...)}
}
