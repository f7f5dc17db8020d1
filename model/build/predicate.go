package build

import (
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// Values of Predicate.result other than the index of an argument.
const (
	noArgument  = -1
	anyArgument = -2 // each argument is a function of the others
)

// A Predicate is a kind of constraint of FlatZinc. Find returns it by name.
type Predicate struct {
	// Params has a letter for each parameter: i an int, b a bool, v either of them, c a constant int or bool, s a
	// constant set; a capital letter is an array. All except c and s may be variables.
	Params string

	// Summary is one line about a global constraint, for the documentation: its meaning and its decomposition.
	Summary string

	name string

	merges bool // an equality of arguments 0 and 1: if both are variables, they become one
	domain bool // only reduces the domain of argument 0
	linear bool // state returns a comparison of linear expressions

	// result is the index of the argument that is a function of the others, or noArgument or anyArgument.
	result int
	bounds bool // whether state reduces the domain of the result to finite bounds

	state func(a arguments) Constraint

	// reduce reduces domains before any constraint is stated, so that variables without bounds get some; nil: nothing.
	reduce func(b *Builder, a arguments)
}

// arguments are the values of a call.
type arguments struct {
	*Builder
	list []argument
}

// An argument is an Argument whose operands are variables or constants as linear expressions.
type argument struct {
	list []lin
	set  model.Domain
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

// lin and lins return argument k, a scalar or an array.
func (a arguments) lin(k int) lin    { return a.list[k].list[0] }
func (a arguments) lins(k int) []lin { return a.list[k].list }

func (a arguments) set(k int) model.Domain { return a.list[k].set }

// expr returns argument k, a scalar, as an expression.
func (a arguments) expr(k int) Expr { return a.leaf(a.lin(k)) }

// exprs returns argument k, an array.
func (a arguments) exprs(k int) []Expr {
	return slice.Map(a.lins(k), a.leaf)
}

// indices returns argument k, an array of indices that count from first, counted from 0.
func (a arguments) indices(k, first int) []Expr {
	all := a.exprs(k)
	for i := range all {
		all[i] = all[i].Minus(first)
	}
	return all
}

// number and numbers return argument k, a constant or an array of constants.
func (a arguments) number(k int) int { return a.lin(k).c }

func (a arguments) numbers(k int) []int {
	return slice.Map(a.lins(k), func(l lin) int { return l.c })
}

// Find returns the predicate with a name of FlatZinc, or nil. For NAME_imp, the half-reified form, the last argument
// implies the others. The number of arguments distinguishes the two forms of bool_xor.
func Find(name string, args int) *Predicate {
	p := find(name, args)
	if p != nil {
		p.name = name
	}
	return p
}

func find(name string, args int) *Predicate {
	if f, ok := foreigners()[name+"/"+strconv.Itoa(args)]; ok {
		return f.predicate()
	}
	if name == "bool_xor" && args == 2 {
		name = "bool_not"
	}
	if p, ok := globals[name]; ok {
		return &p
	}
	if p, ok := predicates[name]; ok {
		return &p
	}
	if p, ok := rare()[name]; ok {
		return &p
	}
	if r, ok := relations[name]; ok {
		p := Predicate{Params: r.params, merges: r.merges, domain: name == "set_in", linear: r.linear,
			result: noArgument, state: func(a arguments) Constraint { return r.of(a) }}
		switch name {
		case "int_eq", "int_lin_eq", "bool_eq", "bool_lin_eq", "bool2int", "bool_ne", "bool_not", "array_bool_xor":
			p.result = anyArgument // an equation
		}
		return &p
	}
	base, reified := strings.CutSuffix(name, "_reif")
	if !reified {
		base = strings.TrimSuffix(name, "_imp")
	}
	r, ok := relations[base]
	last := len(r.params)
	switch {
	case !ok || base == name:
		return nil
	case reified:
		return &Predicate{Params: r.params + "b", result: last,
			state: func(a arguments) Constraint { return Iff(r.of(a), a.expr(last)) }}
	}
	return &Predicate{Params: r.params + "b", result: noArgument,
		state: func(a arguments) Constraint { return If(a.expr(last), r.of(a)) }}
}
