package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"nonet/cmd/nonet/internal/bench/figure"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed when it is needed: other commands shall start at once.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"light": func() template.CSS { return template.CSS(figure.Light) },
		"dark":  func() template.CSS { return template.CSS(figure.Dark) },
		"next":  func(i int) int { return i + 1 },

		"verdicts": func() []Verdict { return verdicts },
		"few":      func(t Tally) bool { return t[Missed] < 40 }, // misses, which are shown at once
		"parts":    partsOf,
		"code":     code, "class": class, "flush": flush, "key": key, "show": Cell.show, "reason": Cell.reason,
	}).Parse(pageText))
})

// A pageBlock has one of these.
type pageBlock struct {
	Text  Text
	Table *Table
	*Picture
}

func partsOf(b Block) (p pageBlock) {
	switch b := b.(type) {
	case Text:
		p.Text = b
	case *Table:
		p.Table = b
	case *Picture:
		p.Picture = b
	}
	return p
}

// SVG returns the elements of the picture, which package figure has escaped.
func (p pageBlock) SVG() (elements []template.HTML) {
	for _, element := range p.Inline() {
		elements = append(elements, template.HTML(element))
	}
	return elements
}

// WriteHTML writes the report as a page that needs nothing but itself: style, figures and the few lines that sort tables are in it. The same
// document gives the same bytes.
func (d *Document) WriteHTML(w io.Writer) error {
	if err := pageTemplate().Execute(w, d); err != nil {
		return fmt.Errorf("report: page %s: %w", d.Name, err)
	}
	return nil
}

// flush is the class of a cell by how its column is set.
func flush(t *Table, column int, c Cell) string {
	switch {
	case column >= len(t.Columns) || !t.Columns[column].Text:
		return ""
	case c.Verdict != None:
		return "text badges"
	}
	return "text"
}

// key is what a cell is sorted by, if not by its text.
func key(c Cell) string {
	if !c.IsNumber || math.IsNaN(c.Number) {
		return ""
	}
	return strings.ReplaceAll(strconv.FormatFloat(c.Number, 'g', -1, 64), "Inf", "Infinity")
}

func class(v Verdict) string { return strings.ReplaceAll(string(v), " ", "-") }

// code escapes a text, and makes code of what is between backquotes.
func code(text any) template.HTML {
	var b strings.Builder
	for i, part := range pieces(fmt.Sprint(text)) {
		if i%2 == 1 {
			b.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
		} else {
			b.WriteString(template.HTMLEscapeString(part))
		}
	}
	return template.HTML(b.String())
}

// pieces splits a text at pairs of backquotes: those with odd indices are code.
func pieces(text string) []string {
	parts := strings.Split(text, "`")
	if n := len(parts); n%2 == 0 { // the last backquote has no partner
		parts = append(parts[:n-2], parts[n-2]+"`"+parts[n-1])
	}
	return parts
}
