package figure

import (
	"fmt"
	"image/color"
	"regexp"
	"strconv"
	"strings"
)

// Light and Dark are CSS declarations of the colours of figures. A page with inline figures declares Light, or Dark if
// its reader prefers a dark scheme; an SVG file contains both. The colours of series are the palette of Okabe and Ito,
// which is safe for common kinds of colour blindness, darkened to a contrast of at least 3 to 1 on white, or lightened
// for black. Series also differ in shapes and dashes, so that figures do not rely on colours.
var (
	Light = declarations(0)
	Dark  = declarations(1)
)

// An ink is a colour named by its use. gonum draws with a placeholder colour, the index of the ink encoded in red and
// green; rewrite replaces it by the CSS variable, with the value in the light scheme as the default.
type ink int

const (
	text ink = iota
	dim
	paper
	line // grid lines
	heat // cells of heat maps, at varying opacity
	series
)

var inks = [...]struct {
	name   string
	values [2]string // light, dark
}{
	{"ink", [2]string{"#1d2733", "#e4e9ee"}},
	{"dim", [2]string{"#5d6b7a", "#9aa7b4"}},
	{"paper", [2]string{"#ffffff", "#14191f"}},
	{"grid", [2]string{"#dfe4e9", "#2c353e"}},
	{"heat", [2]string{"#0b5394", "#8ac5f7"}},
	{"series-1", [2]string{"#0072b2", "#4da9e8"}},
	{"series-2", [2]string{"#d55e00", "#ff8a4c"}},
	{"series-3", [2]string{"#00856a", "#2fc9a0"}},
	{"series-4", [2]string{"#b5508a", "#e695c4"}},
	{"series-5", [2]string{"#a17000", "#e0b040"}},
	{"series-6", [2]string{"#5b4fa0", "#a99bef"}},
	{"series-7", [2]string{"#2b8fc4", "#9bdcff"}},
	{"series-8", [2]string{"#7a4a2b", "#c9a28a"}},
}

const seriesColors = len(inks) - int(series) // number of inks of series

func declarations(scheme int) string {
	var b strings.Builder
	for _, i := range inks {
		fmt.Fprintf(&b, "--%s:%s;", i.name, i.values[scheme])
	}
	return b.String()
}

// color returns the placeholder colour; opacity is between 0 and 1. The low four bits are 8, the middle of their range,
// since vgsvg rounds colours that are not opaque.
func (i ink) color(opacity float64) color.NRGBA {
	return color.NRGBA{R: uint8(i)&^15 | 8, G: uint8(i)<<4 | 8, B: 8, A: uint8(opacity*255 + 0.5)}
}

// seriesInk returns the ink of the series with an index; inks repeat.
func seriesInk(index int) ink { return series + ink(index%seriesColors) }

var (
	styles = regexp.MustCompile(`style="[^"]*"`)
	mixed  = regexp.MustCompile(`#[0-9A-F]{6}`)
	plain  = strings.NewReplacer("font-family:Liberation Sans;", "", "font-variant:normal;", "", "font-weight:normal;",
		"", "font-style:normal;", "")
)

// rewrite replaces placeholder colours by CSS variables, and removes font properties that the root element sets. It
// changes only style attributes: in a text, quotation marks are escaped, so no text matches.
func rewrite(svg []byte) []byte {
	return styles.ReplaceAllFunc(svg, func(style []byte) []byte {
		return mixed.ReplaceAllFunc([]byte(plain.Replace(string(style))), func(c []byte) []byte {
			v, err := strconv.ParseUint(string(c[1:]), 16, 32)
			i := int(v>>16&^15 | v>>12&15)
			if err != nil || i >= len(inks) {
				return c
			}
			return fmt.Appendf(nil, "var(--%s,%s)", inks[i].name, inks[i].values[0])
		})
	})
}
