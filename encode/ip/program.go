package ip

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/bounds"
)

// A Program is an integer program: minimize or maximize a linear objective over columns with integer values within
// bounds, subject to linear rows. All numbers are integers, so that a point can be checked exactly. It is a 0-1 program
// if the bounds of all columns are within 0 and 1; see ZeroOne.
type Program struct {
	Name      string
	Columns   []Column
	Rows      []Row
	Maximize  bool
	Objective []Entry // empty if every feasible point is a solution
	Offset    int     // constant term of the objective

	// Scale, unless it is 0, divides the objective: a file with fractions states Objective and Offset divided by Scale,
	// which divides a power of ten.
	Scale int

	// Shown is the number of shown columns. They are the first columns and distinguish solutions; the others are
	// auxiliary.
	Shown int

	// OneHot states that the shown columns are 0 or 1 and that the same number of them is 1 in every solution, as in a
	// one-hot (direct) encoding. The columns that are 1 then identify a solution, and the row that excludes it needs no
	// others.
	OneHot bool

	// Dropped are the columns that a file fixes at fractions, as "x = 0.5". They are constants in the program.
	Dropped []string

	Comments []string // written at the head of a file; without newlines
}

// A Column is a variable of the program. Lower and Upper are its bounds, which are finite. A column without a name is
// called x and its number, counted from 1; see ColumnName.
type Column struct {
	Name         string
	Lower, Upper int
}

// An Entry is a coefficient of a column in a row or in the objective.
type Entry struct {
	Column int // index in Program.Columns
	Coef   int
}

// Infinity as the upper bound of a row, or -Infinity as the lower one, means that there is no such bound.
const Infinity = math.MaxInt

// A Row states Lower <= sum of its entries <= Upper. A column occurs at most once in it. A row without entries holds if
// 0 is within its bounds; encoders use such a row to state that a model has no solution. A row without a name is called
// c and its number, counted from 1.
type Row struct {
	Name         string
	Entries      []Entry
	Lower, Upper int
}

// ColumnName returns the name of column j, or x followed by j+1 if it has none.
func (p *Program) ColumnName(j int) string { return orDefault(p.Columns[j].Name, "x", j) }

// RowName returns the name of row i, or c followed by i+1 if it has none.
func (p *Program) RowName(i int) string { return orDefault(p.Rows[i].Name, "c", i) }

// orDefault returns the name of column or row i, or letter and i+1 if it has none.
func orDefault(name, letter string, i int) string {
	if name != "" {
		return name
	}
	return letter + strconv.Itoa(i+1)
}

// ZeroOne reports whether p is a 0-1 program.
func (p *Program) ZeroOne() bool {
	return !slices.ContainsFunc(p.Columns, func(c Column) bool { return !c.isBinary() })
}

func (c Column) isBinary() bool { return c.Lower >= 0 && c.Upper <= 1 }

// A Point gives each column a value: point[j] is the value of column j.
type Point []int

// Activity returns the sum of the entries at x.
func (r *Row) Activity(x Point) int {
	total := 0
	for _, e := range r.Entries {
		total += e.Coef * x[e.Column]
	}
	return total
}

// Check returns nil if x is feasible, and otherwise an error that names the first violated bound or row.
func (p *Program) Check(x Point) error {
	if len(x) != len(p.Columns) {
		return fmt.Errorf("point has %d values, the program has %d columns", len(x), len(p.Columns))
	}
	for j, c := range p.Columns {
		if x[j] < c.Lower || x[j] > c.Upper {
			return fmt.Errorf("column %s: bound violated", p.ColumnName(j))
		}
	}
	for i := range p.Rows {
		r := &p.Rows[i]
		if s := r.Activity(x); s < r.Lower || s > r.Upper {
			return fmt.Errorf("row %s: activity %d is outside [%d, %d]", p.RowName(i), s, r.Lower, r.Upper)
		}
	}
	return nil
}

