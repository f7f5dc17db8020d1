package native_test

import (
	"testing"

	"nonet/backends/native"
	"nonet/model"
)

// A model of many variables takes memory in proportion to its size: a bit for each pair of 300,000 would be 11 GB.
func TestManyVariables(t *testing.T) {
	both := []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 99_999}}
	m := &model.Model{Constraints: []model.Constraint{
		model.Linear{Terms: both, Relation: model.AtLeast, Bound: 2}}}
	for range 100_000 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 1)})
	}
	a, _, err := model.First(t.Context(), native.Solver{}, m)
	if err != nil || a[0] != 1 || a[99_999] != 1 {
		t.Errorf("error %v", err)
	}
}
