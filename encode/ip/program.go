package ip

import (
	"fmt"
	"math"

	"nonet/model"
)

// A Program is a 0-1 program: minimize or maximize a linear objective over columns that are 0 or 1, subject to linear rows. All
// numbers are integers, so that a point can be checked exactly.
type Program struct {
	Name      string
	Columns   []Column
	Rows      []Row
	Maximize  bool
	Objective []Entry // empty: any feasible point will do

	// Shown is the number of shown columns, which are the first ones: they tell solutions apart. The others are auxiliary.
	Shown int

	// ExactlyOnes says that in every solution the same number of shown columns is 1. A solution is then told by its ones, and to
	// exclude it a row over them is enough.
	ExactlyOnes bool

	Comments []string // for people, written at the head of a file; no newlines
}

// A Column is a variable of the program. Lower and Upper are its bounds, 0 and 1 unless it is fixed.
type Column struct {
	Name         string
	Lower, Upper int
}

// An Entry is a coefficient of a column in a row or in the objective.
type Entry struct {
	Column int // index in Program.Columns
	Coef   int
}

// Infinity as a bound of a row means that there is none; so does -Infinity.
const Infinity = math.MaxInt

// A Row states Lower <= sum of its entries <= Upper. No column occurs twice in it.
type Row struct {
	Name         string
	Entries      []Entry
	Lower, Upper int
}

// A Point gives each column a value: point[j] reports whether column j is 1.
type Point []bool

// Activity returns the sum of the entries under x.
func (r *Row) Activity(x Point) int {
	total := 0
	for _, e := range r.Entries {
		if x[e.Column] {
			total += e.Coef
		}
	}
	return total
}

// Check returns nil if x is feasible, and otherwise an error that names the first bound or row that is not met.
func (p *Program) Check(x Point) error {
	if len(x) != len(p.Columns) {
		return fmt.Errorf("ip: point has %d values, the program has %d columns", len(x), len(p.Columns))
	}
	for j, c := range p.Columns {
		if x[j] && c.Upper < 1 || !x[j] && c.Lower > 0 {
			return fmt.Errorf("ip: column %s: bound not met", c.Name)
		}
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		if s := r.Activity(x); s < r.Lower || s > r.Upper {
			return fmt.Errorf("ip: row %s: activity %d is outside [%d, %d]", r.Name, s, r.Lower, r.Upper)
		}
	}
	return nil
}

// Value returns the value of the objective at x.
func (p *Program) Value(x Point) int {
	r := Row{Entries: p.Objective}
	return r.Activity(x)
}

// Exclude returns a row that every solution satisfies but the one that x stands for.
func (p *Program) Exclude(x Point) Row {
	row := Row{Lower: -Infinity}
	ones := 0
	for j := range p.Shown {
		switch {
		case x[j]:
			ones++
			row.Entries = append(row.Entries, Entry{j, 1})
		case !p.ExactlyOnes:
			row.Entries = append(row.Entries, Entry{j, -1})
		}
	}
	row.Upper = ones - 1
	return row
}

// Size returns the number of columns, rows and nonzeros.
func (p *Program) Size() model.Size {
	nonzeros := 0
	for _, r := range p.Rows {
		nonzeros += len(r.Entries)
	}
	return model.Size{Variables: len(p.Columns), Rows: len(p.Rows), Nonzeros: nonzeros}
}
