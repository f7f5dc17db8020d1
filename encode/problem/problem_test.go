package problem_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/model"
)

// solutions returns all assignments that satisfy m, by trying all of them.
func solutions(m *model.Model) (all []model.Assignment) {
	a := make(model.Assignment, len(m.Vars))
	var try func(v int)
	try = func(v int) {
		if v == len(a) {
			if m.Check(a) == nil {
				all = append(all, append(model.Assignment{}, a...))
			}
			return
		}
		for a[v] = range m.Vars[v].Domain.All {
			try(v + 1)
		}
	}
	try(0)
	return all
}

// Each format is a model whose solutions are counted by hand.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		format     string
		count      int
		constraint string // the first, in the words of the file
	}{
		{"a.cnf", "c two of three\np cnf 3 2\n1 -2 0\n3 0\n", "cnf", 3, "x1 or not x2 (line 3)"},
		{"empty.CNF", "p cnf 2 1\n0\n", "cnf", 0, "the empty clause (line 2)"},
		{"a.opb", "* #variable= 3 #constraint= 1\nmin: +1 x1 ;\n+1 x1 +2 ~x2 -1 x3 >= 1 ;\n", "opb", 5,
			"c1: x1 - 2*x2 - x3 >= -1 (line 3)"},
		{"a.lp", "Minimize\n obj: x + y\nSubject To\n sum: x + 2 y >= 3\nBounds\n x <= 3\n -1 <= y <= 1\n" +
			"General\n x\n y\nEnd\n",
			"lp", 4, "sum: x + 2*y >= 3 (line 4)"},
		{"a.mps", "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n M 'MARKER' 'INTORG'\n x obj 1 cap 2\n y cap 1\n" +
			" M 'MARKER' 'INTEND'\nRHS\n RHS cap 4\nBOUNDS\n UP B x 2\n UP B y 3\nENDATA\n", "mps", 4 + 3 + 1,
			"cap: 2*x + y <= 4 (line 4)"},
		{"a.cover", "a b c\na b\nc\na\nb c\n", "cover", 2, "item a is covered once"},
		{"colors.cover", "p q | x\np x:A\np x:B\nq x:A\nq x\n", "cover", 1, ""},
		{"a.col", "c colours 3\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", "col", 6, ""},
		{"a.xml", "<instance format=\"XCSP3\" type=\"CSP\">\n<variables><array id=\"x\" size=\"[2]\"> 1..3 </array>" +
			"</variables>\n<constraints>\n<intension> lt(x[0],x[1]) </intension></constraints></instance>", "xcsp3", 3,
			"intension: x[0] - x[1] <= -1 (line 4)"},
		{"a.fzn", "var 1..3: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_eq([2,-1],[x,y],1);\nsolve satisfy;\n",
			"fzn", 3, "int_lin_eq: 2*x - y = 1 (line 3)"},
		{"a.json", `{"kind": "nonet model", "version": 1, "name": "", "vars": [{"name":"a","domain":[[1,3]]},
			{"name":"b","domain":[[0,6]]}], "auxiliary": 1, "constraints": [
			{"type":"linear","terms":[[2,0],[-1,1]],"relation":"=","bound":0}], "objective": null}`, "model", 3,
			"2*a - b = 0"},
	} {
		p, err := problem.Read(strings.NewReader(test.text), test.name, problem.Options{Colours: 3})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if p.Format != test.format {
			t.Errorf("%s: format %s, want %s", test.name, p.Format, test.format)
		}
		if n := len(solutions(p.Model)); n != test.count {
			t.Errorf("%s: %d solutions, want %d", test.name, n, test.count)
		}
		if test.constraint != "" && p.Describe(0) != test.constraint {
			t.Errorf("%s: constraint %q, want %q", test.name, p.Describe(0), test.constraint)
		}
	}
}

