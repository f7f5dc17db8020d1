package iss

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// Forms of areas, of regions to find, and of ranks.

// connected has the prefix of a group of cells, which is empty for the grid, values, and the number of cells or
// nothing.
var connected = form{
	read: func(r *reader, k *kind, it item) {
		it.need(len(it.args) == 2 || len(it.args) == 3, "a prefix, values, and a size or nothing",
			"found .%s with %d arguments", it.text, len(it.args))
		rule := sudoku.Rule{Kind: k.rule}
		if prefix := it.args[0]; prefix.text != "" {
			_, columns := r.p.Shape.Size()
			g := r.vars[prefix.text]
			prefix.need(g.count == r.p.Shape.GridCells() && g.columns == columns,
				"as many cells as the grid has, in as many columns", "found the cells %q", place.Shorten(prefix.text))
			rule.Cells = g.cells(g.count)
		}
		rule.Values = r.values(it.args[1])
		if len(it.args) > 2 && it.args[2].text != "" {
			rule.Number = it.number(2, 1, r.p.Shape.GridCells())
		}
		r.add(it.word, rule)
	},
	write: func(_ *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		args := []string{"", joined(rule.Values)}
		if rule.Number > 0 {
			args = append(args, strconv.Itoa(rule.Number))
		}
		return one(k, args...), len(rule.Cells) == 0
	},
}

// chaosOf returns the rule about unknown regions of a puzzle that the format can hold: the only cells beside the grid
// hold the regions, in the order of the grid, which has no other regions, but may have boxes of the same size.
func chaosOf(p sudoku.Puzzle) *sudoku.Rule {
	i := slices.IndexFunc(p.Rules, func(r sudoku.Rule) bool { return r.Kind == "unknown-regions" })
	s := p.Shape
	if i < 0 || s.Extra != s.GridCells() || slices.Contains(p.Kinds(), "regions") ||
		s.HasBoxes() && s.Height*s.Width != cmp.Or(p.Rules[i].Number, max(s.Size())) {
		return nil
	}
	for j, c := range p.Rules[i].Cells {
		if int(c) != s.GridCells()+j {
			return nil
		}
	}
	return &p.Rules[i]
}

// unknownRegions states regions in the cells CC1, CC2 and so on.
var unknownRegions = form{
	read: func(r *reader, k *kind, it item) {
		rule := sudoku.Rule{Kind: k.rule}
		if r.size != max(r.p.Shape.Size()) {
			rule.Number = r.size
		}
		cells := r.vars["CC"]
		rule.Cells = cells.cells(cells.count)
		if !slices.Contains(r.p.Kinds(), k.rule) {
			r.add(it.word, rule)
		}
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return one(k), w.chaos != nil && rule.Number == w.chaos.Number && slices.Equal(rule.Cells, w.chaos.Cells)
	},
}

// doppelganger has the cells DGC for the values that rows lack, DGR for columns and DGB for boxes, if others name them.
var doppelganger = form{
	read: func(r *reader, k *kind, it item) {
		cells := r.vars["DGC"]
		r.add(it.word, sudoku.Rule{Kind: k.rule, Cells: cells.cells(3 * cells.count)})
	},
	write: func(_ *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		return one(k), len(rule.Cells) == 0
	},
}

// chaos reads a cell, 0 or 1 to add to its value, and lists of cells of regions with - between them.
func (r *reader) chaos(k *kind, it item) (rule sudoku.Rule, control sudoku.Cell, lists [][]sudoku.Cell) {
	rule.Kind = k.rule
	it.need(r.vars["CC"].count > 0 && len(it.args) > 0, "ChaosConstruction and a cell", "found .%s without it", it.text)
	if control = r.cell(it.args[0]); len(it.args) < 2 {
		return rule, control, nil
	}
	if it.args[1].text != "" {
		rule.Number = it.number(1, 0, 1)
	}
	lists = r.segments(it.args[2:])
	if last := len(lists) - 1; lists[last] == nil {
		lists = lists[:last]
	}
	return rule, control, lists
}

// region returns the cell that holds the region of a cell of the grid, some rows below and some columns to the right;
// -1 if there is none.
func (r *reader) region(c sudoku.Cell, rows, columns int) sudoku.Cell {
	return r.moved(r.vars["CC"].first+c, rows, columns)
}

