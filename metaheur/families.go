package metaheur

import (
	"cmp"
	"slices"
)

// families sorts the lines into families of disjoint ones, so that each cell has at most one line in each family. It returns those
// of two families that cover all cells by cell, and the others by family and cell. If fewer than two cover all cells, then as many of the
// two lines of each cell are nowhere.
//
// A line goes to the first family that it is disjoint from, longest lines first: rows and columns make two, each diagonal one, and pairs of
// cells that must differ as many as there are around one cell, or a few more.
func (p *problem) families() (two [][2]line, others [][]line) {
	order := make([]int, 0, len(p.lines))
	for i, cells := range p.lines {
		if len(cells) > 1 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(len(p.lines[k]), len(p.lines[i])) })
	var all [][]line
	for _, i := range order {
		k := slices.IndexFunc(all, func(family []line) bool {
			return !slices.ContainsFunc(p.lines[i], func(c int) bool { return family[c] != nowhere })
		})
		if k < 0 {
			k = len(all)
			all = append(all, make([]line, len(p.domain)))
		}
		for _, c := range p.lines[i] {
			all[k][c] = p.lineAt(i)
		}
	}
	two = make([][2]line, len(p.domain))
	complete := 0
	for _, family := range all {
		if complete == 2 || slices.Contains(family, nowhere) {
			others = append(others, family)
			continue
		}
		for c, l := range family {
			two[c][complete] = l
		}
		complete++
	}
	return two, others
}
