package build

import (
	"maps"
	"slices"
)

// A relation is a constraint that is a linear relation. The constraints NAME and NAME_reif derive from it.
type relation struct {
	params string
	op     operator
	lin    func(a arguments) lin
	merges bool
}

var relations = map[string]relation{
	"int_eq":      {"ii", equal, arguments.difference, true},
	"int_ne":      {"ii", notEqual, arguments.difference, false},
	"int_le":      {"ii", atMost, arguments.difference, false},
	"int_lt":      {"ii", atMost, arguments.less, false},
	"int_lin_eq":  {"CIi", equal, arguments.scalarProduct, false},
	"int_lin_ne":  {"CIi", notEqual, arguments.scalarProduct, false},
	"int_lin_le":  {"CIi", atMost, arguments.scalarProduct, false},
	"bool_eq":     {"bb", equal, arguments.difference, true},
	"bool_ne":     {"bb", equal, arguments.boolSum, false},
	"bool_not":    {"bb", equal, arguments.boolSum, false},
	"bool_le":     {"bb", atMost, arguments.difference, false},
	"bool_lt":     {"bb", atMost, arguments.less, false},
	"bool_lin_eq": {"CBi", equal, arguments.scalarProduct, false},
	"bool_lin_ne": {"CBi", notEqual, arguments.scalarProduct, false},
	"bool_lin_le": {"CBi", atMost, arguments.scalarProduct, false},
	"bool2int":    {"bi", equal, arguments.difference, true},
}

