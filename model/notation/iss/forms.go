package iss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A form is the form of the arguments of an item.
type form struct {
	// read adds the rules that an item states. It reports errors by parse.Raise.
	read func(r *reader, k *kind, it item)
	// write returns the items of a rule of the kind, or false if the form does not hold it. It is nil for forms that
	// are only read.
	write func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool)
}

func one(k *kind, args ...string) []string {
	return []string{"." + strings.Join(append([]string{k.item}, args...), "~")}
}

// item returns a single item with arguments before cells.
func (w *writer) item(k *kind, cells []sudoku.Cell, args ...string) []string {
	return one(k, append(args, w.cellNames(cells)...)...)
}

// whole has no arguments.
var whole = form{
	read: func(r *reader, k *kind, it item) {
		if len(it.args) > 0 {
			it.args[0].fail("the next item", "found %q after .%s", place.Shorten(it.args[0].text), it.text)
		}
		r.add(it.word, sudoku.Rule{Kind: k.rule})
	},
	write: func(_ *writer, k *kind, _ sudoku.Rule) ([]string, bool) { return one(k), true },
}

// line lists cells.
var line = form{
	read: func(r *reader, k *kind, it item) {
		r.add(it.word, sudoku.Rule{Kind: k.rule, Cells: r.cells(it.args)})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return w.item(k, rule.Cells), true
	},
}

// counted has a number before the cells, which may be missing if the kind has one.
var counted = form{
	read: func(r *reader, k *kind, it item) {
		rule, words := sudoku.Rule{Kind: k.rule, Number: k.number}, it.args
		if len(words) == 0 || !strings.HasPrefix(words[0].text, "R") || k.number == 0 {
			rule.Number, words = it.number(0, k.least, sudoku.MaxRuleNumber), words[1:]
		}
		if last := len(words) - 1; last >= 0 && words[last].text == "LOOP" {
			words[last].need(k.item == "SumLine", "a line with two ends", "found LOOP")
			rule.Kind, words = "sum-loop", words[:last]
		}
		rule.Cells = r.cells(words)
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return w.item(k, rule.Cells, strconv.Itoa(rule.NumberIn(w.p.Shape))), true
	},
}

// loop is only written: a closed line.
var loop = form{
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return []string{w.item(k, rule.Cells, strconv.Itoa(rule.Number))[0] + "~LOOP"}, true
	},
}

// cage has a sum before the cells; 0 or nothing is no sum. A cell that it names twice counts twice.
var cage = form{
	read: func(r *reader, k *kind, it item) {
		if len(it.args) == 0 || it.args[0].text == "" || it.args[0].text == "0" {
			line.read(r, k, item{it.word, it.args[min(1, len(it.args)):]})
			return
		}
		bound := it.number(0, 1, sudoku.MaxRuleNumber)
		cells := r.cells(it.args[1:])
		rule := sudoku.Rule{Kind: k.rule, Number: bound, Cells: cells}
		if once := slices.Compact(slices.Sorted(slices.Values(cells))); len(once) < len(cells) {
			r.addLinear(it, slices.Repeat([]int{1}, len(cells)), cells, bound)
			rule.Number, rule.Cells = 0, once
		}
		r.add(it.word, rule)
	},
	write: counted.write,
}

// sum is a sum of cells, or with weights.
var sum = form{
	read: func(r *reader, k *kind, it item) {
		if len(it.args) > 0 && strings.Contains(it.args[0].text, "_") {
			weightedSum.read(r, k, it)
			return
		}
		bound := it.number(0, 0, sudoku.MaxRuleNumber)
		cells := r.cells(it.args[1:])
		sorted := slices.Sorted(slices.Values(cells))
		mark := len(cells) == 2 && r.last("StrictXV") != nil // would be taken for an X or a V
		if bound == 0 || len(slices.Compact(sorted)) < len(cells) || mark {
			r.addLinear(it, slices.Repeat([]int{1}, len(cells)), cells, bound)
			return
		}
		r.add(it.word, sudoku.Rule{Kind: "sum", Number: bound, Cells: cells})
	},
	write: counted.write,
}

