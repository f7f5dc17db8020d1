package solo

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

var (
	begins = parse.Pattern(`^\d{1,2}(x\d{1,2}|j)[a-z0-9]*([:#])`)
	params = parse.Pattern(`^(\d{1,3})(?:x(\d{1,3}))?`)
	noise  = parse.Pattern(`md?\d*|[ra]\d*|d[a-z]?`) // symmetry and difficulty
)

// Is reports whether a line is a game id. A classic puzzle after the name 3x3: is not.
func Is(line string) bool {
	line = strings.TrimSpace(line)
	head := begins().FindStringSubmatch(line)
	if head == nil {
		return false
	}
	desc := line[len(head[0]):]
	if head[2][0] == '#' {
		return len(desc) > 0 && !strings.ContainsAny(desc, " \t")
	}
	const runs = "_abcdefghijklmnopqrstuvwyz"
	return strings.Trim(desc, runs+"x0123456789,") == "" && strings.ContainsAny(desc, runs)
}

// A decoder reads a game id. Its methods report errors by parse.Raise.
type decoder struct {
	text string
	at   int
	p    sudoku.Puzzle
}

func (d *decoder) fail(expected, format string, args ...any) {
	parse.Raise(place.At(d.at, expected, format, args...))
}

// Read reads a game id. It is a [place.Read].
func Read(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	defer parse.Catch(&err)
	d := &decoder{text: strings.TrimRight(text, " \t\r\n")}
	d.at = len(d.text) - len(strings.TrimLeft(d.text, " \t\r\n"))
	jigsaw, killer := d.params()
	n := d.p.Shape.N()
	d.p.Clues = d.grid(n, "the grid of clues")
	if jigsaw {
		labels := d.walls()
		if !areas.Complete(labels, n) {
			d.fail(fmt.Sprintf("%d blocks of %d cells", n, n), "the blocks are not of equal size")
		}
		areas.AddRegions(&d.p, labels)
	}
	if killer {
		labels := d.walls()
		totals := map[int]int{}
		for c, sum := range d.grid(sudoku.MaxRuleNumber, "the sums of cages") {
			if sum > 0 && totals[labels[c]] > 0 {
				d.fail("one sum for each cage", "the cage of %s has two sums",
					d.p.Shape.Name(sudoku.Cell(c)))
			}
			totals[labels[c]] += sum
		}
		areas.AddCages(&d.p, labels, totals)
	}
	if d.at < len(d.text) {
		d.fail("the end of the puzzle", "found %q after the puzzle", d.text[d.at:])
	}
	return d.p, nil, nil
}

// params reads the parameters up to the colon.
func (d *decoder) params() (jigsaw, killer bool) {
	const form = "a game id of Solo, such as 3x3:DESCRIPTION or 9j:DESCRIPTION"
	head := params().FindStringSubmatch(d.text[d.at:])
	if head == nil {
		d.fail(form, "the text is no game id")
	}
	columns, _ := strconv.Atoi(head[1])
	rows, _ := strconv.Atoi(head[2])
	s := sudoku.Shape{Height: columns, Width: rows} // as many columns of blocks as rows of a block
	if head[2] == "" {
		s.Width = columns
	}
	rest := d.text[d.at+len(head[0]):]
	end := strings.IndexAny(rest, ":#")
	switch {
	case end < 0:
		d.at = len(d.text)
		d.fail("a colon and the description", "the id ends after its parameters")
	case rest[end] == '#':
		d.at = len(d.text) - len(rest) + end
		d.fail("the id after the colon, which the program shows as the specific game id",
			"the id is a random seed, from which only the generator of the program makes the puzzle")
	}
	letters := noise().ReplaceAllString(rest[:end], "")
	if strings.Contains(letters, "x") {
		d.p.Rules = []sudoku.Rule{{Kind: "diagonals"}}
	}
	if jigsaw = strings.Contains(letters, "j"); jigsaw {
		if s = (sudoku.Shape{Height: 1, Width: columns * rows}); head[2] == "" {
			s.Width = columns
		}
	}
	if s.Validate() != nil {
		d.fail(fmt.Sprintf("at most %d rows", sudoku.MaxN), "the blocks are %s", head[0])
	}
	d.p.Shape = s
	d.at = len(d.text) - len(rest) + end + 1
	return jigsaw, strings.Contains(letters, "k")
}

