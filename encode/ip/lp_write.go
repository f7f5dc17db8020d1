package ip

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteLP writes p in the CPLEX LP format, in the part of it that CBC, CLP, GLPK, HiGHS and SCIP read alike. Lines are short, free
// columns are Binary, fixed ones General with a bound, and columns appear in their order, so that a solver numbers them as p does.
// The same program gives the same bytes.
//
// What the format cannot hold is written otherwise, and ReadLP returns it so: a row with two different finite bounds becomes two rows
// (GLPK refuses "1 <= x + y <= 2", and CBC misreads it), the second with _le after its name; a row without bounds is left out; an
// offset of the objective and a row without entries use a last column named constant, fixed at 1, which ReadLP takes out again. Shown
// and ExactlyOnes are lost. WriteLP returns an error if p is not valid or a name is one that some solver would change.
func WriteLP(w io.Writer, p *Program) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := p.checkNames(LP); err != nil {
		return err
	}
	l := &lpWriter{w: bufio.NewWriter(w), p: p.split().pad(true)}
	l.head()
	l.objective()
	l.rows()
	l.columns()
	return l.w.Flush() // a bufio.Writer keeps its first error
}

type lpWriter struct {
	w     *bufio.Writer
	p     *Program
	width int // of the current line so far
}

func (l *lpWriter) head() {
	if l.p.Name != "" {
		fmt.Fprintf(l.w, "\\Problem name: %s\n", strings.Join(strings.Fields(l.p.Name), " "))
	}
	for _, c := range l.p.comments() {
		fmt.Fprintf(l.w, "%s\n", strings.TrimRight("\\ "+c, " "))
	}
}

func (l *lpWriter) objective() {
	if l.p.Maximize {
		l.w.WriteString("Maximize\n")
	} else {
		l.w.WriteString("Minimize\n")
	}
	l.begin(" obj:")
	switch {
	case !l.p.natural():
		coef := make([]int, len(l.p.Columns))
		for _, e := range l.p.Objective {
			coef[e.Column] = e.Coef
		}
		for j, c := range coef {
			l.term(c, j, j == 0)
		}
	case len(l.p.Objective) == 0: // GLPK wants a term
		l.term(0, 0, true)
	default:
		l.terms(l.p.Objective)
	}
	l.end()
}

// natural reports whether the columns first appear in their order when the objective and then the rows are read. Solvers number
// columns as they appear; some answers go by number alone. If the objective is empty, the first column is mentioned in it.
func (p *Program) natural() bool {
	next := 0
	if len(p.Objective) == 0 {
		next = 1
	}
	ordered := func(entries []Entry) bool {
		for _, e := range entries {
			if e.Column > next {
				return false
			}
			if e.Column == next {
				next++
			}
		}
		return true
	}
	if !ordered(p.Objective) {
		return false
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		if !ordered(r.Entries) {
			return false
		}
	}
	return next == len(p.Columns)
}

func (l *lpWriter) rows() {
	l.w.WriteString("Subject To\n")
	for i := range l.p.Rows {
		r := &l.p.Rows[i]
		name := l.p.RowName(i)
		switch {
		case r.Lower == r.Upper:
			l.row(name, r.Entries, "=", r.Lower)
		case r.Lower == -Infinity:
			l.row(name, r.Entries, "<=", r.Upper)
		default:
			l.row(name, r.Entries, ">=", r.Lower)
		}
	}
}

func (l *lpWriter) row(name string, entries []Entry, relation string, bound int) {
	l.begin(" " + name + ":")
	l.terms(entries)
	l.word(relation + " " + strconv.Itoa(bound))
	l.end()
}

func (l *lpWriter) columns() {
	fixed := 0
	for j, c := range l.p.Columns {
		if c.Lower == c.Upper {
			if fixed++; fixed == 1 {
				l.w.WriteString("Bounds\n")
			}
			fmt.Fprintf(l.w, " %s = %d\n", l.p.ColumnName(j), c.Lower)
		}
	}
	l.list("Binary", len(l.p.Columns)-fixed, func(c Column) bool { return c.Lower < c.Upper })
	l.list("General", fixed, func(c Column) bool { return c.Lower == c.Upper })
	l.w.WriteString("End\n")
}

// list writes a section with n names. Naming a fixed column Binary would reset its bounds in GLPK.
func (l *lpWriter) list(title string, n int, has func(Column) bool) {
	if n == 0 {
		return
	}
	l.begin(title + "\n")
	l.width = 0
	for j, c := range l.p.Columns {
		if has(c) {
			l.word(l.p.ColumnName(j))
		}
	}
	l.end()
}

func (l *lpWriter) terms(entries []Entry) {
	for k, e := range entries {
		l.term(e.Coef, e.Column, k == 0)
	}
}

func (l *lpWriter) term(coef, column int, first bool) {
	l.word(signed(coef, first) + l.p.ColumnName(column))
}

// signed writes the coefficient before a name: "", "- ", "+ 2 ".
func signed(coef int, first bool) string {
	s := "+ "
	switch {
	case coef < 0:
		s, coef = "- ", -coef
	case first:
		s = ""
	}
	if coef != 1 {
		s += strconv.Itoa(coef) + " "
	}
	return s
}

func (l *lpWriter) begin(s string) {
	l.w.WriteString(s)
	l.width = len(s)
}

// word writes a word after a blank, on a new line if this one is full.
func (l *lpWriter) word(s string) {
	if l.width > 0 && l.width+1+len(s) > lineWidth {
		l.w.WriteByte('\n')
		l.width = 0
	}
	l.w.WriteByte(' ')
	l.w.WriteString(s)
	l.width += 1 + len(s)
}

func (l *lpWriter) end() { l.w.WriteByte('\n') }
