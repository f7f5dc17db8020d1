package model

import (
	"encoding/binary"
	"fmt"
	"sort"
)

// A Var is a variable of a model: its index in Model.Vars.
type Var int

// A Variable has a name, unique within its model, and a domain.
type Variable struct {
	Name   string
	Domain Domain

	// Auxiliary marks a variable whose value is a function of the shown variables, those without the mark, in every
	// solution. Solutions, counts and certificates need no projection; what concerns a reader, such as candidates,
	// clues to add and cubes, is about shown variables. Auxiliary variables follow the shown ones in a model.
	Auxiliary bool
}

// A Model is a constraint satisfaction problem, or an optimization problem if it has an objective. It is plain data:
// write it as a composite literal, print it with %+v, and call Validate on a model from an untrusted source.
type Model struct {
	Name        string
	Vars        []Variable
	Constraints []Constraint
	Objective   *Objective // nil: all solutions are equally good
	Branches    []Branch   // advice: a search decides on the variables of the first one until they have values
	Areas       []Area     // implied by the constraints: a search may propagate them
	Products    []Product  // implied by the constraints, as Areas
}

// A Branch is advice for decisions of a search on variables, which may occur repeatedly. No solver must follow it.
type Branch struct {
	Vars []Var
	Pick Pick
	High bool // try high values first, otherwise low ones
	Half bool // try one half of the values first, otherwise one value
}

// An Area is a fact that the constraints imply: the variables that have one of the values are one connected area. No
// solver must use it. A model with fewer constraints may not imply it.
type Area struct {
	Vars   []Var
	Values []int
	Beside [][]int // for each of Vars: the indices of those beside it
	Size   int     // number of variables in the area; 0 if it is not known

	// Steps are auxiliary variables, each determined by variables before it. The constraints over steps say no more
	// than that the areas of the model are connected, so a search that propagates areas may leave them out. Givens are
	// not about them. No two areas have the same steps.
	Steps []Var
}

// A Product is a fact that the constraints imply: Z is X times Y. No solver must use it.
type Product struct{ X, Y, Z Var }

// Steps returns which variables are steps of areas, and for each constraint the last step that it mentions, or -1.
func (m *Model) Steps() (isStep []bool, last []Var) {
	isStep = make([]bool, len(m.Vars))
	for _, a := range m.Areas {
		for _, v := range a.Steps {
			isStep[v] = true
		}
	}
	last = make([]Var, len(m.Constraints))
	var terms []Var
	for i, c := range m.Constraints {
		last[i] = -1
		for _, v := range scopeOf(c, &terms) {
			if isStep[v] {
				last[i] = max(last[i], v)
			}
		}
	}
	return isStep, last
}

// scopeOf returns the scope of a constraint, which for a Linear is valid until the next call with the same memory.
func scopeOf(c Constraint, terms *[]Var) []Var {
	if l, ok := c.(Linear); ok {
		*terms = l.appendScope((*terms)[:0])
		return *terms
	}
	return c.Scope()
}

// A Pick selects a variable of a Branch among those with several values. The first one wins ties.
type Pick int

const (
	InOrder Pick = iota
	FewestValues
	LowestValue // the variable whose lowest value is the lowest
)

// Shown returns the number of variables that are not auxiliary, which are the first ones of a valid model.
func (m *Model) Shown() int {
	return sort.Search(len(m.Vars), func(i int) bool { return m.Vars[i].Auxiliary })
}

// An Objective asks for a solution that minimizes (or maximizes) a linear expression: the sum of the terms and the
// constant.
type Objective struct {
	Maximize bool
	Terms    []Term
	Constant int
}

// Value returns the value of the objective's expression under a.
func (o *Objective) Value(a Assignment) int { return evaluate(o.Terms, a) + o.Constant }

// Better reports whether the first objective value is better than the second.
func (o *Objective) Better(value, than int) bool {
	if o.Maximize {
		return value > than
	}
	return value < than
}

// ConstantObjective returns the value of the objective of m and true if it is the same for all assignments. Every
// solution is then optimal. It returns false if there is no objective.
func (m *Model) ConstantObjective() (value int, ok bool) {
	if m.Objective == nil {
		return 0, false
	}
	coef := map[Var]int{}
	value = m.Objective.Constant
	for _, t := range m.Objective.Terms {
		switch d := m.Vars[t.Var].Domain; d.Size() {
		case 0: // no assignment
		case 1:
			value += t.Coef * d.Min()
		default:
			coef[t.Var] += t.Coef
		}
	}
	for _, c := range coef {
		if c != 0 {
			return 0, false
		}
	}
	return value, true
}

// An Assignment gives each variable a value: a[v] is the value of variable v.
type Assignment []int

// AppendKey appends bytes that are the same for two assignments exactly if these agree in vars.
func (a Assignment) AppendKey(b []byte, vars []Var) []byte {
	for _, v := range vars {
		b = binary.AppendVarint(b, int64(a[v]))
	}
	return b
}

// Violation returns how far a is from being a solution: the sum of the violations of all constraints, plus one for each
// variable whose value lies outside its domain. It is zero exactly when a is a solution.
func (m *Model) Violation(a Assignment) int {
	total := 0
	for i, v := range m.Vars {
		if !v.Domain.Contains(a[i]) {
			total++
		}
	}
	for _, c := range m.Constraints {
		total += c.Violation(a)
	}
	return total
}

