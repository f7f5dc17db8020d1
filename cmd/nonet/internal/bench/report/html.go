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
	return template.Must(template.New("report").Funcs(template.FuncMap{"code": code}).Parse(pageText))
})

// A page is what the template shows.
type page struct {
	*Document
	Light, Dark template.CSS
	Tally       []pageTally
	Misses      []Misses
	FewMisses   bool // few enough to be shown at once
	Sections    []pageSection
}

type pageTally struct {
	Verdict Verdict
	Class   string
	Count   int
}

type pageSection struct {
	ID, Title string
	Blocks    []pageBlock
}

// A pageBlock has one of these.
type pageBlock struct {
	Text   Text
	Table  *pageTable
	Figure *pageFigure
}

type pageTable struct {
	*Table
	Rows [][]pageCell
}

type pageCell struct {
	Class, Sort, Title, Show string
	Verdict                  Verdict
	VerdictClass             string
}

type pageFigure struct {
	*figure.Figure
	SVG []template.HTML
}

// WriteHTML writes the report as a page that needs nothing but itself: style, figures and the few lines that sort tables are in it. The same
// document gives the same bytes.
func (d *Document) WriteHTML(w io.Writer) error {
	p := page{Document: d, Light: template.CSS(figure.Light), Dark: template.CSS(figure.Dark), Misses: d.Misses()}
	p.FewMisses = d.Tally()[Missed] < 40
	tally := d.Tally()
	for _, v := range verdicts {
		if len(tally) > 0 {
			p.Tally = append(p.Tally, pageTally{v, class(v), tally[v]})
		}
	}
	for i, s := range d.Sections {
		section := pageSection{ID: fmt.Sprintf("section-%d", i+1), Title: s.Title}
		for _, b := range s.Blocks {
			switch b := b.(type) {
			case Text:
				section.Blocks = append(section.Blocks, pageBlock{Text: b})
			case *Table:
				section.Blocks = append(section.Blocks, pageBlock{Table: tableOf(b)})
			case *Picture:
				f := &pageFigure{Figure: &b.Figure}
				for _, element := range b.Inline() {
					f.SVG = append(f.SVG, template.HTML(element)) // escaped by package figure
				}
				section.Blocks = append(section.Blocks, pageBlock{Figure: f})
			}
		}
		p.Sections = append(p.Sections, section)
	}
	if err := pageTemplate().Execute(w, p); err != nil {
		return fmt.Errorf("report: page %s: %w", d.Name, err)
	}
	return nil
}

func tableOf(t *Table) *pageTable {
	out := &pageTable{Table: t}
	for _, r := range t.Rows {
		row := make([]pageCell, len(r))
		for i, c := range r {
			cell := pageCell{Title: c.reason(), Show: c.show(), Verdict: c.Verdict, VerdictClass: class(c.Verdict)}
			if i < len(t.Columns) && t.Columns[i].Text {
				cell.Class = "text"
				if c.Verdict != None {
					cell.Class = "text badges"
				}
			}
			if c.IsNumber && !math.IsNaN(c.Number) {
				cell.Sort = strings.ReplaceAll(strconv.FormatFloat(c.Number, 'g', -1, 64), "Inf", "Infinity")
			}
			row[i] = cell
		}
		out.Rows = append(out.Rows, row)
	}
	return out
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
