package report

import "strings"

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
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Verdict != None {
				return true
			}
		}
	}
	return false
}

// LaTeX returns the table as a tabular environment.
func (t *Table) LaTeX() string {
	var b strings.Builder
	b.WriteString(`\begin{tabular}{`)
	var head []string
	for _, c := range t.Columns {
		if c.Text {
			b.WriteByte('l')
		} else {
			b.WriteByte('r')
		}
		head = append(head, escapeLaTeX(c.Title))
	}
	b.WriteString("}\n\\hline\n")
	line := func(cells []string) { b.WriteString(strings.Join(cells, " & ") + ` \\` + "\n") }
	line(head)
	b.WriteString("\\hline\n")
	for _, row := range t.Rows {
		cells := make([]string, len(t.Columns))
		for i, c := range row[:min(len(row), len(cells))] {
			cells[i] = escapeLaTeX(strings.TrimSpace(c.Display() + " " + c.Word()))
		}
		line(cells)
	}
	b.WriteString("\\hline\n\\end{tabular}")
	return b.String()
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "`", "", "−", "$-$", "×", `$\times$`,
	"\u202f", `\,`, "µ", `$\mu$`, "α", `$\alpha$`, "β", `$\beta$`, "τ", `$\tau$`, "ρ", `$\rho$`, "χ", `$\chi$`,
	"≥", `$\ge$`, "≤", `$\le$`, "∞", `$\infty$`, "₁", "$_1$", "₂", "$_2$", "²", "$^2$", "–", "--",
	"⁰", "$^0$", "¹", "$^1$", "³", "$^3$", "⁴", "$^4$", "⁵", "$^5$", "⁶", "$^6$", "⁷", "$^7$", "⁸", "$^8$", "⁹", "$^9$",
	"⁻", "$^-$")

// escapeLaTeX escapes a text for LaTeX. Backquotes, which mark code, are left out.
func escapeLaTeX(text string) string { return latexEscapes.Replace(text) }
