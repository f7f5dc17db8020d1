package flatzinc

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/build"
)

// maxMembers bounds the possible elements of a set variable. Each is a 0-1 variable, and a constraint over sets has an
// expression for each.
const maxMembers = 1 << 14

// declareSet declares a set variable as a 0-1 variable for each possible element.
func (r *reader) declareSet(d *item) (o operand, err error) {
	name := "variable " + d.name
	switch {
	case d.kind.base != "int" || d.kind.domain == nil:
		return o, d.at.unsupported(name, "set variables without a finite set of possible elements are not supported")
	case d.kind.domain.set.Size() > maxMembers:
		return o, d.at.unsupported(name, "set variables with more than %d possible elements are not supported",
			maxMembers)
	}
	o = operand{kind: variableSet, set: d.kind.domain.set, n: -1}
	for v := range o.set.All {
		at := d.origin()
		at.Name = memberName(d.name, v)
		if n := r.Declare(at, build.Interval(0, 1), isIntroduced(d)); o.n < 0 {
			o.n = n
		}
	}
	return o, nil
}

func memberName(set string, v int) string { return fmt.Sprintf("%s{%d}", set, v) }

// members returns the 0-1 variables of the possible elements of a set variable.
func (o operand) members(yield func(v, variable int) bool) {
	n := o.n
	for v := range o.set.All {
		if !yield(v, n) {
			return
		}
		n++
	}
}

// limitSet excludes the elements outside of a set, of a variable or a constant.
func (r *reader) limitSet(at build.Origin, o operand, set build.Ranges) {
	if o.kind == constantSet {
		for v := range o.set.All {
			r.Restrict(at, build.Operand{N: v}, set)
		}
		return
	}
	allowed := slices.Collect(set.All)
	for v, n := range o.members {
		if _, ok := slices.BinarySearch(allowed, v); !ok {
			r.Restrict(at, build.Operand{IsVar: true, N: n}, build.Interval(0, 0))
		}
	}
}

// A setArgument is an argument of a constraint over sets. It has the expression of a number, or for each possible
// element of a set, or of each set of an array, the expression that it is one.
type setArgument struct {
	number  build.Expr
	operand build.Operand // the number
	sets    []map[int]build.Expr
}

// in returns the expression that v is an element of set k of an array, and has is the same for a single set.
func (a setArgument) in(k, v int) build.Expr {
	if e, ok := a.sets[k][v]; ok {
		return e
	}
	return truth(false)
}

func (a setArgument) has(v int) build.Expr { return a.in(0, v) }

func truth(b bool) build.Expr {
	if b {
		return build.And()
	}
	return build.Or()
}

// A setRelation is a constraint over sets. Its parameters are numbers i, sets S and arrays of sets A. The universe holds
// all possible elements, in increasing order.
type setRelation struct {
	params string
	holds  func(universe []int, a []setArgument) build.Expr
}

var setRelations = map[string]setRelation{
	"set_eq":       {"SS", forEach(func(x []build.Expr) build.Expr { return x[0].Eq(x[1]) })},
	"set_subset":   {"SS", forEach(func(x []build.Expr) build.Expr { return build.If(x[0], x[1]) })},
	"set_superset": {"SS", forEach(func(x []build.Expr) build.Expr { return build.If(x[1], x[0]) })},
	"set_ne": {"SS", func(u []int, a []setArgument) build.Expr {
		return build.Not(forEach(func(x []build.Expr) build.Expr { return x[0].Eq(x[1]) })(u, a))
	}},
	"set_union":     {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.Or(x[0], x[1])) })},
	"set_intersect": {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.And(x[0], x[1])) })},
	"set_diff":      {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.And(x[0], build.Not(x[1]))) })},
	"set_symdiff":   {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.Xor(x[0], x[1])) })},
	"set_le":        {"SS", func(u []int, a []setArgument) build.Expr { return setOrder(u, a, truth(true)) }},
	"set_lt":        {"SS", func(u []int, a []setArgument) build.Expr { return setOrder(u, a, truth(false)) }},
	"set_card": {"Si", func(u []int, a []setArgument) build.Expr {
		var all []build.Expr
		for _, v := range u {
			all = append(all, a[0].has(v))
		}
		return build.Sum(all).Eq(a[1].number)
	}},
	"set_in": {"iS", func(u []int, a []setArgument) build.Expr {
		all := []build.Expr{a[0].number.In(u...)}
		for _, v := range u {
			all = append(all, build.If(a[0].number.Eq(v), a[1].has(v)))
		}
		return build.And(all...)
	}},
	"array_set_element":     {"iAS", setElement},
	"array_var_set_element": {"iAS", setElement},
}

// forEach returns the meaning of a constraint that states the same for each element of the universe.
func forEach(f func(has []build.Expr) build.Expr) func(universe []int, a []setArgument) build.Expr {
	return func(universe []int, a []setArgument) build.Expr {
		all := make([]build.Expr, len(universe))
		for i, v := range universe {
			has := make([]build.Expr, len(a))
			for k := range a {
				has[k] = a[k].has(v)
			}
			all[i] = f(has)
		}
		return build.And(all...)
	}
}

