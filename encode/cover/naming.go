package cover

import (
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/names"
	"nonet/model"
)

// A label says why an item is there. When names are wanted, its name is made from it.
type label struct {
	encode.Source
	item int // see builder.item
}

// nameAll names items and colours.
//
// The item of a variable is called as the variable, and the one with its colours so with an apostrophe. An AllDifferent over a row, column or
// box of a grid is r, c or b and its number, any other a and the number of the constraint, both followed by v and the value, as in r1v5; a
// NotEqual has n instead of a, and a table of two variables t. Another table is t and a contradiction no, each with the number of the
// constraint. Constraints count from 1. A colour is called as the value it stands for. For a Sudoku of up to 36 rows, names have at most eight
// characters, which is what the programs of Knuth can hold.
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

// itemName returns the name of an item, which may be that of others, too.
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

// word returns a name as a file can hold it.
func asciiName(name string) string {
	return strings.Map(func(r rune) rune {
		if unprintable(r) || r > 0x7f {
			return '_'
		}
		return r
	}, name)
}
