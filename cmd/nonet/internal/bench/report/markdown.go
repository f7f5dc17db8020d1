package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteMarkdown writes the report for a repository: all words and tables, and figures as links to the files that [Document.WriteFolder]
// writes.
func (d *Document) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n", mark(d.Title))
	if d.Source != "" {
		fmt.Fprintf(b, "\n%s\n", mark(d.Source))
	}
	for _, p := range d.Lead {
		fmt.Fprintf(b, "\n%s\n", mark(p))
	}
	if tally := d.Tally(); len(tally) > 0 {
		var words []string
		for _, v := range verdicts {
			words = append(words, fmt.Sprintf("%d %s", tally[v], v))
		}
		fmt.Fprintf(b, "\n**Published numbers: %s.**\n", strings.Join(words, ", "))
	}
	if misses := d.Misses(); len(misses) > 0 {
		b.WriteString("\nWhat missed:\n\n")
		for _, m := range misses {
			fmt.Fprintf(b, "- %s\n", mark(m.Heading()))
			for _, miss := range m.All {
				fmt.Fprintf(b, "  - %s\n", mark(miss.String()))
			}
		}
	}
	if len(d.Facts) > 0 {
		var rows [][]string
		for _, f := range d.Facts {
			rows = append(rows, []string{mark(f.Name), mark(f.Value)})
		}
		b.WriteString("\n")
		align(b, []string{"", ""}, []bool{true, true}, rows)
	}
	for _, s := range d.Sections {
		fmt.Fprintf(b, "\n## %s\n", mark(s.Title))
		for _, block := range s.Blocks {
			switch block := block.(type) {
			case Text:
				fmt.Fprintf(b, "\n%s\n", mark(string(block)))
			case *Table:
				block.markdown(b)
			case *Picture:
				fmt.Fprintf(b, "\n![%s](%s.svg)\n\n*%s*", strings.NewReplacer("[", "(", "]", ")").Replace(mark(block.Title)), block.Name, mark(block.Title))
				if block.Caption != "" {
					fmt.Fprintf(b, " %s", mark(block.Caption))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.Flush()
}

func (t *Table) markdown(b *bufio.Writer) {
	fmt.Fprintf(b, "\n### %s\n\n", mark(t.Title))
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
			s := c.show()
			if c.Verdict != None {
				s = strings.TrimSpace(s + " " + string(c.Verdict))
			}
			row[i] = mark(s)
		}
		rows = append(rows, row)
	}
	align(b, head, left, rows)
	for _, n := range t.Notes {
		fmt.Fprintf(b, "\n%s\n", mark(n))
	}
}

// align writes a table whose columns are as wide as their widest cell.
func align(b *bufio.Writer, head []string, left []bool, rows [][]string) {
	widths := make([]int, len(head))
	for _, r := range append([][]string{head}, rows...) {
		for i, s := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(s), 3)
		}
	}
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
	b.WriteString("|")
	for i, w := range widths {
		if left[i] {
			b.WriteString(" " + strings.Repeat("-", w) + " |")
		} else {
			b.WriteString(" " + strings.Repeat("-", w-1) + ": |")
		}
	}
	b.WriteString("\n")
	for _, r := range rows {
		line(r)
	}
}

var marks = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "](", `]\(`)

// mark escapes a text for a line of Markdown, and leaves code between backquotes as it is.
func mark(text string) string {
	parts := pieces(strings.Join(strings.Fields(text), " "))
	for i, p := range parts {
		if i%2 == 0 {
			parts[i] = marks.Replace(p)
		} else {
			parts[i] = strings.ReplaceAll(p, "|", `\|`)
		}
	}
	return strings.Join(parts, "`")
}
