package build

import (
	"slices"
	"strings"
)

// Values of Predicate.result other than the index of an argument.
const (
	noArgument  = -1
	anyArgument = -2 // each argument is a function of the others
)

// A Predicate is a kind of constraint that a Builder can state. Find returns it by name.
type Predicate struct {
	// Params has a letter for each parameter: i an int, b a bool, v either of them, c a constant int or bool, s a
	// constant set; a capital letter is an array. All except c and s may be variables.
	Params string

	// Summary is one line about a global constraint, for the documentation: its meaning and its decomposition.
	Summary string

	name string

	merges bool // an equality of arguments 0 and 1: if both are variables, they become one
	domain bool // only reduces the domain of argument 0

	// result is the index of the argument that is a function of the others, or noArgument or anyArgument.
	result int
	bounds bool // whether post reduces the domain of the result to finite bounds

	post func(b *Builder, a arguments) error

	// reduce reduces domains before any constraint is stated, so that variables without bounds get some; nil: nothing.
	reduce func(b *Builder, a arguments)

	// linear returns the expression and the operator of a constraint that is linear; nil for others.
	linear func(a arguments) (lin, operator)
}

// arguments are the values of a call.
type arguments struct {
	*Builder
	list []argument
}

// An argument is an Argument whose operands are expressions. Each has at most one variable.
type argument struct {
	list []lin
	set  Ranges
}

// arguments returns the values of a call.
func (b *Builder) arguments(c Call) arguments {
	a := arguments{b, make([]argument, len(c.Args))}
	for k, arg := range c.Args {
		a.list[k] = argument{make([]lin, len(arg.List)), arg.Set}
		for i, o := range arg.List {
			a.list[k].list[i] = b.lin(o)
		}
	}
	return a
}

// lin returns argument k, a scalar.
func (a arguments) lin(k int) lin { return a.fold(a.list[k].list[0]) }

// lins returns argument k, an array.
func (a arguments) lins(k int) []lin {
	all := make([]lin, len(a.list[k].list))
	for i, l := range a.list[k].list {
		all[i] = a.fold(l)
	}
	return all
}

// numbers returns argument k, an array of constants.
func (a arguments) numbers(k int) []int {
	all := make([]int, len(a.list[k].list))
	for i, l := range a.list[k].list {
		all[i] = l.c
	}
	return all
}

// scalarProduct returns coefficients times variables, minus a scalar: arguments 0, 1 and 2.
func (a arguments) scalarProduct() lin {
	if len(a.list[0].list) != len(a.list[1].list) {
		return constant(0) // reported by checkLengths
	}
	return a.minus(a.sum(a.numbers(0), a.lins(1)), a.lin(2))
}

// difference returns argument 0 minus argument 1.
func (a arguments) difference() lin { return a.minus(a.lin(0), a.lin(1)) }

func (a arguments) less() lin { return a.difference().plusConstant(a.Builder, 1) }

// boolSum returns argument 0 plus argument 1, minus 1: it is 0 if the two bools differ.
func (a arguments) boolSum() lin { return a.plus(a.lin(0), a.lin(1)).plusConstant(a.Builder, -1) }

// Find returns the constraint with a name of FlatZinc, or nil. For NAME_imp, the half-reified form, it returns one that
// states NAME_reif with an auxiliary variable, which the last argument implies. The number of arguments distinguishes
// the two forms of bool_xor.
func Find(name string, args int) *Predicate {
	c := find(name, args)
	if c != nil {
		c.name = name
	}
	return c
}

func find(name string, args int) *Predicate {
	if other, ok := synonyms[name]; ok {
		name = other
	}
	if f, ok := globals[name]; ok {
		return &f
	}
	if f, ok := constraints[name]; ok {
		if name == "bool_xor" && args == 2 {
			return find("bool_not", args)
		}
		return &f
	}
	if r, ok := relations[name]; ok {
		result := noArgument
		if r.op == equal {
			result = anyArgument
		}
		return &Predicate{Params: r.params, result: result, merges: r.merges,
			linear: func(a arguments) (lin, operator) { return r.lin(a), r.op },
			post: func(b *Builder, a arguments) error {
				if err := a.checkLengths(r.params); err != nil {
					return err
				}
				b.postLinear(r.lin(a), r.op)
				return nil
			}}
	}
	base, reified := strings.CutSuffix(name, "_reif")
	if r, ok := relations[base]; ok && reified {
		return &Predicate{Params: r.params + "b", result: len(r.params),
			post: func(b *Builder, a arguments) error {
				if err := a.checkLengths(r.params); err != nil {
					return err
				}
				b.reify(r.lin(a), r.op, a.lin(len(r.params)))
				return nil
			}}
	}
	if base, half := strings.CutSuffix(name, "_imp"); half {
		f := find(base+"_reif", args)
		if f == nil {
			return nil
		}
		return &Predicate{Params: f.Params, result: noArgument,
			post: func(b *Builder, a arguments) error {
				last := len(f.Params) - 1
				holds := b.newBool()
				b.clause(b.not(a.lin(last)), holds)
				list := slices.Clone(a.list)
				list[last] = argument{list: []lin{holds}}
				return f.post(b, arguments{b, list})
			}}
	}
	return nil
}

// checkLengths returns an error if the two arrays of a scalar product have different lengths.
func (a arguments) checkLengths(params string) error {
	if params[0] == 'C' && len(a.list[0].list) != len(a.list[1].list) {
		return a.malformed("has %d coefficients for %d variables", len(a.list[0].list), len(a.list[1].list))
	}
	return nil
}
