package parse

import "bytes"

// LineEnds turns the ends of lines in a text, \n, \r\n or \r, into \n.
type LineEnds struct {
	afterCR bool // the last byte was \r: a \n that follows belongs to the same end
}

// Unify turns the line ends in b, the next bytes of the text, into \n, in place. It returns the new length.
func (e *LineEnds) Unify(b []byte) int {
	if !e.afterCR && bytes.IndexByte(b, '\r') < 0 {
		return len(b)
	}
	kept := b[:0]
	for _, c := range b {
		second := e.afterCR && c == '\n'
		if e.afterCR = c == '\r'; e.afterCR {
			c = '\n'
		}
		if !second {
			kept = append(kept, c)
		}
	}
	return len(kept)
}
