package figure

import (
	"fmt"
	"image/color"
	"regexp"
	"strconv"
	"strings"
)

// Light and Dark are the CSS declarations of the colours of figures. A page with figures in it has those of Light in effect, or, where its
// reader prefers so, those of Dark; figures that stand alone bring both with them. The colours of series are those of Okabe and Ito,
// darkened until they stand out from white by 3 to 1 at least, or lightened for black; people with the usual kinds of colour blindness tell
// them apart. Figures do not rely on them: shapes and dashes differ too.
var (
	Light = declarations(0)
	Dark  = declarations(1)
)

// An ink is a colour by its meaning. Its index, spread over red and green, is the colour that gonum draws with; rewrite puts in the name
// and the value in the light scheme.
type ink int

const (
	text ink = iota
	dim
	paper
	line // of the grid
	heat // of heat maps, more or less opaque
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

const colours = len(inks) - int(series) // of series

func declarations(scheme int) string {
	var b strings.Builder
	for _, i := range inks {
		fmt.Fprintf(&b, "--%s:%s;", i.name, i.values[scheme])
	}
	return b.String()
}

// of is the colour to draw with; opacity is between 0 and 1. The values lie in the middle of sixteen, since vgsvg rounds colours that are
// not opaque.
func (i ink) of(opacity float64) color.NRGBA {
	return color.NRGBA{R: uint8(i)&^15 | 8, G: uint8(i)<<4 | 8, B: 8, A: uint8(opacity*255 + 0.5)}
}

// colour is that of the series with an index.
func colour(index int) ink { return series + ink(index%colours) }

var (
	styles = regexp.MustCompile(`style="[^"]*"`)
	mixed  = regexp.MustCompile(`#[0-9A-F]{6}`)
	plain  = strings.NewReplacer("font-family:Liberation Sans;", "", "font-variant:normal;", "", "font-weight:normal;", "", "font-style:normal;", "")
)

// rewrite puts the names of colours in the place of what they were drawn with, and leaves out what the root element says of fonts. It
// touches nothing but attributes called style: a quotation mark in a text is escaped.
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
