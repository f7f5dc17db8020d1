package xcsp3

import (
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// allDifferent states that the elements of a list, of each row and column of a matrix, or several lists, are different.
func (t *translator) allDifferent(n *node) {
	except := n.child("except")
	switch m := n.child("matrix"); {
	case m != nil:
		rows := t.matrix(m)
		for _, line := range slices.Concat(rows, columnsOf(rows)) {
			t.different(line, except)
		}
	case len(n.named("list")) > 1:
		t.differentLists(n, except)
	default:
		t.different(t.listOf(n, "list"), except)
	}
}

// different states that the elements of a list are different, without the values that except has; it may be nil.
func (t *translator) different(list []expr, except *node) {
	if except == nil {
		t.add(build.AllDifferent(list...))
	} else {
		t.add(build.AllDifferentExcept(list, numbers(except, except.text)...))
	}
}

// differentLists states that each two lists differ at some position, or that one of them is an exception.
func (t *translator) differentLists(n, except *node) {
	lists := t.equalLists(n)
	rows := t.exceptions(except, len(lists[0]))
	for i, x := range lists {
		exception := build.Table(x, rows)
		for _, y := range lists[:i] {
			differs := []expr{exception}
			for k := range x {
				differs = append(differs, x[k].Ne(y[k]))
			}
			t.add(build.Or(differs...))
		}
	}
}

// exceptions returns the tuples that except has; it may be nil.
func (t *translator) exceptions(except *node, arity int) [][]int {
	if except == nil {
		return nil
	}
	tuples := t.tuples(except, arity)
	for _, words := range tuples.words {
		except.unsupported("(%s) is not supported", strings.Join(words, ","))
	}
	return tuples.numbers
}

// equalLists returns the lists of a constraint, which must have the same length.
func (t *translator) equalLists(n *node) (lists [][]expr) {
	for _, c := range n.named("list") {
		list := t.list(c)
		lists = append(lists, list)
		c.need(len(list) == len(lists[0]), ": lists of %d and of %d elements", len(lists[0]), len(list))
	}
	return lists
}

// allEqual states that the elements of a list, or several lists, are equal, apart from exceptions.
func (t *translator) allEqual(n *node) {
	except := n.child("except")
	if len(n.named("list")) < 2 {
		list := t.listOf(n, "list")
		if except == nil {
			t.add(build.AllEqual(list...))
		} else {
			t.add(build.NValueExcept(list, numbers(except, except.text)...).Le(1))
		}
		return
	}
	lists := t.equalLists(n)
	rows := t.exceptions(except, len(lists[0]))
	for i, x := range lists {
		for j, y := range lists[:i] {
			if except == nil && j > 0 {
				break
			}
			same := slice.Make(len(x), func(k int) expr { return x[k].Eq(y[k]) })
			t.add(build.Or(build.Table(x, rows), build.Table(y, rows), build.And(same...)))
		}
	}
}

// order returns the operator of ordered or lex: lt, le, ge or gt.
func (n *node) order() string {
	op := n.attr("case")
	if c := n.child("operator"); c != nil {
		op = strings.TrimSpace(c.text)
	}
	n.need(isComparison(op) && op != "eq" && op != "ne", ": expected the operator lt, le, ge or gt, got %q", op)
	return op
}

// ordered states that each element of a list, plus its length, is related to the next element.
func (t *translator) ordered(n *node) {
	op := n.order()
	list := t.listOf(n, "list")
	var lengths []expr
	if c := n.child("lengths"); c != nil {
		lengths = t.list(c)
		c.need(len(lengths) >= len(list)-1, ": %d lengths for %d variables", len(lengths), len(list))
	}
	for i := 1; i < len(list); i++ {
		end := list[i-1]
		if lengths != nil {
			end = end.Plus(lengths[i-1])
		}
		t.add(functions[op].of([]expr{end, list[i]}))
	}
}

// lex states that lists, or the rows and the columns of a matrix, are in lexicographic order.
func (t *translator) lex(n *node) {
	op := n.order()
	if m := n.child("matrix"); m != nil {
		rows := t.matrix(m)
		t.inOrder(op, rows)
		t.inOrder(op, columnsOf(rows))
		return
	}
	lists := t.equalLists(n)
	if n.child("limit") != nil {
		lists = append(lists, t.listOf(n, "limit"))
	}
	t.inOrder(op, lists)
}

func (t *translator) inOrder(op string, lists [][]expr) {
	for i := 1; i < len(lists); i++ {
		x, y := lists[i-1], lists[i]
		if op == "ge" || op == "gt" {
			x, y = y, x
		}
		if op == "lt" || op == "gt" {
			t.add(build.LexLess(x, y))
		} else {
			t.add(build.LexLessEq(x, y))
		}
	}
}

// precedence states that a list takes values for the first time in the order of the values; without values, in the
// order of all values of the domains. If they are covered, the list takes all of them.
func (t *translator) precedence(n *node) {
	list := t.listOf(n, "list")
	c := n.child("values")
	var values []int
	if c == nil {
		values = t.valuesOf(n, list)
	} else {
		values = numbers(c, c.text)
	}
	t.add(build.ValuePrecedeChain(values, list))
	if len(values) > 0 && (n.attr("covered") == "true" || c != nil && c.attr("covered") == "true") {
		t.add(build.Count(list, values[len(values)-1]).Ge(1))
	}
}

// valuesOf returns the values in the domains of a list of variables and numbers, in increasing order.
func (t *translator) valuesOf(n *node, list []expr) (values []int) {
	for _, x := range list {
		domain, ok := t.domains[x]
		if v, constant := x.Constant(); constant {
			domain = model.Values(v)
		} else if !ok {
			n.unsupported("expressions are not supported here")
		}
		values = appendAll(n, values, domain)
	}
	return slice.Unique(values)
}
