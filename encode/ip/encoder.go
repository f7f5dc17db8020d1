package ip

import (
	"context"
	"fmt"

	"nonet/encode"
	"nonet/encode/internal/construct"
	"nonet/model"
)

// An Encoder states models as programs. A variable that only linear constraints mention is itself a column if its
// domain is 0 and 1 or, with Integers, any interval. All others have the direct encoding: a shown column for each value
// of the domain, which is 1 exactly when the variable has the value.
//
// The zero Encoder suits a solver of 0-1 programs in the same process: no names, no objective, givens as bounds. Thesis
// and Bartlett return the encoders of the literature.
type Encoder struct {
	Givens    GivenStyle
	Objective ObjectiveStyle

	// Integers permits columns other than 0 and 1. A variable of linear and other constraints then has both: the
	// columns of its values and, for the linear constraints, an auxiliary column whose value it is.
	Integers bool

	// Names gives every column and row a descriptive name, such as x_r1c2_v3 and row_r1_v3, and the program comments
	// that explain them. It is off by default because making some 600 names takes as long as the rest of the encoding.
	Names bool
}

// A GivenStyle selects how a given is stated.
type GivenStyle int

const (
	// GivenBounds fixes the column of a given by its bounds. It is the zero value because solvers remove fixed columns
	// in presolve.
	GivenBounds GivenStyle = iota
	// GivenRows states a given as a row "x = 1": constraint (5) of Bartlett et al.
	GivenRows
)

// An ObjectiveStyle selects the objective of a model that has none. A model's own objective takes precedence.
type ObjectiveStyle int

const (
	// NoObjective leaves the objective empty. It is the zero value because the dual simplex is then nearly twice as
	// fast as with a constant objective: every basis is dual feasible.
	NoObjective ObjectiveStyle = iota
	// ConstantObjective maximizes the sum of all shown columns, as in Thein's thesis. It is constant: at every feasible
	// point its value is the number of variables. It is left out if some variables are columns themselves.
	ConstantObjective
)

// Thesis returns the encoder of Thein's program: maximize the sum of all columns, givens as bounds. The thesis sets the
// lower bound of a given's column to 1, which fixes it, since the upper bound is 1.
//
// Source: M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis, Penn
// State 2014.
func Thesis() Encoder { return Encoder{Objective: ConstantObjective, Names: true} }

// Bartlett returns the encoder of the program of Bartlett et al.: no objective, a row for each given. Their columns are
// x_ijk with k the value; their rows are the same in another order.
//
// Source: A. Bartlett, T. P. Chartier, A. N. Langville, T. D. Rankin, An Integer Programming Model for the Sudoku
// Problem, Journal of Online Mathematics and its Applications 8, 2008.
func Bartlett() Encoder { return Encoder{Givens: GivenRows, Names: true} }

var _ encode.Encoder[*Program, Point] = Encoder{}

// Encode states m as a program. m must be valid (model.Model.Validate). A variable with a Given and a domain of one
// value is a constant and gets no columns; the columns of other variables that its value forbids are fixed at 0. The
// rows are, in this order: a row "= 1" for each variable with a column for each value, then the definitions of the
// auxiliary columns of linear constraints, then the rows of each constraint in the order of the model:
//
//   - AllDifferent: a row "<= 1" for each value that two or more of the variables can take. If there are as many values
//     as variables, the variables are a permutation of them, and each value that no constant takes has a row "= 1"
//     instead
//   - NotEqual: a row "<= 1" for each conflicting pair of values
//   - Linear: one row, with coefficient times value as the coefficient of each column of a value
//   - Table: an auxiliary column for each row of the table that the domains allow. For each value of each variable, a
//     row states that the column of the value is the sum of the auxiliary columns with this value. A table over one
//     variable forbids values instead
//   - Given: a bound, or a row "= 1"
//
// For the N×N Sudoku without givens this gives N³ columns, 4N² rows and 4N³ nonzeros, in the families cell, row,
// column, box. Encode returns an *encode.UnsupportedError if a number exceeds MaxNumber. It takes time linear in the
// size of the program.
func (o Encoder) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Program, Point], error) {
	_, e, err := o.build(ctx, m, nil)
	return e, err
}

// build is Encode that takes notes, unless they are nil.
func (o Encoder) build(
	ctx context.Context, m *model.Model, notes *provenanceNotes,
) (b *builder, e encode.Encoding[*Program, Point], err error) {
	err = construct.Run(ctx, func(g *construct.Guard) error {
		if b, err = newBuilder(o, m); err != nil {
			return err
		}
		b.guard, b.notes = g, notes
		e, err = b.encode()
		return err
	})
	return b, e, err
}

