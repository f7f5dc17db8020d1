package flatzinc

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/model"
)

// Limits of Read.
const (
	MaxRows   = 50_000  // of one table that states a constraint such as int_times
	MaxValues = 1 << 22 // in all domains together, since model.Domain lists each value
)

// A Problem is a FlatZinc file as a model.
type Problem struct {
	Model   *model.Model
	Outputs []Output // in the order of the file

	// Determined reports that the output variables determine all others: the number of solutions of the model is then
	// the number of different outputs. In a file without output variables, those take their place that the compiler has
	// not introduced.
	Determined bool

	// Objective is the expression to minimize or maximize, with its constant part, which Model.Objective leaves out;
	// nil if there is none.
	Objective *Element

	// Search holds the search annotations of the solve item, which are not followed, such as "int_search".
	Search []string

	// Origins[i] is the constraint of the file that Model.Constraints[i] belongs to.
	Origins []Origin
}

// An Origin is a constraint of a file.
type Origin struct {
	Line int // from 1
	Name string
}

// Read reads a FlatZinc file. The error is an *Error, an *UnsupportedError or the error of r.
func Read(r io.Reader) (*Problem, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	f, err := parse(string(text))
	if err != nil {
		return nil, err
	}
	b := builder{names: make(map[string]declared, len(f.declarations))}
	return b.build(&f)
}

// An operandKind is the kind of an operand.
type operandKind byte

const (
	constantInt operandKind = iota
	constantBool
	constantText // a float or a set of floats
	constantSet
	variableInt
	variableBool
)

// An operand is a constant or a variable, as an argument of a constraint or as an element of an array.
type operand struct {
	kind operandKind
	n    int // the integer; 0 or 1; or the index of the variable in builder.vars
	text string
	set  ranges
}

func (o operand) isVar() bool { return o.kind == variableInt || o.kind == variableBool }

// A declared is what a name stands for.
type declared struct {
	array bool
	one   operand   // unless array
	many  []operand // if array
}

// A variable is a variable of the file, or an auxiliary one.
type variable struct {
	name       string // "" for an auxiliary variable
	at         position
	parent     int    // the variable that it is merged with, or itself
	dom        ranges // of a representative; never empty, since an empty domain becomes a false constraint
	introduced bool   // by the MiniZinc compiler
}

// A dependency states that each target is a function of the other variables of the constraint.
type dependency struct {
	vars    []int // the representatives of all variables of a constraint, each once
	targets []int
}

// A builder turns a file into a model.
type builder struct {
	names        map[string]declared
	vars         []variable // of the file first, then the auxiliary ones
	constraints  []model.Constraint
	origins      []Origin
	dependencies []dependency
	outputs      []declaredOutput

	current       *item // the constraint that is being stated
	overflow      bool  // a number did not fit an int
	contradiction bool  // a constraint is false for all values of the domains
}

func (b *builder) build(f *file) (*Problem, error) {
	for i := range f.declarations {
		if err := b.declare(&f.declarations[i]); err != nil {
			return nil, err
		}
	}
	calls, err := b.resolveCalls(f.constraints)
	if err != nil {
		return nil, err
	}
	if err := b.state(b.merge(calls)); err != nil {
		return nil, err
	}
	return b.assemble(f)
}

