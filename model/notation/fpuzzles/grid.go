package fpuzzles

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A gridCell is a cell of the grid. Its fields are in the order in which they are written.
type gridCell struct {
	Value  *int  `json:"value,omitempty"`
	Given  bool  `json:"given,omitempty"`
	Region any   `json:"region,omitempty"` // *int; a nil pointer is written as null
	Marks  []int `json:"givenPencilMarks,omitempty"`
}

// grid reads the rows: clues, regions, and restrictions of single cells.
func (r *reader) grid(m member) {
	var rows [][]map[string]json.RawMessage
	r.decode(m.name, m.value, "rows of objects", &rows)
	r.p.Clues = make(sudoku.Grid, r.n*r.n)
	regions := make([]int, r.n*r.n)
	boxes := defaultShape(r.n)
	stated, entries := false, 0
	for row, cells := range rows {
		if len(cells) != r.n {
			r.fail(fmt.Sprintf("grid[%d]", row), fmt.Sprintf("%d", r.n), "found %d cells", len(cells))
		}
		for column, fields := range cells {
			c := r.p.Shape.Cell(row, column)
			at := fmt.Sprintf("grid[%d][%d]", row, column)
			regions[c] = boxes.Box(c)
			value, given := r.gridCell(at, c, fields, regions)
			stated = stated || fields["region"] != nil
			switch {
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
	if r.p.Shape = boxes; stated {
		before := len(r.p.Rules)
		r.p.Shape = sudoku.Shape{Height: 1, Width: r.n}
		areas.AddRegions(&r.p, regions)
		r.at = append(r.at, slices.Repeat([]string{"grid, regions"}, len(r.p.Rules)-before)...)
	}
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
			region := number{value: areas.None}
			r.decode(here, field, "a number from 0, or null", &region)
			if !region.isSet {
				region.value = areas.None
			}
			regions[c] = region.value
		case name == "givenPencilMarks":
			r.marks(here, c, field)
		case name == "parity":
			r.parity(here, c, field)
		case !slices.Contains(cosmeticOfCells, name) && !isEmpty(field):
			r.unknown(here, place.Shorten(field))
		}
	}
	return value, given
}

// marks reads the values to which a setter restricts a cell. Cells with the same values share a rule.
func (r *reader) marks(at string, c sudoku.Cell, list json.RawMessage) {
	values := r.values(at, list)
	if len(values) == 0 {
		return
	}
	slices.Sort(values)
	r.restrict(at, c, sudoku.Rule{Kind: "candidates", Values: slices.Compact(values)})
}

func (r *reader) parity(at string, c sudoku.Cell, value json.RawMessage) {
	var text string
	if r.decode(at, value, "Even or Odd", &text); text == "" {
		return
	}
	kind := strings.ToLower(text)
	if kind != "even" && kind != "odd" {
		r.fail(at, "Even or Odd", "found %q", text)
	}
	r.restrict(at, c, sudoku.Rule{Kind: kind})
}

// restrict states a rule about a single cell. Cells with the same rule share it.
func (r *reader) restrict(at string, c sudoku.Cell, rule sudoku.Rule) {
	if place.Restrict(&r.p, c, rule); len(r.at) < len(r.p.Rules) {
		r.at = append(r.at, at)
	}
}
