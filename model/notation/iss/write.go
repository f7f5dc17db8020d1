package iss

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A writer turns the rules of a puzzle into items.
type writer struct {
	reader              // of what it has written
	chaos  *sudoku.Rule // unknown regions in the cells CC1, CC2, ..., or nil
	model  *model.Model
	rules  []int // rules[i] is the rule of constraint i of the model, or -1
}

// Write writes p as a link. It is a [place.Write].
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	items, lost := Text(p)
	if items == "" {
		return "", lost
	}
	return linkStart + items, lost
}

// Text is Write without the beginning of the link.
func Text(p sudoku.Puzzle) (text string, lost place.Loss) {
	switch rows, columns := p.Shape.Size(); {
	case max(rows, columns, p.Shape.N()) > maxRows:
		lost.Whole = fmt.Sprintf("a grid of %d rows, of at most %d", max(rows, columns, p.Shape.N()), maxRows)
	case p.Shape.Cells() > maxCells:
		lost.Whole = fmt.Sprintf("a grid of %d cells, of at most %d", p.Shape.Cells(), maxCells)
	case p.Shape.Offset > 0:
		lost.Whole = "numbers that begin neither with 0 nor with 1"
	}
	if lost.Whole != "" {
		return "", lost
	}
	w := writer{reader: reader{p: p}, chaos: chaosOf(p)}
	items := w.grid()
	var given []string
	for c, v := range p.Clues {
		if v > 0 {
			given = append(given, fmt.Sprintf("%s_%d", w.cellName(sudoku.Cell(c)), v+p.Shape.Offset))
		}
	}
	first := slices.IndexFunc(p.Rules, func(r sudoku.Rule) bool { return r.Kind == "regions" })
	for i, r := range p.Rules {
		if i == first && w.jigsaw() {
			continue
		}
		if cells, list, ok := w.restriction(r); ok {
			for _, c := range cells {
				given = append(given, w.cellName(c)+"_"+joined(list))
			}
			continue
		}
		text, ok := w.rule(i)
		if !ok {
			lost.Rules = append(lost.Rules, i)
		}
		items = append(items, text...)
	}
	if lost.Rules != nil {
		return "", lost
	}
	if given != nil {
		items = append(items, ".~"+strings.Join(given, "~"))
	}
	if items == nil {
		items = []string{".Shape~9x9"}
	}
	return strings.Join(items, ""), lost
}

func (w *writer) grid() (items []string) {
	s := w.p.Shape
	rows, columns := s.Size()
	shape := fmt.Sprintf(".Shape~%dx%d", rows, columns)
	switch least, largest := s.Numbers(); {
	case s.Offset != 0:
		shape += fmt.Sprintf("~%d-%d", least, largest)
	case s.N() != max(rows, columns):
		shape += fmt.Sprintf("~%d", largest)
	case s.Free:
		shape += "~"
	}
	if s.Free {
		shape += "~Raw"
	}
	if shape != ".Shape~9x9" {
		items = append(items, shape)
	}
	if s.Extra > 0 && w.chaos == nil {
		items = append(items, fmt.Sprintf(".Var~X~~%d", s.Extra))
	}
	size := max(rows, columns)
	var regions [][]sudoku.Cell
	if !s.Free && (s.HasBoxes() || w.jigsaw()) {
		regions = w.p.Regions()
		size = len(regions[0])
	} else if w.chaos != nil {
		size = cmp.Or(w.chaos.Number, size)
	}
	if size != max(rows, columns) {
		items = append(items, fmt.Sprintf(".RegionSize~%d", size))
	}
	_, _, boxes := boxOf(rows, columns, size)
	if boxes = boxes && !s.Free; boxes == (regions != nil) && (!boxes || usualBoxes(w.p)) {
		return items
	}
	if boxes {
		items = append(items, ".NoBoxes")
	}
	if regions != nil {
		layout := []byte(strings.Repeat("0", s.GridCells()))
		for i, region := range regions {
			for _, c := range region {
				layout[c] = strconv.FormatInt(int64(i)+1, 36)[0]
			}
		}
		items = append(items, ".Jigsaw~"+string(layout))
	}
	return items
}

