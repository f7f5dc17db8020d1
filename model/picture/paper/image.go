package paper

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"

	"nonet/model/picture"
	"nonet/model/picture/palette"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
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
	p := &pen{gg.NewContext(int(width), int(height)), d.Bounds, o.Scale, o.Dark, map[fontKey]font.Face{}}
	for i := range d.Shapes {
		p.draw(&d.Shapes[i])
	}
	return p.EncodePNG(w)
}

// A pen draws shapes on an image.
type pen struct {
	*gg.Context
	bounds picture.Rect
	scale  float64
	dark   bool
	faces  map[fontKey]font.Face
}

type fontKey struct {
	size float64
	bold bool
}

func (p *pen) at(q picture.Point) (x, y float64) {
	return (q.X - p.bounds.X) * p.scale, (q.Y - p.bounds.Y) * p.scale
}

// ink sets the colour and reports whether there is one.
func (p *pen) ink(i palette.Ink, s picture.Style) bool {
	if i == palette.None {
		return false
	}
	r, g, b := s.Tint.RGB(i, p.dark)
	p.SetColor(color.NRGBA{R: r, G: g, B: b, A: uint8(cmp.Or(s.Opacity, 1)*255 + 0.5)})
	return true
}

func (p *pen) draw(s *picture.Shape) {
	if s.Text != "" {
		p.text(s)
		return
	}
	for _, g := range s.Path {
		x, y := p.at(g.To)
		switch g.Op {
		case picture.MoveTo:
			p.NewSubPath()
			p.MoveTo(x, y)
		case picture.LineTo:
			p.LineTo(x, y)
		case picture.QuadTo:
			cx, cy := p.at(g.Control)
			p.QuadraticTo(cx, cy, x, y)
		case picture.ClosePath:
			p.ClosePath()
		}
	}
	if s.Radius > 0 {
		x, y := p.at(s.Center)
		p.NewSubPath()
		p.DrawCircle(x, y, s.Radius*p.scale)
		p.ClosePath()
	}
	if p.ink(s.Style.Fill, s.Style) {
		p.FillPreserve()
	}
	if p.ink(s.Style.Stroke, s.Style) {
		width := s.Style.Width * p.scale
		if s.Style.Thin {
			width = max(1, width)
		}
		p.SetLineWidth(width)
		p.SetLineJoinRound()
		p.SetLineCapRound()
		if s.Style.Butt {
			p.SetLineCapButt()
		}
		p.SetDash()
		if s.Style.Dash != [2]float64{} {
			p.SetDash(s.Style.Dash[0]*p.scale, s.Style.Dash[1]*p.scale)
		}
		p.StrokePreserve()
	}
	p.ClearPath()
}

func (p *pen) text(s *picture.Shape) {
	key := fontKey{s.Style.Size * p.scale, s.Style.Bold}
	if key.size < 0.5 || !p.ink(s.Style.Fill, s.Style) {
		return // too small to be seen
	}
	if p.faces[key] == nil {
		p.faces[key] = newFace(key.size, key.bold)
	}
	p.SetFontFace(p.faces[key])
	x, y := p.at(s.Center)
	width, _ := p.MeasureString(s.Text)
	p.DrawString(s.Text, x-width*s.Style.Anchor.Part(), y+picture.Baseline*key.size)
}
