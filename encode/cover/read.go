package cover

import (
	"fmt"
	"io"
	"strings"

	"nonet/encode/internal/words"
)

// A ParseError says where and why a file could not be read.
type ParseError struct {
	Line, Column int // from 1; columns count bytes
	Msg          string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("cover: line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// Read reads a problem in Knuth's format, as Write writes it. All options are shown. Blank lines and comments, which begin with |, may stand
// anywhere; comments before the items are kept. Errors about the contents are *ParseErrors: an item twice or unknown, a second |, a colour
// of a primary item, an option without primary items, a file without primary items.
func Read(r io.Reader) (*Problem, error) {
	f := reader{Reader: words.NewReader(r), items: map[string]int32{}, colours: map[string]int32{}}
	for f.Next() {
		var err error
		switch {
		case strings.HasPrefix(f.Text, "|"):
			if f.p.Items == 0 {
				f.p.Comments = append(f.p.Comments, strings.TrimRight(strings.TrimPrefix(f.Text[1:], " "), " \t\r"))
			}
		case len(f.Words) == 0:
		case f.p.Items == 0:
			err = f.itemLine()
		default:
			err = f.option()
		}
		if err != nil {
			return nil, err
		}
	}
	switch err := f.Err(); {
	case err == words.ErrTooLong:
		return nil, &ParseError{f.Line, 1, err.Error()}
	case err != nil:
		return nil, fmt.Errorf("cover: read: %w", err)
	case f.p.Items == 0:
		return nil, &ParseError{f.Line + 1, 1, "the file ends without a line of items"}
	}
	f.p.Shown = len(f.p.Options)
	return &f.p, nil
}

// A reader goes through a file line by line.
type reader struct {
	*words.Reader
	p       Problem
	items   map[string]int32
	colours map[string]int32
	last    []int // by item: the line that had it last
}

func (f *reader) errorf(w words.Word, format string, args ...any) error {
	return &ParseError{f.Line, w.Column, fmt.Sprintf(format, args...)}
}

// itemLine reads the names of the items.
func (f *reader) itemLine() error {
	bar := false
	for _, w := range f.Words {
		switch {
		case w.Text == "|" && bar:
			return f.errorf(w, "a second |: expected the names of secondary items")
		case w.Text == "|":
			f.p.Primary, bar = len(f.p.Names), true
			continue
		case strings.ContainsFunc(w.Text, unprintable):
			return f.errorf(w, "%q is not the name of an item: it has a | or a colon", words.Clip(w.Text))
		}
		if _, twice := f.items[w.Text]; twice {
			return f.errorf(w, "item %s comes twice", words.Clip(w.Text))
		}
		f.items[w.Text] = int32(len(f.p.Names))
		f.p.Names = append(f.p.Names, w.Text)
	}
	f.p.Items = len(f.p.Names)
	if !bar {
		f.p.Primary = f.p.Items
	}
	if f.p.Primary == 0 {
		return f.errorf(f.Words[0], "expected the names of primary items")
	}
	f.last = make([]int, f.p.Items)
	return nil
}

// option reads the items of an option.
func (f *reader) option() error {
	o := make(Option, 0, len(f.Words))
	primary := false
	for _, w := range f.Words {
		name, colour, coloured := strings.Cut(w.Text, ":")
		item, known := f.items[name]
		switch {
		case !known:
			return f.errorf(w, "unknown item %q", words.Clip(name))
		case f.last[item] == f.Line:
			return f.errorf(w, "item %s comes twice in the option", words.Clip(name))
		case coloured && int(item) < f.p.Primary:
			return f.errorf(w, "item %s is primary: only secondary items have colours", words.Clip(name))
		case coloured && (colour == "" || strings.ContainsFunc(colour, unprintable)):
			return f.errorf(w, "expected a colour after %s:", words.Clip(name))
		}
		f.last[item] = f.Line
		e := Entry{Item: item}
		if coloured {
			if e.Colour, known = f.colours[colour]; !known {
				f.p.Colours = append(f.p.Colours, colour)
				e.Colour = int32(len(f.p.Colours))
				f.colours[colour] = e.Colour
			}
		}
		primary = primary || int(item) < f.p.Primary
		o = append(o, e)
	}
	if !primary {
		return f.errorf(f.Words[0], "the option has no primary item: nothing says whether a solution has it")
	}
	f.p.Options = append(f.p.Options, o)
	return nil
}
