package ip

import (
	"io"
	"nonet/encode/internal/scan"
	"strings"
)

// ReadMPS reads a 0-1 program in the MPS format, free or fixed: fields are separated by blanks, so names may not contain any. It reads
// what WriteMPS writes, and programs of other writers that keep to whole numbers and columns within 0 and 1, with or without OBJSENSE,
// set names and marker lines. All columns are shown. Names that comments of the form "C0000001 = name" give are restored. Errors are of
// type *encode.ParseError.
func ReadMPS(r io.Reader) (*Program, error) {
	m := &mpsReader{
		lines:   scan.NewLines(r, "mps"),
		p:       &Program{},
		rows:    make(map[string]int),
		columns: make(map[string]int),
		aliases: make(map[string]string),
	}
	if err := m.read(); err != nil {
		return nil, err
	}
	m.restoreNames()
	if err := m.p.finish(); err != nil {
		return nil, m.lines.Errorf(0, "%s", strings.TrimPrefix(err.Error(), "ip: "))
	}
	return m.p, nil
}

type mpsReader struct {
	lines     *scan.Lines
	p         *Program
	objective string         // name of the objective; "" before it is known
	rows      map[string]int // by name; ignored ones are -1
	kind      []byte         // by row: E, L or G
	rhs       []int          // by row
	span      []int          // by row: its range
	spanned   []bool         // by row: has a range
	columns   map[string]int // by name
	whole     []bool         // by column
	bounded   []bool         // by column: has an upper bound
	integers  bool           // between markers
	current   int            // column that COLUMNS is at
	sets      [3]string      // names of the right-hand sides, ranges and bounds
	aliases   map[string]string
}

func (m *mpsReader) read() error {
	section := ""
	for m.lines.Next() {
		text := m.lines.Text
		switch {
		case strings.HasPrefix(text, "*"):
			m.comment(text)
			continue
		case strings.TrimSpace(text) == "":
			continue
		case text[0] == ' ' || text[0] == '\t':
			if err := m.data(section, strings.Fields(text)); err != nil {
				return err
			}
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
				if err := m.sense(fields[1]); err != nil {
					return err
				}
			}
		case "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS":
		case "ENDATA":
			return m.complete()
		default:
			return m.lines.Errorf(0, "unknown section %q", fields[0])
		}
	}
	if m.lines.Err() != nil {
		return m.lines.Err()
	}
	return m.lines.Errorf(0, "the file ends before ENDATA")
}

// comment keeps a comment, unless it tells a name.
func (m *mpsReader) comment(text string) {
	text = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(text, "*"), " "), " ")
	if alias, name, found := strings.Cut(text, " = "); found && len(alias) == 8 && (alias[0] == 'C' || alias[0] == 'R') {
		if _, ok := digits(alias[1:]); ok && badName(name) == "" {
			m.aliases[alias] = name
			return
		}
	}
	m.p.Comments = append(m.p.Comments, text)
}

// restoreNames replaces the names of fixed MPS by those that comments told, or by none. Names that are not distinct are not restored.
func (m *mpsReader) restoreNames() {
	names := make(map[string]bool)
	for _, name := range m.aliases {
		if names[name] {
			return
		}
		names[name] = true
	}
	for j := range m.p.Columns {
		if c := &m.p.Columns[j]; c.Name == fixedName('C', j) {
			c.Name = m.aliases[c.Name]
		}
	}
	for i := range m.p.Rows {
		if r := &m.p.Rows[i]; r.Name == fixedName('R', i) {
			r.Name = m.aliases[r.Name]
		}
	}
}

func (m *mpsReader) sense(word string) error {
	switch strings.ToUpper(word) {
	case "MAX", "MAXIMIZE", "MAXIMISE":
		m.p.Maximize = true
	case "MIN", "MINIMIZE", "MINIMISE":
		m.p.Maximize = false
	default:
		return m.lines.Errorf(0, "expected MIN or MAX, found %q", word)
	}
	return nil
}

