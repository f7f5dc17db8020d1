package xcsp3_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// valueGenerators make constraints that compare, order, count or select values.
var valueGenerators = map[string]func(r *rand.Rand) constraint{
	"allDifferent": func(r *rand.Rand) constraint {
		v := pick(r, 1+r.IntN(variables))
		return constraint{"<allDifferent> " + x3(v) + " </allDifferent>",
			func(x []int) bool { return different(of(x, v)) }, "fzn_all_different_int(" + fz(v) + ")"}
	},
	"allDifferent except": func(r *rand.Rand) constraint {
		v, e := pick(r, variables), ints(r, 1+r.IntN(2), 0, 4)
		return constraint{
			"<allDifferent> <list> " + x3(v) + " </list> <except> " + words(e) + " </except> </allDifferent>",
			func(x []int) bool { return different(of(x, v), e...) },
			"nonet_all_different_except(" + fz(v) + ",{" + write(e, "%d", ",") + "})"}
	},
	"allDifferent of lists": func(r *rand.Rand) constraint {
		v, w, u, e := pick(r, 2), pick(r, 2), pick(r, 2), ints(r, 2, 0, 3)
		text, exception := "", func([]int) bool { return false }
		if r.IntN(2) == 0 {
			text = "<except> (" + write(e, "%d", ",") + ") </except>"
			exception = func(list []int) bool { return slices.Equal(list, e) }
		}
		return constraint{
			xml: "<allDifferent> <list> " + x3(v) + " </list> <list> " + x3(w) + " </list> <list> " + x3(u) +
				" </list> " + text + "</allDifferent>",
			holds: func(x []int) bool {
				a, b, c := of(x, v), of(x, w), of(x, u)
				return (!slices.Equal(a, b) || exception(a)) && (!slices.Equal(a, c) || exception(a)) &&
					(!slices.Equal(b, c) || exception(b))
			}}
	},
	"allDifferent of a matrix": func(r *rand.Rand) constraint {
		v, w := pick(r, 2), pick(r, 2)
		return constraint{
			xml: fmt.Sprintf("<allDifferent> <matrix> (x[%d],x[%d])(x[%d],x[%d]) </matrix> </allDifferent>",
				v[0], v[1], w[0], w[1]),
			holds: func(x []int) bool {
				return x[v[0]] != x[v[1]] && x[w[0]] != x[w[1]] && x[v[0]] != x[w[0]] && x[v[1]] != x[w[1]]
			}}
	},
	"allEqual": func(r *rand.Rand) constraint {
		v := pick(r, 1+r.IntN(3))
		return constraint{xml: "<allEqual> " + x3(v) + " </allEqual>",
			holds: func(x []int) bool { return distinct(of(x, v)) == 1 }}
	},
	"ordered": func(r *rand.Rand) constraint {
		v, l := pick(r, 1+r.IntN(4)), ints(r, 4, -1, 2)
		op := []string{"lt", "le", "ge", "gt"}[r.IntN(4)]
		text := ""
		if r.IntN(2) == 0 {
			text = "<lengths> " + words(l[:len(v)-1]) + " </lengths>"
			if len(v) == 1 {
				text = ""
			}
		} else {
			l = make([]int, 4)
		}
		return constraint{
			xml: "<ordered> <list> " + x3(v) + " </list> " + text + " <operator> " + op + " </operator> </ordered>",
			holds: func(x []int) bool {
				for i := 1; i < len(v); i++ {
					a, b := x[v[i-1]]+l[i-1], x[v[i]]
					if !(op == "lt" && a < b || op == "le" && a <= b || op == "ge" && a >= b || op == "gt" && a > b) {
						return false
					}
				}
				return true
			}}
	},
	"lex": func(r *rand.Rand) constraint {
		n := 1 + r.IntN(3)
		lists := [][]int{pick(r, n), pick(r, n), pick(r, n)}[:2+r.IntN(2)]
		op := []string{"lt", "le", "ge", "gt"}[r.IntN(4)]
		text, fzn := "", ""
		for _, l := range lists {
			text += "<list> " + x3(l) + " </list> "
		}
		if len(lists) == 2 {
			fzn = map[string]string{"lt": "fzn_lex_less_int(%s,%s)", "le": "fzn_lex_lesseq_int(%s,%s)",
				"gt": "fzn_lex_less_int(%[2]s,%[1]s)", "ge": "fzn_lex_lesseq_int(%[2]s,%[1]s)"}[op]
			fzn = fmt.Sprintf(fzn, fz(lists[0]), fz(lists[1]))
		}
		return constraint{"<lex> " + text + "<operator> " + op + " </operator> </lex>", func(x []int) bool {
			for i := 1; i < len(lists); i++ {
				c := slices.Compare(of(x, lists[i-1]), of(x, lists[i]))
				if !(op == "lt" && c < 0 || op == "le" && c <= 0 || op == "ge" && c >= 0 || op == "gt" && c > 0) {
					return false
				}
			}
			return true
		}, fzn}
	},
	"lex of a matrix": func(r *rand.Rand) constraint {
		v, w := pick(r, 2), pick(r, 2)
		return constraint{
			xml: fmt.Sprintf("<lex> <matrix> (x[%d],x[%d])(x[%d],x[%d]) </matrix> <operator> le </operator> </lex>",
				v[0], v[1], w[0], w[1]),
			holds: func(x []int) bool {
				return slices.Compare(of(x, v), of(x, w)) <= 0 &&
					slices.Compare([]int{x[v[0]], x[w[0]]}, []int{x[v[1]], x[w[1]]}) <= 0
			}}
	},
	"precedence": func(r *rand.Rand) constraint {
		v, values := pick(r, 1+r.IntN(variables)), r.Perm(5)[:1+r.IntN(3)]
		covered := r.IntN(2) == 0
		return constraint{
			fmt.Sprintf("<precedence> <list> %s </list> <values covered=\"%t\"> %s </values> </precedence>",
				x3(v), covered, words(values)),
			func(x []int) bool {
				list := of(x, v)
				for k, value := range values {
					at := slices.Index(list, value)
					if at < 0 && covered {
						return false
					}
					if at >= 0 && k > 0 && !slices.Contains(list[:at], values[k-1]) {
						return false
					}
				}
				return true
			}, map[bool]string{false: "fzn_value_precede_chain_int(" + array(values) + "," + fz(v) + ")"}[covered]}
	},
	"sum": func(r *rand.Rand) constraint {
		v, c := pick(r, 1+r.IntN(3)), ints(r, 3, -2, 3)
		text, holds := condition(r, -3, 9)
		return constraint{
			xml: "<sum> <list> " + x3(v) + " </list> <coeffs> " + words(c[:len(v)]) + " </coeffs> <condition> " +
				text + " </condition> </sum>",
			holds: func(x []int) bool { return holds(dot(of(x, v), c[:len(v)]), x) }}
	},
	"sum with variable coefficients": func(r *rand.Rand) constraint {
		v, w := pick(r, 2), pick(r, 2)
		text, holds := condition(r, 0, 12)
		return constraint{
			xml: "<sum> <list> " + x3(v) + " </list> <coeffs> " + x3(w) + " </coeffs> <condition> " + text +
				" </condition> </sum>",
			holds: func(x []int) bool { return holds(dot(of(x, v), of(x, w)), x) }}
	},
	"count": func(r *rand.Rand) constraint {
		v, values := pick(r, 1+r.IntN(4)), ints(r, 1+r.IntN(2), 0, 4)
		more := pick(r, r.IntN(2))
		text, holds := condition(r, 0, 3)
		return constraint{xml: "<count> <list> " + x3(v) + " </list> <values> " + words(values) + " " + x3(more) +
			" </values> <condition> " + text + " </condition> </count>",
			holds: func(x []int) bool {
				n := 0
				for _, value := range of(x, v) {
					if slices.Contains(values, value) || slices.Contains(of(x, more), value) {
						n++
					}
				}
				return holds(n, x)
			}}
	},
	"count a value": func(r *rand.Rand) constraint {
		v, w, n := pick(r, 1+r.IntN(4)), pick(r, 1), r.IntN(4)
		return constraint{
			fmt.Sprintf("<count> <list> %s </list> <values> %s </values> <condition> (eq,%d) </condition> </count>",
				x3(v), x3(w), n),
			func(x []int) bool {
				return len(slices.DeleteFunc(of(x, v), func(value int) bool { return value != x[w[0]] })) == n
			}, fmt.Sprintf("fzn_count_eq(%s,x%d,%d)", fz(v), w[0], n)}
	},
	"nValues": func(r *rand.Rand) constraint {
		v, e := pick(r, 1+r.IntN(variables)), ints(r, r.IntN(2), 0, 4)
		text, holds := condition(r, 0, 4)
		except := "<except> " + words(e) + " </except>"
		if len(e) == 0 {
			except = ""
		}
		return constraint{xml: "<nValues> <list> " + x3(v) + " </list> " + except + " <condition> " + text +
			" </condition> </nValues>",
			holds: func(x []int) bool {
				return holds(distinct(slices.DeleteFunc(of(x, v), func(n int) bool {
					return slices.Contains(e,
						n)
				})), x)
			}}
	},
	"nValues equal to a variable": func(r *rand.Rand) constraint {
		v, w := pick(r, 1+r.IntN(variables)), r.IntN(variables)
		return constraint{
			fmt.Sprintf("<nValues> <list> %s </list> <condition> (eq,x[%d]) </condition> </nValues>", x3(v), w),
			func(x []int) bool { return distinct(of(x, v)) == x[w] }, fmt.Sprintf("fzn_nvalue(x%d,%s)", w, fz(v))}
	},
	"cardinality": func(r *rand.Rand) constraint {
		v, values := pick(r, 2+r.IntN(3)), r.Perm(5)[:1+r.IntN(3)]
		lo, hi := ints(r, 3, 0, 1), ints(r, 3, 1, 3)
		closed := r.IntN(3) == 0
		var occurs []string
		for i := range values {
			occurs = append(occurs, fmt.Sprintf("%d..%d", lo[i], hi[i]))
		}
		return constraint{
			xml: fmt.Sprintf("<cardinality> <list> %s </list> <values closed=\"%t\"> %s </values> <occurs> %s "+
				"</occurs> </cardinality>", x3(v), closed, words(values), strings.Join(occurs, " ")),
			holds: func(x []int) bool {
				for i, value := range values {
					n := len(slices.DeleteFunc(of(x, v), func(y int) bool { return y != value }))
					if n < lo[i] || n > hi[i] {
						return false
					}
				}
				return !closed || !slices.ContainsFunc(of(x, v), func(y int) bool {
					return !slices.Contains(values,
						y)
				})
			}}
	},
	"cardinality with variables": func(r *rand.Rand) constraint {
		v, values, w := pick(r, 2+r.IntN(3)), r.Perm(5)[:2], pick(r, 2)
		return constraint{
			fmt.Sprintf("<cardinality> <list> %s </list> <values> %s </values> <occurs> %s </occurs> </cardinality>",
				x3(v), words(values), x3(w)),
			func(x []int) bool {
				for i, value := range values {
					if len(slices.DeleteFunc(of(x, v), func(y int) bool { return y != value })) != x[w[i]] {
						return false
					}
				}
				return true
			}, "fzn_global_cardinality(" + fz(v) + "," + array(values) + "," + fz(w) + ")"}
	},
	"minimum and maximum": func(r *rand.Rand) constraint {
		v := pick(r, 1+r.IntN(4))
		text, holds := condition(r, 0, 4)
		if r.IntN(2) == 0 {
			return constraint{
				xml:   "<minimum> <list> " + x3(v) + " </list> <condition> " + text + " </condition> </minimum>",
				holds: func(x []int) bool { return holds(slices.Min(of(x, v)), x) }}
		}
		return constraint{
			xml:   "<maximum> <list> " + x3(v) + " </list> <condition> " + text + " </condition> </maximum>",
			holds: func(x []int) bool { return holds(slices.Max(of(x, v)), x) }}
	},
	"minimumArg and maximumArg": func(r *rand.Rand) constraint {
		v, start := pick(r, 1+r.IntN(4)), r.IntN(2)
		text, holds := condition(r, 0, 4)
		name, best := "minimumArg", slices.Min[[]int]
		if r.IntN(2) == 0 {
			name, best = "maximumArg", slices.Max[[]int]
		}
		return constraint{
			xml: fmt.Sprintf("<%s> <list startIndex=\"%d\"> %s </list> <condition> %s </condition> </%[1]s>", name,
				start, x3(v), text),
			holds: func(x []int) bool {
				list := of(x, v)
				for i, value := range list {
					if value == best(list) && holds(start+i, x) {
						return true
					}
				}
				return false
			}}
	},
	"element": func(r *rand.Rand) constraint {
		v, start, i := pick(r, 1+r.IntN(4)), r.IntN(3)-1, r.IntN(variables)
		text, holds := condition(r, 0, 4)
		return constraint{
			xml: fmt.Sprintf("<element> <list startIndex=\"%d\"> %s </list> <index> x[%d] </index> <condition> %s "+
				"</condition> </element>", start, x3(v), i, text),
			holds: func(x []int) bool {
				k := x[i] - start
				return k >= 0 && k < len(v) && holds(x[v[k]], x)
			}}
	},
	"element of numbers": func(r *rand.Rand) constraint {
		list, i, w := ints(r, 1+r.IntN(4), 0, 4), r.IntN(variables), r.IntN(variables)
		return constraint{
			fmt.Sprintf("<element> <list startIndex=\"1\"> %s </list> <index> x[%d] </index> <value> x[%d] </value> "+
				"</element>", words(list), i, w),
			func(x []int) bool { return x[i] >= 1 && x[i] <= len(list) && list[x[i]-1] == x[w] },
			fmt.Sprintf("array_int_element(x%d,%s,x%d)", i, array(list), w)}
	},
	"element without an index": func(r *rand.Rand) constraint {
		v, w := pick(r, r.IntN(4)), r.IntN(variables)
		return constraint{xml: fmt.Sprintf("<element> <list> %s </list> <value> x[%d] </value> </element>", x3(v), w),
			holds: func(x []int) bool { return slices.Contains(of(x, v), x[w]) }}
	},
	"element of a matrix": func(r *rand.Rand) constraint {
		rows, columns := 1+r.IntN(3), 1+r.IntN(3)
		list, w := make([][]int, rows), pick(r, 3)
		isVar := r.IntN(2) == 0
		text := ""
		for i := range list {
			list[i] = ints(r, columns, 0, 4)
			text += "(" + write(list[i], map[bool]string{true: "x[%d]", false: "%d"}[isVar], ",") + ")"
		}
		startRow, startColumn := r.IntN(2), r.IntN(2)
		return constraint{
			xml: fmt.Sprintf(`<element> <matrix startRowIndex="%d" startColIndex="%d"> %s </matrix> <index> %s </index>
			<value> x[%d] </value> </element>`, startRow, startColumn, text, x3(w[:2]), w[2]),
			holds: func(x []int) bool {
				i, j := x[w[0]]-startRow, x[w[1]]-startColumn
				if i < 0 || j < 0 || i >= rows || j >= columns {
					return false
				}
				value := list[i][j]
				if isVar {
					value = x[value]
				}
				return value == x[w[2]]
			}}
	},
}
