package proof

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
)

// satisfiable reports whether the clauses of a constraint have a solution in which the variables have these values. The
// constraint is one of a model or of a puzzle.
func satisfiable(t *testing.T, ofModel bool, domains [][]int, c Constraint, a []int) bool {
	t.Helper()
	out := new(cnf.Formula)
	f := &formula{values: domains, pass: func(clause []int) {
		if repeated := len(clause) - len(slices.Compact(slices.Sorted(slices.Values(clause)))); repeated > 0 {
			t.Errorf("%d literals of the clause %d are repeated", repeated, clause)
		}
		var literals []cnf.Lit
		for _, l := range clause {
			literals = append(literals, cnf.Lit(l))
		}
		out.Add(literals...)
	}}
	if ofModel {
		f.least = [][]int{}
	}
	for _, values := range domains {
		if ofModel {
			f.stateVariable(values)
		} else {
			f.literals = append(f.literals, f.fresh(len(values)))
			f.exactlyOne(f.literals[len(f.literals)-1])
		}
	}
	for x := range domains {
		f.add(f.literal(x, a[x]))
	}
	c.state(f)
	out.Vars, out.Shown = f.vars, f.vars
	refuted, _, _, err := cdcl.Refute(t.Context(), out, new(bytes.Buffer), cdcl.DRAT)
	if err != nil {
		t.Fatal(err)
	}
	return !refuted
}

// eachAssignment calls f with each assignment.
func eachAssignment(domains [][]int, f func(a []int)) {
	a := make([]int, len(domains))
	var assign func(x int)
	assign = func(x int) {
		if x == len(a) {
			f(a)
			return
		}
		for _, v := range domains[x] {
			a[x] = v
			assign(x + 1)
		}
	}
	assign(0)
}

// The clauses of a constraint admit exactly the assignments that satisfy it.
func TestClausesStateTheirConstraint(t *testing.T) {
	cells := [][]int{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {-2, 0, 5}} // the last one is auxiliary
	for _, c := range []Constraint{
		AllDifferent{}, AllDifferent{0}, AllDifferent{0, 1}, AllDifferent{2, 0, 1}, AllDifferent{0, 3},
		NotEqual{A: 0, B: 1}, NotEqual{A: 0, B: 1, Offset: -1}, NotEqual{A: 3, B: 1, Offset: 4},
		NotEqual{A: 1, B: 1}, NotEqual{A: 1, B: 1, Offset: 2},
		Linear{nil, "=", 0}, Linear{nil, "=", 1}, Linear{nil, "<=", 1}, Linear{nil, ">=", 1},
		Linear{[]Term{{2, 1}}, "=", 4}, Linear{[]Term{{2, 1}}, "=", 3}, Linear{[]Term{{-1, 0}}, "<=", -2},
		Linear{[]Term{{1, 0}, {-1, 1}}, ">=", 1}, Linear{[]Term{{1, 0}, {-1, 1}}, "=", 0},
		Linear{[]Term{{1, 0}, {1, 1}, {1, 2}}, "=", 6}, Linear{[]Term{{-1, 0}, {3, 1}, {2, 2}}, ">=", 7},
		Linear{[]Term{{1, 0}, {1, 1}, {-1, 2}, {1, 3}}, "=", 5},
		Linear{[]Term{{10, 0}, {1, 1}, {-7, 2}, {-2, 3}}, "<=", 4},
		Linear{[]Term{{1, 0}, {1, 1}, {1, 0}}, "=", 7}, // a variable twice
		Table{Vars: []int{0}, Rows: [][]int{{1}, {3}, {9}}}, Table{Vars: []int{0, 1}},
		Table{Vars: []int{0, 1}, Rows: [][]int{{1, 2}, {2, 1}, {2, 2}, {2, 2}, {2, 7}}},
		Table{Vars: []int{1, 1}, Rows: [][]int{{1, 1}, {2, 3}}},
		Table{Vars: []int{0, 3, 2}, Rows: [][]int{{1, -2, 1}, {1, 0, 3}, {2, 5, 2}, {1, -2, 1}, {1, -2, 9}}},
	} {
		name := fmt.Sprintf("%T%v", c, c)
		if reason := c.invalid(cells); reason != "" {
			t.Errorf("%s: invalid: %s", name, reason)
			continue
		}
		eachAssignment(cells, func(a []int) {
			for _, ofModel := range []bool{false, true} {
				if got, want := satisfiable(t, ofModel, cells, c, a), c.holds(a); got != want {
					t.Errorf("%s, model %v: the clauses admit %v: %v, want %v", name, ofModel, a, got, want)
				}
			}
		})
	}
}

