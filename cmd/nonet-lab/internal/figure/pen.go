package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A pen draws data on a board: x and y map values to coordinates of the canvas.
type pen struct {
	c    draw.Canvas
	b    *board
	x, y func(float64) vg.Length
}

// A brush is the style of a series: colour, dashes, shape of marks and line width.
type brush struct {
	ink    ink
	dash   []vg.Length
	shape  int
	hollow bool // marks are outlines
	width  vg.Length
}

func brushOf(index int) brush {
	dashes := [][]vg.Length{nil, {5, 4}, {0.1, 3.5}, {8, 4, 0.1, 4}}
	return brush{ink: series + ink(index%seriesColors), dash: dashes[index/seriesColors%len(dashes)], shape: index % 4,
		width: 1.6}
}

// reference is the brush for published values.
var reference = brush{ink: dim, dash: []vg.Length{4, 3.5}, hollow: true, width: 1.3}

func (b brush) line() draw.LineStyle {
	return draw.LineStyle{Color: b.ink.color(1), Width: b.width, Dashes: b.dash}
}

// clampLow returns v, or the lower end of a logarithmic axis if v is not positive.
func (s *scale) clampLow(v float64) float64 {
	if lo, _ := s.limits(); s.Log && v <= 0 {
		return lo
	}
	return v
}

// point returns the position of (x, y), and false if the scales cannot show it.
func (p *pen) point(x, y float64) (vg.Point, bool) {
	if !p.b.x.canShow(x) || !p.b.y.canShow(y) {
		return vg.Point{}, false
	}
	return vg.Point{X: p.x(x), Y: p.y(y)}, true
}

// inside reports whether a point lies between the axes, or at most half a unit outside.
func (p *pen) inside(q vg.Point) bool {
	const slack = 0.5
	return q.X >= p.c.Min.X-slack && q.X <= p.c.Max.X+slack && q.Y >= p.c.Min.Y-slack && q.Y <= p.c.Max.Y+slack
}

// segments returns the positions of the points, split at points that the scales cannot show.
func (p *pen) segments(x, y []float64) [][]vg.Point {
	var runs [][]vg.Point
	open := false
	for i := range min(len(x), len(y)) {
		q, ok := p.point(x[i], y[i])
		if ok && !open {
			runs = append(runs, nil)
		}
		if ok {
			runs[len(runs)-1] = append(runs[len(runs)-1], q)
		}
		open = ok
	}
	return runs
}

// line draws a curve.
func (p *pen) line(points []vg.Point, style draw.LineStyle) {
	if len(points) > 1 {
		p.c.StrokeLines(style, p.c.ClipLinesXY(thin(points))...)
	}
}

// thin reduces the points of a long curve: of consecutive points in a column 0.25 units wide it keeps the first, the
// lowest, the highest and the last, which looks the same.
func thin(points []vg.Point) []vg.Point {
	if len(points) < 500 {
		return points
	}
	const column = 0.25
	var out []vg.Point
	for i := 0; i < len(points); {
		first, low, high := i, i, i
		for i++; i < len(points) && math.Abs(float64(points[i].X-points[first].X)) < column; i++ {
			if points[i].Y < points[low].Y {
				low = i
			}
			if points[i].Y > points[high].Y {
				high = i
			}
		}
		kept := -1
		for _, k := range []int{first, min(low, high), max(low, high), i - 1} {
			if k > kept {
				out = append(out, points[k])
				kept = k
			}
		}
	}
	return out
}

// bar fills the rectangle between two corners, within the axes.
func (p *pen) bar(a, b vg.Point, i ink, opacity float64) {
	lo := vg.Point{X: max(min(a.X, b.X), p.c.Min.X), Y: max(min(a.Y, b.Y), p.c.Min.Y)}
	hi := vg.Point{X: min(max(a.X, b.X), p.c.Max.X), Y: min(max(a.Y, b.Y), p.c.Max.Y)}
	if lo.X < hi.X && lo.Y < hi.Y {
		rectangle(p.c, lo, hi, i.color(opacity))
	}
}

func rectangle(c draw.Canvas, lo, hi vg.Point, fill color.Color) {
	c.FillPolygon(fill, []vg.Point{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}})
}

