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

	"nonet/cmd/internal/printable"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/internal/slice"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed on first use, to keep the start of other commands fast.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"light": func() template.CSS { return template.CSS(figure.Light) },
		"dark":  func() template.CSS { return template.CSS(figure.Dark) },
		"next":  func(i int) int { return i + 1 },

		"verdicts": func() []Verdict { return verdicts },
		"parts":    blockFields,
		"code":     formatCode, "class": class, "badge": badgeClass, "alignment": alignment, "key": key,
		"label": label, "figure": func(p *Picture) pageBlock { return blockFields(p) },
		"show": Cell.Display, "reason": Cell.reason,
	}).Parse(pageText))
})

// A pageBlock is a [Block] for the templates: exactly one field is set.
type pageBlock struct {
	Text  Text
	Table *Table
	*Picture
}

func blockFields(b Block) (p pageBlock) {
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
func (p pageBlock) SVG() []template.HTML {
	return slice.Map(p.Inline(), func(element []byte) template.HTML { return template.HTML(element) })
}

// WriteHTML writes the report as a self-contained page: style, figures and the script that sorts tables are inline. The
// output is deterministic.
func (d *Document) WriteHTML(w io.Writer) error {
	return pageTemplate().Execute(&printable.Writer{To: w}, d)
}

// alignment returns the CSS classes that align a cell: "text" in a column of text, and also "badges" if the cell has a
// verdict there.
func alignment(t *Table, column int, c Cell) string {
	switch {
	case column >= len(t.Columns) || !t.Columns[column].Text:
		return ""
	case c.Verdict != None:
		return "text badges"
	}
	return "text"
}

// label returns the title of a column, which a card shows before the cell. The first column is the head of a card.
func label(t *Table, column int) string {
	if column == 0 || column >= len(t.Columns) {
		return ""
	}
	return t.Columns[column].Title
}

// key returns the sort key of a cell for the script, or "" if the cell is sorted by its text.
func key(c Cell) string {
	if !c.IsNumber || math.IsNaN(c.Number) {
		return ""
	}
	return strings.ReplaceAll(strconv.FormatFloat(c.Number, 'g', -1, 64), "Inf", "Infinity")
}

func class(v Verdict) string { return strings.ReplaceAll(string(v), " ", "-") }

// badgeClass returns the CSS classes of the badge of a verdict.
func badgeClass(c Cell) string {
	if c.Repeats {
		return "repeated"
	}
	return class(c.Verdict)
}

// formatCode escapes a text and sets the parts between backquotes as code.
func formatCode(text any) template.HTML {
	var b strings.Builder
	for i, part := range printable.SplitCode(fmt.Sprint(text)) {
		if i%2 == 1 {
			b.WriteString("<code>" + template.HTMLEscapeString(part) + "</code>")
		} else {
			b.WriteString(template.HTMLEscapeString(part))
		}
	}
	return template.HTML(b.String())
}
