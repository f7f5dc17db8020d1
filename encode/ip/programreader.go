package ip

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/names"
	"nonet/encode/internal/scan"
)

// A programReader holds a program while a reader builds it.
type programReader struct {
	p       *Program
	lines   []int             // by row: its line in the file
	columns map[string]int    // index by name
	states  []columnState     // by column
	aliases map[string]string // from comments: the original name of a column or row, by its name in the file
}

// A columnState is what a file has stated about a column so far.
type columnState struct {
	at            scan.Position // of the last bound or, without one, where the column is first mentioned
	whole, binary bool          // declared integer, declared 0 or 1
	bounded       bool          // some bound was stated, which may be infinite
	lower, upper  bool          // a finite bound was stated
}

func newProgramReader() programReader {
	return programReader{p: &Program{}, columns: map[string]int{}, aliases: map[string]string{}}
}

// addRow appends a row that begins at a line of the file.
func (r *programReader) addRow(row Row, line int) {
	r.p.Rows = append(r.p.Rows, row)
	r.lines = append(r.lines, line)
}

// setBound states that column j is at most, at least or equal to n, which may be Infinity or -Infinity. It fails if
// there already is another finite bound.
func (r *programReader) setBound(at scan.Position, j int, relation string, n int) {
	c, s := &r.p.Columns[j], &r.states[j]
	s.at, s.bounded = at, true
	set := func(bound *int, stated *bool, what string) {
		if *stated && *bound != n {
			at.Failf("a second %s bound of %s, %d after %d", what, c.Name, n, *bound)
		}
		*bound, *stated = n, n != Infinity && n != -Infinity
	}
	if relation != "<=" {
		set(&c.Lower, &s.lower, "lower")
	}
	if relation != ">=" {
		set(&c.Upper, &s.upper, "upper")
	}
}

// expectedColumns is what the readers accept, for errors.
const expectedColumns = "expected integer columns with finite bounds, or fixed ones"

// addColumn appends a column without an upper bound and returns its index.
func (r *programReader) addColumn(at scan.Position, name string) int {
	j := len(r.p.Columns)
	r.columns[name] = j
	r.p.Columns = append(r.p.Columns, Column{name, 0, Infinity})
	r.states = append(r.states, columnState{at: at})
	return j
}

// checkColumns checks the columns at the end of the file, since bounds may come in any order. It fails if a column is
// neither an integer with finite bounds nor fixed, by its bounds or by a row. notWhole is the format's term for a
// column that is not declared integer.
func (r *programReader) checkColumns(notWhole string) {
	for i := range r.p.Rows {
		row := &r.p.Rows[i]
		if row.Lower != row.Upper || len(row.Entries) != 1 || row.Lower%row.Entries[0].Coef != 0 {
			continue
		}
		e := row.Entries[0]
		n, c := row.Lower/e.Coef, &r.p.Columns[e.Column]
		if !r.states[e.Column].whole && c.Lower <= n && n <= c.Upper {
			c.Lower, c.Upper = n, n
		}
	}
	for j := range r.p.Columns {
		c, s := &r.p.Columns[j], &r.states[j]
		if s.binary && !s.upper {
			c.Upper = 1
		}
		switch failf := s.at.Failf; {
		case !s.whole && c.Lower != c.Upper:
			failf("column %s is %s: %s", c.Name, notWhole, expectedColumns)
		case c.Lower == -Infinity:
			failf("column %s has no lower bound: %s", c.Name, expectedColumns)
		case c.Upper == Infinity:
			failf("column %s has no upper bound: %s", c.Name, expectedColumns)
		case c.Lower > c.Upper:
			failf("the lower bound %d of %s exceeds its upper bound %d", c.Lower, c.Name, c.Upper)
		case s.binary && !c.isBinary():
			failf("the bounds %d and %d of %s are not within 0 and 1", c.Lower, c.Upper, c.Name)
		}
	}
}

// addComment adds the comment of a line "* ...". A comment such as "C0000001 = name" becomes an alias instead, if
// isAlias accepts the name before the equals sign.
func (r *programReader) addComment(text string, isAlias func(string) bool) {
	text = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(text, "*"), " "), " ")
	if alias, name, ok := parseAlias(text); ok && isAlias(alias) {
		r.aliases[alias] = name
		return
	}
	r.p.Comments = append(r.p.Comments, text)
}

// parseAlias parses the comment "alias = name", where name is the name of a column or a row.
func parseAlias(text string) (alias, name string, ok bool) {
	alias, name, found := strings.Cut(text, " = ")
	return alias, name, found && !strings.Contains(alias, " ") && (badName(name) == "" || name == constantName)
}

// restoreNames gives the columns and rows whose names in the file are columnName and rowName their aliases. If two
// aliases are equal, it restores none.
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

// finish completes the program that was read: it reverses pad, removes names that equal the default name, and validates
// the program.
func (r *programReader) finish() error {
	p := r.p
	p.unpad()
	if len(p.Rows) != len(r.lines) {
		r.lines = nil
	}
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
	return p.validateRows()
}
