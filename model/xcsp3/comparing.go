package xcsp3

import (
	"slices"
	"strconv"
	"strings"
)

// allDifferent states that the elements of a list, of each row and column of a matrix, or several lists, are different.
func (t *translator) allDifferent(n *node) error {
	except := n.child("except")
	if m := n.child("matrix"); m != nil {
		rows, err := t.matrix(m)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, line := range lines(rows) {
			if err := t.different(line, except); err != nil {
				return err
			}
		}
		return nil
	}
	if len(n.named("list")) > 1 {
		return t.differentLists(n, except)
	}
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	return t.different(list, except)
}

// different states that the elements of a list are different, without the values that except has; it may be nil.
func (t *translator) different(list []lin, except *node) error {
	words := strings.Join(t.atoms(list), ",")
	if except == nil {
		t.state("fzn_all_different_int([%s])", words)
		return nil
	}
	values, err := numbers(except, except.text)
	if err != nil {
		return err
	}
	t.state("nonet_all_different_except([%s],{%s})", words, join(values))
	return nil
}

// differentLists states that each two lists differ at some position, or that one of them is an exception.
func (t *translator) differentLists(n, except *node) error {
	lists, err := t.equalLists(n)
	if err != nil {
		return err
	}
	var tuplesOf [][]string
	if except != nil {
		if tuplesOf, err = tuples(except, len(lists[0])); err != nil {
			return err
		}
	}
	for i, x := range lists {
		var regular []string // for each exception, the bool that list i is another one
		for _, tuple := range tuplesOf {
			var differs []string
			for k, value := range tuple {
				if value == star {
					return except.unsupported("* is not supported")
				}
				differs = append(differs, t.differ(x[k], value))
			}
			b := t.newBool()
			t.state("array_bool_or([%s],%s)", strings.Join(differs, ","), b)
			regular = append(regular, b)
		}
		for _, y := range lists[:i] {
			var differs []string
			for k := range x {
				differs = append(differs, t.differ(x[k], y[k]))
			}
			t.state("bool_clause([%s],[%s])", strings.Join(differs, ","), strings.Join(regular, ","))
		}
	}
	return nil
}

// equalLists returns the lists of a constraint, which must have the same length.
func (t *translator) equalLists(n *node) (lists [][]string, err error) {
	for _, c := range n.named("list") {
		list, err := t.list(c)
		if err != nil {
			return nil, err
		}
		if len(lists) > 0 && len(list) != len(lists[0]) {
			return nil, c.at.errorf("<list>: lists of %d and of %d elements", len(lists[0]), len(list))
		}
		lists = append(lists, t.atoms(list))
	}
	return lists, nil
}

func (t *translator) allEqual(n *node) error {
	if err := n.refuse("except"); err != nil {
		return err
	}
	words, err := t.atomsOf(n, "list")
	for i := 1; i < len(words) && err == nil; i++ {
		t.state("int_eq(%s,%s)", words[0], words[i])
	}
	return err
}

// order returns the operator of ordered or lex: lt, le, ge or gt.
func (n *node) order() (string, error) {
	op := n.attr("case")
	if c := n.child("operator"); c != nil {
		op = strings.TrimSpace(c.text)
	}
	if c, ok := comparisons[op]; !ok || c.relation != "le" {
		return "", n.at.errorf("<%s>: expected the operator lt, le, ge or gt, got %q", n.name, op)
	}
	return op, nil
}

// ordered states that each element of a list, plus its length, is related to the next element.
func (t *translator) ordered(n *node) error {
	op, err := n.order()
	if err != nil {
		return err
	}
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	lengths := make([]lin, len(list))
	if c := n.child("lengths"); c != nil {
		if lengths, err = t.list(c); err != nil {
			return err
		}
		if len(lengths) < len(list)-1 {
			return c.at.errorf("<lengths>: %d lengths for %d variables", len(lengths), len(list))
		}
	}
	for i := 1; i < len(list) && err == nil; i++ {
		var end lin
		if end, err = t.plus(list[i-1], lengths[i-1], 1); err == nil {
			err = t.compare(op, end, list[i], "")
		}
	}
	return err
}

// lex states that lists, or the rows and the columns of a matrix, are in lexicographic order.
func (t *translator) lex(n *node) error {
	op, err := n.order()
	if err != nil {
		return err
	}
	if m := n.child("matrix"); m != nil {
		rows, err := t.matrix(m)
		if err != nil || len(rows) == 0 {
			return err
		}
		all := lines(rows)
		words := make([][]string, len(all))
		for i, line := range all {
			words[i] = t.atoms(line)
		}
		t.inOrder(op, words[:len(rows)])
		t.inOrder(op, words[len(rows):])
		return nil
	}
	lists, err := t.equalLists(n)
	if err == nil {
		t.inOrder(op, lists)
	}
	return err
}

func (t *translator) inOrder(op string, lists [][]string) {
	for i := 1; i < len(lists); i++ {
		x, y := lists[i-1], lists[i]
		if comparisons[op].swapped {
			x, y = y, x
		}
		name := "fzn_lex_lesseq_int"
		if comparisons[op].add > 0 {
			name = "fzn_lex_less_int"
		}
		t.state("%s([%s],[%s])", name, strings.Join(x, ","), strings.Join(y, ","))
	}
}

// precedence states that a list takes values for the first time in the order of the values; without values, in the
// order of all values of the domains. If they are covered, the list takes all of them.
func (t *translator) precedence(n *node) error {
	list, err := t.atomsOf(n, "list")
	if err != nil {
		return err
	}
	c := n.child("values")
	var values []int
	if c == nil {
		if values, err = t.valuesOf(n, list); err != nil {
			return err
		}
	} else if values, err = numbers(c, c.text); err != nil {
		return err
	}
	words := strings.Join(list, ",")
	t.state("fzn_value_precede_chain_int([%s],[%s])", join(values), words)
	if len(values) > 0 && (n.attr("covered") == "true" || c != nil && c.attr("covered") == "true") {
		return t.compare("ge", t.result("nonet_count([%s],[%d],%s)", words, values[len(values)-1]), lin{c: 1}, "")
	}
	return nil
}

// valuesOf returns the values in the domains of a list of variables and numbers, in increasing order.
func (t *translator) valuesOf(n *node, list []string) (values []int, err error) {
	for _, word := range list {
		d, ok := t.domains[word]
		if v, err := strconv.Atoi(word); err == nil {
			d.values = []int{v}
		} else if !ok {
			return nil, n.unsupported("expressions are not supported here")
		}
		values = append(values, d.values...)
	}
	slices.Sort(values)
	return slices.Compact(values), nil
}
