package ip_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func TestProvenanceTotals(t *testing.T) {
	for _, m := range provenanceModels(t) {
		for name, o := range map[string]ip.Encoder{"plain": {}, "thesis": ip.Thesis(), "bartlett": ip.Bartlett()} {
			want := encoded(t, o, m)
			got, a, err := o.Provenance(t.Context(), m, ip.LP)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got.Formula.Rows) != fmt.Sprint(want.Formula.Rows) {
				t.Fatalf("%s: Provenance returns another program than Encode", name)
			}
			fixed := 0
			for _, c := range got.Formula.Columns {
				if c.Lower == c.Upper {
					fixed++
				}
			}
			total, size := a.Total(), want.Formula.Size()
			if total.Units != size.Rows || total.Entries != size.Nonzeros ||
				total.Auxiliary+a.Shown != size.Variables || total.Bounds != fixed {
				t.Errorf("%s, %s: the provenance has %+v and %d shown, the program %+v and %d fixed columns", m.Name,
					name, total, a.Shown, size, fixed)
			}
			checkRows(t, m, got, a)

			_, a, err = o.Provenance(t.Context(), m, ip.OPB)
			var b bytes.Buffer
			if err == nil {
				err = ip.Write(&b, got.Formula, ip.OPB)
			}
			if err != nil {
				t.Fatal(err)
			}
			constraints, terms := 0, 0
			for _, line := range strings.Split(b.String(), "\n") {
				if strings.HasSuffix(line, ";") && !strings.HasPrefix(line, "min:") {
					constraints++
					terms += strings.Count(line, "x")
				}
			}
			if total := a.Total(); total.Units != constraints || total.Entries != terms {
				t.Errorf("%s, %s: the provenance of OPB has %+v, the file %d constraints and %d terms", m.Name, name,
					total, constraints, terms)
			}
			for k := range constraints {
				if text := a.Explain(k); text == "" || strings.Contains(text, "%!") {
					t.Errorf("%s: constraint %d: bad sentence %q", name, k+1, text)
				}
			}
		}
	}
}

func provenanceModels(t *testing.T) []*model.Model {
	puzzle := backendtest.Puzzle(sudoku.Order(3), backendtest.HardestLines()[0]).Model()
	small, err := deduce.Givens.Preprocess(t.Context(), puzzle)
	if err != nil {
		t.Fatal(err)
	}
	all := []*model.Model{sudoku.Order(2).Model(), sudoku.Order(3).Model(), sudoku.Order(4).Model(), puzzle, small}
	for seed := range uint64(backendtest.Rounds(25, 100)) {
		r := rand.New(rand.NewPCG(seed, 3))
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		m.Name = fmt.Sprintf("random %d", seed)
		all = append(all, m)
	}
	return all
}

// checkRows checks the source of each row over shown columns: every assignment that violates the row violates the
// constraint of its source. A row whose source is a variable must hold for all assignments.
func checkRows(t *testing.T, m *model.Model, e encode.Encoding[*ip.Program, ip.Point], a *encode.Provenance) {
	t.Helper()
	p := e.Formula
	for k := range p.Rows {
		text, part := a.Explain(k), a.Part(k)
		if text == "" || strings.Contains(text, "%!") {
			t.Fatalf("row %d: bad sentence %q", k+1, text)
		}
		r := &p.Rows[k]
		if slices.ContainsFunc(r.Entries, func(e ip.Entry) bool { return e.Column >= p.Shown }) || len(m.Vars) > 16 {
			continue
		}
		var vars []model.Var
		for _, entry := range r.Entries {
			vars = append(vars, e.Map.Shown[entry.Column].Var)
		}
		if part.Constraint != encode.None {
			vars = append(vars, m.Constraints[part.Constraint].Scope()...)
		} else {
			vars = append(vars, part.Var)
		}
		slices.Sort(vars)
		vars = slices.Compact(vars)
		x := make(model.Assignment, len(m.Vars))
		point := make(ip.Point, len(p.Columns))
		var try func(i int)
		try = func(i int) {
			if i < len(vars) {
				for x[vars[i]] = range m.Vars[vars[i]].Domain.All {
					try(i + 1)
				}
				return
			}
			for _, entry := range r.Entries {
				point[entry.Column] = e.Map.Value(entry.Column, x)
			}
			s := r.Activity(point)
			allowed := part.Constraint == encode.None || m.Constraints[part.Constraint].Violation(x) == 0
			if (s < r.Lower || s > r.Upper) && allowed {
				t.Fatalf("row %d forbids %v, which its source allows: %s", k+1, x, text)
			}
		}
		try(0)
	}
}

func TestSentences(t *testing.T) {
	m := sudoku.Order(3).Model().With(model.Given{Var: 0, Value: 5})
	sum := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}, {Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 2, Var: 1}}, Relation: model.AtMost, Bound: 5},
		},
	}
	for _, test := range []struct {
		encoder ip.Encoder
		format  ip.Format
		m       *model.Model
		row     int // from 1
		want    string
	}{
		{ip.Encoder{}, ip.LP, m, 1, "[r1c1=1] + [r1c1=2] + [r1c1=3] + [r1c1=4] + [r1c1=5] + [r1c1=6] + [r1c1=7] + " +
			"[r1c1=8] + [r1c1=9] = 1: cell r1c1, exactly one value"},
		{ip.Encoder{}, ip.LP, m, 82, "[r1c1=1] + [r1c2=1] + [r1c3=1] + [r1c4=1] + [r1c5=1] + [r1c6=1] + [r1c7=1] + " +
			"[r1c8=1] + [r1c9=1] = 1: row 1, exactly one 1"},
		{ip.Bartlett(), ip.LP, m, 325, "[r1c1=5] = 1: clue r1c1 = 5"},
		{ip.Encoder{}, ip.OPB, sum, 3, "[a=1] + 2 [a=2] + 2 [b=1] + 4 [b=2] <= 5: constraint 1 (a + 2*b <= 5), sum"},
	} {
		_, a, err := test.encoder.Provenance(t.Context(), test.m, test.format)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Explain(test.row - 1); got != test.want {
			t.Errorf("row %d:\n got %s\nwant %s", test.row, got, test.want)
		}
	}
}
