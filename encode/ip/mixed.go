package ip

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/slice"
	"nonet/model"
)

// A Mixed is a linear program as files state it: with decimal numbers, with columns that need not be integers, and
// with bounds that may be infinite. Solvers of linear programs take it; see Check for their answers.
type Mixed struct {
	name      string
	columns   []mixedColumn
	rows      []mixedRow
	maximize  bool
	objective []mixedEntry
	offset    number
	comments  []string
	format    string // of the file, for errors
	line      int    // of the objective

	program     *Program // of Program.view: has the columns before those of columns
	columnNames []string // of Program.view: the names of its columns in the file to write; nil if they are not known
}

// A mixedColumn is a column, with what its file has stated so far.
type mixedColumn struct {
	name          string
	lower, upper  number
	at            scan.Position // of the last bound or, without one, where the column is first mentioned
	whole, binary bool          // declared integer, declared 0 or 1
	bounded       bool          // some bound was stated, which may be infinite
	lowest, most  bool          // a finite lower or upper bound was stated
	auxiliary     bool
}

// isBit reports whether c is an integer that is 0 or 1, or fixed to one of them.
func (c mixedColumn) isBit() bool {
	zero, one := number{}, number{m: 1}
	return c.whole && (c.lower == zero || c.lower == one) && (c.upper == zero || c.upper == one)
}

type mixedEntry struct {
	column int
	coef   number
}

type mixedRow struct {
	name         string
	entries      []mixedEntry
	whole        []Entry // instead of entries, in what Program.view returns
	lower, upper number
	line         int // in the file; 0 if it is not known
}

// A MixedError reports that a program is linear, but has no equivalent Program: a column is neither a bounded integer
// nor fixed, or a row has no integers up to 2^53. Solvers of linear programs may take Program.
type MixedError struct {
	Program *Mixed
	Err     error // the first reason: an *encode.ParseError
}

func (e *MixedError) Error() string { return e.Err.Error() }
func (e *MixedError) Unwrap() error { return e.Err }

// terms iterates over the columns and coefficients of r.
func (r *mixedRow) terms() iter.Seq2[int, number] {
	return func(yield func(int, number) bool) {
		for _, e := range r.whole {
			if !yield(e.Column, number{m: e.Coef}) {
				return
			}
		}
		for _, e := range r.entries {
			if !yield(e.column, e.coef) {
				return
			}
		}
	}
}

// Mixed returns the program in the other form.
func (p *Program) Mixed() *Mixed {
	m := p.view()
	m.columns = slice.Make(len(p.Columns), m.column)
	m.program = nil
	for i := range m.rows {
		r := &m.rows[i]
		r.entries = slice.Map(r.whole, func(e Entry) mixedEntry { return mixedEntry{e.Column, number{m: e.Coef}} })
		r.whole = nil
	}
	return m
}

// view is Mixed without copies of the columns and rows, which serves the writers.
func (p *Program) view() *Mixed {
	scale := decimal(big.NewRat(1, int64(max(p.Scale, 1))))
	objective := make([]mixedEntry, len(p.Objective))
	for k, e := range p.Objective {
		objective[k] = mixedEntry{e.Column, number{m: e.Coef}}
		if scale.exp != 0 || scale.m != 1 {
			objective[k].coef = number{}.plus(scale, objective[k].coef)
		}
	}
	m := &Mixed{name: p.Name, maximize: p.Maximize, objective: objective, comments: p.Comments,
		offset: number{}.plus(scale, number{m: p.Offset}), program: p, rows: make([]mixedRow, 0, len(p.Rows)+1)}
	for _, r := range p.Rows {
		m.rows = append(m.rows, mixedRow{name: r.Name, whole: r.Entries, lower: bound(r.Lower), upper: bound(r.Upper)})
	}
	return m
}

// width returns the number of columns.
func (m *Mixed) width() int {
	if m.program != nil {
		return len(m.program.Columns) + len(m.columns)
	}
	return len(m.columns)
}

func (m *Mixed) column(j int) mixedColumn {
	p := m.program
	switch {
	case p == nil:
		return m.columns[j]
	case j >= len(p.Columns):
		return m.columns[j-len(p.Columns)]
	}
	c := &p.Columns[j]
	return mixedColumn{name: c.Name, lower: bound(c.Lower), upper: bound(c.Upper), whole: true, auxiliary: j >= p.Shown}
}

