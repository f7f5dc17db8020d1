package xcsp3_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/flatzinc"
	"nonet/model/xcsp3"
)

// A random constraint over the variables x[0] to x[4], with its meaning by the specification of XCSP3-core 3.2, and the
// same constraint in FlatZinc over x0 to x4 where FlatZinc has one.
type constraint struct {
	xml   string
	holds func(x []int) bool
	fzn   string
}

const variables = 5

// pick returns n different variables.
func pick(r *rand.Rand, n int) []int { return r.Perm(variables)[:n] }

// of returns the values of some variables.
func of(x, vars []int) []int {
	values := make([]int, len(vars))
	for i, v := range vars {
		values[i] = x[v]
	}
	return values
}

// ints returns n numbers from lo to hi.
func ints(r *rand.Rand, n, lo, hi int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = lo + r.IntN(hi-lo+1)
	}
	return list
}

// x3 and fz write variables in XCSP3 and in FlatZinc, and words writes numbers.
func x3(vars []int) string { return write(vars, "x[%d]", " ") }
func fz(vars []int) string { return "[" + write(vars, "x%d", ",") + "]" }

func words(list []int) string { return write(list, "%d", " ") }
func array(list []int) string { return "[" + write(list, "%d", ",") + "]" }

func write(list []int, format, separator string) string {
	all := make([]string, len(list))
	for i, n := range list {
		all[i] = fmt.Sprintf(format, n)
	}
	return strings.Join(all, separator)
}

// condition returns a random condition as text and as a function of the value and of all variables.
func condition(r *rand.Rand, lo, hi int) (string, func(value int, x []int) bool) {
	op := []string{"lt", "le", "ge", "gt", "eq", "ne", "in", "notin"}[r.IntN(8)]
	k := ints(r, 1, lo, hi)[0]
	if op == "in" || op == "notin" {
		j := ints(r, 1, lo, hi)[0]
		text, holds := fmt.Sprintf("(%s,{%d,%d})", op, k, j), func(v int, _ []int) bool { return v == k || v == j }
		if r.IntN(2) == 0 {
			j = max(j, k)
			text, holds = fmt.Sprintf("(%s,%d..%d)", op, k, j), func(v int, _ []int) bool { return k <= v && v <= j }
		}
		return text, func(v int, x []int) bool { return holds(v, x) == (op == "in") }
	}
	compare := map[string]func(a, b int) bool{
		"lt": func(a, b int) bool { return a < b }, "le": func(a, b int) bool { return a <= b },
		"ge": func(a, b int) bool { return a >= b }, "gt": func(a, b int) bool { return a > b },
		"eq": func(a, b int) bool { return a == b }, "ne": func(a, b int) bool { return a != b }}[op]
	if r.IntN(2) == 0 {
		v := r.IntN(variables)
		return fmt.Sprintf("(%s,x[%d])", op, v), func(value int, x []int) bool { return compare(value, x[v]) }
	}
	return fmt.Sprintf("(%s,%d)", op, k), func(value int, _ []int) bool { return compare(value, k) }
}

func different(list []int, except ...int) bool {
	for i, v := range list {
		if slices.Contains(list[:i], v) && !slices.Contains(except, v) {
			return false
		}
	}
	return true
}

func distinct(list []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(list))))
}

func dot(a, b []int) int {
	sum := 0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// isCircuit reports whether successors form one circuit, and how many nodes it has.
func isCircuit(next []int) (size int, ok bool) {
	begin := -1
	for i, j := range next {
		if j < 0 || j >= len(next) {
			return 0, false
		}
		if j != i {
			size++
			begin = i
		}
	}
	if begin < 0 || !different(next) {
		return 0, false
	}
	steps := 1
	for i := next[begin]; i != begin; i = next[i] {
		steps++
	}
	return size, steps == size
}

func minus(list []int, n int) []int {
	all := make([]int, len(list))
	for i, v := range list {
		all[i] = v - n
	}
	return all
}

// generators make random constraints, by name.
var generators = map[string]func(r *rand.Rand) constraint{}

func init() {
	for _, some := range []map[string]func(r *rand.Rand) constraint{valueGenerators, planGenerators, formGenerators} {
		maps.Copy(generators, some)
	}
}

// Random constraints have the solutions that their definitions have, by a method of each formulation, and so has the
// same constraint in FlatZinc.
func TestRandom(t *testing.T) {
	var names []string
	for name := range generators {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed, name := range names {
		t.Run(name, func(t *testing.T) {
			for round := range uint64(backendtest.Rounds(6, 40)) {
				r := rand.New(rand.NewPCG(round, uint64(seed)))
				c := generators[name](r)
				domains := make([][]int, variables)
				xml, fzn := "", ""
				for v := range domains {
					for n := range 5 {
						if r.IntN(3) > 0 {
							domains[v] = append(domains[v], n)
						}
					}
					if domains[v] == nil {
						domains[v] = []int{1}
					}
					xml += fmt.Sprintf("<domain for=\"x[%d]\"> %s </domain>", v, words(domains[v]))
					fzn += fmt.Sprintf("var {%s}: x%d :: output_var;\n", write(domains[v], "%d", ","), v)
				}
				want := enumerate(domains, c.holds)
				xml = fmt.Sprintf("<instance> <variables> <array id=\"x\" size=\"[%d]\"> %s </array> </variables> "+
					"<constraints> %s </constraints> </instance>", variables, xml, c.xml)
				by := []string{"native"}
				if round%8 == 0 {
					by = []string{"native", "gini:order", "gini"}
				}
				if round%8 == 7 {
					by = []string{"native", "gophersat-pb"} // slow where there are many solutions
				}
				p := read(t, xml)
				check(t, p.Problem, by, want, xml)
				p, err := xcsp3.Read(t.Context(), strings.NewReader(xml), true)
				if err != nil {
					t.Fatalf("%v\n%s", err, xml)
				}
				check(t, p.Problem, by[:1], want, xml)
				if c.fzn != "" {
					fzn += "constraint " + c.fzn + ";\nsolve satisfy;\n"
					f, err := flatzinc.Read(t.Context(), strings.NewReader(fzn), false)
					if err != nil {
						t.Fatalf("%v\n%s", err, fzn)
					}
					check(t, f, by[:1], want, fzn)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

// enumerate returns the assignments that fulfil a constraint, in lexicographic order.
func enumerate(domains [][]int, holds func(x []int) bool) (all [][]int) {
	x := make([]int, len(domains))
	var visit func(v int)
	visit = func(v int) {
		if v == len(x) {
			if holds(x) {
				all = append(all, slices.Clone(x))
			}
			return
		}
		for _, x[v] = range domains[v] {
			visit(v + 1)
		}
	}
	visit(0)
	return all
}

// check compares the solutions that methods find with the expected ones.
func check(t *testing.T, p *flatzinc.Problem, by []string, want [][]int, text string) {
	t.Helper()
	if !p.Determined {
		t.Errorf("the variables do not determine the auxiliary ones\n%s", text)
	}
	for _, name := range by {
		m, err := methods.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var got [][]int
		r, err := m.SolverOf(problem.FromFlatZinc(p)).Solve(t.Context(), p.Model, func(a model.Assignment) bool {
			values := make([]int, len(p.Outputs))
			for i := range values {
				values[i] = p.Outputs[i].Elements[0].Value(a)
			}
			got = append(got, values)
			return len(got) <= len(want)+5
		})
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		slices.SortFunc(got, slices.Compare)
		if !r.Complete || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s finds %d solutions, complete %t, want %d:\n%v\n%v\n%s", name, len(got), r.Complete,
				len(want), got, want,
				text)
		}
	}
}
