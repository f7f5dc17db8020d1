package cover

import (
	"io"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
)

// Read reads a problem in Knuth's format, as Write writes it. All options are shown. Blank lines and comments, which
// begin with |, may stand anywhere; comments before the items are kept. Errors about the contents are
// *encode.ParseErrors: a duplicate or unknown item, a second |, a colour of a primary item, an option without primary
// items, or a file without primary items.
func Read(r io.Reader) (p *Problem, err error) {
	defer parse.Catch(&err)
	f := reader{Lines: scan.NewLines(r, ""), items: map[string]int32{}, colors: map[string]int32{}}
	for f.Next() {
		f.words = f.Words()
		switch {
		case strings.HasPrefix(f.Text, "|"):
			if f.p.Items == 0 {
				f.p.Comments = append(f.p.Comments, strings.TrimRight(strings.TrimPrefix(f.Text[1:], " "), " \t"))
			}
		case len(f.words) == 0:
		case f.p.Items == 0:
			f.readItems()
		default:
			f.readOption()
		}
	}
	parse.Raise(f.Err())
	if f.p.Items == 0 {
		return nil, f.EndErrorf("the file ends without a line of items")
	}
	f.p.Shown = len(f.p.Options)
	return &f.p, nil
}

// A reader reads a file line by line. It reports errors by parse.Raise.
type reader struct {
	*scan.Lines
	words  []scan.Word // of the current line
	p      Problem
	items  map[string]int32
	colors map[string]int32
	last   []int // by item: the last line that has it
}

// counted matches an item with the number of options that cover it.
var counted = parse.Pattern(`^[0-9:]+\|.`)

// readItems reads the names of the items.
func (f *reader) readItems() {
	bar := false
	for _, w := range f.words {
		switch {
		case w.Text == "|" && bar:
			w.Failf("a second |: expected the names of secondary items")
		case w.Text == "|":
			f.p.Primary, bar = len(f.p.Names), true
			continue
		case counted().MatchString(w.Text):
			w.Failf("%q: numbers of options of an item (Knuth's DLX3) are not supported", scan.Clip(w.Text))
		case strings.ContainsFunc(w.Text, unprintable):
			w.Failf("%q is not an item name: it contains a |, a colon, or bytes that are no UTF-8", scan.Clip(w.Text))
		}
		if _, twice := f.items[w.Text]; twice {
			w.Failf("duplicate item %s", scan.Clip(w.Text))
		}
		f.items[w.Text] = int32(len(f.p.Names))
		f.p.Names = append(f.p.Names, w.Text)
	}
	f.p.Items = len(f.p.Names)
	if !bar {
		f.p.Primary = f.p.Items
	}
	if f.p.Primary == 0 {
		f.words[0].Failf("expected the names of primary items")
	}
	f.last = make([]int, f.p.Items)
}

// readOption reads the items of an option.
func (f *reader) readOption() {
	o := make(Option, 0, len(f.words))
	primary := false
	for _, w := range f.words {
		name, color, colored := strings.Cut(w.Text, ":")
		item, known := f.items[name]
		switch {
		case !known:
			w.Failf("unknown item %q", scan.Clip(name))
		case f.last[item] == f.Number:
			w.Failf("duplicate item %s in the option", scan.Clip(name))
		case colored && int(item) < f.p.Primary:
			w.Failf("item %s is primary: only secondary items have colours", scan.Clip(name))
		case colored && (color == "" || strings.ContainsFunc(color, unprintable)):
			w.Failf("expected a colour after %s:", scan.Clip(name))
		}
		f.last[item] = f.Number
		e := Entry{Item: item}
		if colored {
			if e.Color, known = f.colors[color]; !known {
				f.p.Colors = append(f.p.Colors, color)
				e.Color = int32(len(f.p.Colors))
				f.colors[color] = e.Color
			}
		}
		primary = primary || int(item) < f.p.Primary
		o = append(o, e)
	}
	if !primary {
		f.words[0].Failf("the option has no primary item: a solution could have it or not")
	}
	f.p.Options = append(f.p.Options, o)
}
