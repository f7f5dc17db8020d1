package flatzinc

import (
	"slices"
	"strings"

	"nonet/model"
	"nonet/model/build"
)

// An operandKind is the kind of an operand.
type operandKind byte

const (
	constantInt operandKind = iota
	constantBool
	constantText // a float, or a set or range of floats
	constantSet
	variableInt
	variableBool
	variableFloat
	variableSet
)

// An operand is a constant or a variable, as an argument of a constraint or as an element of an array.
type operand struct {
	kind operandKind
	n    int // the integer; 0 or 1; or the index of the variable in builder.vars, of a set the first one; or in floats
	text string
	set  model.Domain // the constant, or the possible elements
}

func (o operand) isVar() bool { return o.kind == variableInt || o.kind == variableBool }

// isNumber reports whether o is an int or a bool.
func (o operand) isNumber() bool {
	return o.kind <= constantBool || o.isVar()
}

// value returns an operand that is no text and no set.
func (o operand) value() build.Operand { return build.Operand{IsVar: o.isVar(), N: o.n} }

// A declared is what a name stands for.
type declared struct {
	array bool
	one   operand   // unless array
	many  []operand // if array
}

// declare declares a parameter, a variable or an array.
func (r *reader) declare(d *item) {
	if _, dup := r.names[d.name]; dup {
		d.at.failf("%s is declared twice", d.name)
	}
	value := r.declaredValue(d)
	r.names[d.name] = value
	for i := range d.ann {
		r.declareOutput(d, value, &d.ann[i])
	}
}

func (r *reader) declaredValue(d *item) (value declared) {
	switch {
	case d.kind.array:
		if d.rhs == nil {
			d.at.failf("expected the elements of array %s", d.name)
		}
		value.array, value.many = true, r.list(d.rhs, true)
		if d.kind.length >= 0 && d.kind.length != len(value.many) {
			d.rhs.at.failf("array %s has %d elements, its type says %d", d.name, len(value.many), d.kind.length)
		}
		for _, o := range value.many {
			r.checkType(d, o)
		}
		return value
	case d.rhs != nil:
		value.one = r.list(d.rhs, false)[0]
		if r.checkType(d, value.one); d.kind.isVar {
			r.alias(d, value.one)
		}
		return value
	case !d.kind.isVar:
		d.at.failf("expected \"=\" and the value of parameter %s", d.name)
	case d.kind.set:
		value.one = r.declareSet(d)
		return value
	case d.kind.base == "float":
		value.one = operand{kind: variableFloat, n: len(r.floats)}
		r.floats = append(r.floats, &floatVar{item: d})
		r.limitFloat(d, value.one)
		return value
	}
	dom := build.Unbounded()
	value.one.kind = variableInt
	switch {
	case d.kind.base == "bool":
		value.one.kind, dom = variableBool, model.Interval(0, 1)
	case d.kind.domain != nil:
		dom = d.kind.domain.set
	}
	value.one.n = r.Declare(d.origin(), dom, isIntroduced(d))
	return value
}

// checkType reports an error if o is no value of the type of the declaration d.
func (r *reader) checkType(d *item, o operand) {
	ok := false
	switch o.kind {
	case constantInt, variableInt:
		ok = !d.kind.set && d.kind.base != "bool" && (d.kind.base == "int" || !o.isVar())
	case constantBool, variableBool:
		ok = !d.kind.set && d.kind.base == "bool"
	case constantText, variableFloat:
		ok = d.kind.base == "float"
	case constantSet, variableSet:
		ok = d.kind.set && d.kind.base == "int"
	}
	if o.kind >= variableInt && !d.kind.isVar {
		ok = false
	}
	if !ok {
		kind := d.kind.base
		if d.kind.set {
			kind = "set of " + kind
		}
		if d.kind.isVar {
			kind = "var " + kind
		}
		d.rhs.at.failf("%s: expected values of type %s", d.name, kind)
	}
}

// alias makes the declaration d another name of o: it reduces the domain of o to d's, and prefers the name of d
// to one that the compiler introduced.
func (r *reader) alias(d *item, o operand) {
	switch {
	case o.kind == variableFloat:
		r.limitFloat(d, o)
	case d.kind.base != "int" || d.kind.domain == nil:
	case o.kind == constantSet:
		for v := range o.set.All {
			r.Restrict(d.origin(), build.Operand{N: v}, d.kind.domain.set)
		}
	case d.kind.set:
		r.limitSet(d.origin(), o, d.kind.domain.set)
	default:
		r.Restrict(d.origin(), o.value(), d.kind.domain.set)
	}
	if o.isVar() && !isIntroduced(d) {
		r.Rename(o.n, d.name)
	}
}

// limitFloat keeps the domain of the declaration d for stateFloats.
func (r *reader) limitFloat(d *item, o operand) {
	if d.kind.domain != nil {
		r.floatDomains = append(r.floatDomains, floatDomain{d, o})
	}
}

func (d *item) origin() build.Origin {
	return build.Origin{Line: int(d.at.line), Column: int(d.at.column), Name: d.name}
}

// isIntroduced reports whether the compiler has introduced the variable d: it is a part of an expression, or an element
// of an array.
func isIntroduced(d *item) bool {
	return strings.HasPrefix(d.name, "X_INTRODUCED_") ||
		slices.ContainsFunc(d.ann, func(a expr) bool { return a.text == "var_is_introduced" })
}
