package iss

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	n       int
	items   []item
	allowed map[sudoku.Cell][]bool // allowed[c][v] for cells with restricted values
	jigsaw  bool                   // regions hold beside boxes
	opt     place.Options
	notes   []string
	tuples  *int // values tried for alternatives
}

// Read reads a text or a link. It is a [place.Read].
func Read(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	r := reader{allowed: map[sudoku.Cell][]bool{}, opt: opt, tuples: new(int)}
	if r.items, err = scan(text); err != nil {
		return p, nil, err
	}
	if err := r.grid(); err != nil {
		return p, nil, err
	}
	all, err := tree(r.items)
	if err != nil {
		return p, nil, err
	}
	if err := r.conditionalMarks(all, false); err != nil {
		return p, nil, err
	}
	if err := r.readAll(all); err != nil {
		return p, nil, err
	}
	r.addValues()
	r.joinDiagonals()
	return r.p, r.notes, nil
}

// readAll reads items. All of them hold.
func (r *reader) readAll(all []node) error {
	for _, n := range all {
		if err := r.read(n); err != nil {
			return err
		}
	}
	return nil
}

// read reads an item and the items inside.
func (r *reader) read(n node) error {
	it := n.item
	k := kindNamed(it.text)
	reason := refused[it.text]
	if k == nil && reason == "" && !slices.Contains(other, it.text) {
		reason = "the type is unknown"
	}
	switch {
	case reason != "" && r.opt.IgnoreUnknown:
		r.notes = append(r.notes, fmt.Sprintf("left out .%s: %s", shorten(it.text), reason))
	case reason != "":
		return it.fail("", "found .%s: %s", shorten(it.text), reason)
	case it.text == "And":
		return r.readAll(n.inside)
	case it.text == "Or":
		return r.alternatives(n)
	case it.text == "Replicate":
		return r.replicate(n)
	case slices.Contains(other, it.text):
	case (k.boxes || k.regions) && r.jigsaw:
		return it.fail("NoBoxes", "found .%s in a grid with boxes and other regions", it.text)
	case k.boxes && !usualBoxes(r.p):
		return it.fail("the usual boxes", "found .%s in a grid without boxes", it.text)
	default:
		return k.form.read(r, k, it)
	}
	return nil
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
func (r *reader) grid() error {
	r.n = 9
	if it := r.last("Shape"); it != nil {
		if err := r.shape(*it); err != nil {
			return err
		}
	}
	r.p.Shape = sudoku.Shape{Height: 1, Width: r.n}
	r.p.Clues = make(sudoku.Grid, r.n*r.n)
	var small [][]sudoku.Cell // boxes of another size than a row
	if r.last("NoBoxes") == nil {
		size := r.n
		if it := r.last("RegionSize"); it != nil {
			var err error
			if size, err = it.number(0, 1, r.n*r.n); err != nil {
				return err
			}
		}
		if height, width, ok := boxOf(r.n, size); ok && size == r.n {
			r.p.Shape = sudoku.Shape{Height: height, Width: width}
		} else if ok {
			small = make([][]sudoku.Cell, r.n*r.n/size)
			for c := range sudoku.Cell(r.n * r.n) {
				box := r.p.Shape.Row(c)/height*(r.n/width) + r.p.Shape.Column(c)/width
				small[box] = append(small[box], c)
			}
		}
	}
	for _, cells := range small {
		if err := r.add(r.last("RegionSize").word, sudoku.Rule{Kind: "all-different", Cells: cells}); err != nil {
			return err
		}
	}
	for _, it := range r.items {
		if it.text == "Jigsaw" {
			if err := r.regions(it); err != nil {
				return err
			}
		}
	}
	return nil
}

// boxOf returns the usual boxes of a number of cells: as square as possible and wider than high, or turned if only that
// fits the grid.
func boxOf(n, size int) (height, width int, ok bool) {
	best := 0
	for h := 1; h*h <= size; h++ {
		if size%h == 0 && n%h == 0 && n%(size/h) == 0 {
			best = h
		}
	}
	if best == 0 {
		return 0, 0, false
	}
	return best, size / best, true
}

// usualBoxes reports whether the boxes are those of a text without items about them.
func usualBoxes(p sudoku.Puzzle) bool {
	height, width, ok := boxOf(p.Shape.N(), p.Shape.N())
	return ok && p.Shape == sudoku.Shape{Height: height, Width: width} &&
		!slices.ContainsFunc(p.Rules, func(r sudoku.Rule) bool { return r.Kind == "regions" })
}

// shape reads RxC, an optional range of values, and the optional Raw.
func (r *reader) shape(it item) error {
	const form = "rows and columns, such as 9x9"
	if len(it.args) == 0 {
		return it.fail(form, "found .Shape without a size")
	}
	size := it.args[0]
	rows, columns, _ := strings.Cut(size.text, "x")
	n, err := strconv.Atoi(rows)
	m, err2 := strconv.Atoi(columns)
	switch {
	case err != nil || err2 != nil || n < 1 || n > maxRows || m < 1 || m > maxRows:
		return size.fail(form+", up to 16x16", "found the shape %q", shorten(size.text))
	case n != m:
		return size.fail("as many rows as columns", "found a grid of %s", size.text)
	}
	r.n = n
	for _, w := range it.args[1:] {
		switch {
		case w.text == "Raw":
			return w.fail("", "found Raw: grids without rows and columns are no puzzles of nonet")
		case strings.HasPrefix(w.text, "0-"):
			return w.fail(fmt.Sprintf("the values 1 to %d", n), "found the values %s", shorten(w.text))
		case w.text != "" && w.text != strconv.Itoa(n) && w.text != fmt.Sprintf("1-%d", n):
			return w.fail(fmt.Sprintf("the values 1 to %d", n), "found the values %q", shorten(w.text))
		}
	}
	return nil
}

// regions reads one symbol per cell. 0 is a cell in no region, unless the symbols make n regions of n cells with it.
func (r *reader) regions(it item) error {
	if len(it.args) != 1 || len(it.args[0].text) != r.n*r.n {
		return it.fail(fmt.Sprintf("a symbol for each of the %d cells", r.n*r.n), "found .Jigsaw for another grid")
	}
	layout := it.args[0].text
	labels := make([]int, len(layout))
	for c := range labels {
		labels[c] = int(layout[c])
	}
	if !areas.Complete(labels, r.n) {
		for c := range labels {
			if layout[c] == '0' {
				labels[c] = areas.None
			}
		}
	}
	r.jigsaw = r.p.Shape.Height > 1
	areas.AddRegions(&r.p, labels)
	return nil
}

// add appends a rule that an item states.
func (r *reader) add(at word, rule sudoku.Rule) error {
	r.p.Rules = append(r.p.Rules, rule)
	if err := r.p.ValidateRule(len(r.p.Rules) - 1); err != nil {
		_, reason, _ := strings.Cut(err.Error(), "rule "+rule.Kind+": ")
		return at.fail("", "found .%s: %s", shorten(at.text), reason)
	}
	return nil
}

// restrict states that a cell has one of some values.
func (r *reader) restrict(c sudoku.Cell, values []int) {
	before := r.allowed[c]
	now := make([]bool, r.n+1)
	for _, v := range values {
		now[v] = before == nil || before[v]
	}
	r.allowed[c] = now
}

// addValues turns the restrictions of cells into clues and rules: even, odd, and candidates for each set of values.
func (r *reader) addValues() {
	var sets []string
	cells := map[string][]sudoku.Cell{}
	lists := map[string][]int{}
	for c := range sudoku.Cell(r.n * r.n) {
		var list []int
		for v, ok := range r.allowed[c] {
			if ok {
				list = append(list, v)
			}
		}
		switch {
		case len(list) == 1:
			r.p.Clues[c] = list[0]
			continue
		case r.allowed[c] == nil || len(list) == r.n:
			continue
		}
		name := fmt.Sprint(list)
		if lists[name] = list; cells[name] == nil {
			sets = append(sets, name)
		}
		cells[name] = append(cells[name], c)
	}
	for _, name := range sets {
		list := lists[name]
		switch {
		case len(list) == 0:
			for _, c := range cells[name] {
				none := model.Table{Vars: []model.Var{model.Var(c)}, Rows: [][]int{}}
				r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: "table", Core: none})
			}
		case slices.Equal(list, withRemainder(r.n, 0)):
			r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: "even", Cells: cells[name]})
		case slices.Equal(list, withRemainder(r.n, 1)):
			r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: "odd", Cells: cells[name]})
		default:
			r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: "candidates", Cells: cells[name], Values: list})
		}
	}
}

