package cnf

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// panicOf returns what f panics with, as text; "" if it does not panic.
func panicOf(f func()) (text string) {
	defer func() {
		if cause := recover(); cause != nil {
			text = fmt.Sprint(cause)
		}
	}()
	f()
	return ""
}

// A guard lets a formula have its limit of literals, and no literal more.
func TestLimitOfGuard(t *testing.T) {
	for _, c := range []struct {
		limit    int64
		literals int
		refused  bool
	}{{5, 5, false}, {5, 6, true}, {1, 1, false}, {1, 2, true}, {0, math.MaxInt, false}} {
		g := &guard{ctx: t.Context(), literals: c.limit}
		if text := panicOf(func() { g.check(c.literals) }); (text != "") != c.refused {
			t.Errorf("limit %d, %d literals: panic %q", c.limit, c.literals, text)
		}
	}
	for _, e := range []Encoder{{Preset: -1}, {Preset: 8}, {Linear: -1}, {Linear: 3}} {
		if text := panicOf(func() { new(builder).configure(e) }); !strings.HasPrefix(text, "cnf: unknown ") {
			t.Errorf("%+v: panic %q", e, text)
		}
	}
}

// A sum takes 500,000 clauses and no more: two variables take five for each of their values, and no auxiliary variable
// where adders do not take over. An objective that takes
// too many for order encoding is counted in binary, whatever part of it is too large.
func TestLimitsOfClauses(t *testing.T) {
	two := []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}
	m := &model.Model{Constraints: []model.Constraint{model.Linear{Terms: two, Bound: 50_000}}}
	for _, n := range []int{50_000, 50_001} {
		m.Vars = []model.Variable{{Domain: model.Interval(1, 50_000)}, {Domain: model.Interval(1, n)}}
		enc, err := Encoder{Preset: Order}.Encode(t.Context(), m)
		if err != nil || enc.Formula.Vars > enc.Formula.Shown != (n > 50_000) {
			t.Errorf("%d values: %d variables, %d shown, error %v", n, enc.Formula.Vars, enc.Formula.Shown, err)
		}
	}
	for _, c := range []struct{ x, y, z int }{{250, 250, 2}, {2, 2, 20_000}, {2, 2, 2}} {
		m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, c.x)}, {Domain: model.Interval(1, c.y)},
			{Domain: model.Interval(1, c.z)}}}
		m.Objective = &model.Objective{Terms: append(two, model.Term{Coef: 1, Var: 2})}
		enc, err := Encoder{Preset: Order}.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		o, most := enc.Formula.Objective, c.x+c.y+c.z-3
		want := [2]int{most + 1, 0}
		if most > 10 {
			want = [2]int{0, bits.Len(uint(most))}
		}
		if got := [2]int{len(o.Steps), len(o.Bits)}; got != want {
			t.Errorf("%+v: got %d steps and bits, want %d", c, got, want)
		}
		_, a, err := Encoder{Preset: Order}.Provenance(t.Context(), m) // of the constraints alone: thresholds
		if err != nil || a.Auxiliary != 0 || a.Model.Objective != nil || m.Objective == nil {
			t.Errorf("%+v: %d auxiliary variables of no constraint, error %v", c, a.Auxiliary, err)
		}
	}
}

