package native

import (
	"slices"

	"nonet/backends/native/internal/tally"
	"nonet/model"
)

// planGrid returns a plan to count the solutions of m by column sets, or nil if m is not a grid that tally supports: n² variables with the
// same domain of n values, in the order of the cells; the AllDifferent constraints of a sudoku.Shape's model, in any order, each with its
// cells in any order; givens that do not contradict each other; and nothing else.
func planGrid(m *model.Model) *tally.Plan {
	n := 1
	for n*n < len(m.Vars) {
		n++
	}
	if n*n != len(m.Vars) || n > 9 || len(m.Vars[0].Domain) != n {
		return nil
	}
	domain := m.Vars[0].Domain
	for _, v := range m.Vars {
		if !slices.Equal(v.Domain, domain) {
			return nil
		}
	}
	clues := make([]uint8, n*n)
	var houses [][]model.Var
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			cells := slices.Clone(c.Vars)
			slices.Sort(cells)
			houses = append(houses, cells)
		case model.Given:
			rank := slices.Index(domain, c.Value)
			if old := clues[c.Var]; rank < 0 || old != 0 && int(old) != rank+1 {
				return nil
			}
			clues[c.Var] = uint8(rank + 1)
		default:
			return nil
		}
	}
	slices.SortFunc(houses, slices.Compare)
	houses = slices.CompactFunc(houses, slices.Equal)
	for height := 2; height < n; height++ {
		if n%height == 0 && slices.EqualFunc(houses, gridHouses(height, n/height), slices.Equal) {
			return tally.New(height, n/height, clues)
		}
	}
	return nil
}

// gridHouses returns the rows, columns and boxes of a grid with boxes of height × width cells, each in increasing order of cells, and
// ordered by these.
func gridHouses(height, width int) [][]model.Var {
	n := height * width
	houses := make([][]model.Var, 3*n)
	for c := range model.Var(n * n) {
		row, column := int(c)/n, int(c)%n
		for kind, k := range []int{row, column, row/height*height + column/width} {
			houses[kind*n+k] = append(houses[kind*n+k], c)
		}
	}
	slices.SortFunc(houses, slices.Compare)
	return houses
}
