package text_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/encode"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

// mixed has constraints of every type, also constant ones, an objective, and domains with gaps and negative values.
var mixed = &model.Model{
	Name: "mixed",
	Vars: []model.Variable{
		{Name: "a", Domain: model.Interval(1, 9)},
		{Name: "b", Domain: model.Values(-3, 0, 1, 2, 7)},
		{Domain: model.Values(4)},
		{Name: "set of", Domain: model.Values(-2, -1, 5)},
		{Name: "set-of", Domain: model.Values(0, 1)},
	},
	Constraints: []model.Constraint{
		model.AllDifferent{Vars: []model.Var{0, 1, 3}},
		model.AllDifferent{Vars: []model.Var{2}},
		model.NotEqual{A: 1, B: 0, Offset: -2},
		model.NotEqual{A: 3, B: 4},
		model.Linear{
			Terms:    []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 1}, {Coef: 1, Var: 3}},
			Relation: model.AtLeast, Bound: 4,
		},
		model.Linear{Terms: []model.Term{{Coef: -1, Var: 3}, {Coef: 3, Var: 4}}, Relation: model.AtMost, Bound: 4},
		model.Linear{Relation: model.AtMost, Bound: 3},
		model.Table{Vars: []model.Var{1, 0}, Rows: [][]int{{0, 1}, {7, 9}, {0, 1}, {-3, 5}}},
		model.Table{Vars: []model.Var{0}, Rows: [][]int{{1}, {5}}},
		model.Table{Rows: [][]int{{}}},
		model.Given{Var: 2, Value: 4},
	},
	Objective: &model.Objective{Maximize: true, Terms: []model.Term{{Coef: 3, Var: 1}, {Coef: -1, Var: 4}}},
}

// documents returns the documents of the golden files, by name.
func documents() map[string]text.Document {
	small := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 0}}
	holes := small.Model().With(model.NotEqual{A: 0, B: 5}, model.Given{Var: 0, Value: 7})
	holes.Vars[1].Domain = model.Values(2, 4)
	return map[string]text.Document{
		"sudoku4x4": {Model: small.Model(), Comments: []string{"a comment -- of\ntwo lines"}},
		"holes":     {Model: holes, Exclude: []model.Assignment{{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}}},
		"mixed":     {Model: mixed, Exclude: []model.Assignment{{5, -3, 4, -1, 0}}},
		"nothing":   {Model: &model.Model{}},
		"never": {Model: &model.Model{Vars: []model.Variable{{Name: "a"}},
			Constraints: []model.Constraint{model.Linear{Bound: 1}}}},
	}
}

func TestGoldenDocuments(t *testing.T) {
	for name, d := range documents() {
		for _, l := range text.Languages() {
			for i, dialect := range append(l.Dialects(), "") {
				if dialect == "" && i > 0 {
					continue
				}
				d.Dialect = dialect
				ending := strings.Trim(string(dialect)+"."+string(l), ".")
				var b bytes.Buffer
				if err := text.Write(&b, l, d); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join("testdata", name+"."+ending)
				if *update {
					if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), b.String()); diff != "" {
					t.Errorf("%s differs (-want +got; run with -update to accept):\n%s", path, diff)
				}
			}
		}
	}
}

func TestIdentifiers(t *testing.T) {
	odd := &model.Model{Vars: []model.Variable{{Name: "a b"}, {Name: "a-b"}, {Name: "a_b_3"}, {Name: "ü"}, {}}}
	for _, test := range []struct {
		language text.Language
		m        *model.Model
		want     string
	}{
		{text.MiniZinc, sudoku.Order(1).Model(), "x[1,1]"},
		{text.XCSP3, sudoku.Order(1).Model(), "x[0][0]"},
		{text.ASP, sudoku.Order(1).Model(), "cell(1,1)"},
		{text.ASP, odd, "x_a_b x_a_b_2 x_a_b_3 x__ x_x4"},
		{text.FlatZinc, sudoku.Order(1).Model(), "x_r1c1"},
		{text.SMTLIB, odd, "x_a_b x_a_b_2 x_a_b_3 x__ x_x4"},
		{text.MiniZinc, odd, "x_a_b x_a_b_2 x_a_b_3 x__ x_x4"},
	} {
		if got := strings.Join(test.language.Identifiers(test.m), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.language, got, test.want)
		}
	}
}

func TestWriteRefusesAnIllFormedModelInEveryLanguage(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{model.Given{Var: 3}}}
	for _, l := range text.Languages() {
		var invalid *model.InvalidError
		if err := text.Write(&bytes.Buffer{}, l, text.Document{Model: m}); !errors.As(err, &invalid) {
			t.Errorf("%s: error %v, want an InvalidError", l, err)
		}
	}
}