func (b *builder) encode() (encode.Encoding[*Program, Point], error) {
	m := b.m
	for v := range m.Vars {
		b.variable(model.Var(v))
	}
	if b.Integers {
		b.defineSums()
	}
	for i, c := range m.Constraints {
		if err := b.constraint(i, c); err != nil {
			return encode.Encoding[*Program, Point]{}, err
		}
	}
	if err := b.objective(); err != nil {
		return encode.Encoding[*Program, Point]{}, err
	}
	if b.Names {
		b.nameAll()
	}
	return encode.Encoding[*Program, Point]{
		Formula: b.p,
		Map:     b.atoms,
		Decode: func(x Point) (model.Assignment, error) {
			if len(x) != len(b.p.Columns) {
				return nil, fmt.Errorf("decode: point has %d values, the program has %d columns",
					len(x), len(b.p.Columns))
			}
			return b.atoms.AssignmentOf(func(k int) int { return x[k] })
		},
		Size: b.p.Size(),
	}, nil
}

// A builder builds the program of a model.
type builder struct {
	Encoder
	m     *model.Model
	p     *Program
	atoms encode.Map

	constant []bool           // by variable: it is a constant, without columns
	whole    []bool           // by variable: it is itself a column
	first    []int            // by variable: its first column; the others follow in the order of the domain
	sum      []int            // by variable: its auxiliary column for linear constraints; 0 if there is none
	values   construct.Index  // numbers the values that occur in the domains
	slab     []Entry          // block from which newEntries cuts, to save allocations
	perValue []int            // scratch, by value number; all 0 between constraints
	touched  []int            // scratch: value numbers
	sources  []encode.Source  // by row: why it is there; only if Names or notes need it
	notes    *provenanceNotes // nil unless Provenance encodes
	guard    *construct.Guard // polled for each row, and for each value of long loops
}

func newBuilder(o Encoder, m *model.Model) (*builder, error) {
	b := &builder{Encoder: o, m: m, p: &Program{Name: m.Name, OneHot: true}}
	b.atoms.Vars = len(m.Vars)
	b.constant = make([]bool, len(m.Vars))
	rows := len(m.Vars)
	for _, c := range m.Constraints {
		if g, ok := c.(model.Given); ok && m.Vars[g.Var].Domain.Equal(model.Values(g.Value)) {
			b.constant[g.Var] = true
		}
	}
	b.first, b.sum = make([]int, len(m.Vars)), make([]int, len(m.Vars))
	b.chooseWhole()
	if err := encode.CheckValues("ip", m, b.whole); err != nil {
		return nil, err
	}
	columns, constants := 0, 0
	for v := range m.Vars {
		b.first[v] = columns
		switch {
		case b.constant[v]:
			constants++
		case b.whole[v]:
			columns++
			b.p.OneHot = false
		default:
			columns += m.Vars[v].Domain.Size()
		}
	}
	b.p.Shown = columns
	b.p.Columns = make([]Column, columns)
	for j := range b.p.Columns {
		b.p.Columns[j].Upper = 1
	}
	b.atoms.Shown = make([]encode.Atom, 0, columns)
	if constants > 0 {
		b.atoms.Fixed = make([]encode.Atom, 0, constants)
	}
	for v := range m.Vars {
		if d := m.Vars[v].Domain; b.whole[v] {
			b.p.Columns[b.first[v]] = Column{Lower: d.Min(), Upper: d.Max()}
			b.atoms.Shown = append(b.atoms.Shown, encode.Atom{Var: model.Var(v), Kind: encode.Itself})
			continue
		}
		for value := range m.Vars[v].Domain.All {
			if atom := (encode.Atom{Var: model.Var(v), Value: value}); b.constant[v] {
				b.atoms.Fixed = append(b.atoms.Fixed, atom)
			} else {
				b.atoms.Shown = append(b.atoms.Shown, atom)
			}
		}
	}
	b.values = construct.NewIndex(m, b.whole)
	b.perValue = make([]int, b.values.Len())

	nonzeros := columns
	for _, c := range m.Constraints {
		if c, ok := c.(model.AllDifferent); ok {
			free, widest := 0, 0
			for _, v := range c.Vars {
				if !b.constant[v] {
					free++
					nonzeros += m.Vars[v].Domain.Size()
					widest = max(widest, m.Vars[v].Domain.Size())
				}
			}
			rows += max(free, widest)
		}
	}
	b.slab = make([]Entry, 0, nonzeros)
	b.p.Rows = make([]Row, 0, rows-constants)
	if o.Names {
		b.sources = make([]encode.Source, 0, cap(b.p.Rows))
	}
	return b, nil
}

