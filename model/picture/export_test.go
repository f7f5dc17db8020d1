package picture

import (
	"math"

	"nonet/model/picture/palette"
)

// Extent returns the rectangle that the shape covers, with its stroke. The width of a text is an estimate.
func (s *Shape) Extent() Rect {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	include := func(p Point, dx, dy float64) {
		low = Point{min(low.X, p.X-dx), min(low.Y, p.Y-dy)}
		high = Point{max(high.X, p.X+dx), max(high.Y, p.Y+dy)}
	}
	half := 0.0
	if s.Style.Stroke != palette.None {
		half = s.Style.Width / 2
	}
	for _, g := range s.Path {
		if g.Op != ClosePath {
			include(g.To, half, half)
		}
		if g.Op == QuadTo {
			include(g.Control, half, half)
		}
	}
	if s.Radius > 0 {
		include(s.Center, s.Radius+half, s.Radius+half)
	}
	if s.Text != "" {
		width := TextWidth(s.Text, s.Style.Size)
		middle := s.Center
		switch s.Style.Anchor {
		case Start:
			middle.X += width / 2
		case End:
			middle.X -= width / 2
		}
		include(middle, width/2, s.Style.Size/2)
	}
	if low.X > high.X {
		return Rect{}
	}
	return Rect{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}
