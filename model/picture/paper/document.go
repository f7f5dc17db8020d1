package paper

import (
	"cmp"
	"io"
	"time"

	"nonet/model/picture"
	"nonet/model/picture/palette"

	"codeberg.org/go-pdf/fpdf"
)

// A Size is the size of a page in millimetres.
type Size struct{ Width, Height float64 }

// Usual sizes of pages.
var (
	A4     = Size{210, 297}
	A5     = Size{148, 210}
	Letter = Size{215.9, 279.4}
)

// A Document is a PDF document. All lengths are in millimetres, from the top left corner of the page.
type Document struct{ pdf *fpdf.Fpdf }

// A Font is the look of a text of a document.
type Font struct {
	Size   float64 // the em, in millimetres
	Bold   bool
	Dim    bool // in the colour of secondary texts
	Anchor picture.Anchor
}

// NewDocument returns a document without pages.
func NewDocument(size Size, title string) *Document {
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: size.Width, Ht: size.Height}})
	f.SetCatalogSort(true)
	f.SetCreationDate(time.Unix(0, 0).UTC())
	f.SetModificationDate(time.Unix(0, 0).UTC())
	f.SetProducer("nonet", true)
	f.SetTitle(title, true)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	fonts := typefaces()
	f.AddUTF8FontFromBytes("sans", "", fonts[0].data)
	f.AddUTF8FontFromBytes("sans", "B", fonts[1].data)
	f.SetLineJoinStyle("round")
	return &Document{f}
}

// AddPage begins a page.
func (d *Document) AddPage() { d.pdf.AddPage() }

// Write writes the document. Nothing can be added afterwards.
func (d *Document) Write(w io.Writer) error {
	return d.pdf.Output(w)
}

// TextWidth returns the width of a text.
func (d *Document) TextWidth(text string, font Font) float64 {
	d.setFont(font.Size, font.Bold)
	return d.pdf.GetStringWidth(text)
}

// Text writes a line of text; y is its baseline.
func (d *Document) Text(text string, x, y float64, font Font) {
	width := d.TextWidth(text, font)
	ink := palette.Text
	if font.Dim {
		ink = palette.Dim
	}
	r, g, b := ink.RGB(false)
	d.pdf.SetTextColor(int(r), int(g), int(b))
	d.pdf.Text(x-width*font.Anchor.Part(), y, text)
}

// Title writes a line of text in letters that are as small as the width needs. Letters that the font lacks become ?.
func (d *Document) Title(text string, x, y, width float64, font Font) {
	text = Printable(text)
	font.Size *= min(1, width/d.TextWidth(text, font))
	d.Text(text, x, y, font)
}

func (d *Document) setFont(size float64, bold bool) {
	d.pdf.SetFont("sans", map[bool]string{true: "B"}[bold], 10)
	d.pdf.SetFontUnitSize(size)
}

// Draw draws a drawing on the current page: the top left corner of its bounds at (x, y), with scale millimetres for
// each unit.
func (d *Document) Draw(drawing *picture.Drawing, x, y, scale float64) {
	at := func(p picture.Point) (float64, float64) {
		return x + (p.X-drawing.Bounds.X)*scale, y + (p.Y-drawing.Bounds.Y)*scale
	}
	for i := range drawing.Shapes {
		d.shape(&drawing.Shapes[i], at, scale)
	}
	d.pdf.SetAlpha(1, "Normal")
	d.pdf.SetDashPattern(nil, 0)
}

func (d *Document) shape(s *picture.Shape, at func(picture.Point) (float64, float64), scale float64) {
	opacity := cmp.Or(s.Style.Opacity, 1)
	if now, _ := d.pdf.GetAlpha(); now != opacity {
		d.pdf.SetAlpha(opacity, "Normal")
	}
	color := func(i palette.Ink, set func(r, g, b int)) bool {
		r, g, b := s.Style.Tint.RGB(i, false)
		if i != palette.None {
			set(int(r), int(g), int(b))
		}
		return i != palette.None
	}
	if s.Text != "" {
		if !color(s.Style.Fill, d.pdf.SetTextColor) {
			return
		}
		d.setFont(s.Style.Size*scale, s.Style.Bold)
		x, y := at(s.Center)
		d.pdf.Text(x-d.pdf.GetStringWidth(s.Text)*s.Style.Anchor.Part(), y+picture.Baseline*s.Style.Size*scale, s.Text)
		return
	}
	how := ""
	if color(s.Style.Fill, d.pdf.SetFillColor) {
		how = "F"
	}
	if color(s.Style.Stroke, d.pdf.SetDrawColor) {
		how += "D"
		d.pdf.SetLineWidth(s.Style.Width * scale)
		d.pdf.SetLineCapStyle(map[bool]string{false: "round", true: "butt"}[s.Style.Butt])
		var dash []float64
		if s.Style.Dash != [2]float64{} {
			dash = []float64{s.Style.Dash[0] * scale, s.Style.Dash[1] * scale}
		}
		d.pdf.SetDashPattern(dash, 0)
	}
	if s.Radius > 0 {
		x, y := at(s.Center)
		d.pdf.Circle(x, y, s.Radius*scale, how)
		return
	}
	var fromX, fromY float64
	for _, g := range s.Path {
		x, y := at(g.To)
		switch g.Op {
		case picture.MoveTo:
			d.pdf.MoveTo(x, y)
		case picture.LineTo:
			d.pdf.LineTo(x, y)
		case picture.QuadTo:
			cx, cy := at(g.Control)
			d.pdf.CurveBezierCubicTo(fromX+(cx-fromX)*2/3, fromY+(cy-fromY)*2/3, x+(cx-x)*2/3, y+(cy-y)*2/3, x, y)
		case picture.ClosePath:
			d.pdf.ClosePath()
		}
		fromX, fromY = x, y
	}
	d.pdf.DrawPath(how)
}
