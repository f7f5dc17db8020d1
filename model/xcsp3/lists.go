package xcsp3

import (
	"strconv"
	"strings"

	"nonet/model/pattern"
)

// part returns the only child with a name. A constraint without children is its own list or function.
func (n *node) part(name string) (*node, error) {
	all := n.named(name)
	switch {
	case len(n.children) == 0 && (name == "list" || name == "function"):
		return n, nil
	case len(all) == 0:
		return nil, n.at.errorf("<%s> has no <%s>", n.name, name)
	case len(all) > 1:
		return nil, n.unsupported("several elements <" + name + "> are not supported")
	}
	return all[0], all[0].refuse("as")
}

// refuse returns an error if n has a child or attribute with one of the given names.
func (n *node) refuse(names ...string) error {
	for _, name := range names {
		if n.child(name) != nil || n.attr(name) != "" {
			return n.unsupported(name + " is not supported")
		}
	}
	return nil
}

// rangeText is a range of numbers, such as -1..3.
var rangeText = pattern.Lazy(`^-?\d+\.\.-?\d+$`)

// integer sets a number to the value of an attribute, if there is one.
func (n *node) integer(name string, value *int) error {
	text := n.attr(name)
	if text == "" {
		return nil
	}
	v, err := strconv.Atoi(text)
	if err != nil || v > maxElements || v < -maxElements {
		return n.at.errorf("<%s>: expected a number as %s, got %q", n.name, name, text)
	}
	*value = v
	return nil
}

// list returns the elements of a list as linear expressions. Numbers may be given as ranges or repetitions.
func (t *translator) list(n *node) ([]lin, error) {
	words, err := t.expand(n, n.text)
	if err != nil {
		return nil, err
	}
	list := make([]lin, 0, len(words))
	for _, word := range words {
		if strings.IndexByte("-0123456789", word[0]) >= 0 && strings.ContainsAny(word, ".x") {
			values, err := numbers(n, word)
			if err != nil {
				return nil, err
			}
			for _, v := range values {
				list = append(list, lin{c: v})
			}
			continue
		}
		l, err := t.value(word)
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}

// listOf returns the elements of the list that a part of a constraint has.
func (t *translator) listOf(n *node, name string) ([]lin, error) {
	c, err := n.part(name)
	if err != nil {
		return nil, err
	}
	return t.list(c)
}

// atomsOf is listOf with variables and numbers of FlatZinc.
func (t *translator) atomsOf(n *node, name string) ([]string, error) {
	list, err := t.listOf(n, name)
	return t.atoms(list), err
}

// atoms returns linear expressions as variables and numbers of FlatZinc.
func (t *translator) atoms(list []lin) []string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = t.atom(l)
	}
	return words
}

// value returns the value of an expression.
func (t *translator) value(text string) (lin, error) {
	e, err := t.parseExpr(text)
	if err != nil {
		return lin{}, err
	}
	return t.int(e)
}

// valueOf returns the value of an expression that a part of a constraint has.
func (t *translator) valueOf(n *node, name string) (lin, error) {
	c, err := n.part(name)
	if err != nil {
		return lin{}, err
	}
	return t.value(c.text)
}

// matrix returns the rows of a matrix: tuples such as (x,y)(z,1), or a part of an array in two dimensions.
func (t *translator) matrix(n *node) (rows [][]lin, err error) {
	text := strings.TrimSpace(n.text)
	if !strings.HasPrefix(text, "(") {
		list, err := t.list(n)
		if err != nil {
			return nil, err
		}
		columns := 0
		if words := strings.Fields(text); len(words) == 1 {
			columns = t.columns(words[0])
		}
		if columns == 0 || len(list)%columns != 0 {
			return nil, n.at.errorf("<%s>: expected tuples or a part of an array in two dimensions, got %.30q", n.name,
				text)
		}
		for ; len(list) > 0; list = list[columns:] {
			rows = append(rows, list[:columns])
		}
		return rows, nil
	}
	for len(text) > 0 {
		row, rest, ok := cutTuple(text)
		if !ok {
			return nil, n.at.errorf("<%s>: expected tuples in parentheses, got %.20q", n.name, text)
		}
		line := *n
		line.text = strings.Join(splitArguments(row), " ")
		list, err := t.list(&line)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 && len(list) != len(rows[0]) {
			return nil, n.at.errorf("<%s>: rows of %d and of %d elements", n.name, len(rows[0]), len(list))
		}
		rows, text = append(rows, list), strings.TrimSpace(rest)
	}
	return rows, nil
}

