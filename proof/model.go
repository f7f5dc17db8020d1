package proof

import (
	"context"
	"fmt"
	"slices"
)

// A Model is a finite-domain model, and a claim about its solutions. A variable is the index of its entry in Domains.
type Model struct {
	JSON        []byte   // the text of the model in a certificate, with line ends
	Names       []string // by variable
	Domains     [][]int  // by variable: its values, increasing
	Constraints []Constraint
	Objective   *Objective // nil: all solutions are equally good

	Kind     ModelClaim
	Solution []int // values of all variables; nil for NoSolution
	Over     []int // OnlySolution: the variables that distinguish solutions
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
	// NoSolution: no assignment satisfies all constraints.
	NoSolution ModelClaim = "none"

	// BestSolution: Model.Solution is a solution, and none has a better value of the objective.
	BestSolution ModelClaim = "best"

	// OnlySolution: Model.Solution is a solution, and every solution has its values of the variables Model.Over. If the
	// model has an objective, the solution is also a best one, and only the solutions of its value are compared.
	OnlySolution ModelClaim = "unique"
)

// Value returns the value of the objective under a.
func (o *Objective) Value(a []int) int {
	sum := o.Constant
	for _, t := range o.Terms {
		sum += t.Coef * a[t.Var]
	}
	return sum
}

// Validate returns an error if the model is ill-formed or a number is out of range: values, coefficients and bounds are
// at most 1,000,000,000 in absolute value, and sums at most its square. If ctx ends, it returns the error of ctx.
func (m *Model) Validate(ctx context.Context) error {
	size := 0
	for x, values := range m.Domains {
		size += len(values)
		for i, v := range values {
			if !inRange(v) || i > 0 && values[i-1] >= v {
				return fmt.Errorf("the values of %s are beyond %d or not increasing", m.Names[x], maxNumber)
			}
		}
	}
	if size > MaxVariable {
		return fmt.Errorf("the variables have %d values in all, expected at most %d", size, MaxVariable)
	}
	for i, c := range m.Constraints {
		if err := ctx.Err(); err != nil {
			return err
		}
		if reason := m.invalid(c); reason != "" {
			return m.errorAbout(i, reason)
		}
	}
	if m.Objective != nil {
		if reason := m.invalid(Linear{m.Objective.Terms, "=", m.Objective.Constant}); reason != "" {
			return fmt.Errorf("the objective: %s", reason)
		}
	}
	return nil
}

// verify checks what needs no proof: that the model is well-formed, and that the solution satisfies all constraints.
func (m *Model) verify(ctx context.Context) error {
	if err := m.Validate(ctx); err != nil {
		return err
	}
	switch {
	case m.Kind == NoSolution && m.Solution == nil && m.Over == nil:
		return nil
	case m.Kind == BestSolution && m.Objective != nil && m.Over == nil, m.Kind == OnlySolution:
		return m.verifySolution(ctx)
	}
	return fmt.Errorf("the claim %q does not fit the model, the solution or the variables that it is over", m.Kind)
}

// invalid returns the reason why a constraint is ill-formed, or "".
func (m *Model) invalid(c Constraint) string {
	for _, x := range c.variables() {
		if x < 0 || x >= len(m.Domains) {
			return fmt.Sprintf("it mentions variable %d of %d", x, len(m.Domains))
		}
	}
	return c.invalid(m.Domains)
}

// verifySolution checks the solution of the claim.
func (m *Model) verifySolution(ctx context.Context) error {
	if len(m.Solution) != len(m.Domains) {
		return fmt.Errorf("the solution has %d values, the model %d variables", len(m.Solution), len(m.Domains))
	}
	for x, v := range m.Solution {
		if _, found := slices.BinarySearch(m.Domains[x], v); !found {
			return fmt.Errorf("the solution has %d for %s, which is not one of its values", v, m.Names[x])
		}
	}
	for _, x := range m.Over {
		if x < 0 || x >= len(m.Domains) {
			return fmt.Errorf("the claim is over variable %d of %d", x, len(m.Domains))
		}
	}
	for i, c := range m.Constraints {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !c.holds(m.Solution) {
			return m.errorAbout(i, "the solution breaks it")
		}
	}
	return nil
}

// errorAbout returns an error about constraint i.
func (m *Model) errorAbout(i int, reason string) error {
	text := "it"
	if mentioned := m.Constraints[i].variables(); !slices.ContainsFunc(mentioned, m.isUnknown) {
		text = m.Constraints[i].text(func(x int) string { return m.Names[x] })
	}
	return fmt.Errorf("constraint %d: %.100s: %s", i, text, reason)
}

func (m *Model) isUnknown(x int) bool { return x < 0 || x >= len(m.Names) }

// formula passes the clauses of the model and of the negated claim to add. A further variable b, 0 or 1, is at most the
// amount by which the objective is better than the solution's. So the clauses admit b = 1 for better solutions
// only, and the last clause states that b is 1 or, for OnlySolution, that a variable of Over has another value.
func (m *Model) formula(f *formula) {
	m.stateConstraints(f)
	m.stateNegation(f)
}

// stateConstraints adds the clauses of the variables, and of b if there is one, and those of the constraints.
func (m *Model) stateConstraints(f *formula) {
	f.values, f.least = m.Domains, [][]int{}
	if m.Objective != nil && m.Kind != NoSolution {
		f.values = append(slices.Clone(m.Domains), []int{0, 1})
	}
	for _, values := range f.values {
		f.stateVariable(values)
	}
	for i, c := range m.Constraints {
		f.about(aRule, i)
		c.state(f)
	}
	f.about(aRest, 0)
}

// stateNegation adds the clauses that no solution satisfies if the claim is true.
func (m *Model) stateNegation(f *formula) {
	better := 0
	if len(f.values) > len(m.Domains) {
		c := Linear{slices.Clone(m.Objective.Terms), "<=", m.Objective.Value(m.Solution) - m.Objective.Constant}
		step := Term{1, len(m.Domains)}
		if m.Objective.Maximize {
			c.Relation, step.Coef = ">=", -1
		}
		c.Terms = append(c.Terms, step)
		c.state(f)
		better = f.literal(step.Var, 1)
	}
	if m.Kind != NoSolution {
		last := []int{better}
		for _, x := range m.Over {
			last = append(last, -f.literal(x, m.Solution[x]))
		}
		f.add(last...)
	}
}