// chaosCount counts the cells around a cell if it names none.
var chaosCount = form{
	read: func(r *reader, k *kind, it item) {
		rule, control, lists := r.chaos(k, it)
		cells := slices.Concat(lists...)
		if cells == nil {
			cells = []sudoku.Cell{r.region(control, 0, 0)}
			for i := range 9 {
				if c := r.region(control, i/3-1, i%3-1); c >= 0 && i != 4 {
					cells = append(cells, c)
				}
			}
		}
		rule.Cells = append([]sudoku.Cell{control}, cells...)
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		names := w.cellNames(rule.Cells)
		return one(k, append([]string{names[0], strconv.Itoa(rule.Number)}, names[1:]...)...), w.chaos != nil
	},
}

// chaosArrow looks in all four directions if it has no lists.
var chaosArrow = form{
	read: func(r *reader, k *kind, it item) {
		rule, control, lists := r.chaos(k, it)
		if len(lists) == 0 {
			for _, step := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
				var arm []sudoku.Cell
				for i := 0; r.region(control, i*step[0], i*step[1]) >= 0; i++ {
					arm = append(arm, r.region(control, i*step[0], i*step[1]))
				}
				lists = append(lists, arm)
			}
		}
		rule.Groups = append([][]sudoku.Cell{{control}}, lists...)
		r.add(it.word, rule)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		args := []string{w.cellName(rule.Groups[0][0]), strconv.Itoa(rule.Number)}
		return one(k, append(args, w.segments(rule.Groups[1:])...)...), w.chaos != nil
	},
}

// tiesOf returns what the text says about equal lines: none, only-unclued or any.
func (r *reader) tiesOf() string {
	if it := r.last("FullRankTies"); it != nil && len(it.args) == 1 {
		return it.args[0].text
	}
	return "only-unclued"
}

// ties says which lines may be equal.
var ties = form{
	read: func(r *reader, k *kind, it item) {
		switch text := r.tiesOf(); {
		case text == "none" && r.last(it.text).at[0] == it.at[0]:
			r.add(it.word, sudoku.Rule{Kind: k.rule})
		case !slices.Contains([]string{"none", "only-unclued", "any"}, text):
			it.fail("none, only-unclued or any", "found .%s~%s", it.text, place.Shorten(text))
		}
	},
	write: func(w *writer, k *kind, _ sudoku.Rule) ([]string, bool) {
		return []string{".FullRankTies~none"}, !slices.Contains(w.p.Kinds(), "shared-rank")
	},
}

// ranks reports whether lines may have ranks: each has all values.
func (r *reader) ranks() bool {
	rows, columns := r.p.Shape.Size()
	return rows == r.p.Shape.N() && columns == rows && !r.p.Shape.Free
}

// rank has a row or column and its places among all lines, from its beginning and its end.
var rank = form{
	read: func(r *reader, k *kind, it item) {
		it.need(r.ranks(), "as many rows and columns as values", "found .%s in a %s grid", it.text, r.p.Shape)
		named := *k
		if r.tiesOf() == "any" {
			named.rule = "shared-rank"
		}
		outside.read(r, &named, it)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		kinds := w.p.Kinds()
		items, ok := outside.write(w, k, rule)
		if rule.Kind == "shared-rank" {
			items = append(items, ".FullRankTies~any")
		}
		return items, ok && w.ranks() && !(slices.Contains(kinds, "shared-rank") &&
			(slices.Contains(kinds, "rank") || slices.Contains(kinds, "different-lines")))
	},
}

func (w *writer) anyOf(r sudoku.Rule) (items []string, ok bool) {
	items = []string{".Or"}
	for _, alternative := range r.Any {
		inside := writer{reader: reader{p: w.p}, chaos: w.chaos}
		inside.p.Rules = place.RegionRules(w.p)
		var together []string
		for _, q := range alternative {
			inside.p.Rules = append(inside.p.Rules, q)
			inside.model = nil
			if cells, list, ok := inside.restriction(q); ok {
				for _, c := range cells {
					together = append(together, ".~"+w.cellName(c)+"_"+joined(list))
				}
				continue
			}
			texts, ok := inside.rule(len(inside.p.Rules) - 1)
			if !ok {
				return nil, false
			}
			together = append(together, texts...)
		}
		if len(together) != 1 {
			together = append(append([]string{".And"}, together...), ".End")
		}
		items = append(items, together...)
	}
	return []string{strings.Join(append(items, ".End"), "")}, true
}
