package flatzinc_test

import "slices"

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