// Random sums of random variables, whose partial sums leave out what cannot reach the bound.
func TestClausesStateRandomSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	holding := 0
	for range 150 {
		var domains [][]int
		c := Linear{Relation: relations[r.IntN(3)], Bound: r.IntN(25) - 8}
		for x := range 1 + r.IntN(4) {
			values := []int{r.IntN(4) - 2}
			for range r.IntN(3) {
				values = append(values, values[len(values)-1]+1+r.IntN(3))
			}
			domains = append(domains, values)
			c.Terms = append(c.Terms, Term{[]int{-3, -2, -1, 1, 1, 2, 5}[r.IntN(7)], x})
		}
		eachAssignment(domains, func(a []int) {
			want := c.holds(a)
			if want {
				holding++
			}
			for _, ofModel := range []bool{false, true} {
				if got := satisfiable(t, ofModel, domains, c, a); got != want {
					t.Errorf("%v of %v, model %v: the clauses admit %v: %v, want %v", c, domains, ofModel, a, got, want)
				}
			}
		})
	}
	if holding < 100 {
		t.Errorf("%d assignments satisfy their sum, want 100 or more", holding)
	}
}

func TestInvalidRules(t *testing.T) {
	for _, x := range []struct {
		rule Rule
		want string
	}{
		{Rule{Text: "a\nb"}, "more than one line"},
		{Rule{Constraints: []Constraint{AllDifferent{0, 16}}}, "variable 16 of 16"},
		{Rule{Constraints: []Constraint{AllDifferent{-1}}}, "variable -1 of 16"},
		{Rule{Constraints: []Constraint{AllDifferent{3, 3}}}, "all-different r1c4 r1c4: it has a variable twice"},
		{Rule{Constraints: []Constraint{NotEqual{0, 1, 1 << 40}}}, "a number is beyond 1000000000"},
		{Rule{Constraints: []Constraint{Linear{[]Term{{1, 0}}, "<", 3}}}, `expected =, <= or >=, found "<"`},
		{Rule{Constraints: []Constraint{Linear{[]Term{{0, 0}}, "=", 3}}}, "a coefficient is 0 or beyond 1000000000"},
		{Rule{Constraints: []Constraint{Linear{[]Term{{1, 0}}, "=", 1 << 40}}}, "a number is beyond 1000000000"},
		{Rule{Auxiliary: [][]int{{0, maxNumber}}, Constraints: []Constraint{
			Linear{[]Term{{maxNumber, 16}, {maxNumber, 16}}, "=", 3}}}, "the sum may be beyond 1000000000000000000"},
		{Rule{Constraints: []Constraint{Linear{powers(12), ">=", -maxNumber}}}, "more than 65536 partial sums"},
		{Rule{Constraints: []Constraint{Table{[]int{0, 1}, [][]int{{1}}}}}, "row 1 has 1 values for 2 variables"},
		{Rule{Auxiliary: [][]int{{2, 1}}}, "not increasing"},
		{Rule{Auxiliary: [][]int{{1 << 40}}}, "not increasing"},
	} {
		c := small()
		c.Rules = []Rule{x.rule}
		if err := c.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v: error %v, want %q", x.rule, err, x.want)
		}
	}
}

// Of a model, a clause and a sum of many bits take few clauses, and a set of bits has one literal for each.
func TestClausesOfModelsAreFew(t *testing.T) {
	var bits [][]int
	var terms, negated []Term
	for x := range 100 {
		bits = append(bits, []int{0, 1})
		terms, negated = append(terms, Term{1, x}), append(negated, Term{-1, x})
	}
	for _, x := range []struct {
		c             Linear
		clauses, vars int
	}{
		{Linear{terms, ">=", 1}, 1, 100},
		{Linear{negated, "<=", -1}, 1, 100},
		{Linear{terms, "<=", 99}, 1, 100},
		{Linear{terms, "<=", 100}, 0, 100},
		{Linear{terms, "<=", 0}, 199, 199},
		{Linear{terms, ">=", 101}, 1, 100},
		{Linear{terms, "<=", 1}, 4*99 + 1, 100 + 2*99 + 1},
	} {
		clauses := 0
		f := &formula{values: bits, least: [][]int{}, pass: func(clause []int) { clauses++ }}
		for _, values := range bits {
			f.stateVariable(values)
		}
		x.c.state(f)
		if clauses > x.clauses || f.vars > x.vars {
			t.Errorf("%s %d: %d clauses over %d variables, want at most %d and %d", x.c.Relation, x.c.Bound, clauses,
				f.vars, x.clauses, x.vars)
		}
	}
}

// A set of more than six variables with different values, for which a model has sequential counters.
func TestManyDifferentVariables(t *testing.T) {
	c := AllDifferent{0, 1, 2, 3, 4, 5, 6, 7}
	domains := slices.Repeat([][]int{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, len(c))
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 40 {
		a := r.Perm(9)[:len(c)]
		for x := range a {
			a[x]++
		}
		if i%2 == 1 {
			a[r.IntN(4)] = a[4+r.IntN(4)]
		}
		if got, want := satisfiable(t, true, domains, c, a), i%2 == 0; got != want {
			t.Errorf("the clauses admit %v: %v, want %v", a, got, want)
		}
	}
}

func small() *Claim { return &Claim{Height: 2, Width: 2, Puzzle: make([]int, 16)} }

// powers returns terms with more partial sums than maxPartialSums.
func powers(n int) []Term {
	var all []Term
	for x, coef := 0, 1; x < n; x, coef = x+1, -4*coef {
		all = append(all, Term{coef, x})
	}
	return all
}