// Check returns nil if a is a solution of m, and otherwise an error that names the first violated domain or constraint.
// It shares no code with any solver.
func (m *Model) Check(a Assignment) error {
	if len(a) != len(m.Vars) {
		return fmt.Errorf("assignment has %d values, the model has %d variables", len(a), len(m.Vars))
	}
	for i, v := range m.Vars {
		if !v.Domain.Contains(a[i]) {
			return fmt.Errorf("%s = %d is outside its domain", m.NameOf(Var(i)), a[i])
		}
	}
	for i, c := range m.Constraints {
		if c.Violation(a) != 0 {
			return fmt.Errorf("constraint %d is violated: %s", i, m.Describe(c))
		}
	}
	return nil
}

// Size returns the size of m, for solvers that work on the model without a formula.
func (m *Model) Size() Size { return Size{Variables: len(m.Vars), Constraints: len(m.Constraints)} }

// CheckGivens is Check for the model m.WithGivens(givens).
func (m *Model) CheckGivens(a Assignment, givens []Given) error {
	if err := m.Check(a); err != nil {
		return err
	}
	for _, g := range givens {
		if g.Violation(a) != 0 {
			return fmt.Errorf("given is violated: %s", m.Describe(g))
		}
	}
	return nil
}

// NameOf returns the name of v, or "x" and its index if it has none.
func (m *Model) NameOf(v Var) string {
	if name := m.Vars[v].Name; name != "" {
		return name
	}
	return fmt.Sprintf("x%d", v)
}

// An InvalidError reports which part of a model is ill-formed, and why.
type InvalidError struct {
	Part   string // "variable 3", "constraint 7 (alldifferent)", "objective"
	Reason string
}

func (e *InvalidError) Error() string { return e.Part + ": " + e.Reason }

const overflowReason = "the sum may be too large for an int"

// Validate returns an *InvalidError if m is ill-formed. In a well-formed model
//
//   - auxiliary variables follow all others
//   - no two variables have the same name, except the empty name
//   - constraints are not nil; they, the objective and the branches mention only variables that exist
//   - an AllDifferent mentions no variable twice
//   - the sum of each Linear and of the objective fits an int, and each Relation is a known one
//   - each variable of a NotEqual plus or minus the offset fits an int
//   - each row of a Table has one value for each of its variables
//
// An empty domain is valid; such a model has no solution.
func (m *Model) Validate() error {
	names := make(map[string]Var, len(m.Vars))
	for i, v := range m.Vars {
		part := func() string { return fmt.Sprintf("variable %d (%s)", i, v.Name) }
		if v.Name != "" {
			if j, dup := names[v.Name]; dup {
				return &InvalidError{part(), fmt.Sprintf("has the same name as variable %d", j)}
			}
			names[v.Name] = Var(i)
		}
		if !v.Auxiliary && i > 0 && m.Vars[i-1].Auxiliary {
			return &InvalidError{part(), "follows an auxiliary variable, but is none"}
		}
	}
	last := make([]int, len(m.Vars)) // by variable: the last AllDifferent that mentions it, counted from 1
	var terms []Var
	for i, c := range m.Constraints {
		if c == nil {
			return &InvalidError{fmt.Sprintf("constraint %d", i), "is nil"}
		}
		reason := c.invalid()
		_, different := c.(AllDifferent)
		for _, v := range scopeOf(c, &terms) {
			switch {
			case v < 0 || int(v) >= len(m.Vars):
				reason = fmt.Sprintf("mentions variable %d of %d", v, len(m.Vars))
			case different && last[v] == i+1 && reason == "":
				reason = "mentions a variable twice"
			case different:
				last[v] = i + 1
			}
		}
		if reason == "" && m.mayOverflow(c) {
			reason = overflowReason
		}
		if reason != "" {
			return &InvalidError{fmt.Sprintf("constraint %d (%s)", i, c.kind()), reason}
		}
	}
	if m.Objective != nil {
		for _, t := range m.Objective.Terms {
			if t.Var < 0 || int(t.Var) >= len(m.Vars) {
				return &InvalidError{"objective", fmt.Sprintf("mentions variable %d of %d", t.Var, len(m.Vars))}
			}
		}
		if m.sumOverflows(m.Objective.Constant, m.Objective.Terms) {
			return &InvalidError{"objective", overflowReason}
		}
	}
	advised := func(what string, vars []Var) error {
		for _, v := range vars {
			if v < 0 || int(v) >= len(m.Vars) {
				return &InvalidError{what, fmt.Sprintf("mentions variable %d of %d", v, len(m.Vars))}
			}
		}
		return nil
	}
	for _, b := range m.Branches {
		if err := advised("branch", b.Vars); err != nil {
			return err
		}
	}
	for _, a := range m.Areas {
		if err := advised("area", append(a.Vars[:len(a.Vars):len(a.Vars)], a.Steps...)); err != nil {
			return err
		}
	}
	for _, p := range m.Products {
		if err := advised("product", []Var{p.X, p.Y, p.Z}); err != nil {
			return err
		}
	}
	return nil
}

// With returns a copy of m with further constraints after its own. The slices of m are not modified.
func (m *Model) With(more ...Constraint) *Model {
	ext := *m
	ext.Constraints = append(m.Constraints[:len(m.Constraints):len(m.Constraints)], more...)
	return &ext
}

// WithGivens is With for givens. If there are none it returns m itself.
func (m *Model) WithGivens(givens []Given) *Model {
	if len(givens) == 0 {
		return m
	}
	more := make([]Constraint, len(givens))
	for i, g := range givens {
		more[i] = g
	}
	return m.With(more...)
}
