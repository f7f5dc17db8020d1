package ip_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
)

// four is the program of the recorded answers. Its solution is 0 1 1 0.
var four = &ip.Program{
	Columns: []ip.Column{
		{Name: "x_r1c1_v1", Upper: 1}, {Name: "x_r1c1_v2", Upper: 1}, {Name: "x_r1c2_v1", Lower: 1,
			Upper: 1}, {Name: "x_r1c2_v2_a_long_name", Upper: 1},
	},
	Rows: []ip.Row{
		{Name: "cell_r1c1", Entries: []ip.Entry{{Column: 0, Coef: 1}, {Column: 1, Coef: 1}}, Lower: 1, Upper: 1},
		{Name: "cell_r1c2", Entries: []ip.Entry{{Column: 2, Coef: 1}, {Column: 3, Coef: 1}}, Lower: 1, Upper: 1},
	},
}

func TestRecordedAnswers(t *testing.T) {
	const sat, unsat, unknown = model.Satisfiable, model.Unsatisfiable, model.Unknown
	for file, want := range map[string]struct {
		format  string
		status  model.Status
		optimal bool
		note    string
		point   bool // whether the values are the solution of four
	}{
		"glpsol-report":            {"glpsol", sat, true, "INTEGER OPTIMAL", true},
		"glpsol-report-relaxation": {"glpsol", unknown, true, "OPTIMAL", false},
		"glpsol-report-empty":      {"glpsol", unsat, false, "INTEGER EMPTY", false},
		"glpsol-report-undefined":  {"glpsol", unknown, false, "INTEGER UNDEFINED", false},
		"glpsol-raw":               {"glpsol-raw", sat, true, "mip 2 4 o 2", true},
		"glpsol-raw-empty":         {"glpsol-raw", unsat, false, "mip 1 2 n 0", false},
		"glpsol-raw-basic":         {"glpsol-raw", sat, true, "bas 1 2 f f 1", false},
		"glpsol-raw-interior":      {"glpsol-raw", sat, true, "ipt 1 2 o 1", false},
		"cbc":                      {"coin", sat, true, "Optimal", true},
		"cbc-all":                  {"coin", sat, true, "Optimal", true},
		"cbc-gap":                  {"coin", sat, true, "Optimal (within gap tolerance)", true},
		"cbc-infeasible":           {"coin", unsat, false, "Infeasible", false},
		"cbc-integer-infeasible":   {"coin", unsat, false, "Integer infeasible", false},
		"cbc-time":                 {"coin", sat, false, "Stopped on time", true},
		"cbc-time-nothing": {"coin", unknown, false, "Stopped on time (no integer solution - continuous used)",
			false},
		"clp":                   {"coin", sat, true, "Optimal", true},
		"clp-fractional":        {"coin", unknown, true, "Optimal", false},
		"clp-old":               {"coin", sat, true, "optimal", true},
		"highs":                 {"highs", sat, true, "Optimal", true},
		"highs-infeasible":      {"highs", unsat, false, "Infeasible", false},
		"highs-time":            {"highs", unknown, false, "Time limit reached", false},
		"highs-time-nothing":    {"highs", unknown, false, "Time limit reached", false},
		"scip":                  {"scip", sat, true, "optimal solution found", true},
		"scip-infeasible":       {"scip", unsat, false, "infeasible", false},
		"scip-time":             {"scip", unknown, false, "time limit reached", false},
		"gurobi":                {"gurobi", sat, false, "solution file", true},
		"clasp":                 {"opb", sat, true, "OPTIMUM FOUND", true},
		"clasp-unsat":           {"opb", unsat, false, "UNSATISFIABLE", false},
		"opb-unknown":           {"opb", unknown, false, "UNKNOWN", false},
		"opb-values-only":       {"opb", sat, false, "values without a status", true},
		"glpsol-log-infeasible": {"log", unsat, false, "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", false},
		"cbc-log-infeasible":    {"log", unsat, false, "Problem is infeasible - 0.00 seconds", false},
	} {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", "answers", file+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			dos := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			for ending, text := range map[string][]byte{"\\n": text, "\\r\\n": dos} {
				s, err := ip.ReadSolution(bytes.NewReader(text))
				if err != nil {
					t.Fatalf("lines ending in %s: %v", ending, err)
				}
				if s.Format != want.format || s.Status != want.status ||
					s.Optimal != want.optimal || s.Note != want.note {
					t.Errorf("got %s %v %v %q, want %s %v %v %q", s.Format, s.Status, s.Optimal, s.Note, want.format,
						want.status, want.optimal, want.note)
				}
				x, err := s.Point(four)
				stated := map[string]float64{"gurobi": 0, "glpsol-raw-basic": 1, "glpsol-raw-interior": 1}
				value, known := stated[file]
				if !known {
					value = 2
				}
				if s.Status == sat && file != "opb-values-only" &&
					(s.Objective == nil || math.Abs(*s.Objective) != value) {
					t.Errorf("got the objective %v, want %v", s.Objective, value)
				}
				switch {
				case want.point && err != nil:
					t.Error(err)
				case want.point:
					if diff := cmp.Diff(ip.Point{0, 1, 1, 0}, x); diff != "" {
						t.Error(diff)
					}
				case err == nil:
					t.Errorf("got point %v, want an error", x)
				}
			}
		})
	}
	if files, _ := filepath.Glob("testdata/answers/*.txt"); len(files) != 32 {
		t.Errorf("got %d recorded answers, want the 32 of the table", len(files))
	}
}

