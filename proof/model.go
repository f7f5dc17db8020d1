package proof

import (
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
func (o *Objective) Value(a []int) int {
	sum := o.Constant
	for _, t := range o.Terms {
		sum += t.Coef * a[t.Var]
	}
	return sum
}

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
