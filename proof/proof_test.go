package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
		e, err := cnf.Encoder{Preset: cnf.Extended}.Encode(p.Model())
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

// The checker agrees with the naive checker on randomly modified proofs and claims. A Checker that has checked others
// before, of grids of two shapes, returns the same.
func TestDamagedProofs(t *testing.T) {
	var reused proof.Checker
	other := claim(t, backendtest.Puzzle(sudoku.Shape{Height: 1, Width: 3}, "1........"))
	r := rand.New(rand.NewPCG(7, 7))
	shape := sudoku.Order(2)
	good, bad := 0, 0
	for range 400 {
		p := backendtest.Puzzle(shape, "................")
		for range 4 {
			p.Clues[r.IntN(16)] = 1 + r.IntN(4)
		}
		c := claim(t, p)
		steps, _ := refute(t, c) // some are no refutations, which is a further case
		lines := strings.FieldsFunc(string(steps), func(r rune) bool { return r == '\n' })
		for range 3 {
			if len(lines) == 0 {
				lines = []string{"0"}
			}
			i := r.IntN(len(lines))
			words := strings.Fields(lines[i])
			switch r.IntN(7) {
			case 0:
				lines = slices.Delete(lines, i, i+1)
			case 1:
				j := r.IntN(len(lines))
				lines[i], lines[j] = lines[j], lines[i]
			case 2, 3:
				if k := r.IntN(len(words)); words[k] != "0" && words[k] != "d" {
					l, _ := strconv.Atoi(words[k])
					words[k] = strconv.Itoa(-l)
				}
				lines[i] = strings.Join(words, " ")
			case 4:
				lines = slices.Insert(lines, i, fmt.Sprintf("%d %d 0", r.IntN(64)+1, -r.IntN(70)-1))
			case 5:
				lines = slices.Insert(lines, i, fmt.Sprintf("d %d %d 0", -r.IntN(64)-1, -r.IntN(64)-1))
			case 6:
				lines = slices.Insert(lines, i, fmt.Sprintf("%d %d %d 0", r.IntN(2)+64, -r.IntN(64)-1, r.IntN(64)+1))
			}
			if len(lines) == 0 {
				lines = []string{"0"}
			}
		}
		if r.IntN(4) == 0 {
			c.Puzzle = slices.Clone(c.Puzzle)
			for cell := range c.Puzzle {
				if c.Puzzle[cell] != 0 && r.IntN(3) == 0 {
					c.Puzzle[cell] = 0
				}
			}
		}
		text := strings.Join(lines, "\n")
		want := naive(c, proof.ReadDRAT(strings.NewReader(text)))
		sum, got := new(proof.Checker).Check(t.Context(), c, proof.ReadDRAT(strings.NewReader(text)))
		if r.IntN(10) == 0 {
			reused.Check(t.Context(), other, proof.ReadDRAT(strings.NewReader("0")))
		}
		sumAgain, again := reused.Check(t.Context(), c, proof.ReadDRAT(strings.NewReader(text)))
		if sum != sumAgain || fmt.Sprint(got) != fmt.Sprint(again) {
			t.Fatalf("%v:\n%s\n%+v, %v; by a checker that was used before: %+v, %v",
				c.Puzzle, text, sum, got, sumAgain, again)
		}
		if (want == nil) != (got == nil) {
			t.Fatalf("%v, solution %v:\n%s\nnaive: %v, checker: %v", c.Puzzle, c.Solutions, text, want, got)
		}
		if got == nil {
			good++
		} else {
			bad++
		}
	}
	if good < 40 || bad < 40 {
		t.Errorf("%d accepted and %d rejected proofs, want at least 40 of each", good, bad)
	}
}

func TestWrongClaims(t *testing.T) {
	c := claim(t, backendtest.Puzzle(sudoku.Order(3), escargot))
	text := certificate(t, c)
	replace := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the certificate does not contain %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	head := text[:strings.Index(text, "extended\n")+9]
	for _, x := range []struct{ name, text, want string }{
		{"wrong solution", replace("solution 16", "solution 61"), "the solution has 6 in r1c1, where the clue is 1"},
		{"no solution grid", replace("solution 162857493", "solution 162857492"),
			"the solution has 2 in r1c3 and in r1c9"},
		{"a clue removed", replace("puzzle 1", "puzzle ."), "does not follow"},
		{"no proof", head + "end\n", "the proof ends before the empty clause"},
		{"only the empty clause", head + "0\nend\n", "step 1: the clause does not follow"},
	} {
		var rejected *proof.RejectedError
		if _, err := check(x.text); !errors.As(err, &rejected) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
	}
	// Removing a clue invalidates the proof only if the puzzle then has several solutions. Check that it has.
	p := backendtest.Puzzle(sudoku.Order(3), "."+escargot[1:])
	if v, _, _, err := model.Unique(t.Context(), native.Solver{}, p.Model()); err != nil || v == model.One {
		t.Errorf("without the first clue: verdict %v, error %v, want several solutions", v, err)
	}
}

