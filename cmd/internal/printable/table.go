package printable

import (
	"strings"
	"unicode/utf8"
)

// A Table is text in columns, for a document. A row with a single cell in a table of several columns is a line of its
// own across all of them.
type Table struct {
	Head  []string
	Right []bool // right[j]: column j is aligned to the right; nil: none is
	Rows  [][]string
}

// Widths returns the width of each column in characters, 0 for a column in which every row is empty.
func (t *Table) Widths() []int {
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

// typeset returns the cells of the table for a document, without columns in which every row is empty. A row with a
// single cell in a table of several columns heads the rows below it.
func (t *Table) typeset(escape func(string) string) (head []string, right []bool, rows [][]string) {
	width := t.Widths()
	used := func(cells []string) (some []string) {
		for j, cell := range cells {
			if width[j] > 0 {
				some = append(some, escape(strings.TrimSpace(cell)))
			}
		}
		return some
	}
	for j, w := range width {
		if w > 0 {
			right = append(right, t.Right != nil && t.Right[j])
		}
	}
	for _, row := range t.Rows {
		if len(row) == len(t.Head) {
			rows = append(rows, used(row))
		} else if row[0] != "" {
			rows = append(rows, []string{escape(strings.TrimSuffix(row[0], ":"))})
		}
	}
	return used(t.Head), right, rows
}

// Markdown returns the table in Markdown, its columns padded to the widest cell.
func (t *Table) Markdown() string {
	head, right, rows := t.typeset(EscapeMarkdown)
	widths := make([]int, len(head))
	for _, r := range append([][]string{head}, rows...) {
		for i := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(r[i]), 3)
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for i, w := range widths {
			cell := ""
			if i < len(cells) {
				cell = cells[i]
			}
			if space := strings.Repeat(" ", w-utf8.RuneCountInString(cell)); right[i] {
				cell = space + cell
			} else {
				cell += space
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	line(head)
	rule := make([]string, len(head))
	for i, w := range widths {
		if rule[i] = strings.Repeat("-", w); right[i] {
			rule[i] = rule[i][1:] + ":"
		}
	}
	line(rule)
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

// LaTeX returns the table as a tabular environment with the rules of package booktabs.
func (t *Table) LaTeX() string {
	head, right, rows := t.typeset(EscapeLaTeX)
	var b strings.Builder
	b.WriteString(`\begin{tabular}{`)
	for _, r := range right {
		b.WriteString(map[bool]string{false: "l", true: "r"}[r])
	}
	b.WriteString("}\n\\toprule\n" + strings.Join(head, " & ") + " \\\\\n\\midrule\n")
	for i, row := range rows {
		text := strings.Join(row, " & ")
		if len(row) < len(head) {
			if i > 0 {
				b.WriteString("\\addlinespace\n")
			}
			text = `\emph{` + text + "}" + strings.Repeat(" &", len(head)-1)
		}
		b.WriteString(text + " \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}")
	return b.String()
}

// Typeset returns the table with its caption as a paragraph of a document: in "latex", a table that needs the package
// booktabs, and graphicx to become as wide as a line if it is wider; or in "markdown".
func (t *Table) Typeset(form, caption string) string {
	if form == "markdown" {
		return EscapeMarkdown(caption) + "\n\n" + t.Markdown() + "\n"
	}
	const most = 80 // characters in a line of small text
	tabular, width := t.LaTeX(), -2
	for _, w := range t.Widths() {
		width += w + 2
	}
	if width > most {
		tabular = "\\resizebox{\\textwidth}{!}{%\n" + tabular + "}"
	}
	return "\\begin{table}\n\\centering\\small\n\\caption{" + EscapeLaTeX(caption) + "}\n" + tabular +
		"\n\\end{table}\n\n"
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "](", `]\(`)

// EscapeMarkdown escapes a text for one line of Markdown. In code between backquotes it escapes only the vertical bar,
// which would end a table cell.
func EscapeMarkdown(text string) string {
	parts := SplitCode(strings.Join(strings.Fields(text), " "))
	for i, p := range parts {
		if i%2 == 0 {
			parts[i] = markdownEscapes.Replace(p)
		} else {
			parts[i] = strings.ReplaceAll(p, "|", `\|`)
		}
	}
	return strings.Join(parts, "`")
}

// SplitCode splits a text at pairs of backquotes: parts with odd indices are code.
func SplitCode(text string) []string {
	parts := strings.Split(text, "`")
	if n := len(parts); n%2 == 0 { // the last backquote has no partner
		parts = append(parts[:n-2], parts[n-2]+"`"+parts[n-1])
	}
	return parts
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "`", "", "−", "$-$", "×", `$\times$`,
	"±", `$\pm$`, "\u202f", `\,`, "µ", `$\mu$`, "α", `$\alpha$`, "β", `$\beta$`, "τ", `$\tau$`, "ρ", `$\rho$`,
	"χ", `$\chi$`, "≥", `$\ge$`, "≤", `$\le$`, "∞", `$\infty$`, "₁", "$_1$", "₂", "$_2$", "²", "$^2$", "–", "--",
	"⁰", "$^0$", "¹", "$^1$", "³", "$^3$", "⁴", "$^4$", "⁵", "$^5$", "⁶", "$^6$", "⁷", "$^7$", "⁸", "$^8$", "⁹", "$^9$",
	"⁻", "$^-$")

// EscapeLaTeX escapes a text for LaTeX. Backquotes, which mark code, are left out.
func EscapeLaTeX(text string) string { return latexEscapes.Replace(text) }
