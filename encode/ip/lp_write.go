package ip

import (
	"strconv"
	"strings"
)

// writeLP writes the CPLEX LP format.
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
	case !p.columnsInOrder(): // mention all columns in their order
		objective = make([]Entry, len(p.Columns))
		for j := range objective {
			objective[j].Column = j
		}
		for _, e := range p.Objective {
			objective[e.Column] = e
		}
	case len(objective) == 0: // GLPK wants a term
		objective = []Entry{{0, 0}}
	}
	w.writeWrapped(" obj:", p.lpTerms(objective))
	w.printf("Subject To\n")
	for i := range p.Rows {
		relation, bound := p.Rows[i].relation()
		w.writeWrapped(" "+p.RowName(i)+":", append(p.lpTerms(p.Rows[i].Entries), relation+" "+strconv.Itoa(bound)))
	}
	var free, fixed []string
	for j, c := range p.Columns {
		if c.Lower < c.Upper {
			free = append(free, p.ColumnName(j))
			continue
		}
		if fixed == nil {
			w.printf("Bounds\n")
		}
		fixed = append(fixed, p.ColumnName(j))
		w.printf(" %s = %d\n", p.ColumnName(j), c.Lower)
	}
	if free != nil {
		w.printf("Binary\n")
		w.writeWrapped("", free)
	}
	if fixed != nil { // naming a fixed column Binary would reset its bounds in GLPK
		w.printf("General\n")
		w.writeWrapped("", fixed)
	}
	w.printf("End\n")
}

// columnsInOrder reports whether the columns first appear in their order when the objective and then the rows are read. Solvers number
// columns as they appear; some answers go by number alone. If the objective is empty, the first column is mentioned in it.
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

// lpTerms returns the words of a sum: "x", "- y", "+ 2 z".
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

// writeWrapped writes words after a head, on as many lines as they need.
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
