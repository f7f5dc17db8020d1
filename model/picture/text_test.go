package picture_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/picture"
	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// FuzzTexts writes any texts into pictures: the SVG file stays well-formed and has the text, and TeX stays balanced.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"", "AI Escargot", `<script>alert("1")</script>`, "a & b ]]> --> <!--",
		"\x00\x1b\n\t", "\xff\xfe", "}\\end{document}%", `\input{/etc/passwd} $x^2_3$ ~#`,
		"数独 ÷ é ☃ \U0001f600", "\ufffe\uffff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := sudoku.Puzzle{Shape: sudoku.Order(1), Clues: sudoku.Grid{0}}
		d := picture.Draw(p, picture.Marks{}, picture.Options{Notes: []string{text}})
		texts := wellFormed(t, "fuzz", d.SVG(picture.SVG{Title: text, Description: text}))
		for _, got := range texts {
			if strings.ContainsAny(got, "\x00\x1b\x7f") {
				t.Errorf("control characters in %q", got)
			}
		}
		if plain := regexp.MustCompile(`^[ -~]+$`); plain.MatchString(text) && !slices.Contains(texts, text) {
			t.Errorf("texts %q, want %q among them", texts, text)
		}
		title, tex, _ := strings.Cut(string(d.TeX(picture.TeX{Title: "t" + text})), "\n")
		if !strings.HasPrefix(title, "% t") {
			t.Errorf("the title is no comment: %q", title)
		}
		if open, closed := balance(tex); open != 0 || closed {
			t.Errorf("braces are not balanced in %q", tex)
		}
		if strings.Count(tex, `\end{document}`) != 1 || strings.Contains(tex, `\input`) {
			t.Errorf("a command of the text is alive in %q", tex)
		}
	})
}

// balance returns the number of braces left open, without escaped ones and comments, and whether one was closed too
// early.
func balance(tex string) (open int, early bool) {
	for line := range strings.Lines(tex) {
		for i := 0; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++
			case '%':
				i = len(line)
			case '{':
				open++
			case '}':
				open--
				early = early || open < 0
			}
		}
	}
	return open, early
}

// TestTeX checks the structure of TikZ pictures of all kinds: every colour used is defined before, every path ends.
func TestTeX(t *testing.T) {
	colors := regexp.MustCompile(
		`\\definecolor\{([^}]*)\}\{HTML\}\{[0-9A-F]{6}\}|(?:fill|draw|text)=([a-z0-9]+)`)
	for _, p := range kinds(t) {
		d := picture.Draw(p, picture.Marks{}, picture.Options{Caption: true})
		tex := string(d.TeX(picture.TeX{Title: p.Name, Width: 80}))
		for _, want := range []string{"% " + p.Name + "\n", `\documentclass[tikz]{standalone}`,
			`\begin{tikzpicture}[x=`, `\path[use as bounding box] `} {
			if strings.Count(tex, want) != 1 {
				t.Errorf("%s: %q is missing", p.Name, want)
			}
		}
		if open, early := balance(tex); open != 0 || early {
			t.Errorf("%s: braces are not balanced", p.Name)
		}
		defined := map[string]bool{}
		for _, m := range colors.FindAllStringSubmatch(tex, -1) {
			switch {
			case m[1] != "":
				defined[m[1]] = true
			case !defined[m[2]]:
				t.Errorf("%s: colour %s is not defined", p.Name, m[2])
			}
		}
		for line := range strings.Lines(tex) {
			if (strings.HasPrefix(line, `\path`) || strings.HasPrefix(line, `\node`)) &&
				!strings.HasSuffix(line, ";\n") {
				t.Errorf("%s: no semicolon: %s", p.Name, line)
			}
		}
		if bare := string(d.TeX(picture.TeX{Bare: true})); strings.Contains(bare, "document") {
			t.Errorf("%s: a bare picture has a document", p.Name)
		}
	}
}

