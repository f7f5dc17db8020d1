package flatzinc

import (
	"slices"
	"strings"

	"nonet/model"
)

// Values of builtin.result other than the index of an argument.
const (
	noArgument  = -1
	anyArgument = -2 // each argument is a function of the others
)

// A builtin is a constraint of FlatZinc.
type builtin struct {
	// params has a letter for each parameter: i an int, b a bool, v either of them, c a constant int or bool, s a
	// constant set; a capital letter is an array. All except c and s may be variables.
	params string

	// result is the index of the argument that is a function of the others, or noArgument or anyArgument.
	result int
	bounds bool // whether post reduces the domain of the result to finite bounds

	post func(b *builder, a arguments) error

	// reduce reduces domains before any constraint is stated, so that variables without bounds get some; nil: nothing.
	reduce func(b *builder, a arguments)

	// linear returns the expression and the operator of a constraint that is linear; nil for others.
	linear func(a arguments) (lin, operator)
}

var paramNames = map[byte]string{
	'i': "an int", 'b': "a bool", 'v': "an int or a bool", 'c': "a constant", 's': "a constant set of ints",
	'I': "an array of ints", 'B': "an array of bools", 'V': "an array of ints or bools", 'C': "an array of constants",
}

// arguments are the values of a call.
type arguments struct {
	*builder
	list []argument
}

// lin returns argument k, a scalar.
func (a arguments) lin(k int) lin { return a.builder.lin(a.list[k].one) }

// lins returns argument k, an array.
func (a arguments) lins(k int) []lin {
	all := make([]lin, len(a.list[k].many))
	for i, o := range a.list[k].many {
		all[i] = a.builder.lin(o)
	}
	return all
}

// numbers returns argument k, an array of constants.
func (a arguments) numbers(k int) []int {
	all := make([]int, len(a.list[k].many))
	for i, o := range a.list[k].many {
		all[i] = a.builder.lin(o).c // which checks the size of the number
	}
	return all
}

// scalarProduct returns coefficients times variables, minus a scalar: arguments 0, 1 and 2.
func (a arguments) scalarProduct() lin {
	if len(a.list[0].many) != len(a.list[1].many) {
		return constant(0) // reported by checkLengths
	}
	return a.minus(a.sum(a.numbers(0), a.lins(1)), a.lin(2))
}

// difference returns argument 0 minus argument 1.
func (a arguments) difference() lin { return a.minus(a.lin(0), a.lin(1)) }

func (a arguments) less() lin { return a.difference().plusConstant(a.builder, 1) }

// A relation is a constraint that is a linear relation. The builtins NAME and NAME_reif derive from it.
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

// boolSum returns argument 0 plus argument 1, minus 1: it is 0 if the two bools differ.
func (a arguments) boolSum() lin { return a.plus(a.lin(0), a.lin(1)).plusConstant(a.builder, -1) }

