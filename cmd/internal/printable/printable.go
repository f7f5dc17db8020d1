// Package printable makes text that others wrote safe to print: names in files, error messages that quote them, what
// clients of a server send. A terminal would obey control characters, and a bidirectional control lets text read in
// another order than it has. [Line] returns such a text as one line; a [Writer] is the last barrier before a stream.
package printable

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unsafe are the characters that a terminal obeys: control characters, bidirectional controls, and the separators of
// lines and paragraphs.
var unsafe = []*unicode.RangeTable{unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp}

// Line returns a text as one line: characters that a terminal obeys and bytes that are not UTF-8 become escapes, as in
// \n, \u202e and \x9b. The escapes of characters are those of JSON.
func Line(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || unicode.In(r, unsafe...) }) {
		return text
	}
	return string(escape(nil, []byte(text), ""))
}

// escape appends text with escapes. It keeps the characters in keep.
func escape(b, text []byte, keep string) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, `\x%02x`, text[0])
		case strings.ContainsRune(keep, r) || !unicode.In(r, unsafe...):
			b = append(b, text[:n]...)
		case strings.ContainsRune("\n\r\t", r):
			b = append(b, '\\', "nrt"[strings.IndexRune("\n\r\t", r)])
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		text = text[n:]
	}
	return b
}

// GroupDigits puts a comma between groups of three digits.
func GroupDigits(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// A Writer passes text on with escapes, as Line makes them, except for newlines and tabs. So no print site can forget
// to escape. Bytes of files and control sequences of the program itself go to To directly.
type Writer struct {
	To io.Writer
	// Sequences are control sequences that pass, such as those of colours. A Write must not cut them.
	Sequences []string

	cut []byte // begin of a character whose rest the next Write has
}

// Raw returns the stream below w, if w is a Writer, or w.
func Raw(w io.Writer) io.Writer {
	if w, ok := w.(*Writer); ok {
		return w.To
	}
	return w
}

// Write implements io.Writer.
func (w *Writer) Write(text []byte) (int, error) {
	n := len(text)
	if len(w.cut) == 0 && isPlain(text) {
		return w.To.Write(text)
	}
	text = slices.Concat(w.cut, text)
	end := len(text)
	for i := max(0, end-utf8.UTFMax); i < end; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			end = i
		}
	}
	text, w.cut = text[:end], text[end:]
	var b []byte
	for len(text) > 0 {
		next := bytes.IndexByte(text, '\x1b')
		if next < 0 {
			next = len(text)
		}
		b, text = escape(b, text[:next], "\n\t"), text[next:]
		if i := slices.IndexFunc(w.Sequences, func(s string) bool { return bytes.HasPrefix(text, []byte(s)) }); i >= 0 {
			b, text = append(b, w.Sequences[i]...), text[len(w.Sequences[i]):]
		} else if len(text) > 0 {
			b, text = escape(b, text[:1], ""), text[1:]
		}
	}
	if _, err := w.To.Write(b); err != nil {
		return 0, err
	}
	return n, nil
}

// plain are the bytes of printable ASCII, newlines and tabs.
var plain = func() (table [256]bool) {
	for c := range 0x7f {
		table[c] = c >= ' ' || c == '\n' || c == '\t'
	}
	return table
}()

// isPlain reports whether text has no other bytes than those. It looks at eight bytes at once: of a byte of printable
// ASCII the highest bit is 0, also after ' ' is subtracted, and after 1 is added.
func isPlain(text []byte) bool {
	const each, highest = 0x0101010101010101, 0x8080808080808080
	for len(text) >= 8 {
		x := binary.LittleEndian.Uint64(text)
		if (x|(x-each*' ')|(x+each))&highest != 0 {
			for _, c := range text[:8] {
				if !plain[c] {
					return false
				}
			}
		}
		text = text[8:]
	}
	return !slices.ContainsFunc(text, func(c byte) bool { return !plain[c] })
}
