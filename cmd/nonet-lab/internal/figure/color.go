package figure

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/picture/palette"
)

// Light and Dark are CSS declarations of the colours of figures, those of package palette. A page with inline figures
// declares Light, or Dark if its reader prefers a dark scheme; an SVG file contains both. Series also differ in shapes
// and dashes, so that figures do not rely on colours.
var (
	Light = palette.Declarations(false)
	Dark  = palette.Declarations(true)
)

// An ink is a colour named by its use. gonum draws with a placeholder colour, the index of the ink encoded in red and
// green; rewrite replaces it by the CSS variable, with the value in the light scheme as the default.
type ink palette.Ink

const (
	text   = ink(palette.Text)
	dim    = ink(palette.Dim)
	paper  = ink(palette.Paper)
	line   = ink(palette.Line)
	heat   = ink(palette.Heat)
	series = ink(palette.Blue)
)

const seriesColors = palette.Inks - int(series) + 1 // number of inks of series

// color returns the placeholder colour; opacity is between 0 and 1. The low four bits are 8, the middle of their range,
// since vgsvg rounds colours that are not opaque.
func (i ink) color(opacity float64) color.NRGBA {
	return color.NRGBA{R: uint8(i)&^15 | 8, G: uint8(i)<<4 | 8, B: 8, A: uint8(opacity*255 + 0.5)}
}

var (
	styles = parse.Pattern(`style="[^"]*"`)
	mixed  = parse.Pattern(`#[0-9A-F]{6}`)
	plain  = strings.NewReplacer("font-family:Liberation Sans;", "", "font-variant:normal;", "", "font-weight:normal;",
		"", "font-style:normal;", "")
)

// rewrite replaces placeholder colours by CSS variables, and removes font properties that the root element sets. It
// changes only style attributes: in a text, quotation marks are escaped, so no text matches.
func rewrite(svg []byte) []byte {
	return styles().ReplaceAllFunc(svg, func(style []byte) []byte {
		return mixed().ReplaceAllFunc([]byte(plain.Replace(string(style))), func(c []byte) []byte {
			v, err := strconv.ParseUint(string(c[1:]), 16, 32)
			i := int(v>>16&^15 | v>>12&15)
			if err != nil || i < 1 || i > palette.Inks {
				return c
			}
			return fmt.Appendf(nil, "var(--%s,%s)", palette.Ink(i).Name(), palette.Ink(i).Hex(false))
		})
	})
}
