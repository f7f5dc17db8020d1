package paper

import (
	"reflect"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// TestFonts compares the fonts with the Liberation fonts: the same letters, outlines, widths, distances of pairs
// and lines.
func TestFonts(t *testing.T) {
	const size = fixed.Int26_6(2048 << 6) // the units of the fonts
	for i, data := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		whole, err := sfnt.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		describe := func(f *sfnt.Font, r rune) (outline sfnt.Segments, advance fixed.Int26_6, kern [95]fixed.Int26_6) {
			var b sfnt.Buffer
			glyph, err := f.GlyphIndex(&b, r)
			if err != nil || glyph == 0 {
				return nil, 0, kern
			}
			if outline, err = f.LoadGlyph(&b, glyph, size, nil); err == nil {
				advance, err = f.GlyphAdvance(&b, glyph, size, font.HintingNone)
			}
			if err != nil {
				t.Fatalf("%U: %v", r, err)
			}
			outline = append(sfnt.Segments{}, outline...)
			for k := range kern {
				after, _ := f.GlyphIndex(&b, ' '+rune(k))
				kern[k], _ = f.Kern(&b, glyph, after, size, font.HintingNone) // an error if there is none
			}
			return outline, advance, kern
		}
		part, letters := typefaces()[i].parsed, 0
		for r := range rune(0x10000) {
			outline, advance, kern := describe(part, r)
			wantOutline, wantAdvance, wantKern := describe(whole, r)
			if !reflect.DeepEqual(outline, wantOutline) || advance != wantAdvance || kern != wantKern {
				t.Errorf("font %d: %U is not as in the whole font", i, r)
			}
			if outline != nil {
				letters++
			}
		}
		if letters < 2000 {
			t.Errorf("font %d has %d letters", i, letters)
		}
		var b sfnt.Buffer
		got, err := part.Metrics(&b, size, font.HintingNone)
		want, wantErr := whole.Metrics(&b, size, font.HintingNone)
		if got != want || err != nil || wantErr != nil {
			t.Errorf("font %d: lines %v, %v, want %v, %v", i, got, err, want, wantErr)
		}
	}
}
