package xcsp3

import (
	"slices"
	"strconv"
	"strings"
)

// extremum states that the minimum or the maximum of a list fulfils a condition.
func (t *translator) extremum(n *node) error {
	if err := n.refuse("index"); err != nil {
		return err
	}
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return n.at.errorf("<%s> has no elements", n.name)
	}
	return t.conditionOf(n, t.extreme(n.name[:3], list))
}

// extremumArg states that an index of the minimum or the maximum of a list fulfils a condition.
func (t *translator) extremumArg(n *node) error {
	if rank := n.attr("rank"); rank != "" && rank != "any" {
		return n.unsupported("rank " + rank + " is not supported")
	}
	l, err := n.part("list")
	if err != nil {
		return err
	}
	start := 0
	if err := l.integer("startIndex", &start); err != nil {
		return err
	}
	list, err := t.list(l)
	if err != nil {
		return err
	}
	c := n.child("condition")
	if len(list) == 0 || c == nil {
		return n.at.errorf("<%s>: expected a list with elements and a <condition>", n.name)
	}
	best := t.extreme(n.name[:3], list)
	var some []string
	for i, x := range list {
		isBest, fulfils, both := t.newBool(), t.newBool(), t.newBool()
		if err := t.compare("eq", x, best, isBest); err != nil {
			return err
		}
		if err := t.condition(c, lin{c: start + i}, fulfils); err != nil {
			return err
		}
		t.state("bool_and(%s,%s,%s)", isBest, fulfils, both)
		some = append(some, both)
	}
	t.state("bool_clause([%s],[])", strings.Join(some, ","))
	return nil
}

// elementConstraint states that the element of a list or of a matrix at an index, or some element if there is no index,
// has a value or fulfils a condition.
func (t *translator) elementConstraint(n *node) error {
	index := n.child("index")
	if index != nil && index.attr("rank") != "" && index.attr("rank") != "any" {
		return index.unsupported("rank " + index.attr("rank") + " is not supported")
	}
	condition := n.child("condition")
	if v := n.child("value"); v != nil {
		c := *v
		c.text = "(eq," + v.text + ")"
		condition = &c
	}
	if condition == nil {
		return n.at.errorf("<element>: expected <value> or <condition>")
	}
	if m := n.child("matrix"); m != nil {
		element, err := t.elementOfMatrix(n, m)
		if err != nil {
			return err
		}
		return t.condition(condition, element, "")
	}
	l, err := n.part("list")
	if err != nil {
		return err
	}
	list, err := t.list(l)
	if err != nil {
		return err
	}
	if index == nil {
		some := make([]string, len(list))
		for i, x := range list {
			some[i] = t.newBool()
			if err := t.condition(condition, x, some[i]); err != nil {
				return err
			}
		}
		t.state("bool_clause([%s],[])", strings.Join(some, ","))
		return nil
	}
	start := 0
	if err := l.integer("startIndex", &start); err != nil {
		return err
	}
	i, err := t.value(index.text)
	if err != nil {
		return err
	}
	if i, err = t.plus(i, lin{c: 1 - start}, 1); err != nil {
		return err
	}
	return t.condition(condition, t.element(t.atom(i), t.atoms(list)), "")
}

// elementOfMatrix returns the element of a matrix at two indices.
func (t *translator) elementOfMatrix(n, m *node) (element lin, err error) {
	rows, err := t.matrix(m)
	if err != nil {
		return element, err
	}
	indices, err := t.listOf(n, "index")
	if err != nil {
		return element, err
	}
	if len(rows) == 0 || len(indices) != 2 {
		return element, n.at.errorf("<element>: expected a matrix with elements and two indices")
	}
	startRow, startColumn := 0, 0
	if err := m.integer("startRowIndex", &startRow); err != nil {
		return element, err
	}
	if err := m.integer("startColIndex", &startColumn); err != nil {
		return element, err
	}
	columns := len(rows[0])
	t.state("set_in(%s,%d..%d)", t.atom(indices[1]), startColumn, startColumn+columns-1)
	position, err := t.plus(lin{c: 1 - startRow*columns - startColumn}, indices[0], columns)
	if err != nil {
		return element, err
	}
	if position, err = t.plus(position, indices[1], 1); err != nil {
		return element, err
	}
	var flat []lin
	for _, row := range rows {
		flat = append(flat, row...)
	}
	return t.element(t.atom(position), t.atoms(flat)), nil
}

