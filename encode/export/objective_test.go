package export_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model"
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
		for _, a[v] = range m.Vars[v].Domain {
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
	read := map[string]string{"lp": "lp", "mps": "mps", "mps-fixed": "mps", "opb": "opb", "fzn": "fzn", "xcsp3": "xcsp3",
		"json": "model"}
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
				file, err := export.New(m, export.Options{Format: f.Name, Encoding: encoding})
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
