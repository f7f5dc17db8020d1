package build

import (
	"maps"
	"slices"

	"nonet/internal/slice"
)

// A relation is a constraint that is a Boolean expression. The predicates NAME, NAME_reif and NAME_imp derive from it.
type relation struct {
	params string
	of     func(a arguments) Expr
	linear bool // see Predicate
	merges bool
}

var relations = map[string]relation{
	"int_eq":      {"ii", compared(Expr.Eq), true, true},
	"int_ne":      {"ii", compared(Expr.Ne), true, false},
	"int_le":      {"ii", compared(Expr.Le), true, false},
	"int_lt":      {"ii", compared(Expr.Lt), true, false},
	"int_lin_eq":  {"CIi", comparedSum(Expr.Eq), true, false},
	"int_lin_ne":  {"CIi", comparedSum(Expr.Ne), true, false},
	"int_lin_le":  {"CIi", comparedSum(Expr.Le), true, false},
	"bool_eq":     {"bb", compared(Expr.Eq), true, true},
	"bool_ne":     {"bb", opposite, true, false},
	"bool_not":    {"bb", opposite, true, false},
	"bool_le":     {"bb", compared(Expr.Le), true, false},
	"bool_lt":     {"bb", compared(Expr.Lt), true, false},
	"bool_lin_eq": {"CBi", comparedSum(Expr.Eq), true, false},
	"bool_lin_ne": {"CBi", comparedSum(Expr.Ne), true, false},
	"bool_lin_le": {"CBi", comparedSum(Expr.Le), true, false},

	// of the libraries of other solvers
	"int_ge":      {"ii", compared(Expr.Ge), true, false},
	"int_gt":      {"ii", compared(Expr.Gt), true, false},
	"int_lin_lt":  {"CIi", comparedSum(Expr.Lt), true, false},
	"int_lin_ge":  {"CIi", comparedSum(Expr.Ge), true, false},
	"int_lin_gt":  {"CIi", comparedSum(Expr.Gt), true, false},
	"bool_lin_lt": {"CBi", comparedSum(Expr.Lt), true, false},
	"bool_lin_ge": {"CBi", comparedSum(Expr.Ge), true, false},
	"bool_lin_gt": {"CBi", comparedSum(Expr.Gt), true, false},
	"bool_sum_eq": {"Bi", counts(Expr.Eq), true, false},
	"bool_sum_ne": {"Bi", counts(Expr.Ne), true, false},
	"bool_sum_le": {"Bi", counts(Expr.Le), true, false},
	"bool_sum_lt": {"Bi", counts(Expr.Lt), true, false},
	"bool_sum_ge": {"Bi", counts(Expr.Ge), true, false},
	"bool_sum_gt": {"Bi", counts(Expr.Gt), true, false},

	"bool2int":    {"bi", compared(Expr.Eq), true, true},
	"set_in":      {"is", func(a arguments) Expr { return a.expr(0).in(a.set(1)) }, false, false},
	"bool_clause": {"BB", clauseOf, false, false},

	"array_bool_xor": {"B", func(a arguments) Expr { return Xor(a.exprs(0)...) }, false, false},
}

func compared(related func(x Expr, y Value) Expr) func(a arguments) Expr {
	return func(a arguments) Expr { return related(a.expr(0), a.expr(1)) }
}

func comparedSum(related func(x Expr, y Value) Expr) func(a arguments) Expr {
	return func(a arguments) Expr { return related(Sum(a.numbers(0), a.exprs(1)), a.expr(2)) }
}

func counts(related func(x Expr, y Value) Expr) func(a arguments) Expr {
	return func(a arguments) Expr { return related(Sum(a.exprs(0)), a.expr(1)) }
}

func clauseOf(a arguments) Expr { return Or(append(a.exprs(0), slice.Map(a.exprs(1), Not)...)...) }

// opposite is an equation, so that each of the two is a function of the other.
func opposite(a arguments) Expr { return Sum(a.expr(0), a.expr(1)).Eq(1) }

