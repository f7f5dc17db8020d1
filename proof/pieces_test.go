package proof_test

import (
	"slices"
	"strings"
	"testing"

	"nonet/proof"
)

// piecesOf returns a certificate in pieces: one for each solution, of its first width values of shown.
func piecesOf(t *testing.T, whole proof.Claim, solutions [][]int, width int, shown func([]int) []int) string {
	t.Helper()
	var text strings.Builder
	var pieces [][]int
	add := func(p *proof.Piece, solutions ...[]int) {
		c := whole
		c.Piece, c.Solutions = p, solutions
		text.WriteString(certificate(t, &c))
	}
	var first []int
	for _, s := range solutions {
		pieces = append(pieces, shown(s)[:width])
		add(&proof.Piece{Begin: shown(s)[:width], First: first}, s)
		first = solutions[0]
	}
	add(&proof.Piece{Pieces: pieces, First: first})
	return text.String()
}

// smallPieces returns certificates in pieces of a puzzle with two solutions, and of a model with three best solutions
// in the variables 2 and 0.
func smallPieces(t *testing.T) map[string]string {
	t.Helper()
	puzzle := proof.Claim{Height: 1, Width: 2, Puzzle: make([]int, 4)}
	cells := func(s []int) []int { return s[:4] }
	ruled := puzzle
	ruled.Rules = []proof.Rule{{Text: "a rule", Auxiliary: [][]int{{5, 6}}, Constraints: []proof.Constraint{
		proof.Linear{Terms: []proof.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 4}}, Relation: "=", Bound: 7}}}}
	m, err := proof.ParseModel([]byte(`{"kind": "nonet model", "version": 1, "vars": [{"name": "a", "domain": [[1,3]]},
{"name": "b", "domain": [[0,1]]}, {"name": "c", "domain": [[4,6]]}],
"constraints": [{"type": "linear", "terms": [[1,0], [1,2]], "relation": "<=", "bound": 7}],
"objective": {"sense": "maximize", "terms": [[2,0], [2,2], [1,1]], "constant": 5}
}
`))
	if err != nil {
		t.Fatal(err)
	}
	best := proof.Claim{Model: m, Kind: proof.AllSolutions, Over: []int{2, 0}}
	over := func(s []int) []int { return []int{s[2], s[0]} }
	return map[string]string{
		"puzzle": piecesOf(t, puzzle, [][]int{{1, 2, 2, 1}, {2, 1, 1, 2}}, 1, cells),
		"rules":  piecesOf(t, ruled, [][]int{{1, 2, 2, 1, 6}, {2, 1, 1, 2, 5}}, 1, cells),
		"model":  piecesOf(t, best, [][]int{{3, 1, 4}, {2, 1, 5}, {1, 1, 6}}, 2, over),
	}
}

func TestPieces(t *testing.T) {
	wanted := map[string]string{
		"puzzle": "nonet certificate 1\nbox 1x2\npuzzle ....\npiece 1\nsolution 1221\nformula extended\n*end\n" +
			"piece 2\nsolution 2112\nformula extended\n*end\nrest\nformula extended\n*end\n",
		"rules": "nonet certificate 2\nbox 1x2\npuzzle ....\nrule a rule\n  variable x1 5 6\n  linear +r1c1 +x1 = 7\n" +
			"piece 1\nsolution 1221\nauxiliary 6\nformula extended\n*end\n" +
			"piece 2\nsolution 2112\nauxiliary 5\nformula extended\n*end\nrest\nformula extended\n*end\n",
		"model": "nonet certificate 3\nmodel\n*}\nclaim all\nover 2 0\npiece 4 3\nsolution 3 1 4\nformula direct\n" +
			"*end\npiece 5 2\nsolution 2 1 5\nformula direct\n*end\npiece 6 1\nsolution 1 1 6\nformula direct\n" +
			"*end\nrest\nformula direct\n*end\n",
	}
	for name, text := range smallPieces(t) {
		for part := range strings.SplitSeq(wanted[name], "*") {
			before, _, found := strings.Cut(text, part)
			if !found {
				t.Fatalf("%s: there is no %q in\n%s", name, part, before)
			}
		}
		n, err := check(text)
		pieces := strings.Count(text, "\npiece ")
		if err != nil || n != pieces+1 {
			t.Fatalf("%s: %d claims are accepted, error %v:\n%s", name, n, err, text)
		}
		whole := wholeClaims(text)
		listed := len(whole[0].Solutions)
		if len(whole) != 1 || listed != pieces {
			t.Errorf("%s: %d certificates, %d solutions", name, len(whole), listed)
		}
		// Two certificates, one after the other, and the lines at which their claims begin.
		r := proof.NewReader(strings.NewReader(text + text))
		var lines []int
		for c, err := r.Next(); err == nil; c, err = r.Next() {
			if lines = append(lines, r.StartLine()); c.Piece.IsFirst() != (len(lines)%(pieces+1) == 1) {
				t.Errorf("%s: claim %d is the first one: %v", name, len(lines), c.Piece.IsFirst())
			}
		}
		at := func(line string, after int) int { // from 1
			return after + 1 + strings.Count(text[:strings.Index(text, line)], "\n")
		}
		second := pieces + 1
		if len(lines) != 2*second || lines[0] != 1 || lines[1] != at("piece "+map[string]string{"puzzle": "2",
			"rules": "2", "model": "5 2"}[name], 0) || lines[second-1] != at("rest\n", 0) ||
			lines[second] != strings.Count(text, "\n")+1 {
			t.Errorf("%s: claims begin in the lines %d", name, lines)
		}
	}
}

