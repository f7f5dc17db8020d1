package ip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
)

// A Format is a file format for programs.
type Format string

const (
	LP       Format = "lp"        // CPLEX LP
	MPSFree  Format = "mps"       // MPS, fields separated by blanks
	MPSFixed Format = "mps-fixed" // MPS, fields in fixed columns, names of at most eight characters
	OPB      Format = "opb"       // the format of the pseudo-Boolean competitions
)

// formats has the writer and the reader of each format.
var formats = map[Format]struct {
	write func(*fileWriter)
	read  func(r io.Reader) (p *Program, lines []int, err error)
}{
	LP:       {(*fileWriter).writeLP, readLP},
	MPSFree:  {(*fileWriter).writeMPS, readMPS},
	MPSFixed: {(*fileWriter).writeMPS, readMPS},
	OPB:      {(*fileWriter).writeOPB, readOPB},
}

// Formats returns all formats.
func Formats() []Format { return []Format{LP, MPSFree, MPSFixed, OPB} }

// Write writes p in a format, using only the part of the format on which solvers agree. The same program gives the same
// bytes.
//
// Some parts of a program are rewritten, and Read returns the rewritten form:
//
//   - A row with two different finite bounds becomes two rows, the second with the suffix _le: GLPK rejects "1 <= x + y
//     <= 2" in LP, CBC misreads it, and with RANGES in MPS, GLPK 5.0 finds x = 1 for the infeasible 2 <= 4 x <= 3. A
//     row without bounds is left out.
//   - An objective offset and a row without entries use an additional last column, named constant and fixed at 1. Read
//     removes it. In MPS, the right-hand side of the objective is the negative offset by the definition, and GLPK 5.0
//     adds it.
//   - In MPS and OPB, maximization is minimization of the negated objective, because GLPK does not read OBJSENSE and
//     other solvers disagree on it.
//   - In LP, lines are short, and columns first appear in their order, so that a solver numbers them as p does. Columns
//     that are 0 or 1 are Binary; others, and fixed ones, are General with bounds.
//   - In MPS, all columns are between integer markers and have bounds (BV, FX if fixed, or LO and UP). Blanks in the
//     name of the program become underscores. Fixed MPS limits names to eight characters: columns are C0000001 and so
//     on, rows R0000001 and so on. Comments map them to the names of p, which Read restores.
//   - In OPB, columns are x1, x2 and so on. Comments map them to the names of p, which Read restores; the names of rows
//     are lost. A fixed column becomes a constraint "x = 0" or "x = 1", and Read turns every such constraint into a
//     bound. A row "<=" is negated. An equality with coefficients other than 1 and -1 becomes two rows: clasp 3.3.5
//     calls "+2 x1 = 1" satisfiable.
//
// Shown and OneHot are lost. Write returns an error if p is not valid, if some solver would change a name, if a number
// has more than the 12 characters of a fixed MPS field, or if p is written as OPB and is no 0-1 program.
func Write(w io.Writer, p *Program, f Format) error {
	if err := p.writable(f); err != nil {
		return err
	}
	return WriteEncoded(w, p, f, p.ColumnNames(f))
}

// writable returns an error if p is not valid, if some solver would change a name, or if f cannot hold its columns.
func (p *Program) writable(f Format) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if f == OPB && !p.ZeroOne() {
		return errors.New("write opb: the format has only columns that are 0 or 1")
	}
	if !slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Name != "" }) &&
		!slices.ContainsFunc(p.Rows, func(r Row) bool { return r.Name != "" }) {
		return nil // the names x1, c1 and so on are valid
	}
	return p.view().checkNames(f)
}

// WriteEncoded is Write for a program that an Encoder has made and that has got no rows since but by Exclude. Such a
// program has valid rows and names, so only the bounds of columns are checked. columns are p.ColumnNames(f).
func WriteEncoded(w io.Writer, p *Program, f Format, columns []string) error {
	if err := p.validateColumns(); err != nil {
		return err
	}
	m := p.view()
	m.columnNames = columns
	return write(w, m, f)
}

