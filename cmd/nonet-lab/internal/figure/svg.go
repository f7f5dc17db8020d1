package figure

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"slices"
	"time"

	"nonet/internal/slice"
	"nonet/model/picture/palette"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// typefaces lists fonts with the metrics used for the layout, and a generic fallback.
const typefaces = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

// WriteSVG writes the figure as an SVG file. The output is deterministic.
func (f *Figure) WriteSVG(w io.Writer) error {
	boards, columns := f.boards()
	_, err := w.Write(f.svg(boards, columns,
		"<style>svg{max-width:100%;height:auto;"+Light+"}@media(prefers-color-scheme:dark){svg{"+Dark+"}}</style>\n"+
			`<rect width="100%" height="100%" style="fill:var(--paper,`+palette.Paper.Hex(false)+`)"/>`+"\n"))
	return err
}

// Inline returns the figure as SVG elements for a page that declares the colours (see [Light]) and the width: one
// element, or one for each of [Panels], which the page arranges in columns.
func (f *Figure) Inline() [][]byte {
	boards, _ := f.boards()
	return slice.Map(boards, func(b *board) []byte { return f.svg([]*board{b}, 1, "") })
}

// boards returns the boards of the figure, and how many of them a file has side by side.
func (f *Figure) boards() ([]*board, int) {
	if p, ok := f.Chart.(*Panels); ok {
		boards := p.boards()
		return boards, min(2, len(boards))
	}
	b := newBoard()
	if f.Chart != nil {
		f.Chart.draw(b)
	}
	return []*board{b}, 1
}

// layOut returns the size of boards in rows of columns boards, and a function that paints them.
func layOut(boards []*board, columns int) (width, total vg.Length, paint func(draw.Canvas)) {
	rows := slices.Collect(slices.Chunk(boards, max(1, columns)))
	heights := make([]vg.Length, len(rows))
	for i, row := range rows {
		for _, b := range row {
			heights[i] = max(heights[i], b.totalHeight())
		}
		total += heights[i]
	}
	width = figureWidth * vg.Length(max(1, columns))
	total = max(total, 20) // if there are no panels
	return width, total, func(whole draw.Canvas) {
		top := whole.Max.Y
		for r, row := range rows {
			for i, b := range row {
				c := whole
				c.Min.X = figureWidth * vg.Length(i)
				c.Max.X = c.Min.X + figureWidth
				c.Max.Y = top
				c.Min.Y = top - b.totalHeight()
				b.paint(c)
			}
			top -= heights[r]
		}
	}
}

// svg draws boards in rows of columns boards. head is inserted at the start of the SVG element.
func (f *Figure) svg(boards []*board, columns int, head string) []byte {
	width, total, paint := layOut(boards, columns)
	canvas := vgsvg.New(width, total)
	paint(draw.New(canvas))
	var drawn bytes.Buffer
	canvas.WriteTo(&drawn) // to memory: cannot fail
	_, body, _ := bytes.Cut(drawn.Bytes(), []byte("<g"))
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g" width="%.0f" height="%.0f" role="img" `+
			`font-family="%s" stroke-linecap="round" stroke-linejoin="round">`+"\n<title>%s</title>\n<desc>%s</desc>\n%s<g",
		float64(width), float64(total), float64(width)*4/3, float64(total)*4/3, typefaces, escape(f.Title),
		escape(f.Caption), head)
	b.Write(rewrite(body))
	return b.Bytes()
}

func escape(s string) string { return html.EscapeString(singleLine(s)) }

// WritePDF writes the figure as a PDF file in light colours, with its fonts. The output is deterministic.
func (f *Figure) WritePDF(w io.Writer) error {
	boards, columns := f.boards()
	width, height, paint := layOut(boards, columns)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0)) // vgpdf has no other way to set it
	fpdf.SetDefaultModificationDate(time.Unix(0, 0))
	c := vgpdf.New(width, height)
	paint(draw.NewCanvas(inked{c}, width, height))
	_, err := c.WriteTo(w)
	return err
}

// pngResolution is the number of dots per inch: a figure is 1,500 to 3,000 dots wide.
const pngResolution = 192

// WritePNG writes the figure as a PNG file in light colours on white.
func (f *Figure) WritePNG(w io.Writer) error {
	boards, columns := f.boards()
	width, height, paint := layOut(boards, columns)
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pngResolution))}
	paint(draw.NewCanvas(inked{c}, width, height))
	_, err := c.WriteTo(w)
	return err
}

// inked is a canvas that draws the light colour of an ink for its placeholder.
type inked struct{ vg.Canvas }

func (c inked) SetColor(x color.Color) {
	if k, ok := x.(color.NRGBA); ok && k.B == 8 {
		if i := int(k.R&^15 | k.G>>4); i >= 1 && i <= palette.Inks {
			r, g, b := palette.Ink(i).RGB(false)
			x = color.NRGBA{R: r, G: g, B: b, A: k.A}
		}
	}
	c.Canvas.SetColor(x)
}