// What is wrong with one claim of several is an error of the reader or a reason to reject.
func TestWrongPieces(t *testing.T) {
	certificates := smallPieces(t)
	for _, test := range []struct{ name, old, new, want string }{
		{"puzzle", "solution 1221", "solution 2112", "solution does not begin with the values of its piece"},
		{"puzzle", "piece 2", "piece", "a piece has 0 values and 1 solutions, expected 1 to 4 values, and solutions"},
		{"puzzle", "piece 2", "piece 2 1 1 2 1", "a piece has 5 values and 1 solutions, expected 1 to 4 values"},
		{"puzzle", "piece 2\nsolution 2112\n", "piece 2\n", "a piece has 1 values and 0 solutions"},
		{"puzzle", "piece 1\nsolution 1221\n", "piece 1\n", "a piece has 1 values and 0 solutions"},
		{"puzzle", "piece 1", "piece x", "expected a number, found \"x\""},
		{"puzzle", "rest\n", "rest of all\n", "expected \"rest\", found \"rest of all\""},
		{"puzzle", "rest\n", "nonet certificate 1\n", "expected \"piece\" and its value, found \"nonet\""},
		{"puzzle", "rest\nformula", "rest\nsolution 1221\nformula", "expected \"formula\" and its value"},
		{"puzzle", "puzzle ....\n", "puzzle ....\nsolution 1221\n", "expected \"formula\" and its value, found"},
		{"puzzle", "formula extended", "formula direct", "expected the formula extended, found \"direct\""},
		{"puzzle", "piece 1\n", "rest\n", "found \"rest\""},
		{"model", "claim all", "claim unique", "expected \"formula\" and its value, found \"piece\""},
		{"model", "over 2 0\npiece", "solution 3 1 4\nover 2 0\npiece", "expected \"formula\" and its value, found"},
		{"model", "over 2 0\n", "over 2 9\n", "the claim is over variable 9 of 3"},
		{"model", "solution 2 1 5", "solution 2 0 5", "the solution has the value 19, solution 1 the value 20"},
		{"model", "piece 5 2", "piece 4 2", "does not begin with the values of its piece"},
		{"model", "formula direct", "formula extended", "expected the formula direct, found \"extended\""},
	} {
		text := strings.Replace(certificates[test.name], test.old, test.new, 1)
		if _, err := check(text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %q: error %v, want %q", test.name, test.new, err, test.want)
		}
	}
}

// The last claim is rejected if two pieces have common solutions or are not in increasing order, and proves nothing
// about a claim of another kind.
func TestPiecesDiffer(t *testing.T) {
	whole := proof.Claim{Height: 1, Width: 2, Puzzle: make([]int, 4)}
	for _, test := range []struct {
		pieces [][]int
		want   string
	}{
		{[][]int{{1}, {2}}, ""},
		{[][]int{{1, 2}, {2, 1}}, ""},
		{[][]int{{1}, {1}}, "piece 2 is not beyond piece 1"},
		{[][]int{{1}, {1, 2}, {2}}, "piece 2 is not beyond piece 1"},
		{[][]int{{1, 2}, {1}}, "piece 2 is not beyond piece 1"},
		{[][]int{{1}, {2, 1}, {2}}, "piece 3 is not beyond piece 2"},
		{[][]int{{1}}, "another solution"},
		{[][]int{{2, 1}}, "another solution"},
	} {
		c := whole
		c.Piece = &proof.Piece{Pieces: test.pieces, First: []int{1, 2, 2, 1}}
		err := c.Verify(t.Context())
		_, refuted := refute(t, &c)
		switch {
		case test.want == "another solution" && (err != nil || refuted):
			t.Errorf("%d: refuted %v, error %v", test.pieces, refuted, err)
		case test.want == "" && (err != nil || !refuted):
			t.Errorf("%d: refuted %v, error %v", test.pieces, refuted, err)
		case strings.HasPrefix(test.want, "piece") && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%d: error %v, want %q", test.pieces, err, test.want)
		}
	}
	for name, c := range map[string]proof.Claim{
		"solutions beside the rest": {Height: 1, Width: 2, Puzzle: make([]int, 4), Solutions: [][]int{{1, 2, 2, 1}},
			Piece: &proof.Piece{First: []int{1, 2, 2, 1}}},
		"no piece before the rest": {Height: 1, Width: 2, Puzzle: make([]int, 4), Piece: &proof.Piece{}},
		"a model without solutions": {Model: &proof.Model{}, Kind: proof.NoSolution,
			Piece: &proof.Piece{Begin: []int{1}}},
	} {
		if err := c.Verify(t.Context()); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	// A piece may begin with any number of cells.
	solution := []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	for n := 1; n <= 17; n++ {
		c := proof.Claim{Height: 2, Width: 2, Puzzle: make([]int, 16), Solutions: [][]int{solution},
			Piece: &proof.Piece{Begin: append(slices.Clone(solution), 1)[:n]}}
		if err := c.Verify(t.Context()); (err == nil) != (n <= 16) {
			t.Errorf("a piece of %d values: %v", n, err)
		}
	}
	begin := slices.Clone(whole.Puzzle)
	whole.Piece = &proof.Piece{Begin: begin[:1], First: begin}
	if whole.Piece.IsFirst() {
		t.Error("a piece with a first solution is the first one")
	}
}
