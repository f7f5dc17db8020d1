package methods

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/encode/problem"
	"nonet/model"
)

// The choice depends on the formula of the file, on the constraints and on the objective.
func TestChoose(t *testing.T) {
	read := func(name, text string, colours int) *problem.Problem {
		p, err := problem.Read(strings.NewReader(text), name, problem.Options{Colours: colours})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	relaxed := []string{"native", "cdcl:order"}
	if hasCLP() {
		relaxed = []string{"clp", "native"}
	}
	t.Setenv("PATH", t.TempDir()) // without programs of others
	const (
		cycle   = "min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"
		clauses = "p cnf 2 1\n1 2 0\n"
	)
	table := &model.Model{Vars: make([]model.Variable, 2),
		Constraints: []model.Constraint{model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{0, 1}}}},
		Objective:   &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}}}
	for i := range table.Vars {
		table.Vars[i].Domain = model.Interval(0, 1)
	}
	for _, c := range []struct {
		what string
		p    *problem.Problem
		want []string
	}{
		{"clauses", read("x.cnf", clauses, 0), []string{"gini"}},
		{"a cover", read("x.cover", "a b\na\nb\n", 0), []string{"dlx"}},
		{"a graph", read("x.col", "p edge 2 1\ne 1 2\n", 2), []string{"dsatur"}},
		{"a graph of many colours", read("x.col", "p edge 2 1\ne 1 2\n", 65), []string{"native", "cdcl:order"}},
		{"a linear objective", read("x.opb", cycle, 0), relaxed},
		{"linear constraints", read("x.opb", strings.SplitN(cycle, "\n", 2)[1], 0), []string{"native", "cdcl:order"}},
		{"a table", &problem.Problem{Model: table}, []string{"native", "cdcl:order"}},
	} {
		choice := mustParse(Auto).Choice(c.p)
		if !slices.Equal(choice.Names(), c.want) || choice.Why == "" {
			t.Errorf("%s: %v for %s, want %v", c.what, choice, choice.Why, c.want)
		}
	}
	if linear := read("x.opb", cycle, 0); !hasCLP() {
		program := filepath.Join(os.Getenv("PATH"), "cbc")
		if err := os.WriteFile(program, nil, 0o777); err != nil {
			t.Fatal(err)
		}
		if c := Choose(linear.Model, linear); !slices.Equal(c.Names(), []string{"native", "cbc"}) {
			t.Errorf("with cbc installed: %v", c)
		}
	}
	file := read("x.cnf", clauses, 0)
	if c := Choose(file.Model.With(), file); slices.Equal(c.Names(), []string{"gini"}) {
		t.Error("the formula of the file belongs to this model only")
	}
	if c := mustParse("gini").Choice(file); c.Why != "" || c.String() != "gini" {
		t.Errorf("gini chooses %v for %q", c, c.Why)
	}
}

// The second method waits longer for a model that takes long to read.
func TestHeadStartGrows(t *testing.T) {
	m := &model.Model{Vars: make([]model.Variable, 100_000)}
	small, large := auto{}.solver(&model.Model{}).(race).headStart, auto{}.solver(m).(race).headStart
	if small != headStart || large < 10*headStart {
		t.Errorf("%v for an empty model, %v for %d variables", small, large, len(m.Vars))
	}
}