// jigsaw reports whether the rule regions can be an item: they are neither too small nor too large. Otherwise it is
// written as cells with different values.
func (w *writer) jigsaw() bool {
	s := w.p.Shape
	i := slices.IndexFunc(w.p.Rules, func(r sudoku.Rule) bool { return r.Kind == "regions" })
	if i < 0 || s.IsUsual() {
		return i >= 0
	}
	size := len(w.p.Rules[i].Groups[0])
	return !s.Free && size >= max(s.Size()) && size <= s.N() && len(w.p.Rules[i].Groups) > 1
}

// restriction returns the cells and values of a rule that restricts each of its cells alone.
func (w *writer) restriction(r sudoku.Rule) (cells []sudoku.Cell, values []int, ok bool) {
	switch r.Kind {
	case "even":
		values = withRemainder(w.p.Shape, 0)
	case "odd":
		values = withRemainder(w.p.Shape, 1)
	case "candidates":
		values = r.Values
	}
	return r.Cells, values, values != nil
}

// rule returns the items of a rule: those of the first kind that holds it, or else of its core constraints.
func (w *writer) rule(i int) ([]string, bool) {
	r := w.p.Rules[i]
	switch r.Kind {
	case "any-of":
		return w.anyOf(r)
	case "region-sum":
		if !w.p.Shape.HasBoxes() && !w.jigsaw() {
			return nil, false
		}
	case "diagonals":
		return []string{".Diagonal~-1", ".Diagonal~1"}, true
	case "diagonal-down":
		return []string{".Diagonal~-1"}, true
	case "diagonal-up":
		return []string{".Diagonal~1"}, true
	case "negative-ratio":
		if w.strictKropki() {
			return nil, true // .StrictKropki says it
		}
	}
	for k := range kinds {
		if kind := &kinds[k]; kind.rule == r.Kind && kind.form.write != nil &&
			kind.fits(w.p.Shape) && (!kind.boxes || usualBoxes(w.p)) {
			if items, ok := kind.form.write(w, kind, r); ok {
				return items, true
			}
		}
	}
	return w.core(i)
}

// core returns the items of the core constraints of a rule. It returns false if one of them has auxiliary variables, or
// is neither a relation of two cells nor an equation.
func (w *writer) core(i int) (items []string, ok bool) {
	if w.model == nil {
		w.model, w.rules, _ = w.p.BaseModelByRule()
	}
	for k, c := range w.model.Constraints {
		if w.rules[k] != i {
			continue
		}
		item, ok := w.constraint(w.p.Rules[i].Kind, c)
		if !ok {
			return nil, false
		}
		items = append(items, item)
	}
	return items, true
}

// constraint returns the item of a core constraint of a rule of the named kind.
func (w *writer) constraint(name string, c model.Constraint) (string, bool) {
	if t, ok := c.(model.Table); ok {
		c = t.Distinct()
	}
	vars := c.Scope()
	if slices.ContainsFunc(vars, func(v model.Var) bool { return int(v) >= len(w.p.Clues) }) || len(vars) == 0 {
		return "", false
	}
	cells := slice.Map(vars, func(v model.Var) sudoku.Cell { return sudoku.Cell(v) })
	if _, different := c.(model.AllDifferent); different {
		return ".AllDifferent~" + strings.Join(w.cellNames(cells), "~"), true
	}
	if text, ok := w.equation(c, w.p.Shape.Offset); ok {
		return text, true
	}
	grid := make(model.Assignment, len(w.p.Clues))
	holds := func(values ...int) bool {
		for i, v := range values {
			grid[vars[i]] = v
		}
		return c.Violation(grid) == 0
	}
	switch {
	case len(cells) == 2 && cells[0] != cells[1]:
		key := relationKey(w.p.Shape, func(a, b int) bool { return holds(a-w.p.Shape.Offset, b-w.p.Shape.Offset) })
		return fmt.Sprintf(".Pair~%s~_%s~%s", key, name, strings.Join(w.cellNames(cells), "~")), true
	case len(cells) == 1:
		var list []int
		for v := range w.p.Shape.AllNumbers {
			if holds(v - w.p.Shape.Offset) {
				list = append(list, v)
			}
		}
		name := ".~" + w.cellName(cells[0]) + "_"
		if list == nil && w.p.Shape.N() > 1 {
			least, _ := w.p.Shape.Numbers()
			return fmt.Sprint(name, least, name, least+1), true // no value is both
		}
		return name + joined(list), list != nil
	}
	if table, ok := c.(model.Table); ok {
		return w.machine(name, cells, table.Rows)
	}
	return "", false
}

