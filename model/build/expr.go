package build

import (
	"fmt"

	"nonet/internal/slice"
	"nonet/model"
)

// An Expr is an integer or a Boolean expression over the variables of a Builder. True is 1 and false is 0, so a Boolean
// expression may stand wherever an integer may; a variable with the domain 0..1 is Boolean. An Expr that occurs several
// times in a model is stated once.
//
// An expression may have no value, such as x.Div(y) where y is 0. No solution has such values, even if the expression
// stands inside of Or or Not.
type Expr struct{ *node }

// A Value is an Expr, or an int or a bool as a constant.
type Value = any

// A List is a []Expr, or a []int, []bool or []Value.
type List = any

// A node is a constant, a variable if b is not nil, or a function of its arguments if f is not nil.
type node struct {
	name   string // of the function or variable, for messages
	f      function
	args   []Expr
	isBool bool
	b      *Builder
	n      int    // the constant, or the index of the variable
	err    *Error // the first mistake in the expression
}

// A function computes a value from those of its arguments. It reports what is not supported by Builder.refuse, as all
// constraints do.
type function interface {
	// value returns false if there is no value.
	value(x []int) (int, bool)

	// compile returns the value as a linear expression, for which it may add auxiliary variables and constraints.
	compile(b *Builder, args []Expr) lin
}

// An assigner is a function that can be stated to have a value that is known: of a Boolean one a literal, of others any
// linear expression.
type assigner interface {
	assign(b *Builder, args []Expr, z lin)
}

// A stater is a Boolean function that need not compute its value where it must be true.
type stater interface {
	function
	state(b *Builder, args []Expr)
}

// A Constraint can be stated by Builder.Add: a Boolean Expr, or a global constraint that has no form for expressions.
type Constraint interface {
	mistake() *Error
	label() string
	operands() []Expr
	stateIn(b *Builder)
}

func (e Expr) mistake() *Error {
	switch {
	case e.node == nil:
		return mistake("Expr", "it is the zero value, not made by a function of package build")
	case e.err == nil && !e.isBool:
		return mistake(e.name, "expected a Boolean expression, such as x.Ge(1)")
	}
	return e.err
}

func (e Expr) label() string      { return e.name }
func (e Expr) operands() []Expr   { return []Expr{e} }
func (e Expr) stateIn(b *Builder) { b.require(e) }

// IsBool reports whether e is Boolean.
func (e Expr) IsBool() bool { return e.node != nil && e.isBool }

// Value returns the value of e under an assignment of the model that Builder.Model has returned, or 0 if it has none.
func (e Expr) Value(a model.Assignment) int {
	v, _ := e.eval(a)
	return v
}

// Constant returns the value of an expression that is a constant.
func (e Expr) Constant() (n int, ok bool) {
	if e.node == nil || e.b != nil || e.f != nil || e.err != nil {
		return 0, false
	}
	return e.n, true
}

func (e Expr) eval(a model.Assignment) (int, bool) {
	switch {
	case e.node == nil || e.err != nil:
		return 0, false
	case e.b != nil:
		if e.n >= len(e.b.index) || e.b.index[e.n] < 0 || int(e.b.index[e.n]) >= len(a) {
			return 0, false // there is no model yet, or a is an assignment of another one
		}
		return a[e.b.index[e.n]], true
	case e.f == nil:
		return e.n, true
	}
	x := make([]int, len(e.args))
	for i, arg := range e.args {
		var ok bool
		if x[i], ok = arg.eval(a); !ok {
			return 0, false
		}
	}
	return e.f.value(x)
}

// Const returns a constant. Functions of expressions also take an int or a bool.
func Const(n int) Expr { return Expr{&node{name: "constant", n: n, isBool: n == 0 || n == 1}} }

// exprOf returns a Value as an expression.
func exprOf(v Value) Expr {
	switch v := v.(type) {
	case Expr:
		if v.node == nil {
			return Expr{&node{err: v.mistake()}}
		}
		return v
	case int:
		return Const(v)
	case bool:
		return Const(truth(v))
	}
	return Expr{&node{err: mistake("constant", "expected an Expr, an int or a bool, got %T", v)}}
}

// listOf returns a List as expressions.
func listOf(v List) (list []Expr) {
	switch v := v.(type) {
	case []Expr:
		return v
	case []int:
		return exprsOf(v)
	case []bool:
		return exprsOf(v)
	case []Value:
		return exprsOf(v)
	}
	return []Expr{{&node{err: mistake("list", "expected a []Expr, []int or []bool, got %T", v)}}}
}

func exprsOf[V any](values []V) (list []Expr) {
	return slice.Map(values, func(v V) Expr { return exprOf(v) })
}

// apply returns a function of expressions. Its mistake is the first one of the arguments.
func apply(name string, isBool bool, f function, args ...Expr) Expr {
	n := &node{name: name, f: f, args: args, isBool: isBool}
	n.err = mistakeIn(args)
	return Expr{n}
}

func mistakeIn(args []Expr) *Error {
	for i := range args {
		if args[i].node == nil {
			return args[i].mistake()
		} else if args[i].err != nil {
			return args[i].err
		}
	}
	return nil
}

// logical is apply for arguments that must be Boolean.
func logical(name string, f function, args ...Expr) Expr {
	e := apply(name, true, f, args...)
	for i, a := range args {
		if e.err == nil && !a.isBool {
			e.err = mistake(name, "argument %d: expected a Boolean expression, such as x.Ge(1)", i+1)
		}
	}
	return e
}