// channel states that two lists are inverse, that a list is its own inverse, or that a value is the index of the only
// element of a list that is 1.
func (t *translator) channel(n *node) error {
	lists := n.named("list")
	if len(n.children) == 0 {
		lists = []*node{n}
	}
	if len(lists) == 0 || len(lists) > 2 {
		return n.at.errorf("<channel>: expected one <list> or two")
	}
	words, starts := make([]string, 2), make([]int, 2)
	var first []lin
	for k := range 2 {
		l := lists[min(k, len(lists)-1)]
		if err := l.integer("startIndex", &starts[k]); err != nil {
			return err
		}
		list, err := t.list(l)
		if err != nil {
			return err
		}
		words[k] = strings.Join(t.atoms(list), ",")
		if k == 0 {
			first = list
		}
	}
	if n.child("value") == nil {
		t.state("nonet_inverse([%s],%d,[%s],%d)", words[0], starts[0], words[1], starts[1])
		return nil
	}
	index, err := t.valueOf(n, "value")
	if err == nil {
		index, err = t.plus(index, lin{c: 1 - starts[0]}, 1)
	}
	if err != nil {
		return err
	}
	t.state("nonet_count([%s],[1],1)", words[0])
	return t.compare("eq", t.element(t.atom(index), t.atoms(first)), lin{c: 1}, "")
}

// circuit states that the successors of nodes form one circuit of at least two nodes; a node that is its own successor
// is not on the circuit.
func (t *translator) circuit(n *node) error {
	l, err := n.part("list")
	if err != nil {
		return err
	}
	list, err := t.list(l)
	if err != nil {
		return err
	}
	start := 0
	if err := n.integer("startIndex", &start); err != nil {
		return err
	}
	if err := l.integer("startIndex", &start); err != nil {
		return err
	}
	var size string
	if n.child("size") == nil {
		size = t.newInt()
	} else {
		l, err := t.valueOf(n, "size")
		if err != nil {
			return err
		}
		size = t.atom(l)
	}
	t.state("nonet_circuit([%s],%d,%s)", strings.Join(t.atoms(list), ","), start, size)
	t.state("int_le(2,%s)", size)
	return nil
}

func (t *translator) instantiation(n *node) error {
	words, err := t.atomsOf(n, "list")
	if err != nil {
		return err
	}
	v := n.child("values")
	if v == nil {
		return n.at.errorf("<instantiation> has no <values>")
	}
	values := strings.Fields(v.text)
	if !slices.Contains(values, "*") {
		list, err := numbers(v, v.text)
		if err != nil {
			return err
		}
		values = strings.Split(join(list), ",")
	}
	if len(values) != len(words) {
		return v.at.errorf("<values>: %d values for %d variables", len(values), len(words))
	}
	for i, word := range words {
		if values[i] == "*" {
			continue
		}
		if _, err := strconv.Atoi(values[i]); err != nil {
			return v.at.errorf("<values>: expected a number or *, got %q", values[i])
		}
		t.state("int_eq(%s,%s)", word, values[i])
	}
	return nil
}

// clause states that one of the elements of a list is 1, or is not(x) and x is 0.
func (t *translator) clause(n *node) error {
	c, err := n.part("list")
	if err != nil {
		return err
	}
	words, err := t.expand(c, c.text)
	if err != nil {
		return err
	}
	for i, word := range words {
		e, err := t.parseExpr(word)
		if err == nil {
			words[i], err = t.bool(e)
		}
		if err != nil {
			return err
		}
	}
	t.state("bool_clause([%s],[])", strings.Join(words, ","))
	return nil
}
