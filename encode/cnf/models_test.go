package cnf

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model"
)

// kindsOfConstraints are small models with each kind of constraint; the second contradicts itself in several ways.
var kindsOfConstraints = []*model.Model{
	{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 3)}, {Name: "b", Domain: model.Interval(1, 3)},
			{Name: "c", Domain: model.Values(-1, 2, 5)}, {Name: "k", Domain: model.Values(2)},
			{Name: "one", Domain: model.Values(4)}, {Name: "bit", Domain: model.Interval(0, 1)},
			{Name: "d", Domain: model.Interval(0, 4)}},
		Constraints: []model.Constraint{
			given(3, 2), given(6, 3), allDifferent(0, 1, 3), allDifferent(0, 1, 2), allDifferent(0, 1),
			allDifferent(0, 1, 6, 4),
			model.NotEqual{A: 0, B: 1, Offset: 1}, model.NotEqual{A: 2, B: 3}, model.NotEqual{A: 6, B: 5, Offset: 2},
			model.Linear{Terms: []model.Term{{Coef: -2, Var: 5}, {Coef: 1, Var: 0}, {Coef: 3, Var: 3},
				{Coef: 1, Var: 2}, {Coef: 1, Var: 0}}, Relation: model.AtMost, Bound: 11},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 6}, {Coef: -1, Var: 1}}, Relation: model.AtLeast, Bound: 1},
			model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 1}, {Coef: 1, Var: 2}}, Bound: 4},
			model.Linear{Terms: []model.Term{{Coef: -1, Var: 6}, {Coef: 1, Var: 4}}, Relation: model.AtMost, Bound: 3},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 5}, {Coef: -1, Var: 0}}, Relation: model.AtMost, Bound: -1},
			model.Table{Vars: []model.Var{0, 3, 1, 0}, Rows: [][]int{{1, 2, 1, 1}, {1, 2, 3, 1}, {1, 2, 3, 2},
				{9, 2, 1, 9}, {2, 3, 1, 2}, {1, 2, 3, 1}, {3, 2, 1, 3}}},
			model.Table{Vars: []model.Var{6}, Rows: [][]int{{2}, {0}, {3}}},
		},
	},
	{
		Vars: []model.Variable{{Name: "a", Domain: model.Values(2)}, {Name: "b", Domain: model.Values(2)},
			{Name: "c", Domain: model.Interval(1, 3)}, {Name: "d", Domain: model.Values(2)}},
		Constraints: []model.Constraint{
			given(0, 2), given(1, 2), given(0, 3), given(2, 4), given(2, 1), allDifferent(0, 1, 2), allDifferent(2, 3),
			allDifferent(3, 0), model.NotEqual{A: 0, B: 1}, model.NotEqual{A: 2, B: 2}, model.NotEqual{A: 2, B: 0},
			model.Table{Vars: []model.Var{2}},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 2}, {Coef: 1, Var: 0}}, Bound: 6},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 2}}, Relation: model.AtLeast, Bound: 2},
		},
	},
	{
		Vars: []model.Variable{{Name: "r1c1", Domain: model.Interval(1, 4)},
			{Name: "r1c2", Domain: model.Interval(1, 4)},
			{Name: "r1c3", Domain: model.Interval(1, 4)}, {Name: "r1c4", Domain: model.Interval(1, 4)},
			{Name: "r2c1", Domain: model.Interval(1, 4)}, {Name: "r2c2", Domain: model.Interval(1, 4)}},
		Constraints: []model.Constraint{allDifferent(0, 1, 2, 3), allDifferent(0, 1, 4, 5)},
	},
	{
		Vars: []model.Variable{{Name: "x", Domain: model.Interval(0, 3)}, {Name: "y", Domain: model.Interval(0, 3)},
			{Name: "z", Domain: model.Interval(-1, 2)}, {Name: "u", Domain: model.Interval(0, 1)}},
		Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: 1}, {Coef: 2, Var: 1}, {Coef: 1, Var: 2}, {Coef: 1, Var: 3}},
				Relation: model.AtMost, Bound: 4},
			model.Linear{Terms: []model.Term{{Coef: 1}, {Coef: -2, Var: 1}, {Coef: 1, Var: 2}, {Coef: 1, Var: 3}},
				Relation: model.AtLeast, Bound: 1},
			model.Linear{Terms: []model.Term{{Coef: 3}, {Coef: 2, Var: 1}, {Coef: 1, Var: 2}, {Coef: 1, Var: 3}},
				Bound: 5},
		},
	},
	{ // a constant has the least of all values, and a variable that is no constant has one value
		Vars: []model.Variable{{Name: "k", Domain: model.Values(-3)}, {Name: "x", Domain: model.Interval(-3, -1)},
			{Name: "y", Domain: model.Values(-2, 0)}, {Name: "z", Domain: model.Values(-1, 0, 4)},
			{Name: "s", Domain: model.Values(-1)}},
		Constraints: []model.Constraint{
			given(0, -3), allDifferent(0, 1, 2), allDifferent(3, 1, 4), model.NotEqual{A: 3, B: 0, Offset: 2},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 1}, {Coef: 2, Var: 2}, {Coef: 1}}, Relation: model.AtMost,
				Bound: -5},
			model.Linear{Terms: []model.Term{{Coef: 2}, {Coef: -1, Var: 3}, {Coef: 1, Var: 1}, {Coef: 3, Var: 4}},
				Relation: model.AtLeast, Bound: -12},
			model.Table{Vars: []model.Var{0, 1, 2, 3}, Rows: [][]int{{-3, -2, 0, 4}, {-3, -1, -2, 0}, {-3, -3, 0, -1},
				{-2, -2, 0, 0}, {-3, -2, -2, -1}}},
		},
	},
}