// setOrder returns the expression that a set is lexicographically less than another, as lists of their elements in
// increasing order; equal says whether equal sets are.
func setOrder(universe []int, a []setArgument, equal build.Expr) build.Expr {
	less, more := equal, [2]build.Expr{truth(false), truth(false)} // more: a set has a greater element
	for _, v := range slices.Backward(universe) {
		x, y := a[0].has(v), a[1].has(v)
		less = build.And(build.Or(x.Ne(y), less), build.Or(build.Not(x), y, more[1]),
			build.Or(x, build.Not(y), build.Not(more[0])))
		more = [2]build.Expr{build.Or(x, more[0]), build.Or(y, more[1])}
	}
	return less
}

// setElement is array_set_element and array_var_set_element: a set is the element of an array at an index from 1.
func setElement(universe []int, a []setArgument) build.Expr {
	all := []build.Expr{a[0].number.Ge(1), a[0].number.Le(len(a[1].sets))}
	for k := range a[1].sets {
		for _, v := range universe {
			all = append(all, build.If(a[0].number.Eq(k+1), a[2].has(v).Eq(a[1].in(k, v))))
		}
	}
	return build.And(all...)
}

// setConstraint states a constraint over set variables. It returns false for other constraints.
func (r *reader) setConstraint(c *item) (ok bool, err error) {
	name, half := strings.CutSuffix(c.name, "_imp")
	name, reified := strings.CutSuffix(name, "_reif")
	f, ok := setRelations[name]
	if !ok {
		return false, nil
	}
	params := f.params
	if half || reified {
		params += "b"
	}
	if len(c.args) != len(params) {
		return false, c.at.errorf("%s takes %d arguments, got %d", c.name, len(params), len(c.args))
	}
	var universe []int
	args := make([]setArgument, len(params))
	for k, letter := range []byte(params) {
		var list []operand
		if letter == 'A' {
			list, err = r.operands(&c.args[k])
		} else {
			list = make([]operand, 1)
			list[0], err = r.operand(&c.args[k])
		}
		if err != nil {
			return false, err
		}
		for _, o := range list {
			if kind := map[operandKind]byte{variableSet: 'S', constantSet: 'S', variableInt: 'i', constantInt: 'i',
				variableBool: 'b', constantBool: 'b'}[o.kind]; kind != letter && (kind != 'S' || letter != 'A') {
				return false, c.args[k].at.errorf("argument %d of %s: expected %s", k+1, c.name, paramNames[letter])
			}
			if name == "set_in" && o.kind == constantSet {
				return false, nil // a constraint over an int
			}
			universe = slices.AppendSeq(universe, o.set.All)
			args[k].add(r, o)
		}
	}
	slices.Sort(universe)
	universe = slices.Compact(universe)
	holds := f.holds(universe, args[:len(f.params)])
	last := args[len(args)-1].number
	switch {
	case half:
		holds = build.If(last, holds)
	case reified:
		holds = last.Eq(holds)
	default:
		r.limitNumber(c, name, universe, args)
	}
	r.AddAt(build.Origin{Line: int(c.at.line), Column: int(c.at.column), Name: c.name}, holds)
	return true, nil
}

// add adds an operand to an argument.
func (a *setArgument) add(r *reader, o operand) {
	switch has := map[int]build.Expr{}; o.kind {
	case variableSet:
		for v, n := range o.members {
			has[v] = r.Expr(n)
		}
		a.sets = append(a.sets, has)
	case constantSet:
		for v := range o.set.All {
			has[v] = truth(true)
		}
		a.sets = append(a.sets, has)
	case constantBool:
		a.number = truth(o.n == 1)
	case constantInt:
		a.number, a.operand = build.Const(o.n), o.value()
	default:
		a.number, a.operand = r.Expr(o.n), o.value()
	}
}

// limitNumber limits the number of a constraint, which may be a variable without bounds.
func (r *reader) limitNumber(c *item, name string, universe []int, args []setArgument) {
	switch name {
	case "set_card":
		r.Restrict(c.origin(), args[1].operand, build.Interval(0, len(universe)))
	case "set_in":
		r.Restrict(c.origin(), args[0].operand, build.SetOf(universe...))
	case "array_set_element", "array_var_set_element":
		r.Restrict(c.origin(), args[0].operand, build.Interval(1, len(args[1].sets)))
	}
}

// rename gives a variable, or the elements of a set, a name of the model if the compiler introduced its own.
func (r *reader) rename(o operand, name string) {
	switch o.kind {
	case variableInt, variableBool:
		r.Rename(o.n, name)
	case variableSet:
		for v, n := range o.members {
			r.Rename(n, memberName(name, v))
		}
	}
}
