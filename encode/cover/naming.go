package cover

import (
	"strconv"
	"strings"

	"nonet/encode/internal/names"
	"nonet/model"
)

// A label says what an item means; its name is made from it when names are wanted.
type label struct {
	kind       labelKind
	primary    bool
	constraint int       // index in the model
	v          model.Var // if the item is about one variable
	value      int       // if it is about one value
}

type labelKind int

const (
	labelVariable labelKind = iota
	labelHouse
	labelNotEqual
	labelPairs
	labelTable
	labelColours
	labelImpossible
)

// nameAll names items and colours.
//
// The item of a variable is called as the variable, and the one with its colours so with an apostrophe. An AllDifferent over a row, column or
// box of a grid is r, c or b and its number, any other a and the number of the constraint, both followed by v and the value, as in r1v5; a
// NotEqual has n instead of a, and a table of two variables t. Another table is t and a contradiction no, each with the number of the
// constraint. Constraints count from 1. A colour is called as the value it stands for. For a Sudoku of up to 36 rows, names have at most eight
// characters, which is what the programs of Knuth can hold.
func (b *builder) nameAll() {
	side := names.Side(b.m)
	used := make(map[string]bool, len(b.labels))
	houses := make(map[int]string) // by constraint
	var primary, secondary []string
	for i, l := range b.labels {
		number := strconv.Itoa(l.constraint + 1)
		var name string
		switch l.kind {
		case labelVariable:
			name = word(b.m.NameOf(l.v))
		case labelColours:
			name = word(b.m.NameOf(l.v)) + "'"
		case labelHouse:
			house, known := houses[l.constraint]
			if !known {
				house = "a" + number
				if kind, n := names.House(b.m, b.m.Constraints[l.constraint].Scope(), side); kind != "" {
					house = kind[:1] + strconv.Itoa(n)
				}
				houses[l.constraint] = house
			}
			name = house + "v" + strconv.Itoa(l.value)
		case labelNotEqual:
			name = "n" + number + "v" + strconv.Itoa(l.value)
		case labelPairs:
			name = "t" + number + "v" + strconv.Itoa(l.value)
		case labelTable:
			name = "t" + number
		case labelImpossible:
			name = "no" + number
		}
		name = names.Unused(used, name, i)
		if l.primary {
			primary = append(primary, name)
		} else {
			secondary = append(secondary, name)
		}
	}
	b.p.Names = append(primary, secondary...)
	b.p.Colours = nil
	for _, o := range b.p.Options {
		for _, e := range o {
			for len(b.p.Colours) < int(e.Colour) {
				b.p.Colours = append(b.p.Colours, strconv.Itoa(b.values.Value(len(b.p.Colours))))
			}
		}
	}
}

// word returns a name as a file can hold it.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || r == '|' || r == ':' || r > 0x7f {
			return '_'
		}
		return r
	}, name)
}
