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

	Kind      ModelClaim
	Solutions [][]int // each the values of all variables; one for BestSolution and OnlySolution, none for NoSolution
	Over      []int   // OnlySolution and AllSolutions: the variables that distinguish solutions
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

	// BestSolution: the solution is one, and none has a better value of the objective.
	BestSolution ModelClaim = "best"

	// OnlySolution: the solution is one, and every solution has its values of the variables Model.Over. If the model
	// has an objective, the solution is also a best one, and only the solutions of its value are compared.
	OnlySolution ModelClaim = "unique"

	// AllSolutions: the same for several solutions, in increasing order of their values of Model.Over: every solution
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
func (m *Model) verify(ctx context.Context, p *Piece) error {
	if err := m.Validate(ctx); err != nil {
		return err
	}
	switch n := len(m.Solutions); {
	case p != nil && m.Kind != AllSolutions:
	case m.Kind == NoSolution && n == 0 && m.Over == nil:
		return nil
	case m.Kind == BestSolution && n == 1 && m.Objective != nil && m.Over == nil,
		m.Kind == OnlySolution && n == 1, m.Kind == AllSolutions && (n > 0 || p != nil):
		return m.verifySolutions(ctx, p)
	}
	return fmt.Errorf("the claim %q does not fit the model, the solutions or the variables that it is over", m.Kind)
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

// verifySolutions checks the solutions of the claim.
func (m *Model) verifySolutions(ctx context.Context, p *Piece) error {
	for _, x := range m.Over {
		if x < 0 || x >= len(m.Domains) {
			return fmt.Errorf("the claim is over variable %d of %d", x, len(m.Domains))
		}
	}
	for i, s := range m.Solutions {
		which := SolutionName(i, len(m.Solutions))
		if len(s) != len(m.Domains) {
			return fmt.Errorf("%s has %d values, the model %d variables", which, len(s), len(m.Domains))
		}
		for x, v := range s {
			if _, found := slices.BinarySearch(m.Domains[x], v); !found {
				return fmt.Errorf("%s has %d for %s, which is not one of its values", which, v, m.Names[x])
			}
		}
		for i, c := range m.Constraints {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !c.holds(s) {
				return m.errorAbout(i, which+" breaks it")
			}
		}
		if o, first := m.Objective, m.first(p); o != nil && o.Value(s) != o.Value(first) {
			return fmt.Errorf("%s has the value %d, solution 1 the value %d", which, o.Value(s), o.Value(first))
		}
	}
	if p != nil {
		if err := p.verify(m.Solutions, len(m.Over), m.shown); err != nil {
			return err
		}
	}
	return verifyOrder(m.Solutions, m.shown)
}

// first returns the solution whose value of the objective all others have.
func (m *Model) first(p *Piece) []int {
	if p != nil && p.First != nil {
		return p.First
	}
	return m.Solutions[0]
}

// shown returns the values of the variables of Over.
func (m *Model) shown(solution []int) []int {
	values := make([]int, len(m.Over))
	for i, x := range m.Over {
		values[i] = solution[x]
	}
	return values
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
// amount by which the objective is better than its value in the solutions. So the clauses admit b = 1 for better
// solutions only, and a last clause for each solution states that b is 1 or a variable of Over has another value.
func (m *Model) formula(f *formula, p *Piece) {
	m.stateConstraints(f)
	m.stateNegation(f, p)
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
func (m *Model) stateNegation(f *formula, p *Piece) {
	p.state(f, func(i int) int { return m.Over[i] })
	better := 0
	if len(f.values) > len(m.Domains) {
		c := Linear{slices.Clone(m.Objective.Terms), "<=", m.Objective.Value(m.first(p)) - m.Objective.Constant}
		step := Term{1, len(m.Domains)}
		if m.Objective.Maximize {
			c.Relation, step.Coef = ">=", -1
		}
		c.Terms = append(c.Terms, step)
		c.state(f)
		better = f.literal(step.Var, 1)
	}
	p.excluded(m.Solutions, m.shown, func(values []int) {
		last := []int{better}
		for i, v := range values {
			last = append(last, -f.literal(m.Over[i], v))
		}
		f.add(last...)
	})
}
