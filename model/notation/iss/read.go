package iss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// maxRows is the largest number of rows of a text.
const maxRows = 16

// A reader turns items into a puzzle.
type reader struct {
	p       sudoku.Puzzle
	items   []item
	size    int                    // of a region
	extra   map[string]sudoku.Cell // extra cells by name
	vars    map[string]group       // of extra cells, by prefix
	allowed map[sudoku.Cell][]bool // allowed[c][v] for cells with restricted values
	jigsaw  bool                   // regions hold beside boxes
	opt     place.Options
	notes   []string
}

// A group is a list of extra cells, in rows.
type group struct {
	first          sudoku.Cell
	count, columns int
}

// cells returns the first n cells of the group, or of it and the groups behind it.
func (g group) cells(n int) []sudoku.Cell {
	return slice.Make(n, func(i int) sudoku.Cell { return g.first + sudoku.Cell(i) })
}

// Read reads a text or a link. It is a [place.Read].
func Read(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	defer parse.Catch(&err)
	r := reader{allowed: map[sudoku.Cell][]bool{}, extra: map[string]sudoku.Cell{}, vars: map[string]group{},
		opt: opt}
	r.items = scan(text)
	r.grid()
	all := tree(r.items)
	r.conditionalMarks(all, false)
	r.readAll(all)
	r.addValues()
	r.joinDiagonals()
	return r.p, r.notes, nil
}

// readAll reads items. All of them hold.
func (r *reader) readAll(all []node) {
	for _, n := range all {
		r.read(n)
	}
}

func (r *reader) read(n node) {
	it := n.item
	k := kindNamed(it.text)
	unknown := k == nil && !slices.Contains(other, it.text)
	switch {
	case unknown && r.opt.IgnoreUnknown:
		r.notes = append(r.notes, fmt.Sprintf("left out .%s: the type is unknown", place.Shorten(it.text)))
	case unknown:
		it.fail("", "found .%s: the type is unknown", place.Shorten(it.text))
	case it.text == "And":
		r.readAll(n.inside)
	case it.text == "Or":
		r.alternatives(n)
	case it.text == "Replicate":
		r.replicate(n)
	case slices.Contains(other, it.text):
	case (k.boxes || k.regions) && r.jigsaw:
		it.fail("NoBoxes", "found .%s in a grid with boxes and other regions", it.text)
	case k.boxes && !usualBoxes(r.p):
		it.fail("the usual boxes", "found .%s in a grid without boxes", it.text)
	case !k.fits(r.p.Shape):
		it.fail("another grid", "found .%s in a %s grid", it.text, r.p.Shape)
	default:
		k.form.read(r, k, it)
	}
}

// last returns the last item of a type, which decides.
func (r *reader) last(name string) *item {
	for i := len(r.items) - 1; i >= 0; i-- {
		if r.items[i].text == name {
			return &r.items[i]
		}
	}
	return nil
}

// grid reads the items about the shape of the grid.
func (r *reader) grid() {
	layout := sudoku.Layout{Rows: 9, Columns: 9, Values: 9}
	if it := r.last("Shape"); it != nil {
		layout = shapeOf(*it)
	}
	for _, it := range r.items {
		switch {
		case it.text == "Var":
			r.extraCells(it, &layout)
		case it.text == "ChaosConstruction" && r.vars["CC"].count == 0:
			r.addGroup(it, "CC", group{count: layout.Rows * layout.Columns, columns: layout.Columns}, &layout)
		case it.text == "Doppelganger" && r.vars["DGC"].count == 0 && r.names("DG"):
			for _, prefix := range []string{"DGC", "DGR", "DGB"} {
				r.addGroup(it, prefix, group{count: layout.Rows, columns: layout.Columns}, &layout)
			}
		}
	}
	r.size = max(layout.Rows, layout.Columns)
	if it := r.last("RegionSize"); it != nil {
		r.size = it.number(0, 1, layout.Rows*layout.Columns)
	}
	height, width, ok := boxOf(layout.Rows, layout.Columns, r.size)
	if !ok || r.last("NoBoxes") != nil || layout.Free {
		height, width = 1, layout.Columns
	}
	r.p.Shape = sudoku.Shape{Height: height, Width: width}.With(layout)
	if err := r.p.Shape.Validate(); err != nil {
		r.items[0].fail("", "%v", err)
	}
	r.p.Alphabet = r.p.Shape.Usual()
	r.p.Clues = make(sudoku.Grid, r.p.Shape.Cells())
	for _, it := range r.items {
		if it.text == "Jigsaw" {
			r.regions(it)
		}
	}
}

// names reports whether an item names a cell with this prefix.
func (r *reader) names(prefix string) bool {
	return slices.ContainsFunc(r.items, func(it item) bool {
		return slices.ContainsFunc(it.args, func(w word) bool { return strings.HasPrefix(w.text, prefix) })
	})
}

