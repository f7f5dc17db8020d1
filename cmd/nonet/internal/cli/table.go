package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A table is text in columns that line up. Columns are set apart by two blanks.
type table struct {
	head  []string
	right []bool // right[j]: column j is aligned to the right
	rows  [][]string
}

// add adds a row. A row with a single cell in a table of several columns is a line of its own across all of them.
func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// String returns the table, each line ending in a newline, without trailing blanks. Columns in which every row is empty are left out.
func (t *table) String() string {
	width := make([]int, len(t.head))
	for _, row := range t.rows {
		if len(row) < len(t.head) {
			continue
		}
		for j, cell := range row {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	for j := range width {
		if width[j] > 0 {
			width[j] = max(width[j], utf8.RuneCountInString(t.head[j]))
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		start := b.Len()
		for j, cell := range cells {
			if width[j] == 0 {
				continue
			}
			if b.Len() > start {
				b.WriteString("  ")
			}
			padding := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if t.right != nil && t.right[j] {
				b.WriteString(padding + cell)
			} else {
				b.WriteString(cell + padding)
			}
		}
		text := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(text + "\n")
	}
	line(t.head)
	for _, row := range t.rows {
		if len(row) < len(t.head) {
			b.WriteString(strings.Join(row, "  ") + "\n")
			continue
		}
		line(row)
	}
	return b.String()
}

// listWidth is the width of lists in characters.
const listWidth = 110

// A list is names and what they mean.
type list [][2]string

func (l *list) add(name, meaning string) { *l = append(*l, [2]string{name, meaning}) }

// String returns the list: the names, indented by two blanks, in a column, and beside each what it means, on as many lines as that takes.
func (l list) String() string {
	indent := 17 // at least, so that lists with short names line up with each other
	for _, entry := range l {
		indent = max(indent, 2+utf8.RuneCountInString(entry[0])+2)
	}
	var b strings.Builder
	for _, entry := range l {
		lines := wrap(entry[1], listWidth-indent)
		fmt.Fprintf(&b, "  %-*s%s\n", indent-2, entry[0], strings.Join(lines, "\n"+strings.Repeat(" ", indent)))
	}
	return b.String()
}

// wrap breaks text into lines of at most width characters, where there are blanks.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
