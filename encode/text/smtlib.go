package text

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// smtlib writes the problem without check-sat: logic, constants, assertions.
//
// Over integers the logic is QF_IDL (difference logic) if the model has no Linear constraint and no objective, and
// QF_LIA (linear arithmetic) otherwise. On the named puzzles, compared with QF_IDL, Z3 4.8.12 took four to nine times
// as long for QF_LIA, half as long for bit-vectors, and twice as long for enumerated datatypes. With integers, it found
// no second solution of the empty grid within 20 s; with bit-vectors it did.
func (p *printer) smtlib(d Document) {
	p.writeComments(";", d.Comments)
	logic, sort := "QF_IDL", "Int"
	switch {
	case d.Dialect == BitVector:
		p.width = p.bitWidth()
		logic, sort = "QF_BV", fmt.Sprintf("(_ BitVec %d)", p.width)
	case p.m.Objective != nil || hasConstraint[model.Linear](p.m):
		logic = "QF_LIA"
	}
	p.printf("(set-logic %s)\n", logic)
	for v := range p.m.Vars {
		p.printf("(declare-fun %s () %s)\n", p.names[v], sort)
	}
	for v := range p.m.Vars {
		p.printf("(assert %s)\n", p.smtDomain(model.Var(v)))
	}
	for _, c := range p.m.Constraints {
		if p.hasFailed() {
			return
		}
		p.printf("(assert %s)\n", p.smtConstraint(c))
	}
	for _, a := range d.Exclude {
		p.smtExclude(a)
	}
}

// bitWidth returns the number of bits in two's complement that hold every number of the model and every partial sum in
// it. In a valid model the largest absolute values of the parts of a sum add up to an int.
func (p *printer) bitWidth() int {
	width := 0
	take := func(numbers ...int) {
		for _, n := range numbers {
			width = max(width, bits.Len64(magnitude(n)))
		}
	}
	sum := func(terms []model.Term, constant int) {
		total := magnitude(constant)
		for _, t := range terms {
			take(t.Coef)
			total += magnitude(t.Coef) * p.largest(t.Var)
		}
		width = max(width, bits.Len64(total))
	}
	for v := range p.m.Vars {
		width = max(width, bits.Len64(p.largest(model.Var(v))))
	}
	for _, c := range p.m.Constraints {
		switch c := c.(type) {
		case model.NotEqual:
			difference, carry := bits.Add64(p.largest(c.A), p.largest(c.B), 0)
			width = max(width, bits.Len64(difference), 65*int(carry))
			take(c.Offset)
		case model.Linear:
			sum(c.Terms, 0)
			take(c.Bound)
		case model.Table:
			take(slices.Concat(c.Rows...)...)
		case model.Given:
			take(c.Value)
		}
	}
	if o := p.m.Objective; o != nil {
		sum(o.Terms, o.Constant)
	}
	return width + 1
}

// largest returns the largest absolute value in the domain of v.
func (p *printer) largest(v model.Var) uint64 {
	d := p.m.Vars[v].Domain
	if d.Size() == 0 {
		return 0
	}
	return max(magnitude(d.Min()), magnitude(d.Max()))
}

// magnitude returns the absolute value of n; for the smallest int, too.
func magnitude(n int) uint64 { return uint64(max(n, -n)) }

// smtOperator returns an operator on integers, or the corresponding operator on bit-vectors.
func (p *printer) smtOperator(operator string) string {
	if p.width == 0 {
		return operator
	}
	return map[string]string{
		"+": "bvadd", "-": "bvsub", "*": "bvmul",
		"<=": "bvsle", ">=": "bvsge", "<": "bvslt", ">": "bvsgt", "=": "=",
	}[operator]
}

// smtNumber returns a number as a term.
func (p *printer) smtNumber(n int) string {
	digits, negative := strings.CutPrefix(strconv.Itoa(n), "-")
	switch {
	case p.width == 0 && negative:
		return "(- " + digits + ")"
	case p.width == 0:
		return digits
	case negative:
		return fmt.Sprintf("(bvneg (_ bv%s %d))", digits, p.width)
	}
	return fmt.Sprintf("(_ bv%s %d)", digits, p.width)
}

