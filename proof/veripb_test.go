package proof_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/model/sudoku"
	"nonet/proof"
)

// A pbConstraint is a sum of 0-1 variables times coefficients that is at least a bound.
type pbConstraint struct {
	terms map[int]int // by variable
	bound int
}

// parsePB parses a sum, and the bound if there is one.
func parsePB(words []string) (c pbConstraint) {
	c.terms = map[int]int{}
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.Atoi(words[i])
		if words[i] == ">=" || words[i] == "=" {
			n, err = strconv.Atoi(words[i+1])
			c.bound += n
		} else if name, negated := strings.CutPrefix(words[i+1], "~"); negated {
			c.terms[variable(name)] -= n
			c.bound -= n
		} else {
			c.terms[variable(name)] += n
		}
		if err != nil {
			panic(err)
		}
	}
	return c
}

func variable(name string) int {
	x, err := strconv.Atoi(strings.TrimPrefix(name, "x"))
	if err != nil || name[0] != 'x' {
		panic("no variable: " + name)
	}
	return x
}

// times returns c times a factor, and added to its bound.
func (c pbConstraint) times(factor, added int) pbConstraint {
	t := pbConstraint{map[int]int{}, c.bound*factor + added}
	for x, n := range c.terms {
		t.terms[x] = n * factor
	}
	return t
}

// plus returns the sum of two constraints.
func (c pbConstraint) plus(other pbConstraint) pbConstraint {
	sum := c.times(1, other.bound)
	for x, n := range other.terms {
		sum.terms[x] += n
	}
	return sum
}

// with returns c where a variable has a value.
func (c pbConstraint) with(x, value int) pbConstraint {
	w := c.times(1, -c.terms[x]*value)
	delete(w.terms, x)
	return w
}

// propagates reports whether propagation of bounds refutes constraints.
func propagates(all []pbConstraint) bool {
	value := map[int]int{}
	for changed := true; changed; {
		changed = false
		for _, c := range all {
			most := 0
			for x, n := range c.terms {
				if v, known := value[x]; known {
					most += n * v
				} else {
					most += max(n, 0)
				}
			}
			if most < c.bound {
				return true
			}
			for x, n := range c.terms {
				if _, known := value[x]; !known && most-max(n, -n) < c.bound {
					value[x], changed = 0, true
					if n > 0 {
						value[x] = 1
					}
				}
			}
		}
	}
	return false
}

