package cnf

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

// encoders returns all presets with all forms, half of them with Dedup.
func encoders() []Encoder {
	var all []Encoder
	for _, p := range Presets() {
		all = append(all, Encoder{Preset: p, Dedup: true})
		for i, form := range AtMostOnes() {
			linear := LinearEncodings()[i%len(linearEncodings)]
			all = append(all, Encoder{Preset: p, AtMostOne: form, Linear: linear, Dedup: i%2 == 1})
		}
	}
	return all
}

func allDifferent(vars ...model.Var) model.Constraint { return model.AllDifferent{Vars: vars} }

func given(v model.Var, value int) model.Constraint { return model.Given{Var: v, Value: value} }

// enumerate returns the solutions of m by trying all assignments.
func enumerate(m *model.Model) []string {
	all := []string{}
	a := make(model.Assignment, len(m.Vars))
	var try func(v int)
	try = func(v int) {
		if v == len(a) {
			if m.Violation(a) == 0 {
				all = append(all, fmt.Sprint(a))
			}
			return
		}
		for a[v] = range m.Vars[v].Domain.All {
			try(v + 1)
		}
	}
	try(0)
	slices.Sort(all)
	return all
}

// solutions returns the solutions of m that its formula gives, each as often as it occurs. It fails the test if a
// decoded assignment is not a solution or OneHot does not hold.
func solutions(t failer, e Encoder, m *model.Model) []string {
	t.Helper()
	enc, err := e.Encode(context.Background(), m)
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	all := []string{}
	ones := -1
	newSearch(enc.Formula).enumerate(enc.Formula.Shown, func(v Valuation) bool {
		if !enc.Formula.Satisfied(v) {
			t.Fatalf("%s: not a model: %v", e.Name(), v)
		}
		a, err := enc.Decode(v)
		if err == nil {
			err = m.Check(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		n := len(trueVars(v[:enc.Formula.Shown+1]))
		if ones >= 0 && n != ones && enc.Formula.OneHot {
			t.Fatalf("%s: OneHot is set, but solutions have %d and %d true shown variables", e.Name(), n, ones)
		}
		ones = n
		all = append(all, fmt.Sprint(a))
		return true
	})
	slices.Sort(all)
	return all
}

func TestAllGrids4x4(t *testing.T) {
	for _, e := range encoders() {
		if got := len(slices.Compact(solutions(t, e, sudoku.Order(2).Model()))); got != 288 {
			t.Errorf("%s: got %d grids, want 288", e.Name(), got)
		}
	}
}

// Overlapping permutations, only some of which Triad can cut into segments.
func TestVariants4x4(t *testing.T) {
	s := sudoku.Order(2)
	latin := &model.Model{Vars: s.Model().Vars, Constraints: slices.Concat(sudoku.Rows(s), sudoku.Columns(s))}
	diagonals := []model.Constraint{allDifferent(0, 5, 10, 15), allDifferent(3, 6, 9, 12)}
	disjoint := []model.Constraint{
		allDifferent(0, 2, 8, 10), allDifferent(1, 3, 9, 11), allDifferent(4, 6, 12, 14), allDifferent(5, 7, 13, 15),
	}
	irregular := []model.Constraint{
		allDifferent(0, 4, 5, 8), allDifferent(1, 2, 3, 6), allDifferent(7, 10, 11, 15), allDifferent(9, 12, 13, 14),
	}
	unsolvable := []model.Constraint{
		allDifferent(0, 1, 2, 4), allDifferent(3, 6, 7, 11), allDifferent(5, 8, 9, 12), allDifferent(10, 13, 14, 15),
	}
	var knight []model.Constraint
	for a := range model.Var(16) {
		for b := range a {
			if dr, dc := a/4-b/4, (a%4-b%4)*(a%4-b%4); dr*dr+dc == 5 {
				knight = append(knight, model.NotEqual{A: a, B: b})
			}
		}
	}
	tests := []struct {
		name string
		m    *model.Model
		want int // number of grids
	}{
		{"no boxes", latin, 576},
		{"diagonals", s.Model().With(diagonals...), 48},
		{"disjoint groups", s.Model().With(disjoint...), 168},
		{"diagonals and disjoint groups", s.Model().With(slices.Concat(diagonals, disjoint)...), 48},
		{"knight's moves", s.Model().With(knight...), 24},
		{"irregular regions", latin.With(irregular...), 96},
		{"irregular regions without a solution", latin.With(unsolvable...), 0},
		{"one irregular region", latin.With(allDifferent(0, 1, 2, 4)), 192},
	}
	step := 3 // each encoder on a third of the models, with NONET_LONG on all
	if os.Getenv("NONET_LONG") != "" {
		step = 1
	}
	for k, test := range tests {
		for i, e := range encoders() {
			if (i+k)%step != 0 {
				continue
			}
			got := solutions(t, e, test.m)
			if n := len(got); n != test.want || len(slices.Compact(got)) != n {
				t.Errorf("%s, %s: got %d grids, want %d", test.name, e.Name(), n, test.want)
			}
		}
	}
}

func TestSolutionsMatchModel(t *testing.T) {
	domain := model.Interval
	vars := func(domains ...model.Domain) []model.Variable {
		all := make([]model.Variable, len(domains))
		for i, d := range domains {
			all[i].Domain = d
		}
		return all
	}
	d3, d4 := domain(1, 3), domain(1, 4)
	tests := []struct {
		name string
		m    model.Model
	}{
		{"an empty model", model.Model{}},
		{"variables without constraints", model.Model{Vars: vars(d3, domain(-1, 0))}},
		{"an empty domain", model.Model{Vars: vars(d3, model.Domain{})}},
		{"an empty domain in a permutation", model.Model{Vars: vars(domain(1, 2), model.Domain{}),
			Constraints: []model.Constraint{allDifferent(0, 1)}}},
		{"all different over nothing",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.AllDifferent{}}}},
		{"too few values", model.Model{Vars: vars(domain(1, 2), domain(1, 2), domain(1, 2)),
			Constraints: []model.Constraint{allDifferent(0, 1, 2)}}},
		{"more values than variables", model.Model{Vars: vars(d3, d3),
			Constraints: []model.Constraint{allDifferent(0, 1)}}},
		{"a permutation inside a larger one", model.Model{Vars: vars(domain(1, 2), domain(1, 2), d3),
			Constraints: []model.Constraint{allDifferent(0, 1), allDifferent(2, 1, 0)}}},
		{"two permutations that share some variables", model.Model{Vars: vars(d3, d3, d3, d3),
			Constraints: []model.Constraint{allDifferent(0, 1, 2), allDifferent(3, 1, 2)}}},
		{"three permutations that share some variables", model.Model{Vars: vars(d4, d4, d4, d4, d4, d4),
			Constraints: []model.Constraint{
				allDifferent(0, 1, 2, 3), allDifferent(5, 1, 2, 4), allDifferent(0, 4, 3, 5)}}},
		{"the same permutation twice", model.Model{Vars: vars(d3, d3, d3),
			Constraints: []model.Constraint{allDifferent(0, 1, 2), allDifferent(2, 1, 0)}}},
		{"values far apart", model.Model{Vars: vars(model.Values(-1<<63, 0, 1<<63-1), model.Values(0, 1<<63-1)),
			Constraints: []model.Constraint{allDifferent(0, 1)}}},
		{"a constant whose value others may still take", model.Model{Vars: vars(model.Values(2), d3, d3),
			Constraints: []model.Constraint{allDifferent(0, 1, 2), given(0, 2)}}},
		{"two equal constants in an all different", model.Model{Vars: vars(model.Values(2), model.Values(2), d3),
			Constraints: []model.Constraint{allDifferent(0, 1, 2), given(0, 2), given(1, 2)}}},
		{"a given outside the domain",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{given(0, 4)}}},
		{"two givens that contradict each other", model.Model{Vars: vars(d3),
			Constraints: []model.Constraint{given(0, 1), given(0, 2)}}},
		{"a constant and a given that contradicts it", model.Model{Vars: vars(model.Values(1)),
			Constraints: []model.Constraint{given(0, 1), given(0, 2)}}},
		{"a variable not equal to itself",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.NotEqual{A: 0, B: 0}}}},
		{"a variable not equal to its successor",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.NotEqual{A: 0, B: 0, Offset: 1}}}},
		{"not one more and not one less", model.Model{Vars: vars(d3, d3),
			Constraints: []model.Constraint{
				model.NotEqual{A: 0, B: 1, Offset: 1}, model.NotEqual{A: 0, B: 1, Offset: -1}}}},
		{"not equal to constants", model.Model{Vars: vars(model.Values(1), d3, model.Values(1)),
			Constraints: []model.Constraint{given(0, 1), given(2, 1),
				model.NotEqual{A: 0, B: 1}, model.NotEqual{A: 1, B: 2, Offset: 1}}}},
		{"not equal, both constant", model.Model{Vars: vars(model.Values(1), model.Values(1)),
			Constraints: []model.Constraint{given(0, 1), given(1, 1), model.NotEqual{A: 0, B: 1}}}},
		{"a table of no rows",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.Table{Vars: []model.Var{0}}}}},
		{"a table of no columns",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.Table{Rows: [][]int{{}, {}}}}}},
		{"a table of no columns and no rows",
			model.Model{Vars: vars(d3), Constraints: []model.Constraint{model.Table{}}}},
		{"a table of one column", model.Model{Vars: vars(d3),
			Constraints: []model.Constraint{model.Table{Vars: []model.Var{0}, Rows: [][]int{{3}, {1}, {7}, {3}}}}}},
		{"a table of two columns", model.Model{Vars: vars(d3, d3),
			Constraints: []model.Constraint{
				model.Table{Vars: []model.Var{1, 0}, Rows: [][]int{{1, 2}, {1, 3}, {3, 1}, {1, 2}}}}}},
		{"a table of three columns", model.Model{Vars: vars(d3, d3, d3),
			Constraints: []model.Constraint{model.Table{
				Vars: []model.Var{2, 1, 0}, Rows: [][]int{{1, 2, 3}, {1, 1, 1}, {3, 1, 2}, {3, 1, 9}, {1, 1, 1}}}}}},
		{"a table that mentions a variable twice", model.Model{Vars: vars(d3, d3),
			Constraints: []model.Constraint{
				model.Table{Vars: []model.Var{0, 1, 0}, Rows: [][]int{{1, 2, 3}, {1, 2, 1}, {3, 1, 3}}}}}},
		{"a table over constants", model.Model{Vars: vars(model.Values(2), d3, model.Values(1)),
			Constraints: []model.Constraint{given(0, 2), given(2, 1),
				model.Table{Vars: []model.Var{0, 1, 2}, Rows: [][]int{{2, 2, 1}, {2, 3, 2}, {1, 1, 1}}}}}},
		{"rows of one cell by boxes of one row", *sudoku.Shape{Height: 1, Width: 3}.Model()},
		{"boxes of one column", *sudoku.Shape{Height: 3, Width: 1}.Model()},
		{"a single cell", *sudoku.Order(1).Model()},
	}
	for _, test := range tests {
		if err := test.m.Validate(); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		want := enumerate(&test.m)
		for _, e := range encoders() {
			if got := solutions(t, e, &test.m); !slices.Equal(got, want) {
				t.Errorf("%s, %s: got solutions %v, want %v", test.name, e.Name(), got, want)
			}
		}
	}
}

