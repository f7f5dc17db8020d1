package xcsp3

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An expr is an expression: a number, a variable, or a function of expressions.
type expr struct {
	name string // of a function or a variable in FlatZinc; "" for a number
	n    int
	args []expr // of a function
	call bool
}

// parseExpr parses a whole text as an expression.
func (t *translator) parseExpr(text string) (expr, error) {
	text = strings.Join(strings.Fields(text), "")
	e, rest, err := t.parsePrefix(text, 0)
	if err == nil && rest != "" {
		err = t.current.at.errorf("<%s>: expected the end of the expression, got %q", t.current.name, rest)
	}
	return e, err
}

// parsePrefix parses the expression with which text begins, and returns the rest.
func (t *translator) parsePrefix(text string, depth int) (e expr, rest string, err error) {
	n := strings.IndexAny(text, "(),")
	if n < 0 {
		n = len(text)
	}
	word, rest := text[:n], text[n:]
	switch {
	case depth > maxDepth:
		return e, "", t.current.at.errorf("expressions are nested more than %d deep", maxDepth)
	case word == "":
		return e, "", t.current.at.errorf("<%s>: expected an expression, got %q", t.current.name, text)
	case strings.HasPrefix(rest, "("):
		e = expr{name: word, call: true}
		if strings.HasPrefix(rest, "()") {
			return e, rest[2:], nil
		}
		for {
			var arg expr
			if arg, rest, err = t.parsePrefix(rest[1:], depth+1); err != nil {
				return e, "", err
			}
			e.args = append(e.args, arg)
			switch {
			case strings.HasPrefix(rest, ")"):
				return e, rest[1:], nil
			case !strings.HasPrefix(rest, ","):
				return e, "", t.current.at.errorf("<%s>: %s: expected \",\" or \")\"", t.current.name, word)
			}
		}
	}
	if v, err := strconv.Atoi(word); err == nil {
		return expr{n: v}, rest, nil
	}
	e.name, err = t.variableName(word)
	return e, rest, err
}

// variableName returns the name in FlatZinc of a single variable.
func (t *translator) variableName(word string) (string, error) {
	if index, ok := strings.CutPrefix(word, "$"); ok {
		if i, err := strconv.Atoi(index); err == nil && i >= 0 && i < len(t.names) {
			return "v" + index, nil
		}
	}
	list, err := t.reference(t.current, word, true)
	if err != nil {
		return "", err
	}
	if len(list) != 1 {
		return "", t.current.at.errorf("<%s>: expected a single variable, got %q", t.current.name, word)
	}
	return list[0].array.names[list[0].index], nil
}

// A lin is a linear expression over variables of FlatZinc.
type lin struct {
	coefs []int
	vars  []string
	c     int
}

// state adds a constraint in FlatZinc.
func (t *translator) state(format string, args ...any) {
	t.stated = append(t.stated, fmt.Sprintf(format, args...))
	t.lines = append(t.lines, t.current.at)
	t.kinds = append(t.kinds, t.current.name)
}

func (t *translator) newBool() string {
	t.bools++
	name := fmt.Sprintf("b%d", t.bools)
	t.declared = append(t.declared, "var bool: "+name+" :: var_is_introduced")
	return name
}

// newInt declares an auxiliary int; package flatzinc finds its bounds.
func (t *translator) newInt() string {
	t.ints++
	name := fmt.Sprintf("i%d", t.ints)
	t.declared = append(t.declared, "var int: "+name+" :: var_is_introduced")
	return name
}

// maxCoefficient bounds numbers in linear expressions, so that sums of two and products with small numbers fit an int.
const maxCoefficient = math.MaxInt32

// plus returns x + k*y.
func (t *translator) plus(x, y lin, k int) (lin, error) {
	sum := lin{append([]int(nil), x.coefs...), append([]string(nil), x.vars...), x.c + k*y.c}
	for i := range y.vars {
		sum.coefs = append(sum.coefs, k*y.coefs[i])
		sum.vars = append(sum.vars, y.vars[i])
	}
	for _, n := range append(sum.coefs, sum.c) {
		if n > maxCoefficient || n < -maxCoefficient {
			return sum, t.current.unsupported(fmt.Sprintf("numbers above %d are not supported", maxCoefficient))
		}
	}
	return sum, nil
}

