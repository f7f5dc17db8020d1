package flatzinc_test

import (
	"maps"
	"slices"
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
	"int_ge":      {"ii", func(a [][]int) bool { return a[0][0] >= a[1][0] }},
	"int_gt":      {"ii", func(a [][]int) bool { return a[0][0] > a[1][0] }},
	"int_lin_lt":  {"CIc", func(a [][]int) bool { return dot(a) < a[2][0] }},
	"int_lin_ge":  {"CIc", func(a [][]int) bool { return dot(a) >= a[2][0] }},
	"int_lin_gt":  {"CIc", func(a [][]int) bool { return dot(a) > a[2][0] }},
	"bool_lin_lt": {"CBi", func(a [][]int) bool { return dot(a) < a[2][0] }},
	"bool_lin_ge": {"CBi", func(a [][]int) bool { return dot(a) >= a[2][0] }},
	"bool_lin_gt": {"CBi", func(a [][]int) bool { return dot(a) > a[2][0] }},
	"bool_sum_eq": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) == a[1][0] }},
	"bool_sum_ne": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) != a[1][0] }},
	"bool_sum_le": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) <= a[1][0] }},
	"bool_sum_lt": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) < a[1][0] }},
	"bool_sum_ge": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) >= a[1][0] }},
	"bool_sum_gt": {"Bi", func(a [][]int) bool { return occurrences(a[0], []int{1}) > a[1][0] }},
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

