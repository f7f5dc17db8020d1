package fpuzzles

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nonet/model/sudoku"
)

// An entry is an element of the list of a key. Its fields are in the order in which they are written.
type entry struct {
	Lines     [][]string `json:"lines,omitempty"`
	Cell      string     `json:"cell,omitempty"`
	Cells     []string   `json:"cells,omitempty"`
	Direction string     `json:"direction,omitempty"`
	Value     *number    `json:"value,omitempty"`
}

// entries reads the list of a key.
func (r *reader) entries(k *key, m member) {
	var list []map[string]json.RawMessage
	if isEmpty(m.value) || !r.decode(m.name, m.value, "a list of objects", &list) {
		return
	}
	var marked []sudoku.Cell
	for i, fields := range list {
		at := fmt.Sprintf("%s[%d]", m.name, i)
		e := r.entry(k, at, fields)
		if r.err != nil {
			return
		}
		if k.form == marks {
			marked = append(marked, r.cell(at+".cell", e.Cell))
			continue
		}
		for _, rule := range r.rulesOf(k, at, e) {
			r.rule(at, rule)
		}
	}
	if len(marked) > 0 {
		slices.Sort(marked)
		r.rule(m.name, sudoku.Rule{Kind: k.kind, Cells: slices.Compact(marked)})
	}
}

// fieldsOf lists the fields that an entry of each form has.
var fieldsOf = map[form][]string{
	marks:    {"cell"},
	onCells:  {"cells", "value"},
	onLines:  {"lines", "value"},
	diagonal: {"cell", "cells", "direction", "value"},
	shafts:   {"lines", "cells"},
}

// entry decodes an entry. A field that the form does not have and that is not cosmetic is unknown.
func (r *reader) entry(k *key, at string, fields map[string]json.RawMessage) (e entry) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value, here := fields[name], at+"."+name
		switch {
		case !slices.Contains(fieldsOf[k.form], name):
			if !slices.Contains(cosmetic, name) && !isEmpty(value) {
				r.unknown(here, shorten(value))
			}
		case name == "lines":
			r.decode(here, value, "a list of lists of cells", &e.Lines)
		case name == "cell":
			r.decode(here, value, "a cell, such as R1C2", &e.Cell)
		case name == "cells":
			r.decode(here, value, "a list of cells", &e.Cells)
		case name == "direction":
			r.decode(here, value, "UL, UR, DL or DR", &e.Direction)
		case name == "value":
			r.decode(here, value, "a number", &e.Value)
		}
	}
	if e.Value == nil {
		e.Value = new(number)
	}
	return e
}

// rulesOf returns the rules that an entry states.
func (r *reader) rulesOf(k *key, at string, e entry) (rules []sudoku.Rule) {
	rule := sudoku.Rule{Kind: k.kind}
	switch v := e.Value; {
	case k.number == noNumber && (v.isSet || v.other != ""):
		r.unknown(at+".value", v.text())
	case k.number == numberOrLetter && letters[v.other] > 0:
		rule.Number = letters[v.other]
	case v.other == "?" && k.number == numberOrClue:
		return nil
	case v.other != "", v.isSet && k.number == numberOrLetter:
		r.fail(at+".value", k.number.String(), "found %q", v.text())
	case v.isSet:
		rule.Number = v.value
	case k.number == numberOrNone:
		rule.Number = defaultNumber(k.kind, r.n)
	case k.number != noNumber:
		return nil // no clue
	}
	switch k.form {
	case onCells:
		rule.Cells = r.cells(at+".cells", e.Cells)
		return []sudoku.Rule{rule}
	case onLines:
		for i, line := range e.Lines {
			rule.Cells = r.cells(fmt.Sprintf("%s.lines[%d]", at, i), line)
			rules = append(rules, rule)
		}
	case diagonal:
		rule.Cells = r.diagonal(at, e)
		return []sudoku.Rule{rule}
	case shafts:
		circle := r.cells(at+".cells", e.Cells)
		for i, line := range e.Lines {
			here := fmt.Sprintf("%s.lines[%d]", at, i)
			cells := r.cells(here, line)
			if r.err == nil && (len(cells) < 2 || !slices.Contains(circle, cells[0])) {
				r.fail(here, "a line of two or more cells that begins in the circle", "found %d cells", len(cells))
			}
			rule.Cells = cells
			rules = append(rules, rule)
		}
		if len(circle) != 1 {
			r.fail(at+".cells", "one cell", "the circle has %d cells", len(circle))
		}
	}
	return rules
}

// letters maps the letters of the key xv to sums.
var letters = map[string]int{"X": 10, "V": 5}

func (u numberUse) String() string {
	if u == numberOrLetter {
		return "X or V"
	}
	return "a number"
}

// defaultNumber returns the number of a rule whose entry states none.
func defaultNumber(kind string, n int) int {
	switch kind {
	case "difference":
		return 1
	case "ratio":
		return 2
	case "whisper":
		return (n + 1) / 2
	}
	return 0
}

// text returns the number as in the JSON.
func (n *number) text() string {
	if n.isSet {
		return fmt.Sprint(n.value)
	}
	return n.other
}

func (n *number) MarshalJSON() ([]byte, error) { return json.Marshal(n.text()) }

// steps maps a direction to the steps of rows and columns.
var steps = map[string][2]int{"UL": {-1, -1}, "UR": {-1, 1}, "DL": {1, -1}, "DR": {1, 1}}

// diagonal returns the cells of a little killer. They are determined twice: by the list of cells, and by the cell
// outside and the direction.
func (r *reader) diagonal(at string, e entry) []sudoku.Cell {
	step, known := steps[e.Direction]
	if !known {
		r.fail(at+".direction", "UL, UR, DL or DR", "found %q", e.Direction)
		return nil
	}
	row, column := r.rowAndColumn(at+".cell", e.Cell)
	var cells []sudoku.Cell
	for row, column = row+step[0], column+step[1]; r.inside(row, column); row, column = row+step[0], column+step[1] {
		cells = append(cells, r.p.Shape.Cell(row, column))
	}
	if e.Cells != nil && !slices.Equal(cells, r.cells(at+".cells", e.Cells)) {
		r.fail(at+".cells", fmt.Sprintf("the %d cells from %s to %s", len(cells), e.Cell, e.Direction), "found others")
	}
	return cells
}
