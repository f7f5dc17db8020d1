package term

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/cmd/internal/printable"
)

// A Table is text in aligned columns, with two blanks between columns.
type Table printable.Table

// Add adds a row, each cell as one line. A row with a single cell in a table of several columns is a line of its own
// across all of them.
func (t *Table) Add(cells ...string) {
	for i, cell := range cells {
		cells[i] = printable.Line(cell)
	}
	t.Rows = append(t.Rows, cells)
}

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
func (t *Table) columnWidths() []int { return (*printable.Table)(t).Widths() }

// Typeset returns the table with its caption for a document in the form latex or markdown; see package printable.
func (t *Table) Typeset(form, caption string) string {
	return (*printable.Table)(t).Typeset(form, caption)
}

// fits reports whether the table is at most width characters wide. A wide last column counts as minFolded characters,
// since FoldLines folds it. A width of 0 is no limit.
func (t *Table) fits(width int) bool {
	widths := t.columnWidths()
	last := len(widths) - 1
	widths[last] = min(widths[last], minFolded)
	total := -2
	for _, w := range widths {
		if w > 0 {
			total += w + 2
		}
	}
	return width == 0 || total <= width
}

// Fit removes columns, in the order of the heads given, until the table is at most width characters wide, and returns
// the heads of those removed that had a cell. It passes over heads that the table does not have. A width of 0 is no
// limit.
func (t *Table) Fit(width int, heads ...string) (removed []string) {
	for _, head := range heads {
		j := slices.Index(t.Head, head)
		if t.fits(width) {
			return removed
		}
		if j < 0 {
			continue
		}
		if t.columnWidths()[j] > 0 {
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

// NotShown returns the sentence about columns that Fit removed, after a blank line, or "" if it removed none. The value
// output of --output has them.
func NotShown(removed []string, width int, output string) string {
	if len(removed) == 0 {
		return ""
	}
	return fmt.Sprintf("\nNot shown in %d columns: %s. --output %s and a wider terminal show all.\n", width,
		strings.Join(removed, ", "), output)
}

// Group moves the first column to lines of its own, above the rows with the same value, if the table is more than width
// characters wide. A width of 0 is no limit.
func (t *Table) Group(width int) {
	if t.fits(width) {
		return
	}
	grouped := &Table{Head: t.Head[1:]}
	if t.Right != nil {
		grouped.Right = t.Right[1:]
	}
	group := ""
	for _, row := range t.Rows {
		if len(row) == len(t.Head) {
			if row[0] != group {
				group = row[0]
				grouped.Add(group + ":")
			}
			row = slices.Clone(row[1:])
			row[0] = "  " + row[0]
		}
		grouped.Add(row...)
	}
	*t = *grouped
}

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

// String returns the list in two columns, for FoldLines: the names, indented by two blanks, and the meanings.
func (l List) String() string {
	indent := 17 // the minimum aligns lists with short names
	for _, entry := range l {
		indent = max(indent, 2+utf8.RuneCountInString(entry[0])+2)
	}
	var b strings.Builder
	for _, entry := range l {
		fmt.Fprintf(&b, "  %-*s%s\n", indent-2, entry[0], entry[1])
	}
	return b.String()
}
