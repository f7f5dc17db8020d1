package xcsp3

import (
	"iter"
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
		n.failf(" has no <%s>", name)
	case len(all) > 1:
		n.unsupported("several elements <%s> are not supported", name)
	}
	all[0].refuse("as")
	return all[0]
}

// refuse returns an error if n has a child or attribute with one of the given names.
func (n *node) refuse(names ...string) {
	for _, name := range names {
		n.support(n.child(name) == nil && n.attr(name) == "", "%s is not supported", name)
	}
}

// rangeText is a range of numbers, such as -1..3.
var rangeText = parse.Pattern(`^-?\d+\.\.-?\d+$`)

// integer sets a number to the value of an attribute, if there is one.
func (n *node) integer(name string, value *int) {
	text := n.attr(name)
	if text == "" {
		return
	}
	v, err := strconv.Atoi(text)
	n.need(err == nil && max(v, -v) <= maxElements, ": expected a number as %s, got %q", name, text)
	*value = v
}

// list returns the elements of a list as expressions. Numbers may be given as ranges.
func (t *translator) list(n *node) []expr {
	words := t.expand(n, n.text)
	list := make([]expr, 0, len(words))
	for _, word := range words {
		if rangeText().MatchString(word) {
			for _, v := range numbers(n, word) {
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
			_, _, columns = t.reference(n, words[0], true)
		}
		n.need(columns != 0 && len(list)%columns == 0,
			": expected tuples or a part of an array in two dimensions, got %.30q", text)
		return slices.Collect(slices.Chunk(list, columns))
	}
	for row := range n.tuples("tuples in parentheses") {
		list := t.list(n.withText(strings.Join(splitArguments(row), " ")))
		rows = append(rows, list)
		n.need(len(list) == len(rows[0]), ": rows of %d and of %d elements", len(rows[0]), len(list))
	}
	return rows
}

// tuples yields the texts in the parentheses of "(a,b)(c,f(d))". An error says what is expected.
func (n *node) tuples(expected string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text := strings.TrimSpace(n.text); text != ""; {
			inside, rest, ok := cutTuple(text)
			n.need(ok, ": expected %s, got %.30q", expected, text)
			if !yield(inside) {
				return
			}
			text = strings.TrimSpace(rest)
		}
	}
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
func splitArguments(text string) []string {
	return split(strings.Join(strings.Fields(text), ""), ",", "({", ")}")
}

// splitWords splits a text at white space outside of parentheses.
func splitWords(text string) []string {
	return slices.DeleteFunc(split(text, " \t\r\n", "(", ")"), func(word string) bool { return word == "" })
}

// split splits a text at separators outside of brackets.
func split(text, separators, opening, closing string) (words []string) {
	depth, start := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte(opening, c) >= 0:
			depth++
		case strings.IndexByte(closing, c) >= 0:
			depth--
		case depth == 0 && strings.IndexByte(separators, c) >= 0:
			words = append(words, text[start:i])
			start = i + 1
		}
	}
	return append(words, text[start:])
}

func columnsOf(rows [][]expr) (all [][]expr) {
	if len(rows) > 0 {
		for k := range rows[0] {
			all = append(all, build.Grid(rows).Column(k))
		}
	}
	return all
}

// conditionOf states that x fulfils the condition of a constraint.
func (t *translator) conditionOf(n *node, x expr) { t.conditionIn(n.part("condition"), x) }

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
	switch {
	case isComparison(op):
		return functions[op].of([]expr{x, t.parseExpr(operand)})
	case rangeText().MatchString(operand):
		holds = between(c, x, operand)
	default:
		holds = x.In(numbers(c, strings.NewReplacer("{", " ", "}", " ", ",", " ").Replace(operand))...)
	}
	if op == "notin" {
		return build.Not(holds)
	}
	return holds
}

// between returns the expression that x is in a range.
func between(n *node, x expr, interval string) expr {
	lo, hi := integers(n, interval)
	return build.And(x.Ge(lo), x.Le(hi))
}

// operator returns the two parts of a condition.
func (t *translator) operator(c *node) (op, operand string) {
	text := strings.Join(strings.Fields(c.text), "")
	inside, rest, ok := cutTuple(text)
	op, operand, comma := strings.Cut(inside, ",")
	c.need(ok && rest == "" && comma, ": expected (OPERATOR,OPERAND), got %q", text)
	c.need(isComparison(op) || op == "in" || op == "notin", ": unknown operator %q", op)
	return op, operand
}