// data reads a line of a section.
func (m *mpsReader) data(section string, f []string) error {
	switch section {
	case "OBJSENSE":
		return m.sense(f[0])
	case "ROWS":
		return m.row(f)
	case "COLUMNS":
		return m.column(f)
	case "RHS":
		return m.pairs(f, 0, func(row string, n int) error {
			if row == m.objective {
				m.p.Offset = -n
				return nil
			}
			return m.atRow(row, func(i int) { m.rhs[i] = n })
		})
	case "RANGES":
		return m.pairs(f, 1, func(row string, n int) error {
			return m.atRow(row, func(i int) { m.span[i], m.spanned[i] = n, true })
		})
	case "BOUNDS":
		return m.bound(f)
	}
	return m.lines.Errorf(0, "data before any section, or after %q", section)
}

func (m *mpsReader) row(f []string) error {
	if len(f) != 2 {
		return m.lines.Errorf(0, "expected a kind and a name, found %d fields", len(f))
	}
	if _, dup := m.rows[f[1]]; dup || f[1] == m.objective {
		return m.lines.Errorf(0, "row %s is stated twice", f[1])
	}
	switch f[0] {
	case "N", "n":
		if m.objective == "" {
			m.objective = f[1]
		} else {
			m.rows[f[1]] = -1
		}
		return nil
	case "E", "L", "G", "e", "l", "g":
	default:
		return m.lines.Errorf(0, "expected N, E, L or G, found %q", f[0])
	}
	m.rows[f[1]] = len(m.p.Rows)
	m.p.Rows = append(m.p.Rows, Row{Name: f[1]})
	m.kind = append(m.kind, strings.ToUpper(f[0])[0])
	m.rhs = append(m.rhs, 0)
	m.span = append(m.span, 0)
	m.spanned = append(m.spanned, false)
	return nil
}

// atRow calls f with the index of a row, unless it is one to ignore.
func (m *mpsReader) atRow(name string, f func(i int)) error {
	i, known := m.rows[name]
	if !known {
		return m.lines.Errorf(0, "unknown row %q", name)
	}
	if i >= 0 {
		f(i)
	}
	return nil
}

func (m *mpsReader) column(f []string) error {
	if len(f) == 3 && f[1] == "'MARKER'" {
		switch f[2] {
		case "'INTORG'":
			m.integers = true
		case "'INTEND'":
			m.integers = false
		default:
			return m.lines.Errorf(0, "unknown marker %s", f[2])
		}
		return nil
	}
	if len(f) != 3 && len(f) != 5 {
		return m.lines.Errorf(0, "expected a column and one or two rows with numbers, found %d fields", len(f))
	}
	j, known := m.columns[f[0]]
	switch {
	case !known:
		j = len(m.p.Columns)
		m.columns[f[0]] = j
		m.p.Columns = append(m.p.Columns, Column{f[0], 0, 1})
		m.whole = append(m.whole, m.integers)
		m.bounded = append(m.bounded, false)
	case j != m.current:
		return m.lines.Errorf(0, "column %s is stated twice", f[0])
	}
	m.current = j
	for k := 1; k < len(f); k += 2 {
		n, ok := integer(f[k+1])
		if !ok {
			return m.lines.Errorf(0, "%q is not a whole number up to 2^53", f[k+1])
		}
		twice := func(entries []Entry) bool { return len(entries) > 0 && entries[len(entries)-1].Column == j }
		dup := false
		if f[k] == m.objective {
			if dup = twice(m.p.Objective); n != 0 {
				m.p.Objective = append(m.p.Objective, Entry{j, n})
			}
		} else if err := m.atRow(f[k], func(i int) {
			r := &m.p.Rows[i]
			if dup = twice(r.Entries); n != 0 {
				r.Entries = append(r.Entries, Entry{j, n})
			}
		}); err != nil {
			return err
		}
		if dup {
			return m.lines.Errorf(0, "column %s has two numbers in row %s", f[0], f[k])
		}
	}
	return nil
}

