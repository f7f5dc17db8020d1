package ip

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
)

// A Format is a way to write a program into a file.
type Format string

const (
	LP       Format = "lp"        // CPLEX LP
	MPSFree  Format = "mps"       // MPS, fields separated by blanks
	MPSFixed Format = "mps-fixed" // MPS, fields in fixed places of each line, names of eight characters
	OPB      Format = "opb"       // pseudo-Boolean competitions
)

// formats has how each format is written and read.
var formats = map[Format]struct {
	write func(*fileWriter)
	read  func(io.Reader) (*Program, error)
}{
	LP:       {(*fileWriter).writeLP, readLP},
	MPSFree:  {(*fileWriter).writeMPS, readMPS},
	MPSFixed: {(*fileWriter).writeMPS, readMPS},
	OPB:      {(*fileWriter).writeOPB, readOPB},
}

// Formats returns all formats.
func Formats() []Format { return []Format{LP, MPSFree, MPSFixed, OPB} }

// Write writes p in a format, in the part of it that solvers read alike. The same program gives the same bytes.
//
// What a format cannot hold is written otherwise, and Read returns it so:
//
//   - A row with two different finite bounds becomes two rows, the second with _le after its name: GLPK refuses "1 <= x + y <= 2" in LP, CBC
//     misreads it, and with RANGES in MPS, GLPK 5.0 finds x = 1 for the infeasible 2 <= 4 x <= 3. A row without bounds is left out.
//   - In LP and OPB, an offset of the objective and a row without entries use a last column named constant, fixed at 1, which Read takes
//     out again. In MPS, the offset is the negative right-hand side of the objective.
//   - In MPS and OPB, a maximum is the minimum of the negated objective, because GLPK does not read OBJSENSE and others differ over it.
//   - In LP, lines are short, free columns are Binary, fixed ones General with a bound, and columns appear in their order, so that a solver
//     numbers them as p does.
//   - In MPS, integer columns stand between markers, all with bounds (BV, or FX if fixed). Blanks in the name of the program become
//     underscores. Fixed MPS has names of eight characters: columns are C0000001 and so on, rows R0000001 and so on, and comments say the
//     names they stand for, which Read gives back.
//   - In OPB, columns are x1, x2 and so on; comments say the names they stand for, which Read gives back, and rows have no names. A fixed
//     column gets a constraint of its own (a row "x = 0" or "x = 1" is then read as a bound, too). A row "<=" is negated. An equality with
//     other coefficients than 1 and -1 becomes two rows: clasp 3.3.5 calls "+2 x1 = 1" satisfiable.
//
// Shown and OneHot are lost. Write returns an error if p is not valid, if a name is one that some solver would change, or if a number
// does not fit into the 12 characters that fixed MPS has for it.
func Write(w io.Writer, p *Program, f Format) error {
	format, known := formats[f]
	if !known {
		return fmt.Errorf("ip: write: unknown format %q", f)
	}
	if err := p.Validate(); err != nil {
		return err
	}
	if err := p.checkNames(f); err != nil {
		return err
	}
	b := &fileWriter{Writer: bufio.NewWriter(w), p: p, format: f}
	format.write(b)
	if b.err != nil {
		return b.err
	}
	return b.Flush() // a bufio.Writer keeps its first error
}

// A fileWriter writes a program into a file.
type fileWriter struct {
	*bufio.Writer
	p      *Program
	format Format
	err    error // other than of writing
}