// withRemainder returns the values up to n with a remainder by 2.
func withRemainder(n, rest int) (all []int) {
	for v := 1; v <= n; v++ {
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

// cell reads a cell such as R1Cg.
func (r *reader) cell(w word) (sudoku.Cell, error) {
	const digits = "0123456789abcdefg"
	if t := w.text; len(t) == 4 && t[0] == 'R' && t[2] == 'C' {
		row, column := strings.IndexByte(digits, t[1]), strings.IndexByte(digits, t[3])
		if row >= 1 && row <= r.n && column >= 1 && column <= r.n {
			return r.p.Shape.Cell(row-1, column-1), nil
		}
	}
	if strings.HasPrefix(w.text, "V") {
		return 0, w.fail("a cell", "found %q: %s", shorten(w.text), refused["Var"])
	}
	return 0, w.fail("a cell from R1C1 to "+cellName(r.p.Shape, sudoku.Cell(r.n*r.n-1)), "found %q", shorten(w.text))
}

// cells reads all words as cells.
func (r *reader) cells(words []word) ([]sudoku.Cell, error) {
	var all []sudoku.Cell
	for _, w := range words {
		c, err := r.cell(w)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// number reads argument i of an item as a number.
func (it item) number(i, least, most int) (int, error) {
	if i >= len(it.args) {
		return 0, it.fail(fmt.Sprintf("a number from %d to %d", least, most), "found .%s without a number", it.text)
	}
	return it.args[i].number(least, most)
}

func (w word) number(least, most int) (int, error) {
	v, err := strconv.Atoi(w.text)
	if err != nil || v < least || v > most {
		return 0, w.fail(fmt.Sprintf("a number from %d to %d", least, most), "found %q", shorten(w.text))
	}
	return v, nil
}

// numbers reads numbers separated by _.
func (w word) numbers(least, most int) ([]int, error) {
	var all []int
	at := 0
	for part := range strings.SplitSeq(w.text, "_") {
		v, err := w.part(at, at+len(part)).number(least, most)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
		at += len(part) + 1
	}
	return all, nil
}