// Of several AllDifferents over the same cells one counts, in cuts and in comparisons of clauses.
func TestRepeatedAllDifferents(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{allDifferent(0, 1, 2), allDifferent(0, 1, 2),
		allDifferent(1, 2, 3), allDifferent(2, 1, 4), allDifferent(0, 5), allDifferent(0, 5)}}
	for range 5 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 3)})
	}
	m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 2)})
	b := new(builder)
	b.configure(Encoder{Preset: Triad})
	if err := b.encode(m); err != nil {
		t.Fatal(err)
	}
	holders := b.alldiffsByVar(func(a *alldiff) bool { return a.permutation })
	var got []string
	for i := range b.alldiffs {
		got = append(got, fmt.Sprint(b.intersections(i, holders)))
	}
	if want := "[[1 2]] [[1 2]] [[1 2]] [[2 1]] [[0]] [[0]]"; strings.Join(got, " ") != want {
		t.Errorf("got intersections  %s\nwant %s", got, want)
	}
	m.Vars[0].Domain, m.Constraints = model.Interval(1, 2), append(m.Constraints, allDifferent(0, 5))
	many, scope := &model.Model{}, []model.Var{} // more variables than a word has bits
	for v := range 65 {
		many.Vars = append(many.Vars, model.Variable{Domain: model.Interval(v, v+1)})
		scope = append(scope, model.Var(v))
	}
	many.Constraints = []model.Constraint{allDifferent(scope...), allDifferent(scope...)}
	for i, p := range slices.Concat(Presets(), Presets()) {
		if i == len(Presets()) {
			m = many
		}
		enc, err := Encoder{Preset: p, Dedup: true}.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for clause := range enc.Formula.All() {
			slices.Sort(clause)
			if name := fmt.Sprint(clause); seen[name] {
				t.Errorf("%s: clause %s twice", p, name)
			} else {
				seen[name] = true
			}
		}
	}
}

// Comments, headers and answers at the edge of what is read.
func TestEdgesOfFiles(t *testing.T) {
	for text, want := range map[string]string{
		"c ind of -1\np cnf 3 1\n1 0\n":        "[] [ind of -1]",
		"c ind -1 0\np cnf 3 1\n1 0\n":         "error",
		"c ind 2 1 0\np cnf 3 1\n1 0\n":        "[1 2] []",
		"c ind 0\np cnf 3 1\n1 0\n":            "[] []",
		"c ind : 1\np cnf 3 1\n1 0\n":          "[] [ind : 1]",
		"c ind / 1\np cnf 3 1\n1 0\n":          "[] [ind / 1]",
		"c p show 9 0\np cnf 9 1\n1 0\n":       "[9] []",
		"c p show of\np cnf 3 1\n1 0\n":        "error",
		"p pcnf 2 1 1\n1 0\n":                  "error",
		"p pcnf 2 1 0\n1 0\n":                  "[] []",
		"p pcnf 2 1 1\nvp 2 2 0\n1 0\n":        "[2] []",
		"p pcnf 2 1 1\nvp 2 0\n1 0\nvp 1 0\n":  "error",
		"p pcnf 2 1\n1 0\n":                    "[] []",
		"p pcnf 2 0":                           "[] []",
		"p pcnf 2 1 x\n1 0\n":                  "error",
		"p cnf 2 1 1\n1 0\n":                   "error",
		"c text\nc p show 1 of 3\np cnf 3 0\n": "error",
	} {
		file, err := ReadDIMACSFile(strings.NewReader(text))
		got := "error"
		if err == nil {
			got = fmt.Sprint(file.Shown, file.Formula.Comments)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s, error %v", text, got, want, err)
		}
	}
	for text, want := range map[string]string{
		"SAT\nanything\n1 -2 0\n": "[[1 -2]]", "SAT\n: 3\n-3 0\n": "[[-3]]", "SAT\n0\n": "[[]]",
		"anything\n1 0\nSAT\n": "[]",
	} {
		if a, err := ReadAnswer(strings.NewReader(text)); err != nil || fmt.Sprint(a.Solutions) != want {
			t.Errorf("%q: got %v, want %s, error %v", text, a.Solutions, want, err)
		}
	}
}

