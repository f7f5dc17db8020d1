package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"nonet/cmd/internal/printable"
	"nonet/internal/slice"
)

//go:embed summary.md
var summaryText string

var summaryTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("summary").Funcs(template.FuncMap{
		"verdicts": func() []Verdict { return verdicts },
		"parts":    blockFields,
		"mark":     func(text any) string { return printable.EscapeMarkdown(fmt.Sprint(text)) },
		"noBrackets": func(text string) string {
			return strings.NewReplacer("[", "(", "]", ")").Replace(printable.EscapeMarkdown(text))
		},
		"facts": factsMarkdown,
		"indent": func(text string) string {
			return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
		},
		"table": func(t *Table) string { return t.Plain().Markdown() },
	}).Parse(summaryText))
})

// WriteMarkdown writes the report as Markdown for a repository: all texts and tables, and figures as links to the files
// that [Document.WriteFolder] writes.
func (d *Document) WriteMarkdown(w io.Writer) error { return summaryTemplate().Execute(w, d) }

func factsMarkdown(facts []Fact) string {
	rows := slice.Map(facts, func(f Fact) []string { return []string{f.Name, f.Value} })
	return (&printable.Table{Head: []string{"", ""}, Rows: rows}).Markdown()
}

// Plain returns the table without what only a page shows. Columns without a cell are left out of its forms.
func (t *Table) Plain() *printable.Table {
	p := &printable.Table{}
	for _, c := range t.Columns {
		p.Head, p.Right = append(p.Head, c.Title), append(p.Right, !c.Text)
	}
	for _, r := range t.Rows {
		row := make([]string, len(t.Columns))
		for i, c := range r[:min(len(r), len(row))] {
			row[i] = strings.TrimSpace(c.Display() + " " + c.Word())
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}
