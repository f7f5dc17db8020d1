package text

import (
	"fmt"
	"slices"
	"strings"

	"nonet/encode/internal/names"
	"nonet/model"
)

// Identifiers returns the names of the variables of m in a language, by variable. The cells of a grid are x[1,1] and so
// on in MiniZinc, x[0][0] and so on in XCSP3, and cell(1,1) and so on in ASP. All other variables are x_ and the name
// in the model, with underscores for other characters than letters and digits. Names are distinct.
func (l Language) Identifiers(m *model.Model) []string {
	list := make([]string, len(m.Vars))
	if g := gridOf(m); g != nil && (l == MiniZinc && g.hasSudokuDomains() || l == XCSP3 || l == ASP) {
		for v := range list {
			switch r, c := g.rowColumn(model.Var(v)); l {
			case MiniZinc:
				list[v] = fmt.Sprintf("x[%d,%d]", r+1, c+1)
			case XCSP3:
				list[v] = fmt.Sprintf("x[%d][%d]", r, c)
			case ASP:
				list[v] = fmt.Sprintf("cell(%d,%d)", r+1, c+1)
			}
		}
		return list
	}
	used := make(map[string]bool, len(list))
	for v := range list {
		list[v] = names.Unique(used, "x_"+strings.Map(identifierRune, m.NameOf(model.Var(v))), v)
	}
	return list
}

// identifierRune returns r if it is an ASCII letter or digit, and otherwise an underscore. All languages accept these
// in names.
func identifierRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}

// A grid is a model whose variables are the cells of a square, in row-major order.
type grid struct {
	m    *model.Model
	side int
}

// gridOf returns m as a grid, or nil if its variables are not named r1c1, r1c2 and so on, row by row, for all cells of
// a square.
func gridOf(m *model.Model) *grid {
	n := 0
	for n*n < len(m.Vars) {
		n++
	}
	if n == 0 || n*n != len(m.Vars) {
		return nil
	}
	for v := range m.Vars {
		if m.Vars[v].Name != fmt.Sprintf("r%dc%d", v/n+1, v%n+1) {
			return nil
		}
	}
	return &grid{m, n}
}

// rowColumn returns the row and column of a cell, from 0.
func (g *grid) rowColumn(v model.Var) (r, c int) { return int(v) / g.side, int(v) % g.side }

// hasSudokuDomains reports whether all domains are within 1 to the side of the grid.
func (g *grid) hasSudokuDomains() bool {
	return !slices.ContainsFunc(g.m.Vars, func(v model.Variable) bool {
		return v.Domain.Size() > 0 && (v.Domain.Min() < 1 || v.Domain.Max() > g.side)
	})
}

// hasOneDomain reports whether all cells have the same domain.
func (g *grid) hasOneDomain() bool {
	return !slices.ContainsFunc(g.m.Vars, func(v model.Variable) bool {
		return !v.Domain.Equal(g.m.Vars[0].Domain)
	})
}

// A family is a partition of a grid into rectangles of one size, each with as many cells as the grid has rows: all
// rows, all columns, or all boxes.
type family struct {
	height, width int   // of a rectangle, in cells
	members       []int // indices in Model.Constraints of the AllDifferent constraints over one of the rectangles
	distinct      int   // number of rectangles that have such a constraint
}

// name returns "rows", "columns" or "boxes".
func (f family) name() string {
	switch {
	case f.height == 1:
		return "rows"
	case f.width == 1:
		return "columns"
	}
	return "boxes"
}

// families returns the families in which every rectangle has an AllDifferent constraint in the model: rows, then
// columns, then boxes. A grid of one cell has none.
func (g *grid) families() []family {
	if g.side < 2 {
		return nil
	}
	var houses names.Houses
	byHeight := make([]family, g.side+1)
	seen := map[names.House]bool{}
	for i, c := range g.m.Constraints {
		if _, ok := c.(model.AllDifferent); !ok {
			continue
		}
		if h := houses.House(g.m, i); h.Kind != "" {
			f := &byHeight[h.Height]
			f.height, f.width, f.members = h.Height, h.Width, append(f.members, i)
			if !seen[h] {
				seen[h] = true
				f.distinct++
			}
		}
	}
	all := slices.DeleteFunc(byHeight, func(f family) bool { return f.distinct < g.side })
	rank := func(f family) int { return slices.Index([]string{"rows", "columns", "boxes"}, f.name()) }
	slices.SortStableFunc(all, func(a, b family) int { return rank(a) - rank(b) })
	return all
}
