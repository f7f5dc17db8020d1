package xcsp3_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// planGenerators make constraints about graphs, schedules, packing and automata.
var planGenerators = map[string]func(r *rand.Rand) constraint{
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
