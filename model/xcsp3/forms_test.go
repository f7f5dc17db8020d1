package xcsp3_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// formGenerators make more forms of constraints, as other programs write them.
var formGenerators = map[string]func(r *rand.Rand) constraint{
	"hybrid table": func(r *rand.Rand) constraint {
		v, kind := pick(r, 3), []string{"supports", "conflicts"}[r.IntN(2)]
		var rows [][]func(x []int) bool
		text := ""
		for range 1 + r.IntN(4) {
			row, words := make([]func(x []int) bool, 3), make([]string, 3)
			for i := range row {
				words[i], row[i] = randomCell(r, v, v[i])
			}
			rows, text = append(rows, row), text+"("+strings.Join(words, ", ")+")"
		}
		return constraint{xml: fmt.Sprintf("<extension type=\"hybrid-%d\"> <list> %s </list> <%s> %s </%[3]s> "+
			"</extension>", 1+r.IntN(2), x3(v), kind, text),
			holds: func(x []int) bool {
				found := slices.ContainsFunc(rows, func(row []func(x []int) bool) bool {
					return row[0](x) && row[1](x) && row[2](x)
				})
				return found == (kind == "supports")
			}}
	},
	"allEqual except": func(r *rand.Rand) constraint {
		v, e := pick(r, 1+r.IntN(4)), ints(r, 1+r.IntN(2), 0, 4)
		return constraint{xml: "<allEqual> <list> " + x3(v) + " </list> <except> " + words(e) +
			" </except> </allEqual>",
			holds: func(x []int) bool {
				return distinct(slices.DeleteFunc(of(x, v), func(n int) bool { return slices.Contains(e, n) })) <= 1
			}}
	},
	"allEqual of lists": func(r *rand.Rand) constraint {
		lists := [][]int{pick(r, 2), pick(r, 2), pick(r, 2)}[:2+r.IntN(2)]
		e, excepting := ints(r, 2, 0, 2), r.IntN(2) == 0
		text := ""
		for _, l := range lists {
			text += "<list> " + x3(l) + " </list> "
		}
		if excepting {
			text += fmt.Sprintf("<except> (%d,%d) </except>", e[0], e[1])
		}
		return constraint{xml: "<allEqual> " + text + " </allEqual>", holds: func(x []int) bool {
			var first []int
			for _, l := range lists {
				value := of(x, l)
				switch {
				case excepting && slices.Equal(value, e):
				case first == nil:
					first = value
				case !slices.Equal(first, value):
					return false
				}
			}
			return true
		}}
	},
	"in a set": func(r *rand.Rand) constraint {
		v, n, not := pick(r, 3), ints(r, 3, 0, 4), r.IntN(2) == 0
		text := []string{fmt.Sprintf("set(%d,add(x[%d],%d),%d..%d)", n[0], v[1], n[1], n[2], n[2]+1),
			fmt.Sprintf("%d..%d", n[2], n[2]+1)}
		form, op := r.IntN(2), map[bool]string{true: "notin", false: "in"}[not]
		return constraint{xml: fmt.Sprintf("<intension> or(%s(x[%d],%s),eq(x[%d],0)) </intension>", op, v[0],
			text[form], v[2]),
			holds: func(x []int) bool {
				y := x[v[0]]
				in := y == n[2] || y == n[2]+1 || form == 0 && (y == n[0] || y == x[v[1]]+n[1])
				return in != not || x[v[2]] == 0
			}}
	},
	"ne, eq and iff of several": func(r *rand.Rand) constraint {
		v := pick(r, 3)
		op := []string{"ne", "eq", "iff"}[r.IntN(3)]
		list := write(v, "x[%d]", ",")
		if op == "iff" {
			list = write(v, "gt(x[%d],1)", ",")
		}
		return constraint{xml: "<intension> " + op + "(" + list + ") </intension>", holds: func(x []int) bool {
			values := of(x, v)
			if op == "iff" {
				return (values[0] > 1) == (values[1] > 1) && (values[1] > 1) == (values[2] > 1)
			}
			return distinct(values) == map[string]int{"ne": 3, "eq": 1}[op]
		}}
	},
	"binPacking with conditions": func(r *rand.Rand) constraint {
		v, s, first := pick(r, 3), ints(r, 3, 0, 3), r.IntN(2)
		text1, holds1 := condition(r, 0, 5)
		text2, holds2 := condition(r, 0, 5)
		return constraint{xml: fmt.Sprintf("<binPacking> <list> %s </list> <sizes> %s </sizes> <conditions "+
			"startIndex=\"%d\"> %s %s </conditions> </binPacking>", x3(v), words(s), first, text1, text2),
			holds: func(x []int) bool {
				loads := make([]int, 8)
				for i, w := range v {
					loads[x[w]] += s[i]
				}
				return holds1(loads[first], x) && holds2(loads[first+1], x)
			}}
	},
	"flow with other numbers": func(r *rand.Rand) constraint {
		v, b, first := pick(r, 3), ints(r, 2, -2, 2), r.IntN(4)-1
		return constraint{xml: fmt.Sprintf("<flow> <list> %s </list> <balance> %d %d %d </balance> <arcs> "+
			"(%d,%d)(%[6]d,%[7]d)(%[5]d,%[7]d) </arcs> </flow>", x3(v), b[0], b[1], -b[0]-b[1], first, first+1,
			first+2),
			holds: func(x []int) bool {
				y := of(x, v)
				return y[0]+y[2] == b[0] && y[1]-y[0] == b[1]
			}}
	},
	"rank": func(r *rand.Rand) constraint {
		v, start, rank := pick(r, 1+r.IntN(4)), r.IntN(2), []string{"any", "first", "last"}[r.IntN(3)]
		text, holds := condition(r, 0, 4)
		name, best := "minimum", slices.Min[[]int]
		if r.IntN(2) == 0 {
			name, best = "maximum", slices.Max[[]int]
		}
		list := fmt.Sprintf("<list startIndex=\"%d\"> %s </list>", start, x3(v))
		xml := fmt.Sprintf("<%sArg rank=\"%s\"> %s <condition> %s </condition> </%[1]sArg>", name, rank, list, text)
		if r.IntN(2) == 0 {
			w := r.IntN(variables)
			xml = fmt.Sprintf("<%s> %s <index rank=\"%s\"> x[%d] </index> <condition> %s </condition> </%[1]s>",
				name, list, rank, w, text)
			old := holds
			holds = func(i int, x []int) bool { return i == x[w] && old(best(of(x, v)), x) }
		}
		return constraint{xml: xml, holds: func(x []int) bool {
			list := of(x, v)
			for i, value := range list {
				if value != best(list) || rank == "first" && slices.Contains(list[:i], value) ||
					rank == "last" && slices.Contains(list[i+1:], value) {
					continue
				}
				if holds(start+i, x) {
					return true
				}
			}
			return false
		}}
	},
	"combination": func(r *rand.Rand) constraint {
		names := []string{"element", "allDifferent", "sum", "channel with a value", "element of a matrix",
			"extension", "noOverlap", "nValues", "hybrid table", "lex", "cardinality"}
		var parts [3]constraint
		for i := range parts {
			parts[i] = generators[names[r.IntN(len(names))]](r)
		}
		name := []string{"and", "or", "not", "xor", "iff", "ifThen", "ifThenElse"}[r.IntN(7)]
		n := map[string]int{"not": 1, "ifThen": 2, "ifThenElse": 3}[name]
		if n == 0 {
			n = 2 + r.IntN(2)
		}
		xml := ""
		for _, p := range parts[:n] {
			xml += p.xml
		}
		return constraint{xml: "<" + name + "> " + xml + " </" + name + ">", holds: func(x []int) bool {
			a, b, c := parts[0].holds(x), parts[1].holds(x), parts[2].holds(x)
			if n == 2 {
				c = map[string]bool{"and": true, "iff": b}[name]
			}
			return map[string]bool{"and": a && b && c, "or": a || b || c, "not": !a, "xor": (a != b) != c,
				"iff": a == b && b == c, "ifThen": !a || b, "ifThenElse": a && b || !a && c}[name]
		}}
	},
	"regular with sets": func(r *rand.Rand) constraint {
		v := pick(r, 3)
		cell1, holds1 := randomCell(r, nil, v[0])
		cell2, holds2 := randomCell(r, nil, v[2])
		return constraint{xml: fmt.Sprintf("<regular> <list> %s </list> <transitions> (a,%s,b)(b,*,c)(c,%s,d) "+
			"</transitions> <start> a </start> <final> d </final> </regular>", x3(v), cell1, cell2),
			holds: func(x []int) bool { return holds1(x) && holds2(x) }}
	},
}

