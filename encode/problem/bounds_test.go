package problem_test

import (
	"fmt"
	"strings"
	"testing"

	"nonet/encode/problem"
)

// mps returns an MPS file with an integer column x and a row c1 that is no bound, without the last sections.
func mps(columns, rest string) string {
	if columns == "" {
		columns = " x obj 1 c1 1\n"
	}
	return "NAME T\nROWS\n N obj\n G c1\nCOLUMNS\n M 'MARKER' 'INTORG'\n" + columns + " M 'MARKER' 'INTEND'\n" +
		"RHS\n R c1 -10\n" + rest + "ENDATA\n"
}

// lp returns an LP file that minimizes x, with a section Bounds.
func lp(bounds string) string {
	return "Minimize\n obj: x\nSubject To\n c: x >= -10\nBounds\n" + bounds + "General\n x\nEnd\n"
}

// The files of other programs have the domains that those programs give them, or an error at the line that is the
// reason.
func TestColumns(t *testing.T) {
	for _, test := range []struct {
		name, text string
		domain     string // of x, or the error
	}{
		{"a.mps", mps("", ""), "0..1"}, // an integer column without bounds
		{"a.mps", mps("", "BOUNDS\n UP B x -1\n LO B x -6\n"), "-6..-1"},
		{"a.mps", mps("", "BOUNDS\n LO B x -6\n UP B x -1\n"), "-6..-1"},
		{"a.mps", mps("", "BOUNDS\n MI B x\n UP B x 5\n LO B x -6\n"), "-6..5"},
		{"a.mps", mps("", "BOUNDS\n FR B x\n LO B x -6\n UP B x 5\n"), "-6..5"},
		{"a.mps", mps("", "BOUNDS\n PL B x\n LO B x -6\n UP B x 5\n"), "-6..5"},
		{"a.mps", mps("", "BOUNDS\n UP B x 1e30\n UP B x 5\n"), "0..5"},
		{"a.mps", mps("", "BOUNDS\n UP B x 0\n"), "0..0"},
		{"a.mps", strings.ReplaceAll(mps("", ""), "'", ""), "0..1"}, // markers without quotation marks
		{"a.mps", "ROWS\n N obj\n G c1\nCOLUMNS\n x obj 1 c1 1\nBOUNDS\n FX B x 3\nENDATA\n", "3..3"},
		{"a.mps", mps("", "BOUNDS\n UP B x -3\n"), "-10..-3"},
		{"a.mps", mps("", "BOUNDS\n MI B x\n UP B x 5\n"), "-10..5"}, // the row x >= -10
		{"a.mps", mps("", "BOUNDS\n LO B x 1\n"), "mps: line 12: column x has no upper bound"},
		{"a.mps", mps("", "BOUNDS\n PL B x\n"), "mps: line 12: column x has no upper bound"},
		{"a.mps", mps("", "BOUNDS\n FR B x\n"), "mps: line 12: column x has no upper bound"},
		{"a.mps", mps("", "BOUNDS\n UP B x 1e30\n"), "mps: line 12: column x has no upper bound"},
		{"a.mps", mps("", "BOUNDS\n UP B x 2.5\n"), "0..2"},
		{"a.mps", mps("", "BOUNDS\n LO B x -.5\n UP B x 25E-1\n"), "0..2"},
		{"a.mps", mps("", "BOUNDS\n LO B x .25\n UP B x 0.75\n"),
			"mps: line 13: column x: there is no integer from 0.25 to 0.75"},
		{"a.mps", mps("", "BOUNDS\n LO B x 7\n UP B x 5\n"),
			"mps: line 13: the lower bound 7 of x exceeds its upper bound 5"},
		{"a.mps", mps("", "BOUNDS\n UP B x 7\n UP B x 5\n"), "mps: line 13: a second upper bound of x, 5 after 7"},
		{"a.mps", mps("", "BOUNDS\n BV B x\n FX B x 1\n"), "mps: line 13: a second lower bound of x, 1 after 0"},
		{"a.mps", mps(" x c1 0\n x c1 5\n", ""), "mps: line 8: column x has two numbers in row c1"},
		{"a.mps", mps(" x c1 5\n x c1 0\n", ""), "mps: line 8: column x has two numbers in row c1"},
		{"a.mps", mps(" x obj 0 obj 5\n", ""), "mps: line 7: column x has two numbers in row obj"},
		{"a.mps", mps("", "RHS\n R c1 5\n"), "mps: line 12: row c1 has two right-hand sides"},
		{"a.mps", mps("", "RHS\n R obj 0 obj 5\n"), "mps: line 12: row obj has two right-hand sides"},
		{"a.mps", mps("", "RANGES\n R c1 0 c1 5\n"), "mps: line 12: row c1 has two ranges"},
		{"a.mps", mps("", "RANGES\n R obj 5\n"), "mps: line 12: row obj has two ranges, or is the objective"},
		{"a.mps", "ROWS\n N obj\n G c1\nCOLUMNS\n x obj 1 c1 1\nBOUNDS\n UP B x 3\nENDATA\n",
			"mps: line 7: column x is not an integer"},

		{"a.lp", lp(" x <= -1\n x >= -6\n"), "-6..-1"},
		{"a.lp", lp(" x >= -6\n x <= -1\n"), "-6..-1"},
		{"a.lp", lp(" x >= -inf\n x <= +Inf\n x >= 0\n x <= 7\n"), "0..7"},
		{"a.lp", lp(" -infinity <= x <= +infinity\n 0 <= x <= 7\n"), "0..7"},
		{"a.lp", lp(" x free\n -2 <= x <= 2\n"), "-2..2"},
		{"a.lp", lp(" x <= 1.8e308\n x <= 7\n"), "0..7"},
		{"a.lp", lp(" inf >= x\n 7 >= x\n"), "0..7"},
		{"a.lp", lp(" x = 3\n"), "3..3"},
		{"a.lp", strings.Replace(lp(" x <= 3\n"), "x >= -10", "x <= inf", 1), "0..3"},
		{"a.lp", strings.Replace(lp(" x <= 3\n"), "x >= -10", "-inf <= x <= inf", 1), "0..3"},
		{"a.lp", strings.Replace(lp(" x = 3\n"), "General\n x\n", "", 1), "3..3"},  // continuous, but fixed
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: +1.0 x = 1.0\nEnd\n", "1..1"}, // fixed by a row
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: 2 x = -6\nBounds\n x free\nEnd\n", "-3..-3"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: x >= 0\nBounds\n x >= 1\nBinary\n x\nEnd\n", "1..1"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: x >= 0\nBinary\n x\nBounds\n x <= 0\nEnd\n", "0..0"},
		{"a.lp", lp(" x <= 1e30\n"), "lp: line 6, column 2: column x has no upper bound"},
		{"a.lp", lp(" x <= inf\n"), "lp: line 6, column 2: column x has no upper bound"},
		{"a.lp", lp(" -inf <= x <= 4\n"), "-10..4"},
		{"a.lp", strings.Replace(lp(" -inf <= x <= 4\n"), ">= -10", "<= -10", 1),
			"lp: line 6, column 10: column x has no lower bound"},
		{"a.lp", lp(" x free\n"), "lp: line 6, column 2: column x has no upper bound"},
		{"a.lp", lp(""), "lp: line 2, column 7: column x has no upper bound"},
		{"a.lp", lp(" x <= -1\n"), "lp: line 6, column 2: the lower bound 0 of x exceeds its upper bound -1"},
		{"a.lp", lp(" x <= 7\n x <= 5\n"), "lp: line 7, column 2: a second upper bound of x, 5 after 7"},
		{"a.lp", lp(" x = 3\n x >= 5\n"), "lp: line 7, column 2: a second lower bound of x, 5 after 3"},
		{"a.lp", lp(" x <= 2.5\n"), "0..2"},
		{"a.lp", lp(" -2.5 <= x <= 1.E+0\n"), "-2..1"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: x >= 0\nBounds\n x <= 2\nBinary\n x\nEnd\n",
			"lp: line 6, column 2: the bounds 0 and 2 of x are not within 0 and 1"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n c: 3 x = 2\nEnd\n",
			"lp: line 2, column 7: column x is neither Binary nor General"},
		{"a.lp", "Minimize\n obj: inf x\nSubject To\n c: x >= 0\nEnd\n",
			`lp: line 2, column 7: "inf" is not a coefficient`},
		{"a.lp", "Minimize\n obj: [ x * x ] / 2\nSubject To\n c: x >= 0\nEnd\n",
			"lp: line 2, column 7: \"[\" stands in quadratic terms, which are not supported: " +
				"expected linear terms such as 3 x"},
		{"a.lp", "Minimize\n obj: x ^ 2\nSubject To\n c: x >= 0\nEnd\n",
			"lp: line 2, column 9: \"^\" stands in quadratic terms, which are not supported: " +
				"expected linear terms such as 3 x"},
	} {
		p, err := problem.Read(strings.NewReader(test.text), test.name, problem.Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			d := p.Model.Vars[0].Domain
			got = fmt.Sprintf("%d..%d", d.Min(), d.Max())
		}
		if !strings.HasPrefix(got, test.domain) || err == nil && got != test.domain {
			t.Errorf("%s\n%s: got %s, want %s", test.name, test.text, got, test.domain)
		}
	}
}

// Names of LP files may have indices in brackets, and the objective a constant.
func TestLPNames(t *testing.T) {
	p, err := problem.Read(strings.NewReader("Minimize\n 3 + v[0,1] - 2 v[1,0]#a + 4\nSubject To\n"+
		" R[0]: v[0,0] + v[0,1] = 1\n"+
		" R[1]: v[0,0] + v[1,0]#a = 1\nBinaries\n v[0,0] v[0,1] v[1,0]#a\nEnd\n"), "a.lp", problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Describe(0); got != "R[0]: v[0,0] + v[0,1] = 1 (line 4)" || p.Model.Objective.Constant != 7 {
		t.Errorf("constraint %s, objective %+v", got, p.Model.Objective)
	}
	if n := len(solutions(p.Model)); n != 2 {
		t.Errorf("%d solutions, want 2", n)
	}
}