// foreign has a constraint of another solver's library for each line of foreign.txt in package build.
var foreign = map[string]meaning{
	"jacop_maximum":         {"iI", func(a [][]int) bool { return slices.Max(a[1]) == a[0][0] }},
	"fzn_minimum_int":       {"iI", func(a [][]int) bool { return slices.Min(a[1]) == a[0][0] }},
	"huub_bool_clause_reif": {"BBb", func(a [][]int) bool { return plain["bool_clause"].holds(a) == (a[2][0] == 1) }},
	"pumpkin_bool_xor":      {"bb", func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"pumpkin_bool_xor_reif": as("bbb", "bool_xor", 0, 1, 2),
	"int_pow_fixed":         as("ici", "int_pow", 0, 1, 2),

	"jacop_alldiff":         as("I", "fzn_all_different_int", 0),
	"pumpkin_all_different": as("I", "fzn_all_different_int", 0),
	"fzn_alldifferent_except_0": {"I", func(a [][]int) bool {
		return further["nonet_all_different_except"].holds([][]int{a[0], {0}})
	}},
	"alldifferentBut0Choco": {"I", func(a [][]int) bool {
		return further["nonet_all_different_except"].holds([][]int{a[0], {0}})
	}},
	"fzn_all_equal_int": {"I", func(a [][]int) bool { return values(a[0], nil) == 1 }},
	"fzn_at_least_int":  {"cIc", func(a [][]int) bool { return occurrences(a[1], a[2]) >= a[0][0] }},
	"jacop_atleast":     {"Icc", func(a [][]int) bool { return occurrences(a[0], a[1]) >= a[2][0] }},
	"jacop_atmost":      {"Icc", func(a [][]int) bool { return occurrences(a[0], a[1]) <= a[2][0] }},
	"fzn_bin_packing":   {"pIP", packed},
	"bin_packingChoco":  {"pIP", packed},
	"count_eqchoco":     as("Iii", "fzn_count_eq", 0, 1, 2),
	"fzn_exactly_int":   as("cIc", "fzn_count_eq", 1, 2, 0),
	"count_eq_reif_choco": {"Iiib", func(a [][]int) bool {
		return (occurrences(a[0], a[1]) == a[2][0]) == (a[3][0] == 1)
	}},
	"jacop_cumulative":   as("IIIi", "fzn_cumulative", 0, 1, 2, 3),
	"pumpkin_cumulative": as("ICCc", "fzn_cumulative", 0, 1, 2, 3),
	"jacop_decreasing": {"I", func(a [][]int) bool {
		return slices.IsSortedFunc(a[0], func(x, y int) int { return y - x })
	}},
	"jacop_increasing":    {"B", func(a [][]int) bool { return slices.IsSorted(a[0]) }},
	"jacop_diff2_strict":  {"IIII", func(a [][]int) bool { return apart(a, false) }},
	"fzn_diffn_nonstrict": {"IIII", func(a [][]int) bool { return apart(a, true) }},
	"jacop_list_diff2":    {"IIII", func(a [][]int) bool { return apart(a, true) }},
	"gecode_nooverlap": {"IIII", func(a [][]int) bool {
		return apart([][]int{a[0], a[2], a[1], a[3]}, false)
	}},
	"gecode_global_cardinality": as("ICI", "fzn_global_cardinality", 0, 1, 2),
	"jacop_if_then_else_int":    {"BIi", firstTrue},
	"fzn_if_then_else_var_bool": {"BBb", firstTrue},
	"fzn_knapsack":              {"CCIii", knapsack},
	"knapsackChoco":             {"CCIii", knapsack},
	"jacop_knapsack": {"CCiiI", func(a [][]int) bool {
		return knapsack([][]int{a[0], a[1], a[4], a[2], a[3]})
	}},
	"array_int_lt":                 as("II", "fzn_lex_less_int", 0, 1),
	"array_bool_lt":                as("BB", "fzn_lex_less_int", 0, 1),
	"array_int_lq":                 as("II", "fzn_lex_lesseq_int", 0, 1),
	"array_bool_lq":                as("BB", "fzn_lex_lesseq_int", 0, 1),
	"fzn_member_int":               {"Ii", func(a [][]int) bool { return slices.Contains(a[0], a[1][0]) }},
	"fzn_member_bool":              {"Bb", func(a [][]int) bool { return slices.Contains(a[0], a[1][0]) }},
	"jacop_nvalue":                 as("iI", "fzn_nvalue", 0, 1),
	"value_precede_chain_intChoco": as("CI", "fzn_value_precede_chain_int", 0, 1),
	"fzn_value_precede_int":        {"ccI", func(a [][]int) bool { return precede(a[0][0], a[1][0], a[2]) }},
	"chuffed_value_precede":        {"ccI", func(a [][]int) bool { return precede(a[0][0], a[1][0], a[2]) }},
	"gecode_precede":               {"Icc", func(a [][]int) bool { return precede(a[1][0], a[2][0], a[0]) }},

	"jacop_bin_packing":       as("IICc", "nonet_bin_loads", 0, 2, 3, 1),
	"bin_packing_loadChoco":   {"IIC", func(a [][]int) bool { return loads(a[1], a[2], 1, a[0]) }},
	"gecode_bin_packing_load": as("IICc", "nonet_bin_loads", 1, 2, 3, 0),
	"jacop_global_cardinality_closed": {"ICI", func(a [][]int) bool {
		return cardinality(a[0], a[1], a[2], a[2], true)
	}},
	"choco_fzn_global_cardinality": {"ICId", func(a [][]int) bool {
		return cardinality(a[0], a[1], a[2], a[2], a[3][0] == 1)
	}},
	"fzn_global_cardinality_low_up": {"ICCC", func(a [][]int) bool {
		return cardinality(a[0], a[1], a[2], a[3], false)
	}},
	"jacop_global_cardinality_low_up_closed": {"ICCC", func(a [][]int) bool {
		return cardinality(a[0], a[1], a[2], a[3], true)
	}},
	"globalCardinalityLowUpChoco": {"ICCCd", func(a [][]int) bool {
		return cardinality(a[0], a[1], a[2], a[3], a[4][0] == 1)
	}},
	"jacop_circuit":   {"I", func(a [][]int) bool { return circuit([][]int{a[0], {1}, {len(a[0])}}) }},
	"chuffed_circuit": {"Ic", func(a [][]int) bool { return circuit([][]int{a[0], a[1], {len(a[0])}}) }},
	"fzn_circuit":     {"cI", func(a [][]int) bool { return circuit([][]int{a[1], a[0], {len(a[1])}}) }},
	"gecode_int_element": {"icIi", func(a [][]int) bool {
		return element([][]int{{a[0][0] - a[1][0] + 1}, a[2], a[3]})
	}},
	"choco_array_var_bool_element_nonshifted": {"icBb", func(a [][]int) bool {
		return element([][]int{{a[0][0] - a[1][0] + 1}, a[2], a[3]})
	}},
	"jacop_assignment": as("IIcc", "nonet_inverse", 0, 2, 1, 3),
	"inverseChoco": {"II", func(a [][]int) bool {
		return further["nonet_inverse"].holds([][]int{a[0], {1}, a[1], {1}})
	}},
	"inverse_offsets": as("IcIc", "nonet_inverse", 0, 3, 2, 1),
	"lex_lessChoco": {"IId", func(a [][]int) bool {
		n := slices.Compare(a[0], a[1])
		return n < 0 || n == 0 && a[2][0] == 0
	}},
	"huub_disjunctive_strict":    {"IC", func(a [][]int) bool { return alone(a[0], a[1], false) }},
	"pumpkin_disjunctive_strict": {"IC", func(a [][]int) bool { return alone(a[0], a[1], false) }},
	"fzn_disjunctive":            {"II", func(a [][]int) bool { return alone(a[0], a[1], true) }},
	"jacop_subcircuit":           {"I", func(a [][]int) bool { return subcircuit(a[0], 1) }},
	"chuffed_subcircuit":         {"Ic", func(a [][]int) bool { return subcircuit(a[0], a[1][0]) }},
	"fzn_subcircuit":             {"cI", func(a [][]int) bool { return subcircuit(a[1], a[0][0]) }},
	"jacop_table_int":            as("IT", "fzn_table_int", 0, 1),
	"tableChoco":                 as("IT", "fzn_table_int", 0, 1),
}

// as returns the meaning of a constraint that is another one with its arguments in another order.
func as(params, of string, order ...int) meaning {
	return meaning{params, func(a [][]int) bool {
		args := make([][]int, len(order))
		for k, i := range order {
			args[k] = a[i]
		}
		return further[of].holds(args)
	}}
}

func knapsack(a [][]int) bool {
	return slices.Min(a[2]) >= 0 && dot([][]int{a[0], a[2]}) == a[3][0] && dot([][]int{a[1], a[2]}) == a[4][0]
}

// packed holds if the sizes of the items in each bin add up to at most a capacity: capacity, bins, sizes.
func packed(a [][]int) bool {
	for _, bin := range a[1] {
		load := 0
		for i, b := range a[1] {
			load += a[2][i] * is(b == bin)
		}
		if load > a[0][0] {
			return false
		}
	}
	return true
}

func occurrences(list, value []int) int {
	return number(list, func(v int) bool { return v == value[0] })
}

// apart holds if rectangles do not overlap: columns, rows, widths, heights. With zeroIgnored, an empty one overlaps
// none.
func apart(a [][]int, zeroIgnored bool) bool {
	for i := range a[0] {
		for j := range i {
			ok := false
			for k := range 2 {
				ok = ok || a[k][i]+a[k+2][i] <= a[k][j] || a[k][j]+a[k+2][j] <= a[k][i]
				ok = ok || zeroIgnored && (a[k+2][i] == 0 || a[k+2][j] == 0)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// alone holds if tasks do not overlap.
func alone(starts, durations []int, zeroIgnored bool) bool {
	ones, zeros := slices.Repeat([]int{1}, len(starts)), make([]int, len(starts))
	return apart([][]int{starts, zeros, durations, ones}, zeroIgnored)
}

func firstTrue(a [][]int) bool {
	i := slices.Index(a[0], 1)
	return i < 0 || a[1][i] == a[2][0]
}

func precede(s, t int, list []int) bool {
	return further["fzn_value_precede_chain_int"].holds([][]int{{s, t}, list})
}

func loads(bins, sizes []int, first int, loads []int) bool {
	return further["nonet_bin_loads"].holds([][]int{bins, sizes, {first}, loads})
}

func cardinality(list, cover, low, high []int, closed bool) bool {
	for i, value := range cover {
		if n := occurrences(list, []int{value}); n < low[i] || n > high[i] {
			return false
		}
	}
	return !closed || !slices.ContainsFunc(list, func(v int) bool { return !slices.Contains(cover, v) })
}

func subcircuit(list []int, first int) bool {
	for size := range len(list) + 1 {
		if circuit([][]int{list, {first}, {size}}) {
			return true
		}
	}
	return false
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
	maps.Copy(all, further)
	maps.Copy(all, foreign)
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