// relate states that l is related to 0 by eq, ne or le, or that the bool is true exactly then, unless it is "".
func (t *translator) relate(relation string, l lin, reified string) {
	suffix, last := "", ""
	if reified != "" {
		suffix, last = "_reif", ","+reified
	}
	t.state("int_lin_%s%s([%s],[%s],%d%s)", relation, suffix, join(l.coefs), strings.Join(l.vars, ","), -l.c, last)
}

// atom returns a variable or a number with the value of l.
func (t *translator) atom(l lin) string {
	switch {
	case len(l.vars) == 0:
		return strconv.Itoa(l.c)
	case len(l.vars) == 1 && l.coefs[0] == 1 && l.c == 0:
		return l.vars[0]
	}
	name := t.newInt()
	t.relate("eq", lin{append([]int{-1}, l.coefs...), append([]string{name}, l.vars...), l.c}, "")
	return name
}

// comparisons has the relation, whether it is swapped, and the constant to add, of a comparison with 0.
var comparisons = map[string]struct {
	relation string
	swapped  bool
	add      int
}{
	"eq": {"eq", false, 0}, "ne": {"ne", false, 0}, "le": {"le", false, 0}, "lt": {"le", false, 1},
	"ge": {"le", true, 0}, "gt": {"le", true, 1},
}

// compare states x OP y, or makes a bool true exactly then, unless it is "".
func (t *translator) compare(op string, x, y lin, reified string) error {
	c := comparisons[op]
	if c.swapped {
		x, y = y, x
	}
	l, err := t.plus(x, y, -1)
	if err != nil {
		return err
	}
	l.c += c.add
	t.relate(c.relation, l, reified)
	return nil
}

// isBool reports whether a function has the value true or false.
func isBool(name string) bool {
	switch name {
	case "not", "and", "or", "xor", "iff", "imp", "in", "notin":
		return true
	}
	_, ok := comparisons[name]
	return ok
}

// arity returns an error unless e has as many arguments as needed; most is -1 if there is no limit.
func (t *translator) arity(e expr, least, most int) error {
	if len(e.args) < least || most >= 0 && len(e.args) > most {
		return t.current.at.errorf("<%s>: %s has %d arguments", t.current.name, e.name, len(e.args))
	}
	return nil
}

// int returns the value of an expression; bools count as 0 and 1.
func (t *translator) int(e expr) (lin, error) {
	switch {
	case !e.call && e.name == "":
		return lin{c: e.n}, nil
	case !e.call:
		return lin{[]int{1}, []string{e.name}, 0}, nil
	case isBool(e.name):
		holds, err := t.bool(e)
		if err != nil {
			return lin{}, err
		}
		name := t.newInt()
		t.state("bool2int(%s,%s)", holds, name)
		return lin{[]int{1}, []string{name}, 0}, nil
	case e.name == "if":
		return t.choice(e)
	}
	args := make([]lin, len(e.args))
	for i := range args {
		var err error
		if args[i], err = t.int(e.args[i]); err != nil {
			return lin{}, err
		}
	}
	return t.function(e, args)
}