// The clauses of each preset, form and linear encoding, with their reasons.
func TestClausesOfModels(t *testing.T) {
	encoders := []Encoder{{Dedup: true}, {Linear: BDD}}
	for _, p := range Presets() {
		if p != Extended {
			encoders = append(encoders, Encoder{Preset: p, Linear: LinearEncodings()[int(p)%2]})
		}
	}
	for i, form := range AtMostOnes() {
		encoders = append(encoders, Encoder{Preset: []Preset{Triad, Order, Log, Minimal}[i%4], AtMostOne: form})
	}
	encoders = append(encoders, Encoder{Preset: Log, Linear: Adder})
	var b bytes.Buffer
	for k, m := range kindsOfConstraints {
		for i, e := range encoders {
			forms := i > 8 // else with Pairwise
			switch {
			case k == 2 && (forms || e.Preset == Triad || e.Preset == Support):
			case k == 3 && !forms && (e.Preset == Extended || e.Preset == Order):
			case (k < 2 || k == 4) && !forms:
			case k == 4 && i%2 == 0:
			default:
				continue
			}
			enc, a, err := e.Provenance(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "# model %d, %s, %d variables, %d shown, %+v\n# %q\n", k, e.Name(), enc.Formula.Vars,
				enc.Formula.Shown, a.Total(), a.Sources)
			explained := k == 1 || k == 0 && e.Preset != Efficient && e.Preset != Dual && e.Preset != Support || i == 12
			n := 0
			for clause := range enc.Formula.All() {
				if explained {
					fmt.Fprintln(&b, a.Explain(n))
				} else {
					fmt.Fprintln(&b, clause)
				}
				n++
			}
		}
	}
	path := filepath.Join("testdata", "models.txt")
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

// An objective is counted in order encoding and in binary: in each solution, steps and bits are those of its value,
// and CutOff leaves just the better solutions.
func TestObjectives(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for round := range 60 {
		m := &model.Model{Objective: &model.Objective{Maximize: round%2 == 0, Constant: 3}}
		for v := range 1 + r.IntN(4) {
			var d []int
			for x := -2; x <= 3; x++ {
				if r.IntN(2) == 0 {
					d = append(d, x)
				}
			}
			if len(d) == 0 {
				d = []int{r.IntN(3)}
			}
			m.Vars = append(m.Vars, model.Variable{Domain: model.Values(d...)})
			m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: r.IntN(9) - 4, Var: model.Var(v)})
		}
		for _, binary := range []bool{false, true} {
			b := new(builder)
			b.configure(Encoder{Preset: []Preset{Extended, Order, Log}[round%3]})
			if err := b.encode(m); err != nil {
				t.Fatal(err)
			}
			if binary {
				o := *m.Objective
				m := *m
				m.Objective = nil
				if err := b.encode(&m); err != nil {
					t.Fatal(err)
				}
				terms, _, _ := b.terms(o.Terms)
				b.f.Objective = &Objective{Maximize: o.Maximize, Bits: b.add(terms)}
			}
			f := b.f.Formula
			var all []Valuation
			var values []int
			sums := map[int]bool{}
			newSearch(&f).enumerate(f.Vars, func(v Valuation) bool {
				a, err := decode(b.mp, v)
				if err != nil {
					t.Fatal(err)
				}
				all, values = append(all, slices.Clone(v)), append(values, m.Objective.Value(a))
				sums[values[len(values)-1]] = true
				return true
			})
			if want := len(enumerate(m)); len(all) != want {
				t.Fatalf("%+v: %d valuations, want %d", m, len(all), want)
			}
			least := slices.Min(values)
			sorted := slices.Sorted(func(yield func(int) bool) {
				for s := range sums {
					if !yield(s) {
						return
					}
				}
			})
			for i, v := range all {
				o := f.Objective
				if binary {
					number := 0
					for k, l := range o.Bits {
						if l != 0 && holds(l, v) {
							number |= 1 << k
						}
					}
					if number != values[i]-least {
						t.Fatalf("%+v: bits of %d, want %d", m, number, values[i]-least)
					}
				} else if o.Steps != nil || len(sorted) > 1 {
					if len(o.Steps) != len(sorted) {
						t.Fatalf("%+v: %d steps for the values %v", m, len(o.Steps), sorted)
					}
					for k := 1; k < len(o.Steps); k++ {
						if holds(o.Steps[k], v) != (values[i] >= sorted[k]) {
							t.Fatalf("%+v: step %d of the values %v at %d", m, k, sorted, values[i])
						}
					}
				}
				cut := Formula{Vars: f.Vars, Body: f.CutOff(nil, v)}
				for j, w := range all {
					if got, want := cut.Satisfied(w), m.Objective.Better(values[j], values[i]); got != want {
						t.Fatalf("%+v: after the value %d, %d is allowed: %v", m, values[i], values[j], got)
					}
				}
			}
		}
	}
}

