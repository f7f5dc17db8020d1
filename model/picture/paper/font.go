package paper

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"nonet/internal/packed"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// The files are Liberation Sans and Liberation Sans Bold without what pictures do not need: instructions for coarse
// screens, ligatures, and names, since their licence asks for another name. They take a quarter of the space.
//
//go:generate sh subset.sh
var (
	//go:embed sans.ttf.gz
	sans []byte
	//go:embed sans-bold.ttf.gz
	sansBold []byte
)

// A typeface is a font as the bytes of a TrueType file and parsed.
type typeface struct {
	data   []byte
	parsed *opentype.Font
}

// typefaces returns the fonts, regular and bold.
var typefaces = sync.OnceValue(func() (all [2]typeface) {
	for i, file := range [][]byte{sans, sansBold} {
		data := packed.Bytes(file)
		parsed, err := opentype.Parse(data)
		if err != nil {
			panic("paper: the font: " + err.Error()) // part of the program
		}
		all[i] = typeface{data, parsed}
	}
	return all
})

// newFace returns the font at a size in pixels.
func newFace(size float64, bold bool) font.Face {
	f := typefaces()[map[bool]int{true: 1}[bold]].parsed
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
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
		glyph, err := typefaces()[0].parsed.GlyphIndex(&b, r)
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
