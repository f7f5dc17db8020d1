package ip

import (
	"io"
	"strings"

	"nonet/encode/internal/scan"
)

// readMPS reads the MPS format. Comments of the form "C0000001 = name" restore names.
func readMPS(r io.Reader) (p *Program, lines []int, err error) {
	defer scan.Catch(&err)
	m := &mpsReader{programReader: newProgramReader(), Lines: scan.NewLines(r, "mps"), rows: map[string]int{}}
	m.read()
	m.restoreNames(func(j int) string { return fixedName('C', j) }, func(i int) string { return fixedName('R', i) })
	if err := m.finish(); err != nil {
		m.Failf("%v", err)
	}
	return m.p, m.lines, nil
}

// An mpsReader reads an MPS file line by line. Its methods report errors by scan.Fail.
type mpsReader struct {
	programReader
	*scan.Lines
	objective string         // name of the objective; "" before it is known
	rows      map[string]int // index by name; -1 for further N rows, which are ignored
	goal      mpsSide        // of the objective
	sides     []mpsSide      // by row
	integers  bool           // between the markers INTORG and INTEND
	current   int            // the column of the last line of COLUMNS
	sets      [3]string      // names of the sets of RHS, RANGES and BOUNDS
}

// An mpsSide holds what the sections ROWS, RHS and RANGES state about the bounds of a row.
type mpsSide struct {
	kind          byte // E, L or G
	last          int  // the last column that has the row, counted from 1; 0 if none
	rhs           int
	span          int  // the number in RANGES
	sided, ranged bool // whether RHS and RANGES have the row
}

func (m *mpsReader) read() {
	section := ""
	for m.Next() {
		text := m.Text
		switch {
		case strings.HasPrefix(text, "*"):
			m.addComment(text, isFixedName)
			continue
		case strings.TrimSpace(text) == "":
			continue
		case text[0] == ' ' || text[0] == '\t':
			m.data(section, strings.Fields(text))
			continue
		}
		fields := strings.Fields(text)
		section = strings.ToUpper(fields[0])
		switch section {
		case "NAME":
			if len(fields) > 1 {
				m.p.Name = fields[1]
			}
		case "OBJSENSE":
			if len(fields) > 1 {
				m.sense(fields[1])
			}
		case "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS":
		case "ENDATA":
			m.complete()
			return
		default:
			m.Failf("unknown section %q", fields[0])
		}
	}
	scan.Fail(m.Err())
	m.Failf("the file ends before ENDATA")
}

func (m *mpsReader) sense(word string) {
	switch strings.ToUpper(word) {
	case "MAX", "MAXIMIZE", "MAXIMISE":
		m.p.Maximize = true
	case "MIN", "MINIMIZE", "MINIMISE":
		m.p.Maximize = false
	default:
		m.Failf("expected MIN or MAX, found %q", word)
	}
}

// data reads a data line of a section.
func (m *mpsReader) data(section string, f []string) {
	switch section {
	case "OBJSENSE":
		m.sense(f[0])
	case "ROWS":
		m.row(f)
	case "COLUMNS":
		m.entries(f)
	case "RHS":
		m.pairs(f, 0, func(row string, n int) {
			if _, s := m.side(row); s != nil {
				if s.sided {
					m.Failf("row %s has two right-hand sides", row)
				}
				s.rhs, s.sided = n, true
			}
		})
	case "RANGES":
		m.pairs(f, 1, func(row string, n int) {
			if _, s := m.side(row); s != nil {
				if s.ranged || s == &m.goal {
					m.Failf("row %s has two ranges, or is the objective, which has none", row)
				}
				s.span, s.ranged = n, true
			}
		})
	case "BOUNDS":
		m.bound(f)
	case "":
		m.Failf("data line before the first section")
	default:
		m.Failf("unexpected data line in section %s", section)
	}
}

// row reads a line of ROWS.
func (m *mpsReader) row(f []string) {
	if len(f) != 2 {
		m.Failf("expected a kind and a name, found %d fields", len(f))
	}
	if _, dup := m.rows[f[1]]; dup || f[1] == m.objective {
		m.Failf("row %s is defined twice", f[1])
	}
	switch f[0] {
	case "N", "n":
		if m.objective == "" {
			m.objective = f[1]
		} else {
			m.rows[f[1]] = -1
		}
		return
	case "E", "L", "G", "e", "l", "g":
	default:
		m.Failf("expected N, E, L or G, found %q", f[0])
	}
	m.rows[f[1]] = len(m.p.Rows)
	m.addRow(Row{Name: f[1]}, m.Number)
	m.sides = append(m.sides, mpsSide{kind: strings.ToUpper(f[0])[0]})
}

// side returns the entries and the side of a row or of the objective, or nil if the row is ignored.
func (m *mpsReader) side(name string) (*[]Entry, *mpsSide) {
	if name == m.objective {
		return &m.p.Objective, &m.goal
	}
	i, known := m.rows[name]
	if !known {
		m.Failf("unknown row %q", name)
	}
	if i < 0 {
		return nil, nil
	}
	return &m.p.Rows[i].Entries, &m.sides[i]
}

// parseNumber parses an integer within MaxNumber.
func (m *mpsReader) parseNumber(text string) int {
	n, ok := parseInteger(text)
	if !ok {
		m.Failf("%q is not a whole number up to 2^53", text)
	}
	return n
}