// Sums whose terms add up to 2^53 are encoded, and no larger ones; a number of clauses, too, has a limit.
func TestLimitsOfSums(t *testing.T) {
	const most = maxNumber
	vars := []model.Variable{{Domain: model.Interval(0, 1)}, {Domain: model.Interval(-4, 2)}, {Domain: model.Values(0)}}
	for _, c := range []struct {
		ok    bool
		terms []model.Term
	}{
		{true, []model.Term{{Coef: most, Var: 0}}}, {false, []model.Term{{Coef: most + 1, Var: 0}}},
		{false, []model.Term{{Coef: -most - 1, Var: 0}}}, {true, []model.Term{{Coef: most / 4, Var: 1}}},
		{false, []model.Term{{Coef: most/4 + 1, Var: 1}}},
		{true, []model.Term{{Coef: 4, Var: 1}, {Coef: most - 16, Var: 0}}},
		{false, []model.Term{{Coef: 4, Var: 1}, {Coef: most - 15, Var: 0}}},
		{true, []model.Term{{Coef: most - 16, Var: 0}, {Coef: 4, Var: 1}}},
		{true, []model.Term{{Coef: -1 << 63, Var: 2}}}, {true, []model.Term{{Coef: most}, {Coef: 5, Var: 2}}},
	} {
		for _, m := range []*model.Model{{Vars: vars, Constraints: []model.Constraint{model.Linear{Terms: c.terms}}},
			{Vars: vars, Objective: &model.Objective{Terms: c.terms}}} {
			if _, err := (Encoder{}).Encode(t.Context(), m); (err == nil) != c.ok {
				t.Errorf("%+v: error %v", m, err)
			}
		}
	}
	for text, s := range map[string]fmt.Stringer{"preset(-1)": Preset(-1), "preset(8)": Preset(8),
		"sum(-1)": LinearEncoding(-1), "sum(3)": LinearEncoding(3), "log": Log, "extended": Extended, "diagram": BDD,
		"totalizer": Totalizer, "commander-1": Commander{Group: 1}, "bimander-1": Bimander{Group: 1},
		"commander-3":      Commander{Group: -1},
		"commander-3-full": Commander{Full: true}, "nested-3": Nested{Leaf: 1}, "nested-5": Nested{Leaf: 5}} {
		if s.String() != text {
			t.Errorf("got %q, want %q", s, text)
		}
	}
	for name, ok := range map[string]bool{"commander-10000": true, "commander-10001": false, "commander-2": true,
		"commander-1": false, "bimander-2": true, "bimander-1": false, "bimander-2-full": false, "nested-3": true,
		"nested-2": false, "nested-3-full": false, "commander-4-full": true, "commander-04": false} {
		if form, err := ParseAtMostOne(name); (err == nil) != ok || ok && form.String() != name {
			t.Errorf("%s: %v, error %v", name, form, err)
		}
	}
	for _, form := range []AtMostOne{Commander{Group: 4}, Bimander{Group: 5}, Nested{Leaf: 6}, Commander{}} {
		if plain, _, _ := strings.Cut(form.String(), "-"); SummaryOf(form) == "" {
			t.Errorf("%s has no summary", form)
		} else if f, _ := ParseAtMostOne(plain); plain != "commander" && SummaryOf(f) != SummaryOf(form) {
			t.Errorf("%s has the summary %q", form, SummaryOf(form))
		}
	}
	large := &Formula{Vars: 99_999, Shown: 99_999}
	for k := range 9_000 { // several buffers of a file
		large.Add(Lit(1+k*11%99_999), Lit(-1-k*7%99_999))
	}
	var b bytes.Buffer
	if err := WriteDIMACS(&b, large); err != nil {
		t.Fatal(err)
	}
	if read, err := ReadClauses(&b); err != nil || !slices.Equal(read.Body, large.Body) {
		t.Errorf("a large file is read as another formula; error %v", err)
	}
}

