package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

// claim solves a puzzle and returns the claim that the solution is the only one, or that there is none.
func claim(t testing.TB, p sudoku.Puzzle) *proof.Claim {
	t.Helper()
	c := &proof.Claim{Height: p.Shape.Height, Width: p.Shape.Width, Puzzle: p.Clues}
	a, _, err := model.First(t.Context(), native.Solver{}, p.Model())
	if err != nil {
		t.Fatal(err)
	}
	if a != nil {
		c.Solutions = [][]int{a}
	}
	return c
}

// refute returns a DRAT proof by package cdcl, and whether it refutes the formula.
func refute(t testing.TB, c *proof.Claim) (steps []byte, refuted bool) {
	t.Helper()
	f := new(cnf.Formula)
	f.Vars = c.Formula(func(clause []int) {
		var lits []cnf.Lit
		for _, l := range clause {
			lits = append(lits, cnf.Lit(l))
		}
		f.Add(lits...)
	})
	f.Shown = f.Vars
	var b bytes.Buffer
	refuted, _, _, err := cdcl.Refute(t.Context(), f, &b, cdcl.DRAT)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), refuted
}

func certificate(t testing.TB, c *proof.Claim) string {
	t.Helper()
	steps, refuted := refute(t, c)
	if !refuted {
		t.Fatalf("no refutation for %v", c.Puzzle)
	}
	var b strings.Builder
	if err := proof.Write(&b, c, steps); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// check reads and checks all certificates of a text and returns the first error.
func check(text string) (n int, err error) {
	r := proof.NewReader(strings.NewReader(text))
	for {
		c, err := r.Next()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if _, err := new(proof.Checker).Check(context.Background(), c, r); err != nil {
			return n, err
		}
		n++
	}
}

func TestOnlyTheStandardLibraryIsImported(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "nonet/proof").Output()
	if err != nil {
		t.Skip("the go command is not available")
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		own := strings.HasPrefix(line, "nonet/") && line != "nonet/proof"
		external := strings.Contains(line, ".") && !strings.HasPrefix(line, "vendor/")
		if own || external {
			t.Errorf("package proof depends on %s, want the standard library only", line)
		}
	}
}

// The formula must equal the export with the encoding of the same name, which follows Lynce and Ouaknine.
func TestTheFormulaIsTheExtendedEncoding(t *testing.T) {
	for _, shape := range []sudoku.Shape{
		{Height: 2, Width: 2}, {Height: 2, Width: 3}, {Height: 3, Width: 3}, {Height: 4, Width: 4},
	} {
		p := sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells())}
		p.Clues[0], p.Clues[shape.N()+1] = 1, 2
		e, err := cnf.Encoder{Preset: cnf.Extended}.Encode(t.Context(), p.Model())
		if err != nil {
			t.Fatal(err)
		}
		sorted := func(clause []int) string {
			slices.Sort(clause)
			return fmt.Sprint(clause)
		}
		count := map[string]int{}
		for clause := range e.Formula.All() {
			var c []int
			for _, l := range clause {
				c = append(c, int(l))
			}
			count[sorted(c)]++
		}
		c := &proof.Claim{Height: shape.Height, Width: shape.Width, Puzzle: p.Clues}
		c.Formula(func(clause []int) { count[sorted(slices.Clone(clause))]-- })
		for clause, n := range count {
			if n != 0 {
				t.Errorf("%v: clause %s: occurs %d times more in the export than in the claim", shape, clause, n)
			}
		}
	}
}

func TestCertificates(t *testing.T) {
	var all strings.Builder
	var puzzles []sudoku.Puzzle
	for _, p := range backendtest.Hardest {
		puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(3), p.Puzzle))
	}
	puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(2), "1....2....3....4"[:16]))
	if lines := backendtest.Lines(t, "sudoku17.txt.gz"); len(lines) > 50 {
		for _, line := range lines[:50] {
			puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(3), line))
		}
	}
	unique := 0
	for _, p := range puzzles {
		c := claim(t, p)
		if _, refuted := refute(t, c); refuted {
			all.WriteString(certificate(t, c))
			unique++
		}
	}
	if n, err := check(all.String()); n != unique || err != nil {
		t.Errorf("got %d accepted certificates, want %d; error %v", n, unique, err)
	}
}

func TestNoCertificateForTwoSolutions(t *testing.T) {
	p := backendtest.Puzzle(sudoku.Order(2), "1..............4")
	if _, refuted := refute(t, claim(t, p)); refuted {
		t.Error("got a refutation for a puzzle with several solutions")
	}
}

