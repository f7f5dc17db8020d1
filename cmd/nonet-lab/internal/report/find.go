package report

import (
	"slices"
	"strings"
)

// Typeset returns all tables for a document, in "latex" or "markdown", with titles and notes as captions.
func (d *Document) Typeset(form string) string {
	var b strings.Builder
	for _, t := range d.tables() {
		caption := strings.Join(append([]string{strings.TrimSuffix(t.Title, ".") + "."}, t.Notes...), " ")
		b.WriteString(t.Plain().Typeset(form, caption))
	}
	return b.String()
}

// Table returns the table with a name, or if the name is empty the first table with a verdict; nil if there is none.
func (d *Document) Table(name string) *Table {
	for _, t := range d.tables() {
		if t.Name == name || name == "" && t.hasVerdict() {
			return t
		}
	}
	return nil
}

func (t *Table) hasVerdict() bool {
	return slices.ContainsFunc(slices.Concat(t.Rows...), func(c Cell) bool { return c.Verdict != None })
}