// builtins has the constraints that are no relations. Those with a reified form state that form; the plain form is the
// reified one with the constant true.
var builtins = map[string]builtin{
	"set_in":       {params: "is", result: noArgument, post: postIn},
	"set_in_reif":  {params: "isb", result: 2, post: postInReified},
	"bool_and":     {params: "bbb", result: 2, post: postAnd},
	"bool_or":      {params: "bbb", result: 2, post: postOr},
	"bool_xor":     {params: "bbb", result: anyArgument, post: postXor},
	"bool_eq_reif": {params: "bbb", result: anyArgument, post: postIff},

	"array_bool_and":   {params: "Bb", result: 1, post: postArrayAnd},
	"array_bool_or":    {params: "Bb", result: 1, post: postArrayOr},
	"array_bool_xor":   {params: "B", result: anyArgument, post: postArrayXor},
	"bool_clause":      {params: "BB", result: noArgument, post: postClause},
	"bool_clause_reif": {params: "BBb", result: 2, post: postClauseReified},

	"int_plus":          {params: "iii", result: anyArgument, post: postPlus, linear: arguments.sumRelation},
	"int_minus":         {params: "iii", result: anyArgument, post: postMinus, linear: arguments.differenceRelation},
	"int_negate":        {params: "ii", result: anyArgument, post: postNegate, linear: arguments.negationRelation},
	"int_times":         {params: "iii", result: 2, bounds: true, post: postTimes},
	"int_div":           {params: "iii", result: 2, bounds: true, post: postDiv},
	"int_mod":           {params: "iii", result: 2, bounds: true, post: postMod},
	"int_pow":           {params: "iii", result: 2, bounds: true, post: postPow},
	"int_abs":           {params: "ii", result: 1, bounds: true, post: postAbs},
	"int_min":           {params: "iii", result: 2, bounds: true, post: postMin},
	"int_max":           {params: "iii", result: 2, bounds: true, post: postMax},
	"array_int_minimum": {params: "iI", result: 0, bounds: true, post: postMinimum},
	"array_int_maximum": {params: "iI", result: 0, bounds: true, post: postMaximum},

	"array_int_element":      {params: "iCi", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_bool_element":     {params: "iCb", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_var_int_element":  {params: "iIi", result: 2, bounds: true, post: postElement, reduce: reduceIndex},
	"array_var_bool_element": {params: "iBb", result: 2, bounds: true, post: postElement, reduce: reduceIndex},

	"fzn_all_different_int": {params: "I", result: noArgument, post: postAllDifferent},
	"all_different_int":     {params: "I", result: noArgument, post: postAllDifferent},
	"fzn_table_int":         {params: "IC", result: noArgument, post: postTable, reduce: reduceColumns},
	"fzn_table_bool":        {params: "BC", result: noArgument, post: postTable, reduce: reduceColumns},
	"nonet_table":           {params: "VC", result: noArgument, post: postTable, reduce: reduceColumns},
	"gecode_table_int":      {params: "IC", result: noArgument, post: postTable, reduce: reduceColumns},
	"gecode_table_bool":     {params: "BC", result: noArgument, post: postTable, reduce: reduceColumns},
	"fzn_regular":           {params: "IccCcs", result: noArgument, post: postRegular, reduce: reduceSymbols},
	"nonet_regular":         {params: "IccCcs", result: noArgument, post: postRegular, reduce: reduceSymbols},
}

// findBuiltin returns the builtin with the given name, or nil. For NAME_imp, the half-reified form, it returns one that
// states NAME_reif with an auxiliary variable, which the last argument implies.
func findBuiltin(name string, args int) *builtin {
	if f, ok := builtins[name]; ok {
		if name == "bool_xor" && args == 2 {
			return findBuiltin("bool_not", args)
		}
		return &f
	}
	if r, ok := relations[name]; ok {
		result := noArgument
		if r.op == equal {
			result = anyArgument
		}
		return &builtin{params: r.params, result: result,
			linear: func(a arguments) (lin, operator) { return r.lin(a), r.op },
			post: func(b *builder, a arguments) error {
				if err := a.checkLengths(r.params); err != nil {
					return err
				}
				return b.postLinear(r.lin(a), r.op)
			}}
	}
	base, reified := strings.CutSuffix(name, "_reif")
	if r, ok := relations[base]; ok && reified {
		return &builtin{params: r.params + "b", result: len(r.params),
			post: func(b *builder, a arguments) error {
				if err := a.checkLengths(r.params); err != nil {
					return err
				}
				return b.reify(r.lin(a), r.op, a.lin(len(r.params)))
			}}
	}
	if base, half := strings.CutSuffix(name, "_imp"); half {
		f := findBuiltin(base+"_reif", args)
		if f == nil {
			return nil
		}
		return &builtin{params: f.params, result: noArgument,
			post: func(b *builder, a arguments) error {
				last := len(f.params) - 1
				holds := b.newBool()
				b.clause(b.not(a.lin(last)), holds)
				list := slices.Clone(a.list)
				list[last] = argument{one: operand{kind: variableBool, n: holds.terms[0].v}}
				return f.post(b, arguments{b, list})
			}}
	}
	return nil
}

// unknownReason says why a constraint is not supported.
func unknownReason(name string) string {
	switch {
	case strings.HasPrefix(name, "float_"), strings.Contains(name, "_float_"), strings.HasPrefix(name, "int2float"):
		return "constraints over floats are not supported"
	case strings.HasPrefix(name, "set_"), strings.Contains(name, "_set_"):
		return "constraints over set variables are not supported"
	}
	return "it is not a builtin constraint of FlatZinc over ints and bools; compile the model with nonet's library " +
		"or the standard library"
}

// checkLengths returns an error if the two arrays of a scalar product have different lengths.
func (a arguments) checkLengths(params string) error {
	if params[0] == 'C' && len(a.list[0].many) != len(a.list[1].many) {
		return a.current.at.errorf("%s has %d coefficients for %d variables", a.current.name, len(a.list[0].many),
			len(a.list[1].many))
	}
	return nil
}

func postIn(b *builder, a arguments) error {
	b.narrowTo(a.lin(0), a.list[1].one.set)
	return nil
}

// postInReified states that argument 2 is true exactly if argument 0 is in a set: a table, or for a large domain a
// literal for each span of the set.
func postInReified(b *builder, a arguments) error {
	x, literal := a.lin(0), a.lin(2)
	set := a.list[1].one.set
	if b.product(x) <= maxUnaryRows {
		return b.tabulate([]lin{x}, literal, maxUnaryRows, func(in []int) (int, bool) {
			return truth(set.contains(in[0])), true
		})
	}
	set = set.intersect(b.vars[x.terms[0].v].dom)
	var inside []lin
	for _, s := range set {
		from, to, both := b.newBool(), b.newBool(), b.newBool()
		if err := b.reifyLe(b.minus(constant(s.lo), x), from); err != nil {
			return err
		}
		if err := b.reifyLe(b.minus(x, constant(s.hi)), to); err != nil {
			return err
		}
		b.and([]lin{from, to}, both)
		inside = append(inside, both)
	}
	b.or(inside, literal)
	return nil
}

// or states that the result is true exactly if one of the literals is.
func (b *builder) or(literals []lin, result lin) {
	b.clause(append(slices.Clone(literals), b.not(result))...)
	for _, l := range literals {
		b.clause(b.not(l), result)
	}
}

// and states that the result is true exactly if all literals are.
func (b *builder) and(literals []lin, result lin) { b.or(b.nots(literals), b.not(result)) }

func (b *builder) nots(literals []lin) []lin {
	all := make([]lin, len(literals))
	for i, l := range literals {
		all[i] = b.not(l)
	}
	return all
}

// iff states that the result is true exactly if x and y are equal.
func (b *builder) iff(x, y, result lin) {
	b.clause(b.not(x), b.not(y), result)
	b.clause(x, y, result)
	b.clause(b.not(x), y, b.not(result))
	b.clause(x, b.not(y), b.not(result))
}

func postAnd(b *builder, a arguments) error {
	b.and([]lin{a.lin(0), a.lin(1)}, a.lin(2))
	return nil
}

func postOr(b *builder, a arguments) error {
	b.or([]lin{a.lin(0), a.lin(1)}, a.lin(2))
	return nil
}

func postXor(b *builder, a arguments) error {
	b.iff(a.lin(0), a.lin(1), b.not(a.lin(2)))
	return nil
}

func postIff(b *builder, a arguments) error {
	b.iff(a.lin(0), a.lin(1), a.lin(2))
	return nil
}

func postArrayAnd(b *builder, a arguments) error {
	b.and(a.lins(0), a.lin(1))
	return nil
}

func postArrayOr(b *builder, a arguments) error {
	b.or(a.lins(0), a.lin(1))
	return nil
}

// postArrayXor states that an odd number of bools is true: a chain of auxiliary variables, the parities of the first
// ones.
func postArrayXor(b *builder, a arguments) error {
	parity := constant(0)
	list := a.lins(0)
	for i, x := range list {
		next := constant(1)
		if i < len(list)-1 {
			next = b.newBool()
		}
		b.iff(parity, x, b.not(next))
		parity = next
	}
	if len(list) == 0 {
		b.postFalse()
	}
	return nil
}

func postClause(b *builder, a arguments) error {
	b.clause(append(a.lins(0), b.nots(a.lins(1))...)...)
	return nil
}

func postClauseReified(b *builder, a arguments) error {
	b.or(append(a.lins(0), b.nots(a.lins(1))...), a.lin(2))
	return nil
}

func postAllDifferent(b *builder, a arguments) error {
	var vars []model.Var
	var constants []int
	for _, x := range a.lins(0) {
		if len(x.terms) == 0 {
			constants = append(constants, x.c)
		} else {
			vars = append(vars, model.Var(x.terms[0].v))
		}
	}
	if len(unique(slices.Clone(constants))) < len(constants) || len(unique(slices.Clone(vars))) < len(vars) {
		b.postFalse()
		return nil
	}
	for _, v := range vars {
		for _, n := range constants {
			if b.vars[v].dom.contains(n) {
				b.narrow(int(v), b.vars[v].dom.without(n))
			}
		}
	}
	if len(vars) > 1 {
		b.post(model.AllDifferent{Vars: vars})
	}
	return nil
}

// unique returns the different elements of a list, in increasing order. It reorders the list.
func unique[T ~int](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
