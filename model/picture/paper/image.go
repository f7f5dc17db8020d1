package paper

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"

	"nonet/internal/slice"
	"nonet/model/picture"
	"nonet/model/picture/palette"

	"github.com/golang/freetype/raster"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Image are the options of PNG.
type Image struct {
	Scale float64 // pixels for each unit; 0 means 1: 64 pixels for a cell
	Dark  bool    // the dark scheme
}

// MaxPixels bounds the number of pixels of a picture.
const MaxPixels = 200_000_000

// PNG writes a drawing as PNG.
func PNG(w io.Writer, d *picture.Drawing, o Image) error {
	o.Scale = cmp.Or(o.Scale, 1)
	width, height := math.Ceil(d.Bounds.Width*o.Scale), math.Ceil(d.Bounds.Height*o.Scale)
	if !(width >= 1 && height >= 1 && width*height <= MaxPixels) {
		return fmt.Errorf("a picture of %.0f x %.0f pixels: expected at most %d", width, height, MaxPixels)
	}
	img := image.NewRGBA(image.Rect(0, 0, int(width), int(height)))
	p := &pen{img, raster.NewRasterizer(int(width), int(height)), d.Bounds, o.Scale, o.Dark, map[fontKey]font.Face{}}
	p.raster.UseNonZeroWinding = true
	for i := range d.Shapes {
		p.draw(&d.Shapes[i])
	}
	return png.Encode(w, img)
}

// A pen draws shapes on an image.
type pen struct {
	image  *image.RGBA
	raster *raster.Rasterizer
	bounds picture.Rect
	scale  float64
	dark   bool
	faces  map[fontKey]font.Face
}

type fontKey struct {
	size float64
	bold bool
}

// at returns the place of a point in pixels.
func (p *pen) at(q picture.Point) picture.Point {
	return picture.Point{X: (q.X - p.bounds.X) * p.scale, Y: (q.Y - p.bounds.Y) * p.scale}
}

// ink returns a colour, and whether there is one.
func (p *pen) ink(i palette.Ink, s picture.Style) (c color.Color, exists bool) {
	r, g, b := s.Tint.RGB(i, p.dark)
	return color.NRGBA{R: r, G: g, B: b, A: uint8(cmp.Or(s.Opacity, 1)*255 + 0.5)}, i != palette.None
}

func (p *pen) draw(s *picture.Shape) {
	if s.Text != "" {
		p.text(s)
		return
	}
	lines := p.lines(s)
	if c, ok := p.ink(s.Style.Fill, s.Style); ok {
		for _, line := range lines {
			p.raster.AddPath(path(append(slices.Clone(line), line[0])))
		}
		p.paint(c)
	}
	if c, ok := p.ink(s.Style.Stroke, s.Style); ok {
		width, ends := s.Style.Width*p.scale, raster.RoundCapper
		if s.Style.Thin {
			width = max(1, width)
		}
		if s.Style.Butt {
			ends = raster.ButtCapper
		}
		if s.Style.Dash != [2]float64{} {
			lines = dashes(lines, s.Style.Dash[0]*p.scale, s.Style.Dash[1]*p.scale)
		}
		for _, line := range lines {
			p.raster.AddStroke(path(line), fixed.Int26_6(width*64), ends, raster.RoundJoiner)
		}
		p.paint(c)
	}
}

// paint fills what was added to the rasterizer.
func (p *pen) paint(c color.Color) {
	painter := raster.NewRGBAPainter(p.image)
	painter.SetColor(c)
	p.raster.Rasterize(painter)
	p.raster.Clear()
}

// lines returns the lines of a path or a circle, in pixels. Curves are lines of short pieces.
func (p *pen) lines(s *picture.Shape) (all [][]picture.Point) {
	var last *[]picture.Point
	for _, g := range s.Path {
		to := p.at(g.To)
		switch g.Op {
		case picture.MoveTo:
			all = append(all, []picture.Point{to})
			last = &all[len(all)-1]
		case picture.LineTo:
			*last = append(*last, to)
		case picture.QuadTo:
			const pieces = 32
			from, control := (*last)[len(*last)-1], p.at(g.Control)
			for i := range pieces {
				t := float64(i+1) / pieces
				*last = append(*last, between(between(from, control, t), between(control, to, t), t))
			}
		case picture.ClosePath:
			*last = append(*last, (*last)[0])
		}
	}
	if radius := s.Radius * p.scale; radius > 0 {
		center, pieces := p.at(s.Center), 16+int(2*radius)
		all = append(all, slice.Make(pieces+1, func(i int) picture.Point {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(pieces))
			return picture.Point{X: center.X + radius*cos, Y: center.Y + radius*sin}
		}))
	}
	return all
}

// dashes returns the dashes of lines.
func dashes(lines [][]picture.Point, dash, gap float64) (all [][]picture.Point) {
	for _, line := range lines {
		piece, drawn, left := line[:1:1], true, dash // left: until the dash or the gap ends
		for i, to := range line[1:] {
			length := math.Hypot(to.X-line[i].X, to.Y-line[i].Y)
			for at := 0.0; at < length; {
				step := min(left, length-at)
				at += step
				q := between(line[i], to, at/length)
				piece = append(piece, q)
				if left -= step; left > 0 {
					continue
				}
				if drawn {
					all = append(all, piece)
				}
				piece, drawn, left = []picture.Point{q}, !drawn, gap
				if drawn {
					left = dash
				}
			}
		}
		if drawn && len(piece) > 1 {
			all = append(all, piece)
		}
	}
	return all
}

// between returns the point that divides the line from a to b at t from 0 to 1.
func between(a, b picture.Point, t float64) picture.Point {
	return picture.Point{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)}
}

// path returns a line in 64ths of pixels.
func path(line []picture.Point) (all raster.Path) {
	for i, q := range line {
		to := fixed.Point26_6{X: fixed.Int26_6(math.Round(q.X * 64)), Y: fixed.Int26_6(math.Round(q.Y * 64))}
		if i == 0 {
			all.Start(to)
		} else {
			all.Add1(to)
		}
	}
	return all
}

func (p *pen) text(s *picture.Shape) {
	key := fontKey{s.Style.Size * p.scale, s.Style.Bold}
	c, ok := p.ink(s.Style.Fill, s.Style)
	if key.size < 0.5 || !ok {
		return // too small to be seen
	}
	if p.faces[key] == nil {
		p.faces[key] = newFace(key.size, key.bold)
	}
	d := font.Drawer{Dst: p.image, Src: image.NewUniform(c), Face: p.faces[key]}
	at := p.at(s.Center)
	d.Dot.X = fixed.Int26_6(at.X*64) - fixed.Int26_6(float64(d.MeasureString(s.Text))*s.Style.Anchor.Part())
	d.Dot.Y = fixed.Int26_6((at.Y + picture.Baseline*key.size) * 64)
	d.DrawString(s.Text)
}
