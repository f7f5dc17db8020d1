package text

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nonet/internal/slice"
	"nonet/model"
)

// flatZinc writes FlatZinc: declarations, then constraints, then the solve item, in the order of the specification.
//
// In dialect Gecode, AllDifferent is all_different_int, since fzn-gecode 6.2 does not support fzn_all_different_int,
// and Table is gecode_table_int, since it supports neither table_int nor fzn_table_int. Dialect Standard needs none of
// them.
func (p *printer) flatZinc(d Document) {
	f := &flatWriter{printer: p, standard: d.Dialect == Standard}
	p.writeComments("%", d.Comments)
	if p.hasEmptyDomain() {
		f.postFalse()
	}
	for i, c := range p.m.Constraints {
		if p.hasFailed() {
			return
		}
		f.constraint(i, c)
	}
	for k, a := range d.Exclude {
		f.exclude(k, a)
	}
	goal := f.solveItem()

	if !f.standard {
		if f.globals[0] {
			p.printf("predicate all_different_int(array [int] of var int: x);\n")
		}
		if f.globals[1] {
			p.printf("predicate gecode_table_int(array [int] of var int: x, array [int] of int: t);\n")
		}
	}
	for v := range p.m.Vars {
		p.printf("var %s: %s :: output_var;\n", mznDomain(p.m.Vars[v].Domain), p.names[v])
	}
	for _, line := range f.auxiliary {
		p.printf("%s;\n", line)
	}
	for _, line := range f.constraints {
		p.printf("constraint %s;\n", line)
	}
	p.printf("solve %s;\n", goal)
}

// A flatWriter collects the auxiliary variables and the constraints of a FlatZinc file, since declarations precede
// constraints.
type flatWriter struct {
	*printer
	standard    bool
	globals     [2]bool  // whether all_different_int and gecode_table_int occur
	auxiliary   []string // declarations of variables
	constraints []string
}

// declare adds the declaration of an auxiliary variable.
func (f *flatWriter) declare(format string, args ...any) {
	f.auxiliary = append(f.auxiliary, fmt.Sprintf(format, args...))
}

func (f *flatWriter) post(format string, args ...any) {
	f.constraints = append(f.constraints, fmt.Sprintf(format, args...))
}

// postFalse adds a constraint that no assignment satisfies.
func (f *flatWriter) postFalse() { f.post("bool_eq(true,false)") }

// constraint states constraint i of the model, c.
func (f *flatWriter) constraint(i int, c model.Constraint) {
	if holds, ok := constantValue(c); ok {
		if !holds {
			f.postFalse()
		}
		return
	}
	switch c := c.(type) {
	case model.AllDifferent:
		f.allDifferent(c)
	case model.NotEqual:
		if c.Offset == 0 {
			f.post("int_ne(%s,%s)", f.names[c.A], f.names[c.B])
		} else {
			f.post("int_lin_ne([1,-1],[%s,%s],%d)", f.names[c.A], f.names[c.B], c.Offset)
		}
	case model.Linear:
		f.linear(c)
	case model.Table:
		f.table(i, c)
	case model.Given:
		f.post("int_eq(%s,%d)", f.names[c.Var], c.Value)
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

func (f *flatWriter) allDifferent(c model.AllDifferent) {
	if !f.standard {
		f.globals[0] = true
		f.post("all_different_int([%s])", f.nameList(c.Vars, ","))
		return
	}
	for i, a := range c.Vars {
		for _, b := range c.Vars[:i] {
			f.post("int_ne(%s,%s)", f.names[b], f.names[a])
		}
	}
}

// linear states a sum; "at least" becomes "at most" of the negated sum.
func (f *flatWriter) linear(c model.Linear) {
	sign, name := 1, "int_lin_le"
	switch c.Relation {
	case model.Equal:
		name = "int_lin_eq"
	case model.AtLeast:
		if c.Bound == math.MinInt { // its negation overflows; every sum satisfies the constraint
			return
		}
		sign = -1
	}
	coefs := join(c.Terms, ",", func(t model.Term) string { return strconv.Itoa(sign * t.Coef) })
	f.post("%s([%s],[%s],%d)", name, coefs, f.nameList(c.Scope(), ","), sign*c.Bound)
}

// table states constraint i of the model, c. In dialect Standard, variable row_I is the number of the row. The
// variables of the table determine it, since the rows are made distinct, so the number of solutions stays the same.
func (f *flatWriter) table(i int, c model.Table) {
	rows := distinctRows(c.Rows)
	if !f.standard {
		f.globals[1] = true
		f.post("gecode_table_int([%s],[%s])", f.nameList(c.Vars, ","), join(slices.Concat(rows...), ",", strconv.Itoa))
		return
	}
	row := fmt.Sprintf("row_%d", i+1)
	f.declare("var 1..%d: %s :: var_is_introduced", len(rows), row)
	for k, v := range c.Vars {
		values := join(rows, ",", func(r []int) string { return strconv.Itoa(r[k]) })
		f.post("array_int_element(%s,[%s],%s)", row, values, f.names[v])
	}
}

// distinctRows returns the rows without repetitions.
func distinctRows(rows [][]int) [][]int {
	seen := make(map[string]bool, len(rows))
	var some [][]int
	var key []byte
	for _, row := range rows {
		key = key[:0]
		for _, value := range row {
			key = binary.AppendVarint(key, int64(value))
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			some = append(some, row)
		}
	}
	return some
}

// exclude states that some variable differs from a, the excluded assignment k.
func (f *flatWriter) exclude(k int, a model.Assignment) {
	if len(a) == 0 {
		f.postFalse()
		return
	}
	some := join(slice.Indices[model.Var](len(f.m.Vars)), ",", func(v model.Var) string {
		differs := fmt.Sprintf("differs%d_%d", k+1, v+1)
		f.declare("var bool: %s :: var_is_introduced", differs)
		f.post("int_ne_reif(%s,%d,%s)", f.names[v], a[v], differs)
		return differs
	})
	f.post("bool_clause([%s],[])", some) // MiniZinc with Chuffed rejects array_bool_or
}

// solveItem returns the solve item. It declares a variable for the objective.
func (f *flatWriter) solveItem() string {
	o := f.m.Objective
	if o == nil {
		return "satisfy"
	}
	low, high := f.bounds(o.Terms)
	f.declare("var %d..%d: objective :: var_is_introduced", low+o.Constant, high+o.Constant)
	coefs := join(o.Terms, "", func(t model.Term) string { return strconv.Itoa(t.Coef) + "," })
	names := join(o.Terms, "", func(t model.Term) string { return f.names[t.Var] + "," })
	f.post("int_lin_eq([%s-1],[%sobjective],%d)", coefs, names, -o.Constant)
	return senseOf(o) + " objective"
}

// bounds returns bounds on a sum over the domains of its variables. In a valid model both fit into an int.
func (p *printer) bounds(terms []model.Term) (low, high int) {
	for _, t := range terms {
		d := p.m.Vars[t.Var].Domain
		if d.Size() == 0 {
			continue
		}
		first, last := t.Coef*d.Min(), t.Coef*d.Max()
		low, high = low+min(first, last), high+max(first, last)
	}
	return low, high
}
