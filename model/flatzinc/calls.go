package flatzinc

import (
	"context"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/build"
)

var paramNames = map[byte]string{
	'i': "an int", 'b': "a bool", 'v': "an int or a bool", 'c': "a constant", 's': "a constant set of ints",
	'I': "an array of ints", 'B': "an array of bools", 'V': "an array of ints or bools", 'C': "an array of constants",
	'S': "a set of ints", 'A': "an array of sets of ints",
}

// calls looks up the constraints and resolves their arguments.
func (r *reader) calls(ctx context.Context, items []item) []build.Call {
	calls := make([]build.Call, 0, len(items))
	for i := range items {
		parse.Raise(ctx.Err())
		c := &items[i]
		if r.setConstraint(c) || r.floatConstraint(c) {
			continue
		}
		switch f := build.Find(c.name, len(c.args)); {
		case f == nil:
			c.at.unsupported("constraint "+c.name, "%s", unknownReason(c.name))
		case len(c.args) != len(f.Params):
			c.at.failf("%s takes %d arguments, got %d", c.name, len(f.Params), len(c.args))
		default:
			args := slice.Make(len(c.args), func(k int) build.Argument { return r.argument(c, k, f.Params[k]) })
			calls = append(calls, build.Call{Origin: c.origin(), Predicate: f, Args: args})
		}
	}
	r.stateFloats()
	return calls
}

// argument returns argument k of c, of the kind that the letter stands for: see build.Constraint.
func (r *reader) argument(c *item, k int, letter byte) (a build.Argument) {
	e := &c.args[k]
	for _, o := range r.list(e, letter >= 'A' && letter <= 'Z') {
		ok := false
		switch letter {
		case 'i', 'I':
			ok = o.kind == constantInt || o.kind == variableInt
		case 'b', 'B':
			ok = o.kind == constantBool || o.kind == variableBool
		case 'v', 'V':
			ok = o.isNumber()
		case 'c', 'C':
			ok = o.kind == constantInt || o.kind == constantBool
		case 's':
			ok = o.kind == constantSet
		}
		if !ok {
			e.at.failf("argument %d of %s: expected %s", k+1, c.name, paramNames[letter])
		}
		a.List = append(a.List, o.value())
		a.Set = o.set
	}
	return a
}

// unknownReason says why a constraint is not supported.
func unknownReason(name string) string {
	if strings.HasPrefix(name, "float_") || strings.Contains(name, "_float_") {
		return "constraints over floats that are not linear are not supported"
	}
	return "it is not a builtin constraint of FlatZinc over ints and bools; compile the model with nonet's library " +
		"or the standard library"
}

// list returns the elements of an array, or a scalar as the only element.
func (r *reader) list(e *expr, array bool) []operand {
	if array {
		return r.operands(e)
	}
	return []operand{r.operand(e)}
}

// operand returns the value of a scalar expression.
func (r *reader) operand(e *expr) (o operand) {
	switch e.kind {
	case exprInt:
		return operand{kind: constantInt, n: e.n}
	case exprBool:
		return operand{kind: constantBool, n: e.n}
	case exprSet:
		return operand{kind: constantSet, set: e.set}
	case exprFloat, exprFloats:
		return operand{kind: constantText, text: e.text}
	case exprName:
		return r.named(e, false).one
	case exprCall:
		if d, ok := r.names[e.text]; ok && d.array && len(e.list) == 1 && e.list[0].kind == exprInt {
			if i := e.list[0].n; i >= 1 && i <= len(d.many) {
				return d.many[i-1]
			}
			e.at.failf("%s has the elements 1 to %d", e.text, len(d.many))
		}
	}
	e.at.failf("expected a value or the name of a variable or parameter")
	return o
}

// operands returns the elements of an array: a literal or a name.
func (r *reader) operands(e *expr) []operand {
	switch e.kind {
	case exprArray:
		return slice.Make(len(e.list), func(i int) operand { return r.operand(&e.list[i]) })
	case exprName:
		return r.named(e, true).many
	}
	e.at.failf("expected an array")
	return nil
}

// named returns what a name stands for: an array or a single value.
func (r *reader) named(e *expr, array bool) declared {
	switch d, ok := r.names[e.text]; {
	case !ok:
		e.at.failf("%s is not declared", e.text)
	case array && !d.array:
		e.at.failf("expected an array, %s is a single value", e.text)
	case d.array && !array:
		e.at.failf("expected a single value, %s is an array", e.text)
	default:
		return d
	}
	return declared{}
}
