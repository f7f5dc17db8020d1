package flatzinc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/flatzinc"
)

// An instance is a random FlatZinc file with what it means.
type instance struct {
	text    string
	domains [][]int // of the variables x0, x1 ...; the bools come last
	output  []bool  // by variable
	holds   []func(values []int) bool
	print   func(v, n int) string // a value; nil: as a number or a bool
}

// randomInstance returns a file with ints and bools, and constraints of the given names.
func randomInstance(r *rand.Rand, names []string, all map[string]meaning) *instance {
	in := &instance{}
	var b strings.Builder
	b.WriteString("predicate fzn_all_different_int(array [int] of var int: x);\n")
	ints, bools := 1+r.IntN(3), 1+r.IntN(3)
	some := r.IntN(2) == 0 // output some variables only
	for v := range ints + bools {
		annotation := ""
		in.output = append(in.output, !some || r.IntN(2) == 0)
		if in.output[v] {
			annotation = " :: output_var"
		}
		kind, domain := "bool", []int{0, 1}
		if v < ints {
			domain = randomDomain(r, v == 0)
			kind = "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(domain), " ", ","), "[]") + "}"
			if n := len(domain); domain[n-1]-domain[0] == n-1 {
				kind = fmt.Sprintf("%d..%d", domain[0], domain[n-1])
			}
		}
		in.domains = append(in.domains, domain)
		fmt.Fprintf(&b, "var %s: x%d%s;\n", kind, v, annotation)
	}
	for range 1 + r.IntN(4) {
		name := names[r.IntN(len(names))]
		m := all[name]
		if name == "fzn_regular" {
			in.randomRegular(r, &b, ints)
			continue
		}
		var words []string
		var sources [][]func(values []int) int
		length := 1 + r.IntN(3) // of the arrays
		for _, letter := range m.params {
			n, isArray := 1, letter < 'a'
			if isArray {
				n = length
			}
			if letter == 'T' {
				n = length * r.IntN(4)
			}
			if letter == 's' {
				n = r.IntN(4)
			}
			var list []string
			var source []func([]int) int
			for range n {
				word, f := in.randomOperand(r, byte(letter), ints)
				list, source = append(list, word), append(source, f)
			}
			word := strings.Join(list, ",")
			switch {
			case isArray:
				word = "[" + word + "]"
			case letter == 's':
				word = "{" + word + "}"
			}
			words, sources = append(words, word), append(sources, source)
		}
		fmt.Fprintf(&b, "constraint %s(%s);\n", name, strings.Join(words, ","))
		in.holds = append(in.holds, func(values []int) bool {
			args := make([][]int, len(sources))
			for i, source := range sources {
				for _, f := range source {
					args[i] = append(args[i], f(values))
				}
			}
			return m.holds(args)
		})
	}
	b.WriteString("solve satisfy;\n")
	in.text = b.String()
	return in
}

func randomDomain(r *rand.Rand, mayBeLarge bool) []int {
	if mayBeLarge && r.IntN(8) == 0 { // large enough for the forms without tables
		lo := -r.IntN(60)
		var d []int
		for v := lo; v <= 60; v++ {
			d = append(d, v)
		}
		return d
	}
	var d []int
	for v := -3; v <= 4; v++ {
		if r.IntN(3) > 0 {
			d = append(d, v)
		}
	}
	if d == nil {
		return []int{0}
	}
	return d
}

// randomOperand returns an operand for a parameter as text and as a function of the values of the variables.
func (in *instance) randomOperand(r *rand.Rand, letter byte, ints int) (string, func([]int) int) {
	constant := strings.IndexByte("cCsTDdpP", letter) >= 0 || r.IntN(6) == 0
	isBool := strings.IndexByte("bBDd", letter) >= 0
	switch {
	case constant && isBool:
		n := r.IntN(2)
		return fmt.Sprint(n == 1), func([]int) int { return n }
	case constant:
		n := r.IntN(9) - 4
		if letter == 'p' || letter == 'P' {
			n = max(n, 0)
		}
		return fmt.Sprint(n), func([]int) int { return n }
	case isBool:
		v := ints + r.IntN(len(in.domains)-ints)
		return fmt.Sprintf("x%d", v), func(values []int) int { return values[v] }
	}
	v := r.IntN(ints)
	return fmt.Sprintf("x%d", v), func(values []int) int { return values[v] }
}