// randomModel draws a small model: domains of values that are close together or far apart, overlapping AllDifferents of
// which some are permutations, and all other supported constraints.
func randomModel(t *rapid.T) *model.Model {
	m := &model.Model{}
	n := rapid.IntRange(1, 6).Draw(t, "variables")
	scale := rapid.SampledFrom([]int{1, 1, 1, 1000}).Draw(t, "scale")
	full := []int{}
	for v := range rapid.IntRange(2, 4).Draw(t, "values") {
		full = append(full, (v-1)*scale)
	}
	value := func(label string) int { return rapid.SampledFrom(full).Draw(t, label) }
	for range n {
		domain := model.Values(full...)
		if rapid.IntRange(0, 2).Draw(t, "reduced") == 0 {
			domain = domain.Filter(func(int) bool { return !rapid.Bool().Draw(t, "removed") })
		}
		m.Vars = append(m.Vars, model.Variable{Domain: domain})
	}
	indices := make([]model.Var, n)
	for v := range indices {
		indices[v] = model.Var(v)
	}
	some := func(least, most int) []model.Var {
		scope := rapid.Permutation(indices).Draw(t, "scope")
		return scope[:rapid.IntRange(min(least, n), min(most, n)).Draw(t, "arity")]
	}
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0, 1, 2:
			m.Constraints = append(m.Constraints, model.AllDifferent{Vars: some(0, 4)})
		case 3:
			pair := some(1, 2)
			offset := rapid.IntRange(-2, 2).Draw(t, "offset") * scale
			m.Constraints = append(m.Constraints, model.NotEqual{A: pair[0], B: pair[len(pair)-1], Offset: offset})
		case 4:
			scope := some(0, 3)
			if len(scope) > 0 && rapid.IntRange(0, 4).Draw(t, "repeat") == 0 {
				scope = append(slices.Clone(scope), scope[0])
			}
			c := model.Table{Vars: scope}
			for range rapid.IntRange(0, 6).Draw(t, "rows") {
				row := make([]int, len(scope))
				for i := range row {
					row[i] = value("entry")
				}
				c.Rows = append(c.Rows, row)
			}
			m.Constraints = append(m.Constraints, c)
		case 5:
			g := model.Given{Var: some(1, 1)[0], Value: value("given")}
			m.Constraints = append(m.Constraints, g)
			if rapid.Bool().Draw(t, "constant") {
				m.Vars[g.Var].Domain = model.Values(g.Value)
			}
		case 6:
			m.Constraints = append(m.Constraints, randomLinear(t, some(0, 5), scale))
		}
	}
	return m
}

