package cnf

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"nonet/encode"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

type encoding = encode.Encoding[*Formula, Valuation]

// sameEncoding fails the test if two encodings differ.
func sameEncoding(t interface{ Fatalf(string, ...any) }, what string, got, want encoding) {
	g, w := got.Formula, want.Formula
	if g.Vars != w.Vars || g.Clauses != w.Clauses || g.Shown != w.Shown || g.OneHot != w.OneHot ||
		!slices.Equal(g.Body, w.Body) || !slices.Equal(g.Comments, w.Comments) {
		t.Fatalf("%s: formula differs (-want +got):\n%s", what, cmp.Diff(w, g, cmpopts.EquateEmpty()))
	}
	if !slices.Equal(got.Map.Shown, want.Map.Shown) || !slices.Equal(got.Map.Fixed, want.Map.Fixed) ||
		got.Map.Vars != want.Map.Vars {
		t.Fatalf("%s: got map %+v, want %+v", what, got.Map, want.Map)
	}
	if got.Size != want.Size {
		t.Fatalf("%s: got size %+v, want %+v", what, got.Size, want.Size)
	}
}

// A prepared encoder gives the same result as Encode for one model after another, whether or not they share
// constraints.
func TestPreparedMatchesEncode(t *testing.T) {
	base := sudoku.Order(3).Model()
	singles := deduce.Singles.Prepare(base)
	for _, e := range encoders() {
		p, err := e.Prepare(base)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, m *model.Model) {
			t.Helper()
			want, err := e.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			sameEncoding(t, e.Name()+", "+what, got, want)
		}
		for _, g := range golden[:some(1, 2)] {
			full := puzzle(g.clues)
			var givens []model.Given
			for _, c := range full.Constraints {
				if c, ok := c.(model.Given); ok {
					givens = append(givens, c)
				}
			}
			check(g.name, full)
			check(g.name+", givens", reduce(t, full))
			check(g.name+", singles", singles(t.Context(), givens))
		}
		check("another grid", sudoku.Order(2).Model())
		check("another constraint", sudoku.Order(2).Model().With(model.AllDifferent{}))
		check("the base and one more constraint", base.With(model.AllDifferent{}))
		check("without the additional constraint", base)
		check("no variables", &model.Model{})
		check("the base again", base)
	}
}

// The domains determine whether an AllDifferent is a permutation, so this may change from model to model.
func TestPreparedDetectsPermutations(t *testing.T) {
	base := sudoku.Order(2).Model()
	wide := base.With()
	wide.Vars = slices.Clone(base.Vars)
	wide.Vars[5].Domain = model.Interval(1, 5)
	narrow := base.With()
	narrow.Vars = slices.Clone(base.Vars)
	for v := range 4 {
		narrow.Vars[v].Domain = model.Interval(1, 3)
	}
	for _, e := range encoders() {
		p, err := e.Prepare(base)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range []*model.Model{base, wide, base, narrow, wide, base} {
			want, err := e.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			sameEncoding(t, fmt.Sprintf("%s, model %d", e.Name(), i), got, want)
		}
	}
}

func TestPreparedMatchesEncodeOnRandomModels(t *testing.T) {
	all := encoders()
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.SampledFrom(all).Draw(t, "encoder")
		base := randomModel(t)
		p, err := e.Prepare(base)
		if err != nil {
			t.Fatalf("%v", err)
		}
		for range 3 {
			// The base with smaller domains, some of them fixed.
			m := base.With()
			m.Vars = slices.Clone(m.Vars)
			for v := range m.Vars {
				kept := func(int) bool { return rapid.IntRange(0, 3).Draw(t, "removed") > 0 }
				d := m.Vars[v].Domain.Filter(kept)
				m.Vars[v].Domain = d
				if d.Size() == 1 && rapid.Bool().Draw(t, "fixed") {
					m.Constraints = append(m.Constraints, model.Given{Var: model.Var(v), Value: d.Min()})
				}
			}
			want, err := e.Encode(t.Context(), m)
			if err != nil {
				t.Fatalf("%v", err)
			}
			got, err := p.Encode(t.Context(), m)
			if err != nil {
				t.Fatalf("%v", err)
			}
			sameEncoding(t, e.Name(), got, want)
		}
	})
}

