package text

import (
	"bufio"
	"bytes"
	"io"
)

// NewConsoleReader returns a reader of the FlatZinc answer in the console output of any solver. It drops the lines
// between assignments that are neither an assignment, a comment, a separator nor a status, such as warnings, so that
// [ReadMiniZinc] can read the other lines. Each line is passed on when it is read.
func NewConsoleReader(r io.Reader) io.Reader { return &consoleReader{in: bufio.NewReader(r)} }

// A consoleReader is the reader that NewConsoleReader returns.
type consoleReader struct {
	in        *bufio.Reader
	rest      []byte // what remains of the current line
	inLine    bool   // the line continues
	inValue   bool   // an assignment has begun and not ended with a semicolon
	dropping  bool   // the current line is dropped
	exhausted error
}

// Read implements io.Reader.
func (c *consoleReader) Read(b []byte) (int, error) {
	for len(c.rest) == 0 {
		if c.exhausted != nil {
			return 0, c.exhausted
		}
		c.readPart()
	}
	n := copy(b, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// readPart reads a line, or the next part of a line that is longer than the buffer, and keeps what is not dropped.
func (c *consoleReader) readPart() {
	part, err := c.in.ReadSlice('\n')
	if !c.inLine {
		c.dropping = !c.inValue && !isAnswerLine(part)
	}
	c.inLine = err == bufio.ErrBufferFull
	if err != nil && !c.inLine {
		c.exhausted = err
	}
	if c.dropping {
		return
	}
	c.rest = part
	if text := bytes.TrimSpace(part); len(text) > 0 {
		c.inValue = (c.inValue || isLetter(text[0])) && text[len(text)-1] != ';'
	}
}

// isAnswerLine reports whether a line begins an assignment, or is a comment, a separator or a status.
func isAnswerLine(line []byte) bool {
	line = bytes.TrimSpace(line)
	if bytes.HasPrefix(line, []byte("%")) || bytes.HasPrefix(line, []byte("=====")) ||
		bytes.Equal(line, []byte("----------")) {
		return true
	}
	name, value, found := bytes.Cut(line, []byte("="))
	name, value = bytes.TrimSpace(name), bytes.TrimSpace(value)
	if !found || len(name) == 0 || !isLetter(name[0]) || bytes.ContainsFunc(name, func(r rune) bool {
		return r > 127 || !isWordByte(byte(r))
	}) {
		return false
	}
	// A value that continues on the next line is an array.
	return bytes.HasSuffix(value, []byte(";")) || len(value) == 0 || bytes.HasPrefix(value, []byte("[")) ||
		bytes.HasPrefix(value, []byte("array"))
}