// randomLinear draws a sum over vars, which may contain the first variable twice, with a bound close to the sum of some
// assignment.
func randomLinear(t *rapid.T, vars []model.Var, scale int) model.Linear {
	c := model.Linear{Relation: model.Relation(rapid.IntRange(0, 2).Draw(t, "relation"))}
	for _, v := range vars {
		c.Terms = append(c.Terms, model.Term{Coef: rapid.IntRange(-3, 3).Draw(t, "coefficient"), Var: v})
	}
	if len(vars) > 0 && rapid.IntRange(0, 3).Draw(t, "again") == 0 {
		c.Terms = append(c.Terms, model.Term{Coef: rapid.IntRange(-3, 3).Draw(t, "coefficient"), Var: vars[0]})
	}
	for _, term := range c.Terms {
		c.Bound += term.Coef * rapid.IntRange(-1, 2).Draw(t, "near") * scale
	}
	c.Bound += rapid.IntRange(-1, 1).Draw(t, "off")
	return c
}

func TestRandomModels(t *testing.T) {
	all := encoders()
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		if err := m.Validate(); err != nil {
			t.Fatalf("%v", err)
		}
		want := enumerate(m)
		for range 4 {
			e := rapid.SampledFrom(all).Draw(t, "encoder")
			if got := solutions(t, e, m); !slices.Equal(got, want) {
				t.Fatalf("%s: got solutions %v, want %v", e.Name(), got, want)
			}
		}
	})
}