func TestPreparedDecodes(t *testing.T) {
	p, err := Encoder{}.Prepare(sudoku.Order(2).Model())
	if err != nil {
		t.Fatal(err)
	}
	enc, err := p.Encode(t.Context(), sudoku.Order(2).Model())
	if err != nil {
		t.Fatal(err)
	}
	newSearch(enc.Formula).enumerate(enc.Formula.Shown, func(v Valuation) bool {
		if a, err := enc.Decode(v); err != nil || sudoku.Order(2).Model().Check(a) != nil {
			t.Fatalf("Decode of a solution: got %v, error %v", a, err)
		}
		x := trueVars(v)[3]
		v[x] = false
		if _, err := enc.Decode(v); err == nil {
			t.Fatal("a cell without a value: got no error")
		}
		v[x], v[1], v[2] = true, true, true
		if _, err := enc.Decode(v); err == nil {
			t.Fatal("a cell with two values: got no error")
		}
		if _, err := enc.Decode(v[:10]); err == nil {
			t.Fatal("a short valuation: got no error")
		}
		return false
	})
}

func TestPreparedAllocatesNothing(t *testing.T) {
	m := reduce(t, puzzle(golden[0].clues))
	for _, name := range []string{"extended", "minimal", "efficient", "dual", "extended-dedup"} {
		e, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Prepare(m)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() {
			if _, err := p.Encode(context.Background(), m); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: got %v allocations per model, want 0", name, n)
		}
	}
}

// Encode shares scratch memory between goroutines, but the caller owns the result.
func TestEncodeConcurrently(t *testing.T) {
	models := []*model.Model{sudoku.Order(2).Model(), sudoku.Order(3).Model(), reduce(t, puzzle(golden[0].clues)), {}}
	want := make([]encoding, len(models))
	for i, m := range models {
		var err error
		if want[i], err = (Encoder{Dedup: true}).Encode(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			for round := range 20 {
				i := round % len(models)
				got, err := Encoder{Dedup: true}.Encode(t.Context(), models[i])
				if err == nil && !slices.Equal(got.Formula.Body, want[i].Formula.Body) {
					err = fmt.Errorf("model %d: the formula differs from the first one", i)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, e := range encoders() {
		got, err := Parse(e.Name())
		if err != nil {
			t.Errorf("Parse(%q): %v", e.Name(), err)
		}
		if got.Name() != e.Name() || got.Preset != e.Preset || got.Linear != e.Linear || got.Dedup != e.Dedup {
			t.Errorf("Parse(%q) = %+v, want %+v", e.Name(), got, e)
		}
		if e.Preset.Summary() == "" {
			t.Errorf("%s has no summary", e.Preset)
		}
	}
	for name, want := range map[string]Encoder{
		"":                       {},
		"extended":               {},
		"minimal":                {Preset: Minimal},
		"triad/commander-4":      {Preset: Triad, AtMostOne: Commander{Group: 4}},
		"extended-dedup/product": {AtMostOne: Product{}, Dedup: true},
		"dual-dedup":             {Preset: Dual, Dedup: true},
		"extended/pairwise":      {AtMostOne: Pairwise{}},
		"order":                  {Preset: Order},
		"log/totalizer":          {Preset: Log},
		"support/diagram":        {Preset: Support, Linear: BDD},
		"order/product/diagram":  {Preset: Order, AtMostOne: Product{}, Linear: BDD},
	} {
		got, err := Parse(name)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", name, got, err, want)
		}
	}
	for _, name := range []string{
		"Extended", "logarithmic", "extended/", "/pairwise", "-dedup", "extended-dedup-dedup",
		"extended/pairwise-dedup", "extended/pairwise/x",
		"order/totalizer/pairwise", "order/totalizer/diagram", "order/pairwise/totalizer/x",
	} {
		if got, err := Parse(name); err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", name, got)
		}
	}
	if got := (Encoder{AtMostOne: Pairwise{}}).Name(); got != "extended" {
		t.Errorf("Name() = %q, want the default form left out", got)
	}
}
