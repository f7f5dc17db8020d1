package flatzinc_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/flatzinc"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// solutions returns the solutions of p in the order of their text, with a line of dashes after each; of an optimization
// problem, the best one.
func solutions(t *testing.T, p *flatzinc.Problem) string {
	t.Helper()
	var all []string
	r, err := native.Solver{}.Solve(t.Context(), p.Model, func(a model.Assignment) bool {
		if p.Model.Objective != nil {
			all = nil
		}
		all = append(all, string(p.AppendSolution(nil, a))+"----------\n")
		return true
	})
	if err != nil || !r.Complete {
		t.Fatalf("%+v, error %v", r, err)
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

// The golden files hold all solutions of each file, with both kinds of line ends.
func TestGood(t *testing.T) {
	files, err := filepath.Glob("testdata/good/*.fzn")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, ends := range []string{"\n", "\r\n"} {
				in := strings.NewReader(strings.ReplaceAll(string(text), "\n", ends))
				p, err := flatzinc.Read(t.Context(), in, false)
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Origins) != len(p.Model.Constraints) {
					t.Errorf("%d origins for %d constraints", len(p.Origins), len(p.Model.Constraints))
				}
				got := solutions(t, p)
				golden := strings.TrimSuffix(name, ".fzn") + ".sol"
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if d := cmp.Diff(string(want), got); err != nil || d != "" {
					t.Errorf("error %v, solutions (-want +got):\n%s", err, d)
				}
			}
		})
	}
}

// Each malformed file states in its first line the error that it causes.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.fzn")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		want, ok := strings.CutPrefix(first, "% want: ")
		_, err = flatzinc.Read(t.Context(), strings.NewReader(string(text)), false)
		if !ok || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
		if !errors.As(err, new(*flatzinc.Error)) && !errors.As(err, new(*flatzinc.UnsupportedError)) {
			t.Errorf("%s: error of type %T", name, err)
		}
	}
}

