package ip

import (
	"context"
	"fmt"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// Provenance encodes m as Encode does, and also returns the reason for each unit of a file in format f. In OPB the
// units are constraints: one for each fixed column, then one or two for each row; see Write. In the other formats the
// units are the rows of the program, and fixed columns are bounds.
func (o Encoder) Provenance(
	ctx context.Context, m *model.Model, f Format,
) (encode.Encoding[*Program, Point], *encode.Provenance, error) {
	r := &provenanceNotes{bounds: map[int]encode.Source{}, rows: map[int]int{}, auxiliary: map[int]int{}}
	b, e, err := o.build(ctx, m, r)
	if err != nil {
		return e, nil, err
	}
	a := &encode.Provenance{
		Model:       m,
		UnitName:    "rows",
		EntryName:   "nonzeros",
		Shown:       b.p.Shown,
		Auxiliary:   len(b.p.Columns) - b.p.Shown,
		Propagation: "naked and hidden singles, where each row is propagated alone; the relaxation finds more",
		Sources:     []string{bartlett},
	}
	if o.Objective == ConstantObjective && m.Objective == nil {
		a.Sources = []string{thein}
	}
	var units []opbConstraint
	if f == OPB {
		padded, err := b.p.padded()
		if err != nil {
			return e, nil, err
		}
		units = padded.opbConstraints()
	} else {
		for i, row := range b.p.Rows {
			u := opbConstraint{row: i, entries: row.Entries, sign: 1}
			switch {
			case row.Lower == row.Upper:
				u.relation, u.bound = "=", row.Lower
			case row.Lower == -Infinity, row.Lower == 0 && row.Upper == 1:
				u.relation, u.bound = "<=", row.Upper
			default:
				u.relation, u.bound = ">=", row.Lower
			}
			units = append(units, u)
		}
	}
	for _, u := range units {
		p := encode.Part{Units: 1, Entries: len(u.entries)}
		switch {
		case u.row >= 0:
			p.Source = b.sources[u.row]
		case u.column < len(b.p.Columns):
			p.Source = r.bounds[u.column]
		default: // the column that pad adds, fixed at 1
			p.Source = encode.Definition.OfVariable(encode.None)
		}
		if p.Role == encode.TableRows { // the first row of a table accounts for its auxiliary columns
			p.Auxiliary = r.auxiliary[p.Constraint]
			delete(r.auxiliary, p.Constraint)
		}
		a.Parts = append(a.Parts, p)
	}
	if f != OPB {
		for j := range b.p.Columns {
			if s, fixed := r.bounds[j]; fixed {
				a.Parts = append(a.Parts, encode.Part{Source: s, Bounds: 1})
			}
		}
	}
	a.Describe = func(k int) encode.Unit { return b.describe(units[k]) }
	return e, a, nil
}

const (
	bartlett = "A. Bartlett, T. P. Chartier, A. N. Langville, T. D. Rankin, " +
		"An Integer Programming Model for the Sudoku Problem, JOMA 8, 2008"
	thein = "M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, " +
		"M.S. thesis, Penn State 2014"
)

// provenanceNotes is what the builder records for a provenance, besides the sources of rows.
type provenanceNotes struct {
	bounds    map[int]encode.Source // by fixed column: why it is fixed
	rows      map[int]int           // by auxiliary column of a table: its row
	auxiliary map[int]int           // by constraint: the number of its auxiliary columns
}

// describe writes a constraint as a sum: "[r1c1=1] + 2 [r1c2=2] - t1_k3 <= 4 (t1_k3: row 3 of the table)".
func (b *builder) describe(c opbConstraint) encode.Unit {
	var u encode.Unit
	var notes []string
	for i, e := range c.entries {
		var name string
		switch j := e.Column; {
		case j < len(b.atoms.Shown):
			u.Add(b.atoms.Shown[j], e.Coef)
			if name = b.atoms.Shown[j].Text(b.m); b.atoms.Shown[j].Kind != encode.Itself {
				name = "[" + name + "]"
			}
		case j >= len(b.p.Columns):
			name = constantName
			notes = append(notes, name+" is 1")
		default:
			name = b.p.ColumnName(j)
			if row, ok := b.notes.rows[j]; ok {
				notes = append(notes, fmt.Sprintf("%s: row %d of the table", name, row+1))
			}
		}
		switch {
		case i > 0 && e.Coef < 0:
			u.Text += " - "
		case i > 0:
			u.Text += " + "
		case e.Coef < 0:
			u.Text += "-"
		}
		if n := max(e.Coef, -e.Coef); n != 1 {
			u.Text += fmt.Sprintf("%d ", n)
		}
		u.Text += name
	}
	if len(c.entries) == 0 {
		u.Text = "0"
	}
	if c.sign < 0 {
		c.relation = "<="
	}
	u.Text += fmt.Sprintf(" %s %d", c.relation, c.bound)
	if notes != nil {
		u.Text += " (" + strings.Join(notes, "; ") + ")"
	}
	return u
}
