package fpuzzles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// JSON returns p as the JSON of f-puzzles, and what it does not hold.
func JSON(p sudoku.Puzzle) (string, place.Loss) {
	w := writer{p: p, values: map[sudoku.Cell][]int{}, entries: map[string][]entry{}}
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
	p         sudoku.Puzzle
	regions   []int // region of each cell; nil without the rule regions
	values    map[sudoku.Cell][]int
	flags     []string
	negatives []string
	entries   map[string][]entry // by key
	copies    []lineCopy
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
		if w.regions == nil {
			w.regions = make([]int, len(rule.Cells))
			for i, c := range rule.Cells {
				w.regions[c] = i / w.p.Shape.N()
			}
			return true
		}
	case "negative-difference":
		if w.excludesOne(rule) {
			w.flags = append(w.flags, "nonconsecutive")
			return true
		}
		return false
	case "diagonals":
		w.flags = append(w.flags, "diagonal+", "diagonal-")
		return true
	case "candidates":
		if slices.ContainsFunc(rule.Cells, func(c sudoku.Cell) bool { return w.values[c] != nil }) {
			return false
		}
		for _, c := range rule.Cells {
			w.values[c] = rule.Values
		}
		return true
	}
	if !w.meansElse(rule) {
		for name, kind := range negatives {
			if kind == rule.Kind {
				w.negatives = append(w.negatives, name)
				return true
			}
		}
		for i := range keys {
			if k := &keys[i]; k.kind == rule.Kind && w.key(k, rule) {
				return true
			}
		}
	}
	return w.extraRegions(rule)
}

// meansElse reports whether the key of a rule would mean something else to f-puzzles beside the other keys of the
// puzzle. Sources, for facts: the functions candidatePossibleInCell and getCellsSeenByDisjointGroup of f-puzzles.com.
func (w *writer) meansElse(rule sudoku.Rule) bool {
	s := w.p.Shape
	has := func(f func(r sudoku.Rule) bool) bool { return slices.ContainsFunc(w.p.Rules, f) }
	switch rule.Kind {
	case "non-consecutive": // dots exempt their cells; other numbers exclude consecutive values anyway
		return has(func(r sudoku.Rule) bool {
			return w.areBeside(r.Cells) && (r.Kind == "difference" && r.NumberIn(s) == 1 ||
				r.Kind == "ratio" && r.NumberIn(s) <= 2)
		})
	case "negative-ratio": // of the numbers of the dots that are written
		return has(func(r sudoku.Rule) bool { return r.Kind == "ratio" && !w.areBeside(r.Cells) })
	case "disjoint-groups": // of the usual boxes
		return slices.Contains(w.p.Kinds(), "regions") || s != defaultShape(s.N())
	}
	return false
}

// excludesOne reports whether a rule negative-difference excludes the difference 1 and no other one.
func (w *writer) excludesOne(rule sudoku.Rule) bool {
	return rule.Number == 1 || rule.Number == 0 && !slices.ContainsFunc(w.p.Rules, func(r sudoku.Rule) bool {
		return r.Kind == "difference" && r.NumberIn(w.p.Shape) != 1
	})
}

// extraRegions states a rule that only says that values differ, such as windoku, as extra regions.
func (w *writer) extraRegions(rule sudoku.Rule) bool {
	p := sudoku.Puzzle{Shape: w.p.Shape, Rules: append([]sudoku.Rule{rule}, place.RegionRules(w.p)...)}
	m, rules, _ := p.BaseModelByRule()
	var entries []entry
	for i, c := range m.Constraints {
		if rules[i] != 0 {
			continue
		}
		different, ok := c.(model.AllDifferent)
		if !ok {
			return false
		}
		e := entry{}
		for _, v := range different.Vars {
			if int(v) >= p.Shape.Cells() {
				return false
			}
			e.Cells = append(e.Cells, w.name(sudoku.Cell(v)))
		}
		entries = append(entries, e)
	}
	w.entries["extraregion"] = append(w.entries["extraregion"], entries...)
	return true
}

