package fpuzzles

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// An entry is an element of the list of a key. Its fields are in the order in which they are written.
type entry struct {
	Lines     [][]string `json:"lines,omitempty"`
	Cell      string     `json:"cell,omitempty"`
	Cells     []string   `json:"cells,omitempty"`
	Clones    []string   `json:"cloneCells,omitempty"`
	Direction string     `json:"direction,omitempty"`
	Value     *number    `json:"value,omitempty"`
	Values    []int      `json:"values,omitempty"`
}

func (r *reader) entries(k *key, m member) {
	var list []map[string]json.RawMessage
	if !isEmpty(m.value) {
		r.decode(m.name, m.value, "a list of objects", &list)
	}
	var marked []sudoku.Cell
	for i, fields := range list {
		at := fmt.Sprintf("%s[%d]", m.name, i)
		e := r.entry(k, at, fields)
		if k.form == marks {
			marked = append(marked, r.cell(at+".cell", e.Cell))
			continue
		}
		for _, rule := range r.rulesOf(k, at, e) {
			if !isVacuous(rule) {
				r.rule(at, rule)
			}
		}
	}
	if len(marked) > 0 {
		slices.Sort(marked)
		r.rule(m.name, sudoku.Rule{Kind: k.kind, Cells: slices.Compact(marked)})
	}
}

// isVacuous reports whether a rule is not finished: every grid satisfies it because it has too few cells, or it has
// neither cells nor values yet.
func isVacuous(rule sudoku.Rule) bool {
	cells := len(rule.Cells)
	isLine := slices.ContainsFunc(keys, func(k key) bool { return k.kind == rule.Kind && k.form == onLines })
	return cells == 0 && rule.Groups == nil || rule.Kind == "quadruple" && len(rule.Values) == 0 ||
		cells == 2 && (rule.Kind == "between" || rule.Kind == "zipper") || cells == 1 && isLine ||
		rule.Kind == "clone" && len(rule.Groups[0]) == 0
}

// fieldsOf lists the fields that an entry of each form has.
var fieldsOf = map[form][]string{
	marks:    {"cell"},
	onCells:  {"cells", "value"},
	onPair:   {"cells", "value"},
	onLines:  {"lines", "value"},
	diagonal: {"cell", "cells", "direction", "value"},
	side:     {"cell", "value"},
	shafts:   {"lines", "cells"},
	copied:   {"cells", "cloneCells"},
	corner:   {"cells", "values"},
}

// entry decodes an entry. A field that the form does not have and that is not cosmetic is unknown.
func (r *reader) entry(k *key, at string, fields map[string]json.RawMessage) (e entry) {
	known := map[string]struct {
		expected string
		to       any
	}{
		"lines": {"a list of lists of cells", &e.Lines}, "cell": {"a cell, such as R1C2", &e.Cell},
		"cells": {"a list of cells", &e.Cells}, "cloneCells": {"a list of cells", &e.Clones},
		"direction": {"UL, UR, DL or DR", &e.Direction}, "value": {"a number", &e.Value},
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value, here := fields[name], at+"."+name
		switch {
		case !slices.Contains(fieldsOf[k.form], name):
			if !slices.Contains(cosmetic, name) && !isEmpty(value) {
				r.unknown(here, place.Shorten(value))
			}
		case name == "values":
			e.Values = r.values(here, value)
		default:
			r.decode(here, value, known[name].expected, known[name].to)
		}
	}
	e.Value = cmp.Or(e.Value, new(number))
	return e
}

func (r *reader) rulesOf(k *key, at string, e entry) (rules []sudoku.Rule) {
	number, ok := r.numberOf(k, at, e.Value)
	if !ok {
		if k.number == numberOrLetter {
			r.blankXV = append(r.blankXV, at)
		}
		return nil
	}
	rule := sudoku.Rule{Kind: k.kind, Number: number, Values: e.Values}
	switch k.form {
	case onCells, onPair, corner:
		rule.Cells = r.cells(at+".cells", e.Cells)
	case diagonal:
		rule.Cells = r.diagonal(at, e)
	case side:
		rule.Cells = r.side(at, e)
	case copied:
		rule.Groups = r.clone(at, e)
	case shafts:
		return r.arrows(at, e)
	case onLines:
		for i, line := range e.Lines {
			rule.Cells = r.cells(fmt.Sprintf("%s.lines[%d]", at, i), line)
			rules = append(rules, rule)
		}
		return rules
	}
	return []sudoku.Rule{rule}
}