// A CNF may list the variables to project on and weights in the ways of several model counters.
func TestCounterComments(t *testing.T) {
	const clauses = "p cnf 4 2\n1 2 0\n3 4 0\n"
	for _, test := range []struct {
		text  string
		shown string // of the variables that are shown; "" for all
		note  string
	}{
		{"c ind 1 2 0\n" + clauses, "x1 x2", ""},
		{clauses + "c ind 1 2 0\n", "x1 x2", ""},
		{"c ind 1 0\nc ind 2 0\n" + clauses, "x1 x2", ""},
		{"c  ind\t1   2 0 \n" + clauses, "x1 x2", ""},
		{"c ind 4 2 2 0\n" + clauses, "x2 x4", ""},
		{"c p show 4 2 0\n" + clauses, "x2 x4", ""},
		{"c p show 2 0\nc ind 4 2 0\nc p show 4 0\n" + clauses, "x2 x4", ""},
		{"c ind 0\n" + clauses, "none", ""},
		{"c ind 1 2 3 4 0\n" + clauses, "", ""},
		{"c independent of 1 0\nc ind\nc ind is a word\nc index 1 0\nc indeed\nc in 1 0\n" + clauses, "", ""},
		{"cr 4 2\n" + clauses, "x2 x4", ""},
		{"cr 4 2 0\nvp 2 4 0\n" + clauses, "x2 x4", ""},
		{"p pcnf 4 2 2\nvp 2 4 0\n1 2 0\n3 4 0\n", "x2 x4", ""},
		{"p pcnf 4 2\n1 2 0\n3 4 0 %\n0\n", "", ""},
		{"c r 1 0\ncr\ncreated by\ncr of 1 0\n" + clauses, "", ""},
		{"c t wmc\n" + clauses + "c p weight 1 0.4 0\n", "", "weights are ignored: each solution counts once (line 1)"},
		{"c t pwmc\nc p show 1 0\n" + clauses, "x1", "weights are ignored: each solution counts once (line 1)"},
		{clauses + "c p weight 1 0.4 0\n", "", "weights are ignored: each solution counts once (line 4)"},
		{clauses + "w 1 0.4\nw -1 0.6 0\n", "", "weights are ignored: each solution counts once (line 4)"},
		{"c t mc\nc weight 3\nc p weightless\n" + clauses, "", ""},
	} {
		p, err := problem.Read(strings.NewReader(test.text), "a.cnf", problem.Options{})
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		shown := ""
		for _, v := range p.ShownVars() {
			shown = strings.TrimSpace(shown + " " + p.Model.NameOf(v))
		}
		if p.Shown == nil {
			shown = ""
		} else if shown == "" {
			shown = "none"
		}
		if note := strings.Join(p.Notes, ", "); shown != test.shown || note != test.note {
			t.Errorf("%q: shown %q, notes %q; want %q, %q", test.text, shown, note, test.shown, test.note)
		}
	}
}

