package proof

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A Model is a finite-domain model. A variable is the index of its entry in Domains.
type Model struct {
	JSON        []byte   // the text of the model in a certificate, with line ends
	Names       []string // by variable
	Domains     [][]int  // by variable: its values, increasing
	Constraints []Constraint
	Objective   *Objective // nil: all solutions are equally good
}

// An Objective asks for a solution that minimizes (or maximizes) the sum of the terms and Constant.
type Objective struct {
	Maximize bool
	Terms    []Term
	Constant int
}

// A ModelClaim is what a certificate claims about a model.
type ModelClaim string

const (
	NoSolution   ModelClaim = "none" // no assignment satisfies all constraints
	BestSolution ModelClaim = "best" // the solution is one, and none has a better value of the objective

	// OnlySolution: the solution is one, and every solution has its values of the variables Claim.Over. If the model
	// has an objective, the solution is also a best one, and only the solutions of its value are compared.
	OnlySolution ModelClaim = "unique"

	// AllSolutions: the same for several solutions, in increasing order of their values of Claim.Over: every solution
	// has the values of one of them.
	AllSolutions ModelClaim = "all"
)

// Value returns the value of the objective under a.
func (o *Objective) Value(a []int) int { return o.Constant + sumOf(o.Terms, a) }

// fits reports whether a claim about a model has the parts of its kind.
func (c *Claim) fits() bool {
	n, p := len(c.Solutions), c.Piece
	switch c.Kind {
	case NoSolution:
		return p == nil && n == 0 && c.Over == nil
	case BestSolution:
		return p == nil && n == 1 && c.Over == nil && c.Model.Objective != nil
	case OnlySolution:
		return p == nil && n == 1
	}
	return c.Kind == AllSolutions && (p != nil || n > 0)
}

// first returns the solution whose value of the objective all others have.
func (c *Claim) first() []int {
	if p := c.Piece; p != nil && p.First != nil {
		return p.First
	}
	return c.Solutions[0]
}

// stateModel adds the clauses of the variables and of the constraints. If there is an objective, a further variable b,
// 0 or 1, is at most the amount by which the objective is better than its value in the solutions: see stateBetter.
func (c *Claim) stateModel(f *formula) {
	m := c.Model
	f.values, f.least = m.Domains, [][]int{}
	if m.Objective != nil && c.Kind != NoSolution {
		f.values = append(slices.Clone(m.Domains), []int{0, 1})
	}
	for _, values := range f.values {
		f.stateVariable(values)
	}
	for i, constraint := range m.Constraints {
		f.about = -i - 1
		constraint.state(f)
	}
}

// stateBetter adds the clauses that admit b = 1 for better solutions only, and returns the literal of b = 1.
func (c *Claim) stateBetter(f *formula) int {
	o, b := c.Model.Objective, Term{1, len(c.Model.Domains)}
	bound := Linear{slices.Clone(o.Terms), "<=", o.Value(c.first()) - o.Constant}
	if o.Maximize {
		bound.Relation, b.Coef = ">=", -1
	}
	bound.Terms = append(bound.Terms, b)
	bound.state(f)
	return f.literal(b.Var, 1)
}

// maxModel bounds the size of the JSON of a model, in bytes.
const maxModel = 1 << 28

// model reads a model, the lines of a JSON object up to the line that closes it, which is not indented, and the kind
// of the claim.
func (r *Reader) model(c *Claim) {
	r.expect("model")
	from := r.number + 1
	var text []byte
	for string(r.text) != "}" {
		if !r.next() {
			r.failAt(0, "the file ends within the model: expected the line }")
		}
		if text = append(append(text, r.text...), '\n'); len(text) > maxModel {
			r.failAt(0, "the model has more than %d bytes", maxModel)
		}
	}
	var err error
	if c.Model, err = ParseModel(text); err != nil {
		if at := (*modelError)(nil); errors.As(err, &at) {
			from += bytes.Count(text[:min(at.offset, len(text))], []byte("\n"))
		}
		stop(&SyntaxError{from, 1, "the model: " + err.Error()})
	}
	r.field("claim")
	switch c.Kind = ModelClaim(r.rest()); c.Kind {
	case NoSolution, BestSolution, OnlySolution, AllSolutions:
	default:
		r.failAt(r.from, "expected none, best, unique or all, found %q", excerpt([]byte(c.Kind)))
	}
}

