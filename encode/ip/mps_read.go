package ip

import (
	"io"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
)

// readMPS reads the MPS format. Comments of the form "C0000001 = name" restore names.
func readMPS(r io.Reader) (p *Program, lines []int, err error) {
	defer parse.Catch(&err)
	m := &mpsReader{programReader: newProgramReader(), Lines: scan.NewLines(r, "mps"), rows: map[string]int{}}
	m.p.format = m.Format
	m.read()
	m.restoreNames(func(j int) string { return fixedName('C', j) }, func(i int) string { return fixedName('R', i) })
	return m.finish("not an integer")
}

// An mpsReader reads an MPS file line by line. Its methods report errors by parse.Raise.
type mpsReader struct {
	programReader
	*scan.Lines
	objective string         // name of the objective; "" before it is known
	rows      map[string]int // index by name; -1 for further N rows, which are ignored
	goal      mpsSide        // of the objective
	sides     []mpsSide      // by row
	integers  bool           // between the markers INTORG and INTEND
	current   int            // the column of the last line of COLUMNS
	wanted    string         // name of the objective, as OBJNAME has it; "" for the first N row
	blanks    bool           // names have blanks: fields are at fixed columns
	sets      [3]string      // names of the sets of RHS, RANGES and BOUNDS
}

// An mpsSide holds what the sections ROWS, RHS and RANGES state about the bounds of a row.
type mpsSide struct {
	kind          byte // E, L or G
	last          int  // the last column that has the row, counted from 1; 0 if none
	rhs           number
	span          number // in RANGES
	sided, ranged bool   // whether RHS and RANGES have the row
}

func (m *mpsReader) read() {
	section := ""
	for m.Next() {
		text := m.Text
		switch {
		case strings.HasPrefix(text, "*"):
			if sense, found := strings.CutPrefix(text, "*SENSE:"); found { // PuLP
				m.sense(strings.TrimSpace(sense))
			} else {
				m.addComment(text, isFixedName)
			}
			continue
		case strings.TrimSpace(text) == "":
			continue
		case text[0] == ' ' || text[0] == '\t':
			m.data(section, strings.Fields(text))
			continue
		}
		fields := strings.Fields(text)
		word := strings.ToUpper(fields[0])
		if section == "OBJSENSE" && senses[word] != 0 { // not indented
			m.sense(word)
			continue
		}
		switch section = word; section {
		case "NAME":
			if len(fields) > 1 {
				m.p.name = fields[1]
			}
		case "OBJSENSE", "OBJSENSEMAX", "OBJSENSEMIN":
			if sense := strings.TrimPrefix(section, "OBJSENSE"); sense != "" {
				m.sense(sense)
			} else if len(fields) > 1 {
				m.sense(fields[1])
			}
		case "OBJNAME", "OBJECTIVE":
			if len(fields) > 1 {
				m.wanted = fields[1]
			}
		case "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS":
		case "LAZYCONS":
			section = "ROWS"
		case "ENDATA":
			m.complete()
			return
		default:
			if what := refusedMPS[section]; what != "" {
				m.Failf("section %s: %s are not supported", fields[0], what)
			}
			m.Failf("unknown section %q", fields[0])
		}
	}
	parse.Raise(m.Err())
	m.Failf("the file ends before ENDATA")
}

// refusedMPS has what the sections are about that the reader does not support.
var refusedMPS = map[string]string{
	"QSECTION": quadratic, "QUADOBJ": quadratic, "QMATRIX": quadratic, "QCMATRIX": quadratic,
	"CSECTION": "cones", "SOS": "special ordered sets (SOS)", "SOS1": "special ordered sets (SOS)",
	"SOS2": "special ordered sets (SOS)", "SETS": "special ordered sets (SOS)", "INDICATORS": "indicator constraints",
	"GENCONS": "general constraints", "PWLOBJ": "piecewise-linear objectives", "USERCUTS": "user cuts",
	"MULTIOBJ": "several objectives", "SCENARIOS": "scenarios",
}

const quadratic = "quadratic terms"

var senses = map[string]int{"MAX": -1, "MAXIMIZE": -1, "MAXIMISE": -1, "MIN": 1, "MINIMIZE": 1, "MINIMISE": 1}

func (m *mpsReader) sense(word string) {
	sense := senses[strings.ToUpper(word)]
	if sense == 0 {
		m.Failf("expected MIN or MAX, found %q", word)
	}
	m.p.maximize = sense < 0
}

// fixed returns the fields of a data line by their columns, since names in fixed MPS may have blanks. It returns nil if
// there is text between the fields.
func (m *mpsReader) fixed() (f []string) {
	end := 0
	for _, at := range [][2]int{{1, 3}, {4, 12}, {14, 22}, {24, 36}, {39, 47}, {49, 61}, {62, 62}} {
		part := func(from, to int) string {
			return strings.TrimSpace(m.Text[min(from, len(m.Text)):min(to, len(m.Text))])
		}
		if part(end, at[0]) != "" {
			return nil
		}
		if field := part(at[0], at[1]); field != "" {
			f = append(f, field)
		}
		end = at[1]
	}
	return f
}

