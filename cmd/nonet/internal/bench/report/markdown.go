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
		"parts":    partsOf,
		"mark":     mark,
		"unlinked": func(text string) string { return strings.NewReplacer("[", "(", "]", ")").Replace(mark(text)) },
		"facts":    factsMarkdown,
		"table":    tableMarkdown,
	}).Parse(summaryText))
})

// WriteMarkdown writes the report for a repository: all words and tables, and figures as links to the files that [Document.WriteFolder]
// writes.
func (d *Document) WriteMarkdown(w io.Writer) error { return summaryTemplate().Execute(w, d) }

func factsMarkdown(facts []Fact) string {
	var rows [][]string
	for _, f := range facts {
		rows = append(rows, []string{mark(f.Name), mark(f.Value)})
	}
	return align([]string{"", ""}, []bool{true, true}, rows)
}

func tableMarkdown(t *Table) string {
	var head []string
	var left []bool
	for _, c := range t.Columns {
		head = append(head, mark(c.Title))
		left = append(left, c.Text)
	}
	var rows [][]string
	for _, r := range t.Rows {
		row := make([]string, len(t.Columns))
		for i, c := range r[:min(len(r), len(row))] {
			row[i] = mark(c.show() + " " + string(c.Verdict))
		}
		rows = append(rows, row)
	}
	return align(head, left, rows)
}

// align returns a table whose columns are as wide as their widest cell.
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

var marks = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "](", `]\(`)

// mark escapes a text for a line of Markdown, and leaves code between backquotes as it is.
func mark(text any) string {
	parts := pieces(strings.Join(strings.Fields(fmt.Sprint(text)), " "))
	for i, p := range parts {
		if i%2 == 0 {
			parts[i] = marks.Replace(p)
		} else {
			parts[i] = strings.ReplaceAll(p, "|", `\|`)
		}
	}
	return strings.Join(parts, "`")
}
