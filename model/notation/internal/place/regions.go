package place

import (
	"maps"
	"slices"

	"nonet/model/sudoku"
)

// NoRegion is the region of a cell that belongs to none.
const NoRegion = -1

// Regions states the regions of a grid of n rows, where regionOf[c] is the region of cell c or NoRegion: as boxes if
// they are boxes, as the rule regions if they are n regions of n cells, and otherwise as cells with different values.
func Regions(n int, regionOf []int) (sudoku.Shape, []sudoku.Rule) {
	for h := 1; h <= n; h++ {
		if s := (sudoku.Shape{Height: h, Width: n / h}); n%h == 0 && areBoxes(regionOf, s) {
			return s, nil
		}
	}
	byRegion := map[int][]sudoku.Cell{}
	for c, region := range regionOf {
		if region != NoRegion {
			byRegion[region] = append(byRegion[region], sudoku.Cell(c))
		}
	}
	whole, jigsaw := sudoku.Rule{Kind: "regions"}, len(byRegion) == n
	var parts []sudoku.Rule
	for _, region := range slices.Sorted(maps.Keys(byRegion)) {
		cells := byRegion[region]
		whole.Cells = append(whole.Cells, cells...)
		jigsaw = jigsaw && len(cells) == n
		if len(cells) > 1 {
			parts = append(parts, sudoku.Rule{Kind: "all-different", Cells: cells})
		}
	}
	if jigsaw {
		parts = []sudoku.Rule{whole}
	}
	return sudoku.Shape{Height: 1, Width: n}, parts
}

// areBoxes reports whether the regions are the boxes of s. The boxes of a grid without boxes are its rows.
func areBoxes(regionOf []int, s sudoku.Shape) bool {
	regionOfBox := make([]int, s.N())
	used := map[int]bool{}
	for c, region := range regionOf {
		box := s.Box(sudoku.Cell(c))
		first := s.Cell(box/s.Height*s.Height, box%s.Height*s.Width) == sudoku.Cell(c)
		if first {
			if region == NoRegion || used[region] {
				return false
			}
			regionOfBox[box], used[region] = region, true
		} else if regionOfBox[box] != region {
			return false
		}
	}
	return true
}
