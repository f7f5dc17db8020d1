package cnf

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

type failer interface {
	Fatalf(string, ...any)
	Helper()
}

// checkProvenance compares the results of Provenance and Encode, and checks the sizes of the provenance.
func checkProvenance(t failer, e Encoder, m *model.Model) (*Formula, *encode.Provenance) {
	t.Helper()
	want, err := e.Encode(context.Background(), m)
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	got, a, err := e.Provenance(context.Background(), m)
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	f := got.Formula
	if f.Vars != want.Formula.Vars || !slices.Equal(f.Body, want.Formula.Body) {
		t.Fatalf("%s: Provenance and Encode give different formulas", e.Name())
	}
	checkTotals(t, e, f, a)
	return f, a
}

func checkTotals(t failer, e Encoder, f *Formula, a *encode.Provenance) {
	t.Helper()
	for _, part := range a.Parts {
		if part.Units == 0 && part.Auxiliary == 0 {
			t.Fatalf("%s: an empty part: %+v", e.Name(), part)
		}
	}
	size := f.Size()
	total := a.Total()
	type sizes struct{ clauses, literals, shown, auxiliary, ofParts int }
	got := sizes{total.Units, total.Entries, a.Shown, a.Auxiliary, total.Auxiliary}
	if want := (sizes{size.Clauses, size.Literals, f.Shown, f.Vars - f.Shown, f.Vars - f.Shown}); got != want {
		t.Fatalf("%s: provenance has %+v, want %+v", e.Name(), got, want)
	}
	var sum, statements encode.Part
	for _, family := range a.Families() {
		sum.Units += family.Units
		sum.Entries += family.Entries
		sum.Auxiliary += family.Auxiliary
		for _, s := range family.Statements {
			statements.Units += s.Units
			statements.Entries += s.Entries
			statements.Auxiliary += s.Auxiliary
			if s.Text == "" {
				t.Fatalf("%s: %s: no text for role %d", e.Name(), family.Name, s.Role)
			}
		}
	}
	if sum.Units != size.Clauses || sum.Entries != size.Literals ||
		statements.Units != size.Clauses || statements.Auxiliary != total.Auxiliary {
		t.Fatalf("%s: families add up to %+v, statements to %+v, want %+v", e.Name(), sum, statements, size)
	}
}

// checkClauses explains every clause, and checks its source: if an assignment violates a clause over shown variables,
// it must violate the constraint of the source.
func checkClauses(t failer, e Encoder, m *model.Model, f *Formula, mp encode.Map, a *encode.Provenance) {
	t.Helper()
	k := -1
	for clause := range f.All() {
		k++
		text, p := a.Explain(k), a.Part(k)
		if text == "" || strings.Contains(text, "unknown") || strings.Contains(text, "%!") {
			t.Fatalf("%s: clause %d: bad text %q", e.Name(), k+1, text)
		}
		if slices.ContainsFunc(clause, func(l Lit) bool { return int(l.Var()) > f.Shown }) {
			continue
		}
		var vars []model.Var
		for _, l := range clause {
			vars = append(vars, mp.Shown[l.Var()-1].Var)
		}
		if p.Var != encode.None {
			vars = append(vars, p.Var)
		}
		// A clause about a single variable holds for every assignment.
		violated := func(model.Assignment) bool { return false }
		switch {
		case p.Constraint != encode.None:
			c := m.Constraints[p.Constraint]
			vars = append(vars, c.Scope()...)
			violated = func(x model.Assignment) bool { return c.Violation(x) > 0 }
		case p.Segment != nil:
			vars = append(vars, p.Segment...)
			violated = func(x model.Assignment) bool { return model.AllDifferent{Vars: p.Segment}.Violation(x) > 0 }
		}
		slices.Sort(vars)
		vars = slices.Compact(vars)
		x := make(model.Assignment, len(m.Vars))
		var try func(i int)
		try = func(i int) {
			if i < len(vars) {
				for x[vars[i]] = range m.Vars[vars[i]].Domain.All {
					try(i + 1)
				}
				return
			}
			holds := slices.ContainsFunc(clause, func(l Lit) bool { return mp.Holds(int(l.Var())-1, x) == (l > 0) })
			if !holds && !violated(x) {
				t.Fatalf("%s: clause %d, %v, forbids %v, which its source allows: %s", e.Name(), k+1, clause, x, text)
			}
		}
		try(0)
	}
}