// function returns the value of a function of ints.
func (t *translator) function(e expr, args []lin) (sum lin, err error) {
	binary := map[string]string{"div": "int_div", "mod": "int_mod", "pow": "int_pow", "mul": "int_times"}
	apply := func(constraint string, args ...string) lin {
		result := t.newInt()
		t.state("%s(%s,%s)", constraint, strings.Join(args, ","), result)
		return lin{[]int{1}, []string{result}, 0}
	}
	switch e.name {
	case "add":
		for _, a := range args {
			if sum, err = t.plus(sum, a, 1); err != nil {
				return sum, err
			}
		}
		return sum, t.arity(e, 1, -1)
	case "neg":
		if err := t.arity(e, 1, 1); err != nil {
			return sum, err
		}
		return t.plus(lin{}, args[0], -1)
	case "sub":
		if err := t.arity(e, 2, 2); err != nil {
			return sum, err
		}
		return t.plus(args[0], args[1], -1)
	case "abs", "sqr", "dist":
		need := 1
		if e.name == "dist" {
			need = 2
		}
		if err := t.arity(e, need, need); err != nil {
			return sum, err
		}
		if e.name == "sqr" {
			x := t.atom(args[0])
			return apply("int_times", x, x), nil
		}
		if need == 2 {
			if args[0], err = t.plus(args[0], args[1], -1); err != nil {
				return sum, err
			}
		}
		return apply("int_abs", t.atom(args[0])), nil
	case "mul", "div", "mod", "pow":
		most := 2
		if e.name == "mul" {
			most = -1
		}
		if err := t.arity(e, 2, most); err != nil {
			return sum, err
		}
		product := args[0]
		for _, a := range args[1:] {
			switch {
			case e.name == "mul" && len(a.vars) == 0 && a.c <= maxCoefficient && a.c >= -maxCoefficient:
				product, err = t.plus(lin{}, product, a.c)
			case e.name == "mul" && len(product.vars) == 0 && product.c <= maxCoefficient &&
				product.c >= -maxCoefficient:
				product, err = t.plus(lin{}, a, product.c)
			default:
				product = apply(binary[e.name], t.atom(product), t.atom(a))
			}
			if err != nil {
				return sum, err
			}
		}
		return product, nil
	case "min", "max":
		if err := t.arity(e, 1, -1); err != nil {
			return sum, err
		}
		return t.extreme(e.name, args), nil
	}
	return sum, t.current.unsupported("the function " + e.name + " is not supported")
}

// extreme returns the minimum or maximum of a list that is not empty.
func (t *translator) extreme(which string, list []lin) lin {
	words := make([]string, len(list))
	for i, a := range list {
		words[i] = t.atom(a)
	}
	result := t.newInt()
	t.state("array_int_%simum(%s,[%s])", which, result, strings.Join(words, ","))
	return lin{[]int{1}, []string{result}, 0}
}

// choice returns the value of if(CONDITION,THEN,ELSE).
func (t *translator) choice(e expr) (lin, error) {
	if err := t.arity(e, 3, 3); err != nil {
		return lin{}, err
	}
	var parts [3]lin
	for i, a := range e.args {
		var err error
		if i == 0 {
			a = expr{name: "ne", call: true, args: []expr{a, {}}}
		}
		if parts[i], err = t.int(a); err != nil {
			return lin{}, err
		}
	}
	index, err := t.plus(lin{c: 2}, parts[0], -1)
	if err != nil {
		return lin{}, err
	}
	return t.element(t.atom(index), []string{t.atom(parts[1]), t.atom(parts[2])}), nil
}

// element returns the element of a list; the index counts from 1.
func (t *translator) element(index string, list []string) lin {
	result := t.newInt()
	t.state("array_var_int_element(%s,[%s],%s)", index, strings.Join(list, ","), result)
	return lin{[]int{1}, []string{result}, 0}
}

