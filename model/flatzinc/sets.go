package flatzinc

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// maxMembers bounds the possible elements of a set variable. Each is a 0-1 variable, and a constraint over sets has an
// expression for each.
const maxMembers = 1 << 12

// declareSet declares a set variable as a 0-1 variable for each possible element.
func (r *reader) declareSet(d *item) (o operand) {
	name := "variable " + d.name
	switch {
	case d.kind.base != "int" || d.kind.domain == nil:
		d.at.unsupported(name, "set variables without a finite set of possible elements are not supported")
	case d.kind.domain.set.Size() > maxMembers:
		d.at.unsupported(name, "set variables with more than %d possible elements are not supported",
			maxMembers)
	}
	o = operand{kind: variableSet, set: d.kind.domain.set, n: -1}
	for v := range o.set.All {
		at := d.origin()
		at.Name = fmt.Sprintf("%s{%d}", d.name, v)
		if n := r.Declare(at, model.Interval(0, 1), isIntroduced(d)); o.n < 0 {
			o.n = n
		}
	}
	return o
}

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

// limitSet excludes the elements of a variable outside of a set.
func (r *reader) limitSet(at build.Origin, o operand, set model.Domain) {
	allowed := slices.Collect(set.All)
	for v, n := range o.members {
		if _, ok := slices.BinarySearch(allowed, v); !ok {
			r.Restrict(at, build.Operand{IsVar: true, N: n}, model.Interval(0, 0))
		}
	}
}

// A set has for each possible element the expression that it is one.
type set map[int]build.Expr

func (s set) has(v int) build.Expr {
	if e, ok := s[v]; ok {
		return e
	}
	return build.Or() // false
}

// A setRelation is a constraint over sets. Its parameters are numbers i, sets S and arrays of sets A. It holds for sets
// in the order of the parameters, the number if there is one, and the universe: all possible elements in increasing
// order.
type setRelation struct {
	params string
	holds  func(s []set, number build.Expr, universe []int) build.Expr
}

var setRelations = map[string]setRelation{
	"set_eq":        {"SS", forEach(func(x []build.Expr) build.Expr { return x[0].Eq(x[1]) })},
	"set_subset":    {"SS", forEach(func(x []build.Expr) build.Expr { return build.If(x[0], x[1]) })},
	"set_superset":  {"SS", forEach(func(x []build.Expr) build.Expr { return build.If(x[1], x[0]) })},
	"set_union":     {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.Or(x[0], x[1])) })},
	"set_intersect": {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.And(x[0], x[1])) })},
	"set_symdiff":   {"SSS", forEach(func(x []build.Expr) build.Expr { return x[2].Eq(build.Xor(x[0], x[1])) })},
	"set_diff": {"SSS", forEach(func(x []build.Expr) build.Expr {
		return x[2].Eq(build.And(x[0], build.Not(x[1])))
	})},
	"set_ne": {"SS", func(s []set, number build.Expr, universe []int) build.Expr {
		return build.Not(forEach(func(x []build.Expr) build.Expr { return x[0].Eq(x[1]) })(s, number, universe))
	}},
	"set_le": {"SS", func(s []set, _ build.Expr, universe []int) build.Expr {
		return setOrder(s[0], s[1], universe, build.And())
	}},
	"set_lt": {"SS", func(s []set, _ build.Expr, universe []int) build.Expr {
		return setOrder(s[0], s[1], universe, build.Or())
	}},
	"set_card": {"Si", func(s []set, number build.Expr, universe []int) build.Expr {
		all := slice.Map(universe, func(v int) build.Expr { return s[0][v] })
		return build.Sum(all).Eq(number)
	}},
	"set_in": {"iS", func(s []set, number build.Expr, universe []int) build.Expr {
		each := slice.Map(universe, func(v int) build.Expr { return build.If(number.Eq(v), s[0].has(v)) })
		return build.And(append([]build.Expr{number.In(universe...)}, each...)...)
	}},
	"array_set_element":     {"iAS", setElement},
	"array_var_set_element": {"iAS", setElement},
}