// weightedSum has s_=_a_b... for the sum s and the coefficients a, b ....
var weightedSum = form{
	read: func(r *reader, _ *kind, it item) {
		first := it.args[0]
		total, _, ok := strings.Cut(first.text, "_=_")
		bound, err := strconv.Atoi(total)
		first.need(ok && err == nil && max(bound, -bound) <= sudoku.MaxRuleNumber,
			"a sum, or one with weights such as 9_=_1_2", "found %q", place.Shorten(first.text))
		weights := first.part(len(total)+3, len(first.text)).numbers(-sudoku.MaxRuleNumber, sudoku.MaxRuleNumber)
		cells := r.cells(it.args[1:])
		it.need(len(cells) == len(weights), "a weight for each cell", "found %d weights for %d cells", len(weights),
			len(cells))
		r.addLinear(it, weights, cells, bound)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		text, ok := w.equation(rule.Core, 0)
		return []string{text}, ok
	},
}

func (r *reader) addLinear(it item, weights []int, cells []sudoku.Cell, bound int) {
	c := model.Linear{Relation: model.Equal, Bound: bound}
	for i, cell := range cells {
		c.Terms = append(c.Terms, model.Term{Coef: weights[i], Var: model.Var(cell)})
	}
	r.add(it.word, sudoku.Rule{Kind: "linear", Core: c})
}

// arrow has the circle and a shaft. An arrow with several shafts becomes several items.
var arrow = form{
	read: line.read,
	write: func(w *writer, k *kind, rule sudoku.Rule) (items []string, ok bool) {
		lists := rule.Lists()
		for _, shaft := range lists[1:] {
			items = append(items, w.item(k, slices.Concat(lists[0], shaft))...)
		}
		return items, len(lists[0]) == 1
	},
}

// pillArrow has the length of the pill, the pill and a shaft.
var pillArrow = form{
	read: func(r *reader, k *kind, it item) {
		length := it.number(0, 2, 3)
		cells := r.cells(it.args[1:])
		it.need(len(cells) > length, "cells of the pill and of the shaft", "found %d cells", len(cells))
		r.add(it.word, sudoku.Rule{Kind: k.rule, Groups: [][]sudoku.Cell{cells[:length], cells[length:]}})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) (items []string, ok bool) {
		lists := rule.Lists()
		pill := len(lists[0])
		for _, shaft := range lists[1:] {
			items = append(items, w.item(k, slices.Concat(lists[0], shaft), strconv.Itoa(pill))...)
		}
		return items, pill == 2 || pill == 3
	},
}

// edges mark each pair of listed cells that share a side. In a rule less, the earlier one is the greater.
var edges = form{
	read: func(r *reader, k *kind, it item) {
		cells := r.cells(it.args)
		found := false
		for i, a := range cells {
			for _, b := range cells[i+1:] {
				if r.adjacent(a, b) {
					found = true
					r.add(it.word, sudoku.Rule{Kind: k.rule, Number: k.number, Cells: k.ends(a, b)})
				}
			}
		}
		it.need(found, "cells that share a side", "found .%s between cells that do not touch", it.text)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		if len(rule.Cells) != 2 || rule.NumberIn(w.p.Shape) != k.number ||
			!w.adjacent(rule.Cells[0], rule.Cells[1]) {
			return nil, false
		}
		return w.item(k, k.ends(rule.Cells[0], rule.Cells[1])), true
	},
}

// ends turns the order of two marked cells in an item into their order in the rule, and back: the greater cell is the
// first one of an item, and the second one of the rule less.
func (k *kind) ends(a, b sudoku.Cell) []sudoku.Cell {
	if k.rule == "less" {
		return []sudoku.Cell{b, a}
	}
	return []sudoku.Cell{a, b}
}

func (r *reader) adjacent(a, b sudoku.Cell) bool {
	a, b = min(a, b), max(a, b)
	return r.moved(a, 0, 1) == b || r.moved(a, 1, 0) == b
}

// values restricts cells, each with its values, as in R1C1_1_3.
var values = form{
	read: func(r *reader, _ *kind, it item) {
		for _, w := range it.args {
			name, _, listed := strings.Cut(w.text, "_")
			c := r.cell(w.part(0, len(name)))
			w.need(listed, "a cell and its values, such as R1C1_5", "found %s without values", w.text)
			r.restrict(c, r.values(w.part(len(name)+1, len(w.text))))
		}
	},
}

// diagonal has 1 for the diagonal from the bottom left corner, and -1 for the other one.
var diagonal = form{
	read: func(r *reader, _ *kind, it item) {
		names := map[string]string{"1": "diagonal-up", "-1": "diagonal-down"}
		it.need(len(it.args) == 1 && names[it.args[0].text] != "", "1 or -1", "found .Diagonal without a direction")
		name := names[it.args[0].text]
		if !slices.Contains(r.p.Kinds(), name) {
			r.add(it.word, sudoku.Rule{Kind: name})
		}
	},
}