// entries reads a line of COLUMNS.
func (m *mpsReader) entries(f []string) {
	if marker := len(f) == 3 && strings.Trim(f[1], "'") == "MARKER"; marker {
		switch kind := strings.Trim(f[2], "'"); {
		case kind == "INTORG", kind == "INTEND":
			m.integers = kind == "INTORG"
			return
		case f[1] == "'MARKER'":
			m.Failf("unknown marker %s", f[2])
		}
	}
	if len(f) != 3 && len(f) != 5 {
		m.Failf("expected a column and one or two rows with numbers, found %d fields", len(f))
	}
	j, known := m.columns[f[0]]
	switch {
	case !known:
		j = m.addColumn(m.position(), f[0])
		m.states[j].whole = m.integers
	case j != m.current:
		m.Failf("column %s is defined twice: its lines must follow each other", f[0])
	}
	m.current = j
	for k := 1; k < len(f); k += 2 {
		n := m.parseNumber(f[k+1])
		entries, s := m.side(f[k])
		if s == nil {
			continue
		}
		if s.last == j+1 {
			m.Failf("column %s has two numbers in row %s", f[0], f[k])
		}
		if s.last = j + 1; n != 0 {
			*entries = append(*entries, Entry{j, n})
		}
	}
}

// pairs reads a line "[SET] ROW NUMBER [ROW NUMBER]" of the section with set number which, and calls use for each row.
func (m *mpsReader) pairs(f []string, which int, use func(row string, n int)) {
	set := ""
	switch len(f) {
	case 3, 5:
		set, f = f[0], f[1:]
	case 2, 4:
	default:
		m.Failf("expected one or two rows with numbers, found %d fields", len(f))
	}
	m.checkSet(which, set)
	for k := 0; k < len(f); k += 2 {
		use(f[k], m.parseNumber(f[k+1]))
	}
}

// checkSet fails if the section with set number which has a second set.
func (m *mpsReader) checkSet(which int, set string) {
	if m.sets[which] != "" && m.sets[which] != set {
		m.Failf("a second set %q after %q: expected one set per section", set, m.sets[which])
	}
	m.sets[which] = set
}

// bound reads a line "KIND [SET] COLUMN [NUMBER]" of BOUNDS.
func (m *mpsReader) bound(f []string) {
	kind := strings.ToUpper(f[0])
	numbers := 1
	switch kind {
	case "BV", "FR", "MI", "PL":
		numbers = 0
	case "UP", "LO", "FX", "UI", "LI":
	default:
		m.Failf("unknown kind of bound %q", f[0])
	}
	if f = f[1:]; len(f) == 2 && numbers == 1 && m.sets[2] != "" {
		m.Failf("expected a column and a number after %s %s", kind, f[0])
	}
	set := ""
	if len(f) == 2+numbers || len(f) == 3 { // the number after BV, if any, is ignored
		set, f = f[0], f[1:]
	}
	if len(f) < 1+numbers || len(f) > 2 {
		m.Failf("expected a column%s after %s", map[int]string{1: " and a number"}[numbers], kind)
	}
	m.checkSet(2, set)
	j, known := m.columns[f[0]]
	if !known {
		m.Failf("unknown column %q", f[0])
	}
	n := 0
	if numbers == 1 {
		if n, known = parseBound(f[1]); !known {
			m.Failf("%q is not a whole number up to 2^53", f[1])
		}
	}
	state := func(relation string, n int) { m.setBound(m.position(), j, relation, n) }
	switch kind {
	case "BV":
		state(">=", 0)
		state("<=", 1)
	case "FX":
		state("=", n)
	case "UP", "UI":
		state("<=", n)
	case "LO", "LI":
		state(">=", n)
	case "MI":
		state(">=", -Infinity)
	case "PL":
		state("<=", Infinity)
	case "FR":
		state(">=", -Infinity)
		state("<=", Infinity)
	}
	s := &m.states[j]
	s.whole = s.whole || kind == "BV" || kind == "UI" || kind == "LI"
}

// position returns the current line.
func (m *mpsReader) position() scan.Position { return scan.Position{Format: m.Format, Line: m.Number} }

// complete sets the bounds of the rows from their sides, and checks the columns and the end of the file. A column
// between integer markers without bounds is 0 or 1, and a column whose upper bound alone is stated and negative has no
// lower bound, as in CPLEX.
func (m *mpsReader) complete() {
	m.p.Offset = -m.goal.rhs
	for j, s := range m.states {
		if c := &m.p.Columns[j]; s.whole && !s.bounded {
			c.Upper = 1
		} else if c.Upper < 0 && c.Lower == 0 && !s.lower {
			c.Lower = -Infinity
		}
	}
	for i := range m.p.Rows {
		r, side := &m.p.Rows[i], m.sides[i]
		width := max(side.span, -side.span)
		r.Lower, r.Upper = side.rhs, side.rhs
		switch {
		case side.kind == 'L' && side.ranged, side.kind == 'E' && side.span < 0:
			r.Lower -= width
		case side.kind == 'L':
			r.Lower = -Infinity
		case side.kind == 'G' && !side.ranged:
			r.Upper = Infinity
		default:
			r.Upper += width
		}
	}
	m.checkColumns("not an integer")
	for m.Next() {
		if strings.TrimSpace(m.Text) != "" {
			m.Failf("expected nothing after ENDATA")
		}
	}
	scan.Fail(m.Err())
}
