package scan

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"strings"

	"nonet/internal/parse"
)

// MaxLine is the length of the longest line that Lines accepts, in bytes. A pseudo-Boolean solver that prints the
// values of a million columns on one line writes 8 MB.
const MaxLine = 64 << 20

// maxLines is the largest size of a text that is read by lines, in bytes.
const maxLines = 4 << 30

// Lines reads a text line by line.
type Lines struct {
	Format      string // the format, for errors; "" if they do not name it
	Punctuation string // each of these bytes is one word
	Number      int    // number of the current line, from 1; at the end of the text, of the last line
	Text        string // the current line without its line end

	words  []Word // reused by Words
	text   *text
	scan   *bufio.Scanner
	unread bool // Next is to return the current line once more
	err    error
}

// NewLines returns a reader that is positioned before the first line of in. Errors name the format unless it is "".
func NewLines(in io.Reader, format string) *Lines {
	t := newText(in, maxLines, maxZeros)
	l := &Lines{Format: format, text: t, scan: bufio.NewScanner(t)}
	l.scan.Buffer(nil, MaxLine)
	return l
}

// Next moves to the next line. It returns false at the end of the text and on an error; see Err.
func (l *Lines) Next() bool {
	if l.unread {
		l.unread = false
		return true
	}
	if l.err != nil {
		return false
	}
	if l.scan.Scan() && l.text.failed == nil { // else the line may be a part of one
		l.Number++
		l.Text = l.scan.Text()
		return true
	}
	l.Text = ""
	switch err := cmp.Or(l.text.failed, l.scan.Err()); {
	case errors.Is(err, bufio.ErrTooLong):
		l.Number++
		l.err = l.Errorf(0, "line longer than %d bytes", MaxLine)
	case err != nil:
		l.err = readError(l.Format, err)
	}
	return false
}

// Unread makes Next return the current line once more.
func (l *Lines) Unread() { l.unread = true }

// Err returns the error that made Next return false, or nil at the end of the text.
func (l *Lines) Err() error { return l.err }

// Errorf returns a *ParseError at a column of the current line. Column 0 stands for the whole line.
func (l *Lines) Errorf(column int, format string, args ...any) error {
	return Position{l.Format, max(l.Number, 1), column}.Errorf(format, args...)
}

// Failf panics with a *ParseError about the current line; see [parse.Raise].
func (l *Lines) Failf(format string, args ...any) { parse.Raise(l.Errorf(0, format, args...)) }

// EndErrorf returns a *ParseError at the line after the last one, for use after Next has returned false.
func (l *Lines) EndErrorf(format string, args ...any) error {
	return Position{l.Format, l.Number + 1, 1}.Errorf(format, args...)
}

// A Word is one word of a line and its position.
type Word struct {
	Position
	Text string
}

// Words returns the words of the current line: runs of bytes that are neither blank nor in Punctuation, and single
// bytes of Punctuation. The slice is valid until the next call.
func (l *Lines) Words() []Word {
	l.words = l.words[:0]
	mark := func(i int) bool { return strings.IndexByte(l.Punctuation, l.Text[i]) >= 0 }
	for i := 0; i < len(l.Text); {
		from := i
		i++
		if IsBlank(int(l.Text[from])) {
			continue
		}
		for !mark(from) && i < len(l.Text) && !IsBlank(int(l.Text[i])) && !mark(i) {
			i++
		}
		l.words = append(l.words, Word{Position{l.Format, l.Number, from + 1}, l.Text[from:i]})
	}
	return l.words
}

// From returns the part of a word between two of its bytes.
func (w Word) From(start, end int) Word {
	w.Column += start
	w.Text = w.Text[start:end]
	return w
}
