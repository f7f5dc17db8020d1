package ip_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
)

const (
	mpsHead = "ROWS\n N c\n G r\nCOLUMNS\n M MARKER INTORG\n x c 1 r 1\n y c 2 r 1\n M MARKER INTEND\nRHS\n r 1\n"
	mpsBox  = mpsHead + "BOUNDS\n UP B x 3\n UP B y 3\n"
	lpHead  = "Minimize\n obj: x + 2 y\nSubject To\n c: x + y >= 1\nBinary\n x y\n"
)

// dialects has files as other programs write them: the best value and the number of solutions, or the error.
var dialects = []struct {
	name   string
	format ip.Format
	text   string
	want   string
}{
	{"fractions", ip.LP, "Max\n 0.5 x + .5 y + 2.5E-1\nst\n 0.5 x + 0.5 y <= 1.5\nBounds\n x <= 2.5\n" +
		" y <= 2\nInt\n x y\nEnd",
		"best 1.75 of 8"},
	{"fractions of a right-hand side", ip.LP, "Min\n x\nst\n x + y >= 1.5\n 2 x - y <= 2.2\nBinary\n x y\n" +
		"End", "best 1 of 1"},
	{"no integer in an equation", ip.LP, "Min\n x\nst\n x + y = 1.5\nBinary\n x y\nEnd", "0 solutions"},
	{"no integer in a range", ip.LP, "Min\n x\nst\n 1.2 <= x + y <= 1.8\nBinary\n x y\nEnd", "0 solutions"},
	{"thirds", ip.LP, "Min\n x\nst\n 0.333333333333333 x + 0.666666666666667 y >= 0.5\nBinary\n x y\n" +
		"End", "best 0 of 2"},
	{"beyond 2^53", ip.LP, "Min\n x\nst\n 0.3333333333333333 x + 1000 y >= 0.5\nBinary\n x y\nEnd",
		"lp: line 4: row c1: multiplied out, it has numbers beyond 2^53"},
	{"more than 18 digits", ip.LP, "Min\n 0.1234567890123456789 x\nst\n x >= 0\nBinary\n x\nEnd",
		"lp: line 2: objective: multiplied out"},
	{"Pyomo", ip.LP, "\\* Source Pyomo model name=unknown *\\\n\nmin \nx2:\n+1 x(1)\n+2.5 x(2)\n" +
		"+3 ONE_VAR_CONSTANT\n\ns.t.\n\n" +
		"c_e_x4_:\n+1 ONE_VAR_CONSTANT\n= 1.0\n\nc_l_x5_:\n+1 x(1)\n+1 x(2)\n>= 1.0\n\nc_r_x6_:\n" +
		"0 <= +1 x(1)\n<= 5\n\n" +
		"bounds\n   0 <= x(1) <= 1\nbinary\n  x(1)\n  x(2)\nend\n", "best 4 of 3"},
	{"linopy", ip.LP, "min\n\nobj:\n\n+1.000000000000 x0\n+2.0 x1\n\ns.t.\n\nc0:\n+1.0 x0\n-1.0 x1\n" +
		">= -1.0\n\nc1:\n+1 x0\n>= -inf\n\n" +
		"bounds\n+0.0 <= x0 <= +4.0\n1 <= x1 <= 2\n\ngeneral\nx0\nx1\nend\n", "best 2 of 9"},
	{"Gurobi", ip.LP, "\\ Model mip1\n\\ LP format - for model browsing.\nMaximize\n" +
		"  x + 2 y[0,1] + 3 Constant\nSubject To\n" +
		" R0: - 8 <= 2 x - 3.5 y[0,1] <= 8\n GC: x = 1 -> y[0,1] <= 1\n GD: x = 0 -> x + y[0,1] = 2\n" +
		"Bounds\n Constant = 1\n -1 <= y[0,1] <= 3\nBinaries\n x\nGenerals\n y[0,1]\nEnd\n", "best 7 of 4"},
	{"CPLEX", ip.LP, "\\ENCODING=ISO-8859-1\n\\Problem name: \n\nMaximize\n obj1: x1 + 2 x2\nSubject To\n" +
		" c1: - x1 + x2 <= 2\n" +
		" c2: -5 <= x1 - x2 <= 5\n ind1: x3 = 0 -> x1 <= 1\nBounds\n 0 <= x1 <= 3\n x2 <= 9\nGenerals\n" +
		" x1 x2\nBinaries\n x3\nEnd\n",
		"best 13 of 25"},
	{"CBC", ip.LP, "\\Problem name: test\n\nMinimize\nobj: x0 + 2 x1 - 1.5 objconstant\nSubject To\n" +
		"cons0:  x0 + x1 >= 1\n" +
		"cons1:  x0 - x1 >= -1e30\n x0 - x1 <= 4\nBounds\n objconstant = 1\n x1 <= 4\n -1e+30 <= x0 <= 3\n" +
		" x0 >= 0\nIntegers\nx0 x1\nEnd\n",
		"best -0.5 of 19"},
	{"HiGHS", ip.LP, "\\ File written by HiGHS .lp file handler\nmin\n obj: +1 x +2 y \nst\n" +
		" con1: +1 x +1 y >= +1\nbounds\n 0 <= x <= 4\n" +
		" -1 <= y <= 1\nbin\ngen\n x\n y\nsemi\nend\n", "best 0 of 12"},
	{"SCIP", ip.LP, "\\ SCIP STATISTICS\n\\ END\nMinimize\n Obj: +1 x +2 y\nSubject to\n" +
		" c1: +1 x +1 y >= +1\n lin: +1 x -1 y <= +0.5\n" +
		"Bounds\n 0 <= x <= 1\n 0 <= y <= 3\nBinaries\n x\nGenerals\n y\nEnd\n", "best 2 of 6"},
	{"PuLP", ip.LP, "\\* Grid *\\\nMinimize\nOBJ: __dummy\nSubject To\n_C1: a + b = 1\nBounds\n" +
		"__dummy = 0.5\nBinaries\na\nb\nEnd\n",
		"best 0.5 of 2"},
	{"words", ip.LP, "MAXIMISE\n 3x + 2y\nSUCH THAT\n c: x + y =< 4\n x + 3y => -2\n - x - + -2 y < 6\n" +
		" R3: 3 <= x\nBOUND\n x <= 3.9\n y < 2\n" +
		"INTEGERS\nx\ny\nEND\n", "best 11 of 2"},
	{"headings with colons", ip.LP, "Minimize:\nSubject To:\n c: x + 2 x >= 1e0 \\* why *\\\nBounds:\n" +
		" x<=5.\nGenerals:\n x\nEnd", "5 solutions"},
	{"lazy constraints", ip.LP, lpHead + "Lazy Constraints\n l: x + y <= 1\nEnd", "best 1 of 2"},
	{"letters", ip.LP, "min\n größe\nst\n größe + 数 >= 1\nbin\n größe 数\nend", "best 0 of 3"},
	{"a mark and CR", ip.LP, "\ufeffmin\r x\rst\r x >= 0.5\rbin\r x\rend\r", "best 1 of 1"},
	{"user cuts", ip.LP, lpHead + "User Cuts\n l: x + y <= 1\n" +
		"End", `lp: line 7, column 1: section "user cuts": user cuts are not`},
	{"general constraints", ip.LP, lpHead + "General Constraints\n g: x = MAX ( y )\nEnd",
		`lp: line 7, column 1: section "general constraints": general constraints are not supported`},
	{"semi-continuous", ip.LP, lpHead + "Semi-Continuous\n x\n" +
		"End", `lp: line 7, column 1: section "Semi": semi-continuous columns`},
	{"several objectives", ip.LP, "Minimize multi-objectives\n O: x\n" +
		"End", "lp: line 1, column 10: several objectives are not"},
	{"lp_solve", ip.LP, "/* Objective */\nmax: 3x;\n", "lp: line 1, column 1: this is the LP format of lp_solve"},
	{"lp_solve without comments", ip.LP, "max: 3x;\n", "lp: line 1, column 1: this is the LP format of lp_solve"},
	{"an indicator without bounds", ip.LP, "min\n x\nst\n b = 1 -> x <= 3\nbin\n b\ngen\n x\nend",
		"lp: line 4, column 2: an indicator constraint over x, which has no bound"},

	{"MPS of Gurobi", ip.MPSFree, "NAME m\n* Max problem\nOBJSENSE\n    MAX\nROWS\n N  OBJ\n L  c0\n E  c2\n" +
		"COLUMNS\n" +
		"    MARKER    'MARKER'                 'INTORG'\n    x  OBJ  1\n    x  c0  1\n    y  OBJ  1\n" +
		"    y  c0  2\n" +
		"    MARKER    'MARKER'                 'INTEND'\n    z  OBJ  2.5\n    z  c0  3\n    z  c2  1\n" +
		"RHS\n    RHS1  OBJ  -3\n    RHS1  c0  4\n    RHS1  c2  .5\nRANGES\n    R  c0  2.5\nBOUNDS\n" +
		" BV B  x\n UP B  y  2\n" +
		" MI B  z\n UP B  z  7.5\nENDATA\n", "best 5.25 of 3"},
	{"OBJNAME, MAX without indent", ip.MPSFree, "NAME\nOBJSENSE\nMAX\nOBJNAME\n    C2\nROWS\n N C1\n N C2\n" +
		" L R\nCOLUMNS\n" +
		" M1 MARKER INTORG\n x C1 5 C2 1\n x R 2\n y C2 3 R 1.5\n M1 MARKER INTEND\nRHS\n R 3.5\nBOUNDS\n" +
		" UI B x 3\n UP B y 1.99\nENDATA\n",
		"best 4 of 4"},
	{"blanks in names", ip.MPSFixed, "NAME          BLANK NM\nROWS\n N  COST\n L  ROW ONE\nCOLUMNS\n" +
		"    MARKER                 'MARKER'                 'INTORG'\n" +
		"    MY X      COST              -1.0   ROW ONE            1.0\n" +
		"    Y         COST              -2.0   ROW ONE            1.0\n" +
		"    MARKER                 'MARKER'                 'INTEND'\nRHS\n" +
		"    RHS       ROW ONE            4.0\nBOUNDS\n" +
		" UP BND       MY X               3.0\n UP BND       Y                  3.0\nENDATA\n", "best -7 of 13"},
	{"the sense of PuLP", ip.MPSFree, "*SENSE:Maximize\n" + mpsBox + "ENDATA\n", "best 9 of 15"},
	{"text after the end, as in MIPLIB's dcmulti", ip.MPSFree, mpsBox + "ENDATA\n\nH33 2\nROWS\n", "best 1 of 15"},
	{"rows without columns", ip.LP, "Max\n x\nst\n a: = +0\n b: >= -1\n c: x <= 2\nBounds\n x <= 3\nInt\n x\nEnd",
		"best 2 of 3"},
	{"labels such as the names of rows without labels", ip.LP,
		"Max\n x\nst\n x <= 3\n c1: x <= 2\n b = 1 -> x <= 1\n c3: x <= 3\n x >= 0\n" +
			"Bounds\n x <= 4\nInt\n x\nBinary\n b\nEnd",
		"best 2 of 5"},
	{"a row without columns that does not hold", ip.LP, "Max\n x\nst\n a: <= -1\nBinary\n x\nEnd", "0 solutions"},
	{"OBJSENSE on one line", ip.MPSFree, "OBJSENSE MAXIMIZE\n" + mpsBox + "ENDATA\n", "best 9 of 15"},
	{"infinite bounds", ip.MPSFree, mpsHead + "BOUNDS\n LO B x -1e30\n UP B x Infinity\n LO B x 0\n" +
		" UP B x 1.5\n BV B y\nENDATA\n",
		"best 1 of 3"},
	{"lazy rows", ip.MPSFree, "ROWS\n N c\nLAZYCONS\n G r\nCOLUMNS\n M MARKER INTORG\n x r 1\nRHS\n r 1\n" +
		"ENDATA\n", "1 solutions"},
	{"QUADOBJ", ip.MPSFree, mpsBox + "QUADOBJ\n x x 1\n" +
		"ENDATA\n", "mps: line 14: section QUADOBJ: quadratic terms are not supported"},
	{"SOS", ip.MPSFree, mpsBox + "SOS\n S1 s\n" +
		"ENDATA\n", "mps: line 14: section SOS: special ordered sets (SOS) are not"},
	{"INDICATORS", ip.MPSFree, mpsBox + "INDICATORS\n IF r x 1\n" +
		"ENDATA\n", "mps: line 14: section INDICATORS: indicator"},
	{"SC", ip.MPSFree, mpsHead + "BOUNDS\n SC B x 3\n" +
		"ENDATA\n", "mps: line 12: bound SC: semi-continuous columns are not supported"},

	{"products", ip.OPB, "* #variable= 3 #constraint= 2 #product= 3 sizeproduct= 6\n" +
		"min: +1 x1 +2 x2 x3 -1 ~x1 x3 ;\n" +
		"+1 x1 +1 x2 x3 >= 1;\n+1 x1 ~x2 +1 x3 >= 1;\n", "best 1 of 4"},
	{"products of one variable", ip.OPB, "* #variable= 2 #constraint= 1\n" +
		"3 x1 ~x1 +1 x2 x2 = 1;\n", "2 solutions"},
	{"minisat+", ip.OPB, "min:+1*x1+2*x2;\n+1*x1+1*x2>=1;\n-3*x1+2~x2<=5;\n", "best 1 of 3"},
	{"big numbers", ip.OPB,
		"+99999999999999999999 x1 >= 1;", `opb: line 1, column 1: "+99999999999999999999" is not a whole`},
}

