package cover

import (
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/names"
	"nonet/model"
)

// A label is the source of an item. The name of the item is derived from it.
type label struct {
	encode.Source
	item int // as returned by builder.addItem
}

// setNames names items and colours.
//
// The item of a variable has the name of the variable, and its item with colours the same with an apostrophe. An item
// of an AllDifferent is named r, c or b and the number of the row, column or box, or a and the number of the constraint
// if the scope is none of these; then v and the value, as in r1v5. A NotEqual has n instead of a, and a table of two
// variables t. Any other table is t, and a contradiction no, each with the number of the constraint. Constraints count
// from 1. The name of a colour is the value it stands for. For a Sudoku of up to 36 rows, names have at most eight
// characters, which is the limit of Knuth's programs.
func (b *builder) setNames() {
	var houses names.Houses
	used := make(map[string]bool, len(b.labels))
	b.p.Names = make([]string, b.p.Items)
	for i, l := range b.labels {
		b.p.Names[b.itemIndex(l.item)] = names.Unique(used, b.itemName(l, &houses), i)
	}
	b.p.Colors = nil
	for _, o := range b.p.Options {
		for _, e := range o {
			for len(b.p.Colors) < int(e.Color) {
				b.p.Colors = append(b.p.Colors, strconv.Itoa(b.valueIndex.Value(len(b.p.Colors))))
			}
		}
	}
}

// itemName returns the name of an item, which need not be unique.
func (b *builder) itemName(l label, houses *names.Houses) string {
	if l.Constraint == encode.None {
		name := asciiName(b.m.NameOf(l.Var))
		if l.Role == encode.Definition {
			name += "'"
		}
		return name
	}
	number, value := strconv.Itoa(l.Constraint+1), "v"+strconv.Itoa(l.Value)
	switch l.Role {
	case encode.TableRows:
		return "t" + number
	case encode.Impossible:
		return "no" + number
	case encode.Conflict:
		if _, table := b.m.Constraints[l.Constraint].(model.Table); table {
			return "t" + number + value
		}
		return "n" + number + value
	}
	if h := houses.House(b.m, l.Constraint); h.Kind != "" {
		return h.Kind[:1] + strconv.Itoa(h.Number) + value
	}
	return "a" + number + value
}

// asciiName replaces the characters of a name that a file cannot hold.
func asciiName(name string) string {
	return strings.Map(func(r rune) rune {
		if unprintable(r) || r > 0x7f {
			return '_'
		}
		return r
	}, name)
}
