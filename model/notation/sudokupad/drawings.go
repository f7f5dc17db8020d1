package sudokupad

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// A color is written as #rrggbb, or as six digits that the zipped notation makes a number.
type color string

func (c *color) UnmarshalJSON(value []byte) error {
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = "#" + string(value)
	}
	s = strings.ToLower(s)
	if len(s) == 4 && s[0] == '#' { // #rgb
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	*c = color(s[:min(len(s), 7)])
	return nil
}

// isGrey reports whether the color is a grey that is neither black nor white.
func (c color) isGrey() bool {
	return len(c) == 7 && c[1:3] == c[3:5] && c[1:3] == c[5:7] && c != "#000000" && c != "#ffffff"
}

// A line is a line or an arrow.
type line struct {
	WayPoints  []point
	Color      color
	Thickness  float64 // in 64ths of a cell
	HeadLength float64
	D          string // a path, instead of points

	used bool // by a guess
}

// A shape is an overlay, an underlay, or a cage that is only drawn.
type shape struct {
	Center          point
	Width, Height   float64
	Rounded         bool
	BackgroundColor color
	BorderColor     color
	Text            text

	cells []sudoku.Cell // of a cage
	what  string        // "cage", or "" for a shape
	used  bool          // by a guess
}

// drawings guesses rules of drawings if the options say so, and reports the drawings that are left.
func (r *reader) drawings() {
	if r.opt.Guess {
		r.guess()
	}
	var kinds []string
	cells := map[string][]sudoku.Cell{}
	count := map[string]int{}
	add := func(kind string, touched []sudoku.Cell) {
		if count[kind]++; count[kind] == 1 {
			kinds = append(kinds, kind)
		}
		cells[kind] = append(cells[kind], touched...)
	}
	for _, l := range r.drawn.Lines {
		if !l.used {
			add(strings.TrimSpace("line "+string(l.Color)), r.touched(l.WayPoints))
		}
	}
	for _, l := range r.drawn.Arrows {
		if !l.used {
			add("arrow", r.touched(l.WayPoints))
		}
	}
	for _, s := range slices.Concat(r.drawn.Overlays, r.drawn.Underlays) {
		if kind := s.kind(); !s.used && kind != "" {
			touched := s.cells
			if touched == nil {
				touched = r.touched([]point{s.Center})
			}
			add(kind, touched)
		}
	}
	var all []string
	for _, kind := range kinds {
		names := slice.Map(slice.Unique(cells[kind]), r.p.Shape.Name)
		if more := len(names) - 8; more > 1 {
			names = append(names[:8], fmt.Sprintf("and %d more", more))
		}
		where := "outside the grid"
		if names != nil {
			where = "at " + strings.Join(names, " ")
		}
		all = append(all, fmt.Sprintf("%s (%d) %s", kind, count[kind], where))
	}
	switch {
	case all == nil:
	case r.opt.IgnoreDrawings:
		r.note("drawings are left out: %s", strings.Join(all, "; "))
	default:
		r.fail("drawings", "rules (--guess reads drawings as the rules for which they usually stand, "+
			"--ignore-drawings leaves them out)", "found %s", strings.Join(all, "; "))
	}
}

// kind describes a shape by what is seen of it, or returns "" if nothing is.
func (s *shape) kind() string {
	words := "cage"
	if s.what == "" {
		words = "rectangle"
		if s.Rounded {
			words = "circle"
		}
		if s.BackgroundColor != "" {
			words += " " + string(s.BackgroundColor)
		}
		if s.BackgroundColor == "" && s.BorderColor == "" {
			words = "text"
			if s.Text == "" {
				return ""
			}
		}
	}
	if s.Text != "" {
		words += fmt.Sprintf(" %q", string(s.Text))
	}
	return words
}

// touched returns the cells of the grid that contain points.
func (r *reader) touched(points []point) (cells []sudoku.Cell) {
	for _, p := range points {
		if c, ok := r.cellAt(p); ok {
			cells = append(cells, c)
		}
	}
	return cells
}

// cellAt returns the cell that contains a point, if it is in the grid.
func (r *reader) cellAt(p point) (sudoku.Cell, bool) {
	row, column := int(math.Floor(p[0])), int(math.Floor(p[1]))
	if min(row, column) < 0 || max(row, column) >= r.n {
		return 0, false
	}
	return sudoku.Cell(row*r.n + column), true
}

// path returns the cells of a line through centers of cells, from point to point along rows, columns and diagonals.
func (r *reader) path(points []point) (cells []sudoku.Cell, ok bool) {
	for i, p := range points {
		if !near(p[0]-math.Floor(p[0]), 0.5) || !near(p[1]-math.Floor(p[1]), 0.5) {
			return nil, false
		}
		c, inside := r.cellAt(p)
		switch {
		case !inside:
			return nil, false
		case i == 0:
			cells = append(cells, c)
			continue
		}
		from := points[i-1]
		rows, columns := p[0]-from[0], p[1]-from[1]
		steps := max(math.Abs(rows), math.Abs(columns))
		if !near(rows, 0) && !near(columns, 0) && !near(math.Abs(rows), math.Abs(columns)) {
			return nil, false
		}
		for k := 1.0; k <= steps+0.01; k++ {
			c, _ := r.cellAt(point{from[0] + rows/steps*k, from[1] + columns/steps*k})
			cells = append(cells, c)
		}
	}
	return cells, len(cells) > 1
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.11 }
