package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// optimum returns the best value of the objective of m by trying all assignments.
func optimum(m *model.Model) (best int, found bool) {
	a := make(model.Assignment, len(m.Vars))
	var try func(v int)
	try = func(v int) {
		if v == len(a) {
			value := m.Objective.Value(a)
			if m.Check(a) == nil && (!found || m.Objective.Better(value, best)) {
				best, found = value, true
			}
			return
		}
		for a[v] = range m.Vars[v].Domain.All {
			try(v + 1)
		}
	}
	try(0)
	return best, found
}

// Every format that can hold an objective has the optimum of the model, with the constant of the objective. MPS and OPB
// files minimize, so that the optimum of an objective to be maximized has the other sign. The formats that cannot hold
// an objective say so or refuse the model.
func TestObjectiveConstant(t *testing.T) {
	read := map[string]string{"lp": "lp", "mps": "mps", "mps-fixed": "mps", "opb": "opb", "fzn": "fzn",
		"xcsp3": "xcsp3", "json": "model"}
	for _, test := range []struct {
		maximize bool
		constant int
		want     int
	}{{false, 10, 11}, {false, -10, -9}, {true, 7, 9}, {true, -7, -5}, {true, 0, 2}} {
		m := &model.Model{Vars: []model.Variable{
			{Name: "x", Domain: model.Interval(0, 1)}, {Name: "y", Domain: model.Interval(0, 1)}},
			Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
			Objective: &model.Objective{Maximize: test.maximize, Constant: test.constant,
				Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 2, Var: 1}}}}
		for _, f := range export.Formats() {
			encodings := f.Encodings
			if len(encodings) == 0 || f.Name == "cnf" {
				encodings = []string{""}
			}
			for _, encoding := range encodings {
				name := fmt.Sprintf("%s %s, maximize %t %+d", f.Name, encoding, test.maximize, test.constant)
				file, err := export.New(t.Context(), m, export.Options{Format: f.Name, Encoding: encoding})
				if f.Name == "cover" || f.Name == "col" {
					if err == nil || !strings.Contains(err.Error(), "objective") {
						t.Errorf("%s: error %v, want one about the objective", name, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				var b bytes.Buffer
				if err := file.Write(&b); err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				want := test.want
				switch {
				case f.Name == "cnf":
					if !strings.Contains(b.String(), "c the objective of the model is left out\n") {
						t.Errorf("%s: no comment about the objective", name)
					}
					continue
				case read[f.Name] == "": // TestObjectiveConstant of package text
					continue
				case test.maximize && (f.Name == "opb" || strings.HasPrefix(f.Name, "mps")):
					want = -want
				}
				p, err := problem.Read(&b, "file", problem.Options{Format: read[f.Name]})
				if err != nil {
					t.Errorf("%s: %v", name, err)
				} else if got, found := optimum(p.Model); !found || got != want {
					t.Errorf("%s: optimum %d, want %d", name, got, want)
				}
			}
		}
	}
}

// A model without solutions, and a model without variables, is a valid file in every format, with as many solutions.
func TestRefutedAndEmptyModels(t *testing.T) {
	one23 := model.Interval(1, 3)
	all := model.AllDifferent{Vars: []model.Var{0, 1}}
	for _, test := range []struct {
		name string
		m    model.Model
		want int // number of solutions
	}{
		{"an empty domain", model.Model{Vars: []model.Variable{{Domain: one23}, {}},
			Constraints: []model.Constraint{all}}, 0},
		{"an empty domain beside a given", model.Model{Vars: []model.Variable{{Domain: one23}, {}},
			Constraints: []model.Constraint{all, model.Given{Var: 0, Value: 2}}}, 0},
		{"a given outside of the domain", model.Model{Vars: []model.Variable{{Domain: one23}},
			Constraints: []model.Constraint{model.Given{Var: 0, Value: 4}}}, 0},
		{"only empty domains", model.Model{Vars: []model.Variable{{}}}, 0},
		{"two clues in a row", *sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1},
			model.Given{Var: 1, Value: 1}), 0},
		{"no variables", model.Model{}, 1},
		{"no variables and a contradiction", model.Model{Constraints: []model.Constraint{
			model.Linear{Relation: model.AtLeast, Bound: 1}}}, 0},
	} {
		for _, f := range export.Formats() {
			format := map[string]string{"json": "model", "mps-fixed": "mps"}[f.Name]
			if format == "" {
				format = f.Name
			}
			for _, encoding := range append([]string{""}, f.Encodings...) {
				name := fmt.Sprintf("%s, %s %s", test.name, f.Name, encoding)
				file, err := export.New(t.Context(), &test.m, export.Options{Format: f.Name, Encoding: encoding})
				if (f.Name == "cover" || f.Name == "col") && errors.As(err, new(*encode.UnsupportedError)) {
					continue
				}
				var b bytes.Buffer
				if err == nil {
					err = file.Write(&b)
				}
				if err == nil && file.Map != nil {
					err = encode.WriteVariableMap(io.Discard, file.Map)
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if strings.Contains(b.String(), "var {}") {
					t.Errorf("%s: an empty domain, which is no type:\n%s", name, b.String())
				}
				if !slices.Contains(problem.Names(), format) {
					continue
				}
				p, err := problem.Read(&b, "file", problem.Options{Format: format})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				p.Model.Objective = nil
				got, _, err := model.Count(t.Context(), native.Solver{}, p.Model, 2)
				if err != nil || got.Int64() != int64(test.want) {
					t.Errorf("%s: %v solutions, error %v, want %d", name, got, err, test.want)
				}
			}
		}
	}
}

