package picture_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/model/picture"
	"nonet/model/sudoku"
)

// TestPDFLaTeX has pdflatex typeset pictures of all kinds, and texts with characters that mean something to it. Other
// scripts than Latin need another program and font, see TeX.
func TestPDFLaTeX(t *testing.T) {
	if testing.Short() {
		t.Skip("starts pdflatex")
	}
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("no pdflatex on this machine")
	}
	var tex strings.Builder
	tex.WriteString("\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n\\begin{document}\n")
	pages := 0
	add := func(d picture.Drawing) {
		pages++
		tex.Write(d.TeX(picture.TeX{Bare: true, Width: 80}))
		tex.WriteString("\\clearpage\n")
	}
	for _, p := range kinds(t) {
		add(picture.Draw(p, picture.Marks{}, picture.Options{Caption: true, Names: true}))
	}
	fish, marks := stepOf(t, escargot, rule("finned-swordfish"))
	add(picture.Draw(fish, marks, picture.Options{}))
	for _, text := range []string{`}\end{document}%`, `\input{x} $x^2_3$ ~#&%`,
		"r1c1 ≠ r1c2, a ÷ b, Müller", "\x00\t\xff"} {
		p := sudoku.Puzzle{Shape: sudoku.Order(1), Clues: sudoku.Grid{0}}
		add(picture.Draw(p, picture.Marks{}, picture.Options{Notes: []string{text}}))
	}
	tex.WriteString("\\end{document}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "all.tex"), []byte(tex.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "not found") && strings.Contains(string(out), "LaTeX Error: File") {
		t.Skip("a package of LaTeX is missing")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, regexp.MustCompile(`(?s)\n!.*`).Find(out))
	}
	if m := regexp.MustCompile(`\((\d+) pages`).FindSubmatch(out); m == nil || string(m[1]) != strconv.Itoa(pages) {
		t.Errorf("pages %q, want %d", m, pages)
	}
}
