package paper

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

func fontData(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}

// Fonts returns the parsed fonts, regular and bold. They must not be changed.
func Fonts() [2]*opentype.Font { return fonts() }

var fonts = sync.OnceValue(func() (all [2]*opentype.Font) {
	for i := range all {
		f, err := opentype.Parse(fontData(i == 1))
		if err != nil {
			panic("paper: the font: " + err.Error()) // part of the program
		}
		all[i] = f
	}
	return all
})

// newFace returns the font at a size in pixels.
func newFace(size float64, bold bool) font.Face {
	face, err := opentype.NewFace(fonts()[map[bool]int{true: 1}[bold]], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("paper: the font: " + err.Error())
	}
	return face
}

// Missing returns the letters of a text that the font does not have.
func Missing(text string) []rune {
	var missing []rune
	var b sfnt.Buffer
	for _, r := range text {
		glyph, err := fonts()[0].GlyphIndex(&b, r)
		if (err != nil || glyph == 0 || r > 0xffff) && !unicode.IsSpace(r) && !slices.Contains(missing, r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// Printable returns a text in one line, with question marks for letters that the font does not have.
func Printable(text string) string {
	missing := Missing(text)
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case slices.Contains(missing, r):
			return '?'
		}
		return r
	}, text)
}