// whisker draws an error bar between two points, with caps.
func (p *pen) whisker(a, b vg.Point, style draw.LineStyle) {
	style.Dashes = nil
	p.c.StrokeLines(style, p.c.ClipLinesXY([]vg.Point{a, b})...)
	for _, q := range []vg.Point{a, b} {
		if !p.inside(q) {
			continue
		}
		if a.X == b.X {
			p.c.StrokeLine2(style, q.X-2.5, q.Y, q.X+2.5, q.Y)
		} else {
			p.c.StrokeLine2(style, q.X, q.Y-2.5, q.X, q.Y+2.5)
		}
	}
}

// marks draws the mark of a brush at each point. All marks are one path, so that overlapping marks do not add up their
// opacity.
func (p *pen) marks(points []vg.Point, b brush, radius vg.Length, opacity float64) {
	var path vg.Path
	for _, q := range points {
		if p.inside(q) {
			shape(&path, q, b.shape, radius)
		}
	}
	if path == nil {
		return
	}
	if b.hollow {
		p.c.SetLineStyle(draw.LineStyle{Color: b.ink.color(1), Width: 1.2})
		p.c.Stroke(path)
		return
	}
	p.c.SetColor(b.ink.color(opacity))
	p.c.Fill(path)
}

// corners has the corners of the marks that are polygons, for radius 1: a square, a triangle, a diamond. Other marks
// are circles.
var corners = [][]vg.Point{
	1: {{X: -0.9, Y: -0.9}, {X: 0.9, Y: -0.9}, {X: 0.9, Y: 0.9}, {X: -0.9, Y: 0.9}},
	2: {{X: -1.15, Y: -0.8}, {X: 1.15, Y: -0.8}, {X: 0, Y: 1.2}},
	3: {{X: -1.25, Y: 0}, {X: 0, Y: -1.25}, {X: 1.25, Y: 0}, {X: 0, Y: 1.25}},
}

// shape adds a mark to a path.
func shape(path *vg.Path, q vg.Point, kind int, r vg.Length) {
	if kind >= len(corners) || corners[kind] == nil {
		path.Move(vg.Point{X: q.X + r, Y: q.Y})
		path.Arc(q, r, 0, 2*math.Pi)
		path.Close()
		return
	}
	for i, k := range corners[kind] {
		if at := q.Add(k.Scale(r)); i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
}

// cloud draws many points. Up to 400 points are marks, larger if there are few. More points are rounded to a raster:
// each of its places becomes a dot, darker the more points it has. The raster is the finest that leaves at most
// 4000 dots. A dot is a line of length 0 with round ends, the shortest form in SVG.
func (p *pen) cloud(points []vg.Point, b brush) {
	switch {
	case len(points) <= 60:
		p.marks(points, b, 3.2, 0.85)
		return
	case len(points) <= 400:
		p.marks(points, b, 2.4, 0.65)
		return
	}
	type place struct{ x, y int }
	var first []vg.Point // the first point at each place
	count := map[place]int{}
	for raster := vg.Length(1); ; raster *= 1.25 {
		at := func(q vg.Point) place {
			return place{int(math.Round(float64(q.X / raster))), int(math.Round(float64(q.Y / raster)))}
		}
		first = first[:0]
		clear(count)
		for _, q := range points {
			if p.inside(q) {
				if count[at(q)] == 0 {
					first = append(first, q)
				}
				count[at(q)]++
			}
		}
		if len(first) > 4000 {
			continue
		}
		var dots [3]vg.Path // dots of one point, of two to five, of more
		for _, q := range first {
			n := count[at(q)]
			class := min(n-1, 1)
			if n > 5 {
				class = 2
			}
			dots[class].Move(q)
			dots[class].Line(q)
		}
		for class, path := range dots {
			if path != nil {
				p.c.SetLineStyle(draw.LineStyle{Color: b.ink.color([]float64{0.4, 0.7, 1}[class]),
					Width: max(2.2, raster)})
				p.c.Stroke(path)
			}
		}
		return
	}
}

// paint draws an entry of a legend at (x, y); y is the middle of the line.
func (k key) paint(c draw.Canvas, x, y vg.Length) {
	p := &pen{c: c}
	if k.area {
		rectangle(c, vg.Point{X: x + 5, Y: y - 4.5}, vg.Point{X: x + 17, Y: y + 4.5}, k.brush.ink.color(0.75))
	}
	if k.line {
		c.StrokeLine2(k.brush.line(), x, y, x+20, y)
	}
	if k.mark {
		p.marks([]vg.Point{{X: x + 10, Y: y}}, k.brush, 3, 1)
	}
	c.FillText(textStyle(small, text), vg.Point{X: x + 26, Y: y - 4}, k.name)
}
