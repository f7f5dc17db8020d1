package ip

import "strings"

// writeLP writes the program in the CPLEX LP format.
func (w *fileWriter) writeLP() {
	w.p = w.p.split().pad(true)
	p := w.p
	if p.name != "" {
		w.printf("\\Problem name: %s\n", strings.Join(strings.Fields(p.name), " "))
	}
	w.writeComments("\\ ")
	sense := "Minimize"
	if p.maximize {
		sense = "Maximize"
	}
	w.printf("%s\n", sense)
	objective := p.objective
	switch {
	case !p.columnsInOrder(): // list all columns in their order
		objective = make([]mixedEntry, len(p.columns))
		for j := range objective {
			objective[j].column = j
		}
		for _, e := range p.objective {
			objective[e.column] = e
		}
	case len(objective) == 0: // GLPK requires a term
		objective = []mixedEntry{{}}
	}
	columns, rows := p.names(LP)
	w.writeWrapped(" obj:", lpTerms(columns, objective))
	w.printf("Subject To\n")
	for i := range p.rows {
		relation, bound := p.rows[i].relation()
		w.writeWrapped(" "+rows[i]+":", append(lpTerms(columns, p.rows[i].entries), relation+" "+bound.String()))
	}
	var binary, general []string
	bounds := false
	for j, c := range p.columns {
		name := columns[j]
		if c.whole && c.lower != c.upper && c.isBit() {
			binary = append(binary, name)
			continue
		}
		if c.whole {
			general = append(general, name)
		} else if c.lower.m == 0 && c.upper == infinity {
			continue // what a column is without bounds
		}
		if !bounds {
			w.printf("Bounds\n")
		}
		switch bounds = true; {
		case c.lower == c.upper:
			w.printf(" %s = %s\n", name, c.lower)
		case c.lower.isInf() && c.upper.isInf():
			w.printf(" %s free\n", name)
		case c.upper.isInf():
			w.printf(" %s >= %s\n", name, c.lower)
		default:
			w.printf(" %s <= %s <= %s\n", c.lower, name, c.upper)
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
func (p *Mixed) columnsInOrder() bool {
	next := 0
	if len(p.objective) == 0 {
		next = 1
	}
	ordered := func(entries []mixedEntry) bool {
		for _, e := range entries {
			if e.column > next {
				return false
			}
			next = max(next, e.column+1)
		}
		return true
	}
	if !ordered(p.objective) {
		return false
	}
	for i := range p.rows {
		if !ordered(p.rows[i].entries) {
			return false
		}
	}
	return next == len(p.columns)
}

// lpTerms returns the terms of a sum: "x", "- y", "+ 2 z".
func lpTerms(columns []string, entries []mixedEntry) []string {
	words := make([]string, 0, len(entries)+1)
	for k, e := range entries {
		word, coef := "+ ", e.coef
		switch {
		case coef.m < 0:
			word, coef = "- ", coef.neg()
		case k == 0:
			word = ""
		}
		if coef != (number{m: 1}) {
			word += coef.String() + " "
		}
		words = append(words, word+columns[e.column])
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
