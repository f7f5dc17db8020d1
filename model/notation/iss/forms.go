package iss

import (
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