// What encoders return with an error, and of valuations that are too short or satisfy no objective.
func TestErrorsOfEncoders(t *testing.T) {
	huge := &model.Model{Vars: []model.Variable{{Domain: model.Interval(0, 1)}, {Domain: model.Interval(0, 1)}}}
	fine := &model.Model{Vars: huge.Vars, Constraints: []model.Constraint{allDifferent(0, 1)}}
	large := model.Linear{Terms: []model.Term{{Coef: maxNumber}, {Coef: maxNumber, Var: 1}}}
	huge.Constraints = []model.Constraint{large}
	p, err := Encoder{Preset: Order}.Prepare(fine)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Encoder{Preset: Order}.Encode(t.Context(), fine)
	for range 2 {
		if enc, err := p.Encode(t.Context(), huge); err == nil || enc.Formula != nil {
			t.Errorf("numbers beyond 2^53: a formula %v, error %v", enc.Formula, err)
		}
		got, err := p.Encode(t.Context(), fine)
		if err != nil {
			t.Fatal(err)
		}
		sameEncoding(t, "after an error", got, want)
	}
	s, err := Encoder{}.Stream(t.Context(), sudoku.Order(4).Model())
	if err != nil {
		t.Fatal(err)
	}
	s.m = huge
	if err := s.Write(io.Discard, slices.Values(s.Comments)); err == nil || !strings.Contains(err.Error(), "2^53") {
		t.Errorf("a stream of numbers beyond 2^53: error %v", err)
	}
	for n, variables := range []string{"0 variables", "0 variables", "1 variables"} {
		_, err := want.Decode(make(Valuation, n))
		if err == nil || !strings.Contains(err.Error(), "valuation of "+variables+", want 2") {
			t.Errorf("a valuation of length %d: error %v", n, err)
		}
	}
	if got := fmt.Sprint(want.Formula.CutOff(nil, Valuation{false, true, false})); got != "[-1 2 0]" {
		t.Errorf("without an objective, the solution 1 -2 is excluded by %s", got)
	}
}

// A diagram of an inequality has one node for each function that the first values of a sum leave to the others, unless
// it is constant; so it is as small as can be. Each diagram has the solutions of the sum.
func TestDiagramsAreSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for round := range 150 {
		m, l := &model.Model{}, &linear{relation: model.Relation(r.IntN(3))}
		least, greatest := 0, 0
		for v := range model.Var(3 + r.IntN(2)) {
			low := r.IntN(5) - 3
			d := model.Values([]int{low, low + 1 + r.IntN(2), low + 3}[:2+r.IntN(2)]...)
			m.Vars = append(m.Vars, model.Variable{Domain: d})
			u := term{v: v, coef: []int{-3, -2, -1, 1, 1, 2, 3}[r.IntN(7)]}
			for x := range d.All {
				u.contributions = append(u.contributions, u.coef*x)
			}
			l.terms = append(l.terms, u)
			least, greatest = least+u.least(), greatest+u.greatest()
		}
		l.bound = least + 1 + r.IntN(greatest-least-1)
		holds := map[model.Relation]func(sum int) bool{
			model.AtMost:  func(sum int) bool { return sum <= l.bound },
			model.AtLeast: func(sum int) bool { return sum >= l.bound },
			model.Equal:   func(sum int) bool { return sum == l.bound },
		}[l.relation]
		// sums returns all sums of terms from a level on, each as often as assignments have it.
		sums := func(from, to int) []int {
			all := []int{0}
			for _, u := range l.terms[from:to] {
				var longer []int
				for _, s := range all {
					for _, add := range u.contributions {
						longer = append(longer, s+add)
					}
				}
				all = longer
			}
			return all
		}
		edges := 0
		for level, u := range l.terms {
			functions := map[string]bool{}
			for _, s := range sums(0, level) {
				function := []byte{}
				for _, rest := range sums(level, len(l.terms)) {
					function = fmt.Append(function, holds(s+rest))
				}
				if text := string(function); strings.Contains(text, "true") && strings.Contains(text, "false") {
					functions[text] = true
				}
			}
			edges += len(functions) * len(u.contributions)
		}
		if got := planBDD(l).clauses; got != 2*edges && l.relation != model.Equal {
			t.Fatalf("%+v: %d clauses announced, want %d", l, got, 2*edges)
		}
		if round%5 == 0 {
			c := model.Linear{Terms: modelTerms(l.terms), Relation: l.relation, Bound: l.bound}
			m.Constraints = []model.Constraint{c}
			if got, want := solutions(t, Encoder{Linear: BDD}, m), enumerate(m); !slices.Equal(got, want) {
				t.Fatalf("%+v: got %v, want %v", l, got, want)
			}
		}
	}
}
