package ip

import (
	"fmt"
	"strings"
)

// writeMPS writes the program in the MPS format, free or fixed.
func (w *fileWriter) writeMPS() {
	w.p = w.p.split().pad(false)
	p, fixed := w.p, w.format == MPSFixed
	if fixed && max(p.width(), len(p.rows)) > 9_999_999 {
		w.err = fmt.Errorf("write %s: too many columns or rows to number with seven digits", w.format)
		return
	}
	columns, rows := p.names(w.format)
	w.writeComments("* ")
	if p.maximize {
		w.printf("* %s\n", negatedNote)
	}
	name := strings.Join(strings.Fields(p.name), "_")
	if fixed {
		for j, fixedName := range columns {
			if name := p.column(j).name; name != "" {
				w.printf("* %s = %s\n", fixedName, name)
			}
		}
		for i, r := range p.rows {
			if r.name != "" {
				w.printf("* %s = %s\n", rows[i], r.name)
			}
		}
		name = name[:min(len(name), 8)]
	}
	w.printf("%s\n", strings.TrimRight("NAME          "+name, " "))

	w.printf("ROWS\n N  %s\n", objectiveName)
	var rhs []mpsEntry
	for i := range p.rows {
		relation, bound := p.rows[i].relation()
		w.printf(" %s  %s\n", map[string]string{"=": "E", "<=": "L", ">=": "G"}[relation], rows[i])
		if bound.m != 0 {
			rhs = append(rhs, mpsEntry{rows[i], bound})
		}
	}
	w.Flush() // see encode.Write: a context that has ended ends the work here
	all, rows := append([]mixedRow{{entries: p.objective}}, p.rows...), append([]string{objectiveName}, rows...)
	ends := make([]int, p.width()+1) // where the terms of each column begin, and later end, in terms
	for i := range all {
		for column := range all[i].terms() {
			ends[column+1]++
		}
	}
	for j := range p.width() {
		ends[j+1] += ends[j]
	}
	terms := make([]mpsEntry, ends[p.width()])
	for i := range all {
		for column, coef := range all[i].terms() {
			if i == 0 && p.maximize {
				coef = coef.neg()
			}
			terms[ends[column]] = mpsEntry{rows[i], coef}
			ends[column]++
		}
	}
	w.printf("COLUMNS\n")
	whole, begin := false, 0
	for j, name := range columns {
		if p.column(j).whole != whole {
			w.writeMarker(&whole)
		}
		list := terms[begin:ends[j]]
		if begin = ends[j]; len(list) == 0 {
			list = []mpsEntry{{objectiveName, number{}}} // declares the column
		}
		w.writePairs(name, list)
	}
	if whole {
		w.writeMarker(&whole)
	}
	w.printf("RHS\n")
	w.writePairs("RHS", rhs)
	w.printf("BOUNDS\n")
	for j := range columns {
		c := p.column(j)
		bound := func(kind string, n number) {
			w.printf(" %s %-8s  %-8s  %12s\n", kind, "BND", columns[j], n)
		}
		switch {
		case c.lower == c.upper:
			bound("FX", c.lower)
			continue
		case c.isBit():
			w.Write(append(append(append(w.AvailableBuffer(), " BV BND       "...), columns[j]...), '\n'))
			continue
		case c.lower.isInf():
			w.printf(" MI %-8s  %s\n", "BND", columns[j])
		default:
			bound("LO", c.lower)
		}
		if c.upper.isInf() {
			w.printf(" PL %-8s  %s\n", "BND", columns[j])
		} else {
			bound("UP", c.upper)
		}
	}
	w.printf("ENDATA\n")
}

// An mpsEntry is the name of a row and a number.
type mpsEntry struct {
	row string
	n   number
}

// writePairs writes entries of one column or set, two to a line. Fields 2 to 6 begin at characters 5, 15, 25, 40 and
// 50.
func (w *fileWriter) writePairs(name string, entries []mpsEntry) {
	for k, e := range entries {
		n := e.n.String()
		if w.format == MPSFixed && len(n) > 12 && w.err == nil {
			w.err = fmt.Errorf("write mps-fixed: row %s: %s is longer than 12 characters", e.row, n)
		}
		b := w.AvailableBuffer()
		if k%2 == 0 {
			b = append(padRight(append(b, "    "...), name, 8), "  "...)
		} else {
			b = append(b, "   "...)
		}
		b = append(padRight(b, e.row, 8), "  "...)
		b = append(padRight(b, "", 12-len(n)), n...)
		if k%2 == 1 || k == len(entries)-1 {
			b = append(b, '\n')
		}
		w.Write(b)
	}
}

// padRight appends s to b, with blanks up to a width.
func padRight(b []byte, s string, width int) []byte {
	b = append(b, s...)
	for n := len(s); n < width; n++ {
		b = append(b, ' ')
	}
	return b
}

// writeMarker changes whether the next columns are integers, and writes the marker line.
func (w *fileWriter) writeMarker(whole *bool) {
	*whole = !*whole
	kind := map[bool]string{true: "INTORG", false: "INTEND"}[*whole]
	w.printf("    %-8s  %-8s  %12s   '%s'\n", "MARKER", "'MARKER'", "", kind)
}
