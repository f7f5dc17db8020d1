package figure

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	weight "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	gonumtext "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in drawing units; a figure is 400 units wide. A page on a screen shows a unit as about 1.4 pixels, on a
// telephone as about 0.9, where a text of size 12 can still be read.
const (
	figureWidth vg.Length = 400
	plotHeight  vg.Length = 240 // axes and the area between them
	small       vg.Length = 12  // ticks, legend
	normal      vg.Length = 13  // labels
	legendLine  vg.Length = 17  // line height of the legend
)

// A board is the canvas of one chart: axes, a legend, and layers that are drawn one over the other.
type board struct {
	title        string
	x, y         scale
	height       vg.Length // of axes and drawing; 0: high
	legend       []key
	layers       []func(*pen)
	drawFooter   func(c draw.Canvas) // draws the colour scale at the foot; may be nil
	footerHeight vg.Length           // height of the colour scale
	noAxes       bool                // no axes
}

// A scale is an axis and the range of values that it must show.
type scale struct {
	Axis
	lo, hi    float64
	zero      bool     // starts at 0 unless it is logarithmic
	tight     bool     // no padding at the ends
	integers  bool     // no fractions at ticks
	fractions bool     // some included value is not an integer
	names     []string // labels of the groups at 0, 1, ...; nil: the axis has numbers
	grid      bool
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

// canShow reports whether the scale can show v. The bounds ensure that differences and ratios of values are finite.
func (s *scale) canShow(v float64) bool { return math.Abs(v) < 1e300 && (!s.Log || v > 1e-300) }

// include extends the range of the scale to the values that it can show.
func (s *scale) include(values ...float64) {
	for _, v := range values {
		if s.canShow(v) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
			s.fractions = s.fractions || v != math.Trunc(v)
		}
	}
}

// limits returns the ends of the axis, with lo < hi.
func (s *scale) limits() (lo, hi float64) {
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
	if s.Min != s.Max && s.canShow(s.Min) && s.canShow(s.Max) {
		lo, hi = min(s.Min, s.Max), max(s.Min, s.Max)
	}
	return lo, hi
}

func (b *board) addLayer(draw func(*pen)) { b.layers = append(b.layers, draw) }

// addKey adds an entry to the legend, unless its name is empty.
func (b *board) addKey(k key) {
	if k.name != "" {
		k.name = shorten(singleLine(k.name), 60)
		b.legend = append(b.legend, k)
	}
}

// legendLines returns the lines of the legend, and the width of an entry: its own width if all entries fit in one line,
// otherwise the widest has, so that entries form columns.
func (b *board) legendLines() (lines [][]key, width func(key) vg.Length) {
	if len(b.legend) == 0 {
		return nil, keyWidth
	}
	var sum, widest vg.Length
	for _, k := range b.legend {
		sum += keyWidth(k)
		widest = max(widest, keyWidth(k))
	}
	if sum <= figureWidth-8 {
		return [][]key{b.legend}, keyWidth
	}
	lines = slices.Collect(slices.Chunk(b.legend, max(1, int((figureWidth+6)/widest))))
	return lines, func(key) vg.Length { return widest }
}

// keyWidth returns the width of an entry of the legend, with an eighth more for the text than our font takes: the fonts
// of browsers are wider.
func keyWidth(k key) vg.Length { return 26 + 1.12*textStyle(small, text).Width(k.name) + 14 }

// totalHeight returns the height of the board with title, legend and colour scale.
func (b *board) totalHeight() vg.Length {
	return b.headHeight() + b.footerHeight + cmp.Or(b.height, plotHeight)
}

// headHeight returns the height of title, legend and axis label above the axes.
func (b *board) headHeight() vg.Length {
	lines, _ := b.legendLines()
	h := vg.Length(len(lines)) * legendLine
	if h > 0 {
		h += 4
	}
	if b.title != "" {
		h += 20
	}
	if b.y.Label != "" && !b.noAxes {
		h += 18
	}
	return h + 4
}