func TestMalformed(t *testing.T) {
	head := "nonet certificate 1\nbox 2x2\npuzzle 1..............2\nformula extended\n"
	ruled := "nonet certificate 2\nbox 2x2\npuzzle 1..............2\nrule knight"
	for _, x := range []struct{ text, want string }{
		{"nonet certificate 4\n",
			`line 1, column 1: expected the line "nonet certificate 1", found "nonet certificate 4"`},
		{"nonet certificate 3\n", `line 2, column 1: the file ends where "model" was expected`},
		{"nonet certificate 3\nmodel\n{\n", "line 4, column 1: the file ends within the model"},
		{"nonet certificate 3\nmodel\n{\n\"kind\": 1\n}\n",
			"line 4, column 1: the model: json: cannot unmarshal number"},
		{"nonet certificate 3\nmodel\n{\n}\n", `the model: expected the kind "nonet model"`},
		{smallModel + "claim some\n", `line 6, column 7: expected none, best, unique or all, found "some"`},
		{smallModel + "claim unique\nsolution 1\nformula direct\n", `line 8, column 1: expected "over" and its value`},
		{smallModel + "claim unique\nsolution x\n", `line 7, column 10: expected a number, found "x"`},
		{smallModel + "claim all\nover 0\n", `line 8, column 1: the file ends where "formula" was expected`},
		{smallModel + "claim none\nformula extended\n", `expected the formula direct, found "extended"`},
		{strings.Replace(smallModel, "1,3", "1", 1), "the domain of a: expected ranges of two numbers, found [1]"},
		{strings.Replace(smallModel, `"constraints": [`, `"constraints": [{"type":"cage"}`, 1),
			`constraint 0: expected alldifferent, notequal`},
		{"nonet certificate 1", `line 2, column 1: the file ends where "box" was expected`},
		{"nonet certificate 1\nbox 9x9\n",
			"line 2, column 5: expected the size of a box, such as 3x3, for a grid of at most 64 rows"},
		{"nonet certificate 1\nbox 2\n", "line 2, column 5: expected the size of a box"},
		{"nonet certificate 1\nbox 2x2\npuzzle 1..\n", "line 3, column 11: there are 3 cells, expected 16"},
		{"nonet certificate 1\nbox 2x2\npuzzle 1..5\n",
			`line 3, column 11: expected a value from 1 to 4, or a dot, found "5"`},
		{"nonet certificate 1\nbox 2x2\npuzzle 1................\n", "line 3, column 24: there are more than 16 cells"},
		{"nonet certificate 1\nbox 2x2\npuzzle 1...............\nsolutio 1\n",
			`line 4, column 1: expected "solution" and its value, found "solutio"`},
		{strings.Replace(head, "extended", "minimal", 1),
			`line 4, column 9: expected the formula extended, found "minimal"`},
		{strings.Replace(head, "formula", "rule knight\nformula", 1),
			`line 4, column 1: expected "solution" and its value, found "rule"`},
		{ruled + "\n", `line 5, column 1: the file ends where "formula" was expected`},
		{ruled + "\nnot-equal r1c1\n", "line 5, column 15: expected two variables, found the end of the line"},
		{ruled + "\nnot-equal r1c1 r1c5\n", `line 5, column 16: expected two variables, found "r1c5"`},
		{ruled + "\n not-equal r1c1 r1c2 1 2\n", "line 5, column 25: expected one number, found the end of the line"},
		{ruled + "\n not-equal r1c1 r1c2 x\n", `line 5, column 22: expected a number, found "x"`},
		{ruled + "\nall-different r1c1 = r1c2\n", `line 5, column 20: expected the end of the line, found "="`},
		{ruled + "\nlinear +r1c1 = r1c2\n", `line 5, column 16: expected a number, found "r1c2"`},
		{ruled + "\nlinear +r1c1 =\n",
			"line 5, column 15: expected a relation (=, <= or >=) and a number, found the end of the line"},
		{ruled + "\nlinear +2*x1 = 3\n", `line 5, column 8: expected a term, such as +r1c1 or -2*r1c2, found "+2*x1"`},
		{ruled + "\ntable r1c1 1 2\n", `line 5, column 12: expected a variable, or a colon before the rows, found "1"`},
		{ruled + "\ntable r1c1 : 1 / a\n", `line 5, column 18: expected a number, found "a"`},
		{ruled + "\nvariable x2 1 2\n", `line 5, column 10: expected x1, the next variable, found "x2"`},
		{ruled + "\nvariable x1 1..x\n", `line 5, column 13: expected a range of values, such as 0..9, found "1..x"`},
		{ruled + "\nvariable x1 0..900000000\n", "line 5, column 13: expected a range of values, such as 0..9"},
		{ruled + strings.Repeat("\nvariable x1 0..2000000", 1) + "\nvariable x2 0..2000000",
			"line 6, column 1: the auxiliary variables have more than 2097152 values"},
		{strings.Replace(ruled, "rule knight", "not-equal r1c1 r1c2", 1) + "\n",
			`line 4, column 1: found "not-equal" before the first rule`},
		{ruled + "\nvariable x1 0..3\nsolution 1234341221434321\nauxiliary x\n",
			`line 7, column 11: expected a number, found "x"`},
		{head + "1 2\nend\n", "line 5, column 4: expected a literal, or 0 at the end of the clause"},
		{head + "1 x 0\nend\n", `line 5, column 3: expected a literal, found "x"`},
		{head + "1 0 2 0\nend\n", `line 5, column 5: expected the end of the line after 0, found "2"`},
		{head + "-999999999 0\nend\n", "line 5, column 1: the variable of literal -999999999 is greater than 2097152"},
		{head + "c comment\n1 2 0\n", "line 7, column 1: the file ends within a proof: expected a clause, or end"},
		{head + strings.Repeat("1 ", 3<<20), "line 5, column 1: the line is longer than 4194304 bytes"},
	} {
		r := proof.NewReader(strings.NewReader(x.text))
		_, err := r.Next()
		for err == nil {
			_, err = r.Step()
		}
		var syntax *proof.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%.90q: error %v, want %q", x.text, err, x.want)
		}
	}
}

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
