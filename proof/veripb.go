package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// IsBound reports whether WriteVeriPB proves a claim as the bound of an objective: the claim is about a best solution,
// and the objective is one variable with a coefficient. Otherwise the program has no objective.
func (c *Claim) IsBound() bool {
	m := c.Model
	return m != nil && m.Kind == BestSolution && len(m.Objective.Terms) == 1 &&
		len(m.Domains[m.Objective.Terms[0].Var]) > 1
}

// SolutionFormula passes clauses to add, and returns the number of their variables. The claim must be a bound. The
// clauses are the constraints of the model and its solution, so each of their solutions has the values of all variables
// of the program that WriteVeriPB writes.
func (c *Claim) SolutionFormula(add func(clause []int)) (vars int) {
	f := &formula{pass: add}
	c.Model.stateConstraints(f)
	for x, v := range c.Model.Solutions[0] {
		f.add(f.literal(x, v))
	}
	return f.vars
}

// WriteVeriPB writes the formula of a claim as a pseudo-Boolean program in the format OPB, and its refutation as a
// proof in the format of VeriPB, version 2.0. steps must be RUP clauses over the formula; deletions are left out.
// Groups of pairs, such as "one value in each cell", are sums in the program, which propagate more than the pairs.
//
// If the claim is a bound, the program is the model with its objective, and values, which solve SolutionFormula, are
// the solution in the proof. The constraint that a better solution satisfies then takes the place of the negated
// claim. A maximum is a minimum of the negated objective. A constant of it is left out, and stands in a comment.
//
// Source: S. Gocht, J. Nordström, Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs, AAAI 2021.
func WriteVeriPB(program, proof io.Writer, c *Claim, values []bool, steps Steps) error {
	var body bytes.Buffer
	lines, ids := 0, 0
	f := &formula{}
	f.pass = func(clause []int) {
		lines, ids = lines+1, ids+1
		fmt.Fprintf(&body, "%s>= 1 ;\n", pbText("1 ", clause...))
	}
	f.sum = func(literals []int, relation string) {
		lines, ids = lines+1, ids+1
		if relation == "=" { // two constraints in the proof
			ids++
			fmt.Fprintf(&body, "%s= 1 ;\n", pbText("1 ", literals...))
			return
		}
		fmt.Fprintf(&body, "%s>= -1 ;\n", pbText("-1 ", literals...))
	}
	opb, pbp := bufio.NewWriter(program), bufio.NewWriter(proof)
	best := 0 // without the constant
	if c.IsBound() {
		c.Model.stateConstraints(f)
		objective, constant, value := c.Model.objective(f)
		best = value - constant
		fmt.Fprintf(opb, "* #variable= %d #constraint= %d\n* objective: the sum, and the constant %d\nmin: %s;\n",
			f.vars, lines, constant, objective)
	} else {
		c.state(f)
		fmt.Fprintf(opb, "* #variable= %d #constraint= %d\n", f.vars, lines)
	}
	opb.Write(body.Bytes())
	fmt.Fprintf(pbp, "pseudo-Boolean proof version 2.0\nf %d\n", ids)
	lemma := func(clause []int) {
		ids++
		fmt.Fprintf(pbp, "rup %s>= 1 ;\n", pbText("1 ", clause...))
	}
	if c.IsBound() {
		literals := make([]int, f.vars)
		for x := range literals {
			if literals[x] = x + 1; !values[x+1] {
				literals[x] = -x - 1
			}
		}
		fmt.Fprintf(pbp, "soli %s\n", pbText("", literals...))
		ids++
		// b and the definitional variables of the bound may all be true, since a better solution keeps the bound.
		b, before := f.literals[len(f.literals)-1][1], f.vars
		var negation [][]int
		f.pass = func(clause []int) { negation = append(negation, slices.Clone(clause)) }
		c.Model.stateNegation(f)
		for x := b; x <= f.vars; x = max(x, before) + 1 {
			fmt.Fprintf(pbp, "red 1 x%d >= 1 ; x%d -> 1\n", x, x)
			ids++
		}
		for _, clause := range negation {
			lemma(clause)
		}
	}
	for {
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if !s.Delete {
			lemma(s.Clause)
		}
	}
	conclusion := fmt.Sprintf("UNSAT : %d", ids)
	if c.IsBound() {
		conclusion = fmt.Sprintf("BOUNDS %d : %d %d", best, ids, best)
	}
	fmt.Fprintf(pbp, "output NONE\nconclusion %s\nend pseudo-Boolean proof\n", conclusion)
	return errors.Join(opb.Flush(), pbp.Flush())
}

// objective returns the objective of a bound as the terms of a sum to be minimized, a constant that is to be added, and
// the value of the solution.
func (m *Model) objective(f *formula) (sum string, constant, value int) {
	t, sign := m.Objective.Terms[0], 1
	if m.Objective.Maximize {
		sign = -1
	}
	t.Coef *= sign
	values := m.Domains[t.Var]
	for i, l := range f.least[t.Var] {
		if i > 0 {
			sum += pbText(fmt.Sprintf("%d ", t.Coef*(values[i]-values[i-1])), l)
		}
	}
	return sum, t.Coef*values[0] + sign*m.Objective.Constant, sign * m.Objective.Value(m.Solutions[0])
}

// pbText returns literals, each with a coefficient before it and a blank behind it.
func pbText(coefficient string, literals ...int) string {
	var text []byte
	for _, l := range literals {
		sign := ""
		if l < 0 {
			sign = "~"
		}
		text = fmt.Appendf(text, "%s%sx%d ", coefficient, sign, max(l, -l))
	}
	return string(text)
}
