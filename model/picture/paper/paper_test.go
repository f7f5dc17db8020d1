package paper_test

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/picture/paper"
	"nonet/model/sudoku"
)

// variants returns the puzzles of the list with one puzzle for each kind of rule.
func variants(t *testing.T) []sudoku.Puzzle {
	t.Helper()
	file, err := os.Open("../../../testdata/puzzles/variants/kinds.nonet")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []sudoku.Puzzle
	for r := notation.NewReader(file, notation.Options{}); ; {
		p, err := r.Read()
		if err != nil {
			break
		}
		all = append(all, p)
	}
	if len(all) != len(sudoku.RuleKinds()) {
		t.Fatalf("%d puzzles, want one for each of the %d kinds", len(all), len(sudoku.RuleKinds()))
	}
	return all
}

func TestPNG(t *testing.T) {
	for _, p := range variants(t) {
		for _, dark := range []bool{false, true} {
			d := picture.Draw(p, picture.Marks{}, picture.Options{Caption: true})
			var b bytes.Buffer
			if err := paper.PNG(&b, &d, paper.Image{Scale: 0.5, Dark: dark}); err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			img, err := png.Decode(&b)
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			if got := float64(img.Bounds().Dx()); got < d.Bounds.Width/2 || got > d.Bounds.Width/2+1 {
				t.Errorf("%s: %v pixels wide, want half of %v", p.Name, got, d.Bounds.Width)
			}
			// The frame of the grid is drawn in the colour of texts, and a corner of the bounds is paper.
			x, y := int((d.Board.X-d.Bounds.X)/2), int((d.Board.Y+d.Board.Height/2-d.Bounds.Y)/2)
			if r, _, _, _ := img.At(x, y).RGBA(); dark != (r > 0x8000) {
				t.Errorf("%s, dark %v: the frame has red %x", p.Name, dark, r)
			}
			if r, _, _, _ := img.At(0, 0).RGBA(); dark != (r < 0x8000) {
				t.Errorf("%s, dark %v: the paper has red %x", p.Name, dark, r)
			}
		}
	}
}

func TestPNGTooLarge(t *testing.T) {
	d := picture.Drawing{Bounds: picture.Rect{Width: 1000, Height: 1000}}
	for _, scale := range []float64{-1, 100, 1e300} {
		if err := paper.PNG(&bytes.Buffer{}, &d, paper.Image{Scale: scale}); err == nil {
			t.Errorf("scale %v: no error", scale)
		}
	}
}

// document returns a document of all variants, six to a page.
func document(t *testing.T) []byte {
	t.Helper()
	doc := paper.NewDocument(paper.A4, "Kinds of rules – Ω")
	for i, p := range variants(t) {
		if i%6 == 0 {
			doc.AddPage()
		}
		d := picture.Draw(p, picture.Marks{}, picture.Options{Caption: true})
		x, y := 15+float64(i%2)*95, 20+float64(i%6/2)*90
		scale := 75 / max(d.Bounds.Width, d.Bounds.Height)
		doc.Text(p.Name, x, y-3, paper.Font{Size: 5, Bold: true})
		doc.Draw(&d, x, y, scale)
	}
	var b bytes.Buffer
	if err := doc.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDocument(t *testing.T) {
	first := document(t)
	if !bytes.Equal(first, document(t)) {
		t.Error("two documents of the same puzzles differ")
	}
	tool, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Skip("pdftoppm is not installed")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "kinds.pdf")
	if err := os.WriteFile(file, first, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-r", "30", "-png", file, filepath.Join(folder, "page")).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Fatalf("pdftoppm: %v, %s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "page*.png"))
	if want := (len(sudoku.RuleKinds()) + 5) / 6; err != nil || len(pages) != want {
		t.Errorf("%d pages, error %v; want %d", len(pages), err, want)
	}
	if keep := os.Getenv("NONET_KEEP_PICTURES"); keep != "" { // to look at
		os.WriteFile(filepath.Join(keep, "kinds.pdf"), first, 0o644)
	}
}
