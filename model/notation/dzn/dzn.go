package dzn

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nonet/internal/pattern"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

var begins = pattern.Lazy(`^\s*[A-Za-z_]\w*\s*=\s*(?:\[\||array2d\s*\(|\d+\s*;)`)

// Is reports whether a text begins with an assignment that only a data file has: of [| or array2d, or of an integer
// with a semicolon. A list between simple brackets may be that of any language.
func Is(text string) bool { return begins().MatchString(text) }

// IsComment reports whether a line is a comment of a data file.
func IsComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "%") }

// Names returns the names to which a line assigns, so that a caller can find where the next puzzle begins.
func Names(line string) (names []string) {
	line, _, _ = strings.Cut(line, "%")
	for _, m := range assigned().FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	return names
}

var assigned = pattern.Lazy(`(?:^|;)\s*([A-Za-z_]\w*)\s*=`)

// A reader turns assignments into a puzzle.
type reader struct {
	p    sudoku.Puzzle
	n    int
	opt  place.Options
	all  []assignment
	left []string // notes
}

// Read reads a data file. It is a [place.Read].
func Read(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	tokens, err := scan(text)
	if err != nil {
		return p, nil, err
	}
	r := reader{opt: opt}
	names := map[string]bool{}
	for in := (&parser{tokens: tokens}); in.peek().text != ""; {
		a, err := in.assignment()
		if err != nil {
			return p, nil, err
		}
		if names[a.name.text] {
			return p, nil, a.fail("one value for each name", "%s is assigned twice", shorten(a.name.text))
		}
		names[a.name.text] = true
		r.all = append(r.all, a)
	}
	if err := r.read(); err != nil {
		return p, nil, err
	}
	first := text
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		first = text[:i]
	}
	if IsComment(first) {
		r.p.Name = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(first), "%"))
	}
	return r.p, append(r.left, place.SolutionNotes(r.p)...), nil
}

// fail returns an error at the name of an assignment.
func (a assignment) fail(expected, format string, args ...any) error {
	return &place.Error{Offset: a.name.at, Msg: fmt.Sprintf(format, args...), Expected: expected}
}

// A role is the meaning of an array.
type role int

const (
	grid role = iota
	regions
	solution
)

// role returns the meaning of an array, by its name.
func (a assignment) role() role {
	name := strings.ToLower(a.name.text)
	has := func(part string) bool { return strings.Contains(name, part) }
	switch {
	case slices.ContainsFunc([]string{"region", "block", "box", "area", "jigsaw"}, has):
		return regions
	case slices.ContainsFunc([]string{"solution", "answer"}, has):
		return solution
	}
	return grid
}

// read states the puzzle of the assignments.
func (r *reader) read() error {
	var by [3]*assignment
	for i := range r.all {
		a := &r.all[i]
		if !a.array {
			continue
		}
		if other := by[a.role()]; other != nil {
			return a.fail("one grid", "found the array %s beside %s, which may be a rule", shorten(a.name.text),
				shorten(other.name.text))
		}
		by[a.role()] = a
	}
	for _, a := range by {
		if a == nil {
			continue
		}
		n := rowsOf(len(a.numbers))
		switch {
		case n == 0 || a.width != 0 && a.width != n || n > sudoku.MaxN:
			return a.fail(fmt.Sprintf("as many rows as columns, up to %d", sudoku.MaxN),
				"the array %s has %d values%s", shorten(a.name.text), len(a.numbers), a.inRows())
		case r.n != 0 && n != r.n:
			return a.fail(fmt.Sprintf("%d as in the array before", r.n*r.n), "the array %s has %d values",
				shorten(a.name.text), len(a.numbers))
		}
		r.n = n
	}
	if by[grid] == nil && by[regions] == nil {
		return &place.Error{Msg: "the data have no grid", Expected: "an array such as start = [|1, 0, ...|]"}
	}
	if err := r.shape(by[regions] != nil); err != nil {
		return err
	}
	r.p.Clues = make(sudoku.Grid, r.n*r.n)
	if err := by[grid].copyTo(r.p.Clues, r.n); err != nil {
		return err
	}
	if a := by[solution]; a != nil {
		r.p.Texts.Solution = make(sudoku.Grid, r.n*r.n)
		if err := a.copyTo(r.p.Texts.Solution, r.n); err != nil {
			return err
		}
		if i := slices.Index(r.p.Texts.Solution, 0); i >= 0 {
			return &place.Error{Offset: a.numbers[i].at, Msg: "the solution has a blank",
				Expected: fmt.Sprintf("1 to %d", r.n)}
		}
	}
	if a := by[regions]; a != nil {
		labels := make([]int, len(a.numbers))
		for i, v := range a.numbers {
			labels[i] = v.value
		}
		if !areas.Complete(labels, r.n) {
			return a.fail(fmt.Sprintf("%d regions of %d cells", r.n, r.n), "the regions of %s are not of equal size",
				shorten(a.name.text))
		}
		areas.AddRegions(&r.p, labels)
	}
	return nil
}