// The numbers of clauses that plans announce, which limit constraints: by relation, for the bounds 4 to 8 of a sum of
// three values from 1 to 3, and of the negative sum. Sums that are decided take no clauses.
func TestPlannedClauses(t *testing.T) {
	for relation, want := range map[model.Relation]string{
		model.AtLeast: " 43/18 57/30 59/36 59/36 57/30 57/30 59/36 59/36 57/30 43/18",
		model.Equal:   " 57/30 59/42 61/42 59/42 57/30 57/30 59/42 61/42 59/42 57/30",
		model.AtMost:  " 57/30 59/36 59/36 57/30 43/18 43/18 57/30 59/36 59/36 57/30",
	} {
		got := ""
		for _, sign := range []int{1, -1} {
			for bound := 4; bound <= 8; bound++ {
				l := &linear{relation: relation, bound: sign * bound}
				for v := range model.Var(3) {
					l.terms = append(l.terms, term{v: v, coef: sign, contributions: []int{sign, 2 * sign, 3 * sign}})
				}
				got += fmt.Sprintf(" %d/%d", planTotalizer(l).clauses, planBDD(l).clauses)
			}
		}
		if got != want {
			t.Errorf("%v: got clauses%s", relation, got)
		}
	}
}

// A sum is one clause if exactly one assignment violates it, and all its terms have several values.
func TestSumsThatAreClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	clauses := 0
	for range 3000 {
		m := &model.Model{}
		l := &linear{relation: model.Relation(r.IntN(3))}
		several, assignments, least, greatest := true, 1, 0, 0
		for v := range 2 + r.IntN(2) {
			var d []int
			for x := r.IntN(5) - 2; x < 4 && len(d) < 3; x += 1 + r.IntN(3) {
				d = append(d, x)
			}
			m.Vars = append(m.Vars, model.Variable{Domain: model.Values(d...)})
			several, assignments = several && len(d) > 1, assignments*len(d)
			u := term{v: model.Var(v), coef: []int{-2, -1, 1, 2}[r.IntN(4)]}
			for _, x := range d {
				u.contributions = append(u.contributions, u.coef*x)
			}
			l.terms = append(l.terms, u)
			least, greatest = least+u.least(), greatest+u.greatest()
		}
		if l.bound = least + 1 + r.IntN(2); l.relation == model.AtMost {
			l.bound = greatest - 1 - r.IntN(2)
		}
		b := new(builder)
		b.configure(Encoder{})
		if err := b.encode(m); err != nil {
			t.Fatal(err)
		}
		before := b.f.Clauses
		c := model.Linear{Terms: modelTerms(l.terms), Relation: l.relation, Bound: l.bound}
		m.Constraints = []model.Constraint{c}
		want := several && l.relation != model.Equal && assignments-len(enumerate(m)) == 1
		if got := b.clause(l, least, greatest); got != want || got != (b.f.Clauses == before+1) {
			t.Fatalf("%+v: a clause: %v, want %v", m, got, want)
		}
		if want {
			clauses++
			if got := len(projectedModels(&b.f.Formula)); got != len(enumerate(m)) {
				t.Fatalf("%+v: the clause leaves %d assignments", m, got)
			}
		}
	}
	if clauses < 100 {
		t.Errorf("only %d sums are clauses", clauses)
	}
}

