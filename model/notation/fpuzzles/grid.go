package fpuzzles

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nonet/model/sudoku"
)

// A gridCell is a cell of the grid. Its fields are in the order in which they are written.
type gridCell struct {
	Value  *int `json:"value,omitempty"`
	Given  bool `json:"given,omitempty"`
	Region any  `json:"region,omitempty"` // *int; a nil pointer is written as null
}

const noRegion = -1

// grid reads the rows: clues, regions, and restrictions of single cells.
func (r *reader) grid(m member) {
	var rows [][]map[string]json.RawMessage
	if !r.decode(m.name, m.value, "rows of objects", &rows) {
		return
	}
	r.p.Clues = make(sudoku.Grid, r.n*r.n)
	regions := make([]int, r.n*r.n)
	boxes := defaultShape(r.n)
	stated, entries := false, 0
	for row, cells := range rows {
		if len(cells) != r.n {
			r.fail(fmt.Sprintf("grid[%d]", row), fmt.Sprintf("%d", r.n), "found %d cells", len(cells))
			return
		}
		for column, fields := range cells {
			c := r.p.Shape.Cell(row, column)
			at := fmt.Sprintf("grid[%d][%d]", row, column)
			regions[c] = boxes.Box(c)
			value, given := r.gridCell(at, c, fields, regions)
			stated = stated || fields["region"] != nil
			switch {
			case r.err != nil:
				return
			case value.other != "" || value.isSet && (value.value < 0 || value.value > r.n):
				r.fail(at+".value", fmt.Sprintf("1 to %d", r.n), "found %s", value.text())
			case value.value > 0 && (given || r.opt.Entries):
				r.p.Clues[c] = value.value
			case value.value > 0:
				entries++
			}
		}
	}
	if entries > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%d entries of a player are left out (--entries takes them as clues)",
			entries))
	}
	r.regions(boxes, regions, stated)
}

// gridCell reads the fields of a cell: its value, whether it is a clue, and its region.
func (r *reader) gridCell(at string, c sudoku.Cell, fields map[string]json.RawMessage, regions []int) (value number,
	given bool) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		field, here := fields[name], at+"."+name
		switch {
		case name == "value":
			r.decode(here, field, "a number", &value)
		case name == "given":
			r.decode(here, field, "true or false", &given)
		case name == "region":
			region := number{value: noRegion}
			r.decode(here, field, "a number from 0, or null", &region)
			if !region.isSet {
				region.value = noRegion
			}
			regions[c] = region.value
		case name == "givenPencilMarks":
			r.marks(here, c, field)
		case !slices.Contains(cosmeticOfCells, name) && !isEmpty(field):
			r.unknown(here, shorten(field))
		}
	}
	return value, given
}

// marks reads the values to which a setter restricts a cell.
func (r *reader) marks(at string, c sudoku.Cell, value json.RawMessage) {
	var values []number
	if !r.decode(at, value, "a list of numbers", &values) || len(values) == 0 {
		return
	}
	r.fail(at, "a grid without restricted cells", "nonet has no rule candidates")
}

// regions turns regions into boxes if they are boxes, and into rules otherwise.
func (r *reader) regions(boxes sudoku.Shape, regionOf []int, stated bool) {
	if !stated {
		r.p.Shape = boxes
		return
	}
	for h := 1; h <= r.n; h++ {
		if s := (sudoku.Shape{Height: h, Width: r.n / h}); r.n%h == 0 && samePartition(regionOf, s) {
			r.p.Shape = s
			return
		}
	}
	byRegion := map[int][]sudoku.Cell{}
	var order []int
	for c, region := range regionOf {
		if region == noRegion {
			continue
		}
		if byRegion[region] == nil {
			order = append(order, region)
		}
		byRegion[region] = append(byRegion[region], sudoku.Cell(c))
	}
	slices.Sort(order)
	whole := len(order) == r.n
	for _, region := range order {
		whole = whole && len(byRegion[region]) == r.n
	}
	if whole {
		rule := sudoku.Rule{Kind: "regions"}
		for _, region := range order {
			rule.Cells = append(rule.Cells, byRegion[region]...)
		}
		r.rule("grid", rule)
		return
	}
	for _, region := range order {
		if len(byRegion[region]) > 1 {
			r.rule(fmt.Sprintf("grid, region %d", region),
				sudoku.Rule{Kind: "all-different", Cells: byRegion[region]})
		}
	}
}

// samePartition reports whether the regions are the boxes of s. The boxes of a grid without boxes are its rows.
func samePartition(regionOf []int, s sudoku.Shape) bool {
	regionOfBox := make([]int, s.N())
	used := map[int]bool{}
	for c, region := range regionOf {
		box := s.Box(sudoku.Cell(c))
		first := s.Cell(box/s.Height*s.Height, box%s.Height*s.Width) == sudoku.Cell(c)
		if first {
			if region == noRegion || used[region] {
				return false
			}
			regionOfBox[box], used[region] = region, true
		} else if regionOfBox[box] != region {
			return false
		}
	}
	return true
}