// randomRegular adds an automaton over up to three variables.
func (in *instance) randomRegular(r *rand.Rand, b *strings.Builder, ints int) {
	n := r.IntN(4)
	vars, words := make([]int, n), make([]string, n)
	for i := range vars {
		vars[i] = r.IntN(ints)
		words[i] = fmt.Sprintf("x%d", vars[i])
	}
	states, symbols := 1+r.IntN(3), 1+r.IntN(3)
	next := make([]int, states*symbols)
	for i := range next {
		next[i] = r.IntN(states + 1)
	}
	first, accepting := 1+r.IntN(states), 1+r.IntN(states)
	fmt.Fprintf(b, "constraint fzn_regular([%s],%d,%d,%s,%d,%d..%d);\n", strings.Join(words, ","), states, symbols,
		strings.ReplaceAll(fmt.Sprint(next), " ", ","), first, accepting, states)
	in.holds = append(in.holds, func(values []int) bool {
		state := first
		for _, v := range vars {
			if values[v] < 1 || values[v] > symbols || state == 0 {
				return false
			}
			state = next[(state-1)*symbols+values[v]-1]
		}
		return state >= accepting
	})
}

// solutions returns the number of solutions and the different outputs, by trying all assignments.
func (in *instance) solutions() (count int, outputs []string) {
	values := make([]int, len(in.domains))
	seen := map[string]bool{}
	var visit func(v int)
	visit = func(v int) {
		if v < len(values) {
			for _, values[v] = range in.domains[v] {
				visit(v + 1)
			}
			return
		}
		for _, holds := range in.holds {
			if !holds(values) {
				return
			}
		}
		count++
		var b strings.Builder
		for v, n := range values {
			switch {
			case !in.output[v]:
			case in.print != nil:
				fmt.Fprintf(&b, "x%d = %s;\n", v, in.print(v, n))
			case strings.Contains(in.text, fmt.Sprintf("var bool: x%d ", v)):
				fmt.Fprintf(&b, "x%d = %t;\n", v, n == 1)
			default:
				fmt.Fprintf(&b, "x%d = %d;\n", v, n)
			}
		}
		seen[b.String()] = true
	}
	visit(0)
	for s := range seen {
		outputs = append(outputs, s)
	}
	slices.Sort(outputs)
	return count, outputs
}

// The model of a random file has as many solutions as the file, and the same outputs.
func TestRandom(t *testing.T) {
	all := meanings()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		rounds := backendtest.Rounds(12, 40)
		if _, rare := foreign[name]; rare {
			rounds = max(2, rounds/6)
		}
		for round := range rounds {
			r := rand.New(rand.NewPCG(uint64(round), uint64(i)))
			some := names
			if round%2 == 0 {
				some = []string{name}
			}
			in := randomInstance(r, some, all)
			checkInstance(t, in, false)
			checkInstance(t, in, true)
			if t.Failed() {
				return
			}
		}
	}
}

func checkInstance(t *testing.T, in *instance, stated bool) {
	t.Helper()
	p, err := flatzinc.Read(t.Context(), strings.NewReader(in.text), stated)
	if err != nil {
		t.Fatalf("%v\n%s", err, in.text)
	}
	wantCount, want := in.solutions()
	count, seen := 0, map[string]bool{}
	r, err := native.Solver{}.Solve(t.Context(), p.Model, func(a model.Assignment) bool {
		count++
		seen[string(p.AppendSolution(nil, a))] = true
		return count <= wantCount
	})
	if err != nil || !r.Complete {
		t.Fatalf("%+v, error %v\n%s", r, err, in.text)
	}
	var got []string
	for s := range seen {
		got = append(got, s)
	}
	slices.Sort(got)
	if count != wantCount || !slices.Equal(got, want) {
		t.Errorf("%d solutions, want %d; outputs\n%q, want\n%q\n%s", count, wantCount, got, want, in.text)
	}
	if p.Determined && len(p.Outputs) > 0 && count != len(want) {
		t.Errorf("the outputs should determine the rest, but %d solutions have %d outputs\n%s", count, len(want),
			in.text)
	}
}