// The names of columns may have indices of any form: every format with names keeps them.
func TestNamesWithIndices(t *testing.T) {
	old := []string{"x_r1c1_v1", "x_r1c1_v2", "x_r1c2_v1", "x_r1c2_v2_a_long_name"}
	for _, file := range []string{"glpsol-report", "cbc", "cbc-all", "clp", "highs", "scip", "gurobi"} {
		text, err := os.ReadFile(filepath.Join("testdata", "answers", file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, pattern := range []string{"x[%d]", "x(%d)", "x_%d", "x[1,%d]", "x(1,%d)", "x#%d", "x{%d}", "x.%d",
			"cell(%d)_is_a_long_name"} {
			names := make([]string, len(old))
			replaced := string(text)
			for j := len(old) - 1; j >= 0; j-- { // the last name begins like another
				names[j] = fmt.Sprintf(pattern, j+1)
				replaced = strings.ReplaceAll(replaced, old[j], names[j])
			}
			for what, read := range map[string]func(io.Reader) (ip.Solution, error){
				"a file": ip.ReadSolution, "a console": ip.ReadOutput,
			} {
				s, err := read(strings.NewReader(replaced))
				if err != nil {
					t.Errorf("%s with %s, as %s: %v", file, pattern, what, err)
					continue
				}
				x, err := s.PointByName(names, len(names))
				if err != nil || !slices.Equal(x, ip.Point{0, 1, 1, 0}) {
					t.Errorf("%s with %s, as %s: got %v, error %v", file, pattern, what, x, err)
				}
			}
		}
	}
}

// An answer that is cut off after any line is an error, or its status and point are right. In the formats without an
// end mark in which columns may be missing (CBC, SCIP), the cut cannot be detected; there, Check must reject a wrong
// point.
func TestTruncatedAnswers(t *testing.T) {
	for _, file := range []string{"glpsol-report", "glpsol-raw", "highs", "clasp", "cbc", "scip", "gurobi"} {
		text, err := os.ReadFile(filepath.Join("testdata", "answers", file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		for n := range lines[:len(lines)-1] {
			s, err := ip.ReadSolution(strings.NewReader(strings.Join(lines[:n], "")))
			if err != nil {
				var parse *encode.ParseError
				if !errors.As(err, &parse) {
					t.Errorf("%s, %d lines: error %v, want a ParseError", file, n, err)
				}
				continue
			}
			if s.Status == model.Unsatisfiable {
				t.Errorf("%s, %d lines: unsatisfiable", file, n)
			}
			x, err := s.Point(four)
			if err == nil && file != "clasp" && four.Check(x) == nil && (x[1] == 0 || x[2] == 0) {
				t.Errorf("%s, %d lines: wrong point %v", file, n, x)
			}
		}
	}
}

// Console output of cbc and clp with the solution in it is read like the solution file.
func TestSolutionsOnTheConsole(t *testing.T) {
	const (
		cbc = "Welcome to the CBC MILP Solver \nVersion: 2.10.8 \n\nContinuous objective value is 0 - 0.00 seconds\n"
		clp = "Coin LP version 1.17.6, build Nov 27 2022\nProblem four has 3 rows\n" +
			"Optimal - objective value 0\nAfter Postsolve, objective 0\n"
		end = "Total time (CPU seconds):       0.01   (Wallclock seconds):       0.01\n\n"
	)
	for _, c := range []struct{ file, before, after string }{
		{"cbc", cbc, end},
		{"cbc-all", cbc, end},
		{"cbc-infeasible", cbc, end},
		{"cbc-integer-infeasible", cbc, end},
		{"clp", clp, ""},
		{"clp-fractional", clp, ""},
		{"clp", "Coin LP version 1.17.6\nPrimal infeasible - objective value 0\n", ""},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "answers", c.file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := ip.ReadSolution(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := ip.ReadSolution(strings.NewReader(c.before + string(text) + c.after))
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if got.Status != want.Status || len(got.Values) != len(want.Values) {
			t.Errorf("%s: %+v, want %+v", c.file, got, want)
			continue
		}
		for i, v := range got.Values {
			if v.Name != want.Values[i].Name || v.Number != want.Values[i].Number || v.Value != want.Values[i].Value {
				t.Errorf("%s: value %+v, want %+v", c.file, v, want.Values[i])
			}
		}
	}
}

// clp may report a relaxation as infeasible and then solve it: the last status counts.
func TestLastStatusOfCLP(t *testing.T) {
	const (
		head = "Coin LP version 1.17.6\n"
		bad  = "Primal infeasible - objective value 0\n"
		good = "Optimal - objective value 0\n"
		end  = "PrimalInfeasible objective 0 - 45 iterations time 0.002\n"
	)
	s, err := ip.ReadSolution(strings.NewReader(head + good + bad + end))
	if err != nil || s.Status != model.Unsatisfiable {
		t.Errorf("infeasible at last: got %+v, error %v; want unsatisfiable", s, err)
	}
	if s, err := ip.ReadSolution(strings.NewReader(head + bad + good)); err == nil {
		t.Errorf("optimal at last: got %+v, want an error", s)
	}
}

func TestAnswersThatAreWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1: the answer is empty"},
		{"blank lines", "\n\n", "the answer is empty"},
		{"comments only", "c hello\nc world\n", "expected a status or values after the comments"},
		{"garbage", "\n\x00\x01garbage\n", `line 2: unknown format of answer, which begins with "\x00\x01garbage"`},
		{"a SAT solver's values", "s SATISFIABLE\nv 1 -2 3 0\n",
			`line 2: expected literals such as x1 and -x2, found "1"`},
		{"a second status", "s SATISFIABLE\ns UNSATISFIABLE\n", "line 2: expected one status, found a second"},
		{"an unknown status", "s MAYBE\n", `line 1: unknown status "MAYBE"`},
		{"a status without values", "s SATISFIABLE\n", "there are no values"},
		{"prose among the lines", "s SATISFIABLE\nhello\n", "line 2: expected a line that begins with s, v, o or c"},
		{"glpsol: not a number", "s mip 1 1 o 0\nj 1 one\ne o f\n", `line 2: expected a number, found "one"`},
		{"glpsol: infinity", "s mip 1 1 o 0\nj 1 inf\ne o f\n", `line 2: expected a number, found "inf"`},
		{"glpsol: too few columns", "s mip 1 2 o 0\nj 1 1\ne o f\n",
			"line 3: expected 2 columns as in the head of the answer, found 1"},
		{"glpsol: a column left out", "s mip 1 2 o 0\nj 2 1\ne o f\n", `line 2: expected column 1, found "2"`},
		{"glpsol: no end", "s mip 1 1 o 0\nj 1 1\n", `the answer ends before "e o f"`},
		{"glpsol: an unknown status", "s mip 1 1 x 0\n", `line 1: unknown status "x"`},
		{"glpsol: a head without numbers", "s mip 1 one o\n", "line 1: expected the numbers"},
		{"glpsol: a report without status", "Problem:\nRows: 1\n", "the report ends before its status"},
		{"glpsol: a report without end", "Problem:\nStatus:     INTEGER EMPTY\n",
			`the report ends before "End of output"`},
		{"glpsol: an unknown status in a report", "Problem:\nStatus:     FINE\n", `line 2: unknown status "FINE"`},
		{"glpsol: a name without a value", "Problem:\nStatus: OPTIMAL\n No. Column name\n 1 x\n",
			"the report ends after the name x"},
		{"glpsol: its log", "GLPSOL--GLPK LP/MIP Solver 5.0\nINTEGER OPTIMAL SOLUTION FOUND\n",
			"this is the solver's log"},
		{"cbc: three words", "Optimal - objective value 1\n 0 x\n",
			"line 2: expected index, name, value and reduced cost"},
		{"cbc: not a number", "Optimal - objective value 1\n 0 x y 0\n", `line 2: expected a number, found "y"`},
		{"cbc: an unknown status", "Great - objective value 1\n", `line 1: unknown status "Great"`},
		{"highs: too few columns",
			"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\n# Columns 2\nx1 1\n",
			"the file ends after 1 of 2 columns"},
		{"highs: no columns", "Model status\nOptimal\n\n# Primal solution values\nFeasible\n",
			"the file ends before the columns"},
		{"highs: optimal without values", "Model status\nOptimal\n\n# Primal solution values\nNone\n",
			"has no feasible values"},
		{"highs: nothing", "Model status\n", "the file ends before the status"},
		{"scip: optimal without values", "solution status: optimal solution found\n", "has no values"},
		{"scip: values before the objective", "solution status: optimal solution found\nx1 1\n",
			"line 2: expected the objective value"},
		{"scip: a name alone", "solution status: optimal solution found\nobjective value: 1\nx1\n",
			"line 3: expected the name and value"},
	} {
		s, err := ip.ReadSolution(strings.NewReader(c.text))
		var parse *encode.ParseError
		if !errors.As(err, &parse) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, error %v, want %q", c.name, s, err, c.want)
		}
	}
}

func TestPointErrors(t *testing.T) {
	values := func(status model.Status, sparse bool, v ...ip.Value) ip.Solution {
		return ip.Solution{Format: "test", Status: status, Sparse: sparse, Values: v, Note: "note"}
	}
	all := []ip.Value{{Number: 1}, {Number: 2, Value: 1}, {Number: 3, Value: 1 - 1e-9}, {Number: 4, Value: -1e-9}}
	for _, c := range []struct {
		name string
		s    ip.Solution
		want string // "" if there is a point
	}{
		{"by number", values(model.Satisfiable, false, all...), ""},
		{"by the names of fixed MPS",
			values(model.Satisfiable, true, ip.Value{Name: "C0000002", Value: 1}, ip.Value{Name: "C0000003", Value: 1},
				ip.Value{Name: "R0000001", Value: 1}), ""},
		{"with a row among the columns",
			values(model.Satisfiable, true, ip.Value{Name: "cell_r1c1", Value: 1}, ip.Value{Name: "x2", Value: 1},
				ip.Value{Name: "x3", Value: 1}), ""},
		{"with the column named constant",
			values(model.Satisfiable, true, ip.Value{Name: "constant", Value: 1}, ip.Value{Name: "x2", Value: 1},
				ip.Value{Name: "x3", Value: 1}), ""},
		{"with the column named constant by number",
			values(model.Satisfiable, false, append(all[:4:4], ip.Value{Number: 5, Value: 1})...), ""},
		{"a column missing", values(model.Satisfiable, false, all[:3]...),
			"no value for column x_r1c2_v2_a_long_name (4 of 4)"},
		{"a fraction", values(model.Satisfiable, false, append(all[:3:3], ip.Value{Number: 4, Value: 0.5, Line: 9})...),
			"line 9: column 4 has the value 0.5, which is no integer of six digits"},
		{"a million", values(model.Satisfiable, true, ip.Value{Number: 1, Value: 1e6}), "no integer of six digits"},
		{"not a number", values(model.Satisfiable, true, ip.Value{Number: 1, Value: math.NaN()}), "no integer of six"},
		{"an unknown name", values(model.Satisfiable, true, ip.Value{Name: "y", Value: 1}), "unknown column y"},
		{"an unknown number", values(model.Satisfiable, true, ip.Value{Number: 6, Value: 1}), "unknown column 6"},
		{"no name and no number", values(model.Satisfiable, true, ip.Value{Value: 1}), "unknown column 0"},
		{"two values", values(model.Satisfiable, true, ip.Value{Number: 1, Value: 1}, ip.Value{Name: "x_r1c1_v1"}),
			"column x_r1c1_v1 has two values"},
		{"no solution", values(model.Unsatisfiable, true), "there is no solution (note)"},
		{"nothing found", values(model.Unknown, true),
			"the solver neither found a solution nor proved that there is none (note)"},
		{"the relaxation", values(model.Unknown, true, ip.Value{Number: 1, Value: 0.5, Line: 3}),
			"line 3: column 1 has the value 0.5: this is a solution of the relaxation (note)"},
	} {
		x, err := c.s.Point(four)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "":
			if err := four.Check(x); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// With the names of the shown columns only, as from a variable map, the values of auxiliary columns are ignored. In
// formats without names, their names may be numbers of other columns.
func TestPointByName(t *testing.T) {
	s := ip.Solution{Format: "test", Status: model.Satisfiable, Values: []ip.Value{
		{Name: "a", Number: 1, Value: 1}, {Name: "b", Number: 2}, {Name: "t1_k1", Number: 3, Value: 1},
		{Name: "x2", Number: 4, Value: 1}, {Name: "C0000001", Number: 5},
	}}
	x, err := s.PointByName([]string{"a", "b"}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if x[0] == 0 || x[1] != 0 {
		t.Errorf("got values %v, want true, false for the shown columns", x)
	}
	if _, err := s.PointByName([]string{"a", "c"}, 3); err == nil {
		t.Error("got no error, want one about the column c without a value")
	}
}

// Long lines are read.
func TestHugeAnswers(t *testing.T) {
	var b strings.Builder
	b.WriteString("s SATISFIABLE\nv")
	const n = 100_000
	for j := range n {
		fmt.Fprintf(&b, " -x%d", j+1)
	}
	b.WriteString("\n")
	s, err := ip.ReadSolution(strings.NewReader(b.String()))
	if err != nil || len(s.Values) != n {
		t.Errorf("%d values, error %v", len(s.Values), err)
	}
}

// A line longer than scan.MaxLine is an error.
func TestEndlessLine(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	_, err := ip.ReadSolution(strings.NewReader("s SATISFIABLE\nv " + strings.Repeat("x", 65<<20)))
	if err == nil || !strings.Contains(err.Error(), "line 2: line longer than") {
		t.Errorf("error %v, want one about the length", err)
	}
}

type broken struct{ done bool }

func (r *broken) Read(p []byte) (int, error) {
	if r.done {
		return 0, errFull
	}
	r.done = true
	return copy(p, "s SATISFIABLE\n"), nil
}

func TestReadersPassOnErrors(t *testing.T) {
	if _, err := ip.ReadSolution(&broken{}); !errors.Is(err, errFull) {
		t.Errorf("solution: error %v", err)
	}
	for _, f := range ip.Formats() {
		if _, err := ip.Read(&broken{true}, f); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v", f, err)
		}
	}
}

func FuzzReadSolution(f *testing.F) {
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, read := range []func(io.Reader) (ip.Solution, error){ip.ReadSolution, ip.ReadOutput} {
			s, err := read(bytes.NewReader(text))
			if err != nil {
				continue
			}
			if s.Status == model.Unsatisfiable && s.Values != nil {
				t.Fatal("an unsatisfiable answer has values")
			}
			x, err := s.Point(four)
			if err == nil && len(x) != 4 {
				t.Fatalf("got a point of %d values, want 4", len(x))
			}
		}
	})
}
