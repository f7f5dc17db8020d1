package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

// smallModel begins a certificate.
const smallModel = "nonet certificate 3\nmodel\n{\n" +
	`"kind": "nonet model", "version": 1, "vars": [{"name": "a", "domain": [[1,3]]}], "constraints": []` + "\n}\n"

// Two rules with auxiliary variables: a sum that is 5 or 6, and a position.
const withAuxiliary = `nonet certificate 2
box 2x2
puzzle 1..............4
rule some rule that needs a variable
  variable x1 5 6
  linear +r1c2 +r1c3 -x1 = 0
  linear +x1 -r3c3 >= 5
rule these cells in order
  variable x2 0..3
  table r1c1 r1c2 x2 : 1 2 0 / 2 1 1 / 3 4 2
  linear -2*x2 +r2c2 >= 3
  not-equal r4c1 x2 +3
  all-different r1c3 r2c2 r4c1
%s`

// The values of auxiliary variables in the solution are checked. A second grid is excluded, whatever their values.
func TestAuxiliaryVariables(t *testing.T) {
	header := fmt.Sprintf(withAuxiliary, "formula extended\nend\n")
	c, err := proof.NewReader(strings.NewReader(header)).Next()
	if err != nil {
		t.Fatal(err)
	}
	grids := map[string][]int{} // with the values of the auxiliary variables
	var text string
	_, err = native.Solver{}.Solve(t.Context(), modelOf(c), func(a model.Assignment) bool {
		text = fmt.Sprint(a[:16])
		grids[text] = slices.Clone(a)
		return true
	})
	if err != nil || len(grids) != 1 {
		t.Fatalf("the rules leave the grids %v, want one; error %v", grids, err)
	}
	c.Solutions = [][]int{grids[text]}
	good := certificate(t, c)
	if n, err := check(good); n != 1 || err != nil {
		t.Fatalf("%v in\n%s", err, good)
	}
	line := func(name string) string {
		_, rest, _ := strings.Cut(good, "\n"+name)
		return name + rest[:strings.Index(rest, "\n")]
	}
	for _, x := range []struct{ name, old, new, want string }{
		{"another value", line("auxiliary"), "auxiliary 5 0", "the solution breaks it"},
		{"a value that is not in the domain", line("auxiliary"), "auxiliary 7 0", "7 for x1"},
		{"too few values", line("auxiliary"), "auxiliary 6", "has 17 values for 18 variables"},
		{"no values", line("auxiliary") + "\n", "", "has 16 values for 18 variables"},
		{"a constraint without the solution", "-r3c3 >= 5", "-r3c3 >= 6", "line 4: rule some rule"},
		{"a constraint removed", "  all-different r1c3 r2c2 r4c1\n", "", "does not follow"},
	} {
		if !strings.Contains(good, x.old) {
			t.Fatalf("%s: the certificate does not contain %q:\n%s", x.name, x.old, good)
		}
		var rejected *proof.RejectedError
		_, err := check(strings.Replace(good, x.old, x.new, 1))
		if !errors.As(err, &rejected) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
	}
}

// modelOf states a claim, without its solution, as a model.
func modelOf(c *proof.Claim) *model.Model {
	m := sudoku.Puzzle{Shape: sudoku.Shape{Height: c.Height, Width: c.Width}, Clues: c.Puzzle}.Model()
	vars := func(indices []int) (all []model.Var) {
		for _, x := range indices {
			all = append(all, model.Var(x))
		}
		return all
	}
	for _, r := range c.Rules {
		for _, values := range r.Auxiliary {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Values(values...)})
		}
		for _, constraint := range r.Constraints {
			switch k := constraint.(type) {
			case proof.AllDifferent:
				m.Constraints = append(m.Constraints, model.AllDifferent{Vars: vars(k)})
			case proof.NotEqual:
				m.Constraints = append(m.Constraints,
					model.NotEqual{A: model.Var(k.A), B: model.Var(k.B), Offset: k.Offset})
			case proof.Table:
				m.Constraints = append(m.Constraints, model.Table{Vars: vars(k.Vars), Rows: k.Rows})
			case proof.Linear:
				l := model.Linear{Bound: k.Bound}
				l.Relation = map[string]model.Relation{"<=": model.AtMost, ">=": model.AtLeast}[k.Relation]
				for _, term := range k.Terms {
					l.Terms = append(l.Terms, model.Term{Coef: term.Coef, Var: model.Var(term.Var)})
				}
				m.Constraints = append(m.Constraints, l)
			}
		}
	}
	return m
}

// A certificate of a model is read back with the same claim.
func TestModelCertificateKeepsItsClaim(t *testing.T) {
	m, err := proof.ParseModel([]byte(smallModel[strings.Index(smallModel, "{"):]))
	if err != nil {
		t.Fatal(err)
	}
	want := &proof.Claim{Model: m, Kind: proof.OnlySolution, Solutions: [][]int{{2}}, Over: []int{0}}
	var b strings.Builder
	if err := proof.Write(&b, want, []byte("0\n")); err != nil {
		t.Fatal(err)
	}
	c, err := proof.NewReader(strings.NewReader(b.String())).Next()
	if err != nil || c.Model == nil || c.Kind != want.Kind ||
		!slices.EqualFunc(c.Solutions, want.Solutions, slices.Equal) ||
		!slices.Equal(c.Over, want.Over) || !bytes.Equal(c.Model.JSON, m.JSON) {
		t.Errorf("%+v, error %v, from\n%s", c, err, b.String())
	}
}

// The objective of a program for VeriPB: a maximum is a minimum of the negated values, and the constant is left out.
func TestVeriPBStatesTheObjective(t *testing.T) {
	for _, x := range []struct {
		maximize              bool
		best                  int
		objective, conclusion string
	}{
		{true, 5, "* objective: the sum, and the constant -9\nmin: -1 x4 -2 x5 ;\n", "conclusion BOUNDS -3 : "},
		{false, 2, "* objective: the sum, and the constant 9\nmin: 1 x4 2 x5 ;\n", "conclusion BOUNDS 0 : "},
	} {
		c := &proof.Claim{Kind: proof.BestSolution, Solutions: [][]int{{x.best}}}
		c.Model = &proof.Model{Names: []string{"x"}, Domains: [][]int{{2, 3, 5}},
			Objective: &proof.Objective{Maximize: x.maximize, Terms: []proof.Term{{Coef: 1, Var: 0}}, Constant: 7}}
		opb, pbp := veripb(t, c)
		if !strings.Contains(opb, x.objective) || !strings.Contains(pbp, x.conclusion) {
			t.Errorf("maximize %v:\n%s\n%s", x.maximize, opb, pbp)
		}
	}
}

// Sums may be as large as the square of the largest number, and no larger.
func TestLargestSum(t *testing.T) {
	const largest = 1_000_000_000
	m := &proof.Model{Names: []string{"x", "y"}, Domains: [][]int{{largest}, {1}}}
	sum := proof.Linear{Terms: []proof.Term{{Coef: largest, Var: 0}}, Relation: ">="}
	for _, want := range []string{"", "the sum may be beyond"} {
		m.Constraints = []proof.Constraint{sum}
		err := (&proof.Claim{Model: m}).Validate(t.Context())
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d terms: error %v, want %q", len(sum.Terms), err, want)
		}
		sum.Terms = append(sum.Terms, proof.Term{Coef: 1, Var: 1})
	}
}
