package iss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

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
		return one(k, append(w.cellNames(cells[:1]), slice.Map(rule.Values, strconv.Itoa)...)...), true
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
