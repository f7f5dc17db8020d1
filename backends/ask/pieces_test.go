package ask_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// inPieces returns problems with more solutions than a certificate without pieces lists.
func inPieces(t *testing.T) map[string]*problem.Problem {
	classic := backendtest.Puzzle(sudoku.Order(3),
		"1....7.9..3..2...8..9...5....53..9...1..8...26....4...3......1..4......7..7......")
	variant := backendtest.Puzzle(sudoku.Shape{Height: 2, Width: 3}, "1...................................")
	for _, text := range []string{"cage 9 r1c3 r1c4 r2c4", "counting-circles r3c1 r5c5 r6c6 r2c2 r4c4"} {
		rule, err := notation.ParseRule(text, variant.Shape)
		if err != nil {
			t.Fatal(err)
		}
		variant.Rules = append(variant.Rules, rule)
	}
	subsets := &model.Model{Objective: &model.Objective{Maximize: true}} // five of thirteen: 1,287
	for i := range 13 {
		subsets.Vars = append(subsets.Vars, model.Variable{Domain: model.Interval(0, 1)})
		subsets.Objective.Terms = append(subsets.Objective.Terms, model.Term{Coef: 1, Var: model.Var(i)})
	}
	subsets.Constraints = []model.Constraint{model.Linear{Terms: subsets.Objective.Terms, Relation: model.AtMost,
		Bound: 5}}
	free := &model.Model{Vars: subsets.Vars[:11]} // 2,048
	return map[string]*problem.Problem{"classic": problem.Of(classic), "variant": problem.Of(variant),
		"subsets": {Model: subsets}, "free": {Model: free}}
}

// A certificate of many solutions is in pieces, which list all solutions in order. It is rejected if a solution or a
// piece is left out, doubled or at another place, and unreadable if its end is missing.
func TestPieces(t *testing.T) {
	for name, p := range inPieces(t) {
		a, text := askModel(t, p, ask.Count)
		if a.Count.Cmp(big.NewInt(1000)) <= 0 {
			t.Fatalf("%s: %v solutions", name, a.Count)
		}
		c, err := checkCertificate(text)
		if n := strings.Count(text, "\nsolution "); err != nil || a.Count.Int64() != int64(n) {
			t.Fatalf("%s: counted %v, listed %d, error %v", name, a.Count, n, err)
		}
		if len(c.Piece.Pieces) < 10 {
			t.Errorf("%s: %d pieces", name, len(c.Piece.Pieces))
		}
		if err := ask.CheckAbout(t.Context(), c, p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		pieces := strings.Split(text, "\npiece ")
		last := len(pieces) - 1
		second, rest, _ := strings.Cut(pieces[last], "\nrest\n")
		for i := range pieces {
			pieces[i] = "\npiece " + pieces[i]
		}
		pieces[0], pieces[last] = strings.TrimPrefix(pieces[0], "\npiece "), "\npiece "+second
		rest = "\nrest\n" + rest
		_, to, _ := strings.Cut(pieces[2], "\nsolution ")
		listed, _, _ := strings.Cut(to, "\nsolution ")
		listed, _, _ = strings.Cut(listed, "\nformula ")
		replace := func(old, new string) string { return strings.Replace(text, old, new, 1) }
		join := func(pieces []string, rest string) string { return strings.Join(pieces, "") + rest }
		listed = "\nsolution " + listed
		for what, test := range map[string]struct{ text, want string }{
			"a solution left out": {replace(listed, ""), "does not follow"},
			"a solution doubled":  {replace(listed, listed+listed), "the same as"},
			"a solution in another piece": {replace("\nformula", listed+"\nformula"),
				"does not begin with the values of its piece"},
			"a piece left out":     {join(slices.Delete(slices.Clone(pieces), 2, 3), rest), "does not follow"},
			"a piece doubled":      {join(slices.Insert(slices.Clone(pieces), 2, pieces[2]), rest), "beyond"},
			"the last piece first": {join(slices.Insert(slices.Clone(pieces[:last]), 1, pieces[last]), rest), "beyond"},
			"no proof of the rest": {join(pieces, "\nrest\nformula extended\nend\n"), ""},
			"no end":               {join(pieces, "\n"), "the file ends where"},
		} {
			if _, err := checkCertificate(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, %s: error %v, want %q", name, what, err, test.want)
			}
		}
	}
}
