package iss

import (
	"slices"
	"strconv"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

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