// paint draws the board on c, which must have its height.
func (b *board) paint(c draw.Canvas) {
	y := c.Max.Y - 4
	if b.title != "" {
		style := textStyle(normal, text)
		style.Font.Weight = weight.WeightBold
		c.FillText(style, vg.Point{X: c.Min.X + 4, Y: y - 12}, shorten(singleLine(b.title), 70))
		y -= 20
	}
	lines, width := b.legendLines()
	for _, line := range lines {
		x := c.Min.X + 4
		for _, k := range line {
			k.paint(c, x, y-legendLine/2)
			x += width(k)
		}
		y -= legendLine
	}
	if len(b.legend) > 0 {
		y -= 4
	}
	if b.y.Label != "" && !b.noAxes {
		c.FillText(textStyle(normal, dim), vg.Point{X: c.Min.X + 4, Y: y - 12}, singleLine(b.y.Label))
		y -= 18
	}
	if b.drawFooter != nil {
		foot := c
		foot.Max.Y = foot.Min.Y + b.footerHeight
		b.drawFooter(foot)
		c.Min.Y += b.footerHeight
	}
	c.Max.Y = y
	if b.noAxes {
		p := &pen{c: c, b: b}
		for _, l := range b.layers {
			l(p)
		}
		return
	}
	b.paintChart(draw.Crop(c, 4, -10, 4, -2))
}

// paintChart draws the axes, the grid and the layers.
func (b *board) paintChart(c draw.Canvas) {
	p := plot.New()
	p.BackgroundColor = nil
	b.x.apply(&p.X, c.Max.X-c.Min.X-50)
	b.y.apply(&p.Y, c.Max.Y-c.Min.Y-40)
	p.X.Label.Text, p.X.Label.Padding = singleLine(b.x.Label), 3
	p.X.LineStyle.Width = 0.7
	p.Y.LineStyle.Width = 0
	if b.y.names != nil {
		p.Y.Padding = 8 // fonts of other machines may be wider
	}
	if !b.y.Log {
		p.Y.Tick.LineStyle.Width, p.Y.Tick.Length = 0, 0
	}
	p.Add(b)
	p.Draw(c)
}

// Plot draws the grid and the layers. It implements gonum's plot.Plotter.
func (b *board) Plot(c draw.Canvas, p *plot.Plot) {
	grid := draw.LineStyle{Color: line.color(1), Width: 0.7}
	pen := &pen{c: c, b: b}
	pen.x, pen.y = p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if q := pen.y(t.Value); b.y.grid && !t.IsMinor() && c.ContainsY(q) {
			c.StrokeLine2(grid, c.Min.X, q, c.Max.X, q)
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if q := pen.x(t.Value); b.x.grid && !t.IsMinor() && c.ContainsX(q) {
			c.StrokeLine2(grid, q, c.Min.Y, q, c.Max.Y)
		}
	}
	for _, l := range b.layers {
		l(pen)
	}
}

// apply gives an axis the limits, ticks and styles of the scale. The axis has a length.
func (s *scale) apply(a *plot.Axis, length vg.Length) {
	a.Min, a.Max = s.limits()
	if s.Log {
		a.Scale = plot.LogScale{}
	}
	a.Padding = 0
	a.LineStyle.Color = dim.color(1)
	a.Tick.Marker = plot.ConstantTicks(s.ticks(length))
	a.Tick.LineStyle, a.Tick.Length = draw.LineStyle{Color: dim.color(1), Width: 0.5}, 4
	restyle(&a.Tick.Label, textStyle(small, dim))
	if s.names != nil {
		a.Tick.Label.Color = text.color(1)
	}
	restyle(&a.Label.TextStyle, textStyle(normal, dim))
}

// restyle changes the style of a text and keeps its alignment.
func restyle(s *gonumtext.Style, to gonumtext.Style) {
	to.XAlign, to.YAlign = s.XAlign, s.YAlign
	*s = to
}

// textStyle returns the style of a text of a size and ink.
func textStyle(size vg.Length, i ink) gonumtext.Style {
	return gonumtext.Style{
		Color:   i.color(1),
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: textHandler(),
	}
}

// textHandler measures and draws text in Liberation Sans. The fonts are parsed when the first figure is drawn.
var textHandler = sync.OnceValue(func() gonumtext.Handler {
	var fonts font.Collection
	for bold, data := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		parsed, err := opentype.Parse(data)
		if err != nil {
			panic("figure: the font: " + err.Error()) // part of the program
		}
		f := font.Font{Typeface: "Liberation", Variant: "Sans"}
		if bold == 1 {
			f.Weight = weight.WeightBold
		}
		fonts = append(fonts, font.Face{Font: f, Face: parsed})
	}
	return gonumtext.Plain{Fonts: font.NewCache(fonts)}
})

// singleLine replaces line breaks and tabs by spaces and removes control characters, which XML does not allow.
func singleLine(s string) string {
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

// shorten truncates a text to n characters.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
