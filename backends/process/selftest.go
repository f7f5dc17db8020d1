package process

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
)

// selfTestClauses is a formula with the two solutions 1 -2 3 and -1 2 -3. As rows: x1 + x2 >= 1, x1 - x3 <= 0, x2 + x3 <= 1.
var selfTestClauses = [][]cnf.Lit{{1, 2}, {-1, 3}, {-2, -3}}

// SelfTest lets p enumerate the two solutions of a formula with three variables and prove that there is no third. It takes up to three
// runs.
func (p Program) SelfTest(ctx context.Context) error {
	var found []string
	var r model.Result
	var err error
	if engine, ok := p.OnModel(); ok {
		m := &model.Model{Vars: make([]model.Variable, 3)}
		for v := range m.Vars {
			m.Vars[v].Domain = model.Interval(0, 1)
		}
		sum := func(relation model.Relation, bound, coef int, a, b model.Var) model.Constraint {
			return model.Linear{Terms: []model.Term{{Coef: 1, Var: a}, {Coef: coef, Var: b}}, Relation: relation, Bound: bound}
		}
		m.Constraints = []model.Constraint{sum(model.AtLeast, 1, 1, 0, 1), sum(model.AtMost, 0, -1, 0, 2), sum(model.AtMost, 1, 1, 1, 2)}
		r, err = engine.Solve(ctx, m, func(a model.Assignment) bool {
			found = append(found, fmt.Sprint([]bool{a[0] == 1, a[1] == 1, a[2] == 1}))
			return len(found) < 3
		})
	} else if p.Input == DIMACS {
		f := &cnf.Formula{Vars: 3, Shown: 3}
		for _, c := range selfTestClauses {
			f.Add(c...)
		}
		r, err = SAT{p}.Solve(ctx, f, func(v cnf.Valuation) bool {
			found = append(found, fmt.Sprint(v[1:]))
			return len(found) < 3
		})
	} else {
		q := &ip.Program{Columns: make([]ip.Column, 3), Shown: 3}
		for j := range q.Columns {
			q.Columns[j].Upper = 1
		}
		q.Rows = []ip.Row{
			{Entries: []ip.Entry{{Column: 0, Coef: 1}, {Column: 1, Coef: 1}}, Lower: 1, Upper: ip.Infinity},
			{Entries: []ip.Entry{{Column: 0, Coef: 1}, {Column: 2, Coef: -1}}, Lower: -ip.Infinity, Upper: 0},
			{Entries: []ip.Entry{{Column: 1, Coef: 1}, {Column: 2, Coef: 1}}, Lower: -ip.Infinity, Upper: 1},
		}
		r, err = ZeroOne{p}.Solve(ctx, q, func(x ip.Point) bool {
			found = append(found, fmt.Sprint(x))
			return len(found) < 3
		})
	}
	if err != nil {
		return err
	}
	slices.Sort(found)
	if want := []string{"[false true false]", "[true false true]"}; !slices.Equal(found, want) || !r.Complete {
		return &Error{Program: p.Name, Reason: errors.New("self-test: it does not find exactly the two solutions of a formula with three variables")}
	}
	return nil
}
