package sudokupad

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nonet/model/sudoku"
)

// A lineLook says for which rule a line usually stands.
type lineLook struct {
	colors []color
	kind   string
	number func(n int) int // of the rule; nil for none
	thin   float64         // the least thickness; 0 means 4
	thick  float64         // the largest one; 0 means 64
	ends   end             // what both ends are in
	words  []string        // one of them confirms the guess in the rules that the setter wrote
}

// An end is the shape in which a line ends.
type end int

const (
	bare end = iota
	inCircle
	inDiamond
)

var lineLooks = []lineLook{
	{colors: []color{"#67f067"}, kind: "whisper", number: func(n int) int { return (n + 1) / 2 },
		words: []string{"whisper", "differ"}},
	{colors: []color{"#ffa600", "#ff9a00"}, kind: "whisper", number: func(n int) int { return (n+1)/2 - 1 },
		words: []string{"whisper", "differ", "dutch"}},
	{colors: []color{"#f067f0"}, kind: "renban", words: []string{"consecutive", "renban"}},
	{colors: []color{"#2ecbff"}, kind: "region-sum", words: []string{"sum", "box"}},
	{colors: []color{"#ffccaa"}, kind: "entropic", words: []string{"entrop"}},
	{colors: []color{"#33bbaa"}, kind: "modular", number: func(int) int { return 3 }, words: []string{"modul", "mod "}},
	{colors: []color{"#ff6666"}, kind: "parity-line", words: []string{"parity"}},
	{colors: []color{"#aabbee"}, kind: "lockout", number: func(int) int { return 4 }, ends: inDiamond, thin: 1,
		words: []string{"lockout", "outside"}},
	{colors: []color{"#aaaaaa"}, kind: "between", ends: inCircle, thin: 1, words: []string{"between"}},
	{colors: []color{"#bbbbbb", "#cfcfcf"}, kind: "palindrome", thin: 11, thick: 16, words: []string{"palindrom"}},
}

// confirmed reports whether the rules that the setter wrote contain one of the words, or whether there are none.
func (r *reader) confirmed(words ...string) bool {
	rules := strings.ToLower(r.rules)
	return rules == "" ||
		slices.ContainsFunc(words, func(word string) bool { return strings.Contains(rules, word) })
}

func (r *reader) guessed(look, kind string, number int, cells ...sudoku.Cell) {
	r.rule(kind, number, cells...)
	r.note("guessed from %s: %s", look, r.p.Rules[len(r.p.Rules)-1].Describe(r.p.Shape))
}

// guess reads drawings as the rules for which they usually stand. What it reads is marked as used.
func (r *reader) guess() {
	r.guessThermometers()
	r.guessArrows()
	r.guessLines()
	r.guessDiagonals()
	r.guessWindows()
	for _, list := range [][]shape{r.drawn.Overlays, r.drawn.Underlays} {
		for i := range list {
			if s := &list[i]; !s.used && s.what == "" {
				s.used = r.guessEdge(s) || r.guessParity(s)
			}
		}
	}
}

// shapeWhere returns the first shape for which f returns true, or nil.
func (r *reader) shapeWhere(f func(*shape) bool) *shape {
	for _, list := range [][]shape{r.drawn.Underlays, r.drawn.Overlays} {
		for i := range list {
			if list[i].what == "" && f(&list[i]) {
				return &list[i]
			}
		}
	}
	return nil
}

// blobAt returns a shape in the middle of a cell for which is returns true, wide enough for a bulb or a circle but
// inside the cell. It prefers one that is not used: another rule may have a shape in the same cell.
func (r *reader) blobAt(p point, is func(*shape) bool) *shape {
	blob := func(s *shape) bool {
		return near(s.Center[0], p[0]) && near(s.Center[1], p[1]) && s.Width >= 0.55 && s.Width <= 0.9 &&
			s.Height >= 0.55 && s.Height <= 0.9 && s.Text == "" && is(s)
	}
	return cmp.Or(r.shapeWhere(func(s *shape) bool { return !s.used && blob(s) }), r.shapeWhere(blob))
}

// endsOf returns the shapes of blobAt at both ends of a line.
func (r *reader) endsOf(l *line, is func(*shape) bool) (first, last *shape) {
	return r.blobAt(l.WayPoints[0], is), r.blobAt(l.WayPoints[len(l.WayPoints)-1], is)
}

// guessThermometers reads thick lines with a round blob at one end.
func (r *reader) guessThermometers() {
	for i := range r.drawn.Lines {
		l := &r.drawn.Lines[i]
		cells, ok := r.path(l.WayPoints)
		if !ok || l.Thickness < 4 || !r.confirmed("thermo", "increas") {
			continue
		}
		first, last := r.endsOf(l, func(s *shape) bool { return s.Rounded && s.BackgroundColor == l.Color })
		if last != nil {
			slices.Reverse(cells)
		}
		bulb := cmp.Or(first, last)
		if (first == nil) == (last == nil) {
			continue
		}
		l.used, bulb.used = true, true
		r.guessed("a line with a bulb", "thermometer", 0, cells...)
	}
}

