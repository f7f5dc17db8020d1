package picture

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/picture/palette"
)

// TeX are the options of Drawing.TeX.
type TeX struct {
	Title string  // stated in a comment
	Width float64 // of the picture in millimetres; 0 means 9 mm for a cell
	Dark  bool
	Bare  bool // only the environment tikzpicture, for a document that loads TikZ
}

// millimetre is the length of a millimetre in points of TeX.
const millimetre = 72.27 / 25.4

// TeX writes the drawing as a picture of TikZ in a document of the class standalone. Texts in other scripts than Latin
// need a font of the reader's, with LuaLaTeX or XeLaTeX.
func (d *Drawing) TeX(o TeX) []byte {
	scale := 9 * millimetre / Unit
	if o.Width > 0 {
		scale = o.Width * millimetre / d.Bounds.Width
	}
	var b strings.Builder
	if o.Title != "" {
		b.WriteString("% " + printable(o.Title) + "\n")
	}
	if !o.Bare {
		b.WriteString("\\documentclass[tikz]{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{helvet}\n" +
			"\\begin{document}\n\\sffamily\n")
	}
	fmt.Fprintf(&b, "\\begin{tikzpicture}[x=%spt, y=-%spt, line join=round]\n", fine(scale), fine(scale))
	var defined []string
	for i := range d.Shapes {
		s := d.Shapes[i].Style
		for _, ink := range []palette.Ink{s.Fill, s.Stroke} {
			if name := texColor(ink, s.Tint); ink != palette.None && !slices.Contains(defined, name) {
				defined = append(defined, name)
				red, green, blue := s.Tint.RGB(ink, o.Dark)
				fmt.Fprintf(&b, "\\definecolor{%s}{HTML}{%02X%02X%02X}\n", name, red, green, blue)
			}
		}
	}
	fmt.Fprintf(&b, "\\path[use as bounding box] %s rectangle %s;\n", texPoint(Point{d.Bounds.X, d.Bounds.Y}),
		texPoint(Point{d.Bounds.X + d.Bounds.Width, d.Bounds.Y + d.Bounds.Height}))
	for i := range d.Shapes {
		d.Shapes[i].appendTeX(&b, scale)
	}
	b.WriteString("\\end{tikzpicture}\n")
	if !o.Bare {
		b.WriteString("\\end{document}\n")
	}
	return []byte(b.String())
}

// texColor returns the name of a colour in TeX: letters and digits, since other characters may have a meaning there.
func texColor(i palette.Ink, t Tint) string {
	name := "picture" + strings.ReplaceAll(i.Name(), "-", "")
	if t != Pure {
		name += fmt.Sprintf("tint%d", t)
	}
	return name
}

func texPoint(p Point) string { return "(" + num(p.X) + "," + num(p.Y) + ")" }

func fine(x float64) string { return strings.TrimRight(fmt.Sprintf("%.5f", x), "0") }

func (s *Shape) appendTeX(b *strings.Builder, scale float64) {
	var options []string
	add := func(format string, args ...any) { options = append(options, fmt.Sprintf(format, args...)) }
	if s.Style.Opacity != 0 && s.Style.Opacity != 1 {
		add("opacity=%s", num(s.Style.Opacity))
	}
	if s.Text != "" {
		add("text=%s", texColor(s.Style.Fill, s.Style.Tint))
		bold := map[bool]string{true: "\\bfseries"}[s.Style.Bold]
		size := s.Style.Size * scale
		add("font=%s\\fontsize{%s}{%s}\\selectfont", bold, num(size), num(size))
		fmt.Fprintf(b, "\\node[anchor=%s, inner sep=0, outer sep=0, %s] at %s {%s};\n",
			[...]string{"base", "base west", "base east"}[s.Style.Anchor], strings.Join(options, ", "),
			texPoint(Point{s.Center.X, s.Center.Y + Baseline*s.Style.Size}), texReplacer.Replace(printable(s.Text)))
		return
	}
	if s.Style.Fill != palette.None {
		add("fill=%s", texColor(s.Style.Fill, s.Style.Tint))
	}
	if s.Style.Stroke != palette.None {
		add("draw=%s", texColor(s.Style.Stroke, s.Style.Tint))
		add("line width=%spt", num(s.Style.Width*scale))
		if !s.Style.Butt {
			add("line cap=round")
		}
		if s.Style.Dash != [2]float64{} {
			add("dash pattern=on %spt off %spt", num(s.Style.Dash[0]*scale), num(s.Style.Dash[1]*scale))
		}
	}
	fmt.Fprintf(b, "\\path[%s]", strings.Join(options, ", "))
	if s.Radius > 0 {
		fmt.Fprintf(b, " %s circle[radius=%spt];\n", texPoint(s.Center), num(s.Radius*scale))
		return
	}
	var from Point
	for _, g := range s.Path {
		switch g.Op {
		case MoveTo:
			b.WriteString(" " + texPoint(g.To))
		case LineTo:
			b.WriteString(" -- " + texPoint(g.To))
		case QuadTo: // as a cubic curve
			first, second := from.add(g.Control.sub(from).scale(2./3)), g.To.add(g.Control.sub(g.To).scale(2./3))
			b.WriteString(" .. controls " + texPoint(first) + " and " + texPoint(second) + " .. " + texPoint(g.To))
		case ClosePath:
			b.WriteString(" -- cycle")
		}
		from = g.To
	}
	b.WriteString(";\n")
}

var texReplacer = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"_", `\_`, "%", `\%`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">",
	`\textgreater{}`,
	"×", `$\times$`, "Σ", `$\Sigma$`, "′", `$'$`, "≠", `$\neq$`, "≥", `$\geq$`, "≤", `$\leq$`,
	"→", `$\to$`, "\uFFFD", "?")
