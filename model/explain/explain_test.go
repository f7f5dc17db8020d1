package explain_test

import (
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/cdcl"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/explain"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// submodelSolver decides subsets of the rules, and verifier checks conflicts independently of it.
var (
	submodelSolver = backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})
	verifier       = backends.Bind(deduce.Singles, cnf.Encoder{}, cdcl.Engine{})
)

// boardOf compiles rules of p for Derive.
func boardOf(p sudoku.Puzzle) func(rules []int) (*human.Board, error) {
	return func(rules []int) (*human.Board, error) {
		return human.NewBoardOf(p, nil, func(i int) bool { return slices.Contains(rules, i) })
	}
}

func newExplainer(t testing.TB, m *model.Model) *explain.Explainer {
	t.Helper()
	e, err := explain.New(t.Context(), native.Solver{}, m)
	if err != nil {
		t.Fatal(err)
	}
	e.SubmodelSolver = submodelSolver
	return e
}