// Answers and variable maps are texts as model files are: with the line ends of every system, and a byte order mark.
func TestTextsOfAnswers(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}}}
	for _, test := range []struct{ format, answer string }{
		{"cnf", "c a comment\ns SATISFIABLE\nv -1 2\nv 0\n"},
		{"opb", "c a comment\ns SATISFIABLE\nv -x1 x2\n"},
		{"lp", "Optimal - objective value 0.00000000\n      1 x_a_v2                 1                       0\n"},
		{"cover", "1:\n a option2\n"},
		{"col", "s col 2\nl 1 2\nl 2 1\nl 3 2\n"},
		{"mzn", "x_a = 2;\n----------\n"},
		{"fzn", "x_a = 2;\n----------\n"},
		{"xcsp3", "s SATISFIABLE\nv <instantiation> <list> x_a </list> <values> 2 </values> </instantiation>\n"},
		{"smt2", "sat\n((x_a 2))\n"},
		{"asp", "Answer: 1\nvalue(x_a,2)\nSATISFIABLE\n"},
	} {
		file, err := export.New(t.Context(), m, export.Options{Format: test.format})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := encode.WriteVariableMap(&b, file.Map); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(text string) string{
			"LF":    func(text string) string { return text },
			"CR LF": func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
			"CR":    func(text string) string { return strings.ReplaceAll(text, "\n", "\r") },
			"mark":  func(text string) string { return "\ufeff" + text },
		} {
			s, err := encode.ReadVariableMap(strings.NewReader(change(b.String())))
			if err != nil {
				t.Errorf("%s, map with %s: %v", test.format, name, err)
				continue
			}
			a, err := export.Read(strings.NewReader(change(test.answer)), s)
			if err != nil || len(a.Solutions) != 1 || a.Solutions[0][0] != 2 {
				t.Errorf("%s, answer with %s: %+v, error %v", test.format, name, a, err)
			}
		}
		utf16 := "\xff\xfe" + strings.Join(strings.Split(test.answer, ""), "\x00") + "\x00"
		_, err = export.Read(strings.NewReader(utf16), file.Map)
		if err == nil || !strings.Contains(err.Error(), "the text is in UTF-16, expected UTF-8") {
			t.Errorf("%s: error %v about UTF-16", test.format, err)
		}
	}
}
