package picture

import (
	"math"

	"nonet/model/picture/palette"
)

// Unit is the side of a cell.
const Unit = 64

// A Layer is a layer of a drawing, or several: layers are bits.
type Layer int

// The layers, from bottom to top.
const (
	Ground  Layer = 1 << iota // the paper, and the shade of clues
	Tints                     // cells that a hint colours
	Areas                     // rules about areas: windows, extra regions, odd and even cells
	Lines                     // thermometers, arrows and other lines
	Cages                     // outlines
	Labels                    // labels of outlines
	Grid                      // lines between cells and boxes
	Dots                      // clues on edges and corners
	Outside                   // clues outside the grid
	Halos                     // backgrounds of candidates that a hint uses
	Pencil                    // candidates
	Values                    // clues, values, solution
	Signs                     // signs of a hint over candidates and values
	Links                     // links between candidates
	Foot                      // texts below the grid

	Rules     = Areas | Lines | Cages | Labels | Dots | Outside // of rules, without the borders of regions
	Hints     = Tints | Halos | Signs | Links                   // of hints
	AllLayers = Foot<<1 - 1
)

// A Point is a place in units of the drawing.
type Point struct{ X, Y float64 }

// A Rect is a rectangle.
type Rect struct{ X, Y, Width, Height float64 }

// A Drawing is a picture as plain data.
type Drawing struct {
	Bounds Rect // what a viewer shows
	Board  Rect // the grid
	Shapes []Shape
}

// A Shape is a path, a circle or a text.
type Shape struct {
	Layer  Layer
	Role   string
	Style  Style
	Path   Path    // or nil
	Center Point   // of a circle; of a text: the middle of its line, at its anchor
	Radius float64 // of a circle, otherwise 0
	Text   string  // or ""
}

// A Style is how a shape looks.
type Style struct {
	Fill, Stroke palette.Ink
	Tint         Tint       // of both
	Opacity      float64    // 0 means 1
	Width        float64    // of the stroke
	Dash         [2]float64 // lengths of dashes and gaps; 0 means solid
	Thin         bool       // where possible, the stroke is one pixel wide at every scale
	Butt         bool       // the stroke ends flat; otherwise ends and corners are round
	Size         float64    // of a text: its em
	Bold         bool
	Anchor       Anchor
}

// A Tint mixes a colour with the paper, so that shapes of one tint can overlap. The zero value is the pure colour.
type Tint int

const (
	Pure   Tint = 0
	Pale   Tint = 20 // per cent of the colour
	Medium Tint = 45
)

// RGB returns the mixed colour, from 0 to 255.
func (t Tint) RGB(i palette.Ink, dark bool) (r, g, b uint8) {
	r, g, b = i.RGB(dark)
	if t == Pure {
		return r, g, b
	}
	pr, pg, pb := palette.Paper.RGB(dark)
	mix := func(ink, paper uint8) uint8 { return uint8((int(ink)*int(t) + int(paper)*(100-int(t)) + 50) / 100) }
	return mix(r, pr), mix(g, pg), mix(b, pb)
}

// An Anchor is the point of a text that stands at Center.
type Anchor int

const (
	Middle Anchor = iota
	Start
	End
)

// Baseline is the distance from the middle of a line of text to its baseline, as a part of the size: half the height of
// a digit.
const Baseline = 0.35

// A Path consists of segments: straight lines and quadratic curves.
type Path []Segment

// A Segment begins a part of a path, continues it or closes it. To is its end.
type Segment struct {
	Op      Op
	To      Point
	Control Point // of a quadratic curve
}

// An Op is the kind of a segment, as its letter in SVG.
type Op byte

const (
	MoveTo    Op = 'M'
	LineTo    Op = 'L'
	QuadTo    Op = 'Q'
	ClosePath Op = 'Z'
)

func (p Path) move(q Point) Path    { return append(p, Segment{Op: MoveTo, To: q}) }
func (p Path) line(q Point) Path    { return append(p, Segment{Op: LineTo, To: q}) }
func (p Path) quad(c, q Point) Path { return append(p, Segment{Op: QuadTo, To: q, Control: c}) }
func (p Path) close() Path          { return append(p, Segment{Op: ClosePath}) }

func polyline(points ...Point) Path {
	var p Path
	for i, q := range points {
		if i == 0 {
			p = p.move(q)
		} else {
			p = p.line(q)
		}
	}
	return p
}

// roundRect returns a rectangle with round corners.
func roundRect(x, y, width, height, r float64) Path {
	return Path{}.move(Point{x + r, y}).
		line(Point{x + width - r, y}).quad(Point{x + width, y}, Point{x + width, y + r}).
		line(Point{x + width, y + height - r}).quad(Point{x + width, y + height}, Point{x + width - r, y + height}).
		line(Point{x + r, y + height}).quad(Point{x, y + height}, Point{x, y + height - r}).
		line(Point{x, y + r}).quad(Point{x, y}, Point{x + r, y}).close()
}

func rect(x, y, width, height float64) Path {
	return polyline(Point{x, y}, Point{x + width, y}, Point{x + width, y + height}, Point{x, y + height}).close()
}

func (p Point) add(q Point) Point        { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point        { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) scale(f float64) Point    { return Point{p.X * f, p.Y * f} }
func (p Point) length() float64          { return math.Hypot(p.X, p.Y) }
func (p Point) turned() Point            { return Point{-p.Y, p.X} } // a quarter to the right on the screen
func (p Point) middle(q Point) Point     { return p.add(q).scale(0.5) }
func (p Point) towards(q Point) Point    { return q.sub(p).unit() }
func (p Point) distance(q Point) float64 { return q.sub(p).length() }

// unit returns p with the length 1, or (0, -1) for the zero vector.
func (p Point) unit() Point {
	if l := p.length(); l > 0 {
		return p.scale(1 / l)
	}
	return Point{0, -1}
}

// TextWidth estimates the width of a text in a sans-serif font: digits have 0.556 of the size in Helvetica and the
// fonts with its metrics.
func TextWidth(text string, size float64) float64 {
	width := 0.0
	for _, r := range text {
		switch {
		case r == ' ' || r == '.' || r == ',' || r == ':' || r == 'i' || r == 'l' || r == 'j' || r == 't' || r == 'f':
			width += 0.28
		case r == 'm' || r == 'w' || r >= 'A' && r <= 'Z':
			width += 0.72
		case r < 0x2e80:
			width += 0.556
		default:
			width++
		}
	}
	return width * size
}

// Part returns the part of a text that lies left of its anchor.
func (a Anchor) Part() float64 { return [...]float64{0.5, 0, 1}[a] }