func TestStructure(t *testing.T) {
	read := func(text string) *flatzinc.Problem {
		t.Helper()
		p, err := flatzinc.Read(t.Context(), strings.NewReader(text), false)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return p
	}
	for _, test := range []struct {
		name, text       string
		vars, aux        int
		constraints      int
		determined       bool
		firstName, first string // of the first variable, and the description of the first constraint
	}{
		{"equal variables are merged", `var 1..9: a :: var_is_introduced; var 3..12: b :: output_var; var bool: c;
			var int: d; constraint int_eq(a,b); constraint bool2int(c,d); solve satisfy;`, 2, 0, 0, false, "b", ""},
		{"an introduced variable is named after the array of which it is an element",
			`var 1..3: X_INTRODUCED_1_; array [1..2] of var int: q :: output_array([1..1,-1..0]) =
			[1,X_INTRODUCED_1_]; constraint int_ne(X_INTRODUCED_1_,3); solve satisfy;`, 1, 0, 0, true, "q[1,0]", ""},
		{"an output defines another variable", `var 1..9: x :: output_var; var 0..99: y; var 0..9: z;
			constraint int_lin_eq([2,-1,-1],[x,y,z],0) :: defines_var(z); constraint int_le(z,y);
			constraint int_abs(x,y); solve satisfy;`, 3, 2, 3, true, "x", "2*x - y - z = 0"},
		{"a cancelled variable is not determined", `var 0..3: x; var 0..3: z :: output_var;
			constraint int_lin_eq([1,-1,1],[x,x,z],2); solve satisfy;`, 2, 0, 0, false, "z", ""},
		{"a variable that occurs as its own result is not determined", `var bool: r; var bool: a :: output_var;
			constraint array_bool_or([a,r],r); solve satisfy;`, 2, 0, 1, false, "a", "a - r <= 0"},
		{"the objective is replaced", `var 0..5: x :: output_var; var 0..5: y; var int: cost;
			constraint int_lin_eq([1,2,-1],[x,y,cost],-3); solve minimize cost;`, 2, 0, 0, false, "x", ""},
		{"an output that is a sum of hidden variables does not determine them", `var 0..2: a :: var_is_introduced;
			var 0..2: b :: var_is_introduced; var float: fa; var float: fb; var float: f :: output_var;
			constraint int2float(a,fa); constraint int2float(b,fb);
			constraint float_lin_eq([1.0,1.0,-1.0],[fa,fb,f],0.0); solve satisfy;`, 2, 0, 0, false, "a", ""},
		{"coefficients are divided by their divisor", `var 0..5: x; var 0..5: y;
			constraint int_lin_le([2,4],[x,y],7); solve satisfy;`, 2, 0, 1, true, "x", "x + 2*y <= 3"},
		{"a reified comparison with a bool is an equation", `var 0..1: x :: output_var; var bool: b;
			constraint int_eq_reif(x,0,b); solve satisfy;`, 2, 1, 1, true, "x", "-x - b = -1"},
	} {
		p := read(test.text)
		m := p.Model
		if len(m.Vars) != test.vars || len(m.Vars)-m.Shown() != test.aux || len(m.Constraints) != test.constraints ||
			p.Determined != test.determined || m.Vars[0].Name != test.firstName {
			t.Errorf("%s: %d variables, %d auxiliary, determined %t, first %s, constraints:", test.name, len(m.Vars),
				len(m.Vars)-m.Shown(), p.Determined, m.Vars[0].Name)
			for _, c := range m.Constraints {
				t.Errorf("  %s", m.Describe(c))
			}
		}
		if len(m.Constraints) > 0 && m.Describe(m.Constraints[0]) != test.first {
			t.Errorf("%s: first constraint %s, want %s", test.name, m.Describe(m.Constraints[0]), test.first)
		}
	}
	p := read(`var 0..5: x; var int: y; var set of 1..2: s; constraint int_lin_eq([1,1],[x,y],2);
		solve :: warm_start([x],[1]) :: seq_search([int_search([3,x],first_fail,indomain_max,complete),
			int_search([y],smallest,indomain_split,complete), set_search([s],input_order,indomain_min,complete)])
		maximize y;`)
	a := model.Assignment{5}
	if o := p.Model.Objective; o.Value(a) != -3 || !o.Maximize {
		t.Errorf("objective %+v of value %d, want -3, to be maximized", o, o.Value(a))
	}
	want := []model.Branch{
		{Vars: []model.Var{0}, Pick: model.FewestValues, High: true},
		{Vars: []model.Var{}, Pick: model.LowestValue, Half: true}, // y is an expression
		{Vars: []model.Var{1, 2}, High: true},                      // s{1} and s{2}
	}
	if diff := cmp.Diff(want, p.Model.Branches); diff != "" {
		t.Errorf("branches (-want +got):\n%s", diff)
	}
}

// Read returns no panic, and valid models only.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.fzn", "testdata/bad/*.fzn"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := flatzinc.Read(t.Context(), strings.NewReader(text), false)
		if err != nil {
			return
		}
		if err := p.Model.Validate(); err != nil {
			t.Error(err)
		}
		a := make(model.Assignment, len(p.Model.Vars))
		for v := range a {
			a[v] = p.Model.Vars[v].Domain.Min()
		}
		p.AppendSolution(nil, a)
	})
}

// Compilers since MiniZinc 2.8.1 refuse every model that includes a constraint without a body over an array of two
// dimensions.
func TestLibrarySignatures(t *testing.T) {
	files, err := filepath.Glob("library/*.mzn")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if declared := regexp.MustCompile(`predicate[^;=]*\[int, *int\][^;=]*;`).Find(text); declared != nil {
			t.Errorf("%s: %s has no body", f, declared)
		}
	}
}

// The context ends the parsing, before a later error of the file.
func TestReadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := flatzinc.Read(ctx, strings.NewReader("var 0..1: x;\nnonsense"), false)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