// chooseWhole decides which variables are columns themselves.
func (b *builder) chooseWhole() {
	b.whole = make([]bool, len(b.m.Vars))
	for v := range b.whole {
		d := b.m.Vars[v].Domain
		b.whole[v] = !b.constant[v] && isColumn(d) && (b.Integers || d.Min() >= 0 && d.Max() <= 1)
	}
	for _, c := range b.m.Constraints {
		switch c.(type) {
		case model.Linear, model.Given:
		default:
			for _, v := range c.Scope() {
				b.whole[v] = false
			}
		}
	}
}

// isColumn reports whether the values of d are those of a column with bounds. A column has any bounds if d has too many
// values for a column for each.
func isColumn(d model.Domain) bool {
	return d.IsInterval() && (isWithinColumn(d) ||
		d.Size() > model.MaxValues && -MaxNumber <= d.Min() && d.Max() <= MaxNumber)
}

// isWithinColumn reports whether a column can have all values of d, which is not empty.
func isWithinColumn(d model.Domain) bool { return -MaxColumn <= d.Min() && d.Max() <= MaxColumn }

// variable states that v has exactly one value.
func (b *builder) variable(v model.Var) {
	if b.constant[v] || b.whole[v] {
		return
	}
	entries := b.newEntries(b.m.Vars[v].Domain.Size())
	for k := range entries {
		entries[k] = Entry{b.first[v] + k, 1}
	}
	b.addRow(entries, 1, 1, encode.ExactlyOne.OfVariable(v))
}

// defineSums adds an auxiliary column for each variable of linear constraints that has a column for each of at least
// three values, and states that it is the sum of the values. Solvers branch on it, and rows are shorter.
func (b *builder) defineSums() {
	var terms []model.Term
	for _, c := range b.m.Constraints {
		if c, ok := c.(model.Linear); ok {
			terms = append(terms, c.Terms...)
		}
	}
	if o := b.m.Objective; o != nil {
		terms = append(terms, o.Terms...)
	}
	for _, t := range terms {
		d := b.m.Vars[t.Var].Domain
		if _, known := b.numeric(t.Var); known || b.constant[t.Var] || d.Size() < 3 || !isWithinColumn(d) {
			continue
		}
		j := len(b.p.Columns)
		b.sum[t.Var] = j
		b.p.Columns = append(b.p.Columns, Column{Lower: d.Min(), Upper: d.Max()})
		entries := []Entry{{j, -1}}
		for k, value := range d.Indexed {
			if value != 0 {
				entries = append(entries, Entry{b.first[t.Var] + k, value})
			}
		}
		b.addRow(entries, 0, 0, encode.Definition.OfVariable(t.Var))
	}
}

// newEntries returns n zero entries.
func (b *builder) newEntries(n int) []Entry {
	if cap(b.slab)-len(b.slab) < n {
		b.slab = make([]Entry, 0, max(n, 1024))
	}
	start := len(b.slab)
	b.slab = b.slab[:start+n]
	return b.slab[start : start+n : start+n]
}

// addRow appends a row, and its source if names or a provenance need it.
func (b *builder) addRow(entries []Entry, lower, upper int, s encode.Source) {
	b.guard.Poll()
	b.p.Rows = append(b.p.Rows, Row{Entries: entries, Lower: lower, Upper: upper})
	if b.Names || b.notes != nil {
		b.sources = append(b.sources, s)
	}
}

// addContradiction states that constraint i cannot be satisfied, by the row 0 = 1.
func (b *builder) addContradiction(i int) {
	b.addRow(nil, 1, 1, encode.Impossible.OfConstraint(i))
}

// column returns the column of v = value, if v has columns and the value is in its domain.
func (b *builder) column(v model.Var, value int) (int, bool) {
	if b.constant[v] || b.whole[v] {
		return 0, false
	}
	k, found := b.m.Vars[v].Domain.Index(value)
	return b.first[v] + k, found
}

// allowed reports whether v can have the value.
func (b *builder) allowed(v model.Var, value int) bool {
	return b.m.Vars[v].Domain.Contains(value)
}

// forbid states that column j is 0: by its bounds, or by a row if it is fixed at 1.
func (b *builder) forbid(j int, s encode.Source) { b.fix(j, 0, b.p.Columns[j].Lower == 0, s) }

// fix states that column j has a value, by its bounds or by a row.
func (b *builder) fix(j, value int, byBound bool, s encode.Source) {
	if byBound {
		if b.notes != nil && b.p.Columns[j].Lower < b.p.Columns[j].Upper {
			b.notes.bounds[j] = s
		}
		b.p.Columns[j].Lower, b.p.Columns[j].Upper = value, value
		return
	}
	entries := b.newEntries(1)
	entries[0] = Entry{j, 1}
	b.addRow(entries, value, value, s)
}
