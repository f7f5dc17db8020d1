package ip

import (
	"fmt"
	"slices"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// Account encodes m as Encode does, and says why each row is there, as the files of a format have them. For OPB these are its constraints:
// first one for each fixed column, and two for a row with two different bounds, or for an equality that OPB keeps so. For the others they
// are the rows of the program, and fixed columns are bounds.
func (o Encoder) Account(m *model.Model, f Format) (encode.Encoding[*Program, Point], *encode.Account, error) {
	b := newBuilder(o, m)
	b.record = &record{bounds: map[int]encode.Source{}}
	e, err := b.encode()
	if err != nil {
		return e, nil, err
	}
	r := b.record
	a := &encode.Account{Model: m, Units: "rows", Holds: "nonzeros", Shown: b.p.Shown, Auxiliary: len(b.p.Columns) - b.p.Shown,
		Propagation: "naked and hidden singles, where each row is propagated alone; the relaxation finds more", Sources: []string{bartlett}}
	if o.Objective == ConstantObjective && m.Objective == nil {
		a.Sources = []string{thein}
	}
	var units []stated
	if f == OPB {
		p := b.p.pad(false)
		p.opbConstraints(func(c opbConstraint) {
			u := stated{column: -1, entries: c.entries, relation: c.relation, bound: c.bound, row: c.row}
			switch {
			case c.row >= 0:
				u.source = r.sources[c.row]
			case c.column < len(b.p.Columns):
				u.source, u.column = r.bounds[c.column], c.column
			default: // the column of pad, which is always 1
				u.source, u.column = encode.Source{Role: encode.Definition, Constraint: encode.None, Var: encode.None}, c.column
			}
			if c.sign < 0 {
				u.relation = "<="
			}
			units = append(units, u)
		})
	} else {
		for i, row := range b.p.Rows {
			u := stated{column: -1, entries: row.Entries, relation: "=", bound: row.Upper, row: i, source: r.sources[i]}
			switch {
			case row.Lower == -Infinity || row.Lower == 0 && row.Upper == 1:
				u.relation = "<="
			case row.Upper == Infinity:
				u.relation, u.bound = ">=", row.Lower
			}
			units = append(units, u)
		}
	}
	for _, u := range units {
		a.Parts = append(a.Parts, encode.Part{Source: u.source, Units: 1, Entries: len(u.entries)})
	}
	tables := map[int]bool{} // constraints whose auxiliary columns have been counted
	for i := range a.Parts {
		if p := &a.Parts[i]; p.Role == encode.Rows && !tables[p.Constraint] {
			tables[p.Constraint] = true
			p.Auxiliary = r.auxiliary[p.Constraint]
		}
	}
	if f != OPB {
		for j := range b.p.Columns {
			if s, fixed := r.bounds[j]; fixed {
				a.Parts = append(a.Parts, encode.Part{Source: s, Bounds: 1})
			}
		}
	}
	s := &speaker{m: m, p: b.p, shown: b.atoms.Shown, rows: r.rows}
	a.Says = func(k int) string { return s.says(units[k]) }
	return e, a, nil
}

const (
	bartlett = "A. Bartlett, T. P. Chartier, A. N. Langville, T. D. Rankin, An Integer Programming Model for the Sudoku Problem, JOMA 8, 2008"
	thein    = "M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis, Penn State 2014"
)

// A record notes why rows and bounds are there.
type record struct {
	sources   []encode.Source       // of rows
	bounds    map[int]encode.Source // of fixed columns
	rows      []int                 // by auxiliary column: the row of its table
	columns   int                   // auxiliary columns that have been seen
	auxiliary map[int]int           // by constraint
}

// row notes the source of the last row.
func (r *record) row(b *builder, l rowLabel) {
	row := b.p.Rows[len(b.p.Rows)-1]
	s := l.source(b.m)
	if l.kind == labelHouse {
		switch {
		case row.Upper == 0:
			s.Role, s.Var = encode.Consequence, l.v
		case row.Lower == 1:
			s.Role = encode.ExactlyOne
		}
	}
	if l.kind == labelTable && len(r.rows) > r.columns {
		if r.auxiliary == nil {
			r.auxiliary = map[int]int{}
		}
		r.auxiliary[l.constraint] += len(r.rows) - r.columns
		r.columns = len(r.rows)
	}
	r.sources = append(r.sources, s)
}

// bound notes the source of a bound, unless the column has it for another reason.
func (r *record) bound(b *builder, j int, l rowLabel) {
	if _, known := r.bounds[j]; known {
		return
	}
	s := l.source(b.m)
	if l.kind == labelHouse {
		s.Role, s.Var = encode.Consequence, l.v
	}
	r.bounds[j] = s
}

// source is what a label says of most rows.
func (l rowLabel) source(m *model.Model) encode.Source {
	s := encode.Source{Constraint: l.constraint, Var: encode.None}
	switch l.kind {
	case labelVariable:
		s = encode.Source{Role: encode.ExactlyOne, Constraint: encode.None, Var: l.v}
	case labelHouse:
		s.Role, s.Value, s.Valued = encode.AtMostOne, l.value, true
	case labelNotEqual:
		s.Role = encode.Conflict
	case labelLinear:
		s.Role = encode.Sum
	case labelTable:
		s.Role = encode.Rows
	case labelGiven:
		s.Role, s.Var, s.Valued = encode.Clue, l.v, true
		s.Value = m.Constraints[l.constraint].(model.Given).Value
	case labelContradiction:
		s.Role = encode.Impossible
	}
	return s
}

// A stated is a row as a file has it.
type stated struct {
	source   encode.Source
	row      int // of the program
	column   int // that is fixed, or -1
	entries  []Entry
	relation string // "=", "<=", ">="
	bound    int
}

// A speaker puts rows into words.
type speaker struct {
	m     *model.Model
	p     *Program
	shown []encode.Atom
	rows  []int // by auxiliary column: the row of its table
}

func (s *speaker) says(u stated) string {
	var atoms []encode.Atom
	ones := true
	for _, e := range u.entries {
		ones = ones && e.Coef == 1
		if e.Column < len(s.shown) {
			atoms = append(atoms, s.shown[e.Column])
		}
	}
	all := len(atoms) == len(u.entries)
	switch {
	case u.column >= len(s.p.Columns):
		return "the column one is 1"
	case len(u.entries) == 0 || u.entries[0].Column >= len(s.p.Columns): // OPB has no rows without entries
		return "this cannot be"
	case all && len(atoms) == 1 && ones && u.bound == 0 && u.relation != ">=":
		return fmt.Sprintf("%s is not %d", s.m.NameOf(atoms[0].Var), atoms[0].Value)
	case all && len(atoms) == 1 && ones && u.bound == 1 && u.relation == "=":
		return encode.OneOf(s.m, atoms)
	case all && len(atoms) == 2 && ones && u.bound == 1 && u.relation == "<=":
		return encode.NotBoth(s.m, atoms[0], atoms[1])
	case all && ones && u.bound == 1 && u.source.Role != encode.Sum:
		return encode.Exactly(s.m, map[string]string{"=": "exactly", "<=": "at most", ">=": "at least"}[u.relation], atoms)
	case u.source.Role == encode.Rows && len(atoms) == 1:
		return s.tied(u, atoms[0])
	}
	return s.expression(u)
}

// tied says which rows of a table have a value.
func (s *speaker) tied(u stated, atom encode.Atom) string {
	var rows []string
	for _, e := range u.entries {
		if e.Column >= len(s.shown) {
			rows = append(rows, fmt.Sprintf("%s (row %d)", s.p.ColumnName(e.Column), s.rows[e.Column-len(s.shown)]+1))
		}
	}
	return encode.OneOf(s.m, []encode.Atom{atom}) + " exactly if a row of the table with that is chosen, of " + encode.Enumerate(rows, "and")
}

// expression writes the row as a sum, the entries of one variable together.
func (s *speaker) expression(u stated) string {
	var words []string
	for i := 0; i < len(u.entries); {
		from := i
		v := s.atomOf(u.entries[i]).Var
		for i < len(u.entries) && s.atomOf(u.entries[i]).Var == v {
			i++
		}
		var each []string
		for _, e := range u.entries[from:i] {
			each = append(each, fmt.Sprintf("%d if %d", e.Coef, s.atomOf(e).Value))
		}
		words = append(words, fmt.Sprintf("%s (%s)", s.m.NameOf(v), strings.Join(each, ", ")))
	}
	return "the sum of " + encode.Enumerate(slices.Clip(words), "and") + fmt.Sprintf(" %s %d", u.relation, u.bound)
}

func (s *speaker) atomOf(e Entry) encode.Atom { return s.shown[e.Column] }