func TestUnsupported(t *testing.T) {
	d := model.Interval(1, 3)
	vars := []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: model.Values(0, 1<<60)}}
	for _, test := range []struct {
		name, part string
		m          *model.Model
	}{
		{"an objective that is too large", "objective: numbers beyond 2^53", &model.Model{Vars: vars,
			Objective: &model.Objective{Terms: []model.Term{{Coef: 1, Var: 1}}}}},
		{"numbers that are too large", "linear constraint a + b = 4: numbers beyond 2^53", &model.Model{Vars: vars,
			Constraints: []model.Constraint{
				model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}, Bound: 4}}}},
	} {
		if err := test.m.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, sum := range LinearEncodings() {
			e := Encoder{Linear: sum}
			_, err := e.Encode(t.Context(), test.m)
			var unsupported *encode.UnsupportedError
			if !errors.As(err, &unsupported) || !strings.Contains(unsupported.Part, test.part) {
				t.Errorf("%s, %s: got error %v, want an UnsupportedError with %q", test.name, sum, err, test.part)
			}
		}
	}
}

// A sum with too many different partial sums for a totalizer or a diagram is stated by adders.
func TestSumsOfManyClauses(t *testing.T) {
	m := &model.Model{}
	sum := model.Linear{}
	r := rand.New(rand.NewPCG(1, 2))
	for v := range model.Var(20) {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 4)})
		sum.Terms = append(sum.Terms, model.Term{Coef: r.IntN(1e9), Var: v})
		sum.Bound += 2 * sum.Terms[v].Coef
	}
	m.Constraints = []model.Constraint{sum}
	want, err := Encoder{Linear: Adder}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, sum := range []LinearEncoding{Totalizer, BDD} {
		enc, err := Encoder{Linear: sum}.Encode(t.Context(), m)
		if err != nil || !slices.Equal(enc.Formula.Body, want.Formula.Body) {
			t.Errorf("%s: error %v, or other clauses than by adders", sum, err)
		}
	}
}

