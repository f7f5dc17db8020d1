package ip

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
	"nonet/model"
)

// A rowLabel says what a row means; its name is made from it when names are wanted.
type rowLabel struct {
	kind       labelKind
	constraint int       // index in the model
	v          model.Var // if the row is about one variable
	value      int       // if it is about one value
}

type labelKind int

const (
	labelVariable labelKind = iota
	labelHouse
	labelNotEqual
	labelLinear
	labelTable
	labelGiven
	labelContradiction
)

// nameAll names columns and rows and writes the comments.
//
// A column is x_VARIABLE_vVALUE; an auxiliary column of a table tCONSTRAINT_kROW. A row is cell_CELL or var_VARIABLE for the one value
// of a variable; row_rR_vVALUE, col_cC_vVALUE, box_bB_vVALUE for an AllDifferent over such a house of a grid, and aCONSTRAINT_vVALUE for
// any other; neCONSTRAINT_vVALUE, linCONSTRAINT, tabCONSTRAINT_VARIABLE_vVALUE, given_VARIABLE for the other constraints; and
// noCONSTRAINT if the constraint cannot be satisfied. Constraints count from 1, a minus sign is written m. CBC, GLPK and CLP keep such
// names: letters, digits and underscores, no more than 100 of them.
func (b *builder) nameAll() {
	words := b.words()
	for j, a := range b.atoms.Shown {
		b.p.Columns[j].Name = "x_" + words[a.Var] + "_v" + number(a.Value)
	}
	side := names.Side(b.m)
	houses := make(map[int]string) // by constraint
	used := make(map[string]bool, len(b.p.Rows))
	for i, l := range b.labels {
		c := strconv.Itoa(l.constraint + 1)
		var name string
		switch l.kind {
		case labelVariable:
			name = "var_" + words[l.v]
			if _, _, ok := names.Square(b.m.NameOf(l.v)); ok {
				name = "cell_" + words[l.v]
			}
		case labelHouse:
			house, known := houses[l.constraint]
			if !known {
				house = "a" + c
				if kind, n := names.House(b.m, b.m.Constraints[l.constraint].Scope(), side); kind != "" {
					house = fmt.Sprintf("%s_%c%d", kind, kind[0], n)
				}
				houses[l.constraint] = house
			}
			name = house + "_v" + number(l.value)
		case labelNotEqual:
			name = "ne" + c + "_v" + number(l.value)
		case labelLinear:
			name = "lin" + c
		case labelTable:
			name = "tab" + c + "_" + words[l.v] + "_v" + number(l.value)
		case labelGiven:
			name = "given_" + words[l.v]
		case labelContradiction:
			name = "no" + c
		}
		b.p.Rows[i].Name = names.Unused(used, name, i)
	}
	b.p.Comments = append(b.p.Comments, "x_V_vK is 1 exactly when variable V has the value K")
	if n := len(b.p.Columns) - b.p.Shown; n > 0 {
		b.p.Comments = append(b.p.Comments, fmt.Sprintf("the last %d columns are auxiliary", n))
	}
	b.p.Comments = append(b.p.Comments, b.known(words)...)
}

// known lists the constants, eight to a line.
func (b *builder) known(words []string) []string {
	var lines []string
	for k, f := range b.atoms.Fixed {
		if k%8 == 0 {
			lines = append(lines, "known and left out:")
		}
		lines[len(lines)-1] += fmt.Sprintf(" %s=%d", words[f.Var], f.Value)
	}
	return lines
}

// words returns the names of the variables of the model, changed where files could not hold them, and distinct.
func (b *builder) words() []string {
	words := make([]string, len(b.m.Vars))
	used := make(map[string]bool, len(words))
	for v := range words {
		name := strings.Map(func(r rune) rune {
			if r < 128 && plain(byte(r)) {
				return r
			}
			return '_'
		}, b.m.NameOf(model.Var(v)))
		if len(name) > 40 {
			name = name[:40]
		}
		words[v] = names.Unused(used, name, v)
	}
	return words
}

// digits reads a number of at most 7 digits, without a sign.
func digits(s string) (int, bool) {
	if len(s) == 0 || len(s) > 7 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// number writes a value within a name.
func number(n int) string {
	return strings.Replace(strconv.Itoa(n), "-", "m", 1)
}

func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