// guessArrows reads arrows that start in a circle or a pill, and little killers.
func (r *reader) guessArrows() {
	for i := range r.drawn.Arrows {
		l := &r.drawn.Arrows[i]
		if len(l.WayPoints) < 2 {
			continue
		}
		if _, inside := r.cellAt(l.WayPoints[0]); !inside {
			l.used = r.guessLittleKiller(l)
			continue
		}
		points := slices.Clone(l.WayPoints)
		for _, k := range []int{0, len(points) - 1} { // an arrow starts at the border of its circle
			points[k] = point{math.Floor(points[k][0]) + 0.5, math.Floor(points[k][1]) + 0.5}
		}
		cells, ok := r.path(points)
		if !ok || !r.confirmed("arrow", "sum") {
			continue
		}
		var circle []sudoku.Cell
		s := r.shapeWhere(func(s *shape) bool {
			circle = r.covered(s)
			return s.Rounded && s.Text == "" && slices.Contains(circle, cells[0])
		})
		if s == nil {
			continue
		}
		for len(cells) > 1 && slices.Contains(circle, cells[1]) {
			cells = cells[1:] // through a pill
		}
		l.used, s.used = true, true
		r.addShaft(circle, cells[1:])
	}
}

// addShaft adds a shaft to the arrow with this circle, or a new arrow.
func (r *reader) addShaft(circle, shaft []sudoku.Cell) {
	if len(shaft) == 0 {
		return
	}
	i := slices.IndexFunc(r.p.Rules, func(rule sudoku.Rule) bool {
		return rule.Kind == "arrow" && slices.Equal(rule.Lists()[0], circle)
	})
	if i < 0 {
		rule := sudoku.Rule{Kind: "arrow", Groups: [][]sudoku.Cell{circle, shaft}}
		if len(circle) == 1 {
			rule = sudoku.Rule{Kind: "arrow", Cells: slices.Concat(circle, shaft)}
		}
		r.p.Rules = append(r.p.Rules, rule)
		i = len(r.p.Rules) - 1
	} else {
		r.p.Rules[i] = sudoku.Rule{Kind: "arrow", Groups: append(slices.Clone(r.p.Rules[i].Lists()), shaft)}
	}
	r.note("guessed from an arrow: %s", r.p.Rules[i].Describe(r.p.Shape))
}