// inRows describes the rows of an array for a message.
func (a assignment) inRows() string {
	if a.width == 0 {
		return ""
	}
	return fmt.Sprintf(" in rows of %d", a.width)
}

func rowsOf(cells int) int {
	n := 0
	for n*n < cells {
		n++
	}
	if n*n != cells {
		return 0
	}
	return n
}

// copyTo copies the values of an array, of which there may be none.
func (a *assignment) copyTo(g sudoku.Grid, n int) error {
	if a == nil {
		return nil
	}
	for i, v := range a.numbers {
		if v.value < 0 || v.value > n {
			return &place.Error{Offset: v.at, Msg: fmt.Sprintf("found %d", v.value),
				Expected: fmt.Sprintf("1 to %d, or 0 or _ for a blank", n)}
		}
		g[i] = v.value
	}
	return nil
}

// The names of the sides of a box. A name without the word box may also mean the size of the grid, if the value does.
var (
	heightName = pattern.Lazy(`(?i)height|rows|^[hr]$`)
	widthName  = pattern.Lazy(`(?i)width|col|^[wc]$`)
	boxName    = pattern.Lazy(`(?i)box|block|region|sub`)
)

// shape finds the boxes from the integers.
func (r *reader) shape(jigsaw bool) error {
	var s sudoku.Shape
	var last *assignment // that says something about the boxes
	for i := range r.all {
		a := &r.all[i]
		if a.array {
			continue
		}
		v, name := a.numbers[0].value, a.name.text
		divides := v > 0 && r.n%v == 0
		switch {
		case v == r.n && !boxName().MatchString(name), v == r.n*r.n:
		case divides && heightName().MatchString(name):
			s.Height, last = v, a
		case divides && widthName().MatchString(name):
			s.Width, last = v, a
		case v > 0 && v*v == r.n:
			s, last = sudoku.Shape{Height: v, Width: v}, a
		case r.opt.IgnoreUnknown:
			r.left = append(r.left, fmt.Sprintf("left out %s = %d: it is no size of the grid", shorten(name), v))
		default:
			return &place.Error{Offset: a.numbers[0].at, Msg: fmt.Sprintf("found %s = %d", shorten(name), v),
				Expected: fmt.Sprintf("a size of the grid of %d rows; anything else may be a rule", r.n)}
		}
	}
	switch {
	case s.Height == 0 && s.Width > 0:
		s.Height = r.n / s.Width
	case s.Width == 0 && s.Height > 0:
		s.Width = r.n / s.Height
	}
	usual, hasBoxes := sudoku.ShapeOf(r.n)
	switch {
	case last != nil && s.N() != r.n:
		return last.fail(fmt.Sprintf("boxes of %d cells", r.n), "the boxes are %dx%d", s.Height, s.Width)
	case r.opt.Boxes.N() == r.n:
		s = r.opt.Boxes
	case last != nil:
	case jigsaw || !hasBoxes:
		s = sudoku.Shape{Height: 1, Width: r.n}
	default:
		s = usual
	}
	r.p.Shape = s
	return nil
}

// Write writes p as a data file. It is a [place.Write].
func Write(p sudoku.Puzzle) (text string, lost place.Loss) {
	n := p.Shape.N()
	jigsaw := false
	for i, r := range p.Rules {
		if r.Kind == "regions" && !jigsaw {
			jigsaw = true
		} else {
			lost.Rules = append(lost.Rules, i)
		}
	}
	var b strings.Builder
	if p.Name != "" {
		fmt.Fprintf(&b, "%% %s\n", oneLine(p.Name))
	}
	switch s := p.Shape; {
	case jigsaw:
		fmt.Fprintf(&b, "n = %d;\n", n)
	case s.Height == s.Width:
		fmt.Fprintf(&b, "S = %d;\n", s.Height)
	default:
		fmt.Fprintf(&b, "boxHeight = %d;\nboxWidth = %d;\n", s.Height, s.Width)
	}
	array(&b, "start", p.Clues, n)
	if jigsaw {
		labels := areas.RegionsOf(p)
		for i := range labels {
			labels[i]++
		}
		array(&b, "regions", labels, n)
	}
	if p.Texts.Solution != nil {
		array(&b, "solution", p.Texts.Solution, n)
	}
	for _, what := range []struct{ name, text string }{
		{"the author", p.Texts.Author}, {"the rules in words", p.Texts.Rules},
	} {
		if what.text != "" {
			lost.Texts = append(lost.Texts, what.name)
		}
	}
	return strings.TrimSuffix(b.String(), "\n"), lost
}

// oneLine returns a name that a comment holds.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.In(c, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return c
	}, name))
}

// array writes an array of n rows in aligned columns.
func array(b *strings.Builder, name string, values []int, n int) {
	width := len(fmt.Sprint(n))
	fmt.Fprintf(b, "%s = [|\n", name)
	for i, v := range values {
		switch {
		case i%n > 0:
			b.WriteString(", ")
		case i > 0:
			b.WriteString("|\n  ")
		default:
			b.WriteString("  ")
		}
		fmt.Fprintf(b, "%*d", width, v)
	}
	b.WriteString("|];\n")
}