func (w *fileWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// writeComments writes the comments of the program behind a prefix, in lines that no solver finds too long.
func (w *fileWriter) writeComments(prefix string) {
	line := func(text string) { w.printf("%s\n", strings.TrimRight(prefix+text, " ")) }
	for _, c := range w.p.Comments {
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

// Read reads a 0-1 program in a format: what Write writes, and what other writers write that keep to whole numbers and to columns within 0
// and 1. All columns are shown. Errors are of type *encode.ParseError.
//
// Of LP it reads an objective, linear rows, also with two bounds, and Bounds, Binary and General sections. Keywords may have upper or lower
// case; section names begin a line. Columns are in the order of their first mention. Of MPS, free or fixed, fields are separated by blanks,
// so names may not contain any; OBJSENSE, set names and marker lines may be there. Of OPB it reads linear constraints with >=, <= or =, and an
// objective min: or max:; a constraint that only sets one variable to 0 or 1 becomes a bound.
func Read(r io.Reader, f Format) (*Program, error) {
	format, known := formats[f]
	if !known {
		return nil, fmt.Errorf("ip: read: unknown format %q", f)
	}
	return format.read(r)
}

// ColumnNames returns the names that the columns have in a file of the format, which are those that a solver's answer mentions: their
// own in LP and free MPS, C0000001 and so on in fixed MPS, x1 and so on in OPB.
func (p *Program) ColumnNames(f Format) []string {
	names := make([]string, len(p.Columns))
	for j := range names {
		switch f {
		case MPSFixed:
			names[j] = fixedName('C', j)
		case OPB:
			names[j] = "x" + strconv.Itoa(j+1)
		default:
			names[j] = p.ColumnName(j)
		}
	}
	return names
}

// fixedName returns a name of eight characters.
func fixedName(kind byte, i int) string { return fmt.Sprintf("%c%07d", kind, i+1) }

// isFixedName reports whether fixedName made the name of a column or row.
func isFixedName(name string) bool {
	_, column := parseFixedName('C', name)
	_, row := parseFixedName('R', name)
	return column || row
}

// parseFixedName is the inverse of fixedName.
func parseFixedName(kind byte, name string) (i int, ok bool) {
	if len(name) != 8 || name[0] != kind {
		return 0, false
	}
	n, ok := digits(name[1:])
	return n - 1, ok
}

// maxColumns is the largest number of columns that a reader accepts by number alone.
const maxColumns = 1 << 21

// The names that writers use themselves. They cannot be names of columns or rows.
const (
	constantName  = "constant" // a column fixed at 1
	objectiveName = "obj"      // the objective
	nothingName   = "nothing"  // the row of a program without rows
	upperSuffix   = "_le"      // of the second row that a range becomes
	maxName       = 100        // the longest name that CBC keeps
	commentWidth  = 200        // longer comments are broken
	lineWidth     = 100        // of LP and OPB files; CPLEX reads 560, older programs 255
)

// checkNames returns an error if a name could not be read back or would not be kept by every solver: names are 1 to 100 letters,
// digits, underscores and dots that begin with a letter or underscore, look like no number and no keyword of the LP format, and are
// distinct.
func (p *Program) checkNames(f Format) error {
	rows := make([]string, len(p.Rows))
	for i := range rows {
		rows[i] = p.RowName(i)
	}
	for k, list := range [][]string{p.ColumnNames(LP), rows} {
		what := []string{"column", "row"}[k]
		for i, s := range list {
			if reason := badName(s); reason != "" {
				return fmt.Errorf("ip: write %s: %s %d: name %q %s", f, what, i+1, s, reason)
			}
		}
		if i := names.FirstInvalid(list); i >= 0 {
			return fmt.Errorf("ip: write %s: %s %d: name %q is not the only one", f, what, i+1, list[i])
		}
	}
	return nil
}

// badName says what is wrong with a name, or returns "".
func badName(s string) string {
	if len(s) > maxName {
		return fmt.Sprintf("is longer than %d characters", maxName)
	}
	for i := range len(s) {
		if c := s[i]; !isNameByte(c) && c != '.' || i == 0 && (c >= '0' && c <= '9' || c == '.') {
			return "has a character that some solvers do not accept in names"
		}
	}
	lower := strings.ToLower(s)
	switch {
	case s == "":
		return "is empty"
	case s == constantName || s == objectiveName || s == nothingName:
		return "is reserved"
	case isKeyword(lower) || lower == "to" || lower == "that":
		return "is a keyword of the LP format"
	case lower[0] == 'e' && strings.Trim(lower[1:], "0123456789") == "":
		return "looks like an exponent"
	}
	return ""
}

// pad returns a program that says the same and needs neither an offset nor a row without entries: where p has such, a last column
// fixed at 1 takes their place, as it does in a row if there must be one and p has none. LP and OPB files have no other way to say it
// that every solver reads.
func (p *Program) pad(row bool) *Program {
	empty := func(r Row) bool { return len(r.Entries) == 0 }
	if p.Offset == 0 && len(p.Columns) > 0 && !slices.ContainsFunc(p.Rows, empty) && !(row && len(p.Rows) == 0) {
		return p
	}
	q := *p
	one := len(p.Columns)
	q.Columns = append(slices.Clone(p.Columns), Column{constantName, 1, 1})
	q.Rows = slices.Clone(p.Rows)
	for i := range q.Rows {
		if r := &q.Rows[i]; len(r.Entries) == 0 {
			r.Entries = []Entry{{one, 1}}
			r.Lower, r.Upper = shift(r.Lower, 1), shift(r.Upper, 1)
		}
	}
	if row && len(q.Rows) == 0 {
		q.Rows = []Row{{nothingName, []Entry{{one, 1}}, -Infinity, 1}}
	}
	if p.Offset != 0 {
		q.Objective = append(slices.Clone(p.Objective), Entry{one, p.Offset})
		q.Offset = 0
	}
	return &q
}

// unpad undoes pad, in place.
func (p *Program) unpad() {
	one := len(p.Columns) - 1
	if one < 0 || p.Columns[one] != (Column{constantName, 1, 1}) {
		return
	}
	removeConstant := func(entries []Entry) ([]Entry, int) {
		k := slices.IndexFunc(entries, func(e Entry) bool { return e.Column == one })
		if k < 0 {
			return entries, 0
		}
		coef := entries[k].Coef
		return slices.Delete(entries, k, k+1), coef
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		var coef int
		r.Entries, coef = removeConstant(r.Entries)
		r.Lower, r.Upper = shift(r.Lower, -coef), shift(r.Upper, -coef)
	}
	p.Rows = slices.DeleteFunc(p.Rows, func(r Row) bool { return r.Name == nothingName && len(r.Entries) == 0 })
	p.Objective, p.Offset = removeConstant(p.Objective)
	p.Columns = p.Columns[:one]
}

// split returns a program that says the same and has no row with two different finite bounds, which becomes two, and no row without
// bounds, which is left out. If there are such rows, all rows are named.
func (p *Program) split() *Program {
	single := func(r Row) bool { return r.Lower == r.Upper || (r.Lower == -Infinity) != (r.Upper == Infinity) }
	if !slices.ContainsFunc(p.Rows, func(r Row) bool { return !single(r) }) {
		return p
	}
	q := *p
	q.Rows = nil
	for i, r := range p.Rows {
		r.Name = p.RowName(i)
		lower, upper := r, r
		lower.Upper, upper.Lower = Infinity, -Infinity
		switch {
		case r.isFree():
		case single(r):
			q.Rows = append(q.Rows, r)
		default:
			upper.Name += upperSuffix
			q.Rows = append(q.Rows, lower, upper)
		}
	}
	return &q
}

// isFree reports whether the row has no bounds.
func (r *Row) isFree() bool { return r.Lower == -Infinity && r.Upper == Infinity }

// relation returns the relation and the bound of a row that has only one.
func (r *Row) relation() (relation string, bound int) {
	switch {
	case r.Lower == r.Upper:
		return "=", r.Lower
	case r.Lower == -Infinity:
		return "<=", r.Upper
	}
	return ">=", r.Lower
}

// shift moves a bound, unless it is infinite.
func shift(bound, delta int) int {
	if bound == Infinity || bound == -Infinity {
		return bound
	}
	return bound + delta
}

// A programReader gathers a program that is read from a file.
type programReader struct {
	p              *Program
	columns        map[string]int    // by name
	whole, bounded []bool            // by column: said to be an integer, has an upper bound
	aliases        map[string]string // what comments say about the names in the file
}

func newProgramReader() programReader {
	return programReader{p: &Program{}, columns: map[string]int{}, aliases: map[string]string{}}
}

// addColumn adds a column.
func (r *programReader) addColumn(name string) int {
	j := len(r.p.Columns)
	r.columns[name] = j
	r.p.Columns = append(r.p.Columns, Column{name, 0, 1})
	r.whole, r.bounded = append(r.whole, false), append(r.bounded, false)
	return j
}

// checkColumns fails if a column is not known to be 0 or 1; notWhole says how the format puts it.
func (r *programReader) checkColumns(failf func(format string, args ...any), notWhole string) {
	for j, c := range r.p.Columns {
		if !r.whole[j] {
			failf("column %s is %s; a 0-1 program has no others", c.Name, notWhole)
		}
		if !r.bounded[j] {
			failf("column %s has no upper bound; in a 0-1 program it is 0 or 1", c.Name)
		}
	}
}

// addComment keeps a comment behind an asterisk, unless it says what a name stands for: "C0000001 = name".
func (r *programReader) addComment(text string, isAlias func(string) bool) {
	text = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(text, "*"), " "), " \r")
	if alias, name, found := strings.Cut(text, " = "); found && isAlias(alias) && (badName(name) == "" || name == constantName) {
		r.aliases[alias] = name
		return
	}
	r.p.Comments = append(r.p.Comments, text)
}

// restoreNames gives columns and rows, which the file calls by number, the names that comments say. Names that are not distinct are not
// restored.
func (r *programReader) restoreNames(columnName, rowName func(i int) string) {
	if names.FirstInvalid(slices.Collect(maps.Values(r.aliases))) >= 0 {
		return
	}
	for j := range r.p.Columns {
		if c := &r.p.Columns[j]; c.Name == "" || c.Name == columnName(j) {
			c.Name = r.aliases[columnName(j)]
		}
	}
	for i := range r.p.Rows {
		if row := &r.p.Rows[i]; row.Name == rowName(i) {
			row.Name = r.aliases[row.Name]
		}
	}
}

// finish completes a program that was read: it undoes pad, forgets names that are those of the number anyway, and checks the rest.
func (p *Program) finish() error {
	p.unpad()
	for j := range p.Columns {
		if p.Columns[j].Name == "x"+strconv.Itoa(j+1) {
			p.Columns[j].Name = ""
		}
	}
	for i := range p.Rows {
		if p.Rows[i].Name == "c"+strconv.Itoa(i+1) {
			p.Rows[i].Name = ""
		}
	}
	p.Shown = len(p.Columns)
	return p.Validate()
}