// numberOf returns the number that the value of an entry is for its rule, or false if the entry is no clue.
func (r *reader) numberOf(k *key, at string, v *number) (int, bool) {
	switch {
	case k.number == noNumber:
		if v.isSet || v.other != "" {
			r.unknown(at+".value", v.text())
		}
		return 0, true
	case k.number == numberOrLetter && letters[v.other] > 0:
		return letters[v.other], true
	case v.other == "?" && k.number == numberOrClue:
		return 0, false
	case v.other != "", v.isSet && k.number == numberOrLetter:
		r.fail(at+".value", k.number.String(), "found %q", v.text())
	}
	return v.value, v.isSet || k.number == numberOrNone
}

// arrows returns the rule of a circle or a pill and its lines. Each line begins in the circle.
func (r *reader) arrows(at string, e entry) []sudoku.Rule {
	circle := r.cells(at+".cells", e.Cells)
	slices.Sort(circle)
	groups := [][]sudoku.Cell{circle}
	for i, line := range e.Lines {
		here := fmt.Sprintf("%s.lines[%d]", at, i)
		cells := r.cells(here, line)
		if len(cells) > 0 && !slices.Contains(circle, cells[0]) {
			r.fail(here, "a line that begins in the circle", "found %d cells", len(cells))
		}
		if len(cells) < 2 {
			continue // not finished
		}
		groups = append(groups, cells[1:])
	}
	switch {
	case len(groups) == 1 || len(circle) == 0:
		return nil
	case len(groups) == 2 && len(circle) == 1:
		return []sudoku.Rule{{Kind: "arrow", Cells: slices.Concat(groups...)}}
	}
	return []sudoku.Rule{{Kind: "arrow", Groups: groups}}
}

// clone returns the two groups of a clone, without cells that are paired with themselves.
func (r *reader) clone(at string, e entry) [][]sudoku.Cell {
	cells, clones := r.cells(at+".cells", e.Cells), r.cells(at+".cloneCells", e.Clones)
	if len(cells) != len(clones) {
		r.fail(at+".cloneCells", fmt.Sprintf("%d as in cells", len(cells)), "found %d cells", len(clones))
	}
	groups := make([][]sudoku.Cell, 2)
	for i := range cells {
		if cells[i] != clones[i] {
			groups[0], groups[1] = append(groups[0], cells[i]), append(groups[1], clones[i])
		}
	}
	return groups
}

func (r *reader) values(at string, list json.RawMessage) (values []int) {
	var numbers []number
	r.decode(at, list, "a list of numbers", &numbers)
	for i, v := range numbers {
		if !v.isSet {
			r.fail(fmt.Sprintf("%s[%d]", at, i), fmt.Sprintf("1 to %d", r.n), "found %q", v.other)
		}
		values = append(values, v.value)
	}
	return values
}

// letters maps the letters of the key xv to sums.
var letters = map[string]int{"X": 10, "V": 5}

func (u numberUse) String() string {
	if u == numberOrLetter {
		return "X or V"
	}
	return "a number"
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
var steps = map[string][2]int{
	"UL": {-1, -1}, "UR": {-1, 1}, "DL": {1, -1}, "DR": {1, 1}, "U": {-1, 0}, "D": {1, 0}, "L": {0, -1}, "R": {0, 1},
}

// diagonal returns the cells of a little killer. They are determined twice: by the list of cells, and by the cell
// outside and the direction.
func (r *reader) diagonal(at string, e entry) []sudoku.Cell {
	step, known := steps[e.Direction]
	if !known || len(e.Direction) != 2 {
		r.fail(at+".direction", "UL, UR, DL or DR", "found %q", e.Direction)
	}
	row, column := r.rowAndColumn(at+".cell", e.Cell)
	cells := r.line(row, column, step)
	if e.Cells != nil && !slices.Equal(cells, r.cells(at+".cells", e.Cells)) {
		r.fail(at+".cells", fmt.Sprintf("the %d cells from %s to %s", len(cells), e.Cell, e.Direction), "found others")
	}
	return cells
}

// side returns the cells of the row or column beside a cell outside, as seen from there.
func (r *reader) side(at string, e entry) []sudoku.Cell {
	row, column := r.rowAndColumn(at+".cell", e.Cell)
	for _, direction := range []string{"R", "L", "D", "U"} {
		if cells := r.line(row, column, steps[direction]); len(cells) == r.n && !r.inside(row, column) {
			return cells
		}
	}
	r.fail(at+".cell", "a cell beside a row or a column", "found %s", e.Cell)
	return nil
}

// line returns the cells of the grid after a cell in steps of rows and columns.
func (r *reader) line(row, column int, step [2]int) []sudoku.Cell {
	return place.Walk(r.p.Shape, row+step[0], column+step[1], step[0], step[1])
}