// Value returns the objective value at x, with the offset, times Scale.
func (p *Program) Value(x Point) int {
	r := Row{Entries: p.Objective}
	return r.Activity(x) + p.Offset
}

// Exclude adds what x violates and every solution with other shown columns satisfies. If the shown columns are 0 or 1
// that is one row, the last. For any other shown column it adds two columns before, which can be 1 only if the shown
// column is less, or greater, than in x, and a row for each of them. It appends to the slices of p.
func (p *Program) Exclude(x Point) {
	row := Row{Lower: -Infinity, Upper: -1}
	for j := range p.Shown {
		switch c := p.Columns[j]; {
		case !c.isBinary():
			if x[j] > c.Lower { // less: x + (Upper-x0+1) less <= Upper
				row.Entries = append(row.Entries, Entry{p.addBinary(), -1})
				p.Rows = append(p.Rows, Row{Lower: -Infinity, Upper: c.Upper,
					Entries: []Entry{{j, 1}, {len(p.Columns) - 1, c.Upper - x[j] + 1}}})
			}
			if x[j] < c.Upper { // greater: x - (x0-Lower+1) greater >= Lower
				row.Entries = append(row.Entries, Entry{p.addBinary(), -1})
				p.Rows = append(p.Rows, Row{Lower: c.Lower, Upper: Infinity,
					Entries: []Entry{{j, 1}, {len(p.Columns) - 1, c.Lower - x[j] - 1}}})
			}
		case x[j] == 1:
			row.Upper++
			row.Entries = append(row.Entries, Entry{j, 1})
		case !p.OneHot:
			row.Entries = append(row.Entries, Entry{j, -1})
		}
	}
	p.Rows = append(p.Rows, row)
}

// addBinary appends an auxiliary column that is 0 or 1 and returns its index.
func (p *Program) addBinary() int {
	p.Columns = append(p.Columns, Column{Upper: 1})
	return len(p.Columns) - 1
}

// Optimizes reports whether solutions may differ in objective value. It returns false if the objective is empty, or if
// OneHot holds and all shown columns have the same coefficient in it, as in Thein's program: its value is then the same
// for all solutions.
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

// CutOff adds what x violates and every solution still wanted satisfies: a row for a better objective value than that
// of x if p optimizes, and otherwise what Exclude adds.
func (p *Program) CutOff(x Point) {
	if !p.Optimizes() {
		p.Exclude(x)
		return
	}
	row := Row{Entries: p.Objective, Lower: -Infinity, Upper: Infinity}
	// The activity of the row is the objective without its offset.
	if value := row.Activity(x); p.Maximize {
		row.Lower = value + 1
	} else {
		row.Upper = value - 1
	}
	p.Rows = append(p.Rows, row)
}

// Size returns the number of columns, rows and nonzeros.
func (p *Program) Size() model.Size {
	nonzeros := slice.Sum(p.Rows, func(r Row) int { return len(r.Entries) })
	return model.Size{Variables: len(p.Columns), Rows: len(p.Rows), Nonzeros: nonzeros}
}

// MaxNumber limits the absolute values of coefficients and row bounds, and the sum of the absolute values that the
// terms of a row can take. Doubles represent all integers up to it exactly.
const MaxNumber = 1 << 53

// MaxColumn limits the absolute values of columns. Some solvers print no more than six digits.
const MaxColumn = 999_999

// Validate returns an error if p is ill-formed: column bounds that are not Lower <= Upper or exceed MaxColumn, an entry
// whose column does not exist or occurs twice in the row, a zero coefficient, a row whose lower bound exceeds its upper
// bound, or a number beyond MaxNumber. The programs that the encoder returns are well-formed.
func (p *Program) Validate() error {
	if err := cmp.Or(p.validateColumns(), p.validateRows()); err != nil {
		return err
	}
	for i := range p.Rows {
		if p.exceeds(p.Rows[i].Entries) {
			return fmt.Errorf("row %s: its terms add up to more than 2^53", p.RowName(i))
		}
	}
	if p.exceeds(p.Objective) {
		return errors.New("objective: its terms add up to more than 2^53")
	}
	return nil
}

