package paper

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// fontData returns the file of the font.
func fontData(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}

// fonts returns the parsed fonts, regular and bold.
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
	i := 0
	if bold {
		i = 1
	}
	face, err := opentype.NewFace(fonts()[i], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("paper: the font: " + err.Error())
	}
	return face
}