// exact returns the program with integers. Fractional bounds of integer columns become integers, rows are multiplied
// by the least common denominator of their coefficients, and rows may imply missing bounds of columns. The error is the
// first reason why that cannot be done; notWhole is the format's term for a column that is not declared integer.
func (m *Mixed) exact(notWhole string) (*Program, error) {
	p := &Program{Name: m.name, Maximize: m.maximize, Comments: m.comments,
		Columns: make([]Column, 0, len(m.columns)), Rows: make([]Row, 0, len(m.rows))}
	one := big.NewInt(1)
	noProgram := func(j int, reason string) error {
		return &MixedError{m, m.columns[j].at.Errorf("column %s %s: %s", m.columnName(j), reason, expectedColumns)}
	}
	for j, c := range m.columns {
		if !c.auxiliary {
			p.Shown++
		}
		lower, ok := c.lower.round(one, true)
		upper, fits := c.upper.round(one, false)
		what := ""
		switch {
		case !c.whole && c.lower != c.upper:
			what = "is " + notWhole + ", so it is continuous"
		case !ok || !fits:
			what = "has a bound beyond 2^53"
		case lower > upper:
			return nil, c.at.Errorf("column %s: there is no integer from %s to %s", m.columnName(j), c.lower, c.upper)
		}
		if what != "" {
			return nil, noProgram(j, what)
		}
		p.Columns = append(p.Columns, Column{c.name, lower, upper})
	}
	seen := make([]int, len(p.Columns))
	state := func(mark, line int, what string, entries []mixedEntry, lower, upper number) (Row, int, error) {
		row, scale, ok := wholeRow(entries, lower, upper)
		reason := "multiplied out, it has numbers beyond 2^53"
		if ok {
			reason = row.validate(seen, mark)
		}
		if reason != "" {
			at := scan.Position{Format: m.format, Line: max(line, 1)}
			return row, 0, &MixedError{m, at.Errorf("%s: %s", what, reason)}
		}
		return row, scale, nil
	}
	for i, r := range m.rows {
		row, _, err := state(i+1, r.line, "row "+orDefault(r.name, "c", i), r.entries, r.lower, r.upper)
		if err != nil {
			return nil, err
		}
		row.Name = r.name
		p.Rows = append(p.Rows, row)
	}
	if slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Lower == -Infinity || c.Upper == Infinity }) {
		p.inferBounds(0) // the bounds that the rows imply
	}
	for j, c := range p.Columns {
		switch {
		case c.Lower == -Infinity:
			return nil, noProgram(j, "has no lower bound")
		case c.Upper == Infinity:
			return nil, noProgram(j, "has no upper bound")
		}
	}
	objective, scale, err := state(len(m.rows)+1, m.line, "objective", m.objective, m.offset, m.offset)
	if p.Objective, p.Offset = objective.Entries, objective.Lower; scale > 1 {
		p.Scale = scale
	}
	return p, err
}

// wholeRow returns a row with integers: it multiplies by factor and rounds the bounds inwards. Where no integer is
// between them, it multiplies by the denominator of the bounds, too.
func wholeRow(entries []mixedEntry, lower, upper number) (row Row, factor int, ok bool) {
	numbers := slice.Map(entries, func(e mixedEntry) number { return e.coef })
	multiply := func(by *big.Int) (ok bool) {
		row.Entries, factor = nil, int(by.Int64())
		for _, e := range entries {
			coef, fits := e.coef.round(by, false)
			if !fits || e.coef.isInf() {
				return false
			}
			row.Entries = append(row.Entries, Entry{e.column, coef})
		}
		var low, high bool
		row.Lower, low = lower.round(by, true)
		row.Upper, high = upper.round(by, false)
		return low && high && by.IsInt64()
	}
	if ok = multiply(denominator(numbers...)); ok && row.Lower > row.Upper {
		ok = multiply(denominator(append(numbers, lower, upper)...))
	}
	return row, factor, ok
}

// Size returns the size of the program.
func (m *Mixed) Size() model.Size {
	nonzeros := slice.Sum(m.rows, func(r mixedRow) int { return len(r.entries) })
	return model.Size{Variables: len(m.columns), Rows: len(m.rows), Nonzeros: nonzeros}
}

