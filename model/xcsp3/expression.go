package xcsp3

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

type expr = build.Expr

// A function of expressions has from least to most arguments; a most of -1 is no limit.
type function struct {
	least, most int
	of          func(x []expr) expr
}

func (f function) takes(args int) bool { return args >= f.least && (args <= f.most || f.most < 0) }

var functions = map[string]function{
	"add":  {1, -1, func(x []expr) expr { return build.Sum(x) }},
	"neg":  {1, 1, func(x []expr) expr { return x[0].Neg() }},
	"sub":  {2, 2, func(x []expr) expr { return x[0].Minus(x[1]) }},
	"mul":  {2, -1, product},
	"div":  {2, 2, func(x []expr) expr { return x[0].Div(x[1]) }},
	"mod":  {2, 2, func(x []expr) expr { return x[0].Mod(x[1]) }},
	"pow":  {2, 2, func(x []expr) expr { return x[0].Pow(x[1]) }},
	"abs":  {1, 1, func(x []expr) expr { return x[0].Abs() }},
	"sqr":  {1, 1, func(x []expr) expr { return x[0].Times(x[0]) }},
	"dist": {2, 2, func(x []expr) expr { return x[0].Minus(x[1]).Abs() }},
	"min":  {1, -1, func(x []expr) expr { return build.Min(x...) }},
	"max":  {1, -1, func(x []expr) expr { return build.Max(x...) }},
	"if":   {3, 3, func(x []expr) expr { return build.IfThenElse(truth(x[0]), x[1], x[2]) }},

	"eq": {2, -1, func(x []expr) expr { return build.AllEqual(x...) }},
	"ne": {2, -1, func(x []expr) expr { return build.AllDifferent(x...) }},
	"lt": {2, 2, func(x []expr) expr { return x[0].Lt(x[1]) }},
	"le": {2, 2, func(x []expr) expr { return x[0].Le(x[1]) }},
	"ge": {2, 2, func(x []expr) expr { return x[0].Ge(x[1]) }},
	"gt": {2, 2, func(x []expr) expr { return x[0].Gt(x[1]) }},

	"not": {1, 1, func(x []expr) expr { return build.Not(truth(x[0])) }},
	"and": {1, -1, func(x []expr) expr { return build.And(truths(x)...) }},
	"or":  {1, -1, func(x []expr) expr { return build.Or(truths(x)...) }},
	"xor": {2, -1, func(x []expr) expr { return build.Xor(truths(x)...) }},
	"iff": {2, -1, func(x []expr) expr { return build.AllEqual(truths(x)...) }},
	"imp": {2, 2, func(x []expr) expr { return build.If(truth(x[0]), truth(x[1])) }},
}

func isComparison(op string) bool {
	return slices.Contains([]string{"eq", "ne", "lt", "le", "ge", "gt"}, op)
}

// product returns the product of a list that is not empty.
func product(x []expr) expr {
	result := x[0]
	for _, y := range x[1:] {
		result = result.Times(y)
	}
	return result
}

// truth returns an expression as a Boolean one; ints are true unless they are 0.
func truth(x expr) expr {
	if x.IsBool() {
		return x
	}
	return x.Ne(0)
}

func truths(x []expr) []expr { return slice.Map(x, truth) }

// parseExpr parses a whole text as an expression.
func (t *translator) parseExpr(text string) expr {
	text = strings.Join(strings.Fields(text), "")
	e, rest := t.parsePrefix(text, 0)
	if rest != "" {
		t.current.failf(": expected the end of the expression, got %q", rest)
	}
	return e
}

// parsePrefix parses the expression with which text begins, and returns the rest.
func (t *translator) parsePrefix(text string, depth int) (e expr, rest string) {
	n := strings.IndexAny(text, "(),")
	if n < 0 {
		n = len(text)
	}
	word, rest := text[:n], text[n:]
	switch {
	case depth > maxDepth:
		t.current.failf(": expressions are nested more than %d deep", maxDepth)
	case word == "":
		t.current.failf(": expected an expression, got %q", text)
	case strings.HasPrefix(rest, "("):
		return t.parseCall(word, rest, depth)
	}
	if v, err := strconv.Atoi(word); err == nil {
		return build.Const(v), rest
	}
	return t.variableOf(word), rest
}

// parseCall parses the arguments of a function, which begin with a parenthesis.
func (t *translator) parseCall(name, rest string, depth int) (e expr, _ string) {
	var args []expr
	member := name == "in" || name == "notin"
	if strings.HasPrefix(rest, "()") {
		rest = rest[1:]
	}
	for rest[0] != ')' {
		var arg expr
		if member && len(args) == 1 {
			arg, rest = t.parseSet(args[0], rest[1:], depth+1)
		} else {
			arg, rest = t.parsePrefix(rest[1:], depth+1)
		}
		args = append(args, arg)
		if rest == "" || rest[0] != ')' && rest[0] != ',' {
			t.current.failf(": %s: expected \",\" or \")\"", name)
		}
	}
	rest = rest[1:]
	f, ok := functions[name]
	switch {
	case member && len(args) != 2, ok && !f.takes(len(args)):
		t.current.failf(": %s has %d arguments", name, len(args))
	case name == "in":
		return args[1], rest
	case member:
		return build.Not(args[1]), rest
	case !ok:
		t.current.unsupported("the function %s is not supported", name)
	}
	return f.of(args), rest
}

// parseSet parses a set with which text begins, such as set(1,3..5,add(y,1)) or 1..3, and returns the expression that x
// is in it.
func (t *translator) parseSet(x expr, text string, depth int) (holds expr, _ string) {
	rest, isSet := strings.CutPrefix(text, "set(")
	var some []expr
	var values []int
	for !isSet || !strings.HasPrefix(rest, ")") {
		word := rest[:max(0, strings.IndexAny(rest+")", "(),"))]
		v, err := strconv.Atoi(word)
		switch {
		case rangeText().MatchString(word):
			some = append(some, between(t.current, x, word))
		case !isSet:
			t.current.unsupported("in: expected set(...) or a range such as 1..3, got %q", word)
		case err == nil:
			values = append(values, v)
		default:
			var e expr
			e, rest = t.parsePrefix(rest, depth)
			some, word = append(some, x.Eq(e)), ""
		}
		if rest = rest[len(word):]; !isSet {
			return some[0], rest
		}
		rest = strings.TrimPrefix(rest, ",")
	}
	if some == nil {
		return x.In(values...), rest[1:]
	}
	return build.Or(append(some, x.In(values...))...), rest[1:]
}

func (t *translator) variableOf(word string) expr {
	if index, ok := strings.CutPrefix(word, "$"); ok {
		if i, err := strconv.Atoi(index); err == nil && i >= 0 && i < len(t.variables) {
			return t.variables[i]
		}
	}
	a, list, _ := t.reference(t.current, word, true)
	if len(list) != 1 {
		t.current.failf(": expected a single variable, got %q", word)
	}
	return t.variables[a.variables[list[0]]]
}

// add adds constraints that belong to the current element, or collects them for a constraint of constraints.
func (t *translator) add(constraints ...build.Constraint) {
	if t.added += len(constraints); t.inside != nil {
		*t.inside = append(*t.inside, constraints...)
		return
	}
	at := t.current.at
	t.b.AddAt(build.Origin{Line: at.line, Column: at.column, Name: t.current.name}, constraints...)
}
