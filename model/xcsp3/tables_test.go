package xcsp3_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// selected is an instance with variables x[0] to x[n-1] of 0..last, of which constraints select some values.
func selected(values [][]int, last int, constraints string) string {
	text := fmt.Sprintf("<instance> <variables> <array id=\"x\" size=\"[%d]\"> 0..%d </array> </variables> "+
		"<constraints>", len(values), last)
	for i, list := range values {
		text += fmt.Sprintf(" <intension> in(x[%d],set(%s)) </intension>", i, write(list, "%d", ","))
	}
	return text + constraints + " </constraints> </instance>"
}

// The tuples of a table whose words stand for too many are an automaton, which copies of a template share.
func TestWideTables(t *testing.T) {
	const last = 29
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		values := make([][]int, 6)
		for i := range values {
			values[i] = ints(r, 3, 0, last)
			slices.Sort(values[i])
			values[i] = slices.Compact(values[i])
		}
		var rows []string
		var fits []func(x []int) bool
		for range 8 {
			words := []string{"*", "*", "*", "*", "*", "*"}
			cells := make([]func(v int) bool, len(words))
			for i := range words {
				a := values[r.IntN(6)][0]
				b := min(a+r.IntN(9), last)
				set := func(word string, holds func(v int) bool) { words[i], cells[i] = word, holds }
				set("*", func(int) bool { return true })
				switch r.IntN(8) {
				case 0, 1:
					set(fmt.Sprint(a), func(v int) bool { return v == a })
				case 2:
					set(fmt.Sprint("≤", a), func(v int) bool { return v <= a })
				case 3:
					set(fmt.Sprintf("%d..%d", a, b), func(v int) bool { return a <= v && v <= b })
				case 4:
					set(fmt.Sprintf("∁{%d,%d}", a, b), func(v int) bool { return v != a && v != b })
				}
			}
			rows = append(rows, "("+strings.Join(words, ",")+")")
			fits = append(fits, func(x []int) bool {
				return !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5}, func(i int) bool { return !cells[i](x[i]) })
			})
		}
		rows = append(rows, "(0,0,0,0,0,0)", "(30,*,*,*,*,*)")
		text := selected(values, last, "<group> <extension type=\"hybrid-1\"> <list> %... </list> <supports> "+
			strings.Join(rows, "")+" </supports> </extension> <args> x[] </args> "+
			"<args> x[5] x[4] x[3] x[2] x[1] x[0] </args> </group>")
		allowed := func(x []int) bool {
			return slices.Max(x) == 0 ||
				slices.ContainsFunc(fits, func(f func([]int) bool) bool { return f(x) })
		}
		p := read(t, text)
		check(t, p.Problem, []string{"native", "gini"}, enumerate(values, func(x []int) bool {
			back := slices.Clone(x)
			slices.Reverse(back)
			return allowed(x) && allowed(back)
		}), text)
		if n := len(p.Model.Constraints); n > 30 {
			t.Errorf("%d constraints", n)
		}
	}
}

// An automaton that would have a state for each set of 17 rows is not used.
func TestLargeDiagram(t *testing.T) {
	const n = 17
	values, rows := make([][]int, 2*n), ""
	for i := range values {
		values[i] = []int{i % 2}
	}
	values[0], values[1], values[n], values[n+1] = []int{0, 1}, []int{0, 1}, []int{0, 1}, []int{0, 1}
	for k := range n {
		row := slices.Repeat([]string{"*"}, 2*n)
		row[k], row[n+k] = "1", "1"
		rows += "(" + strings.Join(row, ",") + ")"
	}
	text := selected(values, 1, "<extension> <list> x[] </list> <supports> "+rows+" </supports> </extension>")
	check(t, read(t, text).Problem, []string{"native"}, enumerate(values, func(x []int) bool {
		for k := range n {
			if x[k] == 1 && x[n+k] == 1 {
				return true
			}
		}
		return false
	}), text)
}
