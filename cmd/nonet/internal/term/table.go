package term

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Fold fills the paragraphs of a text to a width. Blank lines separate paragraphs. Indented paragraphs are unchanged.
func Fold(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.HasPrefix(p, "\t") {
			paragraphs[i] = strings.Join(Wrap(p, width), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// A Table is text in aligned columns, with two blanks between columns.
type Table struct {
	Head  []string
	Right []bool // right[j]: column j is aligned to the right
	Rows  [][]string
}

// Add adds a row. A row with a single cell in a table of several columns is a line of its own across all of them.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// String returns the table, in lines without trailing blanks that end with a newline. Columns in which every row is
// empty are left out.
func (t *Table) String() string {
	width := t.columnWidths()
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
			if t.Right != nil && t.Right[j] {
				b.WriteString(padding + cell)
			} else {
				b.WriteString(cell + padding)
			}
		}
		text := strings.TrimRight(b.String(), " ")
		b.Reset()
		b.WriteString(text + "\n")
	}
	line(t.Head)
	for _, row := range t.Rows {
		if len(row) < len(t.Head) {
			b.WriteString(strings.Join(row, "  ") + "\n")
			continue
		}
		line(row)
	}
	return b.String()
}

// columnWidths returns the width of each column in characters, 0 for a column in which every row is empty.
func (t *Table) columnWidths() []int {
	width := make([]int, len(t.Head))
	for _, row := range t.Rows {
		if len(row) < len(t.Head) {
			continue
		}
		for j, cell := range row {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	for j := range width {
		if width[j] > 0 {
			width[j] = max(width[j], utf8.RuneCountInString(t.Head[j]))
		}
	}
	return width
}

// Fit removes columns, in the order of the heads given, until the table is at most width characters wide, and returns
// the heads of those removed that had a cell. A width of 0 is no limit.
func (t *Table) Fit(width int, heads ...string) (removed []string) {
	for _, head := range heads {
		total := -2
		widths := t.columnWidths()
		for _, w := range widths {
			if w > 0 {
				total += w + 2
			}
		}
		j := slices.Index(t.Head, head)
		if width == 0 || total <= width || j < 0 {
			return removed
		}
		if widths[j] > 0 {
			removed = append(removed, head)
		}
		n := len(t.Head)
		t.Head = slices.Delete(slices.Clone(t.Head), j, j+1)
		if t.Right != nil {
			t.Right = slices.Delete(slices.Clone(t.Right), j, j+1)
		}
		for i, row := range t.Rows {
			if len(row) == n {
				t.Rows[i] = slices.Delete(slices.Clone(row), j, j+1)
			}
		}
	}
	return removed
}

// ListWidth is the width of lists in characters.
const ListWidth = 110

// A List is a list of names with their meanings.
type List [][2]string

// ListOf returns the list of the entries of items.
func ListOf[T any](items []T, entry func(T) (name, meaning string)) (l List) {
	for _, item := range items {
		l.Add(entry(item))
	}
	return l
}

// Add appends an entry.
func (l *List) Add(name, meaning string) { *l = append(*l, [2]string{name, meaning}) }

// String returns the list in two columns: the names, indented by two blanks, and the meanings, wrapped at ListWidth.
func (l List) String() string {
	indent := 17 // the minimum aligns lists with short names
	for _, entry := range l {
		indent = max(indent, 2+utf8.RuneCountInString(entry[0])+2)
	}
	var b strings.Builder
	for _, entry := range l {
		lines := Wrap(entry[1], ListWidth-indent)
		fmt.Fprintf(&b, "  %-*s%s\n", indent-2, entry[0], strings.Join(lines, "\n"+strings.Repeat(" ", indent)))
	}
	return b.String()
}

// Wrap breaks text at blanks into lines of at most width characters. A longer word has a line of its own.
func Wrap(text string, width int) []string {
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