// checkMeanings enumerates valuations. Auxiliary variables must agree with their recorded meanings, and the shown
// variables must determine them unless they are recorded as undetermined.
func checkMeanings(t failer, e Encoder, m *model.Model) {
	t.Helper()
	b := new(builder)
	b.configure(e)
	b.recorder = new(recorder)
	if err := b.encode(m); err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	undetermined := slices.ContainsFunc(b.recorder.meanings, func(m meaning) bool { return m.undetermined })
	seen := map[string]bool{}
	n := 0
	newSearch(&b.f.Formula).enumerate(b.f.Vars, func(v Valuation) bool {
		key := fmt.Sprint(v[:b.f.Shown+1])
		if seen[key] && !undetermined {
			t.Fatalf("%s: a solution has several valuations, but no variable is undetermined", e.Name())
		}
		seen[key] = true
		a, err := decode(b.mp, v)
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		for i, meaning := range b.recorder.meanings {
			x := b.f.Shown + 1 + i
			if holds, known := checkMeaning(meaning, v, a); known && holds != v[x] {
				t.Fatalf("%s: x%d is %v for %v, which contradicts its meaning %+v", e.Name(), x, v[x], a, meaning)
			}
		}
		n++
		return n < 500
	})
}

// checkMeaning evaluates a meaning under v and a. known is false if the meaning leaves the variable open.
func checkMeaning(m meaning, v Valuation, a model.Assignment) (holds, known bool) {
	sum := 0
	for _, t := range m.terms {
		sum += t.Coef * a[t.Var]
	}
	switch {
	case m.atoms != nil:
		return !slices.ContainsFunc(m.atoms, func(x encode.Atom) bool {
			return a[x.Var] != x.Value && (x.Kind != encode.AtLeast || a[x.Var] < x.Value)
		}), true
	case m.terms != nil && m.bit > 0:
		return (sum-m.from)>>(m.bit-1)&1 == 1, true
	case m.bit > 0:
		for _, l := range m.oneOf {
			if v[l.Var()] == (l > 0) {
				sum++
			}
		}
		return sum>>(m.bit-1)&1 == 1, true
	case m.inRange: // a satisfies the constraint, so the meaning holds if its terms are in range
		return true, m.from <= sum && sum <= m.to
	case m.terms != nil:
		return sum >= m.from, true
	}
	one := slices.ContainsFunc(m.oneOf, func(l Lit) bool { return v[l.Var()] == (l > 0) })
	// The clauses define an undetermined variable only if one literal is true.
	return one != m.negated, one || !m.undetermined
}

func TestProvenanceOfRandomModels(t *testing.T) {
	all := encoders()
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		for range 3 {
			e := rapid.SampledFrom(all).Draw(t, "encoder")
			enc, _ := e.Encode(t.Context(), m)
			f, a := checkProvenance(t, e, m)
			checkClauses(t, e, m, f, enc.Map, a)
			checkMeanings(t, e, m)
		}
	})
}

func TestProvenanceOfPuzzles(t *testing.T) {
	grid := sudoku.Order(2).Model()
	half := grid.With(model.Given{Var: 0, Value: 1}, model.Given{Var: 7, Value: 3})
	for _, m := range []*model.Model{grid, half, reduce(t, half)} {
		for _, e := range encoders() {
			enc, err := e.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			f, a := checkProvenance(t, e, m)
			checkClauses(t, e, m, f, enc.Map, a)
			if m != grid {
				checkMeanings(t, e, m)
			}
			if n := a.Total().Undetermined; n > 0 {
				t.Errorf("%s: got %d undetermined variables in a grid of permutations, want 0", e.Name(), n)
			}
		}
	}
}