// Lines about weights are noted, and no other comments.
func TestLinesAboutWeights(t *testing.T) {
	for line, want := range map[string]int{"c t wmc": 1, "c t pwmc": 1, "c p weight 1 0.5 0": 1, "c x wmc": 0,
		"c t x": 0, "c p x weight": 0, "c wmc": 0, "c x pwmc": 0, "c x weight": 0, "c t weight": 0, "c": 0} {
		file, err := ReadDIMACSFile(strings.NewReader(line + "\np cnf 1 1\n1 0\n"))
		if err != nil || file.Weights != want {
			t.Errorf("%s: line %d, error %v", line, file.Weights, err)
		}
	}
	lines := "p cnf 3 4\n1\n2 0 -3 0\n\n0\n1 2 3\n0\n"
	if f, err := ReadDIMACSFile(strings.NewReader(lines)); err != nil || !slices.Equal(f.Lines, []int{2, 3, 5, 6}) {
		t.Errorf("lines %v of the clauses, error %v", f.Lines, err)
	}
	f := &Formula{Comments: []string{"one", "a\nb"}}
	if err := WriteDIMACS(io.Discard, f); err == nil || err.Error() != `write: comment 2 cannot be written: "a\nb"` {
		t.Errorf("a comment of two lines: error %v", err)
	}
	file, err := ReadDIMACSFile(strings.NewReader("p cnf 1 1\nw 1 0.5 0\nw -1 0.5 0\n1 0\n"))
	if err != nil || file.Weights != 2 {
		t.Errorf("line %d, error %v", file.Weights, err)
	}
}

// Variables with one value each that must differ contradict the model, whatever their number.
func TestConstantsThatMustDiffer(t *testing.T) {
	for n := 1; n <= 4; n++ {
		m := &model.Model{Constraints: []model.Constraint{model.AllDifferent{}}}
		var all []model.Var
		for v := range n {
			m.Vars, all = append(m.Vars, model.Variable{Domain: model.Values(2)}), append(all, model.Var(v))
		}
		m.Constraints[0] = allDifferent(all...)
		for _, p := range Presets() {
			if got := solutions(t, Encoder{Preset: p, AtMostOne: Sequential{}}, m); len(got) != len(enumerate(m)) {
				t.Errorf("%s: %d variables have the solutions %v", p, n, got)
			}
		}
	}
}

