package ip

import (
	"fmt"
	"strconv"
	"strings"
)

// writeMPS writes the program in the MPS format, free or fixed.
func (w *fileWriter) writeMPS() {
	w.p = w.p.split().pad(false)
	p, fixed := w.p, w.format == MPSFixed
	if fixed && max(len(p.Columns), len(p.Rows)) > 9_999_999 {
		w.err = fmt.Errorf("write %s: too many columns or rows to number with seven digits", w.format)
		return
	}
	columns, rows := p.ColumnNames(w.format), make([]string, len(p.Rows))
	for i := range rows {
		if rows[i] = p.RowName(i); fixed {
			rows[i] = fixedName('R', i)
		}
	}
	w.writeComments("* ")
	sign := 1
	if p.Maximize {
		w.printf("* %s\n", negatedNote)
		sign = -1
	}
	name := strings.Join(strings.Fields(p.Name), "_")
	if fixed {
		for j, c := range p.Columns {
			if c.Name != "" {
				w.printf("* %s = %s\n", columns[j], c.Name)
			}
		}
		for i, r := range p.Rows {
			if r.Name != "" {
				w.printf("* %s = %s\n", rows[i], r.Name)
			}
		}
		name = name[:min(len(name), 8)]
	}
	w.printf("%s\n", strings.TrimRight("NAME          "+name, " "))

	w.printf("ROWS\n N  %s\n", objectiveName)
	entries := make([][]mpsEntry, len(p.Columns))
	for _, e := range p.Objective {
		entries[e.Column] = append(entries[e.Column], mpsEntry{objectiveName, sign * e.Coef})
	}
	var rhs []mpsEntry
	for i := range p.Rows {
		relation, bound := p.Rows[i].relation()
		w.printf(" %s  %s\n", map[string]string{"=": "E", "<=": "L", ">=": "G"}[relation], rows[i])
		if bound != 0 {
			rhs = append(rhs, mpsEntry{rows[i], bound})
		}
		for _, e := range p.Rows[i].Entries {
			entries[e.Column] = append(entries[e.Column], mpsEntry{rows[i], e.Coef})
		}
	}
	w.printf("COLUMNS\n")
	w.writeMarker("INTORG")
	for j, list := range entries {
		if len(list) == 0 {
			list = []mpsEntry{{objectiveName, 0}} // declares the column
		}
		w.writePairs(columns[j], list)
	}
	w.writeMarker("INTEND")
	w.printf("RHS\n")
	w.writePairs("RHS", rhs)
	w.printf("BOUNDS\n")
	for j, c := range p.Columns {
		switch {
		case c.Lower == c.Upper:
			w.printf(" FX %-8s  %-8s  %12d\n", "BND", columns[j], c.Lower)
		case c.isBinary():
			w.printf(" BV %-8s  %s\n", "BND", columns[j])
		default:
			w.printf(" LO %-8s  %-8s  %12d\n", "BND", columns[j], c.Lower)
			w.printf(" UP %-8s  %-8s  %12d\n", "BND", columns[j], c.Upper)
		}
	}
	w.printf("ENDATA\n")
}

// An mpsEntry is the name of a row and a number.
type mpsEntry struct {
	row string
	n   int
}

// writePairs writes entries of one column or set, two to a line. Fields 2 to 6 begin at characters 5, 15, 25, 40 and
// 50.
func (w *fileWriter) writePairs(name string, entries []mpsEntry) {
	for k, e := range entries {
		n := strconv.Itoa(e.n)
		if w.format == MPSFixed && len(n) > 12 && w.err == nil {
			w.err = fmt.Errorf("write mps-fixed: row %s: %s is longer than 12 characters", e.row, n)
		}
		if k%2 == 0 {
			w.printf("    %-8s  %-8s  %12s", name, e.row, n)
		} else {
			w.printf("   %-8s  %12s", e.row, n)
		}
		if k%2 == 1 || k == len(entries)-1 {
			w.WriteByte('\n')
		}
	}
}

// writeMarker writes a marker line; kind is INTORG or INTEND.
func (w *fileWriter) writeMarker(kind string) {
	if len(w.p.Columns) > 0 {
		w.printf("    %-8s  %-8s  %12s   '%s'\n", "MARKER", "'MARKER'", "", kind)
	}
}