// valueIs returns a predicate whose argument result is the value of an expression over the others.
func valueIs(params string, result int, of func(a arguments) Expr) Predicate {
	return Predicate{Params: params, result: result, bounds: true,
		state: func(a arguments) Constraint { return of(a).Eq(a.expr(result)) }}
}

func two(of func(x Expr, y Value) Expr) Predicate { return valueIs("iii", 2, compared(of)) }

// each returns a predicate with a linear equation, in which each argument is a function of the others.
func each(params string, of func(a arguments) Expr) Predicate {
	return Predicate{Params: params, result: anyArgument, linear: true,
		state: func(a arguments) Constraint { return of(a) }}
}

// stated returns a predicate without a result.
func stated(params, summary string, state func(a arguments) Constraint) Predicate {
	return Predicate{Params: params, Summary: summary, result: noArgument, state: state}
}

// predicates has the predicates that are no relations.
var predicates = map[string]Predicate{
	"bool_and": valueIs("bbb", 2, func(a arguments) Expr { return And(a.expr(0), a.expr(1)) }),
	"bool_or":  valueIs("bbb", 2, func(a arguments) Expr { return Or(a.expr(0), a.expr(1)) }),
	"bool_xor": {Params: "bbb", result: anyArgument,
		state: func(a arguments) Constraint { return Xor(a.expr(0), a.expr(1)).Eq(a.expr(2)) }},
	"bool_eq_reif": {Params: "bbb", result: anyArgument,
		state: func(a arguments) Constraint { return Iff(a.expr(0), a.expr(1)).Eq(a.expr(2)) }},
	"array_bool_and": valueIs("Bb", 1, func(a arguments) Expr { return And(a.exprs(0)...) }),
	"array_bool_or":  valueIs("Bb", 1, func(a arguments) Expr { return Or(a.exprs(0)...) }),

	"int_plus":   each("iii", func(a arguments) Expr { return Sum(a.expr(0), a.expr(1)).Eq(a.expr(2)) }),
	"int_minus":  each("iii", func(a arguments) Expr { return a.expr(0).Minus(a.expr(1)).Eq(a.expr(2)) }),
	"int_negate": each("ii", func(a arguments) Expr { return Sum(a.expr(0), a.expr(1)).Eq(0) }),
	"int_times":  two(Expr.Times),
	"int_div":    two(Expr.Div),
	"int_mod":    two(Expr.Mod),
	"int_pow":    two(Expr.Pow),
	"int_min":    two(func(x Expr, y Value) Expr { return Min(x, y.(Expr)) }),
	"int_max":    two(func(x Expr, y Value) Expr { return Max(x, y.(Expr)) }),
	"int_abs":    valueIs("ii", 1, func(a arguments) Expr { return a.expr(0).Abs() }),

	"array_int_minimum": {Params: "iI", result: 0, bounds: true, state: extremumIs(Min)},
	"array_int_maximum": {Params: "iI", result: 0, bounds: true, state: extremumIs(Max)},

	"array_int_element":      element("iCi"),
	"array_bool_element":     element("iCb"),
	"array_var_int_element":  element("iIi"),
	"array_var_bool_element": element("iBb"),
}

// extremumIs states that argument 0 is the minimum or maximum of argument 1; an empty list has none.
func extremumIs(of func(xs ...Expr) Expr) func(a arguments) Constraint {
	return func(a arguments) Constraint {
		if xs := a.exprs(1); len(xs) > 0 {
			return of(xs...).Eq(a.expr(0))
		}
		return Or()
	}
}

func element(params string) Predicate {
	p := valueIs(params, 2, func(a arguments) Expr { return Element(a.exprs(1), a.expr(0).Minus(1)) })
	p.reduce = func(b *Builder, a arguments) { b.limit(1, len(a.list[1].list), a.lin(0)) }
	return p
}