// columns returns the number of columns of a reference such as x[][] or x[2][][1..3], or 0 if it has no two dimensions.
func (t *translator) columns(word string) int {
	id, rest, _ := strings.Cut(word, "[")
	a := t.arrays[id]
	if a == nil {
		return 0
	}
	dimensions, columns := 0, 0
	for k, part := range strings.Split(rest, "[") {
		text := strings.TrimSuffix(part, "]")
		first, last, isRange := strings.Cut(text, "..")
		switch {
		case text == "" && k < len(a.sizes):
			columns = a.sizes[k]
		case isRange:
			lo, _ := strconv.Atoi(first) // list has checked the numbers
			hi, _ := strconv.Atoi(last)
			columns = hi - lo + 1
		default:
			continue
		}
		dimensions++
	}
	if dimensions != 2 {
		return 0
	}
	return columns
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

// splitArguments splits a text at commas outside of parentheses, and drops white space.
func splitArguments(text string) (words []string) {
	depth, start := 0, 0
	text = strings.Join(strings.Fields(text), "")
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
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
func lines(rows [][]lin) [][]lin {
	all := rows
	for k := range rows[0] {
		var column []lin
		for _, row := range rows {
			column = append(column, row[k])
		}
		all = append(all, column)
	}
	return all
}

// conditionOf states that l fulfils the condition of a constraint.
func (t *translator) conditionOf(n *node, l lin) error {
	c := n.child("condition")
	if c == nil {
		return n.at.errorf("<%s> has no <condition>", n.name)
	}
	return t.condition(c, l, "")
}

// condition states that l fulfils a condition such as (le,10), (in,1..5) or (eq,x), or makes a bool true exactly then.
func (t *translator) condition(c *node, l lin, reified string) error {
	op, operand, err := t.operator(c)
	if err != nil {
		return err
	}
	if op == "in" || op == "notin" {
		set := operand
		if !rangeText().MatchString(operand) {
			values, err := numbers(c, strings.NewReplacer("{", " ", "}", " ", ",", " ").Replace(operand))
			if err != nil {
				return err
			}
			set = "{" + join(values) + "}"
		}
		return t.member(t.atom(l), set, op == "in", reified)
	}
	right, err := t.value(operand)
	if err != nil {
		return err
	}
	return t.compare(op, l, right, reified)
}

// operator returns the two parts of a condition.
func (t *translator) operator(c *node) (op, operand string, err error) {
	text := strings.Join(strings.Fields(c.text), "")
	inside, rest, ok := cutTuple(text)
	op, operand, comma := strings.Cut(inside, ",")
	if !ok || rest != "" || !comma {
		return "", "", c.at.errorf("<condition>: expected (OPERATOR,OPERAND), got %q", text)
	}
	if _, ok := comparisons[op]; !ok && op != "in" && op != "notin" {
		return "", "", c.at.errorf("<condition>: unknown operator %q", op)
	}
	return op, operand, nil
}

// member states that x is in a set, or is not, or makes a bool true exactly then.
func (t *translator) member(x, set string, inside bool, reified string) error {
	switch {
	case inside && reified == "":
		t.state("set_in(%s,%s)", x, set)
	case inside:
		t.state("set_in_reif(%s,%s,%s)", x, set, reified)
	case reified == "":
		t.state("set_in_reif(%s,%s,false)", x, set)
	default:
		b := t.newBool()
		t.state("set_in_reif(%s,%s,%s)", x, set, b)
		t.state("bool_not(%s,%s)", b, reified)
	}
	return nil
}
