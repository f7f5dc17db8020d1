package xcsp3

import (
	"slices"
	"strings"

	"nonet/model/build"
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
	return t.conditionOf(n, functions[n.name[:3]].of(list))
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
	best := functions[n.name[:3]].of(list)
	var some []expr
	for i, x := range list {
		fulfils, err := t.condition(c, build.Const(start+i))
		if err != nil {
			return err
		}
		some = append(some, build.And(x.Eq(best), fulfils))
	}
	t.add(build.Or(some...))
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
		return t.conditionIn(condition, element)
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
		some := make([]expr, len(list))
		for i, x := range list {
			if some[i], err = t.condition(condition, x); err != nil {
				return err
			}
		}
		t.add(build.Or(some...))
		return nil
	}
	start := 0
	if err := l.integer("startIndex", &start); err != nil {
		return err
	}
	i, err := t.parseExpr(index.text)
	if err != nil {
		return err
	}
	return t.conditionIn(condition, build.Element(list, i.Minus(start)))
}

// elementOfMatrix returns the element of a matrix at two indices.
func (t *translator) elementOfMatrix(n, m *node) (element expr, err error) {
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
	row, column := indices[0].Minus(startRow), indices[1].Minus(startColumn)
	columns := len(rows[0])
	t.add(column.Ge(0), column.Lt(columns))
	return build.Element(slices.Concat(rows...), build.Sum(columns, row, column)), nil
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
	var both [2][]expr
	var starts [2]int
	for k := range 2 {
		l := lists[min(k, len(lists)-1)]
		if err := l.integer("startIndex", &starts[k]); err != nil {
			return err
		}
		var err error
		if both[k], err = t.list(l); err != nil {
			return err
		}
	}
	if n.child("value") == nil {
		t.add(build.Inverse(minus(both[0], starts[1]), minus(both[1], starts[0])))
		return nil
	}
	index, err := t.partOf(n, "value")
	if err == nil {
		t.add(build.Count(both[0], 1).Eq(1), build.Element(both[0], index.Minus(starts[0])).Eq(1))
	}
	return err
}

// minus returns the elements of a list minus a number.
func minus(list []expr, n int) []expr {
	if n == 0 {
		return list
	}
	all := make([]expr, len(list))
	for i, x := range list {
		all[i] = x.Minus(n)
	}
	return all
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
	list = minus(list, start)
	if n.child("size") == nil {
		arcs := make([]expr, len(list))
		for i, x := range list {
			arcs[i] = x.Ne(i)
		}
		t.add(build.Subcircuit(list...), build.Or(arcs...))
		return nil
	}
	size, err := t.partOf(n, "size")
	if err == nil {
		t.add(build.SubcircuitOfSize(list, size), size.Ge(2))
	}
	return err
}

func (t *translator) instantiation(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	v := n.child("values")
	if v == nil {
		return n.at.errorf("<instantiation> has no <values>")
	}
	var values []int
	free := map[int]bool{} // the positions of *
	for word := range strings.FieldsSeq(v.text) {
		if word == star {
			free[len(values)] = true
			word = "0"
		}
		more, err := numbers(v, word)
		if err != nil {
			return err
		}
		values = append(values, more...)
	}
	if len(values) != len(list) {
		return v.at.errorf("<values>: %d values for %d variables", len(values), len(list))
	}
	for i, x := range list {
		if !free[i] {
			t.add(x.Eq(values[i]))
		}
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
	literals := make([]expr, len(words))
	for i, word := range words {
		e, err := t.parseExpr(word)
		if err != nil {
			return err
		}
		literals[i] = truth(e)
	}
	t.add(build.Or(literals...))
	return nil
}
