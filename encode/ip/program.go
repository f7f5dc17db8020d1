package ip

import (
	"fmt"
	"math"
	"strconv"

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
	Offset    int     // added to the objective; it changes no decision

	// Shown is the number of shown columns, which are the first ones: they tell solutions apart. The others are auxiliary.
	Shown int

	// OneHot says that in every solution the same number of shown columns is 1. A solution is then told by its ones, and to
	// exclude it a row over them is enough.
	OneHot bool

	Comments []string // for people, written at the head of a file; no newlines
}

// A Column is a variable of the program. Lower and Upper are its bounds, 0 and 1 unless it is fixed. A column without a name is called
// x and its number, counted from 1.
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

// A Row states Lower <= sum of its entries <= Upper. No column occurs twice in it. A row without entries holds if 0 is within its
// bounds; encoders state with it that a model has no solution. A row without a name is called c and its number, counted from 1.
type Row struct {
	Name         string
	Entries      []Entry
	Lower, Upper int
}

// ColumnName returns the name of column j, or x and its number if it has none.
func (p *Program) ColumnName(j int) string {
	if name := p.Columns[j].Name; name != "" {
		return name
	}
	return "x" + strconv.Itoa(j+1)
}

// RowName returns the name of row i, or c and its number if it has none.
func (p *Program) RowName(i int) string {
	if name := p.Rows[i].Name; name != "" {
		return name
	}
	return "c" + strconv.Itoa(i+1)
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
			return fmt.Errorf("ip: column %s: bound not met", p.ColumnName(j))
		}
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		if s := r.Activity(x); s < r.Lower || s > r.Upper {
			return fmt.Errorf("ip: row %s: activity %d is outside [%d, %d]", p.RowName(i), s, r.Lower, r.Upper)
		}
	}
	return nil
}

// Value returns the value of the objective at x.
func (p *Program) Value(x Point) int {
	r := Row{Entries: p.Objective}
	return r.Activity(x) + p.Offset
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
		case !p.OneHot:
			row.Entries = append(row.Entries, Entry{j, -1})
		}
	}
	row.Upper = ones - 1
	return row
}

// Optimizes reports whether some solutions may be better than others. There must be an objective for that, and it must not count the
// shown columns that are 1 where OneHot says that their number never changes, as Thein's program does: all solutions of that are
// wanted.
func (p *Program) Optimizes() bool {
	if !p.OneHot || len(p.Objective) != p.Shown {
		return len(p.Objective) > 0
	}
	seen := make([]bool, p.Shown)
	for _, e := range p.Objective {
		if e.Column >= p.Shown || seen[e.Column] || e.Coef != p.Objective[0].Coef {
			return true
		}
		seen[e.Column] = true
	}
	return false
}

// CutOff returns a row that x violates and that every solution still wanted satisfies: a better objective value than x if p optimizes,
// otherwise the row of Exclude.
func (p *Program) CutOff(x Point) Row {
	if !p.Optimizes() {
		return p.Exclude(x)
	}
	row := Row{Entries: p.Objective, Lower: -Infinity, Upper: Infinity}
	// The row measures the objective without its offset.
	if value := row.Activity(x); p.Maximize {
		row.Lower = value + 1
	} else {
		row.Upper = value - 1
	}
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

// MaxNumber is the largest absolute value of a coefficient, a bound of a row, and the sum of the absolute values of a row's
// coefficients. Up to here, solvers that compute with doubles hold every integer exactly.
const MaxNumber = 1 << 53

// Validate returns an error if p is ill-formed: bounds of a column that are not 0 <= Lower <= Upper <= 1, an entry whose column does
// not exist or occurs twice, a coefficient of zero, a row whose lower bound is above its upper one, a number beyond MaxNumber. What
// the encoder returns and what the readers return is well-formed.
func (p *Program) Validate() error {
	for j, c := range p.Columns {
		if c.Lower < 0 || c.Upper > 1 || c.Lower > c.Upper {
			return fmt.Errorf("ip: column %s: bounds [%d, %d] are not within 0 and 1", p.ColumnName(j), c.Lower, c.Upper)
		}
	}
	if p.Shown < 0 || p.Shown > len(p.Columns) {
		return fmt.Errorf("ip: %d columns are shown, the program has %d", p.Shown, len(p.Columns))
	}
	seen := make([]int, len(p.Columns)) // seen[j] is the last row in which column j occurred, counted from 1
	for i := range p.Rows {
		r := &p.Rows[i]
		if reason := r.validate(seen, i+1); reason != "" {
			return fmt.Errorf("ip: row %s: %s", p.RowName(i), reason)
		}
	}
	objective := Row{Entries: p.Objective, Lower: p.Offset, Upper: p.Offset}
	if reason := objective.validate(seen, len(p.Rows)+1); reason != "" {
		return fmt.Errorf("ip: objective: %s", reason)
	}
	return nil
}

func (r *Row) validate(seen []int, mark int) string {
	if r.Lower > r.Upper {
		return fmt.Sprintf("bounds [%d, %d] are empty", r.Lower, r.Upper)
	}
	if tooLarge(r.Lower) && r.Lower != -Infinity || tooLarge(r.Upper) && r.Upper != Infinity {
		return "a bound is beyond 2^53"
	}
	total := 0
	for _, e := range r.Entries {
		switch {
		case e.Column < 0 || e.Column >= len(seen):
			return fmt.Sprintf("mentions column %d of %d", e.Column, len(seen))
		case seen[e.Column] == mark:
			return fmt.Sprintf("mentions column %d twice", e.Column)
		case e.Coef == 0:
			return "a coefficient is zero"
		case tooLarge(e.Coef):
			return "a coefficient is beyond 2^53"
		}
		seen[e.Column] = mark
		if total += max(e.Coef, -e.Coef); total > MaxNumber {
			return "the coefficients add up to more than 2^53"
		}
	}
	return ""
}

func tooLarge(n int) bool { return n > MaxNumber || n < -MaxNumber }