// forEach returns the meaning of a constraint that states the same for each element of the universe.
func forEach(f func(has []build.Expr) build.Expr) func([]set, build.Expr, []int) build.Expr {
	return func(s []set, _ build.Expr, universe []int) build.Expr {
		all := make([]build.Expr, len(universe))
		for i, v := range universe {
			has := slice.Make(len(s), func(k int) build.Expr { return s[k].has(v) })
			all[i] = f(has)
		}
		return build.And(all...)
	}
}

// setOrder returns the expression that a set is lexicographically less than another, as lists of their elements in
// increasing order; equal says whether equal sets are.
func setOrder(s, t set, universe []int, equal build.Expr) build.Expr {
	less, moreOfS, moreOfT := equal, build.Or(), build.Or() // more: a greater element
	for _, v := range slices.Backward(universe) {
		x, y := s.has(v), t.has(v)
		less = build.And(build.Or(x.Ne(y), less), build.Or(build.Not(x), y, moreOfT),
			build.Or(x, build.Not(y), build.Not(moreOfS)))
		moreOfS, moreOfT = build.Or(x, moreOfS), build.Or(y, moreOfT)
	}
	return less
}

// setElement is array_set_element: the last set is the element of the others at an index from 1.
func setElement(s []set, index build.Expr, universe []int) build.Expr {
	last := len(s) - 1
	all := []build.Expr{index.Ge(1), index.Le(last)}
	for k, element := range s[:last] {
		for _, v := range universe {
			all = append(all, build.If(index.Eq(k+1), s[last].has(v).Eq(element.has(v))))
		}
	}
	return build.And(all...)
}

// setConstraint states a constraint over set variables. It returns false for other constraints.
func (r *reader) setConstraint(c *item) bool {
	name, half := strings.CutSuffix(c.name, "_imp")
	name, reified := strings.CutSuffix(name, "_reif")
	f, ok := setRelations[name]
	if !ok {
		return false
	}
	params := f.params
	if half || reified {
		params += "b"
	}
	if len(c.args) != len(params) {
		c.at.failf("%s takes %d arguments, got %d", c.name, len(params), len(c.args))
	}
	var universe []int
	var sets []set
	var numbers []build.Expr
	for k, letter := range []byte(params) {
		for _, o := range r.list(&c.args[k], letter == 'A') {
			if kind := kindLetters[o.kind]; kind != letter && (kind != 'S' || letter != 'A') {
				c.args[k].at.failf("argument %d of %s: expected %s", k+1, c.name, paramNames[letter])
			}
			if name == "set_in" && o.kind == constantSet {
				return false // a constraint over an int
			}
			if o.set.Size() > maxMembers {
				c.at.unsupported("constraint "+c.name, "sets of more than %d elements are not supported",
					maxMembers)
			}
			universe = slices.AppendSeq(universe, o.set.All)
			switch {
			case o.isVar():
				numbers = append(numbers, r.Expr(o.n))
			case o.isNumber():
				numbers = append(numbers, build.Const(o.n))
			default:
				sets = append(sets, r.setOf(o))
			}
		}
	}
	holds := f.holds(sets, append(numbers, build.Const(0))[0], slice.Unique(universe))
	switch last := len(numbers) - 1; {
	case half:
		holds = build.If(numbers[last].Ne(0), holds)
	case reified:
		holds = numbers[last].Ne(0).Eq(holds)
	}
	r.AddAt(c.origin(), holds)
	return true
}

func (r *reader) setOf(o operand) set {
	s := set{}
	for v, n := range o.members {
		if s[v] = build.And(); o.kind == variableSet { // true for a constant
			s[v] = r.Expr(n)
		}
	}
	return s
}

// kindLetters are the letters of parameters for kinds of operands.
var kindLetters = map[operandKind]byte{variableSet: 'S', constantSet: 'S', variableInt: 'i', constantInt: 'i',
	variableBool: 'b', constantBool: 'b'}