// checkVeriPB checks a proof in VeriPB's format, as far as WriteVeriPB writes it. Each step must follow by propagation
// of bounds; one by redundance may also follow from its negation. It returns the last line but one, the conclusion.
func checkVeriPB(opb, pbp string) (conclusion string, err error) {
	var all []pbConstraint
	var objective pbConstraint
	for line := range strings.Lines(opb) {
		words := strings.Fields(line)
		switch {
		case words[0] == "*" && words[1] == "#variable=":
			if want := strings.Count(opb, ";\n") - strings.Count(opb, "min:"); words[4] != strconv.Itoa(want) {
				return "", fmt.Errorf("%d constraints: %s", want, line)
			}
		case words[0] == "*":
		case words[0] == "min:":
			objective = parsePB(words[1:])
		default:
			all = append(all, parsePB(words))
			if slices.Contains(words, "=") {
				all = append(all, all[len(all)-1].times(-1, 0))
			}
		}
	}
	follows := func(c pbConstraint, from ...pbConstraint) bool {
		return propagates(append(slices.Concat(all, from), c.times(-1, 1)))
	}
	best, formula := 0, len(all)
	for line := range strings.Lines(pbp) {
		words := strings.Fields(line)
		number := func(i int) int {
			n, err := strconv.Atoi(words[i])
			if err != nil {
				panic(err)
			}
			return n
		}
		wrong := fmt.Errorf("%s does not follow", line)
		switch words[0] {
		case "pseudo-Boolean", "output", "end":
		case "f":
			if number(1) != formula {
				return "", fmt.Errorf("%d constraints: %s", formula, line)
			}
		case "soli":
			value := map[int]int{}
			for _, l := range words[1:] {
				if name, negated := strings.CutPrefix(l, "~"); negated {
					value[variable(name)] = 0
				} else {
					value[variable(l)] = 1
				}
			}
			if vars, _, _ := strings.Cut(opb, " #constraint"); len(value) != len(words)-1 ||
				vars != fmt.Sprintf("* #variable= %d", len(value)) {
				return "", fmt.Errorf("%s: %s", vars, line)
			}
			sum := func(c pbConstraint) (sum int) {
				for x, n := range c.terms {
					sum += n * value[x]
				}
				return sum
			}
			for _, c := range all {
				if sum(c) < c.bound {
					return "", fmt.Errorf("the solution breaks %v", c)
				}
			}
			best = sum(objective) - objective.bound
			all = append(all, objective.times(-1, -best+1))
		case "red":
			c := parsePB(words[1:slices.Index(words, ";")])
			w := words[slices.Index(words, ";")+1:]
			x, to := variable(w[0]), 0
			if w[2] == "1" {
				to = 1
			}
			if objective.terms[x] != 0 {
				return "", wrong
			}
			for _, d := range append(slices.Clone(all), c) {
				negated := c.times(-1, 1)
				implied := propagates([]pbConstraint{negated.plus(d.with(x, to).times(-1, 1))})
				if d.terms[x] != 0 && !implied && !follows(d.with(x, to), negated) {
					return "", wrong
				}
			}
			all = append(all, c)
		case "pol":
			all = append(all, all[number(1)-1].plus(all[number(2)-1]))
		case "rup":
			c := parsePB(words[1 : len(words)-1])
			if !follows(c) {
				return "", wrong
			}
			all = append(all, c)
		case "conclusion":
			last := number(slices.Index(words, ":") + 1)
			if words[1] == "BOUNDS" && (number(2) != best || number(5) != best) {
				return "", fmt.Errorf("the best is %d: %s", best, line)
			}
			if last != len(all) || !propagates(all[last-1:]) {
				return "", fmt.Errorf("%s: constraint %v of %d", line, all[len(all)-1], len(all))
			}
			conclusion = line
		default:
			return "", fmt.Errorf("unknown: %s", line)
		}
	}
	return conclusion, nil
}

// veripb writes a claim and its refutation in VeriPB's format.
func veripb(t *testing.T, c *proof.Claim) (opb, pbp string) {
	t.Helper()
	steps, refuted := refute(t, c)
	if !refuted {
		t.Fatalf("%+v is not refuted", c.Model)
	}
	var values cnf.Valuation
	if c.IsBound() {
		f := new(cnf.Formula)
		f.Vars = c.SolutionFormula(func(clause []int) {
			var lits []cnf.Lit
			for _, l := range clause {
				lits = append(lits, cnf.Lit(l))
			}
			f.Add(lits...)
		})
		f.Shown = f.Vars
		_, err := cdcl.Engine{}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
			values = slices.Clone(v)
			return false
		})
		if err != nil || values == nil {
			t.Fatalf("error %v, values %v", err, values)
		}
	}
	var program, steps2 strings.Builder
	if err := proof.WriteVeriPB(&program, &steps2, c, values, proof.ReadDRAT(bytes.NewReader(steps))); err != nil {
		t.Fatal(err)
	}
	return program.String(), steps2.String()
}

