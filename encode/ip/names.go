package ip

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/names"
	"nonet/model"
)

// nameAll names columns and rows and adds the comments that explain the names. Columns:
//
//   - x_VARIABLE_vVALUE: a shown column for a value
//   - VARIABLE, or x_VARIABLE if files cannot hold it: a column with the value of the variable
//   - tCONSTRAINT_kROW: an auxiliary column of a table
//
// Rows:
//
//   - cell_CELL, or var_VARIABLE: the variable has exactly one value
//   - value_VARIABLE: the definition of an auxiliary column
//   - row_rR_vVALUE, col_cC_vVALUE, box_bB_vVALUE: AllDifferent over such a house of a grid
//   - aCONSTRAINT_vVALUE: any other AllDifferent
//   - neCONSTRAINT_vVALUE, linCONSTRAINT, tabCONSTRAINT_VARIABLE_vVALUE, given_VARIABLE: the other constraints
//   - noCONSTRAINT: the constraint cannot be satisfied
//
// Constraints count from 1; a minus sign is written m. CBC, GLPK and CLP keep such names: at most 100 letters, digits
// and underscores.
func (b *builder) nameAll() {
	words := b.variableNames()
	values := false
	var text strings.Builder // strings of many names: one allocation for each name takes longer
	for j, a := range b.atoms.Shown {
		if a.Kind == encode.Equal {
			values = true
			if text.Cap()-text.Len() < maxName {
				text.Reset()
				text.Grow(1 << 12)
			}
			start := text.Len()
			text.WriteString("x_" + words[a.Var] + "_v" + valueName(a.Value))
			b.p.Columns[j].Name = text.String()[start:]
		}
	}
	var used map[string]bool // the names of columns so far; nil before the first number
	nameNumber := func(j int, word string) {
		if used == nil {
			used = make(map[string]bool, len(b.p.Columns))
			for _, c := range b.p.Columns {
				used[c.Name] = true
			}
		}
		if badName(word) != "" {
			word = "x_" + word
		}
		b.p.Columns[j].Name = names.Unique(used, word, j)
	}
	for j, a := range b.atoms.Shown {
		if a.Kind == encode.Itself {
			nameNumber(j, words[a.Var])
		}
	}
	for v, j := range b.sum {
		if j > 0 {
			nameNumber(j, words[v])
		}
	}
	numbers := used != nil
	var houses names.Houses
	used = make(map[string]bool, len(b.p.Rows))
	for i, source := range b.sources {
		b.p.Rows[i].Name = names.Unique(used, b.rowName(source, words, &houses), i)
	}
	if values || !numbers {
		b.p.Comments = append(b.p.Comments, "x_V_vK is 1 exactly when variable V has the value K")
	}
	if numbers {
		b.p.Comments = append(b.p.Comments, "columns with the name of a variable have its value")
	}
	if n := len(b.p.Columns) - b.p.Shown; n > 0 {
		b.p.Comments = append(b.p.Comments, fmt.Sprintf("the last %d columns are auxiliary", n))
	}
	b.p.Comments = append(b.p.Comments, b.constantComments(words)...)
}

// rowName returns the name of a row with source s. Rows may share it; the caller makes names unique.
func (b *builder) rowName(s encode.Source, words []string, houses *names.Houses) string {
	if s.Constraint == encode.None {
		if s.Role == encode.Definition {
			return "value_" + words[s.Var]
		}
		if _, _, ok := names.ParseCell(b.m.NameOf(s.Var)); ok {
			return "cell_" + words[s.Var]
		}
		return "var_" + words[s.Var]
	}
	c, value := strconv.Itoa(s.Constraint+1), "_v"+valueName(s.Value)
	switch s.Role {
	case encode.Conflict:
		return "ne" + c + value
	case encode.Sum:
		return "lin" + c
	case encode.TableRows:
		return "tab" + c + "_" + words[s.Var] + value
	case encode.Clue:
		return "given_" + words[s.Var]
	case encode.Impossible:
		return "no" + c
	}
	if h := houses.House(b.m, s.Constraint); h.Kind != "" {
		return h.Kind + "_" + h.Kind[:1] + strconv.Itoa(h.Number) + value
	}
	return "a" + c + value
}

// constantComments returns comments that list the constants, eight to a line.
func (b *builder) constantComments(words []string) []string {
	var lines []string
	for k, f := range b.atoms.Fixed {
		if k%8 == 0 {
			lines = append(lines, "known and left out:")
		}
		lines[len(lines)-1] += fmt.Sprintf(" %s=%d", words[f.Var], f.Value)
	}
	return lines
}

// variableNames returns distinct names for the variables of the model: the names in the model, cut to 40 characters,
// with an underscore for each character that files cannot hold.
func (b *builder) variableNames() []string {
	words := make([]string, len(b.m.Vars))
	used := make(map[string]bool, len(words))
	for v := range words {
		name := underscored(b.m.NameOf(model.Var(v)))
		words[v] = names.Unique(used, name[:min(len(name), 40)], v)
	}
	return words
}

// underscored returns a name with an underscore for each character that files cannot hold.
func underscored(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && isNameByte(byte(r)) {
			return r
		}
		return '_'
	}, name)
}

// Portable returns p with names that files can hold: the other names have underscores, and x_ before them or a number
// after them where that is needed. It returns p itself if files can hold all of its names.
func (p *Program) Portable() *Program {
	if p.writable(LP) == nil {
		return p
	}
	q := *p
	q.Columns, q.Rows = slices.Clone(p.Columns), slices.Clone(p.Rows)
	columns, rows := p.view().names(LP)
	repairNames(columns, func(j int, name string) { q.Columns[j].Name = name })
	repairNames(rows, func(i int, name string) { q.Rows[i].Name = name })
	return &q
}

// repairNames calls set for each name that files cannot hold, or that a former one has, with a name for it.
func repairNames(list []string, set func(i int, name string)) {
	used, bad := make(map[string]bool, len(list)), []int(nil)
	for i, s := range list {
		if used[s] || badName(s) != "" {
			bad = append(bad, i)
		}
		used[s] = true
	}
	for _, i := range bad {
		name := underscored(list[i][:min(len(list[i]), maxName/2)])
		if badName(name) != "" {
			name = "x_" + name
		}
		set(i, names.Unique(used, name, i))
	}
}

// digits parses a number of at most 7 digits, without a sign.
func digits(s string) (int, bool) {
	if len(s) > 7 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// valueName writes a value as part of a name.
func valueName(n int) string {
	return strings.Replace(strconv.Itoa(n), "-", "m", 1)
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