// boxOf returns the usual boxes of a number of cells: as square as possible and wider than high, or turned if only that
// fits the grid.
func boxOf(rows, columns, size int) (height, width int, ok bool) {
	for h := size; h > 1; h-- {
		switch w := size / h; {
		case h*h > size || size%h != 0:
		case rows%h == 0 && columns%w == 0:
			return h, w, true
		case rows%w == 0 && columns%h == 0:
			return w, h, true
		}
	}
	return 0, 0, false
}

// usualBoxes reports whether the boxes are those of a text without items about them except RegionSize.
func usualBoxes(p sudoku.Puzzle) bool {
	rows, columns := p.Shape.Size()
	height, width, ok := boxOf(rows, columns, p.Shape.Height*p.Shape.Width)
	return ok && p.Shape.Height == height && p.Shape.Width == width &&
		!slices.Contains(p.Kinds(), "regions")
}

// shapeOf reads RxC, an optional range of values, and the optional Raw.
func shapeOf(it item) (l sudoku.Layout) {
	const form = "rows and columns, such as 9x9"
	it.need(len(it.args) > 0, form, "found .Shape without a size")
	size := it.args[0]
	rows, columns, _ := strings.Cut(size.text, "x")
	n, err := strconv.Atoi(rows)
	m, err2 := strconv.Atoi(columns)
	size.need(err == nil && err2 == nil && min(n, m) >= 1 && max(n, m) <= maxRows, form+", up to 16x16",
		"found the shape %q", place.Shorten(size.text))
	l = sudoku.Layout{Rows: n, Columns: m, Values: max(n, m)}
	for i, w := range it.args[1:] {
		if w.text == "Raw" {
			l.Free = true
			continue
		}
		first, last, isRange := strings.Cut(w.text, "-")
		if !isRange {
			first, last = "1", first
		}
		least, err := strconv.Atoi(first)
		most, err2 := strconv.Atoi(last)
		switch l.Values, l.Offset = most-least+1, least-1; {
		case i == 0 && w.text == "" && len(it.args) > 2:
			l.Values, l.Offset = max(n, m), 0
		case err != nil || err2 != nil || i > 0 || least < 0 || least > 1 || l.Values < 1 || l.Values > maxRows:
			w.fail("values such as 9 or 0-8, at most 16, and Raw", "found the values %q", place.Shorten(w.text))
		}
	}
	size.need(l.Free || l.Values >= max(n, m), "as many values as a row or a column has cells", "found %d values",
		l.Values)
	return l
}

// extraCells reads a prefix, a label that has no meaning, and a number of cells, as 5 or 3x3.
func (r *reader) extraCells(it item, l *sudoku.Layout) {
	prefix := ""
	if len(it.args) > 0 {
		prefix = it.args[0].text
	}
	it.need(strings.Trim(prefix, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && prefix != "" && r.vars["V"+prefix].count == 0,
		"capital letters, which name the cells", "found .Var~%s", place.Shorten(prefix))
	rows, columns := 1, 1
	if len(it.args) > 2 {
		first, second, two := strings.Cut(it.args[2].text, "x")
		if rows, _ = strconv.Atoi(first); two {
			columns, _ = strconv.Atoi(second)
		}
	}
	g := group{count: rows * columns, columns: columns}
	if columns == 1 {
		g.columns = l.Columns
	}
	r.addGroup(it, "V"+prefix, g, l)
}

func (r *reader) addGroup(it item, prefix string, g group, l *sudoku.Layout) {
	g.first = sudoku.Cell(l.Rows*l.Columns + l.Extra)
	if l.Extra += g.count; g.count < 1 || l.Rows*l.Columns+l.Extra > maxCells {
		it.fail(fmt.Sprintf("at most %d cells", maxCells), "found .%s of %d cells", it.text, g.count)
	}
	r.vars[prefix] = g
	for i := range g.count {
		name := prefix
		if g.count > 1 {
			name += strconv.Itoa(i + 1)
		}
		r.extra[name] = g.first + sudoku.Cell(i)
	}
}

// maxCells is the largest number of cells of a text.
const maxCells = 1000

// regions reads one symbol per cell. Regions have the size of a region; the cells of one other symbol are in none.
func (r *reader) regions(it item) {
	cells := r.p.Shape.GridCells()
	layout := ""
	if n := len(it.args); n == 1 || n == 2 {
		layout = it.args[n-1].text
	}
	it.need(len(layout) == cells, fmt.Sprintf("a symbol for each of the %d cells", cells),
		"found .Jigsaw for another grid")
	labels := make([]int, cells)
	others := 0
	for c := range labels {
		if labels[c] = int(layout[c]); strings.Count(layout, layout[c:c+1]) != r.size {
			labels[c] = areas.None
			others |= 1 << (layout[c] % 64)
		}
	}
	it.need(others&(others-1) == 0, fmt.Sprintf("regions of %d cells", r.size),
		"found .Jigsaw with regions of several sizes")
	r.jigsaw = r.p.Shape.HasBoxes()
	areas.AddRegions(&r.p, labels)
}

func (r *reader) add(at word, rule sudoku.Rule) {
	r.p.Rules = append(r.p.Rules, rule)
	if err := r.p.ValidateRule(len(r.p.Rules) - 1); err != nil {
		_, reason, _ := strings.Cut(err.Error(), "rule "+rule.Kind+": ")
		at.fail("", "found .%s: %s", place.Shorten(at.text), reason)
	}
}

func (r *reader) restrict(c sudoku.Cell, values []int) {
	before := r.allowed[c]
	now := make([]bool, r.p.Shape.N()+1)
	for _, number := range values {
		v := number - r.p.Shape.Offset
		now[v] = before == nil || before[v]
	}
	r.allowed[c] = now
}

// addValues turns the restrictions of cells into clues and rules: even, odd, and candidates for each set of values.
// Candidates of all cells without a clue are stated for all cells: a house may have just as many values then.
func (r *reader) addValues() {
	s := r.p.Shape
	for c := range sudoku.Cell(s.Cells()) {
		var list []int
		for v, ok := range r.allowed[c] {
			if ok {
				list = append(list, v+s.Offset)
			}
		}
		switch {
		case len(list) == 1:
			r.p.Clues[c] = list[0] - s.Offset
		case r.allowed[c] == nil || len(list) == s.N():
		case len(list) == 0:
			none := model.Table{Vars: []model.Var{model.Var(c)}, Rows: [][]int{}}
			r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: "table", Core: none})
		case slices.Equal(list, withRemainder(s, 0)):
			place.Restrict(&r.p, c, sudoku.Rule{Kind: "even"})
		case slices.Equal(list, withRemainder(s, 1)):
			place.Restrict(&r.p, c, sudoku.Rule{Kind: "odd"})
		default:
			place.Restrict(&r.p, c, sudoku.Rule{Kind: "candidates", Values: list})
		}
	}
	for i, q := range r.p.Rules {
		covers := func(c sudoku.Cell) bool {
			return slices.Contains(q.Cells, c) || slices.Contains(q.Values, r.p.Clues[c]+s.Offset)
		}
		all := slice.Indices[sudoku.Cell](s.GridCells())
		if q.Kind == "candidates" && slice.Count(all, covers) == len(all) {
			r.p.Rules[i].Cells = all
		}
	}
}