// mistake returns an error at the place of the call from outside of this package.
func mistake(subject, format string, args ...any) *Error {
	return &Error{Origin: caller(), Subject: subject, Reason: fmt.Sprintf(format, args...), Malformed: true}
}

// failed returns an expression with a mistake.
func failed(subject, format string, args ...any) Expr {
	return Expr{&node{err: mistake(subject, format, args...)}}
}

// expr returns the value of an expression as a linear expression.
func (b *Builder) expr(e Expr) lin {
	switch {
	case e.b != nil && e.b != b:
		b.refuse("variable " + e.name + " belongs to another builder")
	case e.b != nil:
		return b.lin(Operand{IsVar: true, N: e.n})
	case e.f == nil:
		return b.lin(Operand{N: e.n})
	}
	if l, known := b.compiled[e.node]; known {
		return b.fold(l)
	}
	var l lin
	b.within(e, func() { l = e.f.compile(b, e.args) })
	if _, isSum := e.f.(sumOf); isSum {
		return l // a sum needs no auxiliary variable of its own
	}
	if b.compiled == nil {
		b.compiled = map[*node]lin{}
	}
	b.compiled[e.node] = l
	return l
}

// within calls state, whose errors are about e.
func (b *Builder) within(e Expr, state func()) {
	outer := b.part
	b.part = e.name
	state()
	b.part = outer
}

func (b *Builder) exprs(list []Expr) []lin { return slice.Map(list, b.expr) }

// atoms returns the values of expressions as linear expressions with at most one variable.
func (b *Builder) atoms(list []Expr) []lin {
	all := b.exprs(list)
	for i, l := range all {
		if len(l.terms) > 1 {
			all[i] = b.variable(l)
		}
	}
	return all
}

// variable returns a variable or a constant that equals l.
func (b *Builder) variable(l lin) lin {
	if l = b.fold(l); len(l.terms) == 0 || len(l.terms) == 1 && l.terms[0].coef == 1 && l.c == 0 {
		return l
	}
	x := b.newInt(b.bounds(l))
	if len(l.terms) == 1 && len(x.terms) == 1 && b.vars[l.terms[0].v].dom.Size() <= maxValuesOf {
		b.narrow(x.terms[0].v, model.Values(b.valuesOf([]lin{l})...))
	}
	b.eq(b.minus(l, x))
	return b.fold(x)
}

// require states that an expression is true.
func (b *Builder) require(e Expr) {
	if s, ok := e.f.(stater); ok {
		if _, known := b.compiled[e.node]; !known {
			b.within(e, func() { s.state(b, e.args) })
			return
		}
	}
	b.eq(b.expr(e).plusConstant(b, -1))
}

// An operation is a function of arguments with at most one variable each. simple, unless it is nil, returns the value
// where that is a linear expression. Elsewhere post states that an auxiliary variable has the value.
type operation struct {
	of     func(x []int) (int, bool)
	simple func(b *Builder, x []lin) (l lin, ok bool)
	post   func(b *Builder, x []lin, result lin)
}

func (o operation) value(x []int) (int, bool) { return o.of(x) }

func (o operation) compile(b *Builder, args []Expr) lin {
	x := b.atoms(args)
	if o.simple != nil {
		if l, ok := o.simple(b, x); ok {
			return l
		}
	}
	result := b.newVar(Unbounded()) // post bounds it
	o.post(b, x, result)
	if v := result.terms[0].v; !isBounded(b.vars[v].dom) {
		b.vars[v].dom = model.Interval(0, 0)
		if !b.contradiction {
			b.refuse("its value has no bounds")
		}
	}
	return b.fold(result)
}

func (o operation) assign(b *Builder, args []Expr, z lin) {
	x := b.atoms(args)
	if o.simple != nil {
		if l, ok := o.simple(b, x); ok {
			b.eq(b.minus(l, z))
			return
		}
	}
	o.post(b, x, b.variable(z))
}

func (o operation) state(b *Builder, args []Expr) { o.assign(b, args, constant(1)) }

// A global is a Boolean function with a decomposition for the case that it must be true. Otherwise it is the same as
// another expression.
type global struct {
	holds func(x []int) bool
	post  func(b *Builder, x []lin) // x has at most one variable in each element
	same  func() Expr
}

func (g global) value(x []int) (int, bool) { return truth(g.holds(x)), true }

func (g global) compile(b *Builder, args []Expr) lin {
	b.exprs(args) // all of them must have a value
	return b.expr(g.same())
}

func (g global) state(b *Builder, args []Expr) { g.post(b, b.atoms(args)) }

// A relationOnly is a global constraint without a form for expressions.
type relationOnly struct {
	name string
	args []Expr
	post func(b *Builder, x []lin)
	err  *Error
}

func (r *relationOnly) mistake() *Error {
	if r.err != nil {
		return r.err
	}
	return mistakeIn(r.args)
}

func (r *relationOnly) label() string      { return r.name }
func (r *relationOnly) operands() []Expr   { return r.args }
func (r *relationOnly) stateIn(b *Builder) { r.post(b, b.atoms(r.args)) }

// A leaf is a linear expression as an Expr, which has no value before the model is made.
type leaf lin

func (b *Builder) leaf(l lin) Expr {
	lo, hi := b.bounds(l)
	isBool := lo >= 0 && hi <= 1 || b.contradiction // which keeps domains that an equality has made empty
	return apply("argument", isBool, leaf(l))
}

func (leaf) value([]int) (int, bool)            { return 0, false }
func (l leaf) compile(b *Builder, _ []Expr) lin { return b.fold(lin(l)) }