// query writes the objective, check-sat, and get-value for all variables.
func (p *printer) query() {
	if o := p.m.Objective; o != nil {
		p.printf("; The next command is not part of SMT-LIB; Z3 and OptiMathSAT know it.\n")
		sum := p.smtSum(o.Terms, o.Constant)
		if p.width > 0 { // solvers compare objectives as unsigned bit-vectors
			half := new(big.Int).Lsh(big.NewInt(1), uint(p.width-1))
			sum = fmt.Sprintf("(bvadd %s (_ bv%s %d))", sum, half, p.width)
		}
		p.printf("(%s %s)\n", senseOf(o), sum)
	}
	p.printf("(check-sat)\n")
	if len(p.names) > 0 {
		p.printf("(get-value (%s))\n", strings.Join(p.names, " "))
	}
}

// smtDomain returns the statement that a variable has a value of its domain.
func (p *printer) smtDomain(v model.Var) string {
	return smtJoin("or", ranges(p.m.Vars[v].Domain), "false", func(r pair) string {
		name, low, high := p.names[v], p.smtNumber(r[0]), p.smtNumber(r[1])
		switch {
		case r[0] == r[1]:
			return fmt.Sprintf("(= %s %s)", name, low)
		case p.width == 0:
			return fmt.Sprintf("(<= %s %s %s)", low, name, high)
		}
		return fmt.Sprintf("(and (bvsle %s %s) (bvsle %s %s))", low, name, name, high)
	})
}

// smtJoin returns the terms word(x) of all elements x, joined by a connective, or empty if there are none.
func smtJoin[T any](connective string, list []T, empty string, word func(T) string) string {
	switch len(list) {
	case 0:
		return empty
	case 1:
		return word(list[0])
	}
	return "(" + connective + " " + join(list, " ", word) + ")"
}

func (p *printer) smtConstraint(c model.Constraint) string {
	switch c := c.(type) {
	case model.AllDifferent:
		if len(c.Vars) < 2 {
			return "true"
		}
		return "(distinct " + p.nameList(c.Vars, " ") + ")"
	case model.NotEqual:
		if c.Offset == 0 {
			return fmt.Sprintf("(distinct %s %s)", p.names[c.A], p.names[c.B])
		}
		return fmt.Sprintf("(not (= (%s %s %s) %s))",
			p.smtOperator("-"), p.names[c.A], p.names[c.B], p.smtNumber(c.Offset))
	case model.Linear:
		return fmt.Sprintf("(%s %s %s)", p.smtOperator(c.Relation.String()), p.smtSum(c.Terms, 0), p.smtNumber(c.Bound))
	case model.Table:
		return smtJoin("or", c.Rows, "false", func(row []int) string { return p.smtEqual(c.Vars, row) })
	case model.Given:
		return fmt.Sprintf("(= %s %s)", p.names[c.Var], p.smtNumber(c.Value))
	default:
		panic(fmt.Sprintf("text: unknown constraint %T", c)) // the interface is sealed
	}
}

// smtEqual returns the statement that vars have values.
func (p *printer) smtEqual(vars []model.Var, values []int) string {
	i := -1
	return smtJoin("and", vars, "true", func(v model.Var) string {
		i++
		return fmt.Sprintf("(= %s %s)", p.names[v], p.smtNumber(values[i]))
	})
}

// smtSum returns the sum of terms and a constant. bvadd is binary, so that sums of bit-vectors are nested.
func (p *printer) smtSum(terms []model.Term, constant int) string {
	words := make([]string, len(terms))
	for i, t := range terms {
		if words[i] = p.names[t.Var]; t.Coef != 1 {
			words[i] = fmt.Sprintf("(%s %s %s)", p.smtOperator("*"), p.smtNumber(t.Coef), words[i])
		}
	}
	if constant != 0 || len(words) == 0 {
		words = append(words, p.smtNumber(constant))
	}
	switch {
	case len(words) == 1:
		return words[0]
	case p.width == 0:
		return "(+ " + strings.Join(words, " ") + ")"
	}
	return strings.Repeat("(bvadd ", len(words)-1) + words[0] + " " + strings.Join(words[1:], ") ") + ")"
}

func (p *printer) smtExclude(a model.Assignment) {
	p.printf("(assert (not %s))\n", p.smtEqual(slice.Indices[model.Var](len(p.m.Vars)), a))
}