// A permutation is cut into the parts that it shares with others, which may be single variables.
func TestCutsWithSingleVariables(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{allDifferent(0, 1, 2, 3), allDifferent(0, 1, 4, 5),
		allDifferent(2, 4, 6, 7), allDifferent(3, 5, 6, 7), allDifferent(0, 2, 4)}}
	for range 8 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 4)})
	}
	b := new(builder)
	b.configure(Encoder{Preset: Triad})
	if err := b.encode(m); err != nil {
		t.Fatal(err)
	}
	s := b.structure.segments
	want := "[[0 1] [6 7]] [[[0 -3 -4]] [[0 -5 -6]] [[1 -3 -5]] [[1 -4 -6]] []]"
	if got := fmt.Sprint(s.sets, s.cuts); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Sums with each bound that they may have, and one beyond, have the right solutions, and no clauses if they always
// hold.
func TestBoundsOfSums(t *testing.T) {
	vars := []model.Variable{{Domain: model.Interval(0, 2)}, {Domain: model.Interval(1, 3)}}
	for _, e := range []Encoder{{}, {Linear: BDD}, {Preset: Order}, {Preset: Log, Linear: BDD}} {
		for _, terms := range [][]model.Term{{{Coef: 1, Var: 0}, {Coef: 2, Var: 1}},
			{{Coef: -1, Var: 0}, {Coef: 1, Var: 1}}, {{Coef: -2, Var: 1}}} {
			plain, _ := e.Encode(t.Context(), &model.Model{Vars: vars})
			for bound := -7; bound <= 9; bound++ {
				for _, r := range []model.Relation{model.Equal, model.AtMost, model.AtLeast} {
					c := model.Linear{Terms: terms, Relation: r, Bound: bound}
					m := &model.Model{Vars: vars, Constraints: []model.Constraint{c}}
					want := enumerate(m)
					if got := solutions(t, e, m); !slices.Equal(got, want) {
						t.Fatalf("%s: %s: got %v, want %v", e.Name(), m.Describe(c), got, want)
					}
					enc, _ := e.Encode(t.Context(), m)
					more := enc.Formula.Clauses - plain.Formula.Clauses
					if len(want) == 9 && more != 0 || len(want) == 0 && more > 1 && r != model.Equal {
						t.Errorf("%s: %s has %d clauses", e.Name(), m.Describe(c), more)
					}
				}
			}
		}
	}
	huge := &model.Model{Vars: []model.Variable{{Domain: model.Values(0, 1)}}, Constraints: []model.Constraint{
		model.Linear{Terms: []model.Term{{Coef: maxNumber + 1}}}}}
	if s, err := (Encoder{}).Stream(t.Context(), huge); err == nil {
		t.Errorf("a stream of numbers beyond 2^53: %+v", s)
	}
}

// Ranges of sums, and sums, in words.
func TestWordsOfSums(t *testing.T) {
	for want, r := range map[string][2]int{"3": {3, 3}, "at most 4": {minusInf, 4}, "at least -2": {-2, plusInf},
		"from 3 to 4": {3, 4}} {
		if got := formatRange(r[0], r[1]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	m := kindsOfConstraints[0]
	var comments []string
	for _, preset := range []Preset{Extended, Order, Log} {
		two := &model.Model{Vars: m.Vars[2:4], Constraints: []model.Constraint{given(1, 2)}}
		e, err := Encoder{Preset: preset}.Encode(t.Context(), two)
		if err != nil {
			t.Fatal(err)
		}
		comments = append(comments, "")
		comments = slices.AppendSeq(comments, MapComments(two, e.Map))
	}
	want := []string{"", "fixed k=2", "var 1 = c=-1", "var 2 = c=2", "var 3 = c=5", "", "fixed k=2", "var 1 = c>=2",
		"var 2 = c>=5", "", "fixed k=2", "values c = -1 2 5", "var 1 = bit 0 of c", "var 2 = bit 1 of c"}
	if !slices.Equal(comments, want) {
		t.Errorf("comments %q, want %q", comments, want)
	}
}