// globals has the global constraints, for which the documentation has a table.
var globals = map[string]Predicate{
	"fzn_all_different_int": stated("I", "the elements of a list are different: one AllDifferent",
		func(a arguments) Constraint { return AllDifferent(a.exprs(0)...) }),
	"nonet_all_different_except": stated("Is",
		"the elements that are not in a set are different: at most one literal of each value is true",
		func(a arguments) Constraint { return allDifferentExcept(a.exprs(0), a.set(1)) }),
	"fzn_table_int":  table("IC", "a list is a row of a table: one Table"),
	"nonet_table":    table("VC", "a list of ints and bools is a row of a table: one Table"),
	"fzn_table_bool": table("BC", "a list of bools is a row of a table: one Table"),
	"fzn_regular": {Params: "IccCcs", result: noArgument, state: regular,
		reduce:  func(b *Builder, a arguments) { b.limit(1, a.number(2), a.lins(0)...) },
		Summary: "a deterministic automaton accepts a list: a state and a Table for each element"},
	"nonet_automaton": stated("ICcs",
		"an automaton accepts a list; it is made deterministic, with at most 100,000 states", automaton),

	"nonet_count": counted("IIi", 2, "the number of elements that equal one of some values: a literal for each element",
		func(a arguments) Expr { return Among(a.exprs(0), a.exprs(1)) }),
	"fzn_count_eq": counted("Iii", 2, "the number of elements that equal one value: a literal for each element",
		func(a arguments) Expr { return Count(a.exprs(0), a.expr(1)) }),
	"fzn_global_cardinality": {Params: "III", result: 2, bounds: true,
		state:   func(a arguments) Constraint { return GlobalCardinality(a.exprs(0), a.exprs(1), a.exprs(2)) },
		Summary: "each value occurs as often as a number says: a count for each value"},
	"nonet_nvalues": counted("Isi", 2,
		"the number of different values that are not in a set: a literal for each value",
		func(a arguments) Expr { return nValueExcept(a.exprs(0), a.set(1)) }),
	"fzn_nvalue": counted("iI", 0, "the number of different values: a literal for each value",
		func(a arguments) Expr { return NValue(a.exprs(1)...) }),

	"nonet_circuit": {Params: "Ici", result: 2, bounds: true,
		state: func(a arguments) Constraint { return SubcircuitOfSize(a.indices(0, a.number(1)), a.expr(2)) },
		reduce: func(b *Builder, a arguments) {
			b.limit(a.number(1), b.add(a.number(1), len(a.list[0].list)-1), a.lins(0)...)
		},
		Summary: "successors form one circuit of a size; other nodes are their own successors: a rank for each node"},
	"nonet_inverse": {Params: "IcIc", result: noArgument,
		state: func(a arguments) Constraint {
			return Inverse(a.indices(0, a.number(3)), a.indices(2, a.number(1)))
		},
		reduce:  func(b *Builder, a arguments) { b.limitInverse(a.lins(0), a.number(1), a.lins(2), a.number(3)) },
		Summary: "two lists are inverse: a literal for each pair of indices"},
	"fzn_lex_less_int": stated("II",
		"a list is lexicographically less than another: a literal for each position", lexLess),
	"fzn_lex_lesseq_int": stated("II",
		"a list is lexicographically at most another: a literal for each position", lexLessEq),
	"fzn_lex_less_bool":   stated("BB", "the same as fzn_lex_less_int for bools", lexLess),
	"fzn_lex_lesseq_bool": stated("BB", "the same as fzn_lex_lesseq_int for bools", lexLessEq),
	"fzn_value_precede_chain_int": stated("CI",
		"a list takes values for the first time in their order: a literal for each element and value",
		func(a arguments) Constraint { return ValuePrecedeChain(a.numbers(0), a.exprs(1)) }),

	"fzn_cumulative": stated("IIIi",
		"tasks never use more than a capacity: a sum for each time, or for each task if the times are many",
		func(a arguments) Constraint { return Cumulative(a.exprs(0), a.exprs(1), a.exprs(2), a.expr(3)) }),
	"nonet_no_overlap": stated("IIcc", "boxes do not overlap: a clause for each pair of boxes", boxes),
	"nonet_bin_loads": {Params: "ICcI", result: 3, bounds: true,
		state: func(a arguments) Constraint {
			return BinPackingLoad(a.exprs(3), a.indices(0, a.number(2)), a.numbers(1))
		},
		reduce: func(b *Builder, a arguments) {
			b.limit(a.number(2), b.add(a.number(2), len(a.list[3].list)-1), a.lins(0)...)
		},
		Summary: "the sums of the sizes in each bin: a sum over literals for each bin"},
}

