package xcsp3_test

import (
	"fmt"
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

var generators = map[string]func(r *rand.Rand) constraint{
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
	"channel of two lists": func(r *rand.Rand) constraint {
		n := 1 + r.IntN(2)
		p := pick(r, variables)
		v, w := p[:n], p[n:2*n+r.IntN(2)]
		s, u := r.IntN(2), r.IntN(2)
		return constraint{
			fmt.Sprintf("<channel> <list startIndex=\"%d\"> %s </list> <list startIndex=\"%d\"> %s </list> </channel>",
				s, x3(v), u, x3(w)),
			func(x []int) bool {
				for i := range v {
					j := x[v[i]] - u
					if j < 0 || j >= len(w) || x[w[j]]-s != i {
						return false
					}
				}
				return true
			}, fmt.Sprintf("nonet_inverse(%s,%d,%s,%d)", fz(v), s, fz(w), u)}
	},
	"channel of one list": func(r *rand.Rand) constraint {
		v, s := pick(r, 1+r.IntN(variables)), r.IntN(2)
		return constraint{xml: fmt.Sprintf("<channel> <list startIndex=\"%d\"> %s </list> </channel>", s, x3(v)),
			holds: func(x []int) bool {
				for i := range v {
					if j := x[v[i]] - s; j < 0 || j >= len(v) || x[v[j]]-s != i {
						return false
					}
				}
				return true
			}}
	},
	"channel with a value": func(r *rand.Rand) constraint {
		v, s := pick(r, 4), r.IntN(2)
		v, w := v[:3], v[3]
		return constraint{
			xml: fmt.Sprintf("<channel> <list startIndex=\"%d\"> %s </list> <value> x[%d] </value> </channel>", s,
				x3(v), w),
			holds: func(x []int) bool {
				i := x[w] - s
				return i >= 0 && i < len(v) && x[v[i]] == 1 && dot([]int{1, 1, 1}, of(x, v)) >= 1 &&
					len(slices.DeleteFunc(of(x, v), func(n int) bool { return n != 1 })) == 1
			}}
	},
	"circuit": func(r *rand.Rand) constraint {
		v, s := pick(r, 2+r.IntN(variables-1)), r.IntN(2)
		return constraint{xml: fmt.Sprintf("<circuit> <list startIndex=\"%d\"> %s </list> </circuit>", s, x3(v)),
			holds: func(x []int) bool {
				_, ok := isCircuit(minus(of(x, v), s))
				return ok
			}}
	},
	"circuit of a size": func(r *rand.Rand) constraint {
		v := pick(r, 2+r.IntN(variables-1))
		n := 2 + r.IntN(len(v)-1)
		return constraint{fmt.Sprintf("<circuit> <list> %s </list> <size> %d </size> </circuit>", x3(v), n),
			func(x []int) bool {
				size, ok := isCircuit(of(x, v))
				return ok && size == n
			}, fmt.Sprintf("nonet_circuit(%s,0,%d)", fz(v), n)}
	},
	"noOverlap": func(r *rand.Rand) constraint {
		v, zero := pick(r, 3), r.IntN(2) == 0
		l := ints(r, 3, 0, 2)
		text, length := words(l), func(i int, x []int) int { return l[i] }
		if w := pick(r, 3); r.IntN(2) == 0 {
			text, length = x3(w), func(i int, x []int) int { return x[w[i]] }
		}
		return constraint{
			xml: fmt.Sprintf("<noOverlap zeroIgnored=\"%t\"> <origins> %s </origins> <lengths> %s </lengths> "+
				"</noOverlap>", zero, x3(v), text),
			holds: func(x []int) bool {
				for i := range v {
					for j := range i {
						if !(zero && (length(i, x) == 0 || length(j, x) == 0)) && x[v[i]]+length(i, x) > x[v[j]] &&
							x[v[j]]+length(j, x) > x[v[i]] {
							return false
						}
					}
				}
				return true
			}}
	},
	"noOverlap of boxes": func(r *rand.Rand) constraint {
		v, zero := pick(r, 4), r.IntN(2) == 0
		l := ints(r, 4, 0, 2)
		return constraint{
			fmt.Sprintf("<noOverlap zeroIgnored=\"%t\"> <origins> (x[%d],x[%d])(x[%d],x[%d]) </origins> <lengths> "+
				"(%d,%d)(%d,%d) </lengths> </noOverlap>", zero, v[0], v[1], v[2], v[3], l[0], l[1], l[2], l[3]),
			func(x []int) bool {
				o := of(x, v)
				apart := o[0]+l[0] <= o[2] || o[2]+l[2] <= o[0] || o[1]+l[1] <= o[3] || o[3]+l[3] <= o[1]
				return apart || zero && slices.Contains(l, 0)
			}, fmt.Sprintf("nonet_no_overlap(%s,%s,2,%t)", fz(v), array(l), zero)}
	},
	"cumulative": func(r *rand.Rand) constraint {
		n := 1 + r.IntN(3)
		v, l, h, limit := pick(r, n), ints(r, n, 0, 3), ints(r, n, 0, 3), r.IntN(5)-1
		length, height := func(int, []int) ([]int, []int) { return l, h }, ""
		lengths, fzn := words(l), fmt.Sprintf("fzn_cumulative(%s,%s,%s,%d)", fz(v), array(l), array(h), limit)
		height = words(h)
		if w := pick(r, n); r.IntN(3) == 0 { // variable lengths
			lengths, fzn = x3(w), fmt.Sprintf("fzn_cumulative(%s,%s,%s,%d)", fz(v), fz(w), array(h), limit)
			length = func(_ int, x []int) ([]int, []int) { return of(x, w), h }
		} else if r.IntN(2) == 0 { // variable heights
			height, fzn = x3(w), fmt.Sprintf("fzn_cumulative(%s,%s,%s,%d)", fz(v), array(l), fz(w), limit)
			length = func(_ int, x []int) ([]int, []int) { return l, of(x, w) }
		}
		return constraint{
			fmt.Sprintf("<cumulative> <origins> %s </origins> <lengths> %s </lengths> <heights> %s </heights> "+
				"<condition> (le,%d) </condition> </cumulative>", x3(v), lengths, height, limit),
			func(x []int) bool {
				l, h := length(0, x)
				for time := -1; time < 12; time++ {
					use := 0
					for i := range v {
						if x[v[i]] <= time && time < x[v[i]]+l[i] {
							use += h[i]
						}
					}
					if use > limit {
						return false
					}
				}
				return true
			}, fzn}
	},
	"cumulative with ends": func(r *rand.Rand) constraint {
		p, h := pick(r, 5), ints(r, 2, 0, 3)
		v, w, limit := p[:2], p[2:4], p[4]
		l := ints(r, 2, 0, 3)
		return constraint{
			xml: fmt.Sprintf("<cumulative> <origins> %s </origins> <lengths> %s </lengths> <ends> %s </ends> "+
				"<heights> %s </heights> <condition> (lt,x[%d]) </condition> </cumulative>", x3(v), words(l), x3(w),
				words(h), limit),
			holds: func(x []int) bool {
				if x[v[0]]+l[0] != x[w[0]] || x[v[1]]+l[1] != x[w[1]] {
					return false
				}
				for time := -1; time < 12; time++ {
					use := 0
					for i := range v {
						if x[v[i]] <= time && time < x[w[i]] {
							use += h[i]
						}
					}
					if use >= x[limit] {
						return false
					}
				}
				return true
			}}
	},
	"binPacking": func(r *rand.Rand) constraint {
		v, s := pick(r, 1+r.IntN(3)), ints(r, 3, 0, 3)
		load := func(bin int, x []int) int {
			sum := 0
			for i := range v {
				if x[v[i]] == bin {
					sum += s[i]
				}
			}
			return sum
		}
		begin := "<binPacking> <list> " + x3(v) + " </list> <sizes> " + words(s[:len(v)]) + " </sizes> "
		bins := 2 + r.IntN(2)
		inside := func(x []int) bool { return slices.Max(of(x, v)) < bins && slices.Min(of(x, v)) >= 0 }
		switch limits, w := ints(r, bins, 0, 4), pick(r, bins); r.IntN(3) {
		case 0:
			limit := r.IntN(5)
			return constraint{xml: begin + fmt.Sprintf("<condition> (le,%d) </condition> </binPacking>", limit),
				holds: func(x []int) bool {
					for bin := -2; bin < 8; bin++ {
						if load(bin, x) > limit {
							return false
						}
					}
					return true
				}}
		case 1:
			return constraint{xml: begin + "<limits> " + words(limits) + " </limits> </binPacking>",
				holds: func(x []int) bool {
					for bin := range bins {
						if load(bin, x) > limits[bin] {
							return false
						}
					}
					return inside(x)
				}}
		default:
			return constraint{begin + "<loads> " + x3(w) + " </loads> </binPacking>",
				func(x []int) bool {
					for bin := range bins {
						if load(bin, x) != x[w[bin]] {
							return false
						}
					}
					return inside(x)
				}, "nonet_bin_loads(" + fz(v) + "," + array(s[:len(v)]) + ",0," + fz(w) + ")"}
		}
	},
	"knapsack": func(r *rand.Rand) constraint {
		v, w, p := pick(r, 3), ints(r, 3, 0, 3), ints(r, 3, 0, 3)
		text, holds := condition(r, 0, 20)
		return constraint{
			xml: fmt.Sprintf("<knapsack> <list> %s </list> <weights> %s </weights> <condition> (le,11) </condition> "+
				"<profits> %s </profits> <condition> %s </condition> </knapsack>", x3(v), words(w), words(p), text),
			holds: func(x []int) bool { return dot(of(x, v), w) <= 11 && holds(dot(of(x, v), p), x) }}
	},
	"flow": func(r *rand.Rand) constraint {
		v, b, w := pick(r, 4), ints(r, 2, -2, 2), ints(r, 4, 0, 2)
		arcs := [][2]int{{0, 1}, {1, 2}, {0, 2}, {2, 0}}
		text, holds := condition(r, 0, 12)
		return constraint{
			xml: fmt.Sprintf("<flow> <list> %s </list> <balance> %d %d %d </balance> <arcs> (0,1)(1,2)(0,2)(2,0) "+
				"</arcs> <weights> %s </weights> <condition> %s </condition> </flow>", x3(v), b[0], b[1], -b[0]-b[1],
				words(w), text),
			holds: func(x []int) bool {
				net := []int{-b[0], -b[1], b[0] + b[1]}
				for i, a := range arcs {
					net[a[0]] += x[v[i]]
					net[a[1]] -= x[v[i]]
				}
				return net[0] == 0 && net[1] == 0 && net[2] == 0 && holds(dot(of(x, v), w), x)
			}}
	},
	"instantiation": func(r *rand.Rand) constraint {
		v, n := pick(r, 2), ints(r, 2, 0, 3)
		return constraint{
			xml:   "<instantiation> <list> " + x3(v) + " </list> <values> " + words(n) + " </values> </instantiation>",
			holds: func(x []int) bool { return slices.Equal(of(x, v), n) }}
	},
	"regular": func(r *rand.Rand) constraint { return automaton(r, false) },
	"mdd":     func(r *rand.Rand) constraint { return automaton(r, true) },
	"slide": func(r *rand.Rand) constraint {
		v, offset, circular := pick(r, 2+r.IntN(variables-1)), 1+r.IntN(2), r.IntN(2) == 0
		return constraint{
			xml: fmt.Sprintf("<slide circular=\"%t\"> <list offset=\"%d\"> %s </list> <intension> le(%%0,add(%%1,1)) "+
				"</intension> </slide>", circular, offset, x3(v)),
			holds: func(x []int) bool {
				for i := 0; i < len(v) && (circular || i+1 < len(v)); i += offset {
					if x[v[i]] > x[v[(i+1)%len(v)]]+1 {
						return false
					}
				}
				return true
			}}
	},
	"slide of two lists": func(r *rand.Rand) constraint {
		v, w := pick(r, 4), pick(r, 3)
		return constraint{xml: "<slide> <list offset=\"2\" collect=\"2\"> " + x3(v) + " </list> <list> " + x3(w) +
			" </list> <intension> ne(add(%0,%1),%2) </intension> </slide>",
			holds: func(x []int) bool {
				return x[v[0]]+x[v[1]] != x[w[0]] && x[v[2]]+x[v[3]] != x[w[1]]
			}}
	},
	"extension": func(r *rand.Rand) constraint {
		v, kind := pick(r, 2), []string{"supports", "conflicts"}[r.IntN(2)]
		var rows [][]int
		text := ""
		for range 1 + r.IntN(4) {
			row := ints(r, 2, -1, 4)
			rows = append(rows, row)
			text += strings.ReplaceAll(fmt.Sprintf("(%d,%d)", row[0], row[1]), "-1", "*")
		}
		return constraint{
			xml: fmt.Sprintf("<extension> <list> %s </list> <%s> %s </%[2]s> </extension>", x3(v), kind, text),
			holds: func(x []int) bool {
				found := false
				for _, row := range rows {
					found = found || (row[0] == -1 || row[0] == x[v[0]]) && (row[1] == -1 || row[1] == x[v[1]])
				}
				return found == (kind == "supports")
			}}
	},
}

// automaton returns a random automaton, possibly with several transitions for a state and a value. In a diagram each
// state belongs to a position of the list.
func automaton(r *rand.Rand, diagram bool) constraint {
	v := pick(r, 1+r.IntN(3))
	type transition struct{ from, value, to int }
	var all []transition
	states := 1 + r.IntN(3)
	if diagram {
		for i := range v { // states of layer i are 10*i ... ; the root is the first one
			for range 1 + r.IntN(5) {
				from, to := 10*i, 10*(i+1)
				if i > 0 {
					from += r.IntN(2)
				}
				if i < len(v)-1 {
					to += r.IntN(2)
				}
				all = append(all, transition{from, r.IntN(5), to})
			}
		}
	} else {
		for range 1 + r.IntN(8) {
			all = append(all, transition{r.IntN(states), 3 * r.IntN(2), r.IntN(states)})
		}
	}
	final := r.IntN(states)
	accepts := func(state int) bool {
		if diagram {
			return state == 10*len(v)
		}
		return state == final
	}
	text, triples := "", []int{}
	for _, t := range all {
		text += fmt.Sprintf("(s%d,%d,s%d)", t.from, t.value, t.to)
		triples = append(triples, t.from+1, t.value, t.to+1)
	}
	c := constraint{holds: func(x []int) bool {
		current := map[int]bool{0: true}
		for _, value := range of(x, v) {
			next := map[int]bool{}
			for _, t := range all {
				if current[t.from] && t.value == value {
					next[t.to] = true
				}
			}
			current = next
		}
		for state := range current {
			if accepts(state) {
				return true
			}
		}
		return false
	}}
	if diagram {
		c.xml = "<mdd> <list> " + x3(v) + " </list> <transitions> " + text + " </transitions> </mdd>"
		return c
	}
	c.xml = fmt.Sprintf("<regular> <list> %s </list> <transitions> %s </transitions> <start> s0 </start> "+
		"<final> s%d </final> "+
		"</regular>", x3(v), text, final)
	c.fzn = fmt.Sprintf("nonet_automaton(%s,%s,1,{%d})", fz(v), array(triples), final+1)
	return c
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
				p, err := xcsp3.Read(strings.NewReader(xml), true)
				if err != nil {
					t.Fatalf("%v\n%s", err, xml)
				}
				check(t, p.Problem, by[:1], want, xml)
				if c.fzn != "" {
					fzn += "constraint " + c.fzn + ";\nsolve satisfy;\n"
					f, err := flatzinc.Read(strings.NewReader(fzn), false)
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
