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

// A meaning states when a builtin holds, by the MiniZinc Handbook and with no code of the package: args has a list of
// values for each argument, of one value for a scalar.
type meaning struct {
	params string // as in package flatzinc; s is a set and c a constant
	holds  func(a [][]int) bool
}

func is(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func dot(a [][]int) int {
	sum := 0
	for i := range a[0] {
		sum += a[0][i] * a[1][i]
	}
	return sum
}

func power(base, exponent int) (int, bool) {
	switch {
	case exponent < 0 && base == 0:
		return 0, false
	case exponent < 0 && base != 1 && base != -1:
		return 0, true
	}
	p := 1
	for range max(exponent, -exponent) {
		if p *= base; p > 1e9 || p < -1e9 {
			break // larger than all values
		}
	}
	return p, true
}

var plain = map[string]meaning{
	"int_eq":      {"ii", func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"int_ne":      {"ii", func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"int_le":      {"ii", func(a [][]int) bool { return a[0][0] <= a[1][0] }},
	"int_lt":      {"ii", func(a [][]int) bool { return a[0][0] < a[1][0] }},
	"int_lin_eq":  {"CIc", func(a [][]int) bool { return dot(a) == a[2][0] }},
	"int_lin_ne":  {"CIc", func(a [][]int) bool { return dot(a) != a[2][0] }},
	"int_lin_le":  {"CIc", func(a [][]int) bool { return dot(a) <= a[2][0] }},
	"bool_eq":     {"bb", func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"bool_le":     {"bb", func(a [][]int) bool { return a[0][0] <= a[1][0] }},
	"bool_lt":     {"bb", func(a [][]int) bool { return a[0][0] < a[1][0] }},
	"set_in":      {"is", func(a [][]int) bool { return slices.Contains(a[1], a[0][0]) }},
	"bool_clause": {"BB", func(a [][]int) bool { return slices.Contains(a[0], 1) || slices.Contains(a[1], 0) }},
	"array_bool_xor": {"B", func(a [][]int) bool {
		n := 0
		for _, v := range a[0] {
			n += v
		}
		return n%2 == 1
	}},
}

// further has the builtins that are not in plain and have no reified form in this test.
var further = map[string]meaning{
	"bool_not":       {"bb", func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"bool2int":       {"bi", func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"bool_and":       {"bbb", func(a [][]int) bool { return a[2][0] == a[0][0]*a[1][0] }},
	"bool_or":        {"bbb", func(a [][]int) bool { return a[2][0] == max(a[0][0], a[1][0]) }},
	"bool_xor":       {"bbb", func(a [][]int) bool { return a[2][0] == is(a[0][0] != a[1][0]) }},
	"bool_lin_eq":    {"CBi", func(a [][]int) bool { return dot(a) == a[2][0] }},
	"bool_lin_le":    {"CBc", func(a [][]int) bool { return dot(a) <= a[2][0] }},
	"array_bool_and": {"Bb", func(a [][]int) bool { return a[1][0] == is(!slices.Contains(a[0], 0)) }},
	"array_bool_or":  {"Bb", func(a [][]int) bool { return a[1][0] == is(slices.Contains(a[0], 1)) }},
	"int_plus":       {"iii", func(a [][]int) bool { return a[0][0]+a[1][0] == a[2][0] }},
	"int_times":      {"iii", func(a [][]int) bool { return a[0][0]*a[1][0] == a[2][0] }},
	"int_div":        {"iii", func(a [][]int) bool { return a[1][0] != 0 && a[0][0]/a[1][0] == a[2][0] }},
	"int_mod":        {"iii", func(a [][]int) bool { return a[1][0] != 0 && a[0][0]%a[1][0] == a[2][0] }},
	"int_pow": {"iii", func(a [][]int) bool {
		p, ok := power(a[0][0], a[1][0])
		return ok && p == a[2][0]
	}},
	"int_abs":                {"ii", func(a [][]int) bool { return max(a[0][0], -a[0][0]) == a[1][0] }},
	"int_min":                {"iii", func(a [][]int) bool { return min(a[0][0], a[1][0]) == a[2][0] }},
	"int_max":                {"iii", func(a [][]int) bool { return max(a[0][0], a[1][0]) == a[2][0] }},
	"array_int_minimum":      {"iI", func(a [][]int) bool { return len(a[1]) > 0 && slices.Min(a[1]) == a[0][0] }},
	"array_int_maximum":      {"iI", func(a [][]int) bool { return len(a[1]) > 0 && slices.Max(a[1]) == a[0][0] }},
	"array_int_element":      {"iCi", element},
	"array_var_int_element":  {"iIi", element},
	"array_bool_element":     {"iDb", element},
	"array_var_bool_element": {"iBb", element},
	"fzn_all_different_int": {"I", func(a [][]int) bool {
		for i, v := range a[0] {
			if slices.Contains(a[0][:i], v) {
				return false
			}
		}
		return true
	}},
	"fzn_table_int": {"IT", func(a [][]int) bool {
		for rows := a[1]; len(a[0]) > 0 && len(rows) > 0; rows = rows[len(a[0]):] {
			if slices.Equal(a[0], rows[:len(a[0])]) {
				return true
			}
		}
		return len(a[0]) == 0
	}},
	"nonet_all_different_except": {"Is", func(a [][]int) bool {
		for i, v := range a[0] {
			if slices.Contains(a[0][:i], v) && !slices.Contains(a[1], v) {
				return false
			}
		}
		return true
	}},
	"nonet_count": {"IIi", func(a [][]int) bool {
		return number(a[0], func(v int) bool { return slices.Contains(a[1], v) }) == a[2][0]
	}},
	"fzn_count_eq": {"Iii", func(a [][]int) bool {
		return number(a[0], func(v int) bool { return v == a[1][0] }) == a[2][0]
	}},
	"fzn_global_cardinality": {"ICI", func(a [][]int) bool {
		for i, value := range a[1] {
			if number(a[0], func(v int) bool { return v == value }) != a[2][i] {
				return false
			}
		}
		return true
	}},
	"fzn_nvalue":    {"iI", func(a [][]int) bool { return values(a[1], nil) == a[0][0] }},
	"nonet_nvalues": {"Isi", func(a [][]int) bool { return values(a[0], a[1]) == a[2][0] }},
	"nonet_bin_loads": {"ICcI", func(a [][]int) bool {
		for k, load := range a[3] {
			for i, bin := range a[0] {
				if bin == a[2][0]+k {
					load -= a[1][i]
				}
			}
			if load != 0 {
				return false
			}
		}
		return slices.Min(a[0]) >= a[2][0] && slices.Max(a[0]) < a[2][0]+len(a[3])
	}},
	"nonet_circuit": {"Ici", circuit},
	"nonet_inverse": {"IcIc", func(a [][]int) bool {
		for i, v := range a[0] {
			if j := v - a[3][0]; j < 0 || j >= len(a[2]) || a[2][j] != i+a[1][0] {
				return false
			}
		}
		return true
	}},
	"fzn_lex_less_int":   {"II", func(a [][]int) bool { return slices.Compare(a[0], a[1]) < 0 }},
	"fzn_lex_lesseq_int": {"II", func(a [][]int) bool { return slices.Compare(a[0], a[1]) <= 0 }},
	"fzn_lex_less_bool":  {"BB", func(a [][]int) bool { return slices.Compare(a[0], a[1]) < 0 }},
	"fzn_value_precede_chain_int": {"CI", func(a [][]int) bool {
		for k := 1; k < len(a[0]); k++ {
			at := slices.Index(a[1], a[0][k])
			if at >= 0 && !slices.Contains(a[1][:at], a[0][k-1]) {
				return false
			}
		}
		return true
	}},
	"fzn_cumulative": {"IIIi", func(a [][]int) bool {
		for time := -70; time < 130; time++ {
			use := 0
			for i, start := range a[0] {
				if start <= time && time < start+a[1][i] {
					use += a[2][i]
				}
			}
			if use > a[3][0] {
				return false
			}
		}
		return true
	}},
	"fzn_regular": {"Innnns", nil}, // its arguments depend on each other: see randomRegular
}

// number returns how many elements of a list fulfil a condition.
func number(list []int, holds func(v int) bool) int {
	n := 0
	for _, v := range list {
		n += is(holds(v))
	}
	return n
}

// values returns the number of different values of a list that are not exceptions.
func values(list, except []int) int {
	seen := map[int]bool{}
	for _, v := range list {
		if !slices.Contains(except, v) {
			seen[v] = true
		}
	}
	return len(seen)
}

// circuit holds if the successors, less the first index, form one circuit, whose size is the third argument, and all
// other nodes are their own successors. There may be no circuit.
func circuit(a [][]int) bool {
	size, begin, seen := 0, 0, map[int]bool{}
	for i, v := range a[0] {
		j := v - a[1][0]
		if j < 0 || j >= len(a[0]) || seen[j] {
			return false
		}
		seen[j] = true
		if j != i {
			size, begin = size+1, i
		}
	}
	steps, at := 0, begin
	for range a[0] {
		if at = a[0][at] - a[1][0]; size > 0 {
			steps++
		}
		if at == begin {
			break
		}
	}
	return steps == size && size == a[2][0]
}

func element(a [][]int) bool {
	return 1 <= a[0][0] && a[0][0] <= len(a[1]) && a[1][a[0][0]-1] == a[2][0]
}

// meanings returns all builtins of the test, with the reified forms.
func meanings() map[string]meaning {
	all := map[string]meaning{}
	for name, m := range further {
		all[name] = m
	}
	for name, m := range plain {
		last := len(m.params)
		all[name] = m
		all[name+"_reif"] = meaning{m.params + "b", func(a [][]int) bool {
			return m.holds(a[:last]) == (a[last][0] == 1)
		}}
		all[name+"_imp"] = meaning{m.params + "b", func(a [][]int) bool { return a[last][0] == 0 || m.holds(a[:last]) }}
	}
	return all
}

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
	constant := strings.IndexByte("cCsTD", letter) >= 0 || r.IntN(6) == 0
	isBool := strings.IndexByte("bBD", letter) >= 0
	switch {
	case constant && isBool:
		n := r.IntN(2)
		return fmt.Sprint(n == 1), func([]int) int { return n }
	case constant:
		n := r.IntN(9) - 4
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
	rounds := backendtest.Rounds(12, 40)
	for i, name := range names {
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