// bool returns a bool of FlatZinc that has the value of an expression; ints are true unless they are 0.
func (t *translator) bool(e expr) (string, error) {
	if !e.call && e.name == "" {
		return strconv.FormatBool(e.n != 0), nil
	}
	if !e.call || !isBool(e.name) {
		e = expr{name: "ne", call: true, args: []expr{e, {}}}
	}
	result := t.newBool()
	if e.name == "in" || e.name == "notin" {
		x, set, err := t.membership(e)
		if err != nil {
			return "", err
		}
		inside := result
		if e.name == "notin" {
			inside = t.newBool()
			t.state("bool_not(%s,%s)", inside, result)
		}
		t.state("set_in_reif(%s,{%s},%s)", x, set, inside)
		return result, nil
	}
	if _, ok := comparisons[e.name]; ok {
		return result, t.comparison(e, result)
	}
	list, err := t.boolsOf(e)
	if err != nil {
		return "", err
	}
	switch e.name {
	case "not":
		t.state("bool_not(%s,%s)", list[0], result)
	case "and", "or":
		t.state("array_bool_%s([%s],%s)", e.name, strings.Join(list, ","), result)
	case "imp":
		t.state("bool_clause_reif([%s],[%s],%s)", list[1], list[0], result)
	case "xor", "iff":
		// Equal bools: an even number of them is false. So iff and xor of several are parities.
		parity := list[0]
		for i, b := range list[1:] {
			next := result
			if i < len(list)-2 {
				next = t.newBool()
			}
			if e.name == "xor" {
				t.state("bool_xor(%s,%s,%s)", parity, b, next)
			} else {
				t.state("bool_eq_reif(%s,%s,%s)", parity, b, next)
			}
			parity = next
		}
	}
	return result, nil
}

// boolsOf returns the arguments of a logical function as bools.
func (t *translator) boolsOf(e expr) ([]string, error) {
	least, most := 2, -1
	switch e.name {
	case "not":
		least, most = 1, 1
	case "imp", "iff":
		most = 2
	case "and", "or":
		least = 1
	}
	if err := t.arity(e, least, most); err != nil {
		return nil, err
	}
	list := make([]string, len(e.args))
	for i, a := range e.args {
		var err error
		if list[i], err = t.bool(a); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// comparison states a comparison, or makes a bool true exactly if it holds. eq may have several arguments.
func (t *translator) comparison(e expr, reified string) error {
	most := 2
	if e.name == "eq" {
		most = -1
	}
	if err := t.arity(e, 2, most); err != nil {
		return err
	}
	args := make([]lin, len(e.args))
	for i, a := range e.args {
		var err error
		if args[i], err = t.int(a); err != nil {
			return err
		}
	}
	if len(args) == 2 {
		return t.compare(e.name, args[0], args[1], reified)
	}
	var all []string
	for _, a := range args[1:] {
		one := ""
		if reified != "" {
			one = t.newBool()
			all = append(all, one)
		}
		if err := t.compare("eq", args[0], a, one); err != nil {
			return err
		}
	}
	if reified != "" {
		t.state("array_bool_and([%s],%s)", strings.Join(all, ","), reified)
	}
	return nil
}

// membership returns the variable and the values of in(X,set(...)).
func (t *translator) membership(e expr) (x, values string, err error) {
	if err = t.arity(e, 2, 2); err != nil {
		return "", "", err
	}
	set := e.args[1]
	if !set.call || set.name != "set" {
		return "", "", t.current.unsupported("in: expected set(...)")
	}
	numbers := make([]int, len(set.args))
	for i, a := range set.args {
		if a.call || a.name != "" {
			return "", "", t.current.unsupported("in: expected a set of numbers")
		}
		numbers[i] = a.n
	}
	l, err := t.int(e.args[0])
	if err != nil {
		return "", "", err
	}
	return t.atom(l), join(numbers), nil
}

// require states that an expression is true.
func (t *translator) require(e expr) error {
	if _, ok := comparisons[e.name]; ok && e.call {
		return t.comparison(e, "")
	}
	switch {
	case e.call && e.name == "and":
		for _, a := range e.args {
			if err := t.require(a); err != nil {
				return err
			}
		}
		return nil
	case e.call && e.name == "in":
		x, set, err := t.membership(e)
		if err != nil {
			return err
		}
		t.state("set_in(%s,{%s})", x, set)
		return nil
	case e.call && (e.name == "or" || e.name == "imp"):
		list, err := t.boolsOf(e)
		if err != nil {
			return err
		}
		if e.name == "or" {
			t.state("bool_clause([%s],[])", strings.Join(list, ","))
		} else {
			t.state("bool_clause([%s],[%s])", list[1], list[0])
		}
		return nil
	}
	b, err := t.bool(e)
	if err != nil {
		return err
	}
	t.state("bool_eq(%s,true)", b)
	return nil
}
