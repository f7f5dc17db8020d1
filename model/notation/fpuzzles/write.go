package fpuzzles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// JSON returns p as the JSON of f-puzzles, and what it does not hold.
func JSON(p sudoku.Puzzle) (string, place.Loss) {
	w := writer{p: p, entries: map[string][]entry{}}
	var lost place.Loss
	for i, rule := range p.Rules {
		if !w.rule(rule) {
			lost.Rules = append(lost.Rules, i)
		}
	}
	return w.object(), lost
}

// A writer collects the values of the keys of a puzzle.
type writer struct {
	p       sudoku.Puzzle
	regions []int // region of each cell; nil without the rule regions
	flags   []string
	entries map[string][]entry // by key
	copies  []lineCopy
}

// A lineCopy draws a rule for viewers that do not know its key.
type lineCopy struct {
	Lines           [][]string `json:"lines"`
	OutlineC        string     `json:"outlineC"`
	Width           float64    `json:"width"`
	IsNewConstraint bool       `json:"isNewConstraint"`
	FromConstraint  string     `json:"fromConstraint"`
}

// rule adds a rule. It returns false if no key can state it.
func (w *writer) rule(rule sudoku.Rule) bool {
	switch rule.Kind {
	case "regions":
		if w.regions != nil {
			return false
		}
		w.regions = make([]int, len(rule.Cells))
		for i, c := range rule.Cells {
			w.regions[c] = i / w.p.Shape.N()
		}
		return true
	case "diagonals":
		w.flags = append(w.flags, "diagonal+", "diagonal-")
		return true
	}
	for i := range keys {
		if k := &keys[i]; k.kind == rule.Kind && w.key(k, rule) {
			return true
		}
	}
	return false
}

// key states a rule by a key. It returns false if the key cannot state it.
func (w *writer) key(k *key, rule sudoku.Rule) bool {
	e := entry{}
	switch k.number {
	case numberOrNone:
		e.Value = &number{value: rule.Number, isSet: rule.Number != defaultNumber(k.kind, w.p.Shape.N())}
	case numberOrClue:
		e.Value = &number{value: rule.Number, isSet: true}
	case numberOrLetter:
		letter := ""
		for name, sum := range letters {
			if sum == rule.Number {
				letter = name
			}
		}
		if letter == "" {
			return false
		}
		e.Value = &number{other: letter}
	}
	switch k.form {
	case flag:
		w.flags = append(w.flags, k.name)
		return true
	case marks:
		for _, c := range rule.Cells {
			w.entries[k.name] = append(w.entries[k.name], entry{Cell: w.name(c)})
		}
		return true
	case onCells:
		if slices.Contains([]string{"xv", "ratio", "difference"}, k.name) && !w.adjacent(rule.Cells) {
			return false
		}
		e.Cells = w.names(rule.Cells)
	case onLines:
		e.Lines = [][]string{w.names(rule.Cells)}
	case diagonal:
		if e.Cell, e.Direction = w.littleKiller(rule.Cells); e.Cell == "" {
			return false
		}
		e.Cells = w.names(rule.Cells)
	case shafts:
		e.Lines, e.Cells = [][]string{w.names(rule.Cells)}, w.names(rule.Cells[:1])
	}
	w.entries[k.name] = append(w.entries[k.name], e)
	if k.drawnAs != "" {
		w.copies = append(w.copies, lineCopy{e.Lines, k.color, k.width, true, k.drawnAs})
	}
	return true
}

// name returns the name of a cell as f-puzzles writes it.
func (w *writer) name(c sudoku.Cell) string {
	return outside(w.p.Shape.Row(c), w.p.Shape.Column(c))
}

// outside returns the name of a cell that may lie outside the grid; row and column are counted from 0.
func outside(row, column int) string { return fmt.Sprintf("R%dC%d", row+1, column+1) }

func (w *writer) names(cells []sudoku.Cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = w.name(c)
	}
	return names
}

// adjacent reports whether cells are two cells that share a side.
func (w *writer) adjacent(cells []sudoku.Cell) bool {
	if len(cells) != 2 {
		return false
	}
	rows, columns := w.step(cells[0], cells[1])
	return max(rows, -rows)+max(columns, -columns) == 1
}

// step returns the difference of rows and columns from a to b.
func (w *writer) step(a, b sudoku.Cell) (rows, columns int) {
	s := w.p.Shape
	return s.Row(b) - s.Row(a), s.Column(b) - s.Column(a)
}

// littleKiller returns the cell outside the grid and the direction in which the cells are a whole diagonal, or "".
func (w *writer) littleKiller(cells []sudoku.Cell) (cell, direction string) {
	s, n := w.p.Shape, w.p.Shape.N()
	inside := func(row, column int) bool { return min(row, column) >= 0 && max(row, column) < n }
	for name, step := range steps {
		row, column := s.Row(cells[0])-step[0], s.Column(cells[0])-step[1]
		if inside(row, column) {
			continue
		}
		k := 0
		for r, c := row+step[0], column+step[1]; inside(r, c); r, c = r+step[0], c+step[1] {
			if k >= len(cells) || cells[k] != s.Cell(r, c) {
				k = -1
				break
			}
			k++
		}
		if k == len(cells) && (direction == "" || name < direction) {
			cell, direction = outside(row, column), name
		}
	}
	return cell, direction
}

// object returns the JSON object with the keys in their usual order.
func (w *writer) object() string {
	var out bytes.Buffer
	member := func(name string, value any) {
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		writeJSON(&out, name)
		out.WriteByte(':')
		writeJSON(&out, value)
	}
	member("size", w.p.Shape.N())
	if w.p.Name != "" {
		member("title", w.p.Name)
	}
	member("grid", w.grid())
	for _, k := range keys {
		switch list := w.entries[k.name]; {
		case slices.Contains(w.flags, k.name):
			member(k.name, true)
		case list != nil:
			member(k.name, list)
		}
	}
	if w.copies != nil {
		member("line", w.copies)
	}
	return "{" + out.String() + "}"
}

// writeJSON writes a value as JavaScript does: compact, and with characters outside ASCII as themselves.
func writeJSON(out *bytes.Buffer, value any) {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic("fpuzzles: " + err.Error()) // all values are structs of strings and numbers
	}
	out.Truncate(out.Len() - 1) // the line feed
}

// grid returns the rows of the grid. Default boxes are not written.
func (w *writer) grid() [][]gridCell {
	s := w.p.Shape
	n := s.N()
	rows := make([][]gridCell, n)
	for c, v := range w.p.Clues {
		cell := gridCell{}
		if v != 0 {
			cell.Value, cell.Given = &v, true
		}
		switch {
		case w.regions != nil:
			cell.Region = &w.regions[c]
		case s == defaultShape(n):
		case s.Height > 1:
			box := s.Box(sudoku.Cell(c))
			cell.Region = &box
		default:
			cell.Region = (*int)(nil)
		}
		rows[c/n] = append(rows[c/n], cell)
	}
	return rows
}