// TestCSS checks that the rules for pages with inline pictures have every class of a colour that pictures use.
func TestCSS(t *testing.T) {
	css := picture.CSS()
	class := regexp.MustCompile(`\bp[fs]-[a-z0-9-]+`)
	for _, p := range kinds(t) {
		d := picture.Draw(p, picture.Marks{}, picture.Options{})
		for _, name := range class.FindAllString(string(d.SVG(picture.SVG{Inline: true})), -1) {
			if !strings.Contains(css, "."+name+"{") {
				t.Errorf("%s: no rule for the class %s", p.Name, name)
			}
		}
	}
	declared := palette.Declarations(false)
	for _, m := range regexp.MustCompile(`var\((--[a-z0-9-]+)\)`).FindAllStringSubmatch(css, -1) {
		if !strings.Contains(declared, m[1]+":") {
			t.Errorf("the colour %s is not declared", m[1])
		}
	}
}

// TestLayers draws parts of a picture: each shape belongs to a layer asked for, and the parts together are the whole,
// in the same bounds.
func TestLayers(t *testing.T) {
	for _, p := range kinds(t) {
		whole := picture.Draw(p, picture.Marks{}, picture.Options{})
		parts := 0
		for _, layers := range []picture.Layer{picture.Rules, picture.Hints, picture.Grid,
			picture.AllLayers &^ (picture.Rules | picture.Hints | picture.Grid)} {
			d := picture.Draw(p, picture.Marks{}, picture.Options{Layers: layers})
			parts += len(d.Shapes)
			if d.Bounds != whole.Bounds {
				t.Errorf("%s: bounds %+v, the whole has %+v", p.Name, d.Bounds, whole.Bounds)
			}
			for _, s := range d.Shapes {
				if s.Layer&layers == 0 {
					t.Errorf("%s: a shape of layer %b, want %b", p.Name, s.Layer, layers)
				}
			}
		}
		if parts != len(whole.Shapes) {
			t.Errorf("%s: %d shapes in parts, %d in the whole", p.Name, parts, len(whole.Shapes))
		}
	}
}

// TestShapes draws empty grids of every size.
func TestShapes(t *testing.T) {
	for _, box := range [][2]int{{1, 1}, {1, 2}, {1, 7}, {2, 5}, {5, 5}, {10, 10}, {1, 100}} {
		s := sudoku.Shape{Height: box[0], Width: box[1]}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
		p.Clues[0] = s.N()
		d := picture.Draw(p, picture.Marks{}, picture.Options{Names: true})
		if want := float64(s.N() * picture.Unit); d.Board.Width != want {
			t.Errorf("%v: the grid is %v wide, want %v", s, d.Board.Width, want)
		}
		wellFormed(t, s.String(), d.SVG(picture.SVG{}))
		boxes := slices.ContainsFunc(d.Shapes, func(x picture.Shape) bool { return x.Role == "box" })
		if boxes != (s.Height > 1 && s.Width > 1) {
			t.Errorf("%v: boxes drawn: %v", s, boxes)
		}
	}
}

// TestCaption checks that the caption of many rules is short and states the number of those left out.
func TestCaption(t *testing.T) {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	for x := range model.Var(30) {
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "not-equal", Core: model.NotEqual{A: x, B: x + 1, Offset: 1}},
			sudoku.Rule{Kind: "knight"})
	}
	got := picture.Caption(p)
	if len(got) != 13 || got[0] != "not-equal r1c1 r1c2 +1" ||
		got[1] != "Cells a knight's move apart have different values." ||
		got[12] != "And 19 further rules." {
		t.Errorf("%d lines: %q", len(got), got)
	}
	for _, p := range kinds(t) { // a font may be as wide as DejaVu Sans
		d := picture.Draw(p, picture.Marks{}, picture.Options{Caption: true})
		for _, s := range d.Shapes {
			if width := 1.15 * picture.TextWidth(s.Text, s.Style.Size); s.Role == "caption" && width > d.Bounds.Width {
				t.Errorf("%s: the line %q is %.0f wide, the picture %.0f", p.Name, s.Text, width, d.Bounds.Width)
			}
		}
	}
}
