package ip

import (
	"strconv"
	"strings"
)

// writeLP writes the program in the CPLEX LP format.
func (w *fileWriter) writeLP() {
	w.p = w.p.split().pad(true)
	p := w.p
	if p.Name != "" {
		w.printf("\\Problem name: %s\n", strings.Join(strings.Fields(p.Name), " "))
	}
	w.writeComments("\\ ")
	sense := "Minimize"
	if p.Maximize {
		sense = "Maximize"
	}
	w.printf("%s\n", sense)
	objective := p.Objective
	switch {
	case !p.columnsInOrder(): // list all columns in their order
		objective = make([]Entry, len(p.Columns))
		for j := range objective {
			objective[j].Column = j
		}
		for _, e := range p.Objective {
			objective[e.Column] = e
		}
	case len(objective) == 0: // GLPK requires a term
		objective = []Entry{{0, 0}}
	}
	w.writeWrapped(" obj:", p.lpTerms(objective))
	w.printf("Subject To\n")
	for i := range p.Rows {
		relation, bound := p.Rows[i].relation()
		w.writeWrapped(" "+p.RowName(i)+":", append(p.lpTerms(p.Rows[i].Entries), relation+" "+strconv.Itoa(bound)))
	}
	var binary, general []string
	for j, c := range p.Columns {
		name := p.ColumnName(j)
		if c.Lower < c.Upper && c.isBinary() {
			binary = append(binary, name)
			continue
		}
		if general == nil {
			w.printf("Bounds\n")
		}
		general = append(general, name)
		if c.Lower == c.Upper {
			w.printf(" %s = %d\n", name, c.Lower)
		} else {
			w.printf(" %d <= %s <= %d\n", c.Lower, name, c.Upper)
		}
	}
	if binary != nil {
		w.printf("Binary\n")
		w.writeWrapped("", binary)
	}
	if general != nil { // in the Binary section, GLPK would reset the bounds of fixed columns
		w.printf("General\n")
		w.writeWrapped("", general)
	}
	w.printf("End\n")
}

// columnsInOrder reports whether the columns first occur in their order when the objective and then the rows are read.
// Solvers number columns by first occurrence, and some answers have only these numbers. An empty objective is written
// as a term of the first column.
func (p *Program) columnsInOrder() bool {
	next := 0
	if len(p.Objective) == 0 {
		next = 1
	}
	ordered := func(entries []Entry) bool {
		for _, e := range entries {
			if e.Column > next {
				return false
			}
			next = max(next, e.Column+1)
		}
		return true
	}
	if !ordered(p.Objective) {
		return false
	}
	for i := range p.Rows {
		if !ordered(p.Rows[i].Entries) {
			return false
		}
	}
	return next == len(p.Columns)
}

// lpTerms returns the terms of a sum: "x", "- y", "+ 2 z".
func (p *Program) lpTerms(entries []Entry) []string {
	words := make([]string, 0, len(entries)+1)
	for k, e := range entries {
		word, coef := "+ ", e.Coef
		switch {
		case coef < 0:
			word, coef = "- ", -coef
		case k == 0:
			word = ""
		}
		if coef != 1 {
			word += strconv.Itoa(coef) + " "
		}
		words = append(words, word+p.ColumnName(e.Column))
	}
	return words
}

// writeWrapped writes a head and words, wrapped at lineWidth.
func (w *fileWriter) writeWrapped(head string, words []string) {
	w.WriteString(head)
	width := len(head)
	for _, word := range words {
		if width > 0 && width+1+len(word) > lineWidth {
			w.WriteByte('\n')
			width = 0
		}
		w.WriteByte(' ')
		w.WriteString(word)
		width += 1 + len(word)
	}
	w.WriteByte('\n')
}