func TestNoSolution(t *testing.T) {
	const contradictory = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..45.....7..7...3.."
	c := claim(t, backendtest.Puzzle(sudoku.Order(3), contradictory))
	if c.Solutions != nil {
		t.Fatal("the puzzle has a solution")
	}
	if n, err := check(certificate(t, c)); n != 1 || err != nil {
		t.Error(err)
	}
}

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := claim(t, backendtest.Puzzle(sudoku.Order(3), escargot))
	_, err := new(proof.Checker).Check(ctx, c, proof.ReadDRAT(strings.NewReader("0\n")))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want context.Canceled", err)
	}
	clauses := 0
	_, err = c.FormulaWithin(ctx, 0, func([]int) { clauses++ })
	if !errors.Is(err, context.Canceled) || clauses > 5000 {
		t.Errorf("the formula: error %v after %d clauses, want context.Canceled", err, clauses)
	}
}

// CaDiCaL's proofs for the hardest puzzles, textual and binary, are accepted.
func TestCadical(t *testing.T) {
	cadical, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	puzzles := []sudoku.Puzzle{backendtest.Puzzle(sudoku.Order(3), escargot)}
	for _, p := range backendtest.Hardest {
		puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(3), p.Puzzle))
	}
	for i, p := range puzzles {
		c := claim(t, p)
		dir := t.TempDir()
		formula, err := os.Create(filepath.Join(dir, "x.cnf"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(proof.WriteDIMACS(formula, c), formula.Close()); err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{"--no-binary", "--binary"} {
			drat := filepath.Join(dir, "x.drat")
			out, err := exec.CommandContext(t.Context(), cadical, "-q", form, formula.Name(), drat).CombinedOutput()
			var code *exec.ExitError
			if !errors.As(err, &code) || code.ExitCode() != 20 {
				t.Fatalf("cadical: %v\n%s", err, out)
			}
			file, err := os.Open(drat)
			if err != nil {
				t.Fatal(err)
			}
			sum, err := new(proof.Checker).Check(t.Context(), c, proof.ReadDRAT(file))
			file.Close()
			if err != nil {
				t.Errorf("puzzle %d %s: %v", i, form, err)
			}
			t.Logf("puzzle %d %s: %+v", i, form, sum)
		}
	}
}

// A proof that deletes clauses of the grid has no effect on later checks by the same Checker.
func TestDeletedClausesOfTheGrid(t *testing.T) {
	c := claim(t, backendtest.Puzzle(sudoku.Order(3), escargot))
	steps, refuted := refute(t, c)
	if !refuted {
		t.Fatal("the puzzle has no certificate")
	}
	var k proof.Checker
	for _, isBinary := range []bool{true, false} {
		var deletions strings.Builder
		c.GridFormula(func(clause []int) {
			if (len(clause) == 2) == isBinary {
				fmt.Fprintf(&deletions, "d %s 0\n", strings.Trim(fmt.Sprint(clause), "[]"))
			}
		})
		if _, err := k.Check(t.Context(), c, proof.ReadDRAT(strings.NewReader(deletions.String()+"0\n"))); err == nil {
			t.Error("accepted the empty clause without clauses of the grid")
		}
		if _, err := k.Check(t.Context(), c, proof.ReadDRAT(bytes.NewReader(steps))); err != nil {
			t.Errorf("after a proof that deletes clauses (binary: %v): %v", isBinary, err)
		}
	}
}

// Steps over small formulas: RAT lemmas that are right and wrong, deletions, and what remains after them.
func TestSteps(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	long := [][]int{{1, 2, 3}, {1, 2, -3}, {1, -2}, {-1, 2}, {-1, -2}}
	for _, x := range []struct {
		formula [][]int
		steps   string
		want    string // "" for accepted
	}{
		{all, "1 0\n0\n", ""},
		{all, "0\n", "step 1"}, // the clauses are binary: no unit
		{all, "1 0\n", ""},     // a conflict at the root is enough
		{all, "-3 1 0\n-3 2 0\n3 -1 -2 0\n1 0\n0\n", ""},
		{[][]int{{-3, 1}, {1, 2}}, "3 0\n", "step 1"},                // its resolvent is not implied
		{append([][]int{{-3}}, all...), "3 5 0\n1 0\n0\n", "step 1"}, // its pivot is false
		{append([][]int{{-3}}, all...), "5 3 0\n1 0\n0\n", ""},
		{all, "d 1 2 0\n1 0\n0\n", "step 2"},
		{all, "d 2 1 0\n1 0\n0\n", "step 2"},                       // in any order
		{all, "d 1 2 3 0\n1 0\n0\n", ""},                           // there is none
		{append([][]int{{1, 2}}, all...), "d 1 2 0\n1 0\n0\n", ""}, // one of two
		{long, "1 2 0\n1 0\n0\n", ""},
		{long, "d 3 2 1 0\n1 2 0\n1 0\n0\n", "step 2"},
		{long, "1 2 0\nd 3 2 1 0\n1 0\n0\n", ""},
		{[][]int{{1}, {-1, 2}}, "2 0\n", "line 1: the proof ends before the empty clause"},
		{all, "d\x02\x04\x00a\x02\x00", "step 2"}, // binary
		{all, "d\x02\x04\x06\x00a\x02\x00", ""},
		{[][]int{{1}, {-1}}, "", ""},
		{[][]int{{1, -1}, {1, 1}, {-1}}, "", ""},
	} {
		_, err := proof.CheckFormula(t.Context(), 3, func(add func([]int)) {
			for _, c := range x.formula {
				add(c)
			}
		}, proof.ReadDRAT(strings.NewReader(x.steps)))
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%v, %q: error %v, want %q", x.formula, x.steps, err, x.want)
		}
	}
}