// randomCell returns a cell for variable w of a hybrid table with the columns v, and its meaning.
func randomCell(r *rand.Rand, v []int, w int) (string, func(x []int) bool) {
	k, j := r.IntN(5), r.IntN(4)-1
	op := r.IntN(6)
	sign := []string{"=", "≠", "﹤", "≤", "﹥", "≥"}[op]
	compare := func(a, b int) bool { return []bool{a == b, a != b, a < b, a <= b, a > b, a >= b}[op] }
	forms := 6
	if v != nil {
		forms = 9
	}
	switch r.IntN(forms) {
	case 0:
		return fmt.Sprint(k), func(x []int) bool { return x[w] == k }
	case 1:
		return "*", func([]int) bool { return true }
	case 2:
		return sign + fmt.Sprint(k), func(x []int) bool { return compare(x[w], k) }
	case 3:
		return fmt.Sprintf("%d..%d", j, k), func(x []int) bool { return j <= x[w] && x[w] <= k }
	case 4:
		return fmt.Sprintf("{%d,%d}", j, k), func(x []int) bool { return x[w] == j || x[w] == k }
	case 5:
		return fmt.Sprintf("∁{%d %d}", j, k), func(x []int) bool { return x[w] != j && x[w] != k }
	case 6:
		if op == 0 {
			sign = ""
		}
		return sign + "c1", func(x []int) bool { return compare(x[w], x[v[1]]) }
	case 7:
		return fmt.Sprintf("%sc0%+d", sign, k-2), func(x []int) bool { return compare(x[w], x[v[0]]+k-2) }
	default:
		return sign + "c2-c0", func(x []int) bool { return compare(x[w], x[v[2]]-x[v[0]]) }
	}
}