// Names returns the name of the program and the names of its columns.
func (m *Mixed) Names() (program string, columns []string) {
	return m.name, slice.Make(len(m.columns), m.columnName)
}

func (m *Mixed) columnName(j int) string { return orDefault(m.columns[j].name, "x", j) }

// Optimizes reports whether there is an objective.
func (m *Mixed) Optimizes() bool { return len(m.objective) > 0 || m.offset.m != 0 }

// Tolerance is the tolerance of Check.
const Tolerance = 1e-6

// Check returns nil if x has a value for each column, integers where they are required, within all bounds and rows.
// Otherwise the error names the first violated bound or row. A sum may miss its bound by Tolerance times the largest of
// 1, its bound and its terms.
func (m *Mixed) Check(x []float64) error {
	if len(x) != len(m.columns) {
		return fmt.Errorf("%d values for %d columns", len(x), len(m.columns))
	}
	outside := func(sum, largest float64, lower, upper number) bool {
		low, high := lower.float(), upper.float()
		slack := func(bound float64) float64 { return Tolerance * max(1, largest, math.Abs(bound)) }
		return math.IsNaN(sum) || !lower.isInf() && sum < low-slack(low) || !upper.isInf() && sum > high+slack(high)
	}
	for j, c := range m.columns {
		if outside(x[j], 0, c.lower, c.upper) || c.whole && x[j] != math.Round(x[j]) {
			return fmt.Errorf("column %s: the value %v is not within its bounds, or no integer", m.columnName(j), x[j])
		}
	}
	for i, r := range m.rows {
		sum, largest := 0.0, 0.0
		for _, e := range r.entries {
			term := e.coef.float() * x[e.column]
			sum, largest = sum+term, max(largest, math.Abs(term))
		}
		if outside(sum, largest, r.lower, r.upper) {
			return fmt.Errorf("row %s: the sum %v is outside [%s, %s]",
				orDefault(r.name, "c", i), sum, r.lower, r.upper)
		}
	}
	return nil
}

// Value returns the objective value at x.
func (m *Mixed) Value(x []float64) float64 {
	total := m.offset.float()
	for _, e := range m.objective {
		total += e.coef.float() * x[e.column]
	}
	return total
}

// Point returns the values of an answer about what Numbered returns, with integers where they are required. It does not
// check that the point is feasible; Check does.
func (m *Mixed) Point(s Solution) ([]float64, error) {
	columns, _ := m.names(LP)
	s.Values = slice.Filter(s.Values, func(v Value) bool { return !strings.HasPrefix(v.Name, "c") })
	if s.Status == model.Unknown && s.Values != nil { // fractional
		s.Status = model.Satisfiable
	}
	x, err := s.values(columns, len(columns), false)
	for j := range x {
		if n := math.Round(x[j]); m.columns[j].whole && math.Abs(n-x[j]) <= tolerance {
			x[j] = n
		}
	}
	return x, err
}

// Write writes the program as LP or MPS. Names that some solver changes become others, as Program.Portable does it.
func (m *Mixed) Write(w io.Writer, f Format, comments []string) error {
	if f == OPB {
		return errors.New("write opb: the format has only columns that are 0 or 1")
	}
	q := *m
	if m.checkNames(f) != nil {
		q.columns, q.rows = slices.Clone(m.columns), slices.Clone(m.rows)
		columns, rows := m.names(LP)
		repairNames(columns, func(j int, name string) { q.columns[j].name = name })
		repairNames(rows, func(i int, name string) { q.rows[i].name = name })
	}
	q.comments = comments
	return write(w, &q, f)
}

// Numbered returns the program with columns x1, x2 and so on and rows c1, c2 and so on. Integer columns have integer
// bounds, since GLPK refuses others.
func (m *Mixed) Numbered() *Mixed {
	q := *m
	q.name, q.columns, q.rows = "", slices.Clone(m.columns), slices.Clone(m.rows)
	for j := range q.columns {
		c := &q.columns[j]
		if c.name = ""; c.whole {
			lower, low := c.lower.round(big.NewInt(1), true)
			if upper, high := c.upper.round(big.NewInt(1), false); low && high {
				c.lower, c.upper = bound(lower), bound(upper)
			}
		}
	}
	for i := range q.rows {
		q.rows[i].name = ""
	}
	return &q
}