// A modelText is the JSON of a model. Fields of other types than these, and unknown fields, are errors.
type modelText struct {
	Kind    string
	Version int
	Name    string
	Vars    []struct {
		Name   string
		Domain [][]int // ranges
	}
	Auxiliary   int
	Constraints []constraintText
	Objective   *struct {
		Sense    string
		Terms    [][]int // coefficient and variable
		Constant int
	}
}

type constraintText struct {
	Type         string
	Vars         []int   // alldifferent, table
	Rows         [][]int // table
	A, B, Offset int     // notequal
	Terms        [][]int // linear
	Relation     string
	Bound        int
	Var, Value   int // given
}

// A modelError is an error at a place in the JSON of a model.
type modelError struct {
	offset int // in bytes
	error
}

// ParseModel parses the JSON of a model, which must be one object whose last line is "}".
func ParseModel(text []byte) (m *Model, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var t modelText
	if err := d.Decode(&t); err != nil {
		syntax, mistyped := (*json.SyntaxError)(nil), (*json.UnmarshalTypeError)(nil)
		offset := int(d.InputOffset())
		switch {
		case errors.As(err, &syntax):
			offset = int(syntax.Offset)
		case errors.As(err, &mistyped):
			offset = int(mistyped.Offset)
		}
		return nil, &modelError{offset, err}
	}
	if t.Kind != "nonet model" || t.Version != 1 {
		return nil, fmt.Errorf("expected the kind %q and the version 1, found %q and %d", "nonet model", t.Kind,
			t.Version)
	}
	defer catch(&err)
	m = &Model{JSON: text}
	left := MaxVariable
	for x, v := range t.Vars {
		name := cmp.Or(v.Name, fmt.Sprintf("x%d", x))
		values := part("the domain of "+name).values(v.Domain, left)
		left -= len(values)
		m.Names, m.Domains = append(m.Names, name), append(m.Domains, values)
	}
	for i, c := range t.Constraints {
		m.Constraints = append(m.Constraints, part(fmt.Sprintf("constraint %d", i)).constraint(c))
	}
	if o := t.Objective; o != nil {
		if o.Sense != "minimize" && o.Sense != "maximize" {
			part("objective").fail("expected minimize or maximize, found %q", o.Sense)
		}
		m.Objective = &Objective{o.Sense == "maximize", part("objective").terms(o.Terms), o.Constant}
	}
	return m, nil
}

// A part is what errors call a part of the JSON of a model.
type part string

func (p part) fail(format string, args ...any) { fail("%s: %s", p, fmt.Sprintf(format, args...)) }

// values returns the values of a list of ranges, if there are no more than most.
func (p part) values(ranges [][]int, most int) (values []int) {
	for _, r := range ranges {
		switch n := len(values); {
		case len(r) != 2:
			p.fail("expected ranges of two numbers, found %d", r)
		case !inRange(r[0]) || !inRange(r[1]):
			p.fail("range %d: certificates support values up to %d", r, maxNumber)
		case r[0] > r[1] || n > 0 && r[0] <= values[n-1]:
			p.fail("range %d: expected ranges in increasing order", r)
		case r[1]-r[0] >= most-n:
			p.fail("range %d: more than %d values in all domains", r, MaxVariable)
		}
		for v := r[0]; v <= r[1]; v++ {
			values = append(values, v)
		}
	}
	return values
}

// terms returns the terms of a sum, without those of coefficient 0.
func (p part) terms(list [][]int) (terms []Term) {
	for _, t := range list {
		if len(t) != 2 {
			p.fail("expected a coefficient and a variable, found %d numbers", len(t))
		}
		if t[0] != 0 {
			terms = append(terms, Term{t[0], t[1]})
		}
	}
	return terms
}

func (p part) constraint(t constraintText) Constraint {
	switch t.Type {
	case "alldifferent":
		return AllDifferent(t.Vars)
	case "notequal":
		return NotEqual{t.A, t.B, t.Offset}
	case "given":
		return Linear{[]Term{{1, t.Var}}, "=", t.Value}
	case "linear":
		return Linear{p.terms(t.Terms), t.Relation, t.Bound}
	case "table":
		return Table{t.Vars, t.Rows}
	}
	p.fail("expected alldifferent, notequal, given, linear or table, found %q", t.Type)
	return nil
}
