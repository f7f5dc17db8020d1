package build

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/internal/slice"
	"nonet/model"
)

//go:embed foreign.txt
var foreignText string

// A foreign is a constraint of another solver's library: a predicate and its arguments, as foreign.txt has them.
type foreign struct{ target, args string }

// foreigners has the constraints of foreign.txt by name and number of arguments.
var foreigners = sync.OnceValue(func() map[string]foreign {
	all := map[string]foreign{}
	for line := range strings.Lines(foreignText) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			f := foreign{words[0], words[1]}
			for _, name := range words[2:] {
				all[name+"/"+strconv.Itoa(f.arity())] = f
			}
		}
	}
	return all
})

// arity returns the number of different letters.
func (f foreign) arity() int { return max(0, int(slices.Max([]byte(f.args)))-'a'+1) }

// predicate returns the predicate with the arguments of the other solver.
func (f foreign) predicate() *Predicate {
	n := f.arity()
	to := find(f.target, n)
	args, ones, _ := strings.Cut(f.args, "/")
	params := []byte(strings.Repeat("c", n))
	p := *to
	if strings.Contains(args, "<") { // not before the variables have bounds
		p.reduce = nil
	}
	p.result = min(to.result, noArgument)
	for k, letter := range args {
		if i := int(letter) - 'a'; i >= 0 {
			params[i] = to.Params[k]
			if k == to.result {
				p.result = i
			}
		}
	}
	p.Params = string(params)
	arranged := func(a arguments) arguments {
		first := a.list[args[0]-'a'].list
		return arguments{a.Builder, slice.Make(len(args), func(k int) argument {
			n := int(args[k]) - '0'
			switch {
			case args[k] == '#':
				n = len(first)
			case args[k] == '<' && len(first) > 0:
				n = slices.Min(slice.Map(first, func(l lin) int { lo, _ := a.bounds(l); return lo }))
			case args[k] >= 'a':
				return a.list[args[k]-'a']
			}
			return argument{list: []lin{{c: n}}}
		})}
	}
	p.state = func(a arguments) Constraint {
		for _, letter := range ones {
			if k := int(letter - 'a'); a.number(k) != 1 {
				return failed(f.target, "has %d where only 1 is supported", a.number(k))
			}
		}
		return to.state(arranged(a))
	}
	if p.reduce != nil {
		p.reduce = func(b *Builder, a arguments) { to.reduce(b, arranged(a)) }
	}
	return &p
}

// rare has the predicates that FlatZinc has only where it was compiled with the library of another solver.
var rare = sync.OnceValue(func() map[string]Predicate {
	return map[string]Predicate{
		"fzn_alldifferent_except_0": stated("I", "", func(a arguments) Constraint {
			return allDifferentExcept(a.exprs(0), model.Values(0))
		}),
		"fzn_all_equal_int": stated("I", "", func(a arguments) Constraint { return AllEqual(a.exprs(0)...) }),
		"fzn_at_least_int":  stated("cIc", "", numbered(Expr.Ge)),
		"fzn_at_most_int":   stated("cIc", "", numbered(Expr.Le)),
		"fzn_count_eq_reif": valueIs("Iiib", 3, func(a arguments) Expr {
			return Count(a.exprs(0), a.expr(1)).Eq(a.expr(2))
		}),
		"fzn_bin_packing": stated("cIC", "", func(a arguments) Constraint {
			return BinPacking(a.number(0), a.exprs(1), a.numbers(2))
		}),
		"fzn_decreasing_int":  stated("V", "", func(a arguments) Constraint { return Decreasing(a.exprs(0)...) }),
		"fzn_increasing_int":  stated("V", "", func(a arguments) Constraint { return Increasing(a.exprs(0)...) }),
		"fzn_diffn":           stated("IIII", "", rectangles(Diffn)),
		"fzn_diffn_nonstrict": stated("IIII", "", rectangles(DiffnNonstrict)),

		"fzn_if_then_else_int":  stated("BIi", "", firstTrue),
		"fzn_if_then_else_bool": stated("BBb", "", firstTrue),
		"fzn_knapsack": stated("CCIii", "", func(a arguments) Constraint {
			weight, profit := Sum(a.numbers(0), a.exprs(2)).Eq(a.expr(3)), Sum(a.numbers(1), a.exprs(2)).Eq(a.expr(4))
			return And(append(slice.Map(a.exprs(2), func(x Expr) Expr { return x.Ge(0) }), weight, profit)...)
		}),
		"fzn_member_int": stated("Vv", "", func(a arguments) Constraint { return Count(a.exprs(0), a.expr(1)).Ge(1) }),
		"fzn_value_precede_int": stated("ccI", "", func(a arguments) Constraint {
			return ValuePrecedeChain([]int{a.number(0), a.number(1)}, a.exprs(2))
		}),

		"nonet_cardinality":  stated("ICIIc", "", cardinality),
		"nonet_element":      offsetElement(),
		"nonet_network_flow": stated("CCIIi", "", networkFlow),
		"nonet_lex": stated("VVc", "", func(a arguments) Constraint {
			return lexicographic("lex", a.exprs(0), a.exprs(1), a.number(2) == 1)
		}),
		"nonet_subcircuit": stated("Ic", "", func(a arguments) Constraint {
			return Subcircuit(a.indices(0, a.number(1))...)
		}),
	}
})

