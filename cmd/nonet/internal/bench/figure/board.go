package figure

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	weight "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	gonumtext "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes, in units of which figures are 480 wide. A page shows them a quarter larger, a telephone a quarter smaller.
const (
	wide    vg.Length = 480
	high    vg.Length = 270 // of the axes and what is between them
	small   vg.Length = 12  // ticks, legend
	normal  vg.Length = 13  // labels
	keyLine vg.Length = 17  // from line to line of a legend
)

// A board is what a chart draws on: axes, a legend, and layers of drawing on top of each other.
type board struct {
	title  string
	x, y   scale
	height vg.Length // of axes and drawing; 0: high
	legend []key
	layers []func(*pen)
	foot   func(c draw.Canvas) // a scale of colours, at the foot; may be nil
	footer vg.Length           // its height
	bare   bool                // no axes
}

// A scale is an axis and what it must have room for.
type scale struct {
	Axis
	lo, hi   float64
	zero     bool     // starts at 0 unless it is logarithmic
	tight    bool     // no room at the ends
	integers bool     // no fractions at ticks
	parts    bool     // fractions were seen
	names    []string // of the groups at 0, 1, ...; nil: numbers
	grid     bool
}

// A key is an entry of a legend.
type key struct {
	name  string
	brush brush
	line  bool
	mark  bool
	area  bool
}

func newBoard() *board {
	b := &board{x: newScale(Axis{}), y: newScale(Axis{})}
	b.y.grid = true
	return b
}

func newScale(a Axis) scale { return scale{Axis: a, lo: math.Inf(1), hi: math.Inf(-1)} }

// has says whether the scale can show v. Differences and ratios of what it shows are numbers, too.
func (s *scale) has(v float64) bool { return math.Abs(v) < 1e300 && (!s.Log || v > 1e-300) }

// see makes room for values.
func (s *scale) see(values ...float64) {
	for _, v := range values {
		if s.has(v) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
			s.parts = s.parts || v != math.Trunc(v)
		}
	}
}

// ends are the ends of the axis, which lie apart.
func (s *scale) ends() (lo, hi float64) {
	lo, hi = s.lo, s.hi
	if s.names != nil {
		return -0.5, max(0.5, float64(len(s.names))-0.5)
	}
	if lo > hi {
		lo, hi = 0, 1
		if s.Log {
			lo, hi = 1, 10
		}
	}
	if s.Log {
		if lo == hi {
			lo, hi = lo/2, hi*2
		} else if !s.tight {
			by := math.Pow(hi/lo, 0.03)
			lo, hi = lo/by, hi*by
		}
	} else {
		if s.zero || !s.tight && lo > 0 && lo <= hi/2 {
			lo = min(lo, 0)
		}
		if s.zero {
			hi = max(hi, 0)
		}
		room := (hi - lo) * 0.04
		switch {
		case lo == hi:
			room = max(math.Abs(hi)*0.1, 0.5)
			lo, hi = lo-room, hi+room
		case !s.tight:
			if lo != 0 {
				lo -= room
			}
			hi += room
		}
	}
	if s.Min != s.Max && s.has(s.Min) && s.has(s.Max) {
		lo, hi = min(s.Min, s.Max), max(s.Min, s.Max)
	}
	return lo, hi
}

func (s *scale) ticks(length vg.Length, vertical bool) []plot.Tick {
	lo, hi := s.ends()
	fits := func(labels []string) bool {
		if vertical {
			return vg.Length(len(labels))*28 <= length || len(labels) <= 2
		}
		var sum vg.Length
		for _, l := range labels {
			sum += words(small, dim).Width(l) + 14
		}
		return sum <= length || len(labels) <= 2
	}
	if s.names != nil {
		var ticks []plot.Tick
		for i, n := range s.names {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: n})
		}
		return ticks
	}
	if s.Log {
		return logTicks(lo, hi, s.integers, fits)
	}
	return linearTicks(lo, hi, s.integers, fits)
}

func (b *board) layer(draw func(*pen)) { b.layers = append(b.layers, draw) }

// key adds an entry to the legend, unless it has no name.
func (b *board) key(k key) {
	if k.name != "" {
		k.name = shorten(clean(k.name), 60)
		b.legend = append(b.legend, k)
	}
}

// lines are the lines of the legend, and how wide each entry is: as wide as it must be if all fit in a line, otherwise in columns.
func (b *board) lines() (lines [][]key, width func(key) vg.Length) {
	if len(b.legend) == 0 {
		return nil, keyWidth
	}
	var sum, widest vg.Length
	for _, k := range b.legend {
		sum += keyWidth(k)
		widest = max(widest, keyWidth(k))
	}
	if sum <= wide-8 {
		return [][]key{b.legend}, keyWidth
	}
	lines = slices.Collect(slices.Chunk(b.legend, max(1, int((wide+6)/widest))))
	return lines, func(key) vg.Length { return widest }
}