func TestProvenanceTotals(t *testing.T) {
	for _, order := range []int{3, 4} {
		if order == 4 && os.Getenv("NONET_LONG") == "" {
			continue
		}
		m := sudoku.Order(order).Model()
		for _, e := range encoders() {
			if order == 4 && e.Dedup {
				continue
			}
			enc, a, err := e.Provenance(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			checkTotals(t, e, enc.Formula, a)
		}
	}
	for _, g := range golden[:some(1, len(golden))] {
		small := reduce(t, puzzle(g.clues))
		for _, e := range encoders() {
			checkProvenance(t, e, small)
		}
	}
}

// Some forms leave auxiliary variables undetermined where not every value is taken. The provenance must report them
// exactly then.
func TestProvenanceReportsUndetermined(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{model.AllDifferent{}}}
	var scope []model.Var
	for v := range model.Var(4) {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 5)})
		scope = append(scope, v)
	}
	m.Constraints[0] = model.AllDifferent{Vars: scope}
	for _, form := range AtMostOnes() {
		e := Encoder{AtMostOne: form}
		enc, a, err := e.Provenance(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		solutions, valuations := 0, 0
		newSearch(enc.Formula).enumerate(enc.Formula.Shown, func(Valuation) bool { solutions++; return true })
		newSearch(enc.Formula).enumerate(enc.Formula.Vars, func(Valuation) bool { valuations++; return true })
		undetermined := a.Total().Undetermined
		if (solutions == valuations) != (undetermined == 0) || solutions != 120 {
			t.Errorf("%s: got %d solutions, %d valuations, %d undetermined variables",
				e.Name(), solutions, valuations, undetermined)
		}
	}
}

func TestSentences(t *testing.T) {
	given := sudoku.Order(3).Model().With(model.Given{Var: 0, Value: 5})
	d := model.Interval(1, 3)
	linear := model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 2, Var: 1}}, Relation: model.AtMost, Bound: 6}
	sum := &model.Model{
		Vars:        []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: d}},
		Constraints: []model.Constraint{linear},
	}
	tests := []struct {
		encoding string
		m        *model.Model
		clause   int // from 1
		want     string
	}{
		{"", given, 1,
			"r1c1=1 or r1c1=2 or r1c1=3 or r1c1=4 or r1c1=5 or " +
				"r1c1=6 or r1c1=7 or r1c1=8 or r1c1=9: cell r1c1, at least one value"},
		{"", given, 2, "r1c1!=1 or r1c1!=2: cell r1c1, at most one value, pairwise"},
		{"", given, 81*37 + 2, "r1c1!=1 or r1c2!=1: row 1, at most one 1, pairwise"},
		{"", given, 11988, "r9c8!=9 or r9c9!=9: box 9, at most one 9, pairwise"},
		{"", given, 11989, "r1c1=5: clue r1c1 = 5"},
		{"", reduce(t, puzzle(golden[0].clues)), 1,
			"r1c1=5 or r1c1=6 or r1c1=7 or r1c1=8 or r1c1=9: cell r1c1, at least one value"},
		{"order", given, 1, "r1c1<3 or r1c1>=2: cell r1c1, valid thresholds or bits"},
		{"order", given, 81*7 + 1, "r1c1>=2 or r1c2>=2: row 1, at most one 1, pairwise"},
		{"log", given, 1,
			"not bit 0 of r1c1 or bit 1 of r1c1 or bit 2 of r1c1 or not bit 3 of r1c1: " +
				"cell r1c1, valid thresholds or bits"},
		{"minimal/sequential", given, 82, "r1c1!=1 or x730 (x730: r1c1=1): row 1, at most one 1, sequential"},
		{"order", sum, 3, "b<2 or a<3: constraint 1 (a + 2*b <= 6), sum, totalizer"},
	}
	for _, test := range tests {
		e, err := Parse(test.encoding)
		if err != nil {
			t.Fatal(err)
		}
		_, a, err := e.Provenance(t.Context(), test.m)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Explain(test.clause - 1); got != test.want {
			t.Errorf("%s, clause %d:\n got %s\nwant %s", e.Name(), test.clause, got, test.want)
		}
	}
}
