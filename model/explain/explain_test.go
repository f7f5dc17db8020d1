package explain_test

import (
	"testing"

	"nonet/backends"
	"nonet/backends/cdcl"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/explain"
)

// submodelSolver decides subsets of the rules, and verifier checks conflicts independently of it.
var (
	submodelSolver = backends.Bind(deduce.Singles{}, cnf.Encoder{}, gini.Engine{})
	verifier       = backends.Bind(deduce.Singles{}, cnf.Encoder{}, cdcl.Engine{})
)

func newExplainer(t testing.TB, m *model.Model) *explain.Explainer {
	t.Helper()
	e, err := explain.New(t.Context(), native.Solver{}, m)
	if err != nil {
		t.Fatal(err)
	}
	e.SubmodelSolver = submodelSolver
	return e
}