// covered returns the cells whose middle a shape of at least half a cell covers.
func (r *reader) covered(s *shape) (cells []sudoku.Cell) {
	if min(s.Width, s.Height) < 0.5 {
		return nil
	}
	for row := math.Floor(s.Center[0]-s.Height/2) + 0.5; row < s.Center[0]+s.Height/2; row++ {
		for column := math.Floor(s.Center[1]-s.Width/2) + 0.5; column < s.Center[1]+s.Width/2; column++ {
			c, inside := r.cellAt(point{row, column})
			if inside && row > s.Center[0]-s.Height/2 && column > s.Center[1]-s.Width/2 {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// guessLittleKiller reads an arrow of two points that points into the grid, beside a number.
func (r *reader) guessLittleKiller(l *line) bool {
	from, to := l.WayPoints[0], l.WayPoints[len(l.WayPoints)-1]
	rows, columns := to[0]-from[0], to[1]-from[1]
	if len(l.WayPoints) != 2 || !near(math.Abs(rows), math.Abs(columns)) || !r.confirmed("diagonal", "sum") {
		return false
	}
	down, right := int(math.Copysign(1, rows)), int(math.Copysign(1, columns))
	sum := 0
	s := r.shapeWhere(func(s *shape) bool {
		v, isNumber := s.Text.number()
		sum = v
		return isNumber && !s.used && math.Hypot(s.Center[0]-from[0], s.Center[1]-from[1]) < 0.8
	})
	if s == nil {
		return false
	}
	row, column := int(math.Floor(from[0])), int(math.Floor(from[1]))
	var cells []sudoku.Cell
	for k := 1; k <= r.n; k++ {
		if c, inside := r.cellAt(point{float64(row + k*down), float64(column + k*right)}); inside {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		return false
	}
	s.used = true
	r.guessed("an arrow outside the grid and a number", "little-killer", sum, cells...)
	return true
}

// guessLines reads lines by their colors.
func (r *reader) guessLines() {
	for i := range r.drawn.Lines {
		l := &r.drawn.Lines[i]
		cells, ok := r.path(l.WayPoints)
		if l.used || !ok {
			continue
		}
		for _, look := range lineLooks {
			first, last := r.endsOf(l, func(s *shape) bool {
				return look.ends == bare || s.Rounded == (look.ends == inCircle)
			})
			marked, unmarked := first != nil && last != nil, first == nil && last == nil
			thickness := l.Thickness >= cmp.Or(look.thin, 4) && l.Thickness <= cmp.Or(look.thick, 64)
			if !slices.Contains(look.colors, l.Color) || !thickness || look.ends == bare && !unmarked ||
				look.ends != bare && !marked || !r.confirmed(look.words...) {
				continue
			}
			if marked {
				first.used, last.used = true, true
			}
			number := 0
			if look.number != nil {
				number = look.number(r.n)
			}
			l.used = true
			if look.kind == "between" && len(cells) == 2 {
				break // no cell is between the ends
			}
			r.guessed("a line in the color "+string(l.Color), look.kind, number, cells...)
			break
		}
	}
}

// guessDiagonals reads lines from corner to corner of the grid.
func (r *reader) guessDiagonals() {
	for i := range r.drawn.Lines {
		l, n := &r.drawn.Lines[i], float64(r.n)
		if l.used || len(l.WayPoints) != 2 || l.Color != "#34bbe6" || !r.confirmed("diagonal") {
			continue
		}
		a, b := l.WayPoints[0], l.WayPoints[1]
		if a[0] > b[0] {
			a, b = b, a
		}
		switch {
		case !near(a[0], 0) || !near(b[0], n):
		case near(a[1], 0) && near(b[1], n):
			l.used = true
			r.guessed("a line from corner to corner", "diagonal-down", 0)
		case near(a[1], n) && near(b[1], 0):
			l.used = true
			r.guessed("a line from corner to corner", "diagonal-up", 0)
		}
	}
}

// guessWindows reads four grey squares of 3x3 cells in a 9x9 grid.
func (r *reader) guessWindows() {
	var windows []*shape
	for _, list := range [][]shape{r.drawn.Underlays, r.drawn.Overlays} {
		for i := range list {
			s := &list[i]
			row, column := s.Center[0], s.Center[1]
			if near(s.Width, 3) && near(s.Height, 3) && s.BackgroundColor.isGrey() &&
				(near(row, 2.5) || near(row, 6.5)) && (near(column, 2.5) || near(column, 6.5)) {
				windows = append(windows, s)
			}
		}
	}
	if r.n != 9 || len(windows) != 4 || !r.confirmed("window", "windoku") {
		return
	}
	for _, s := range windows {
		s.used = true
	}
	r.guessed("four grey squares", "windoku", 0)
}

// edge returns the cells on both sides of the edge that has p in its middle, the upper or left cell first.
func (r *reader) edge(p point) (a, b sudoku.Cell, ok bool) {
	var insideA, insideB bool
	switch rowOnLine, columnOnLine := near(p[0], math.Round(p[0])), near(p[1], math.Round(p[1])); {
	case rowOnLine && !columnOnLine:
		a, insideA = r.cellAt(point{math.Round(p[0]) - 0.5, p[1]})
		b, insideB = r.cellAt(point{math.Round(p[0]) + 0.5, p[1]})
	case columnOnLine && !rowOnLine:
		a, insideA = r.cellAt(point{p[0], math.Round(p[1]) - 0.5})
		b, insideB = r.cellAt(point{p[0], math.Round(p[1]) + 0.5})
	}
	return a, b, insideA && insideB
}

// guessEdge reads dots, letters and signs on edges of cells.
func (r *reader) guessEdge(s *shape) bool {
	a, b, ok := r.edge(s.Center)
	if !ok {
		return false
	}
	beside := int(b-a) == 1
	signs := r.confirmed("greater", "inequalit", "less", "smaller")
	switch t := strings.ToLower(string(s.Text)); {
	case signs && (t == "<" && beside || (t == "^" || t == "∧") && !beside):
		r.guessed("a sign between cells", "less", 0, a, b)
	case signs && (t == ">" && beside || t == "∨" && !beside || t == "v" && !beside && r.rules != ""):
		r.guessed("a sign between cells", "less", 0, b, a)
	case t == "x" && r.confirmed("sum", "xv"):
		r.guessed("the letter X", "sum", 10, a, b)
	case t == "v" && r.confirmed("sum", "xv"):
		r.guessed("the letter V", "sum", 5, a, b)
	case t != "" || !s.Rounded || s.Width < 0.2 || s.Width > 0.4:
		return false
	case s.BackgroundColor == "#ffffff" && r.confirmed("consecutive", "white", "differ"):
		r.guessed("a white dot", "difference", 1, a, b)
	case s.BackgroundColor == "#000000" && r.confirmed("ratio", "double", "black", "1:2"):
		r.guessed("a black dot", "ratio", 2, a, b)
	default:
		return false
	}
	return true
}

// guessParity reads a grey circle in a cell as odd and a grey square as even.
func (r *reader) guessParity(s *shape) bool {
	c, inside := r.cellAt(s.Center)
	if !inside || !near(s.Center[0]-math.Floor(s.Center[0]), 0.5) || !near(s.Center[1]-math.Floor(s.Center[1]), 0.5) ||
		s.Text != "" || !s.BackgroundColor.isGrey() || s.Width < 0.65 || s.Width > 0.9 || !near(s.Width, s.Height) {
		return false
	}
	kind, look := "even", "a grey square"
	if s.Rounded {
		kind, look = "odd", "a grey circle"
	}
	if !r.confirmed(kind) {
		return false
	}
	r.guessed(look, kind, 0, c)
	return true
}