// declare declares a parameter, a variable or an array.
func (b *builder) declare(d *item) error {
	if _, dup := b.names[d.name]; dup {
		return d.at.errorf("%s is declared twice", d.name)
	}
	value, err := b.declaredValue(d)
	if err != nil {
		return err
	}
	b.names[d.name] = value
	for i := range d.ann {
		if err := b.declareOutput(d, value, &d.ann[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) declaredValue(d *item) (value declared, err error) {
	switch {
	case d.kind.array:
		if d.rhs == nil {
			return value, d.at.errorf("expected the elements of array %s", d.name)
		}
		value.array = true
		value.many, err = b.operands(d.rhs)
		if err == nil && d.kind.length >= 0 && d.kind.length != len(value.many) {
			err = d.rhs.at.errorf("array %s has %d elements, its type says %d", d.name, len(value.many), d.kind.length)
		}
		for _, o := range value.many {
			if err == nil {
				err = b.checkType(d, o)
			}
		}
		return value, err
	case d.rhs != nil:
		if value.one, err = b.operand(d.rhs); err == nil {
			err = b.checkType(d, value.one)
		}
		if err == nil && d.kind.isVar {
			b.alias(d, value.one)
		}
		return value, err
	case !d.kind.isVar:
		return value, d.at.errorf("expected \"=\" and the value of parameter %s", d.name)
	case d.kind.set:
		return value, d.at.unsupported("variable "+d.name, "set variables are not supported")
	case d.kind.base == "float":
		return value, d.at.unsupported("variable "+d.name, "float variables are not supported")
	}
	v := variable{name: d.name, at: d.at, parent: len(b.vars), introduced: isIntroduced(d)}
	value.one = operand{kind: variableInt, n: len(b.vars)}
	switch {
	case d.kind.base == "bool":
		value.one.kind, v.dom = variableBool, interval(0, 1)
	case d.kind.domain != nil:
		v.dom = d.kind.domain.set
	default:
		v.dom = interval(noMin, noMax)
	}
	empty := len(v.dom) == 0
	if empty {
		v.dom = interval(0, 0)
	}
	b.vars = append(b.vars, v)
	if empty {
		b.current = d
		b.postFalse()
	}
	return value, nil
}

// checkType returns an error if o is no value of the type of the declaration d.
func (b *builder) checkType(d *item, o operand) error {
	ok := false
	switch o.kind {
	case constantInt, variableInt:
		ok = !d.kind.set && d.kind.base != "bool" && (d.kind.base == "int" || !o.isVar())
	case constantBool, variableBool:
		ok = !d.kind.set && d.kind.base == "bool"
	case constantText:
		ok = d.kind.base == "float"
	case constantSet:
		ok = d.kind.set && d.kind.base == "int"
	}
	if o.isVar() && !d.kind.isVar {
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
		return d.rhs.at.errorf("%s: expected values of type %s", d.name, kind)
	}
	return nil
}

// alias makes the declaration d another name of o: it reduces the domain of o to that of d, and prefers the name of d
// to one that the compiler introduced.
func (b *builder) alias(d *item, o operand) {
	b.current = d
	if d.kind.base == "int" && d.kind.domain != nil && !d.kind.set {
		b.narrowTo(b.lin(o), d.kind.domain.set)
	}
	if !o.isVar() || isIntroduced(d) {
		return
	}
	if v := &b.vars[b.find(o.n)]; v.introduced {
		v.name, v.introduced = d.name, false
	}
}

// isIntroduced reports whether the compiler has introduced the variable d: it is a part of an expression, or an element
// of an array.
func isIntroduced(d *item) bool {
	return strings.HasPrefix(d.name, "X_INTRODUCED_") ||
		slices.ContainsFunc(d.ann, func(a expr) bool { return a.text == "var_is_introduced" })
}

// operand returns the value of a scalar expression.
func (b *builder) operand(e *expr) (operand, error) {
	switch e.kind {
	case exprInt:
		return operand{kind: constantInt, n: e.n}, nil
	case exprBool:
		return operand{kind: constantBool, n: e.n}, nil
	case exprSet:
		return operand{kind: constantSet, set: e.set}, nil
	case exprFloat, exprFloats:
		return operand{kind: constantText, text: e.text}, nil
	case exprName:
		d, ok := b.names[e.text]
		if !ok {
			return operand{}, e.at.errorf("%s is not declared", e.text)
		}
		if d.array {
			return operand{}, e.at.errorf("expected a single value, %s is an array", e.text)
		}
		return d.one, nil
	case exprCall:
		if d, ok := b.names[e.text]; ok && d.array && len(e.list) == 1 && e.list[0].kind == exprInt {
			if i := e.list[0].n; i >= 1 && i <= len(d.many) {
				return d.many[i-1], nil
			}
			return operand{}, e.at.errorf("%s has the elements 1 to %d", e.text, len(d.many))
		}
	}
	return operand{}, e.at.errorf("expected a value or the name of a variable or parameter")
}

// operands returns the elements of an array: a literal or a name.
func (b *builder) operands(e *expr) ([]operand, error) {
	switch e.kind {
	case exprArray:
		all := make([]operand, len(e.list))
		for i := range e.list {
			var err error
			if all[i], err = b.operand(&e.list[i]); err != nil {
				return nil, err
			}
		}
		return all, nil
	case exprName:
		d, ok := b.names[e.text]
		if !ok {
			return nil, e.at.errorf("%s is not declared", e.text)
		}
		if !d.array {
			return nil, e.at.errorf("expected an array, %s is a single value", e.text)
		}
		return d.many, nil
	}
	return nil, e.at.errorf("expected an array")
}

// find returns the representative of variable v.
func (b *builder) find(v int) int {
	for b.vars[v].parent != v {
		b.vars[v].parent = b.vars[b.vars[v].parent].parent
		v = b.vars[v].parent
	}
	return v
}

// union merges two variables. The representative is one with a name from the model rather than one that the compiler
// introduced, and otherwise the earlier one.
func (b *builder) union(v, w int) {
	v, w = b.find(v), b.find(w)
	if v == w {
		return
	}
	if b.vars[v].introduced != b.vars[w].introduced {
		if b.vars[v].introduced {
			v, w = w, v
		}
	} else if v > w {
		v, w = w, v
	}
	dom := b.vars[w].dom
	b.vars[w].parent = v
	b.narrow(v, dom)
}

// narrow reduces the domain of variable v to its intersection with a set. If nothing is left, it keeps the domain and
// states a false constraint.
func (b *builder) narrow(v int, set ranges) {
	v = b.find(v)
	if both := b.vars[v].dom.intersect(set); len(both) > 0 {
		b.vars[v].dom = both
	} else {
		b.postFalse()
	}
}

// post adds a constraint that belongs to the current item.
func (b *builder) post(c model.Constraint) {
	b.constraints = append(b.constraints, c)
	b.origins = append(b.origins, Origin{int(b.current.at.line), b.current.name})
}

// narrowTo states that a constant or a variable is in a set.
func (b *builder) narrowTo(l lin, set ranges) {
	switch {
	case len(l.terms) > 0:
		b.narrow(l.terms[0].v, set)
	case !set.contains(l.c):
		b.postFalse()
	}
}

// postFalse states a constraint that nothing satisfies.
func (b *builder) postFalse() {
	b.contradiction = true
	b.post(model.Linear{Relation: model.AtLeast, Bound: 1})
}

// newBool adds an auxiliary variable of type bool. The caller must make it a function of the variables of the file.
func (b *builder) newBool() lin { return b.newVar(interval(0, 1)) }

func (b *builder) newVar(dom ranges) lin {
	b.vars = append(b.vars, variable{parent: len(b.vars), dom: dom, introduced: true})
	return lin{terms: []term{{1, len(b.vars) - 1}}}
}

// A call is a constraint of the file with the values of its arguments.
type call struct {
	*item
	builtin *builtin
	args    []argument
}

// An argument is one of: a scalar, an array, an array of constants, a set.
type argument struct {
	one  operand
	many []operand
}

// resolveCalls looks up the builtins and arguments of all constraints.
func (b *builder) resolveCalls(items []item) ([]call, error) {
	calls := make([]call, 0, len(items))
	for i := range items {
		c := &items[i]
		f := findBuiltin(c.name, len(c.args))
		if f == nil {
			return nil, c.at.unsupported("constraint "+c.name, "%s", unknownReason(c.name))
		}
		if len(c.args) != len(f.params) {
			return nil, c.at.errorf("%s takes %d arguments, got %d", c.name, len(f.params), len(c.args))
		}
		args := make([]argument, len(c.args))
		for k := range c.args {
			var err error
			if args[k], err = b.argument(c, k, f.params[k]); err != nil {
				return nil, err
			}
		}
		calls = append(calls, call{c, f, args})
	}
	return calls, nil
}

// argument returns argument k of c, of the kind that the letter stands for: see builtin.params.
func (b *builder) argument(c *item, k int, letter byte) (a argument, err error) {
	e := &c.args[k]
	array := letter >= 'A' && letter <= 'Z'
	if array {
		a.many, err = b.operands(e)
	} else if a.one, err = b.operand(e); err == nil {
		a.many = []operand{a.one}
	}
	if err != nil {
		return a, err
	}
	for _, o := range a.many {
		ok := false
		switch letter {
		case 'i', 'I':
			ok = o.kind == constantInt || o.kind == variableInt
		case 'b', 'B':
			ok = o.kind == constantBool || o.kind == variableBool
		case 'v', 'V':
			ok = o.kind != constantText && o.kind != constantSet
		case 'c', 'C':
			ok = o.kind == constantInt || o.kind == constantBool
		case 's':
			ok = o.kind == constantSet
		}
		if !ok {
			return a, e.at.errorf("argument %d of %s: expected %s", k+1, c.name, paramNames[letter])
		}
	}
	return a, nil
}

// merge merges the variables of equalities and returns the other constraints.
func (b *builder) merge(calls []call) []call {
	rest := calls[:0]
	for _, c := range calls {
		switch c.name {
		case "int_eq", "bool_eq", "bool2int":
			if x, y := c.args[0].one, c.args[1].one; x.isVar() && y.isVar() {
				b.current = c.item
				b.union(x.n, y.n)
				continue
			}
		}
		rest = append(rest, c)
	}
	return rest
}

// state states constraints. Those over at most one variable come first, since they reduce domains. A constraint with an
// unbounded variable waits until other constraints have bounded it: see mustWait.
func (b *builder) state(calls []call) error {
	for _, c := range calls {
		if c.builtin.reduce != nil {
			b.current = c.item
			c.builtin.reduce(b, arguments{b, c.args})
		}
	}
	some, rest := make([]call, 0, len(calls)), make([]call, 0, len(calls))
	for _, c := range calls {
		if len(b.scope(c)) <= 1 {
			some = append(some, c)
		} else {
			rest = append(rest, c)
		}
	}
	some = append(some, rest...)
	for len(some) > 0 {
		var waiting []call
		for _, c := range some {
			if b.mustWait(c) {
				waiting = append(waiting, c)
			} else if err := b.stateCall(c); err != nil {
				return err
			}
		}
		if len(waiting) == len(some) && !b.inferBounds(waiting) {
			if b.contradiction {
				break // the other constraints do not matter
			}
			return b.unboundedError(waiting[0])
		}
		some = waiting
	}
	for v := range b.vars {
		if b.find(v) != v || b.vars[v].dom.bounded() {
			continue
		}
		if !b.contradiction {
			return b.unboundedVariable(v)
		}
		b.vars[v].dom = interval(0, 0)
	}
	return nil
}

// stateCall states one constraint and records which of its variables are functions of the others.
func (b *builder) stateCall(c call) error {
	b.current = c.item
	var d dependency
	if d.targets = b.targets(c); len(d.targets) > 0 {
		d.vars = b.scope(c)
		b.dependencies = append(b.dependencies, d)
	}
	err := c.builtin.post(b, arguments{b, c.args})
	if err == nil && b.overflow {
		err = c.at.unsupported("constraint "+c.name, "its numbers do not fit %d bits", strconv.IntSize)
	}
	if r, ok := err.(refusal); ok {
		err = c.at.unsupported("constraint "+c.name, "%s", string(r))
	}
	return err
}

// A refusal is the reason why a constraint is not supported.
type refusal string

func (r refusal) Error() string { return string(r) }

// scope returns the variables of a constraint that are not fixed, each once.
func (b *builder) scope(c call) []int {
	var vars []int
	for _, a := range c.args {
		vars = b.appendVars(vars, a.many)
	}
	return unique(vars)
}

func (b *builder) appendVars(vars []int, list []operand) []int {
	for _, o := range list {
		if o.isVar() {
			v := b.find(o.n)
			if _, fixed := b.vars[v].dom.fixed(); !fixed {
				vars = append(vars, v)
			}
		}
	}
	return vars
}

// targets returns the variables of c that are functions of its other variables. A variable that occurs twice is none,
// except in a linear equation in which it has a coefficient.
func (b *builder) targets(c call) []int {
	if c.builtin.result == noArgument {
		return nil
	}
	if c.builtin.linear != nil {
		var vars []int
		l, _ := c.builtin.linear(arguments{b, c.args})
		for _, t := range l.terms {
			vars = append(vars, t.v)
		}
		return vars
	}
	occurrences := map[int]int{}
	var vars []int
	for k, a := range c.args {
		of := b.appendVars(nil, a.many)
		for _, v := range of {
			occurrences[v]++
		}
		if k == c.builtin.result || c.builtin.result == anyArgument {
			vars = append(vars, of...)
		}
	}
	return slices.DeleteFunc(vars, func(v int) bool { return occurrences[v] > 1 })
}

// mustWait reports whether c has an unbounded variable other than a result that c bounds. A constraint that only
// reduces the domain of one variable need not wait.
func (b *builder) mustWait(c call) bool {
	if (c.builtin.linear != nil || c.name == "set_in") && len(b.scope(c)) <= 1 {
		return false
	}
	for k, a := range c.args {
		if k == c.builtin.result && c.builtin.bounds {
			continue
		}
		for _, o := range a.many {
			if o.isVar() && !b.vars[b.find(o.n)].dom.bounded() {
				return true
			}
		}
	}
	return false
}

// inferBounds bounds variables by the linear constraints among calls. It reports whether it has bounded any.
func (b *builder) inferBounds(calls []call) bool {
	found := false
	for _, c := range calls {
		if c.builtin.linear == nil {
			continue
		}
		b.current = c.item
		l, op := c.builtin.linear(arguments{b, c.args})
		if op == notEqual || b.overflow {
			b.overflow = false
			continue
		}
		found = b.boundTerms(l) || found
		if op == equal {
			found = b.boundTerms(l.scale(b, -1)) || found
		}
	}
	return found
}

// boundTerms bounds the unbounded variables of l <= 0 where the other terms allow it. It reports whether it has bounded
// any.
func (b *builder) boundTerms(l lin) bool {
	found := false
	for i, t := range l.terms {
		d := b.vars[t.v].dom
		if t.coef > 0 && d.max() < noMax || t.coef < 0 && d.min() > noMin {
			continue
		}
		rest, ok := l.c, true // the least value of the other terms
		for j, u := range l.terms {
			if j == i {
				continue
			}
			e := b.vars[u.v].dom
			if u.coef > 0 && e.min() <= noMin || u.coef < 0 && e.max() >= noMax {
				ok = false
				break
			}
			if u.coef > 0 {
				rest = b.add(rest, b.mul(u.coef, e.min()))
			} else {
				rest = b.add(rest, b.mul(u.coef, e.max()))
			}
		}
		if !ok || b.overflow {
			b.overflow = false
			continue
		}
		b.narrowLe(t, rest)
		after := b.vars[t.v].dom
		found = found || after.min() != d.min() || after.max() != d.max()
	}
	return found
}

// unboundedError returns the error about the first unbounded variable of c.
func (b *builder) unboundedError(c call) error {
	for _, a := range c.args {
		for _, o := range a.many {
			if o.isVar() {
				if v := b.find(o.n); !b.vars[v].dom.bounded() {
					return b.unboundedVariable(v)
				}
			}
		}
	}
	panic("flatzinc: " + c.name + " waits for no variable")
}

func (b *builder) unboundedVariable(v int) error {
	return b.vars[v].at.unsupported("variable "+b.vars[v].name,
		"it has no bounds; give it a range, such as var 0..1000")
}

// maxNumber bounds the magnitude of all numbers that the builder calculates with, so that a negation and the sum of two
// fit an int.
const maxNumber = math.MaxInt / 2

// add and mul calculate with a check: if the magnitude of the result exceeds maxNumber, they set overflow and return 0.
// The magnitude of the arguments must not exceed it, either.
func (b *builder) add(x, y int) int {
	sum := x + y
	if sum > maxNumber || sum < -maxNumber {
		b.overflow = true
		return 0
	}
	return sum
}

func (b *builder) mul(x, y int) int {
	if x == 0 || y == 0 {
		return 0
	}
	product := x * y
	if product/y != x || product > maxNumber || product < -maxNumber {
		b.overflow = true
		return 0
	}
	return product
}