// grid reads the integers of a grid and the comma behind it.
func (d *decoder) grid(most int, what string) sudoku.Grid {
	cells := d.p.Shape.Cells()
	g := make(sudoku.Grid, 0, cells)
	number := false // the last cell is an integer
	for ; d.at < len(d.text) && d.text[d.at] != ','; d.at++ {
		b := d.text[d.at]
		if len(g) == cells {
			d.fail("a comma or the end", "found %q after the %d cells of %s", b, cells, what)
		}
		switch {
		case b >= 'a' && b <= 'z':
			run := int(b - 'a' + 1)
			if len(g)+run > cells {
				d.fail(fmt.Sprint(cells), "%s has %d cells or more", what, len(g)+run)
			}
			g = append(g, make(sudoku.Grid, run)...)
			number = false
		case b == '_' && number && d.at+1 < len(d.text) && isDigit(d.text[d.at+1]):
			number = false
		case isDigit(b) && !number:
			from := d.at
			for d.at+1 < len(d.text) && isDigit(d.text[d.at+1]) {
				d.at++
			}
			v, err := strconv.Atoi(d.text[from : d.at+1])
			if err != nil || v < 1 || v > most {
				d.at = from
				d.fail(fmt.Sprintf("1 to %d", most), "found a number in %s", what)
			}
			g = append(g, v)
			number = true
		default:
			d.fail("letters for blanks, integers, and _ between two of them", "found %q in %s", b, what)
		}
	}
	if len(g) < cells {
		d.fail(fmt.Sprint(cells), "%s ends after %d cells", what, len(g))
	}
	d.comma()
	return g
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// comma skips the comma between two parts.
func (d *decoder) comma() {
	if d.at < len(d.text) {
		d.at++
	}
}

// walls reads the walls between areas and the comma behind them, and returns the area of each cell.
//
// The edges between cells are listed row by row and then column by column, with a wall at the end. The letters a to y
// are 1 to 25 open edges and a wall, _ is a wall. The program writes z for 25 open edges, but reads it as 26; the total
// shows which one is meant.
func (d *decoder) walls() []int {
	from := d.at
	part, _, _ := strings.Cut(d.text[from:], ",")
	n := d.p.Shape.N()
	want := 2*n*(n-1) + 1
	edges := 0
	for _, z := range []int{26, 25} {
		labels := slice.Indices[int](n * n)
		edges = 0
		for d.at = from; d.at < from+len(part); d.at++ {
			b := d.text[d.at]
			open := int(b - 'a' + 1)
			switch {
			case b == '_':
				open = 0
			case b == 'z':
				open = z
			case b < 'a' || b > 'z':
				d.fail("letters and _", "found %q in the walls", b)
			}
			for range open {
				if edges < want-1 {
					merge(labels, edges, n)
				}
				edges++
			}
			if b != 'z' {
				edges++
			}
		}
		if edges == want {
			d.comma()
			return labels
		}
	}
	d.fail(fmt.Sprint(want), "the walls describe %d edges", edges)
	return nil
}

// merge joins the areas on both sides of an edge.
func merge(labels []int, edge, n int) {
	a, b := sides(edge, n)
	from, to := labels[b], labels[a]
	for c, label := range labels {
		if label == from {
			labels[c] = to
		}
	}
}

// sides returns the cells on both sides of an edge of a grid of n rows.
func sides(edge, n int) (a, b int) {
	if edge < n*(n-1) {
		a = edge/(n-1)*n + edge%(n-1)
		return a, a + 1
	}
	edge -= n * (n - 1)
	a = edge%(n-1)*n + edge/(n-1)
	return a, a + n
}
