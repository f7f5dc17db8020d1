package decompose

// A relation is a constraint that is a linear relation. The constraints NAME and NAME_reif derive from it.
type relation struct {
	params string
	op     operator
	lin    func(a arguments) lin
}

var relations = map[string]relation{
	"int_eq":      {"ii", equal, arguments.difference},
	"int_ne":      {"ii", notEqual, arguments.difference},
	"int_le":      {"ii", atMost, arguments.difference},
	"int_lt":      {"ii", atMost, arguments.less},
	"int_lin_eq":  {"CIi", equal, arguments.scalarProduct},
	"int_lin_ne":  {"CIi", notEqual, arguments.scalarProduct},
	"int_lin_le":  {"CIi", atMost, arguments.scalarProduct},
	"bool_eq":     {"bb", equal, arguments.difference},
	"bool_ne":     {"bb", equal, arguments.boolSum},
	"bool_not":    {"bb", equal, arguments.boolSum},
	"bool_le":     {"bb", atMost, arguments.difference},
	"bool_lt":     {"bb", atMost, arguments.less},
	"bool_lin_eq": {"CBi", equal, arguments.scalarProduct},
	"bool_lin_ne": {"CBi", notEqual, arguments.scalarProduct},
	"bool_lin_le": {"CBi", atMost, arguments.scalarProduct},
	"bool2int":    {"bi", equal, arguments.difference},
}

// constraints has the constraints that are no relations.
var constraints = map[string]Constraint{
	"set_in":       {Params: "is", result: noArgument, post: postIn},
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

	"fzn_all_different_int": {Params: "I", result: noArgument, post: postAllDifferent},
	"all_different_int":     {Params: "I", result: noArgument, post: postAllDifferent},
	"fzn_table_int":         {Params: "IC", result: noArgument, post: postTable, reduce: reduceColumns},
	"fzn_table_bool":        {Params: "BC", result: noArgument, post: postTable, reduce: reduceColumns},
	"nonet_table":           {Params: "VC", result: noArgument, post: postTable, reduce: reduceColumns},
	"gecode_table_int":      {Params: "IC", result: noArgument, post: postTable, reduce: reduceColumns},
	"gecode_table_bool":     {Params: "BC", result: noArgument, post: postTable, reduce: reduceColumns},
	"fzn_regular":           {Params: "IccCcs", result: noArgument, post: postRegular, reduce: reduceSymbols},
	"nonet_regular":         {Params: "IccCcs", result: noArgument, post: postRegular, reduce: reduceSymbols},
	"nonet_automaton":       {Params: "ICcs", result: noArgument, post: postAutomaton},

	"nonet_all_different_except":  {Params: "Is", result: noArgument, post: postAllDifferentExcept},
	"nonet_bin_loads":             {Params: "ICcI", result: 3, bounds: true, post: postLoads, reduce: reduceBins},
	"nonet_circuit":               {Params: "Ici", result: 2, bounds: true, post: postCircuit, reduce: reduceSuccessors},
	"nonet_inverse":               {Params: "IcIc", result: noArgument, post: postInverse, reduce: reduceInverse},
	"nonet_no_overlap":            {Params: "IIcc", result: noArgument, post: postNoOverlap},
	"fzn_cumulative":              {Params: "IIIi", result: noArgument, post: postCumulative},
	"fzn_lex_less_int":            {Params: "II", result: noArgument, post: postLexLess},
	"fzn_lex_lesseq_int":          {Params: "II", result: noArgument, post: postLexLessOrEqual},
	"fzn_lex_less_bool":           {Params: "BB", result: noArgument, post: postLexLess},
	"fzn_lex_lesseq_bool":         {Params: "BB", result: noArgument, post: postLexLessOrEqual},
	"fzn_value_precede_chain_int": {Params: "CI", result: noArgument, post: postPrecedence},

	"nonet_count":            {Params: "IIi", result: 2, bounds: true, post: postCount},
	"fzn_count_eq":           {Params: "Iii", result: 2, bounds: true, post: postCountValue},
	"nonet_nvalues":          {Params: "Isi", result: 2, bounds: true, post: postValues},
	"fzn_nvalue":             {Params: "iI", result: 0, bounds: true, post: postNValue},
	"fzn_global_cardinality": {Params: "III", result: 2, bounds: true, post: postCardinality},
}