// strictKropki is both negative rules about dots of 1 and 2.
var strictKropki = form{
	read: func(r *reader, k *kind, it item) {
		whole.read(r, k, it)
		r.add(it.word, sudoku.Rule{Kind: "negative-ratio"})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return one(k), w.strictKropki()
	},
}

// littleKiller has a sum and the first cell of a diagonal, which determines the direction.
var littleKiller = form{
	read: func(r *reader, k *kind, it item) {
		total := it.number(0, 1, sudoku.MaxRuleNumber)
		it.need(len(it.args) == 2, "a sum and the first cell of a diagonal", "found %d arguments of .%s",
			len(it.args), it.text)
		cells := diagonalFrom(r.p.Shape, r.cell(it.args[1]))
		it.args[1].need(cells != nil, "a cell on a side of the grid", "found %s inside", it.args[1].text)
		r.add(it.word, sudoku.Rule{Kind: k.rule, Number: total, Cells: cells})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		for _, cells := range [][]sudoku.Cell{rule.Cells, reversed(rule.Cells)} {
			if slices.Equal(cells, diagonalFrom(w.p.Shape, cells[0])) {
				return w.item(k, cells[:1], strconv.Itoa(rule.Number)), true
			}
		}
		return nil, false
	},
}

// diagonalFrom returns the diagonal that a cell on a side of the grid begins: from the left side down, from the right
// side up, from the top to the left, from the bottom to the right.
func diagonalFrom(s sudoku.Shape, c sudoku.Cell) (cells []sudoku.Cell) {
	rows, columns := s.Size()
	switch row, column := s.Row(c), s.Column(c); {
	case column == 0 && row < rows-1:
		return place.Walk(s, row, column, 1, 1)
	case column == columns-1 && row > 0:
		return place.Walk(s, row, column, -1, -1)
	case row == 0:
		return place.Walk(s, row, column, 1, -1)
	case row == rows-1:
		return place.Walk(s, row, column, -1, 1)
	}
	return nil
}

func reversed(cells []sudoku.Cell) []sudoku.Cell {
	all := slices.Clone(cells)
	slices.Reverse(all)
	return all
}

// sameValues has the number of groups and their cells, one group after the other.
var sameValues = form{
	read: func(r *reader, k *kind, it item) {
		groups := it.number(0, 2, 256)
		cells := r.cells(it.args[1:])
		it.need(len(cells) > 0 && len(cells)%groups == 0, "as many in each group", "found %d cells for %d groups",
			len(cells), groups)
		r.add(it.word, sudoku.Rule{Kind: k.rule, Groups: slices.Collect(slices.Chunk(cells, len(cells)/groups))})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return w.item(k, slices.Concat(rule.Groups...), strconv.Itoa(len(rule.Groups))), true
	},
}

// regionSameValues states that the largest of rows, columns, boxes and regions have the same values.
var regionSameValues = form{
	read: func(r *reader, k *kind, it item) {
		all := r.p.Regions()
		for i := range maxRows {
			for _, cells := range [][]sudoku.Cell{rowOf(r.p.Shape, 'R', i), rowOf(r.p.Shape, 'C', i)} {
				if cells != nil {
					all = append(all, cells)
				}
			}
		}
		most := len(slices.MaxFunc(all, func(a, b []sudoku.Cell) int { return len(a) - len(b) }))
		all = slices.DeleteFunc(all, func(region []sudoku.Cell) bool { return len(region) < most })
		if len(all) > 1 && most < r.p.Shape.N() {
			r.add(it.word, sudoku.Rule{Kind: k.rule, Groups: all})
		}
	},
}

// clone is only written: each pair of cells is two groups with the same value.
var clone = form{
	write: func(w *writer, k *kind, rule sudoku.Rule) (items []string, ok bool) {
		for i, c := range rule.Groups[0] {
			items = append(items, w.item(k, []sudoku.Cell{c, rule.Groups[1][i]}, "2")...)
		}
		return items, true
	},
}

// segments are lists of cells with a minus between them.
var segments = form{
	read: func(r *reader, k *kind, it item) {
		r.add(it.word, sudoku.Rule{Kind: k.rule, Groups: r.segments(it.args)})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return one(k, w.segments(rule.Groups)...), true
	},
}

