package picture

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/model/picture/palette"
)

// SVG are the options of Drawing.SVG. The zero value makes a file whose colours follow the reader's scheme.
type SVG struct {
	Title       string
	Description string
	Scheme      Scheme
	Width       float64 // in pixels; 0 means a pixel for each unit
	// Inline leaves out the style sheet and the width and height: the page has [CSS] and declares the colours, for
	// example with palette.Declarations. Colours of the light scheme remain as attributes.
	Inline bool
	// Hidden hides the picture from screen readers, and leaves out Title and Description.
	Hidden bool
}

// A Scheme is a set of colours.
type Scheme int

const (
	Both  Scheme = iota // light or dark, as the reader prefers
	Light               // always light
	Dark                // always dark
)

// SVG writes the drawing as SVG. Shapes have their role as class and their colours as attributes, never as style
// attributes. Consecutive shapes that look alike are in one group.
func (d *Drawing) SVG(o SVG) []byte {
	var b strings.Builder
	box := fmt.Sprintf("%s %s %s %s", num(d.Bounds.X), num(d.Bounds.Y), num(d.Bounds.Width), num(d.Bounds.Height))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="%s"`, box)
	if !o.Inline {
		width := cmp.Or(o.Width, d.Bounds.Width)
		fmt.Fprintf(&b, ` width="%s" height="%s"`, num(width), num(d.Bounds.Height*width/d.Bounds.Width))
	}
	b.WriteString(map[bool]string{true: ` aria-hidden="true"`, false: ` role="img"`}[o.Hidden])
	b.WriteString(` font-family="Liberation Sans, Arimo, Arial, Helvetica, sans-serif" stroke-linejoin="round">` + "\n")
	if o.Title != "" && !o.Hidden {
		b.WriteString("<title>" + escape(o.Title) + "</title>\n")
	}
	if o.Description != "" && !o.Hidden {
		b.WriteString("<desc>" + escape(o.Description) + "</desc>\n")
	}
	if !o.Inline && o.Scheme == Both {
		b.WriteString("<style>" + d.styleSheet() + "</style>\n")
	}
	for i := 0; i < len(d.Shapes); {
		first := &d.Shapes[i]
		fmt.Fprintf(&b, `<g class="%s%s"%s>`, escape(first.Role), first.Style.classes(),
			first.Style.attributes(o.Scheme))
		for ; i < len(d.Shapes) && d.Shapes[i].Role == first.Role && d.Shapes[i].Style == first.Style &&
			d.Shapes[i].Layer == first.Layer; i++ {
			d.Shapes[i].appendSVG(&b)
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (s *Shape) appendSVG(b *strings.Builder) {
	vector := ""
	if s.Style.Thin {
		vector = ` vector-effect="non-scaling-stroke"`
	}
	switch {
	case s.Path != nil:
		b.WriteString(`<path` + vector + ` d="`)
		for _, g := range s.Path {
			b.WriteByte(byte(g.Op))
			switch g.Op {
			case QuadTo:
				b.WriteString(num(g.Control.X) + " " + num(g.Control.Y) + " " + num(g.To.X) + " " + num(g.To.Y))
			case MoveTo, LineTo:
				b.WriteString(num(g.To.X) + " " + num(g.To.Y))
			}
		}
		b.WriteString(`"/>`)
	case s.Radius > 0:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"/>`, num(s.Center.X), num(s.Center.Y), num(s.Radius))
	case s.Text != "":
		fmt.Fprintf(b, `<text x="%s" y="%s">%s</text>`, num(s.Center.X), num(s.Center.Y+Baseline*s.Style.Size),
			escape(s.Text))
	}
}

// classes returns the classes of the colours, each after a blank.
func (s Style) classes() string {
	text := ""
	for i, ink := range []palette.Ink{s.Fill, s.Stroke} {
		if ink != palette.None {
			text += " " + class("fs"[i:i+1], ink, s.Tint)
		}
	}
	return text
}

// class returns the class for the fill (f) or stroke (s) with an ink: pf-ink, ps-dim-45.
func class(what string, i palette.Ink, t Tint) string {
	if t == Pure {
		return "p" + what + "-" + i.Name()
	}
	return fmt.Sprintf("p%s-%s-%d", what, i.Name(), t)
}

// attributes returns the presentation attributes of a style, each after a blank.
func (s Style) attributes(scheme Scheme) string {
	var b strings.Builder
	set := func(name, value string) { b.WriteString(" " + name + `="` + value + `"`) }
	color := func(i palette.Ink) string {
		if i == palette.None {
			return "none"
		}
		red, green, blue := s.Tint.RGB(i, scheme == Dark)
		return fmt.Sprintf("#%02x%02x%02x", red, green, blue)
	}
	set("fill", color(s.Fill))
	if s.Stroke != palette.None {
		set("stroke", color(s.Stroke))
		set("stroke-width", num(s.Width))
		if !s.Butt {
			set("stroke-linecap", "round")
		}
		if s.Dash != [2]float64{} {
			set("stroke-dasharray", num(s.Dash[0])+" "+num(s.Dash[1]))
		}
	}
	if s.Opacity != 0 && s.Opacity != 1 {
		set("opacity", num(s.Opacity))
	}
	if s.Size != 0 {
		set("font-size", num(s.Size))
		set("text-anchor", [...]string{"middle", "start", "end"}[s.Anchor])
		if s.Bold {
			set("font-weight", "700")
		}
	}
	return b.String()
}

// styleSheet returns the colours that the drawing uses in both schemes.
func (d *Drawing) styleSheet() string {
	var rules []string
	for i := range d.Shapes {
		s := d.Shapes[i].Style
		for _, rule := range [2]string{ruleOf("f", s.Fill, s.Tint), ruleOf("s", s.Stroke, s.Tint)} {
			if rule != "" && !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	slices.Sort(rules)
	return ".picture{max-width:100%;height:auto;" + palette.Declarations(false) +
		"}@media(prefers-color-scheme:dark){.picture{" + palette.Declarations(true) + "}}" + strings.Join(rules, "")
}

// ruleOf returns the CSS rule of a class, or "" for no colour.
func ruleOf(what string, i palette.Ink, t Tint) string {
	if i == palette.None {
		return ""
	}
	value := "var(--" + i.Name() + ")"
	if t != Pure {
		value = fmt.Sprintf("color-mix(in srgb,%s %d%%,var(--paper))", value, t)
	}
	return "." + class(what, i, t) + "{" + map[string]string{"f": "fill", "s": "stroke"}[what] + ":" + value + "}"
}

// CSS returns the rules that a page with inline pictures needs besides the declarations of the colours: the classes of
// all inks and tints.
func CSS() string {
	var b strings.Builder
	for _, t := range []Tint{Pure, Pale, Medium} {
		for i := palette.Ink(1); int(i) <= palette.Inks; i++ {
			b.WriteString(ruleOf("f", i, t) + ruleOf("s", i, t))
		}
	}
	return b.String()
}

// num writes a number with at most two decimals.
func num(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// escape escapes a text for XML and removes the characters that XML does not allow.
func escape(text string) string { return html.EscapeString(printable(text)) }

// printable replaces line breaks and tabs by blanks and removes other control characters, and those of the direction.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Bidi_Control) || r == 0xfffe || r == 0xffff:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
}