// constraints has the constraints that are no relations.
var constraints = map[string]Predicate{
	"set_in":       {Params: "is", result: noArgument, domain: true, post: postIn},
	"set_in_reif":  {Params: "isb", result: 2, post: postInReified},
	"bool_and":     {Params: "bbb", result: 2, post: postAnd},
	"bool_or":      {Params: "bbb", result: 2, post: postOr},
	"bool_xor":     {Params: "bbb", result: anyArgument, post: postXor},
	"bool_eq_reif": {Params: "bbb", result: anyArgument, post: postIff},

	"array_bool_and":   {Params: "Bb", result: 1, post: postArrayAnd},
	"array_bool_or":    {Params: "Bb", result: 1, post: postArrayOr},
	"array_bool_xor":   {Params: "B", result: anyArgument, post: postArrayXor},
	"bool_clause":      {Params: "BB", result: noArgument, post: postClause},
	"bool_clause_reif": {Params: "BBb", result: 2, post: postClauseReified},

	"int_plus":          {Params: "iii", result: anyArgument, post: postPlus, linear: arguments.sumRelation},
	"int_minus":         {Params: "iii", result: anyArgument, post: postMinus, linear: arguments.differenceRelation},
	"int_negate":        {Params: "ii", result: anyArgument, post: postNegate, linear: arguments.negationRelation},
	"int_times":         {Params: "iii", result: 2, bounds: true, post: postTimes},
	"int_div":           {Params: "iii", result: 2, bounds: true, post: postDiv},
	"int_mod":           {Params: "iii", result: 2, bounds: true, post: postMod},
	"int_pow":           {Params: "iii", result: 2, bounds: true, post: postPow},
	"int_abs":           {Params: "ii", result: 1, bounds: true, post: postAbs},
	"int_min":           {Params: "iii", result: 2, bounds: true, post: postMin},
	"int_max":           {Params: "iii", result: 2, bounds: true, post: postMax},
	"array_int_minimum": {Params: "iI", result: 0, bounds: true, post: postMinimum},
	"array_int_maximum": {Params: "iI", result: 0, bounds: true, post: postMaximum},

	"array_int_element":      {Params: "iCi", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_bool_element":     {Params: "iCb", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_var_int_element":  {Params: "iIi", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_var_bool_element": {Params: "iBb", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
}

// globals has the global constraints, for which the documentation has a table.
var globals = map[string]Predicate{
	"fzn_all_different_int": {Params: "I", result: noArgument, post: postAllDifferent,
		Summary: "the elements of a list are different: one AllDifferent"},
	"nonet_all_different_except": {Params: "Is", result: noArgument, post: postAllDifferentExcept,
		Summary: "the elements that are not in a set are different: at most one literal of each value is true"},
	"fzn_table_int": {Params: "IC", result: noArgument, post: postTable, reduce: reduceColumns,
		Summary: "a list is a row of a table: one Table"},
	"nonet_table": {Params: "VC", result: noArgument, post: postTable, reduce: reduceColumns,
		Summary: "a list of ints and bools is a row of a table: one Table"},
	"fzn_table_bool": {Params: "BC", result: noArgument, post: postTable, reduce: reduceColumns,
		Summary: "a list of bools is a row of a table: one Table"},
	"fzn_regular": {Params: "IccCcs", result: noArgument, post: postRegular, reduce: reduceSymbols,
		Summary: "a deterministic automaton accepts a list: a state and a Table for each element"},
	"nonet_automaton": {Params: "ICcs", result: noArgument, post: postAutomaton,
		Summary: "an automaton accepts a list; it is made deterministic, with at most 100,000 states"},

	"nonet_count": {Params: "IIi", result: 2, bounds: true, post: postCount,
		Summary: "the number of elements that equal one of some values: a literal for each element"},
	"fzn_count_eq": {Params: "Iii", result: 2, bounds: true, post: postCountValue,
		Summary: "the number of elements that equal one value: a literal for each element"},
	"fzn_global_cardinality": {Params: "III", result: 2, bounds: true, post: postCardinality,
		Summary: "each value occurs as often as a number says: a count for each value"},
	"nonet_nvalues": {Params: "Isi", result: 2, bounds: true, post: postValues,
		Summary: "the number of different values that are not in a set: a literal for each value"},
	"fzn_nvalue": {Params: "iI", result: 0, bounds: true, post: postNValue,
		Summary: "the number of different values: a literal for each value"},

	"nonet_circuit": {Params: "Ici", result: 2, bounds: true, post: postCircuit, reduce: reduceSuccessors,
		Summary: "successors form one circuit of a size; other nodes are their own successors: a rank for each node"},
	"nonet_inverse": {Params: "IcIc", result: noArgument, post: postInverse, reduce: reduceInverse,
		Summary: "two lists are inverse: a literal for each pair of indices"},
	"fzn_lex_less_int": {Params: "II", result: noArgument, post: postLexLess,
		Summary: "a list is lexicographically less than another: a literal for each position"},
	"fzn_lex_lesseq_int": {Params: "II", result: noArgument, post: postLexLessOrEqual,
		Summary: "a list is lexicographically at most another: a literal for each position"},
	"fzn_lex_less_bool": {Params: "BB", result: noArgument, post: postLexLess,
		Summary: "the same as fzn_lex_less_int for bools"},
	"fzn_lex_lesseq_bool": {Params: "BB", result: noArgument, post: postLexLessOrEqual,
		Summary: "the same as fzn_lex_lesseq_int for bools"},
	"fzn_value_precede_chain_int": {Params: "CI", result: noArgument, post: postPrecedence,
		Summary: "a list takes values for the first time in their order: a literal for each element and value"},

	"fzn_cumulative": {Params: "IIIi", result: noArgument, post: postCumulative,
		Summary: "tasks never use more than a capacity: a sum for each time, or for each task if the times are many"},
	"nonet_no_overlap": {Params: "IIcc", result: noArgument, post: postNoOverlap,
		Summary: "boxes do not overlap: a clause for each pair of boxes"},
	"nonet_bin_loads": {Params: "ICcI", result: 3, bounds: true, post: postLoads, reduce: reduceBins,
		Summary: "the sums of the sizes in each bin: a sum over literals for each bin"},
}

// synonyms has further names of constraints.
var synonyms = map[string]string{
	"all_different_int": "fzn_all_different_int", "gecode_table_int": "fzn_table_int",
	"gecode_table_bool": "fzn_table_bool", "nonet_regular": "fzn_regular",
}

// Globals returns the names of the global constraints, in alphabetical order; see Predicate.Summary.
func Globals() []string { return slices.Sorted(maps.Keys(globals)) }