// pairs reads a line of row names and numbers, with or without the name of the set before them.
func (m *mpsReader) pairs(f []string, which int, use func(row string, n int) error) error {
	set := ""
	switch len(f) {
	case 3, 5:
		set, f = f[0], f[1:]
	case 2, 4:
	default:
		return m.lines.Errorf(0, "expected one or two rows with numbers, found %d fields", len(f))
	}
	if err := m.sameSet(which, set); err != nil {
		return err
	}
	for k := 0; k < len(f); k += 2 {
		n, ok := integer(f[k+1])
		if !ok {
			return m.lines.Errorf(0, "%q is not a whole number up to 2^53", f[k+1])
		}
		if err := use(f[k], n); err != nil {
			return err
		}
	}
	return nil
}

// sameSet returns an error if a section has a second set of numbers.
func (m *mpsReader) sameSet(which int, set string) error {
	if m.sets[which] != "" && m.sets[which] != set {
		return m.lines.Errorf(0, "a second set %q after %q: one program at a time is read", set, m.sets[which])
	}
	m.sets[which] = set
	return nil
}

func (m *mpsReader) bound(f []string) error {
	kind := strings.ToUpper(f[0])
	numbers := 1
	switch kind {
	case "BV", "FR", "MI", "PL":
		numbers = 0
	case "UP", "LO", "FX", "UI", "LI":
	default:
		return m.lines.Errorf(0, "unknown kind of bound %q", f[0])
	}
	if f = f[1:]; len(f) == 2 && numbers == 1 && m.sets[2] != "" {
		return m.lines.Errorf(0, "expected a column and a number after %s %s", kind, f[0])
	}
	set := ""
	if len(f) == 2+numbers || len(f) == 3 { // BV may be followed by a number, which says nothing
		set, f = f[0], f[1:]
	}
	if len(f) < 1+numbers || len(f) > 2 {
		return m.lines.Errorf(0, "expected a column%s after %s", map[int]string{1: " and a number"}[numbers], kind)
	}
	if err := m.sameSet(2, set); err != nil {
		return err
	}
	j, known := m.columns[f[0]]
	if !known {
		return m.lines.Errorf(0, "unknown column %q", f[0])
	}
	c := &m.p.Columns[j]
	n := 0
	if numbers == 1 {
		var ok bool
		if n, ok = integer(f[1]); !ok {
			return m.lines.Errorf(0, "%q is not a whole number up to 2^53", f[1])
		}
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
		return m.lines.Errorf(0, "column %s is unbounded: in a 0-1 program it is 0 or 1", f[0])
	}
	m.bounded[j] = m.bounded[j] || kind != "LO" && kind != "LI"
	m.whole[j] = m.whole[j] || kind == "BV" || kind == "UI" || kind == "LI"
	if c.Lower < 0 || c.Upper > 1 || c.Lower > c.Upper {
		return m.lines.Errorf(0, "the bounds of %s are not within 0 and 1", f[0])
	}
	return nil
}

// complete checks what only the whole file shows, and puts the bounds of the rows together.
func (m *mpsReader) complete() error {
	for j, c := range m.p.Columns {
		if !m.whole[j] {
			return m.lines.Errorf(0, "column %s is not an integer; a 0-1 program has no others", c.Name)
		}
		if !m.bounded[j] {
			return m.lines.Errorf(0, "column %s has no upper bound; in a 0-1 program it is 0 or 1", c.Name)
		}
	}
	for i := range m.p.Rows {
		r := &m.p.Rows[i]
		width := max(m.span[i], -m.span[i])
		r.Lower, r.Upper = m.rhs[i], m.rhs[i]
		switch {
		case m.kind[i] == 'L':
			r.Lower = -Infinity
			if m.spanned[i] {
				r.Lower = r.Upper - width
			}
		case m.kind[i] == 'G':
			r.Upper = Infinity
			if m.spanned[i] {
				r.Upper = r.Lower + width
			}
		case m.span[i] > 0:
			r.Upper += width
		default:
			r.Lower -= width
		}
	}
	for m.lines.Next() {
		if strings.TrimSpace(m.lines.Text) != "" {
			return m.lines.Errorf(0, "expected nothing after ENDATA")
		}
	}
	return m.lines.Err()
}
