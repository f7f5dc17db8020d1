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
	w.printf("%s\n", map[bool]string{true: "Maximize", false: "Minimize"}[p.maximize])
	objective := mixedRow{entries: p.objective}
	switch {
	case !p.columnsInOrder(): // list all columns in their order
		objective.entries = make([]mixedEntry, p.width())
		for j := range objective.entries {
			objective.entries[j].column = j
		}
		for _, e := range p.objective {
			objective.entries[e.column] = e
		}
	case len(p.objective) == 0: // GLPK requires a term
		objective.entries = []mixedEntry{{}}
	}
	columns, rows := p.names(LP)
	w.startLine(" obj:")
	w.writeTerms(columns, &objective)
	w.printf("\nSubject To\n")
	for i := range p.rows {
		relation, bound := p.rows[i].relation()
		w.startLine(" ", rows[i], ":")
		w.writeTerms(columns, &p.rows[i])
		w.writeWord(relation, " ", bound.String())
		w.WriteByte('\n')
	}
	isBinary := func(c mixedColumn) bool { return c.whole && c.lower != c.upper && c.isBit() }
	bounds := false
	for j, name := range columns {
		c := p.column(j)
		if isBinary(c) || !c.whole && c.lower.m == 0 && c.upper == infinity {
			continue // below, or what a column is without bounds
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
	section := func(head string, has func(mixedColumn) bool) { // without a head if no column belongs into it
		none := true
		for j, name := range columns {
			if !has(p.column(j)) {
				continue
			}
			if none {
				w.printf("%s\n", head)
				w.startLine("")
				none = false
			}
			w.writeWord("", "", name)
		}
		if !none {
			w.WriteByte('\n')
		}
	}
	section("Binary", isBinary) // GLPK would reset the bounds of fixed columns here
	section("General", func(c mixedColumn) bool { return c.whole && !isBinary(c) })
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
	row := &mixedRow{entries: p.objective}
	for i := 0; ; i++ {
		for column := range row.terms() {
			if column > next {
				return false
			}
			next = max(next, column+1)
		}
		if i == len(p.rows) {
			return next == p.width()
		}
		row = &p.rows[i]
	}
}

// writeTerms writes the terms of a sum as words: "x", "- y", "+ 2 z".
func (w *fileWriter) writeTerms(columns []string, r *mixedRow) {
	first := true
	for column, coef := range r.terms() {
		sign, factor := "+ ", ""
		switch {
		case coef.m < 0:
			sign, coef = "- ", coef.neg()
		case first:
			sign = ""
		}
		if first = false; coef != (number{m: 1}) {
			factor = coef.String() + " "
		}
		w.writeWord(sign, factor, columns[column])
	}
}

// startLine writes the head of a line that writeWord continues.
func (w *fileWriter) startLine(head ...string) {
	w.width = 0
	for _, s := range head {
		w.WriteString(s)
		w.width += len(s)
	}
}

// writeWord writes a blank and the text a+b+c. Lines end before they exceed lineWidth.
func (w *fileWriter) writeWord(a, b, c string) {
	n := 1 + len(a) + len(b) + len(c)
	if w.width > 0 && w.width+n > lineWidth {
		w.WriteByte('\n')
		w.width = 0
	}
	w.width += n
	w.Write(append(append(append(append(w.AvailableBuffer(), ' '), a...), b...), c...))
}
