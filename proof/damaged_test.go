package proof_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

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
