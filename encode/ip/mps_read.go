package ip

import (
	"io"
	"strings"

	"nonet/encode/internal/scan"
)

// readMPS reads the MPS format. Comments of the form "C0000001 = name" restore names.
func readMPS(r io.Reader, general bool) (p *Program, lines []int, err error) {
	defer scan.Catch(&err)
	m := &mpsReader{programReader: newProgramReader(general), Lines: scan.NewLines(r, "mps"), rows: map[string]int{}}
	m.read()
	m.restoreNames(func(j int) string { return fixedName('C', j) }, func(i int) string { return fixedName('R', i) })
	if err := m.finish(); err != nil {
		m.Failf("%s", strings.TrimPrefix(err.Error(), "ip: "))
	}
	return m.p, m.lines, nil
}

// An mpsReader reads an MPS file line by line. Its methods report errors by scan.Fail.
type mpsReader struct {
	programReader
	*scan.Lines
	objective string         // name of the objective; "" before it is known
	rows      map[string]int // index by name; -1 for further N rows, which are ignored
	sides     []mpsSide      // by row
	integers  bool           // between the markers INTORG and INTEND
	current   int            // the column of the last line of COLUMNS
	sets      [3]string      // names of the sets of RHS, RANGES and BOUNDS
}

// An mpsSide holds what the sections ROWS, RHS and RANGES state about the bounds of a row.
type mpsSide struct {
	kind   byte // E, L or G
	rhs    int
	span   int  // the number in RANGES
	ranged bool // whether RANGES has the row
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
			if row == m.objective {
				m.p.Offset = -n
			} else if i := m.rowIndex(row); i >= 0 {
				m.sides[i].rhs = n
			}
		})
	case "RANGES":
		m.pairs(f, 1, func(row string, n int) {
			if i := m.rowIndex(row); i >= 0 {
				m.sides[i].span, m.sides[i].ranged = n, true
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

// rowIndex returns the index of a row, or -1 if the row is ignored.
func (m *mpsReader) rowIndex(name string) int {
	i, known := m.rows[name]
	if !known {
		m.Failf("unknown row %q", name)
	}
	return i
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
	if len(f) == 3 && f[1] == "'MARKER'" {
		switch f[2] {
		case "'INTORG'":
			m.integers = true
		case "'INTEND'":
			m.integers = false
		default:
			m.Failf("unknown marker %s", f[2])
		}
		return
	}
	if len(f) != 3 && len(f) != 5 {
		m.Failf("expected a column and one or two rows with numbers, found %d fields", len(f))
	}
	j, known := m.columns[f[0]]
	switch {
	case !known:
		j = m.programReader.addColumn(f[0])
		m.whole[j] = m.integers
	case j != m.current:
		m.Failf("column %s is defined twice: its lines must follow each other", f[0])
	}
	m.current = j
	for k := 1; k < len(f); k += 2 {
		n := m.parseNumber(f[k+1])
		var entries *[]Entry
		if f[k] == m.objective {
			entries = &m.p.Objective
		} else if i := m.rowIndex(f[k]); i >= 0 {
			entries = &m.p.Rows[i].Entries
		} else {
			continue
		}
		if e := *entries; len(e) > 0 && e[len(e)-1].Column == j {
			m.Failf("column %s has two numbers in row %s", f[0], f[k])
		}
		if n != 0 {
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
	c := &m.p.Columns[j]
	n := 0
	if numbers == 1 {
		n = m.parseNumber(f[1])
	}
	switch kind {
	case "BV":
		c.Lower, c.Upper = 0, 1
	case "FX":
		c.Lower, c.Upper = n, n
	case "UP", "UI":
		c.Upper = n
	case "LO", "LI":
		c.Lower = n
	default:
		m.Failf("column %s is unbounded: %s", f[0], m.expectedColumns())
	}
	m.bounded[j] = m.bounded[j] || kind != "LO" && kind != "LI"
	m.whole[j] = m.whole[j] || kind == "BV" || kind == "UI" || kind == "LI"
	m.checkBounds(m.Failf, j)
}

// complete sets the bounds of the rows from their sides, and checks the columns and the end of the file.
func (m *mpsReader) complete() {
	m.checkColumns(m.Failf, "not an integer")
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
	for m.Next() {
		if strings.TrimSpace(m.Text) != "" {
			m.Failf("expected nothing after ENDATA")
		}
	}
	scan.Fail(m.Err())
}