func write(w io.Writer, m *Mixed, f Format) error {
	format, known := formats[f]
	if !known {
		return fmt.Errorf("write: unknown format %q", f)
	}
	b := &fileWriter{Writer: bufio.NewWriterSize(w, 64<<10), p: m, format: f}
	format.write(b)
	if b.err != nil {
		return b.err
	}
	return b.Flush() // a bufio.Writer keeps its first error
}

// A fileWriter writes a program into a file.
type fileWriter struct {
	*bufio.Writer
	p      *Mixed
	format Format
	width  int   // of the line so far: see writeWord
	err    error // what the format cannot hold; the bufio.Writer keeps write errors
}

func (w *fileWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// writeComments writes the comments of the program with a prefix, broken into lines of at most commentWidth characters.
// A comment such as "x2 = constant" gets a second blank after the equals sign, so that it is not read as an alias.
func (w *fileWriter) writeComments(prefix string) {
	line := func(text string) {
		text = strings.TrimRight(text, " ")
		if alias, name, ok := parseAlias(text); ok && w.isAlias(alias) {
			text = alias + " =  " + name
		}
		if strings.HasPrefix(strings.TrimLeft(text, " "), opbHeaderStart) {
			text = strings.Replace(text, "#", "# ", 1) // an OPB file has one header
		}
		w.printf("%s\n", strings.TrimRight(prefix+text, " "))
	}
	for _, c := range w.p.comments {
		c = strings.Map(func(r rune) rune { return max(r, ' ') }, c)
		for len(c) > commentWidth {
			cut := strings.LastIndexByte(c[:commentWidth], ' ')
			if cut <= 0 {
				cut = commentWidth
			}
			line(c[:cut])
			c = strings.TrimLeft(c[cut:], " ")
		}
		line(c)
	}
}

// negatedNote is the comment of a format that minimizes about an objective to be maximized.
const negatedNote = "to be maximized: the objective is written negated, to be minimized"

// isAlias reports whether a reader of the format takes "alias = name" in a comment for the name of a column or row.
func (w *fileWriter) isAlias(alias string) bool {
	if w.format == OPB {
		return isOPBVariable(alias)
	}
	return w.format != LP && isFixedName(alias)
}

// Read reads a program in a format: any file of Write, and files of other writers. Rows with fractions are multiplied
// out, and fractional bounds rounded inwards. p.Validate may find the bounds or the terms of a row too large. In the
// result all columns are shown, but for those of products. Errors are of type *encode.ParseError, or *MixedError for a
// linear program that has continuous or unbounded columns or numbers beyond 2^53.
//
//   - LP: an objective, linear rows, also with two bounds, indicator and lazy constraints, and the sections Bounds,
//     Binary and General. Keywords may have upper or lower case; section names begin a line. Columns are in the order
//     of their first occurrence.
//   - MPS, free or fixed: fields are separated by blanks. Where the names of rows or columns have blanks, the fields
//     are at fixed columns.
//   - OPB: constraints with >=, <= or = over variables and products, and an objective min: or max:. A constraint that
//     only sets one variable to 0 or 1 becomes a bound. A product is an auxiliary column.
func Read(r io.Reader, f Format) (*Program, error) {
	p, _, err := ReadLines(r, f)
	return p, err
}

// ReadLines is Read, and returns for each row the number of its line. lines is nil if they are not known.
func ReadLines(r io.Reader, f Format) (p *Program, lines []int, err error) {
	format, known := formats[f]
	if !known {
		return nil, nil, fmt.Errorf("read: unknown format %q", f)
	}
	return format.read(r)
}

// ColumnNames returns the names of the columns in a file of the format, and so in a solver's answer: ColumnName in LP
// and free MPS, C0000001 and so on in fixed MPS, x1 and so on in OPB.
func (p *Program) ColumnNames(f Format) []string {
	return namesIn(f, "x", len(p.Columns), func(j int) string { return p.Columns[j].Name })
}

// namesIn returns the names of n columns or rows in a file of a format; letter begins the default names.
func namesIn(f Format, letter string, n int, name func(i int) string) []string {
	all := make([]string, n)
	for i := range all {
		switch {
		case f == MPSFixed && letter == "x":
			all[i] = fixedName('C', i)
		case f == MPSFixed:
			all[i] = fixedName('R', i)
		case f == OPB:
			all[i] = letter + strconv.Itoa(i+1)
		default:
			all[i] = orDefault(name(i), letter, i)
		}
	}
	return all
}

// names returns the names of columns and rows in a file of a format other than OPB.
func (m *Mixed) names(f Format) (columns, rows []string) {
	if columns = m.columnNames; len(columns) < m.width() {
		columns = namesIn(f, "x", m.width(), func(j int) string { return m.column(j).name })
	}
	return columns, namesIn(f, "c", len(m.rows), func(i int) string { return m.rows[i].name })
}

// fixedName returns the name of eight characters of column or row i in fixed MPS; kind is 'C' or 'R'.
func fixedName(kind byte, i int) string { return fmt.Sprintf("%c%07d", kind, i+1) }

// isFixedName reports whether name is a result of fixedName.
func isFixedName(name string) bool {
	_, column := parseFixedName('C', name)
	_, row := parseFixedName('R', name)
	return column || row
}

// parseFixedName returns the index i of a name that fixedName(kind, i) returns.
func parseFixedName(kind byte, name string) (i int, ok bool) {
	if len(name) != 8 || name[0] != kind {
		return 0, false
	}
	n, ok := digits(name[1:])
	return n - 1, ok
}

// maxColumns is the largest column number that a reader accepts. It bounds the memory for malformed OPB files.
const maxColumns = 1 << 21

// Names that the writers reserve: columns and rows cannot have them.
const (
	constantName  = "constant" // the column fixed at 1 that pad adds
	objectiveName = "obj"      // the objective
	nothingName   = "nothing"  // the row that pad adds to a program without rows
)

const (
	upperSuffix  = "_le" // suffix of the second row of a range
	maxName      = 100   // length of the longest name that CBC keeps
	commentWidth = 200   // longer comments are broken
	lineWidth    = 100   // of LP files; CPLEX reads 560 characters, older programs 255
)

// checkNames returns an error if a name could not be read back or if some solver would change it. Names are distinct
// and have 1 to 100 letters, digits, underscores and dots. They begin with a letter or underscore, and are neither LP
// keywords nor exponents such as e5.
func (m *Mixed) checkNames(f Format) error {
	columns, rows := m.names(LP)
	for k, list := range [][]string{columns, rows} {
		what := []string{"column", "row"}[k]
		for i, s := range list {
			if reason := badName(s); reason != "" {
				return fmt.Errorf("write %s: %s %d: name %q %s", f, what, i+1, s, reason)
			}
		}
		if i := names.FirstInvalid(list); i >= 0 {
			return fmt.Errorf("write %s: %s %d: name %q is not unique", f, what, i+1, list[i])
		}
	}
	return nil
}

// badName returns what is wrong with a name, or "".
func badName(s string) string {
	if len(s) > maxName {
		return fmt.Sprintf("is longer than %d characters", maxName)
	}
	for i := range len(s) {
		if c := s[i]; !isNameByte(c) && c != '.' || i == 0 && (c >= '0' && c <= '9' || c == '.') {
			return "has a character that some solvers do not accept in names"
		}
	}
	if strings.Contains(s, "_") { // as most names have, and none of the following
		return ""
	}
	lower := strings.ToLower(s)
	switch _, isKeyword := keywords[lower]; {
	case s == "":
		return "is empty"
	case s == constantName || s == objectiveName || s == nothingName:
		return "is reserved"
	case isKeyword || slices.Contains([]string{"subject", "to", "such", "that"}, lower):
		return "is a keyword of the LP format"
	case lower[0] == 'e' && strings.Trim(lower[1:], "0123456789") == "":
		return "looks like an exponent"
	}
	return ""
}

// pad returns an equivalent program without an offset and without empty rows, which files cannot portably express: it
// replaces them by a last column that is fixed at 1. If needsRow, it also adds a row over this column to a
// program without rows. It returns p if there is nothing to replace.
func (m *Mixed) pad(needsRow bool) *Mixed {
	empty := func(r mixedRow) bool { return len(r.entries)+len(r.whole) == 0 }
	if m.offset.m == 0 && m.width() > 0 && !slices.ContainsFunc(m.rows, empty) && !(needsRow && len(m.rows) == 0) {
		return m
	}
	q := *m
	one, unit := m.width(), number{m: 1}
	q.columns = append(slices.Clone(m.columns), mixedColumn{name: constantName, lower: unit, upper: unit, whole: true})
	q.rows = slices.Clone(m.rows)
	for i := range q.rows {
		if r := &q.rows[i]; empty(*r) {
			r.entries = []mixedEntry{{one, unit}}
			r.lower, r.upper = r.lower.plus(unit, unit), r.upper.plus(unit, unit)
		}
	}
	if needsRow && len(q.rows) == 0 {
		q.rows = []mixedRow{{name: nothingName, entries: []mixedEntry{{one, unit}}, lower: infinity.neg(), upper: unit}}
	}
	if m.offset.m != 0 {
		q.objective = append(slices.Clone(m.objective), mixedEntry{one, m.offset})
		q.offset = number{}
	}
	return &q
}

// unpad reverses pad, in place.
func (m *Mixed) unpad() {
	one := len(m.columns) - 1
	if one < 0 || m.columns[one].name != constantName || m.columns[one].lower != (number{m: 1}) ||
		m.columns[one].upper != m.columns[one].lower {
		return
	}
	m.substitute(func(j int) bool { return j == one })
	m.rows = slices.DeleteFunc(m.rows, func(r mixedRow) bool { return r.name == nothingName && len(r.entries) == 0 })
}

// substitute removes columns that are fixed, for which f returns true: their terms become constants.
func (m *Mixed) substitute(f func(j int) bool) {
	index := make([]int, len(m.columns)) // by old column; -1 for a removed one
	n := 0
	for j := range index {
		if index[j] = n; f(j) {
			index[j] = -1
		} else {
			n++
		}
	}
	if n == len(index) {
		return
	}
	remove := func(entries []mixedEntry, constant func(coef, value number)) []mixedEntry {
		rest := entries[:0]
		for _, e := range entries {
			if k := index[e.column]; k >= 0 {
				rest = append(rest, mixedEntry{k, e.coef})
			} else {
				constant(e.coef, m.columns[e.column].lower)
			}
		}
		return rest
	}
	for i := range m.rows {
		r := &m.rows[i]
		r.entries = remove(r.entries, func(coef, value number) {
			r.lower, r.upper = r.lower.plus(coef.neg(), value), r.upper.plus(coef.neg(), value)
		})
	}
	m.objective = remove(m.objective, func(coef, value number) { m.offset = m.offset.plus(coef, value) })
	for j, k := range index {
		if k >= 0 {
			m.columns[k] = m.columns[j]
		}
	}
	m.columns = m.columns[:n]
}

// split returns an equivalent program in which each row is an equality or has one bound: it splits rows with two
// different finite bounds in two and leaves out rows without bounds. It returns m if there are no such rows; otherwise
// it names all rows.
func (m *Mixed) split() *Mixed {
	single := func(r mixedRow) bool { return r.lower == r.upper || r.lower.isInf() != r.upper.isInf() }
	if !slices.ContainsFunc(m.rows, func(r mixedRow) bool { return !single(r) }) {
		return m
	}
	q := *m
	q.rows = nil
	for i, r := range m.rows {
		r.name = orDefault(r.name, "c", i)
		lower, upper := r, r
		lower.upper, upper.lower = infinity, infinity.neg()
		switch {
		case r.lower.isInf() && r.upper.isInf():
		case single(r):
			q.rows = append(q.rows, r)
		default:
			upper.name += upperSuffix
			q.rows = append(q.rows, lower, upper)
		}
	}
	return &q
}

// relation returns the relation and the bound of a row that is an equality or has one bound.
func (r *mixedRow) relation() (relation string, bound number) {
	switch {
	case r.lower == r.upper:
		return "=", r.lower
	case r.lower.isInf():
		return "<=", r.upper
	}
	return ">=", r.lower
}
