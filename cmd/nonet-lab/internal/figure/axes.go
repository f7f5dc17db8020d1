package figure

import (
	"math"

	gonumtext "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A tick is a mark of an axis. A minor tick has no label and half the length.
type tick struct {
	value float64
	label string
}

func (t tick) isMinor() bool { return t.label == "" }

// tickLength is the length of the marks at the ticks.
const tickLength vg.Length = 4

// An axis is a scale that is drawn: its limits, its ticks and the style of their labels.
type axis struct {
	*scale
	lo, hi float64
	ticks  []tick
	style  gonumtext.Style
}

// newAxis returns an axis whose ticks fit in a length.
func newAxis(s *scale, length vg.Length, vertical bool) *axis {
	a := &axis{scale: s, ticks: s.ticks(length, vertical), style: textStyle(small, dim)}
	a.lo, a.hi = s.limits()
	if s.names != nil {
		a.style.Color = text.color(1)
	}
	if vertical {
		a.style.XAlign, a.style.YAlign = draw.XRight, draw.YCenter
	} else {
		a.style.XAlign, a.style.YAlign = draw.XCenter, draw.YTop
	}
	return a
}

// part returns the position of v between the limits: 0 at the lower, 1 at the upper.
func (a *axis) part(v float64) float64 {
	if a.Log {
		return (math.Log(v) - math.Log(a.lo)) / (math.Log(a.hi) - math.Log(a.lo))
	}
	return (v - a.lo) / (a.hi - a.lo)
}

// widest returns the width of the widest label, and the height of the highest.
func (a *axis) widest() (width, height vg.Length) {
	for _, t := range a.ticks {
		if !t.isMinor() {
			width, height = max(width, a.style.Width(t.label)), max(height, a.style.Height(t.label))
		}
	}
	return width, height
}

// tickSpace returns the space between the labels and the axis: the length of the ticks.
func (a *axis) tickSpace(drawn bool) vg.Length {
	if drawn && len(a.ticks) > 0 {
		return tickLength
	}
	return 0
}

// drawAxes draws the axes at the lower and left edges of c. It returns the area between them, which leaves space for
// labels that end right of the area or above it, and the axes.
//
// The x-axis has a line and ticks. The y-axis has labels only, and ticks if it is logarithmic; its own label is in the
// head of the board.
func (b *board) drawAxes(c draw.Canvas) (area draw.Canvas, x, y *axis) {
	x = newAxis(&b.x, c.Max.X-c.Min.X-50, false)
	y = newAxis(&b.y, c.Max.Y-c.Min.Y-40, true)
	title, name := textStyle(normal, dim), singleLine(b.x.Label)
	title.XAlign = draw.XCenter
	const lineWidth = 0.7
	ruler := draw.LineStyle{Color: dim.color(1), Width: lineWidth}
	mark := draw.LineStyle{Color: dim.color(1), Width: 0.5}

	var titleHeight vg.Length
	if name != "" {
		titleHeight = title.Height(name) + 3
	}
	_, labelHeight := x.widest()
	labelWidth, _ := y.widest()

	area = c
	area.Min.Y += titleHeight + labelHeight + x.tickSpace(true) + lineWidth/2
	area.Min.X += labelWidth + y.tickSpace(y.Log)
	if labelWidth > 0 {
		area.Min.X += title.Width(" ")
	}
	if y.names != nil {
		area.Min.X += 8 // fonts of other machines may be wider
	}
	area.Max.X, area.Max.Y = x.end(area, name, title), y.top(area)

	at := c.Min.Y
	if name != "" {
		c.FillText(title, vg.Point{X: area.Center().X, Y: at + title.FontExtents().Descent}, name)
		at += titleHeight
	}
	drop := x.style.FontExtents().Descent
	for _, t := range x.ticks {
		if q := area.X(x.part(t.value)); area.ContainsX(q) && !t.isMinor() {
			c.FillText(x.style, vg.Point{X: q, Y: at + labelHeight + drop}, t.label)
		}
	}
	if at += labelHeight; len(x.ticks) == 0 {
		at += lineWidth / 2
	}
	for _, t := range x.ticks {
		if q := area.X(x.part(t.value)); area.ContainsX(q) {
			c.StrokeLine2(mark, q, at+t.indent(), q, at+tickLength)
		}
	}
	at += x.tickSpace(true)
	c.StrokeLine2(ruler, area.Min.X, at, area.Max.X, at)

	at = c.Min.X + labelWidth
	drop = y.style.FontExtents().Descent
	for _, t := range y.ticks {
		if q := area.Y(y.part(t.value)); area.ContainsY(q) && !t.isMinor() {
			c.FillText(y.style, vg.Point{X: at, Y: q + drop}, t.label)
		}
	}
	if labelWidth > 0 {
		at += y.style.Width(" ")
	}
	for _, t := range y.ticks {
		if q := area.Y(y.part(t.value)); y.Log && area.ContainsY(q) {
			c.StrokeLine2(mark, at+t.indent(), q, at+tickLength, q)
		}
	}
	return area, x, y
}

// indent returns the distance between the label and the mark of a tick.
func (t tick) indent() vg.Length {
	if t.isMinor() {
		return tickLength / 2
	}
	return 0
}

// end returns the right end of the area, so that no label of the axis ends right of the canvas.
func (a *axis) end(area draw.Canvas, name string, title gonumtext.Style) vg.Length {
	at, over := 1.0, vg.Length(0) // of the label that ends rightmost: its position and its part to the right of that
	rightmost := area.Max.X
	extend := func(part float64, width vg.Length) {
		if right := area.X(part) + width/2; right > rightmost && part <= 1 {
			rightmost, at, over = right, part, width/2
		}
	}
	if name != "" {
		extend(a.part(0.5*(a.lo+a.hi)), title.Width(name))
	}
	for _, t := range a.ticks {
		if !t.isMinor() {
			extend(a.part(t.value), a.style.Width(t.label))
		}
	}
	return stretch(area.Min.X, area.Max.X-over, at)
}

// top returns the upper end of the area, so that no label of the axis ends above the canvas.
func (a *axis) top(area draw.Canvas) vg.Length {
	at, over := 1.0, vg.Length(0)
	highest := area.Max.Y
	e := a.style.FontExtents()
	for _, t := range a.ticks {
		part := a.part(t.value)
		above := a.style.Rectangle(t.label).Max.Y + e.Height - e.Ascent
		if top := area.Y(part) + above; top > highest && part <= 1 && !t.isMinor() {
			highest, at, over = top, part, above
		}
	}
	return stretch(area.Min.Y, area.Max.Y-over, at)
}

// stretch returns the end of an axis that begins at from and has q at a part of its length.
func stretch(from, q vg.Length, part float64) vg.Length {
	return (q + (vg.Length(part)-1)*from) / vg.Length(part)
}