// Claims that no proof can be about: what they state of solutions is wrong, or leaves a better or another solution.
func TestClaimsWithoutProof(t *testing.T) {
	c := func(change func(s []int) []int) *proof.Claim {
		s := []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
		return &proof.Claim{Height: 2, Width: 2, Puzzle: append(slices.Clone(s[:15]), 0), Solutions: [][]int{change(s)}}
	}
	set := func(v int) func([]int) []int { return func(s []int) []int { s[15] = v; return s } }
	m := func(kind proof.ModelClaim, over []int, values ...int) *proof.Claim {
		sum := proof.Linear{Terms: []proof.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}, Relation: "=", Bound: 4}
		model := &proof.Model{Names: []string{"x", "y"}, Domains: [][]int{{1, 2, 3}, {1, 2, 3}},
			Constraints: []proof.Constraint{sum},
			Objective:   &proof.Objective{Maximize: true, Terms: []proof.Term{{Coef: 1, Var: 0}}, Constant: 5}}
		c := &proof.Claim{Model: model, Kind: kind, Over: over}
		for _, v := range values {
			c.Solutions = append(c.Solutions, []int{v, 4 - v})
		}
		return c
	}
	free := m(proof.AllSolutions, []int{0}, 1, 2, 3)
	free.Model.Objective = nil
	less := m(proof.AllSolutions, []int{0}, 1, 3)
	less.Model.Objective = nil
	for _, x := range []struct {
		claim *proof.Claim
		want  string
	}{
		{c(set(1)), ""},
		{c(set(0)), "0 for r4c4, which is not one of its values"},
		{c(set(5)), "5 for r4c4, which is not one of its values"},
		{c(set(-1)), "-1 for r4c4, which is not one of its values"},
		{c(set(2)), "the solution has 2 in r4c3 and in r4c4"},
		{c(func(s []int) []int { return s[:15] }), "the solution has 15 values for 16 variables"},
		{c(func(s []int) []int { return append(s, 1) }), "the solution has 17 values for 16 variables"},
		{c(func(s []int) []int { s[0] = 2; return s }), "the solution has 2 in r1c1, where the clue is 1"},
		{m(proof.BestSolution, nil, 3), ""},
		{m(proof.BestSolution, nil, 2), "does not follow"},
		{m(proof.BestSolution, []int{0}, 3), "does not fit"},
		{m(proof.BestSolution, nil), "does not fit"},
		{m(proof.BestSolution, nil, 2, 3), "does not fit"},
		{m(proof.OnlySolution, []int{0}, 3), ""},
		{m(proof.OnlySolution, []int{0}, 2), "does not follow"},
		{m(proof.OnlySolution, []int{2}, 3), "the claim is over variable 2 of 2"},
		{m(proof.OnlySolution, []int{0, 0}, 3), "the claim is over a variable twice"},
		{m(proof.OnlySolution, []int{0}, 2, 3), "does not fit"},
		{m(proof.AllSolutions, []int{0}, 2, 3), "solution 2 has the value 8, solution 1 the value 7"},
		{m(proof.AllSolutions, []int{0}), "does not fit"},
		{m(proof.NoSolution, nil), "does not follow"},
		{free, ""},
		{less, "does not follow"},
	} {
		steps := "0\n"
		if x.want == "" {
			text, refuted := refute(t, x.claim)
			if !refuted {
				t.Fatalf("%+v: not refuted", x.claim)
			}
			steps = string(text)
		}
		_, err := new(proof.Checker).Check(t.Context(), x.claim, proof.ReadDRAT(strings.NewReader(steps)))
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%+v %+v: error %v, want %q", x.claim.Solutions, x.claim.Model, err, x.want)
		}
	}
}
