// Package palette has the colours of figures and pictures, in a light and a dark scheme.
//
// The colours of series are the palette of Okabe and Ito, which is safe for common kinds of colour blindness, darkened
// to a contrast of at least 3 to 1 on white, or lightened for black.
package palette

import (
	"fmt"
	"strconv"
	"strings"
)

// An Ink is a colour named by its use. The zero value is no colour.
type Ink int

const (
	None  Ink = iota
	Text      // of texts and heavy lines
	Dim       // of secondary texts and lines
	Paper     // the background
	Line      // light lines, such as those of a grid
	Heat      // of areas with varying opacity
	Blue      // the first of the series
	Vermilion
	Green
	Pink
	Ochre
	Violet
	Sky
	Brown
	end
)

// Inks is the number of inks; they are 1 to Inks.
const Inks = int(end) - 1

// colors are the names in CSS and the colours in the light and in the dark scheme.
var colors = [end][3]string{
	Text:      {"ink", "#1d2733", "#e4e9ee"},
	Dim:       {"dim", "#5d6b7a", "#9aa7b4"},
	Paper:     {"paper", "#ffffff", "#14191f"},
	Line:      {"grid", "#dfe4e9", "#2c353e"},
	Heat:      {"heat", "#0b5394", "#8ac5f7"},
	Blue:      {"series-1", "#0072b2", "#4da9e8"},
	Vermilion: {"series-2", "#d55e00", "#ff8a4c"},
	Green:     {"series-3", "#00856a", "#2fc9a0"},
	Pink:      {"series-4", "#b5508a", "#e695c4"},
	Ochre:     {"series-5", "#a17000", "#e0b040"},
	Violet:    {"series-6", "#5b4fa0", "#a99bef"},
	Sky:       {"series-7", "#2b8fc4", "#9bdcff"},
	Brown:     {"series-8", "#7a4a2b", "#c9a28a"},
}

// Name returns the name of the CSS variable of i, without its hyphens: "ink".
func (i Ink) Name() string { return colors[i][0] }

// Hex returns the colour of i in the light or the dark scheme, as #rrggbb.
func (i Ink) Hex(dark bool) string {
	if dark {
		return colors[i][2]
	}
	return colors[i][1]
}

// RGB returns the colour of i in the light or the dark scheme, from 0 to 255.
func (i Ink) RGB(dark bool) (r, g, b uint8) {
	v, _ := strconv.ParseUint(strings.TrimPrefix(i.Hex(dark), "#"), 16, 32) // None is black
	return uint8(v >> 16), uint8(v >> 8), uint8(v)
}

// Declarations returns CSS declarations of all inks as custom properties, such as --ink:#1d2733;.
func Declarations(dark bool) string {
	var b strings.Builder
	for i := None + 1; i < end; i++ {
		fmt.Fprintf(&b, "--%s:%s;", i.Name(), i.Hex(dark))
	}
	return b.String()
}