// key states a rule by a key. It returns false if the key cannot state it.
func (w *writer) key(k *key, rule sudoku.Rule) bool {
	e := entry{Values: rule.Values}
	switch k.number {
	case noNumber:
		if s := w.p.Shape; rule.Number != 0 && rule.Number != (sudoku.Rule{Kind: k.kind}).NumberIn(s) {
			return false
		}
	case numberOrNone:
		e.Value = &number{value: rule.Number, isSet: rule.Number != 0}
	case numberOrClue:
		e.Value = &number{value: rule.Number, isSet: true}
	case numberOrLetter:
		if e.Value = (&number{other: map[int]string{10: "X", 5: "V"}[rule.Number]}); e.Value.other == "" {
			return false
		}
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
	case onPair:
		if !w.areBeside(rule.Cells) {
			return false
		}
		e.Cells = w.names(rule.Cells)
	case onCells, corner:
		e.Cells = w.names(rule.Cells)
	case onLines:
		e.Lines = [][]string{w.names(rule.Cells)}
	case diagonal, side:
		if e.Cell, e.Direction = w.outside(rule.Cells, k.form); e.Cell == "" {
			return false
		}
		if k.form == diagonal {
			e.Cells = w.names(rule.Cells)
		}
	case copied:
		e.Cells, e.Clones = w.names(rule.Groups[0]), w.names(rule.Groups[1])
	case shafts:
		circle := rule.Lists()[0]
		if !slices.IsSorted(circle) {
			return false // the number in a pill is read in reading order
		}
		e.Cells = w.names(circle)
		for _, shaft := range rule.Lists()[1:] {
			nearest := slices.MinFunc(circle, func(a, b sudoku.Cell) int {
				return w.distance(a, shaft[0]) - w.distance(b, shaft[0])
			})
			e.Lines = append(e.Lines, w.names(append([]sudoku.Cell{nearest}, shaft...)))
		}
	}
	w.entries[k.name] = append(w.entries[k.name], e)
	if k.drawnAs != "" {
		line := lineCopy{e.Lines, k.color, 0.25, true, k.drawnAs}
		if rule.Kind == "whisper" {
			line.Width = 0.1875
			if n := w.p.Shape.N(); rule.NumberIn(w.p.Shape) == (n+1)/2-1 {
				line.OutlineC = "#FF9A00" // a Dutch whisper
			}
		}
		w.copies = append(w.copies, line)
	}
	return true
}

// distance returns the number of steps between cells along rows and columns.
func (w *writer) distance(a, b sudoku.Cell) int {
	rows, columns := w.p.Shape.Row(b)-w.p.Shape.Row(a), w.p.Shape.Column(b)-w.p.Shape.Column(a)
	return max(rows, -rows) + max(columns, -columns)
}

// areBeside reports whether cells are two cells that share a side.
func (w *writer) areBeside(cells []sudoku.Cell) bool {
	return len(cells) == 2 && w.distance(cells[0], cells[1]) == 1
}

// name returns the name of a cell as f-puzzles writes it.
func (w *writer) name(c sudoku.Cell) string { return nameOf(w.p.Shape.Row(c), w.p.Shape.Column(c)) }

// nameOf returns the name of a cell that may lie outside the grid; row and column are counted from 0.
func nameOf(row, column int) string { return fmt.Sprintf("R%dC%d", row+1, column+1) }

func (w *writer) names(cells []sudoku.Cell) []string {
	return slice.Map(cells, w.name)
}

// outside returns the cell outside the grid from which the cells are a whole diagonal, or a whole row or column, and
// the name of the direction, or "".
func (w *writer) outside(cells []sudoku.Cell, f form) (cell, direction string) {
	r := reader{n: w.p.Shape.N(), p: w.p}
	directions := []string{"R", "L", "D", "U"}
	if f == diagonal {
		directions = []string{"DL", "DR", "UL", "UR"}
	}
	for _, name := range directions {
		step := steps[name]
		row, column := w.p.Shape.Row(cells[0])-step[0], w.p.Shape.Column(cells[0])-step[1]
		if !r.inside(row, column) && slices.Equal(r.line(row, column, step), cells) {
			if f == side {
				name = ""
			}
			return nameOf(row, column), name
		}
	}
	return "", ""
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
	for i, text := range []string{w.p.Name, w.p.Texts.Author, w.p.Texts.Rules} {
		if text != "" {
			member([]string{"title", "author", "ruleset"}[i], text)
		}
	}
	member("grid", w.grid())
	for i, k := range keys {
		switch list := w.entries[k.name]; {
		case keyNamed(k.name) != &keys[i]:
		case slices.Contains(w.flags, k.name):
			member(k.name, true)
		case list != nil:
			member(k.name, list)
		}
		if k.name == "nonconsecutive" && w.negatives != nil {
			member("negative", w.negatives)
		}
	}
	if w.copies != nil {
		member("line", w.copies)
	}
	if w.p.Texts.Solution != nil {
		member("solution", w.p.Texts.Solution)
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
		cell := gridCell{Marks: w.values[sudoku.Cell(c)]}
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