// withRemainder returns the numbers of s with a remainder by 2.
func withRemainder(s sudoku.Shape, rest int) (all []int) {
	for v := range s.AllNumbers {
		if v%2 == rest {
			all = append(all, v)
		}
	}
	return all
}

// joinDiagonals replaces the two diagonals by the rule of both.
func (r *reader) joinDiagonals() {
	is := func(name string) func(sudoku.Rule) bool { return func(q sudoku.Rule) bool { return q.Kind == name } }
	down, up := is("diagonal-down"), is("diagonal-up")
	i := slices.IndexFunc(r.p.Rules, down)
	j := slices.IndexFunc(r.p.Rules, up)
	if i < 0 || j < 0 {
		return
	}
	r.p.Rules[min(i, j)].Kind = "diagonals"
	r.p.Rules = slices.DeleteFunc(r.p.Rules, func(q sudoku.Rule) bool { return down(q) || up(q) })
}

func (r *reader) cell(w word) sudoku.Cell {
	c, known := r.cellNamed(w.text)
	if !known {
		last := cellName(r.p.Shape, sudoku.Cell(r.p.Shape.GridCells()-1))
		w.fail("a cell from R1C1 to "+last, "found %q", place.Shorten(w.text))
	}
	return c
}

// cellNamed returns the cell with a name such as R1Cg.
func (r *reader) cellNamed(name string) (c sudoku.Cell, known bool) {
	const digits = "0123456789abcdefg"
	rows, columns := r.p.Shape.Size()
	if t := strings.ToLower(name); len(t) == 4 && t[0] == 'r' && t[2] == 'c' {
		row, column := strings.IndexByte(digits, t[1]), strings.IndexByte(digits, t[3])
		if row >= 1 && row <= rows && column >= 1 && column <= columns {
			return r.p.Shape.Cell(row-1, column-1), true
		}
	}
	c, known = r.extra[name]
	return c, known
}

// cells returns the cells with some names.
func (r *reader) cells(words []word) []sudoku.Cell { return slice.Map(words, r.cell) }

// number reads argument i of an item as a number.
func (it item) number(i, least, most int) int {
	if i >= len(it.args) {
		it.fail(fmt.Sprintf("a number from %d to %d", least, most), "found .%s without a number", it.text)
	}
	return it.args[i].number(least, most)
}

func (w word) number(least, most int) int {
	v, err := strconv.Atoi(w.text)
	if err != nil || v < least || v > most {
		w.fail(fmt.Sprintf("a number from %d to %d", least, most), "found %q", place.Shorten(w.text))
	}
	return v
}

// numbers reads numbers separated by _.
func (w word) numbers(least, most int) []int {
	var all []int
	at := 0
	for part := range strings.SplitSeq(w.text, "_") {
		all = append(all, w.part(at, at+len(part)).number(least, most))
		at += len(part) + 1
	}
	return all
}