// segments reads lists of cells with a minus between them.
func (r *reader) segments(words []word) [][]sudoku.Cell {
	all := [][]sudoku.Cell{nil}
	for _, w := range words {
		if w.text == "-" {
			all = append(all, nil)
		} else {
			all[len(all)-1] = append(all[len(all)-1], r.cell(w))
		}
	}
	return all
}

func (w *writer) segments(groups [][]sudoku.Cell) (args []string) {
	for i, group := range groups {
		if i > 0 {
			args = append(args, "-")
		}
		args = append(args, w.cellNames(group)...)
	}
	return args
}

// quad has the top left cell of a square of four and values.
var quad = form{
	read: func(r *reader, k *kind, it item) {
		it.need(len(it.args) >= 2, "the top left cell and values", "found .%s with %d arguments", it.text, len(it.args))
		rule := sudoku.Rule{Kind: k.rule, Cells: r.square(r.cell(it.args[0]))}
		it.args[0].need(rule.Cells != nil, "the top left cell of four", "found %s at the end of the grid",
			it.args[0].text)
		least, largest := r.p.Shape.Numbers()
		for i := range it.args[1:] {
			rule.Values = append(rule.Values, it.number(i+1, least, largest))
		}
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		cells := slices.Sorted(slices.Values(rule.Cells))
		if !slices.Equal(cells, w.square(cells[0])) {
			return nil, false
		}
		args := w.cellNames(cells[:1])
		for _, v := range rule.Values {
			args = append(args, strconv.Itoa(v))
		}
		return one(k, args...), true
	},
}

// square returns the square of four cells with this one at the top left, or nil if there is none.
func (r *reader) square(c sudoku.Cell) []sudoku.Cell {
	right, below := r.moved(c, 0, 1), r.moved(c, 1, 0)
	if right < 0 || below < 0 {
		return nil
	}
	return []sudoku.Cell{c, right, below, r.moved(c, 1, 1)}
}

// groupOf returns the group of a cell, which may be the grid.
func (r *reader) groupOf(c sudoku.Cell) group {
	for _, g := range r.vars {
		if c >= g.first && int(c-g.first) < g.count {
			return g
		}
	}
	_, columns := r.p.Shape.Size()
	return group{count: r.p.Shape.GridCells(), columns: columns}
}

// moved returns the cell some rows below and some columns to the right, of the grid or of the group of c; -1 if there
// is none.
func (r *reader) moved(c sudoku.Cell, rows, columns int) sudoku.Cell {
	in := r.groupOf(c)
	at := int(c - in.first)
	row, column := at/in.columns+rows, at%in.columns+columns
	if row < 0 || column < 0 || column >= in.columns || row*in.columns+column >= in.count {
		return -1
	}
	return in.first + sudoku.Cell(row*in.columns+column)
}

// contains has values, as in 1_2_2, and cells.
var contains = form{
	read: func(r *reader, k *kind, it item) {
		r.add(it.word, r.valuesAndCells(k, it))
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return w.item(k, rule.Cells, joined(rule.Values)), true
	},
}

func (r *reader) valuesAndCells(k *kind, it item) sudoku.Rule {
	it.need(len(it.args) > 0, "values and cells", "found .%s without values", it.text)
	return sudoku.Rule{Kind: k.rule, Values: r.values(it.args[0]), Cells: r.cells(it.args[1:])}
}

// values reads values separated by _.
func (r *reader) values(w word) []int {
	least, largest := r.p.Shape.Numbers()
	return w.numbers(least, largest)
}

func joined(values []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "_")
}

// containExact has values that occur exactly as often as they are listed.
var containExact = form{
	read: func(r *reader, k *kind, it item) {
		rule := r.valuesAndCells(k, it)
		counts := map[int]int{}
		for _, v := range rule.Values {
			counts[v]++
		}
		rule.Values = nil
		for v := range r.p.Shape.AllNumbers {
			if counts[v] > 0 {
				rule.Values = append(rule.Values, counts[v], v)
			}
		}
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		var values []int
		for pair := range slices.Chunk(rule.Values, 2) {
			if pair[0] == 0 || slices.Contains(values, pair[1]) {
				return nil, false
			}
			values = append(values, slices.Repeat(pair[1:], pair[0])...)
		}
		return w.item(k, rule.Cells, joined(values)), true
	},
}

