package metaheur

import (
	"cmp"
	"slices"
)

// families groups the lines into families of disjoint lines, so that a cell has at most one line in each family. The
// change of the cost by a swap is the sum of the changes in each family.
type families struct {
	coverLines [][2]lineOffset // by cell: its lines in the first two families that cover all cells
	otherLines [][]lineOffset  // by other family, by cell: its line, or noLine
}

// A lineOffset is the index of the first counter of a line in permutations.count.
type lineOffset int32

// noLine is the offset for cells that a family does not cover.
const noLine lineOffset = 0

// offsetOf returns the offset of the i-th line. The counters of noLine come first.
func (p *problem) offsetOf(i int) lineOffset { return lineOffset((1 + i) * len(p.values)) }

// newFamilies groups the lines of p. If fewer than two families cover all cells, the missing entries of coverLines are
// noLine.
//
// Lines are added in order of decreasing length, each to the first family that it is disjoint from. Rows and columns
// make two families, each diagonal one; for pairs of cells that must differ there are as many families as pairs around
// one cell, or a few more.
func newFamilies(p *problem) (f families) {
	order := make([]int, 0, len(p.lines))
	for i, cells := range p.lines {
		if len(cells) > 1 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(len(p.lines[k]), len(p.lines[i])) })
	var all [][]lineOffset
	for _, i := range order {
		k := slices.IndexFunc(all, func(family []lineOffset) bool {
			return !slices.ContainsFunc(p.lines[i], func(c int) bool { return family[c] != noLine })
		})
		if k < 0 {
			k = len(all)
			all = append(all, make([]lineOffset, len(p.domain)))
		}
		for _, c := range p.lines[i] {
			all[k][c] = p.offsetOf(i)
		}
	}
	f.coverLines = make([][2]lineOffset, len(p.domain))
	complete := 0
	for _, family := range all {
		if complete == 2 || slices.Contains(family, noLine) {
			f.otherLines = append(f.otherLines, family)
			continue
		}
		for c, l := range family {
			f.coverLines[c][complete] = l
		}
		complete++
	}
	return f
}
