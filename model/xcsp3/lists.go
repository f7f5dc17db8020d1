package xcsp3

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/build"
)

// part returns the only child with a name. A constraint without children is its own list or function.
func (n *node) part(name string) *node {
	all := n.named(name)
	switch {
	case len(n.children) == 0 && (name == "list" || name == "function"):
		return n
	case len(all) == 0:
		panic(n.at.errorf("<%s> has no <%s>", n.name, name))
	case len(all) > 1:
		panic(n.unsupported("several elements <" + name + "> are not supported"))
	}
	all[0].refuse("as")
	return all[0]
}

// refuse returns an error if n has a child or attribute with one of the given names.
func (n *node) refuse(names ...string) {
	for _, name := range names {
		if n.child(name) != nil || n.attr(name) != "" {
			panic(n.unsupported(name + " is not supported"))
		}
	}
}

// rangeText is a range of numbers, such as -1..3.
var rangeText = parse.Pattern(`^(-?\d+)\.\.(-?\d+)$`)

// integer sets a number to the value of an attribute, if there is one.
func (n *node) integer(name string, value *int) {
	text := n.attr(name)
	if text == "" {
		return
	}
	v, err := strconv.Atoi(text)
	if err != nil || v > maxElements || v < -maxElements {
		panic(n.at.errorf("<%s>: expected a number as %s, got %q", n.name, name, text))
	}
	*value = v
}

// list returns the elements of a list as expressions. Numbers may be given as ranges or repetitions.
func (t *translator) list(n *node) []expr {
	words := t.expand(n, n.text)
	list := make([]expr, 0, len(words))
	for _, word := range words {
		if strings.IndexByte("-0123456789", word[0]) >= 0 && strings.ContainsAny(word, ".x") {
			values := numbers(n, word)
			for _, v := range values {
				list = append(list, build.Const(v))
			}
			continue
		}
		list = append(list, t.parseExpr(word))
	}
	return list
}

// listOf returns the elements of the list that a part of a constraint has.
func (t *translator) listOf(n *node, name string) []expr {
	return t.list(n.part(name))
}

// partOf returns the expression that a part of a constraint has.
func (t *translator) partOf(n *node, name string) expr {
	return t.parseExpr(n.part(name).text)
}

// matrix returns the rows of a matrix: tuples such as (x,y)(z,1), or a part of an array in two dimensions.
func (t *translator) matrix(n *node) (rows [][]expr) {
	text := strings.TrimSpace(n.text)
	if !strings.HasPrefix(text, "(") {
		list := t.list(n)
		columns := 0
		if words := strings.Fields(text); len(words) == 1 && strings.Contains(text, "[") {
			_, columns = t.reference(n, words[0], false)
		}
		if columns == 0 || len(list)%columns != 0 {
			panic(n.at.errorf("<%s>: expected tuples or a part of an array in two dimensions, got %.30q", n.name, text))
		}
		for ; len(list) > 0; list = list[columns:] {
			rows = append(rows, list[:columns])
		}
		return rows
	}
	for len(text) > 0 {
		row, rest, ok := cutTuple(text)
		if !ok {
			panic(n.at.errorf("<%s>: expected tuples in parentheses, got %.20q", n.name, text))
		}
		line := *n
		line.text = strings.Join(splitArguments(row), " ")
		list := t.list(&line)
		if len(rows) > 0 && len(list) != len(rows[0]) {
			panic(n.at.errorf("<%s>: rows of %d and of %d elements", n.name, len(rows[0]), len(list)))
		}
		rows, text = append(rows, list), strings.TrimSpace(rest)
	}
	return rows
}

// cutTuple splits "(a,f(b))rest" after the parenthesis that closes the first one.
func cutTuple(text string) (inside, rest string, ok bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:], true
			}
		}
		if depth == 0 {
			break
		}
	}
	return "", "", false
}

// splitArguments splits a text at commas outside of parentheses and braces, and drops white space.
func splitArguments(text string) (words []string) {
	depth, start := 0, 0
	text = strings.Join(strings.Fields(text), "")
	for i := range len(text) {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				words = append(words, text[start:i])
				start = i + 1
			}
		}
	}
	return append(words, text[start:])
}

// lines returns the rows and then the columns of a matrix.
func lines(rows [][]expr) [][]expr {
	all := slices.Clone(rows)
	for k := range rows[0] {
		all = append(all, build.Grid(rows).Column(k))
	}
	return all
}

// conditionOf states that x fulfils the condition of a constraint.
func (t *translator) conditionOf(n *node, x expr) {
	c := n.child("condition")
	if c == nil {
		panic(n.at.errorf("<%s> has no <condition>", n.name))
	}
	t.conditionIn(c, x)
}

// conditionIn states that x fulfils the condition c.
func (t *translator) conditionIn(c *node, x expr) {
	t.add(t.condition(c, x))
}

// condition returns the expression that x fulfils a condition such as (le,10), (in,1..5) or (eq,x).
func (t *translator) condition(c *node, x expr) expr {
	op, operand := t.operator(c)
	return t.compared(c, x, op, operand)
}

// compared returns the expression that x is related to an operand, as in a condition.
func (t *translator) compared(c *node, x expr, op, operand string) (holds expr) {
	if op == "in" || op == "notin" {
		if m := rangeText().FindStringSubmatch(operand); m != nil {
			holds = between(c, x, m)
		} else {
			holds = x.In(numbers(c, strings.NewReplacer("{", " ", "}", " ", ",", " ").Replace(operand))...)
		}
		if op == "notin" {
			holds = build.Not(holds)
		}
		return holds
	}
	right := t.parseExpr(operand)
	compare, _ := comparison(op)
	return compare(x, right)
}

// between returns the expression that x is in a range, a match of rangeText.
func between(n *node, x expr, interval []string) expr {
	lo, err1 := strconv.Atoi(interval[1])
	hi, err2 := strconv.Atoi(interval[2])
	if err1 != nil || err2 != nil {
		panic(n.at.errorf("<%s>: expected integers, got %q", n.name, interval[0]))
	}
	return build.And(x.Ge(lo), x.Le(hi))
}

// operator returns the two parts of a condition.
func (t *translator) operator(c *node) (op, operand string) {
	text := strings.Join(strings.Fields(c.text), "")
	inside, rest, ok := cutTuple(text)
	op, operand, comma := strings.Cut(inside, ",")
	if !ok || rest != "" || !comma {
		panic(c.at.errorf("<condition>: expected (OPERATOR,OPERAND), got %q", text))
	}
	if _, ok := comparison(op); !ok && op != "in" && op != "notin" {
		panic(c.at.errorf("<condition>: unknown operator %q", op))
	}
	return op, operand
}