func keyWidth(k key) vg.Length { return 26 + words(small, text).Width(k.name) + 14 }

// size is the height of the drawing with everything around it.
func (b *board) size() vg.Length {
	return b.head() + b.footer + cmp.Or(b.height, high)
}

// head is the height of what is above the axes.
func (b *board) head() vg.Length {
	lines, _ := b.lines()
	h := vg.Length(len(lines)) * keyLine
	if h > 0 {
		h += 4
	}
	if b.title != "" {
		h += 20
	}
	if b.y.Label != "" && !b.bare {
		h += 18
	}
	return h + 4
}

// paint draws the board on c, which has its size.
func (b *board) paint(c draw.Canvas) {
	y := c.Max.Y - 4
	if b.title != "" {
		style := words(normal, text)
		style.Font.Weight = weight.WeightBold
		c.FillText(style, vg.Point{X: c.Min.X + 4, Y: y - 12}, shorten(clean(b.title), 70))
		y -= 20
	}
	lines, width := b.lines()
	for _, line := range lines {
		x := c.Min.X + 4
		for _, k := range line {
			k.paint(c, x, y-keyLine/2)
			x += width(k)
		}
		y -= keyLine
	}
	if len(b.legend) > 0 {
		y -= 4
	}
	if b.y.Label != "" && !b.bare {
		c.FillText(words(normal, dim), vg.Point{X: c.Min.X + 4, Y: y - 12}, clean(b.y.Label))
		y -= 18
	}
	if b.foot != nil {
		foot := c
		foot.Max.Y = foot.Min.Y + b.footer
		b.foot(foot)
		c.Min.Y += b.footer
	}
	c.Max.Y = y
	if b.bare {
		p := &pen{c: c, b: b}
		for _, l := range b.layers {
			l(p)
		}
		return
	}
	c = draw.Crop(c, 4, -10, 4, -2)
	p := plot.New()
	p.BackgroundColor = nil
	b.x.apply(&p.X, c.Max.X-c.Min.X-50, false)
	b.y.apply(&p.Y, c.Max.Y-c.Min.Y-40, true)
	p.X.Label.Text = clean(b.x.Label)
	p.X.Label.Padding = 3
	p.X.LineStyle = draw.LineStyle{Color: dim.of(1), Width: 0.7}
	p.X.Tick.LineStyle = draw.LineStyle{Color: dim.of(1), Width: 0.5}
	p.X.Tick.Length = 4
	p.Y.LineStyle.Width = 0
	p.Y.Tick.LineStyle.Width = 0
	if b.y.Log {
		p.Y.Tick.LineStyle, p.Y.Tick.Length = p.X.Tick.LineStyle, 4
	}
	p.Add(b)
	p.Draw(c)
}

// Plot draws the grid and the layers. It implements gonum's plot.Plotter.
func (b *board) Plot(c draw.Canvas, p *plot.Plot) {
	pen := &pen{c: c, b: b}
	pen.x, pen.y = p.Transforms(&c)
	grid := draw.LineStyle{Color: line.of(1), Width: 0.7}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := pen.y(t.Value); b.y.grid && !t.IsMinor() && c.ContainsY(y) {
			c.StrokeLine2(grid, c.Min.X, y, c.Max.X, y)
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if x := pen.x(t.Value); b.x.grid && !t.IsMinor() && c.ContainsX(x) {
			c.StrokeLine2(grid, x, c.Min.Y, x, c.Max.Y)
		}
	}
	for _, l := range b.layers {
		l(pen)
	}
}

func (s *scale) apply(a *plot.Axis, length vg.Length, vertical bool) {
	a.Min, a.Max = s.ends()
	if s.Log {
		a.Scale = plot.LogScale{}
	}
	a.Padding = 0
	a.Tick.Marker = plot.ConstantTicks(s.ticks(length, vertical))
	restyle(&a.Tick.Label, words(small, dim))
	if s.names != nil {
		a.Tick.Label.Color = text.of(1)
	}
	restyle(&a.Label.TextStyle, words(normal, dim))
}

// restyle gives a text another style, aligned as before.
func restyle(s *gonumtext.Style, to gonumtext.Style) {
	to.XAlign, to.YAlign = s.XAlign, s.YAlign
	*s = to
}

// words is the style of a text.
func words(size vg.Length, i ink) gonumtext.Style {
	return gonumtext.Style{
		Color:   i.of(1),
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}

// clean makes a line of a text: without control characters, which XML does not allow.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || r == 0xfffe || r == 0xffff:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// shorten cuts a text after n characters.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// sorted returns the finite values in order.
func sorted(values []float64) []float64 {
	var s []float64
	for _, v := range values {
		if math.Abs(v) < 1e300 {
			s = append(s, v)
		}
	}
	slices.Sort(s)
	return s
}