// Decode rejects valuations in which a variable of the model does not have exactly one true shown variable.
func TestDecodeRejectsWrongValuations(t *testing.T) {
	m := puzzle(golden[1].clues)
	e, err := Encoder{}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var right Valuation
	newSearch(e.Formula).enumerate(e.Formula.Shown, func(v Valuation) bool {
		right = v
		return false
	})
	if a, err := e.Decode(right); err != nil || m.Check(a) != nil {
		t.Fatalf("Decode of a solution: %v, %v", err, m.Check(a))
	}
	for name, spoil := range map[string]func(v Valuation) Valuation{
		"a cell has no value":     func(v Valuation) Valuation { v[trueVars(v)[5]] = false; return v },
		"a cell has two values":   func(v Valuation) Valuation { v[slices.Index(v[1:], false)+1] = true; return v },
		"nothing is true":         func(v Valuation) Valuation { return make(Valuation, len(v)) },
		"the valuation is short":  func(v Valuation) Valuation { return v[:700] },
		"the valuation is empty":  func(Valuation) Valuation { return Valuation{} },
		"there is no valuation":   func(Valuation) Valuation { return nil },
		"one variable is missing": func(v Valuation) Valuation { return v[:729] },
	} {
		if a, err := e.Decode(spoil(slices.Clone(right))); err == nil {
			t.Errorf("%s: decoded to %v, want an error", name, a)
		}
	}
}

func TestExclude(t *testing.T) {
	for _, e := range encoders() {
		enc, err := e.Encode(t.Context(), sudoku.Order(2).Model())
		if err != nil {
			t.Fatal(err)
		}
		f := enc.Formula
		all := projectedModels(f)
		var some Valuation
		newSearch(f).enumerate(f.Shown, func(v Valuation) bool {
			some = v
			return false
		})
		clause := f.Exclude(nil, some)
		want := map[Preset]int{Order: 16 * 3, Log: 16 * 2}[e.Preset]
		if want == 0 {
			want = 16 // one for each cell
		}
		if len(clause) != want {
			t.Errorf("%s: got a blocking clause of %d literals, want %d", e.Name(), len(clause), want)
		}
		f.Add(clause...)
		rest := projectedModels(f)
		excluded := trueVars(some[:f.Shown+1])
		isExcluded := func(xs []int) bool { return slices.Equal(xs, excluded) }
		if len(rest) != len(all)-1 || slices.ContainsFunc(rest, isExcluded) {
			t.Errorf("%s: %d of %d solutions remain, want all but the excluded one", e.Name(), len(rest), len(all))
		}
	}
}

// Without OneHot the blocking clause has a literal of every shown variable.
func TestExcludeAnyFormula(t *testing.T) {
	f := &Formula{Vars: 3, Shown: 2}
	f.Add(1, 2, 3)
	f.Add(f.Exclude(nil, Valuation{false, true, false, true})...)
	if got := projectedModels(f); !slices.EqualFunc(got, [][]int{{}, {1, 2}, {2}}, slices.Equal[[]int]) {
		t.Errorf("got projected models %v, want all but 1", got)
	}
}

// An AllDifferent with too few values gives the empty clause, so that the solver need not refute a pigeonhole formula.
func TestImpossibleIsEmptyClause(t *testing.T) {
	domain := model.Interval(1, 9)
	m := &model.Model{Constraints: []model.Constraint{model.AllDifferent{}}}
	scope := []model.Var{}
	for v := range model.Var(10) {
		m.Vars = append(m.Vars, model.Variable{Domain: domain})
		scope = append(scope, v)
	}
	m.Constraints[0] = model.AllDifferent{Vars: scope}
	for _, e := range encoders() {
		enc, err := e.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		empty := 0
		for c := range enc.Formula.All() {
			if len(c) == 0 {
				empty++
			}
		}
		if empty != 1 {
			t.Errorf("%s: got %d empty clauses, want 1", e.Name(), empty)
		}
	}
}
