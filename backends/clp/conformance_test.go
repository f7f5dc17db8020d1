package clp

import (
	"os"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
)

func TestConformance(t *testing.T) {
	if _, err := Version(); err != nil {
		t.Skip(err)
	}
	for _, method := range []struct {
		name   string
		solver model.Solver
	}{
		{"clp", backends.Bind(nil, ip.Encoder{}, Engine{})},
		{"singles+clp", backends.Bind(deduce.Singles, ip.Encoder{}, Engine{})},
		{"clp:plain", backends.Bind(nil, ip.Thesis(), Engine{Plain: true})},
	} {
		t.Run("method="+method.name, func(t *testing.T) {
			easy := method.name == "clp:plain" && os.Getenv("NONET_LONG") == ""
			o := backendtest.Options{Objective: true, Random: 150, Hard: hard(), Easy: easy}
			backendtest.Run(t, method.solver, o)
		})
	}
}

// hard returns the market split problem as a model.
func hard() *model.Model {
	p := marketSplit()
	m := &model.Model{Name: p.Name}
	for _, c := range p.Columns {
		m.Vars = append(m.Vars, model.Variable{Name: c.Name, Domain: model.Values(0, 1)})
	}
	for _, r := range p.Rows {
		l := model.Linear{Relation: model.Equal, Bound: r.Lower}
		for _, e := range r.Entries {
			l.Terms = append(l.Terms, model.Term{Coef: e.Coef, Var: model.Var(e.Column)})
		}
		m.Constraints = append(m.Constraints, l)
	}
	return m
}
