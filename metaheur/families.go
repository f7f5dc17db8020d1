package metaheur

import (
	"cmp"
	"slices"
)

// Families of lines: the lines of a family are disjoint, so that a cell has one line in each, or none. The change of the cost by a swap is
// the sum of what it changes in each.
type families struct {
	coverLines [][2]lineOffset // by cell: its lines in the first two families that cover all cells, as rows and columns do
	otherLines [][]lineOffset  // by further family, by cell: its line there, or nowhere
}

// A lineOffset is where the counters of a line begin, among those of all lines.
type lineOffset int32

// noLine is the line of cells that a family does not cover.
const noLine lineOffset = 0

// offsetOf returns where the counters of the i-th line begin. Those of nowhere come first.
func (p *problem) offsetOf(i int) lineOffset { return lineOffset((1 + i) * len(p.values)) }

// newFamilies sorts the lines of p. If fewer than two families cover all cells, as many of the two lines of each cell are nowhere.
//
// A line goes to the first family that it is disjoint from, longest lines first: rows and columns make two, each diagonal one, and pairs of
// cells that must differ as many as there are around one cell, or a few more.
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
