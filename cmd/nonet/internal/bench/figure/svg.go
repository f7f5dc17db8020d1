package figure

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// typefaces have the widths that texts were laid out for, except the last.
const typefaces = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

// WriteSVG writes the figure as a file of its own. The same figure gives the same bytes.
func (f *Figure) WriteSVG(w io.Writer) error {
	boards, columns := f.boards()
	_, err := w.Write(f.svg(boards, columns, "<style>svg{max-width:100%;height:auto;"+Light+"}@media(prefers-color-scheme:dark){svg{"+Dark+"}}</style>\n"+
		`<rect width="100%" height="100%" style="fill:var(--paper,`+inks[paper].values[0]+`)"/>`+"\n"))
	return err
}

// Inline returns the figure as SVG elements for a page that declares the colours (see [Light]) and their width: one, or one for each of
// [Panels], to be set in as many columns as there is room for.
func (f *Figure) Inline() [][]byte {
	boards, _ := f.boards()
	var elements [][]byte
	for _, b := range boards {
		elements = append(elements, f.svg([]*board{b}, 1, ""))
	}
	return elements
}

// boards are the parts of the figure, and how many of them a file has side by side.
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

// svg draws boards in rows, and puts what belongs there at the head of the file.
func (f *Figure) svg(boards []*board, columns int, head string) []byte {
	rows := slices.Collect(slices.Chunk(boards, max(1, columns)))
	heights := make([]vg.Length, len(rows))
	var total vg.Length
	for i, row := range rows {
		for _, b := range row {
			heights[i] = max(heights[i], b.size())
		}
		total += heights[i]
	}
	width := wide * vg.Length(max(1, columns))
	total = max(total, 20) // of no panels
	canvas := vgsvg.New(width, total)
	whole := draw.New(canvas)
	top := whole.Max.Y
	for r, row := range rows {
		for i, b := range row {
			c := whole
			c.Min.X = wide * vg.Length(i)
			c.Max.X = c.Min.X + wide
			c.Max.Y = top
			c.Min.Y = top - b.size()
			b.paint(c)
		}
		top -= heights[r]
	}
	var drawn bytes.Buffer
	canvas.WriteTo(&drawn) // to memory: cannot fail
	_, body, _ := bytes.Cut(drawn.Bytes(), []byte("<g"))
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g" width="%.0f" height="%.0f" role="img" `+
		`font-family="%s" stroke-linecap="round" stroke-linejoin="round">`+"\n<title>%s</title>\n<desc>%s</desc>\n%s<g",
		float64(width), float64(total), float64(width)*4/3, float64(total)*4/3, typefaces, escape(f.Title), escape(cmp.Or(f.Alt, f.Caption)), head)
	b.Write(rewrite(body))
	return b.Bytes()
}

func escape(s string) string { return html.EscapeString(clean(s)) }
