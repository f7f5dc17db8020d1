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
// and the terms of the objective are about different variables. Otherwise the program has no objective.
func (c *Claim) IsBound() bool {
	m := c.Model
	if m == nil || c.Kind != BestSolution {
		return false
	}
	vars := Linear{Terms: m.Objective.Terms}.variables()
	varies := func(x int) bool { return len(m.Domains[x]) > 1 }
	return AllDifferent(vars).invalid(nil) == "" && slices.ContainsFunc(vars, varies)
}

// SolutionFormula passes clauses to add, and returns the number of their variables. The claim must be a bound. The
// clauses are the constraints of the model and its solution, so each of their solutions has the values of all variables
// of the program that WriteVeriPB writes.
func (c *Claim) SolutionFormula(add func(clause []int)) (vars int) {
	f := &formula{pass: add}
	c.stateModel(f)
	for x, v := range c.Solutions[0] {
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
	opb, pbp := bufio.NewWriter(program), bufio.NewWriter(proof)
	f, isBound := &formula{}, c.IsBound()
	d := &pbProof{formula: f, out: pbp, atMost: map[int]int{}, beyond: map[int]int{}}
	lines := 0
	constraint := func(coefficient, ending string, literals []int) {
		lines, d.ids = lines+1, d.ids+1
		fmt.Fprintf(&body, "%s%s ;\n", pbText(coefficient, literals...), ending)
	}
	f.pass = func(clause []int) { constraint("1 ", ">= 1", clause) }
	f.sum = func(literals []int, relation string) {
		if relation == "=" { // two constraints in the proof
			d.ids++
			constraint("1 ", "= 1", literals)
			return
		}
		constraint("-1 ", ">= -1", literals)
	}
	best, objective := 0, "" // without the constant
	if isBound {
		c.stateModel(f)
		o, sign := c.Model.Objective, 1
		if o.Maximize {
			sign = -1
		}
		sum, constant := f.sumText(o.Terms, sign)
		constant += sign * o.Constant
		best = sign*o.Value(c.Solutions[0]) - constant
		objective = fmt.Sprintf("* objective: the sum, and the constant %d\nmin: %s;\n", constant, sum)
	} else {
		c.state(f)
	}
	fmt.Fprintf(opb, "* #variable= %d #constraint= %d\n%s%s", f.vars, lines, objective, body.Bytes())
	fmt.Fprintf(pbp, "pseudo-Boolean proof version 2.0\nf %d\n", d.ids)
	lemma := func(clause []int) { d.state("rup", pbText("1 ", clause...), 1, "") }
	if isBound {
		literals := make([]int, f.vars)
		for x := range literals {
			if literals[x] = x + 1; !values[x+1] {
				literals[x] = -x - 1
			}
		}
		fmt.Fprintf(pbp, "soli %s\n", pbText("", literals...))
		d.ids++
		d.better = d.ids
		b := f.literals[len(f.literals)-1][1] // a better solution keeps the bound with it
		d.state("red", fmt.Sprintf("1 x%d ", b), 1, fmt.Sprintf(" x%d -> 1", b))
		f.define = d.define
		f.pass = func(clause []int) {
			d.add(clause)
			lemma(clause)
		}
		c.stateNegation(f)
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
	conclusion := fmt.Sprintf("UNSAT : %d", d.ids)
	if isBound {
		conclusion = fmt.Sprintf("BOUNDS %d : %d %d", best, d.ids, best)
	}
	fmt.Fprintf(pbp, "output NONE\nconclusion %s\nend pseudo-Boolean proof\n", conclusion)
	return errors.Join(opb.Flush(), pbp.Flush())
}

// sumText returns a sum of terms of a model, times a factor, as a sum of literals and a constant.
func (f *formula) sumText(terms []Term, factor int) (text string, constant int) {
	for _, t := range terms {
		values, coefficient := f.values[t.Var], t.Coef*factor
		constant += coefficient * values[0]
		for i, l := range f.least[t.Var] {
			if i > 0 && coefficient != 0 {
				text += pbText(fmt.Sprintf("%d ", coefficient*(values[i]-values[i-1])), l)
			}
		}
	}
	return text, constant
}

// A pbProof derives the decision diagram of the bound that a better solution keeps. The literal of a node is true
// exactly if the sum is at most the node's greatest budget: two constraints by redundance, or the second by propagation
// if the literal states that a variable is less than a value. A clause of a node follows from the first constraint of
// the node plus the second of its child, in which the terms that both have cancel out.
type pbProof struct {
	*formula
	out            io.Writer
	ids            int         // of constraints, so far
	better         int         // the constraint that a better solution satisfies
	atMost, beyond map[int]int // by literal: its two constraints
}

// state writes a constraint and returns its number.
func (d *pbProof) state(rule, sum string, bound int, witness string) int {
	fmt.Fprintf(d.out, "%s %s>= %d ;%s\n", rule, sum, bound, witness)
	d.ids++
	return d.ids
}

// define derives the constraints of a node.
func (d *pbProof) define(a *atMost, i int, n sumWithin, isLiteral bool) {
	rule, isFalse, isTrue := "rup", "", ""
	if !isLiteral {
		rule, isFalse, isTrue = "red", fmt.Sprintf(" x%d -> 0", n.literal), fmt.Sprintf(" x%d -> 1", n.literal)
		sum, constant := d.sumText(a.terms[i:], -1)
		sum += pbText(fmt.Sprintf("%d ", a.high[i]-n.high), -n.literal)
		d.atMost[n.literal] = d.state(rule, sum, -n.high-constant, isFalse)
	}
	sum, constant := d.sumText(a.terms[i:], 1)
	sum += pbText(fmt.Sprintf("%d ", n.high+1-a.low[i]), n.literal)
	d.beyond[n.literal] = d.state(rule, sum, n.high+1-constant, isTrue)
}

// add derives the sum from which a clause of the diagram follows, if that is no single constraint.
func (d *pbProof) add(clause []int) {
	node := d.atMost[-clause[0]]
	if len(clause) == 1 {
		node = d.better
	}
	if child := d.beyond[clause[len(clause)-1]]; node != 0 && child != 0 {
		fmt.Fprintf(d.out, "pol %d %d +\n", node, child)
		d.ids++
	}
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