func TestDialects(t *testing.T) {
	for _, c := range dialects {
		p, err := ip.Read(strings.NewReader(c.text), c.format)
		got := fmt.Sprint(err)
		if err == nil {
			best, n := math.MinInt, 0
			solve(p, func(x ip.Point) {
				value := p.Value(x)
				if n++; !p.Maximize {
					value = -value
				}
				best = max(best, value)
			})
			if got = fmt.Sprintf("%d solutions", n); (len(p.Objective) > 0 || p.Offset != 0) && n > 0 {
				if !p.Maximize {
					best = -best
				}
				got = fmt.Sprintf("best %s of %d", ip.Quotient(best, p.Scale), n)
			}
		}
		if !strings.HasPrefix(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.name, got, c.want, c.text)
		}
	}
}

// A program with continuous columns is read and written with its numbers, and its points are checked.
func TestMixed(t *testing.T) {
	const lp = `Maximize
 obj: 3 x + 2.5 y - z + 1.25 constant
Subject To
 c1: x + y <= 4.5
 c2: x + 3 y + 0.3333333333333333 z >= -6e-20
 c2_le: x + 3 y + 0.3333333333333333 z <= 6
Bounds
 0 <= x <= 3.7
 y >= -2
 z free
 constant = 1
General
 y constant
End
`
	_, err := ip.Read(strings.NewReader(lp), ip.LP)
	var mixed *ip.MixedError
	if !errors.As(err, &mixed) || !errors.As(err, new(*encode.ParseError)) {
		t.Fatalf("error %v, want a MixedError", err)
	}
	m := mixed.Program
	for range 2 {
		var text bytes.Buffer
		if err := m.Write(&text, ip.LP, nil); err != nil || text.String() != lp {
			t.Errorf("%v: written\n%s", err, text.String())
		}
		text.Reset()
		if err := m.Write(&text, ip.MPSFree, nil); err != nil {
			t.Fatal(err)
		}
		if _, err = ip.Read(&text, ip.MPSFree); !errors.As(err, &mixed) {
			t.Fatalf("error %v, want a MixedError", err)
		}
	}
	if got := m.Value([]float64{3.5, 1, -2}); math.Abs(got-16.25) > 1e-12 {
		t.Errorf("value %v, want 16.25", got)
	}
	if size := m.Size(); size != (model.Size{Variables: 3, Rows: 3, Nonzeros: 8}) {
		t.Errorf("size %+v", size)
	}
	for text, want := range map[string]bool{"x + y": true, "x": true, "1": true, "0": false, "x - x": false} {
		_, err := ip.Read(strings.NewReader("min\n "+text+"\nst\n z >= 0\nend"), ip.LP)
		if !errors.As(err, &mixed) || mixed.Program.Optimizes() != want {
			t.Errorf("objective %s: Optimizes is not %v; error %v", text, want, err)
		}
	}
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{[]float64{3.5, 1, -2}, "<nil>"},
		{[]float64{3.5 + 4e-6, 1, -2}, "<nil>"}, // within the tolerance of 4.5
		{[]float64{3.5 + 6e-6, 1, -2}, "row c1: the sum 4.500006 is outside [-inf, 4.5]"},
		{[]float64{3.5, 1.0000001, -2}, "column y: the value 1.0000001 is not within its bounds, or no integer"},
		{[]float64{3.8, 0, 0}, "column x: the value 3.8 is not within its bounds, or no integer"},
		{[]float64{1, 2, math.NaN()}, "column z: the value NaN is not within its bounds, or no integer"},
		{[]float64{1}, "1 values for 3 columns"},
	} {
		if got := fmt.Sprint(m.Check(c.x)); got != c.want {
			t.Errorf("%v: got %s, want %s", c.x, got, c.want)
		}
	}
	value := func(name string, x float64) ip.Value { return ip.Value{Name: name, Value: x, Line: 3} }
	for _, c := range []struct {
		s    ip.Solution
		want string
	}{
		{ip.Solution{Status: model.Unknown, Values: []ip.Value{value("x", 0.5), value("c1", 7), value("y", 1.999999),
			value("z", -0.25)}}, "[0.5 2 -0.25] <nil>"},
		{ip.Solution{Status: model.Satisfiable, Sparse: true, Values: []ip.Value{value("x2", 1.5)}}, "[0 1.5 0] <nil>"},
		{ip.Solution{Status: model.Unsatisfiable, Values: []ip.Value{value("x", 1)}},
			"[]  answer: there is no solution ()"},
		{ip.Solution{}, "[]  answer: the solver neither found a solution nor proved that there is none ()"},
		{ip.Solution{Status: model.Satisfiable, Values: []ip.Value{value("x", 1)}},
			"[]  answer: no value for column y (2 of 3): the answer is incomplete or about another program"},
	} {
		x, err := m.Point(c.s)
		if got := fmt.Sprint(x, err); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.s, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"min\n x\nst\n x - y >= 1\ngen\n x y\nend", "lp: line 2, column 2: column x has no upper bound"},
		{"min\n x\nst\n 0.3333333333333333 x + 1000 y >= 0.5\nBinary\n x y\n" +
			"End", "lp: line 4: row c1: multiplied out"},
	} {
		_, err := ip.Read(strings.NewReader(c.text), ip.LP)
		if !errors.As(err, &mixed) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want a MixedError %s", c.text, err, c.want)
		}
	}
}
