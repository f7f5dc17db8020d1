package dsatur_test

import (
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/dsatur"
	"nonet/encode/coloring"
	"nonet/model"
	"nonet/model/deduce"
)

func TestConformance(t *testing.T) {
	for _, test := range []struct {
		name   string
		pre    backends.Preprocessor
		engine dsatur.Engine
	}{
		{"dsatur", nil, dsatur.Engine{}},
		{"singles+dsatur", deduce.Singles, dsatur.Engine{}},
		{"dsatur:plain", nil, dsatur.Engine{IgnoreCliques: true}},
	} {
		t.Run("method="+test.name, func(t *testing.T) {
			s := backends.Bind(test.pre, coloring.Encoder{}, test.engine)
			o := backendtest.Options{NoLinear: true, OnlyPairs: true, Random: 1000, Hard: mycielski(7)}
			backendtest.Run(t, s, o)
		})
	}
}

// mycielski returns the model that colours the Mycielski graph of chromatic number k with k-1 colours. It has no
// triangles, so propagation detects little early, and no solution. Source: J. Mycielski, Sur le coloriage des graphs,
// Colloquium Mathematicum 3, 1955, pp. 161-162.
func mycielski(k int) *model.Model {
	n, edges := 2, [][2]int{{0, 1}}
	for range k - 2 {
		for _, e := range edges[:len(edges):len(edges)] {
			edges = append(edges, [2]int{e[0], n + e[1]}, [2]int{e[1], n + e[0]})
		}
		for v := range n {
			edges = append(edges, [2]int{n + v, 2 * n})
		}
		n = 2*n + 1
	}
	m := &model.Model{Name: "mycielski", Vars: make([]model.Variable, n)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, k-1)
	}
	for _, e := range edges {
		m.Constraints = append(m.Constraints, model.NotEqual{A: model.Var(e[0]), B: model.Var(e[1])})
	}
	return m
}
