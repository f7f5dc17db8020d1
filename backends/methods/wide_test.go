package methods

import (
	"errors"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/metaheur"
	"nonet/model"
)

// Methods that make something for each value refuse a domain of millions, and name the variable; those that do not
// solve the model.
func TestWideDomain(t *testing.T) {
	d := model.Interval(0, 24_000_000)
	m := &model.Model{
		Vars: []model.Variable{{Name: "few", Domain: model.Interval(1, 2)}, {Name: "wide", Domain: d}},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}},
			model.Given{Var: 1, Value: 23_456_789}},
	}
	const want = "variable wide: its domain has 24000001 values"
	solve := func(name string) error {
		solutions := 0
		_, err := mustParse(name).SolverOf(nil).Solve(t.Context(), m, func(a model.Assignment) bool {
			solutions++
			return a[1] == 23_456_789
		})
		if err == nil && solutions != 2 {
			t.Errorf("%s: %d solutions, want 2", name, solutions)
		}
		return err
	}
	for _, name := range []string{"auto", "native"} {
		if err := solve(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{
		"gini", "gini:order", "gini:log", "cdcl", "cdcl:order", "gophersat", "dlx", "dsatur", "probsat",
		"backtrack", "singles+gini", "locked+dlx",
	} {
		err := solve(name)
		if !errors.As(err, new(*encode.UnsupportedError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", name, err, want)
		}
	}
	if err := solve("anneal"); !errors.As(err, new(*metaheur.UnsupportedError)) {
		t.Errorf("anneal: %v", err)
	}
}