// validateColumns returns an error about bounds of a column.
func (p *Program) validateColumns() error {
	for j, c := range p.Columns {
		if c.Lower < -MaxColumn || c.Upper > MaxColumn || c.Lower > c.Upper {
			return fmt.Errorf("column %s: bounds [%d, %d] are not within -%d and %[4]d",
				p.ColumnName(j), c.Lower, c.Upper, MaxColumn)
		}
	}
	return nil
}

// exceeds reports whether the absolute values of the terms can add up to more than MaxNumber.
func (p *Program) exceeds(entries []Entry) bool {
	total := 0
	for _, e := range entries {
		c := p.Columns[e.Column]
		n, ok := e.Coef, true
		if !c.isBinary() {
			n, ok = multiply(n, max(1, -c.Lower, c.Upper))
		}
		if total += max(n, -n); !ok || total > MaxNumber {
			return true
		}
	}
	return false
}

// validateRows is Validate without the bounds of the columns.
func (p *Program) validateRows() error {
	if p.Shown < 0 || p.Shown > len(p.Columns) {
		return fmt.Errorf("%d columns are shown, the program has %d", p.Shown, len(p.Columns))
	}
	seen := make([]int, len(p.Columns)) // by column: the last row that has it so far, counted from 1; 0 if none
	for i := range p.Rows {
		r := &p.Rows[i]
		if reason := r.validate(seen, i+1); reason != "" {
			return fmt.Errorf("row %s: %s", p.RowName(i), reason)
		}
	}
	objective := Row{Entries: p.Objective, Lower: p.Offset, Upper: p.Offset}
	if reason := objective.validate(seen, len(p.Rows)+1); reason != "" {
		return fmt.Errorf("objective: %s", reason)
	}
	return nil
}

// validate returns what is wrong with r, or "". It marks the columns of r in seen.
func (r *Row) validate(seen []int, mark int) string {
	if r.Lower > r.Upper {
		return fmt.Sprintf("lower bound %d exceeds upper bound %d", r.Lower, r.Upper)
	}
	if tooLarge(r.Lower) && r.Lower != -Infinity || tooLarge(r.Upper) && r.Upper != Infinity {
		return "a bound is beyond 2^53"
	}
	total := 0
	for _, e := range r.Entries {
		switch {
		case e.Column < 0 || e.Column >= len(seen):
			return fmt.Sprintf("column index %d is not in 0..%d", e.Column, len(seen)-1)
		case seen[e.Column] == mark:
			return fmt.Sprintf("column index %d occurs twice", e.Column)
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

// Shrink improves the bounds of columns by the rows if the columns have more values in all than wanted. No solution is
// lost.
func (p *Program) Shrink(wanted int) {
	for _, c := range p.Columns {
		if wanted -= c.interval().Size(); wanted < 0 {
			p.inferBounds(bounds.Often)
			return
		}
	}
}

func (p *Program) inferBounds(improvements int) {
	columns := slice.Map(p.Columns, Column.interval)
	term := func(e Entry) model.Term { return model.Term{Coef: e.Coef, Var: model.Var(e.Column)} }
	bounds.Infer(columns, slice.Map(p.Rows, func(r Row) bounds.Sum {
		return bounds.Sum{Terms: slice.Map(r.Entries, term), Interval: bounds.Interval{Lower: r.Lower, Upper: r.Upper}}
	}), improvements)
	for j, i := range columns {
		p.Columns[j].Lower, p.Columns[j].Upper = i.Lower, i.Upper
	}
}

func (c Column) interval() bounds.Interval { return bounds.Interval{Lower: c.Lower, Upper: c.Upper} }