// data reads a data line of a section.
func (m *mpsReader) data(section string, f []string) {
	if section == "ROWS" && len(f) > 2 || section == "COLUMNS" && (len(f) == 4 || len(f) > 5) {
		m.blanks = true
	}
	if m.blanks {
		if f = m.fixed(); len(f) < 2 {
			m.Failf("expected fields at fixed columns, since names have blanks")
		}
	}
	switch section {
	case "OBJNAME", "OBJECTIVE":
		m.wanted = f[0]
	case "OBJSENSE":
		m.sense(f[0])
	case "ROWS":
		m.row(f)
	case "COLUMNS":
		m.entries(f)
	case "RHS":
		m.pairs(f, 0, func(row string, n number) {
			if _, s := m.side(row); s != nil {
				if s.sided {
					m.Failf("row %s has two right-hand sides", row)
				}
				s.rhs, s.sided = n, true
			}
		})
	case "RANGES":
		m.pairs(f, 1, func(row string, n number) {
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
		if m.objective == "" && (m.wanted == "" || m.wanted == f[1]) {
			m.objective = f[1]
		} else {
			m.rows[f[1]] = -1
		}
		return
	case "E", "L", "G", "e", "l", "g":
	default:
		m.Failf("expected N, E, L or G, found %q", f[0])
	}
	m.rows[f[1]] = len(m.p.rows)
	m.p.rows = append(m.p.rows, mixedRow{name: f[1], line: m.Number})
	m.sides = append(m.sides, mpsSide{kind: strings.ToUpper(f[0])[0]})
}

// side returns the entries and the side of a row or of the objective, or nil if the row is ignored.
func (m *mpsReader) side(name string) (*[]mixedEntry, *mpsSide) {
	if name == m.objective {
		return &m.p.objective, &m.goal
	}
	i, known := m.rows[name]
	if !known {
		m.Failf("unknown row %q", name)
	}
	if i < 0 {
		return nil, nil
	}
	return &m.p.rows[i].entries, &m.sides[i]
}

// parseNumber parses a number, which may be infinite.
func (m *mpsReader) parseNumber(text string) number {
	n, ok := parseBound(text)
	if !ok {
		m.Failf("%q is not a number", text)
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
		m.p.columns[j].whole = m.integers
	case j != m.current:
		m.Failf("column %s is defined twice: its lines must follow each other", f[0])
	}
	m.current = j
	for k := 1; k < len(f); k += 2 {
		n := m.parseNumber(f[k+1])
		if n.isInf() {
			m.Failf("%s is not a coefficient", f[k+1])
		}
		entries, s := m.side(f[k])
		if s == nil {
			continue
		}
		if s.last == j+1 {
			m.Failf("column %s has two numbers in row %s", f[0], f[k])
		}
		if s.last = j + 1; n.m != 0 {
			*entries = append(*entries, mixedEntry{j, n})
		}
	}
}

// pairs reads a line "[SET] ROW NUMBER [ROW NUMBER]" of the section with set number which, and calls use for each row.
func (m *mpsReader) pairs(f []string, which int, use func(row string, n number)) {
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
	case "SC", "SI":
		m.Failf("bound %s: semi-continuous columns are not supported", kind)
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
	n := number{}
	if numbers == 1 {
		n = m.parseNumber(f[1])
	}
	state := func(relation string, n number) { m.setBound(m.position(), j, relation, n) }
	switch kind {
	case "BV":
		state(">=", number{})
		state("<=", number{m: 1})
	case "FX":
		state("=", n)
	case "UP", "UI":
		state("<=", n)
	case "LO", "LI":
		state(">=", n)
	case "MI":
		state(">=", infinity.neg())
	case "PL":
		state("<=", infinity)
	case "FR":
		state(">=", infinity.neg())
		state("<=", infinity)
	}
	c := &m.p.columns[j]
	c.whole = c.whole || kind == "BV" || kind == "UI" || kind == "LI"
}

// position returns the current line.
func (m *mpsReader) position() scan.Position { return scan.Position{Format: m.Format, Line: m.Number} }

// complete sets the bounds of the rows from their sides, and checks the columns and the end of the file. A column
// between integer markers without bounds is 0 or 1, and a column whose upper bound alone is stated and negative has no
// lower bound, as in CPLEX.
func (m *mpsReader) complete() {
	if m.p.offset = m.goal.rhs.neg(); m.p.offset.isInf() {
		m.Failf("the constant of the objective is infinite")
	}
	for j := range m.p.columns {
		if c := &m.p.columns[j]; c.whole && !c.bounded {
			c.upper = number{m: 1}
		} else if c.upper.m < 0 && c.lower.m == 0 && !c.lowest {
			c.lower = infinity.neg()
		}
	}
	for i := range m.p.rows {
		r, side := &m.p.rows[i], m.sides[i]
		sign := number{m: 1}
		if side.span.m < 0 && side.kind == 'E' || side.kind == 'L' {
			sign = sign.neg()
		}
		width := side.span
		width.m = max(width.m, -width.m)
		r.lower, r.upper = side.rhs, side.rhs
		switch {
		case side.kind == 'L' && (!side.ranged || width.isInf()):
			r.lower = infinity.neg()
		case side.kind == 'G' && (!side.ranged || width.isInf()):
			r.upper = infinity
		case width.isInf():
			m.Failf("the range of row %s is infinite", r.name)
		case sign.m < 0:
			r.lower = r.lower.plus(sign, width)
		default:
			r.upper = r.upper.plus(sign, width)
		}
		if r.lower == infinity || r.upper == infinity.neg() {
			m.Failf("the right-hand side of row %s is infinite", r.name)
		}
	}
	m.settleColumns()
	for m.Next() { // ignored, as by other programs, but an error of the input is one of the file
	}
	parse.Raise(m.Err())
}