// lookAndSay has pairs of digits: a count and a value.
var lookAndSay = form{
	read: func(r *reader, k *kind, it item) {
		rule := sudoku.Rule{Kind: k.rule}
		it.need(len(it.args) > 0, "counts and values", "found .%s without values", it.text)
		for i, digit := range it.args[0].text {
			if digit < '0' || digit > '9' {
				word{at: it.args[0].at[i:]}.fail("digits: pairs of a count and a value", "found %q", digit)
			}
			rule.Values = append(rule.Values, int(digit-'0'))
		}
		rule.Cells = r.cells(it.args[1:])
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		digits := strings.ReplaceAll(joined(rule.Values), "_", "")
		return w.item(k, rule.Cells, digits), len(digits) == len(rule.Values)
	},
}

// indexing has C or R for the kind of the indexers, and cells.
var indexing = form{
	read: func(r *reader, k *kind, it item) {
		kinds := map[string]string{"C": "column-indexer", "R": "row-indexer"}
		it.need(len(it.args) > 0 && kinds[it.args[0].text] != "", "C or R, and cells",
			"found .%s without a direction", it.text)
		r.add(it.word, sudoku.Rule{Kind: kinds[it.args[0].text], Cells: r.cells(it.args[1:])})
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return w.item(k, rule.Cells, strings.ToUpper(rule.Kind[:1])), true
	},
}

// row returns the cells of a row or column such as R3 or C3.
func (r *reader) row(w word) []sudoku.Cell {
	if len(w.text) > 1 && (w.text[0] == 'R' || w.text[0] == 'C') {
		if i, err := strconv.ParseInt(w.text[1:], maxRows+1, 32); err == nil && i >= 1 && i <= maxRows {
			if cells := rowOf(r.p.Shape, w.text[0], int(i)-1); cells != nil {
				return cells
			}
		}
	}
	w.fail("a row or column, such as R3 or C3", "found %q", place.Shorten(w.text))
	return nil
}

// rowOf returns the cells of row i, or of column i if axis is C; nil if there is none.
func rowOf(s sudoku.Shape, axis byte, i int) (cells []sudoku.Cell) {
	if axis == 'C' {
		return place.Walk(s, 0, i, 1, 0)
	}
	return place.Walk(s, i, 0, 0, 1)
}

// rowName returns the name of the row or column with these cells in order, or "".
func (w *writer) rowName(cells []sudoku.Cell) string {
	for _, axis := range []byte("RC") {
		for i := range maxRows {
			if slices.Equal(cells, rowOf(w.p.Shape, axis, i)) {
				return string(axis) + strconv.FormatInt(int64(i)+1, maxRows+1)
			}
		}
	}
	return ""
}

// sandwich has a sum and a row or column.
var sandwich = form{
	read: func(r *reader, k *kind, it item) {
		total := it.number(0, 0, sudoku.MaxRuleNumber)
		it.need(len(it.args) == 2, "a sum and a row or column", "found %d arguments of .%s", len(it.args), it.text)
		cells := r.row(it.args[1])
		rule := sudoku.Rule{Kind: k.rule, Number: total, Cells: cells}
		if len(cells) < r.p.Shape.N() { // the smallest and the largest value of the line are others
			rule.Kind = "lunchbox"
		}
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		for _, cells := range [][]sudoku.Cell{rule.Cells, reversed(rule.Cells)} {
			if name := w.rowName(cells); name != "" && len(cells) == w.p.Shape.N() {
				return one(k, strconv.Itoa(rule.Number), name), true
			}
		}
		return nil, false
	},
}

// outside has a row or column and the clues at its beginning and its end.
var outside = form{
	read: func(r *reader, k *kind, it item) {
		it.need(len(it.args) == 2 || len(it.args) == 3, "a row or column and two clues", "found %d arguments of .%s",
			len(it.args), it.text)
		cells := r.row(it.args[0])
		for i, w := range it.args[1:] {
			if w.text == "" {
				continue
			}
			rule := sudoku.Rule{Kind: k.rule, Number: w.number(0, sudoku.MaxRuleNumber), Cells: cells}
			if i == 1 {
				rule.Cells = reversed(cells)
			}
			r.add(it.word, rule)
		}
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		clue := strconv.Itoa(rule.Number)
		if name := w.rowName(rule.Cells); name != "" {
			return one(k, name, clue, ""), true
		}
		if name := w.rowName(reversed(rule.Cells)); name != "" {
			return one(k, name, "", clue), true
		}
		return nil, false
	},
}
