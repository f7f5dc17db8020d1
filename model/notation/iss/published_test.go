package iss_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/iss"
)

// TestPublished reads the texts that NONET_ISS names: a folder of files *.iss, each with a line "# solution" and the
// symbols of the grid, the digits of its values or, above 9, A for 1. The solution satisfies all rules about the cells
// of the grid. The texts of the program's own tests are not part of this repository; they are under the MIT licence at
// github.com/sigh/Interactive-Sudoku-Solver.
func TestPublished(t *testing.T) {
	folder := os.Getenv("NONET_ISS")
	if folder == "" {
		t.Skip("NONET_ISS is not set")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.iss"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files, %v", folder, err)
	}
	checked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(string(text), "\n")
		p, _, err := iss.Read(body, place.Options{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var b strings.Builder
		if w, err := notation.NewWriter(&b, "nonet"); err != nil || w.Write(p) != nil {
			t.Errorf("%s: not written: %v", file, err)
		}
		q, err := notation.NewReader(strings.NewReader(b.String()), notation.Options{}).Read()
		if err != nil || show(q) != show(p) {
			t.Errorf("%s: read back as\n%s\n%v", file, show(q), err)
		}
		solution := strings.TrimSpace(strings.TrimPrefix(head, "# solution"))
		if len(solution) != p.Shape.Cells() {
			continue // no solution, or extra cells
		}
		for _, symbol := range solution {
			v := int(symbol-'A') + 1
			if symbol <= '9' {
				v = int(symbol - '0')
			}
			p.Texts.Solution = append(p.Texts.Solution, v-p.Shape.Offset)
		}
		if err := p.Check(p.Texts.Solution); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		checked++
	}
	t.Logf("%d texts, %d solutions checked", len(files), checked)
}
