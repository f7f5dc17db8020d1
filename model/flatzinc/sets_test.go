package flatzinc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
)

// A set of these tests is a number with bit v for an element v from 0 to 3.
type bits = int

func elements(s bits) (list []int) {
	for v := range 4 {
		if s>>v&1 == 1 {
			list = append(list, v)
		}
	}
	return list
}

// written returns a set as MiniZinc writes it.
func written(s bits) string {
	list := elements(s)
	if n := len(list); n > 0 && list[n-1]-list[0] == n-1 {
		return fmt.Sprintf("%d..%d", list[0], list[n-1])
	}
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]") + "}"
}

// setMeanings has the constraints over sets: the parameters are numbers i, sets S and arrays of sets A.
var setMeanings = map[string]struct {
	params string
	holds  func(a []int, list []bits) bool
}{
	"set_eq":       {"SS", func(a []int, _ []bits) bool { return a[0] == a[1] }},
	"set_ne":       {"SS", func(a []int, _ []bits) bool { return a[0] != a[1] }},
	"set_subset":   {"SS", func(a []int, _ []bits) bool { return a[0]&^a[1] == 0 }},
	"set_superset": {"SS", func(a []int, _ []bits) bool { return a[1]&^a[0] == 0 }},
	"set_le": {"SS", func(a []int, _ []bits) bool {
		return slices.Compare(elements(a[0]), elements(a[1])) <= 0
	}},
	"set_lt": {"SS", func(a []int, _ []bits) bool {
		return slices.Compare(elements(a[0]), elements(a[1])) < 0
	}},
	"set_union":     {"SSS", func(a []int, _ []bits) bool { return a[2] == a[0]|a[1] }},
	"set_intersect": {"SSS", func(a []int, _ []bits) bool { return a[2] == a[0]&a[1] }},
	"set_diff":      {"SSS", func(a []int, _ []bits) bool { return a[2] == a[0]&^a[1] }},
	"set_symdiff":   {"SSS", func(a []int, _ []bits) bool { return a[2] == a[0]^a[1] }},
	"set_card":      {"Si", func(a []int, _ []bits) bool { return len(elements(a[0])) == a[1] }},
	"set_in":        {"iS", func(a []int, _ []bits) bool { return a[0] >= 0 && a[1]>>a[0]&1 == 1 }},
	"array_set_element": {"iCS", func(a []int, list []bits) bool {
		return a[0] >= 1 && a[0] <= len(list) && list[a[0]-1] == a[2]
	}},
	"array_var_set_element": {"iAS", func(a []int, list []bits) bool {
		return a[0] >= 1 && a[0] <= len(list) && list[a[0]-1] == a[2]
	}},
}

// Constraints over sets, and their reified forms, have the solutions that their definitions have.
func TestSets(t *testing.T) {
	var names []string
	for name := range setMeanings {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed, name := range names {
		for round := range uint64(backendtest.Rounds(12, 60)) {
			r := rand.New(rand.NewPCG(round, uint64(seed)))
			// The variables: sets x0 x1 x2, an int x3, a bool x4.
			in := &instance{output: []bool{true, true, true, true, true}}
			var b strings.Builder
			for v := range 3 {
				possible, all := bits(r.IntN(16)), []int{}
				for s := range bits(16) {
					if s&^possible == 0 {
						all = append(all, s)
					}
				}
				fmt.Fprintf(&b, "var set of %s: x%d :: output_var;\n", written(possible), v)
				in.domains = append(in.domains, all)
			}
			in.domains = append(in.domains, []int{-1, 0, 1, 2, 3}, []int{0, 1})
			b.WriteString("var -1..3: x3 :: output_var;\nvar bool: x4 :: output_var;\n")
			for range 1 + r.IntN(2) {
				m := setMeanings[name]
				var args []func(x []int) int
				var list []func(x []int) bits
				var words []string
				operand := func(letter byte) (string, func(x []int) int) {
					constant := r.IntN(4) == 0
					switch n := r.IntN(5) - 1; {
					case letter == 'i' && constant:
						return fmt.Sprint(n), func([]int) int { return n }
					case letter == 'i':
						return "x3", func(x []int) int { return x[3] }
					case constant || letter == 'C':
						s := r.IntN(16)
						return written(s), func([]int) int { return s }
					}
					v := r.IntN(3)
					return fmt.Sprintf("x%d", v), func(x []int) int { return x[v] }
				}
				for _, letter := range []byte(m.params) {
					if letter == 'A' || letter == 'C' {
						var some []string
						for range 1 + r.IntN(3) {
							word, f := operand(letter)
							some, list = append(some, word), append(list, f)
						}
						words, args = append(words, "["+strings.Join(some, ",")+"]"), append(args, nil)
						continue
					}
					word, f := operand(letter)
					words, args = append(words, word), append(args, f)
				}
				form := r.IntN(3)
				if form > 0 {
					words = append(words, "x4")
				}
				fmt.Fprintf(&b, "constraint %s%s(%s);\n", name, []string{"", "_reif", "_imp"}[form],
					strings.Join(words, ","))
				in.holds = append(in.holds, func(x []int) bool {
					values, sets := make([]int, len(args)), make([]bits, len(list))
					for i, f := range args {
						if f != nil {
							values[i] = f(x)
						}
					}
					for i, f := range list {
						sets[i] = f(x)
					}
					holds := m.holds(values, sets)
					return []bool{holds, holds == (x[4] == 1), holds || x[4] == 0}[form]
				})
			}
			in.text = b.String() + "solve satisfy;\n"
			in.print = func(v, n int) string {
				switch v {
				case 3:
					return fmt.Sprint(n)
				case 4:
					return fmt.Sprint(n == 1)
				}
				return written(n)
			}
			checkInstance(t, in, false)
			checkInstance(t, in, true)
			if t.Failed() {
				return
			}
		}
	}
}