// numbered has a number, a list and a value, whose number in the list it relates to the first one.
func numbered(related func(x Expr, y Value) Expr) func(a arguments) Constraint {
	return func(a arguments) Constraint { return related(Count(a.exprs(1), a.number(2)), a.number(0)) }
}

// rectangles has the columns, the rows, the widths and the heights of rectangles.
func rectangles(apart func(origins, sizes []List) Expr) func(a arguments) Constraint {
	return func(a arguments) Constraint {
		return apart([]List{a.exprs(0), a.exprs(1)}, []List{a.exprs(2), a.exprs(3)})
	}
}

// differ is the error that lists of one constraint have other lengths than they must.
func differ(subject string) Constraint { return failed(subject, "has lists whose lengths do not fit") }

// firstTrue has conditions, values and a result, which is the value at the first condition that is true.
func firstTrue(a arguments) Constraint {
	conditions, values := a.exprs(0), a.exprs(1)
	if len(conditions) != len(values) {
		return differ("if_then_else")
	}
	return And(slice.Make(len(values), func(i int) Expr {
		return Or(append(append([]Expr{}, conditions[:i]...), Not(conditions[i]), values[i].Eq(a.expr(2)))...)
	})...)
}

// cardinality has a list, values, the least and the largest number of each, and whether there are no other values.
func cardinality(a arguments) Constraint {
	list, values, low, high := a.exprs(0), a.numbers(1), a.exprs(2), a.exprs(3)
	if len(values) != len(low) || len(low) != len(high) {
		return differ("cardinality")
	}
	var all []Expr
	for i, v := range values {
		n := Count(list, v)
		all = append(all, n.Ge(low[i]), n.Le(high[i]))
	}
	for _, x := range list {
		if a.number(4) == 1 {
			all = append(all, x.In(values...))
		}
	}
	return And(all...)
}

// offsetElement has an index, the index of the first element, the list, and the element at the index.
func offsetElement() Predicate {
	p := valueIs("icVv", 3, func(a arguments) Expr { return Element(a.exprs(2), a.expr(0).Minus(a.number(1))) })
	p.reduce = func(b *Builder, a arguments) {
		b.limit(a.number(1), b.add(a.number(1), len(a.list[2].list)-1), a.lin(0))
	}
	return p
}

// networkFlow has the ends of arcs in pairs, what each node sends less what it receives, the weights and the flows of
// the arcs, and the sum of their products.
func networkFlow(a arguments) Constraint {
	ends, balance, weights, flows := a.numbers(0), a.numbers(1), a.exprs(2), a.exprs(3)
	if len(ends) != 2*len(flows) || len(weights) != len(flows) {
		return differ("network_flow")
	}
	sums, cost := make([][]any, len(balance)), []any{}
	for i, node := range ends {
		if node < 1 || node > len(balance) {
			return failed("network_flow", "has an arc at node %d of %d", node, len(balance))
		}
		flow := flows[i/2]
		if i%2 == 1 {
			cost = append(cost, weights[i/2].Times(flow))
			flow = flow.Neg()
		}
		sums[node-1] = append(sums[node-1], flow)
	}
	all := []Expr{Sum(cost...).Eq(a.expr(4))}
	for i, sum := range sums {
		all = append(all, Sum(sum...).Eq(balance[i]))
	}
	return And(all...)
}