// Bounds of random models follow step by step, and so do claims without an objective. The objective of some has several
// variables, and is then of a decision diagram.
func TestVeriPBFollows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	bounds, nodes := 0, 0
	for range 60 {
		m := &proof.Model{}
		terms := func() (all []proof.Term) {
			for x := range m.Domains {
				if r.IntN(4) > 0 {
					all = append(all, proof.Term{Coef: (1 + r.IntN(4)) * (1 - 2*r.IntN(2)), Var: x})
				}
			}
			return all
		}
		for range 1 + r.IntN(4) {
			m.Names = append(m.Names, "x")
			m.Domains = append(m.Domains, [][]int{{7}, {0, 1}, {2, 3, 5}, {-3, 0, 1, 4}}[r.IntN(4)])
		}
		for range r.IntN(3) {
			m.Constraints = append(m.Constraints, proof.Linear{Terms: terms(), Relation: "<=", Bound: r.IntN(9)})
		}
		if len(m.Domains) > 2 {
			m.Constraints = append(m.Constraints, proof.AllDifferent{0, 1, 2})
		}
		m.Objective = &proof.Objective{Maximize: r.IntN(2) > 0, Terms: terms(), Constant: r.IntN(5)}
		c := &proof.Claim{Model: m, Kind: proof.NoSolution}
		var all []*proof.Claim // with each solution
		better := func(s []int) bool {
			return len(c.Solutions) == 0 ||
				(m.Objective.Value(s) > m.Objective.Value(c.Solutions[0])) == m.Objective.Maximize
		}
		for n := range 256 { // assignments
			s := make([]int, len(m.Domains))
			for x, values := range m.Domains {
				s[x], n = values[n%len(values)], n/len(values)
			}
			candidate := &proof.Claim{Model: m, Kind: proof.BestSolution, Solutions: [][]int{s}}
			if n == 0 && candidate.Verify(t.Context()) == nil {
				all = append(all, candidate)
				if better(s) {
					c = candidate
				}
			}
		}
		for _, candidate := range all {
			if v := m.Objective.Value(candidate.Solutions[0]); v != m.Objective.Value(c.Solutions[0]) {
				if _, refuted := refute(t, candidate); refuted {
					t.Fatalf("%+v: it is refuted that there is a better solution", candidate)
				}
			}
		}
		opb, pbp := veripb(t, c)
		got, err := checkVeriPB(opb, pbp)
		if want := map[bool]string{true: "conclusion BOUNDS ", false: "conclusion UNSAT "}[c.IsBound()]; err != nil ||
			!strings.HasPrefix(got, want) {
			t.Fatalf("%+v: %s, error %v\n%s%s", m, got, err, opb, pbp)
		}
		if c.IsBound() {
			bounds++
		}
		nodes += strings.Count(pbp, "pol ")
	}
	puzzle := backendtest.Puzzle(sudoku.Order(2), "12.4.........32.")
	opb, pbp := veripb(t, claim(t, puzzle))
	got, err := checkVeriPB(opb, pbp)
	if err != nil || !strings.HasPrefix(got, "conclusion UNSAT ") || strings.Count(opb, " = 1 ;\n") != 64 {
		t.Errorf("a puzzle: %s, error %v\n%s", got, err, opb)
	}
	if bounds < 20 || nodes < 100 {
		t.Errorf("%d bounds, %d nodes; too few", bounds, nodes)
	}
}

// A best value is a bound if the objective may vary and its terms have different variables.
func TestIsBound(t *testing.T) {
	for _, c := range []struct {
		kind  proof.ModelClaim
		terms []proof.Term
		want  bool
	}{
		{proof.BestSolution, []proof.Term{{Coef: 1, Var: 0}}, false},
		{proof.BestSolution, []proof.Term{{Coef: 1, Var: 1}}, true},
		{proof.BestSolution, []proof.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}, true},
		{proof.BestSolution, []proof.Term{{Coef: 1, Var: 1}, {Coef: 2, Var: 1}}, false},
		{proof.OnlySolution, []proof.Term{{Coef: 1, Var: 1}}, false},
		{proof.BestSolution, nil, false},
	} {
		m := &proof.Model{Domains: [][]int{{5}, {0, 1}}, Objective: &proof.Objective{Terms: c.terms}}
		if got := (&proof.Claim{Model: m, Kind: c.kind}).IsBound(); got != c.want {
			t.Errorf("%s, %v: %v", c.kind, c.terms, got)
		}
	}
	if (&proof.Claim{}).IsBound() {
		t.Error("a puzzle is a bound")
	}
	steps := proof.ReadDRAT(strings.NewReader("1 0\nx\n"))
	if err := proof.WriteVeriPB(io.Discard, io.Discard, &proof.Claim{Height: 1, Width: 1, Puzzle: []int{1}}, nil,
		steps); err == nil {
		t.Error("an error of the steps is not returned")
	}
}
