package figure

import (
	"image/color"
	"io"
	"time"

	"nonet/model/picture/palette"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

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