// Clingo computes with 32 bits, so a model with larger numbers or sums is refused.
func TestASPRefusesLargeNumbers(t *testing.T) {
	const largest = 1<<30 - 1
	write := func(m *model.Model) error { return text.Write(&bytes.Buffer{}, text.ASP, text.Document{Model: m}) }
	m := &model.Model{Vars: []model.Variable{{Domain: model.Values(-largest, largest)}, {Domain: model.Values(2)}}}
	if err := write(m); err != nil {
		t.Errorf("values of %d: %v", largest, err)
	}
	for name, c := range map[string]model.Constraint{
		"a sum":     model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}},
		"a bound":   model.Linear{Terms: []model.Term{{Coef: 1, Var: 1}}, Bound: largest + 1},
		"an offset": model.NotEqual{A: 0, B: 1, Offset: largest + 1},
		"a row":     model.Table{Vars: []model.Var{1}, Rows: [][]int{{-largest - 1}}},
	} {
		var unsupported *encode.UnsupportedError
		if err := write(m.With(c)); !errors.As(err, &unsupported) {
			t.Errorf("%s: error %v, want an UnsupportedError", name, err)
		}
	}
}

// Every language states the constant of an objective, also without terms.
func TestObjectiveConstant(t *testing.T) {
	for _, test := range []struct {
		language  text.Language
		dialect   text.Dialect
		objective model.Objective
		want      string
	}{
		{text.MiniZinc, "", model.Objective{Terms: []model.Term{{Coef: 2, Var: 0}}, Constant: -3},
			"solve minimize 2*x_x - 3;"},
		{text.MiniZinc, "", model.Objective{Maximize: true, Constant: 4}, "solve maximize 4;"},
		{text.FlatZinc, "", model.Objective{Terms: []model.Term{{Coef: 2, Var: 0}}, Constant: -3},
			"constraint int_lin_eq([2,-1],[x_x,objective],3);\nsolve minimize objective;"},
		{text.FlatZinc, "", model.Objective{Constant: 4}, "var 4..4: objective :: var_is_introduced;\n" +
			"constraint int_lin_eq([-1],[objective],-4);\nsolve minimize objective;"},
		{text.XCSP3, "", model.Objective{Terms: []model.Term{{Coef: 2, Var: 0}}, Constant: -3},
			"<minimize> add(mul(2,x_x),-3) </minimize>"},
		{text.XCSP3, "", model.Objective{Constant: 4}, "<minimize> 4 </minimize>"},
		{text.SMTLIB, "", model.Objective{Terms: []model.Term{{Coef: 2, Var: 0}}, Constant: -3},
			"(minimize (+ (* 2 x_x) (- 3)))"},
		{text.SMTLIB, "", model.Objective{Constant: 4}, "(minimize 4)"},
		{text.SMTLIB, text.BitVector, model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}, Constant: 40},
			"(minimize (bvadd (bvadd x_x (_ bv40 7)) (_ bv64 7)))"}, // 41 takes 7 bits, and 64 orders signed numbers
		{text.ASP, "", model.Objective{Terms: []model.Term{{Coef: 2, Var: 0}}, Constant: -3},
			"#minimize { 2*D,1 : value(x_x,D); -3,0 }."},
		{text.ASP, "", model.Objective{Constant: 4}, "#minimize { 4,0 }."},
	} {
		m := &model.Model{Vars: []model.Variable{{Name: "x", Domain: model.Interval(0, 1)}}, Objective: &test.objective}
		var b strings.Builder
		if err := text.Write(&b, test.language, text.Document{Model: m, Dialect: test.dialect}); err != nil {
			t.Errorf("%s: %v", test.language, err)
		} else if !strings.Contains(b.String(), test.want) {
			t.Errorf("%s %+v: no %q in\n%s", test.language, test.objective, test.want, b.String())
		}
	}
}

// A long sum of bit-vectors, which are added two by two, takes memory as long as its text, not as the square of it.
func TestLongSumOfBitVectors(t *testing.T) {
	m := &model.Model{Vars: make([]model.Variable, 2000)}
	sum := model.Linear{Relation: model.Equal, Bound: 7}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(0, 1)
		sum.Terms = append(sum.Terms, model.Term{Coef: 1, Var: model.Var(v)})
	}
	m.Constraints = []model.Constraint{sum}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := text.Write(io.Discard, text.SMTLIB, text.Document{Model: m, Dialect: text.BitVector}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if size := after.TotalAlloc - before.TotalAlloc; size > 8<<20 {
		t.Errorf("%d bytes", size)
	}
}