func counted(params string, result int, summary string, of func(a arguments) Expr) Predicate {
	p := valueIs(params, result, of)
	p.Summary = summary
	return p
}

func table(params, summary string) Predicate {
	p := stated(params, summary, func(a arguments) Constraint {
		list, numbers := a.exprs(0), a.numbers(1)
		switch n := len(list); {
		case n == 0:
			return And()
		case len(numbers)%n != 0:
			return failed("table", "has a table of %d numbers for %d variables", len(numbers), n)
		}
		return Table(list, slices.Collect(slices.Chunk(numbers, len(list))))
	})
	p.reduce = reduceColumns
	return p
}

// regular has the number of states and of symbols, the transitions by state and symbol (0: none), the first state and
// the accepting states. States and symbols count from 1.
func regular(a arguments) Constraint {
	states, symbols, transitions := a.number(1), a.number(2), a.numbers(3)
	if states < 0 || symbols < 0 || states > len(transitions) || symbols > len(transitions) ||
		states*symbols != len(transitions) {
		return failed("regular", "has %d transitions for %d states and %d symbols", len(transitions), states, symbols)
	}
	return Automaton(a.exprs(0), a.number(4), func(state, symbol int) (int, bool) {
		if min(state, symbol) < 1 || state > states || symbol > symbols {
			return 0, false
		}
		to := transitions[(state-1)*symbols+symbol-1]
		return to, to > 0
	}, a.set(5).Contains)
}

func automaton(a arguments) Constraint {
	triples := a.numbers(1)
	if len(triples)%3 != 0 {
		return failed("automaton", "has %d numbers, expected three for each transition", len(triples))
	}
	var all [][3]int
	for t := range slices.Chunk(triples, 3) {
		all = append(all, [3]int(t))
	}
	return regularIn(a.exprs(0), all, a.number(2), a.set(3))
}

func lexLess(a arguments) Constraint   { return LexLess(a.exprs(0), a.exprs(1)) }
func lexLessEq(a arguments) Constraint { return LexLessEq(a.exprs(0), a.exprs(1)) }

// boxes has the origins and the lengths, box by box, the number of dimensions, and whether a length of 0 is ignored.
func boxes(a arguments) Constraint {
	origins, lengths, dims := a.exprs(0), a.exprs(1), a.number(2)
	if dims < 1 || len(origins) != len(lengths) || len(origins)%dims != 0 {
		return failed("boxes", "has %d origins and %d lengths in %d dimensions", len(origins), len(lengths), dims)
	}
	sides := func(list []Expr) []List {
		grid := Grid(slices.Collect(slices.Chunk(list, dims)))
		return slice.Make(dims, func(k int) List { return grid.Column(k) })
	}
	return noOverlap("boxes", sides(origins), sides(lengths), a.number(3) == 1)
}

// Globals returns the names of the global constraints, in alphabetical order; see Predicate.Summary.
func Globals() []string { return slices.Sorted(maps.Keys(globals)) }

// Names returns the names of all constraints that Find knows, in alphabetical order, except names in _reif and _imp.
func Names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(relations)), slices.Collect(maps.Keys(predicates)), Globals())
	slices.Sort(names)
	return names
}
