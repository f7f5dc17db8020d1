package ip

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Format is a way to write a program into a file.
type Format string

const (
	LP       Format = "lp"        // CPLEX LP
	MPSFree  Format = "mps"       // MPS, fields separated by blanks
	MPSFixed Format = "mps-fixed" // MPS, fields in fixed places of each line, names of eight characters
	OPB      Format = "opb"       // pseudo-Boolean competitions
)

// Formats returns all formats.
func Formats() []Format { return []Format{LP, MPSFree, MPSFixed, OPB} }

// Write writes p in a format; see WriteLP, WriteMPS and WriteOPB.
func Write(w io.Writer, p *Program, f Format) error {
	switch f {
	case LP:
		return WriteLP(w, p)
	case MPSFree, MPSFixed:
		return WriteMPS(w, p, f)
	case OPB:
		return WriteOPB(w, p)
	}
	return fmt.Errorf("ip: write: unknown format %q", f)
}

// Read reads a program in a format; see ReadLP, ReadMPS and ReadOPB.
func Read(r io.Reader, f Format) (*Program, error) {
	switch f {
	case LP:
		return ReadLP(r)
	case MPSFree, MPSFixed:
		return ReadMPS(r)
	case OPB:
		return ReadOPB(r)
	}
	return nil, fmt.Errorf("ip: read: unknown format %q", f)
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

// fixedNumber is the inverse of fixedName.
func fixedNumber(kind byte, name string) (i int, ok bool) {
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
	check := func(what string, n int, name func(int) string, given func(int) bool) error {
		seen := make(map[string]bool, n)
		for i := range n {
			s := name(i)
			if given(i) {
				if reason := badName(s); reason != "" {
					return fmt.Errorf("ip: write %s: %s %d: name %q %s", f, what, i+1, s, reason)
				}
			}
			if seen[s] {
				return fmt.Errorf("ip: write %s: %s %d: name %q is not the only one", f, what, i+1, s)
			}
			seen[s] = true
		}
		return nil
	}
	if err := check("column", len(p.Columns), p.ColumnName, func(j int) bool { return p.Columns[j].Name != "" }); err != nil {
		return err
	}
	return check("row", len(p.Rows), p.RowName, func(i int) bool { return p.Rows[i].Name != "" })
}

// badName says what is wrong with a name, or returns "".
func badName(s string) string {
	if len(s) > maxName {
		return fmt.Sprintf("is longer than %d characters", maxName)
	}
	for i := range len(s) {
		if c := s[i]; !plain(c) && c != '.' || i == 0 && (c >= '0' && c <= '9' || c == '.') {
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
	needed := p.Offset != 0 || len(p.Columns) == 0 || row && len(p.Rows) == 0
	for i := range p.Rows {
		needed = needed || len(p.Rows[i].Entries) == 0
	}
	if !needed {
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
	take := func(entries []Entry) ([]Entry, int) {
		for k, e := range entries {
			if e.Column == one {
				return slices.Delete(entries, k, k+1), e.Coef
			}
		}
		return entries, 0
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		var by int
		r.Entries, by = take(r.Entries)
		r.Lower, r.Upper = shift(r.Lower, -by), shift(r.Upper, -by)
	}
	p.Rows = slices.DeleteFunc(p.Rows, func(r Row) bool { return r.Name == nothingName && len(r.Entries) == 0 })
	p.Objective, p.Offset = take(p.Objective)
	p.Columns = p.Columns[:one]
}

// split returns a program that says the same and has no row with two different finite bounds, which becomes two, and no row without
// bounds, which is left out. If there are such rows, all rows are named.
func (p *Program) split() *Program {
	plain := true
	for i := range p.Rows {
		r := &p.Rows[i]
		plain = plain && (r.Lower == r.Upper || (r.Lower == -Infinity) != (r.Upper == Infinity))
	}
	if plain {
		return p
	}
	q := *p
	q.Rows = nil
	for i, r := range p.Rows {
		r.Name = p.RowName(i)
		lower, upper := r, r
		lower.Upper, upper.Lower = Infinity, -Infinity
		switch {
		case r.free():
		case r.Lower == r.Upper || r.Lower == -Infinity || r.Upper == Infinity:
			q.Rows = append(q.Rows, r)
		default:
			upper.Name += upperSuffix
			q.Rows = append(q.Rows, lower, upper)
		}
	}
	return &q
}

// free reports whether the row has no bounds.
func (r *Row) free() bool { return r.Lower == -Infinity && r.Upper == Infinity }

// shift moves a bound, unless it is infinite.
func shift(bound, by int) int {
	if bound == Infinity || bound == -Infinity {
		return bound
	}
	return bound + by
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

// comments breaks the comments of p into lines that no solver finds too long.
func (p *Program) comments() []string {
	var lines []string
	for _, c := range p.Comments {
		c = strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, c)
		for len(c) > commentWidth {
			cut := strings.LastIndexByte(c[:commentWidth], ' ')
			if cut <= 0 {
				cut = commentWidth
			}
			lines = append(lines, c[:cut])
			c = strings.TrimLeft(c[cut:], " ")
		}
		lines = append(lines, c)
	}
	return lines
}
