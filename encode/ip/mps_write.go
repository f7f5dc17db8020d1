package ip

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteMPS writes p in the MPS format, free or fixed, in the part that CBC, CLP, GLPK, HiGHS and SCIP read alike: integer columns
// between markers, all with bounds (BV, or FX if fixed), the offset as the negative right-hand side of the objective. The same program
// gives the same bytes.
//
// In fixed MPS names have eight characters: columns are C0000001 and so on, rows R0000001 and so on, and comments tell the names they
// stand for, which ReadMPS gives back. A maximum is written as the minimum of the negated objective, because GLPK does not read
// OBJSENSE and others differ over it; ReadMPS returns that. A row with two different finite bounds becomes two rows as in WriteLP: with
// RANGES, GLPK 5.0 finds x = 1 for the infeasible 2 <= 4 x <= 3. A row without bounds is left out; blanks in the name of the program become
// underscores. Shown and ExactlyOnes are lost. WriteMPS returns an error if p is not valid, if a name is one that some solver would
// change, or if a number does not fit into the 12 characters that fixed MPS has for it.
func WriteMPS(w io.Writer, p *Program, f Format) error {
	if f != MPSFree && f != MPSFixed {
		return fmt.Errorf("ip: write mps: format %q is not MPS", f)
	}
	if err := p.Validate(); err != nil {
		return err
	}
	if err := p.checkNames(f); err != nil {
		return err
	}
	p = p.split()
	m := &mpsWriter{w: bufio.NewWriter(w), p: p, fixed: f == MPSFixed, columns: p.ColumnNames(f), objective: objectiveName}
	m.rows = make([]string, len(p.Rows))
	for i := range p.Rows {
		if m.rows[i] = p.RowName(i); m.fixed {
			m.rows[i] = fixedName('R', i)
		}
	}
	if m.fixed && max(len(p.Columns), len(p.Rows)) > 9_999_999 {
		return fmt.Errorf("ip: write %s: too many columns or rows to number with seven digits", f)
	}
	m.head()
	m.write()
	if m.err != nil {
		return m.err
	}
	return m.w.Flush()
}

type mpsWriter struct {
	w             *bufio.Writer
	p             *Program
	fixed         bool
	columns, rows []string // names in the file
	objective     string
	err           error
}

func (m *mpsWriter) head() {
	for _, c := range m.p.comments() {
		fmt.Fprintf(m.w, "%s\n", strings.TrimRight("* "+c, " "))
	}
	if m.p.Maximize {
		m.w.WriteString("* to be maximized: the objective is written negated, to be minimized\n")
	}
	if m.fixed {
		for j, c := range m.p.Columns {
			if c.Name != "" {
				fmt.Fprintf(m.w, "* %s = %s\n", m.columns[j], c.Name)
			}
		}
		for i := range m.p.Rows {
			if name := m.p.Rows[i].Name; name != "" {
				fmt.Fprintf(m.w, "* %s = %s\n", m.rows[i], name)
			}
		}
	}
	name := strings.Join(strings.Fields(m.p.Name), "_")
	if m.fixed && len(name) > 8 {
		name = name[:8]
	}
	fmt.Fprintf(m.w, "%s\n", strings.TrimRight("NAME          "+name, " "))
}

func (m *mpsWriter) write() {
	fmt.Fprintf(m.w, "ROWS\n N  %s\n", m.objective)
	columns := make([][]mpsEntry, len(m.p.Columns))
	sign := 1
	if m.p.Maximize {
		sign = -1
	}
	for _, e := range m.p.Objective {
		columns[e.Column] = append(columns[e.Column], mpsEntry{m.objective, sign * e.Coef})
	}
	var rhs []mpsEntry
	if m.p.Offset != 0 {
		rhs = append(rhs, mpsEntry{m.objective, -sign * m.p.Offset})
	}
	for i := range m.p.Rows {
		r := &m.p.Rows[i]
		kind, side := "G", r.Lower
		switch {
		case r.Lower == r.Upper:
			kind = "E"
		case r.Lower == -Infinity:
			kind, side = "L", r.Upper
		}
		fmt.Fprintf(m.w, " %s  %s\n", kind, m.rows[i])
		if side != 0 {
			rhs = append(rhs, mpsEntry{m.rows[i], side})
		}
		for _, e := range r.Entries {
			columns[e.Column] = append(columns[e.Column], mpsEntry{m.rows[i], e.Coef})
		}
	}
	m.w.WriteString("COLUMNS\n")
	m.marker("INTORG")
	for j, entries := range columns {
		if len(entries) == 0 {
			entries = []mpsEntry{{m.objective, 0}} // so that the column is there
		}
		m.pairs(m.columns[j], entries)
	}
	m.marker("INTEND")
	m.w.WriteString("RHS\n")
	m.pairs("RHS", rhs)
	m.w.WriteString("BOUNDS\n")
	for j, c := range m.p.Columns {
		if c.Lower == c.Upper {
			fmt.Fprintf(m.w, " FX %-8s  %-8s  %12d\n", "BND", m.columns[j], c.Lower)
		} else {
			fmt.Fprintf(m.w, " BV %-8s  %s\n", "BND", m.columns[j])
		}
	}
	m.w.WriteString("ENDATA\n")
}

// An mpsEntry is a number in a row of the file.
type mpsEntry struct {
	row string
	n   int
}

// pairs writes entries under one name, two to a line. Fields 2 to 6 begin at characters 5, 15, 25, 40 and 50.
func (m *mpsWriter) pairs(name string, entries []mpsEntry) {
	for k, e := range entries {
		n := strconv.Itoa(e.n)
		if m.fixed && len(n) > 12 && m.err == nil {
			m.err = fmt.Errorf("ip: write mps-fixed: row %s: %s is longer than 12 characters", e.row, n)
		}
		if k%2 == 0 {
			fmt.Fprintf(m.w, "    %-8s  %-8s  %12s", name, e.row, n)
		} else {
			fmt.Fprintf(m.w, "   %-8s  %12s", e.row, n)
		}
		if k%2 == 1 || k == len(entries)-1 {
			m.w.WriteByte('\n')
		}
	}
}

func (m *mpsWriter) marker(kind string) {
	if len(m.columns) > 0 {
		fmt.Fprintf(m.w, "    %-8s  %-8s  %12s   '%s'\n", "MARKER", "'MARKER'", "", kind)
	}
}