// machine returns the item of an automaton that accepts the rows of a table, without values that no cell has.
func (w *writer) machine(name string, cells []sudoku.Cell, rows [][]int) (string, bool) {
	n := w.p.Shape.N()
	rows = slice.Filter(rows, func(row []int) bool {
		return !slices.ContainsFunc(row, func(v int) bool { return v < 1 || v > n })
	})
	a, ok := rowsMachine(n, rows).automaton(n)
	if !ok {
		return "", false
	}
	key, ok := nfaKey(a)
	return fmt.Sprintf(".NFA~%s~_%s~%s", key, name, strings.Join(w.cellNames(cells), "~")), ok
}

// equation returns the item of a linear equation of cells, whose numbers are the values of c and offset.
func (w *writer) equation(c model.Constraint, offset int) (string, bool) {
	l, ok := c.(model.Linear)
	if !ok || l.Relation != model.Equal || len(l.Terms) == 0 {
		return "", false
	}
	var weights []int
	var cells []sudoku.Cell
	bound := l.Bound
	for _, t := range l.Terms {
		bound += t.Coef * offset
		weights, cells = append(weights, t.Coef), append(cells, sudoku.Cell(t.Var))
		if t.Coef < -100 || t.Coef > 100 || int(t.Var) >= len(w.p.Clues) {
			return "", false
		}
	}
	return fmt.Sprintf(".Sum~%d_=_%s~%s", bound, joined(weights), strings.Join(w.cellNames(cells), "~")), true
}

// strictKropki reports whether the negative rules about dots are those of StrictKropki: both, and all dots are 1 or 2.
func (w *writer) strictKropki() bool {
	has := map[string]bool{}
	for _, r := range w.p.Rules {
		switch has[r.Kind] = true; r.Kind {
		case "difference", "ratio", "negative-difference":
			usual := map[string]int{"difference": 1, "ratio": 2}
			if number := r.NumberIn(w.p.Shape); number != 0 && number != cmp.Or(usual[r.Kind], 1) {
				return false
			}
		}
	}
	return has["negative-difference"] && has["negative-ratio"]
}

func (w *writer) cellNames(cells []sudoku.Cell) []string {
	return slice.Map(cells, w.cellName)
}

func (w *writer) cellName(c sudoku.Cell) string {
	if extra := int(c) - w.p.Shape.GridCells(); extra >= 0 && w.chaos != nil {
		return fmt.Sprintf("CC%d", extra+1)
	}
	return cellName(w.p.Shape, c)
}

// cellName returns the name of a cell, such as R1Ca for row 1, column 10.
func cellName(s sudoku.Shape, c sudoku.Cell) string {
	if extra := int(c) - s.GridCells(); extra == 0 && s.Extra == 1 {
		return "VX"
	} else if extra >= 0 {
		return fmt.Sprintf("VX%d", extra+1)
	}
	return "R" + strconv.FormatInt(int64(s.Row(c))+1, maxRows+1) + "C" + strconv.FormatInt(int64(s.Column(c))+1,
		maxRows+1)
}