// Output variables of FlatZinc that became constants or sums of other variables have a value, too.
func TestDerived(t *testing.T) {
	p, err := problem.Read(strings.NewReader("var 1..1: a :: output_var;\nvar bool: b :: output_var;\n"+
		"var bool: c :: output_var;\nconstraint bool_not(b,c);\nsolve satisfy;\n"), "a.fzn", problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range solutions(p.Model) {
		values := map[string]int{}
		for _, v := range p.ShownVars() {
			values[p.Model.NameOf(v)] = x[v]
		}
		for _, d := range p.Derived {
			values[d.Name] = d.Value(x)
		}
		if len(values) != 3 || values["a"] != 1 || values["b"]+values["c"] != 1 {
			t.Errorf("values %v", values)
		}
	}
}

// So have the fixed elements of arrays and sets.
func TestDerivedElements(t *testing.T) {
	p, err := problem.Read(strings.NewReader("var 1..2: x;\narray [1..4] of var int: q :: output_array([0..1,1..2]) = "+
		"[x,7,x,8];\nvar set of 1..3: s :: output_var;\nconstraint set_in(3,s);\nconstraint set_in(2,s);\n"+
		"array [1..2] of set of int: w :: output_array([1..2]) = [{4,6},{}];\nsolve satisfy;\n"), "a.fzn",
		problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range p.ShownVars() {
		names = append(names, p.Model.NameOf(v))
	}
	for _, d := range p.Derived {
		names = append(names, fmt.Sprintf("%s=%d", d.Name, d.Value(nil)))
	}
	want := "x s{1} s{2} s{3} q[0,2]=7 q[1,2]=8 w[1]{4}=1 w[1]{6}=1"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// gzipped returns a text packed with gzip.
func gzipped(text string) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	return packed.Bytes()
}

// A file may be compressed, whatever its name.
func TestReadCompressed(t *testing.T) {
	packed := gzipped("p cnf 1 1\n1 0\n")
	for _, name := range []string{"a.cnf.gz", "a.cnf"} {
		p, err := problem.Read(bytes.NewReader(packed), name, problem.Options{})
		if err != nil || len(p.Model.Constraints) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A large formula takes about one allocation for each clause, the constraint itself.
func TestLargeFormula(t *testing.T) {
	const n = 10_000
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", n, n)
	for x := 1; x <= n; x++ {
		fmt.Fprintf(&b, "%d %d -%d 0\n", x, x%n+1, (x*7)%n+1)
	}
	text := b.String()
	allocations := testing.AllocsPerRun(1, func() {
		p, err := problem.Read(strings.NewReader(text), "a.cnf", problem.Options{})
		if err != nil || p.Model.Validate() != nil || p.Describe(n-1) != "x10000 or x1 or not x1 (line 10001)" {
			t.Errorf("%v: %s", err, p.Describe(n-1))
		}
	})
	validate := float64(n) // Validate asks for the scope of each constraint
	if allocations > 1.1*n+validate {
		t.Errorf("%.0f allocations for %d variables and clauses", allocations, n)
	}
}

// Domains with too many values in all are read if linear constraints leave few of them.
func TestWideDomains(t *testing.T) {
	for name, text := range map[string]string{
		"a.lp": "Minimize\n obj: x\nSubject To\n x - 10 y = 5\n y - z <= 0\nBounds\n x <= 1e12\n y <= 1e12\n" +
			" 0 <= z <= 20\nGeneral\n x\n y\n z\nEnd\n",
		"a.json": `{"kind": "nonet model", "version": 1, "vars": [{"name":"x",
			"domain":[[0,9999999],[1000000000000,1000000000005]]}, {"name":"y","domain":[[0,20]]}],
			"constraints": [{"type":"linear","terms":[[1,0],[-10,1]],"relation":"=","bound":5}], "objective": null}`,
		"a.xml": `<instance><variables><var id="x"> 0..1000000000 1000000000002 </var><var id="y"> 0..20 </var>
			</variables><constraints><intension> eq(x,add(mul(10,y),5)) </intension></constraints></instance>`,
		"a.fzn": "var -1000000000..1000000000: x :: output_var;\nvar 0..20: y :: output_var;\n" +
			"constraint int_lin_eq([1,-10],[x,y],5);\nsolve satisfy;\n",
	} {
		p, err := problem.Read(strings.NewReader(text), name, problem.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := p.Model.Vars[0].Domain; d.Min() != 5 || d.Max() != 205 {
			t.Errorf("%s: x is from %d to %d, want 5 to 205", name, d.Min(), d.Max())
		}
	}
}

// A wide domain that no constraint bounds is read in each format, and written again as ranges.
func TestWideDomainsAreRanges(t *testing.T) {
	wide := model.Interval(0, 1_000_000_000_000)
	gap := model.Union(model.Range{Lo: 0, Hi: 5_000_000}, model.Range{Lo: 1_000_000_000_000, Hi: 1_000_000_000_000})
	const bounds = "Subject To\n x - y <= 1e12\nBounds\n x <= 1e12\n y <= 1\nGeneral\n x y\nEnd\n"
	for _, test := range []struct {
		name, text string
		want       model.Domain
	}{
		{"a.lp", "Minimize\n obj: x\n" + bounds, wide},
		{"a.mps", mps("", "BOUNDS\n UP B x 1e12\n"), wide},
		{"a.json", `{"kind": "nonet model", "version": 1, "vars": [{"name":"x",
			"domain":[[0,5000000],[1000000000000,1000000000000]]}], "constraints": [], "objective": null}`, gap},
		{"a.xml", `<instance><variables><var id="x"> 0..5000000 1000000000000 </var></variables></instance>`, gap},
		{"a.fzn", "var 0..1000000000000: x :: output_var;\nsolve satisfy;\n", wide},
	} {
		p, err := problem.Read(strings.NewReader(test.text), test.name, problem.Options{})
		if err != nil || !p.Model.Vars[0].Domain.Equal(test.want) {
			t.Fatalf("%s: %v, want the domain %v", test.name, err, test.want)
		}
		var file bytes.Buffer
		if err := text.WriteJSON(&file, p.Model); err != nil || file.Len() > 1000 {
			t.Fatalf("%s: %v, %d bytes of JSON", test.name, err, file.Len())
		}
		if m, err := text.ReadJSON(&file); err != nil || !m.Vars[0].Domain.Equal(test.want) {
			t.Errorf("%s: %v: not the same from JSON", test.name, err)
		}
		for _, l := range text.Languages() {
			file.Reset()
			err := text.Write(&file, l, text.Document{Model: p.Model})
			listed := (l == text.MiniZinc || l == text.FlatZinc) && !test.want.IsInterval()
			if refused := errors.As(err, new(*encode.UnsupportedError)); refused != (listed || l == text.ASP) ||
				err != nil && !refused || file.Len() > 2000 {
				t.Errorf("%s: %s: %v, %d bytes", test.name, l, err, file.Len())
			}
		}
	}
}

// What cannot be read is refused with the name of the thing and the reason.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.cnf", "p cnf 2000000000 1\n1 0\n", "2000000000 variables, at most 4194304"},
		{"a.cnf", "p cnf 3 2000000000\n1 0\n", "the file ends after 1 clauses"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n x + y >= 1\nBounds\n x <= 3\nGeneral\n x\nEnd\n",
			"column y is neither Binary nor General, so it is continuous: expected integer columns with finite bounds"},
		{"a.lp", "Minimize\n obj: x\nSubject To\n x >= 1\nGeneral\n x\nEnd\n", "column x has no upper bound"},
		{"a.mps", "ROWS\n N obj\n L c\nCOLUMNS\n x c 1\nRHS\n R c 1\nBOUNDS\n UP B x 1\nENDATA\n",
			"column x is not an integer, so it is continuous: expected integer columns"},
		{"a.opb", "soft: 3 ;\n", "soft constraints are not supported"},
		{"a.col", "p edge 3 0\n", "expected --colours N"},
		{"puzzle.json", `{"puzzle": "1..4"}`, "expected a model file"},
		{"a.txt", "", "expected a model file"},
	} {
		_, err := problem.Read(strings.NewReader(test.text), test.name, problem.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: error %v, want %q", test.name, test.text, err, test.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct{ name, head, want string }{
		{"a.cnf", "", "cnf"}, {"dir/a.dimacs.gz", "", "cnf"}, {"A.LP", "", "lp"}, {"a.json", `{"puzzle"`, ""},
		{"a.json", `{"kind": "nonet model"`, "model"}, {"a.json", `{"vars": [`, "model"},
		{"a.sdk", "", ""}, {"cnf", "", ""},
	} {
		if got := problem.Detect(test.name, []byte(test.head)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A variable without a name is shown under a name that no other variable has.
func TestUnnamedVariables(t *testing.T) {
	const file = `{"kind": "nonet model", "version": 1, "vars": [{"domain":[[0,1]]}, {"name":"x0","domain":[[0,1]]},
		{"name":"x0_1","domain":[[0,1]]}, {"domain":[[0,1]]}], "constraints": []}`
	p, err := problem.Read(strings.NewReader(file), "a.json", problem.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"x0_1_", "x0", "x0_1", "x3"}
	if got := p.NamesOf([]model.Var{0, 1, 2, 3}); !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// TestObjectiveText evaluates an objective at points: 0.1 + 0.2 - 0.3 is 5.6e-17 in floating point.
func TestObjectiveText(t *testing.T) {
	text := "min\n obj: 0.1 x + 0.2 y - 0.3 z\nst\n c: x + y + z <= 9.5\nend\n"
	_, err := problem.Read(strings.NewReader(text), "a.lp", problem.Options{})
	var mixed *ip.MixedError
	if !errors.As(err, &mixed) {
		t.Fatal(err)
	}
	p := problem.OfMixed(mixed, "lp")
	for _, c := range []struct {
		point []float64
		want  string
	}{
		{[]float64{1, 1, 1}, "0"}, {[]float64{0, 0, 0}, "0"}, {[]float64{2.5, 0, 0}, "0.25"},
		{[]float64{1, 1, 2}, "-0.3"},
	} {
		if p.Point = c.point; p.ObjectiveText(0) != c.want {
			t.Errorf("%v: %s, want %s", c.point, p.ObjectiveText(0), c.want)
		}
	}
}
