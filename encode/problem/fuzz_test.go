package problem_test

import (
	"strings"
	"testing"

	"nonet/encode/problem"
	"nonet/encode/text"
)

// FuzzRead reads a text as each format. What is read is a valid model, and each of its constraints can be described.
func FuzzRead(f *testing.F) {
	for _, seed := range []struct{ format, text string }{
		{"cnf", "c p show 1 0\np cnf 3 2\n1 -2 0\n3 0\n"},
		{"opb", "* #variable= 3 #constraint= 1\nmin: +1 x1 ;\n+1 x1 +2 ~x2 -1 x3 >= 1 ;\n"},
		{"lp", "Minimize\n obj: x + y\nSubject To\n sum: x + 2 y >= 3\nBounds\n x <= 3\n -1 <= y <= 1\n" +
			"General\n x\n y\nEnd\n"},
		{"mps", "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n M 'MARKER' 'INTORG'\n x obj 1 cap 2\n M 'MARKER' 'INTEND'\n" +
			"RHS\n RHS cap 4\nBOUNDS\n UP B x 2\nENDATA\n"},
		{"cover", "p q | x\np x:A\np x:B\nq x:A\nq x\n"},
		{"col", "c colours 3\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"},
		{"fzn", "array [1..2] of int: c = [2,-1];\nvar 1..3: x :: output_var;\nvar 0..9: y;\n" +
			"constraint int_lin_eq(c,[x,y],1);\nconstraint int_times(x,y,x);\nsolve minimize y;\n"},
		{"xcsp3", "<instance format=\"XCSP3\" type=\"CSP\">" +
			"<variables><array id=\"x\" size=\"[2]\"> 1..3 </array></variables>" +
			"<constraints><intension> lt(x[0],add(x[1],1)) </intension><allDifferent> x[] </allDifferent>" +
			"</constraints></instance>"},
		{"model", `{"kind": "nonet model", "version": 1, "name": "", "vars": [{"name":"a","domain":[[1,3]]}],
			"constraints": [{"type":"given","var":0,"value":2}], "objective": null}`},
	} {
		f.Add(seed.format, seed.text)
	}
	f.Fuzz(func(t *testing.T, format, content string) {
		p, err := problem.Read(strings.NewReader(content), "file", problem.Options{Format: format, Colours: 2})
		if err != nil {
			return
		}
		if err := p.Model.Validate(); err != nil {
			t.Fatal(err)
		}
		for i := range p.Model.Constraints {
			p.Describe(i)
		}
		for _, v := range p.ShownVars() {
			p.Model.NameOf(v)
		}
		var b strings.Builder
		if err := text.WriteJSON(&b, p.Model); err != nil {
			t.Fatal(err)
		}
		a := make([]int, len(p.Model.Vars))
		for v, variable := range p.Model.Vars {
			if variable.Domain.Size() == 0 {
				return
			}
			a[v] = variable.Domain.Min()
		}
		if p.AppendSolution != nil {
			p.AppendSolution(nil, a)
		}
	})
}
