package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"
	"unicode/utf8"
)

//go:embed summary.md
var summaryText string

var summaryTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("summary").Funcs(template.FuncMap{
		"verdicts": func() []Verdict { return verdicts },
		"parts":    blockFields,
		"mark":     escapeMarkdown,
		"noBrackets": func(text string) string {
			return strings.NewReplacer("[", "(", "]", ")").Replace(escapeMarkdown(text))
		},
		"facts": factsMarkdown,
		"indent": func(text string) string {
			return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
		},
		"table": tableMarkdown,
	}).Parse(summaryText))
})

// WriteMarkdown writes the report as Markdown for a repository: all texts and tables, and figures as links to the files
// that [Document.WriteFolder] writes.
func (d *Document) WriteMarkdown(w io.Writer) error { return summaryTemplate().Execute(w, d) }

func factsMarkdown(facts []Fact) string {
	var rows [][]string
	for _, f := range facts {
		rows = append(rows, []string{escapeMarkdown(f.Name), escapeMarkdown(f.Value)})
	}
	return align([]string{"", ""}, []bool{true, true}, rows)
}

func tableMarkdown(t *Table) string {
	var head []string
	var left []bool
	for _, c := range t.Columns {
		head = append(head, escapeMarkdown(c.Title))
		left = append(left, c.Text)
	}
	var rows [][]string
	for _, r := range t.Rows {
		row := make([]string, len(t.Columns))
		for i, c := range r[:min(len(r), len(row))] {
			row[i] = escapeMarkdown(c.Display() + " " + c.Word())
		}
		rows = append(rows, row)
	}
	return align(head, left, rows)
}

// align returns a Markdown table, its columns padded to the widest cell. Columns with left are aligned left, others
// right.
func align(head []string, left []bool, rows [][]string) string {
	widths := make([]int, len(head))
	for _, r := range append([][]string{head}, rows...) {
		for i, s := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(s), 3)
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for i, s := range cells {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(s))
			if left[i] {
				b.WriteString(" " + s + space + " |")
			} else {
				b.WriteString(" " + space + s + " |")
			}
		}
		b.WriteString("\n")
	}
	line(head)
	rule := make([]string, len(head))
	for i, w := range widths {
		rule[i] = strings.Repeat("-", w)
		if !left[i] {
			rule[i] = rule[i][1:] + ":"
		}
	}
	line(rule)
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "](", `]\(`)

// escapeMarkdown escapes a text for one line of Markdown. In code between backquotes it escapes only the vertical bar,
// which would end a table cell.
func escapeMarkdown(text any) string {
	parts := splitCode(strings.Join(strings.Fields(fmt.Sprint(text)), " "))
	for i, p := range parts {
		if i%2 == 0 {
			parts[i] = markdownEscapes.Replace(p)
		} else {
			parts[i] = strings.ReplaceAll(p, "|", `\|`)
		}
	}
	return strings.Join(parts, "`")
}
