package cover

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/encode/internal/names"
)

// Write writes p in Knuth's format: comments in lines that begin with |; one line with the names of the items, where a
// | precedes the secondary ones; and one line for each option with its items. A colour follows its item after a colon.
// The same problem gives the same bytes. It is an error if p is ill-formed, or if a name is empty, a duplicate, or
// contains a blank, a | or a colon.
//
// Knuth's programs accept names of up to eight characters and colours of one.
func Write(w io.Writer, p *Problem) error {
	if err := p.checkWritable(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	b := bufio.NewWriterSize(w, 64<<10)
	for _, c := range p.Comments {
		b.WriteString(strings.TrimRight("| "+c, " "))
		b.WriteByte('\n')
	}
	for i := range p.Items {
		if i == p.Primary {
			b.WriteString("| ")
		}
		b.WriteString(p.ItemName(i))
		if i+1 < p.Items {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('\n')
	var line []byte
	for k := range p.Options {
		line = append(p.appendOption(line[:0], k), '\n')
		b.Write(line)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// checkWritable returns an error if p cannot be written as a file.
func (p *Problem) checkWritable() error {
	if err := p.Validate(); err != nil {
		return err
	}
	switch {
	case p.Items == 0:
		return fmt.Errorf("a problem without items cannot be written")
	case p.Primary == 0:
		return fmt.Errorf("a problem without primary items cannot be written")
	}
	for i, c := range p.Comments {
		if strings.ContainsAny(c, "\r\n") {
			return fmt.Errorf("comment %d contains a line break", i+1)
		}
	}
	for i, list := range [][]string{p.Names, p.Colors} {
		k := names.FirstInvalid(list)
		if k < 0 {
			k = slices.IndexFunc(list, func(name string) bool { return strings.ContainsFunc(name, unprintable) })
		}
		if k >= 0 {
			what := []string{"item", "colour"}[i]
			return fmt.Errorf("%s %d: the name %q is empty, a duplicate, or contains a blank, a | or a colon",
				what, k+1, list[k])
		}
	}
	return nil
}

// unprintable reports whether a name must not contain r, which stands for bytes that are no UTF-8 if it is RuneError.
func unprintable(r rune) bool {
	return r <= ' ' || r == 0x7f || r == '|' || r == ':' || r == utf8.RuneError
}
