package xcsp3

import (
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

// extremum states that the minimum or the maximum of a list fulfils a condition, or is the element at an index.
func (t *translator) extremum(n *node) {
	l := n.part("list")
	list := t.list(l)
	n.need(len(list) > 0, " has no elements")
	i := n.child("index")
	if i != nil {
		t.argument(n, l, i.attr("rank"), i.withText("(eq,"+i.text+")"))
	}
	if i == nil || n.child("condition") != nil {
		t.conditionOf(n, functions[n.name[:3]].of(list))
	}
}

// extremumArg states that an index of the minimum or the maximum of a list fulfils a condition.
func (t *translator) extremumArg(n *node) {
	t.argument(n, n.part("list"), n.attr("rank"), n.part("condition"))
}

// argument states that an index of the minimum or the maximum of the list l fulfils a condition: with the rank first,
// the first index; with last, the last one.
func (t *translator) argument(n, l *node, rank string, c *node) {
	start := 0
	l.integer("startIndex", &start)
	list := t.list(l)
	n.need(len(list) > 0, " has no elements")
	best := functions[n.name[:3]].of(list)
	var some []expr
	for i, x := range list {
		holds := []expr{x.Eq(best), t.condition(c, build.Const(start+i))}
		var others []expr
		switch rank {
		case "", "any":
		case "first":
			others = list[:i]
		case "last":
			others = list[i+1:]
		default:
			n.unsupported("rank %s is not supported", rank)
		}
		holds = append(holds, slice.Map(others, func(y expr) expr { return y.Ne(best) })...)
		some = append(some, build.And(holds...))
	}
	t.add(build.Or(some...))
}

// elementConstraint states that the element of a list or of a matrix at an index, or some element if there is no index,
// has a value or fulfils a condition.
func (t *translator) elementConstraint(n *node) {
	index := n.child("index")
	if index != nil {
		rank := index.attr("rank")
		index.support(rank == "" || rank == "any", "rank %s is not supported", rank)
	}
	condition := n.child("condition")
	if v := n.child("value"); v != nil {
		condition = v.withText("(eq," + v.text + ")")
	}
	n.need(condition != nil, ": expected <value> or <condition>")
	holds := func(x expr) expr { return t.condition(condition, x) }
	if m := n.child("matrix"); m != nil {
		list, position := t.matrixAndPosition(n, m)
		t.elementAt(list, position, holds)
		return
	}
	l := n.part("list")
	list := t.list(l)
	if index == nil {
		t.add(build.Or(slice.Map(list, holds)...))
		return
	}
	start := 0
	l.integer("startIndex", &start)
	t.elementAt(list, t.parseExpr(index.text).Minus(start), holds)
}

// elementAt states a condition on the element of a list at an index. An index outside of the list violates it, which
// a combination of constraints may allow.
func (t *translator) elementAt(list []expr, index expr, holds func(x expr) expr) {
	if t.inside == nil {
		t.add(holds(build.Element(list, index)))
		return
	}
	some := slice.Make(len(list), func(i int) expr { return build.And(index.Eq(i), holds(list[i])) })
	t.add(build.Or(some...))
}

// matrixAndPosition returns the elements of a matrix and the position of the one at two indices.
func (t *translator) matrixAndPosition(n, m *node) (list []expr, position expr) {
	rows := t.matrix(m)
	indices := t.listOf(n, "index")
	n.need(len(rows) > 0 && len(indices) == 2, ": expected a matrix with elements and two indices")
	startRow, startColumn := 0, 0
	m.integer("startRowIndex", &startRow)
	m.integer("startColIndex", &startColumn)
	row, column := indices[0].Minus(startRow), indices[1].Minus(startColumn)
	columns := len(rows[0])
	t.add(column.Ge(0), column.Lt(columns))
	return slices.Concat(rows...), build.Sum(columns, row, column)
}

// channel states that two lists are inverse, that a list is its own inverse, or that a value is the index of the only
// element of a list that is 1.
func (t *translator) channel(n *node) {
	lists := n.named("list")
	if len(n.children) == 0 {
		lists = []*node{n}
	}
	n.need(len(lists) == 1 || len(lists) == 2, ": expected one <list> or two")
	var both [2][]expr
	var starts [2]int
	for k := range 2 {
		l := lists[min(k, len(lists)-1)]
		l.integer("startIndex", &starts[k])
		both[k] = t.list(l)
	}
	if n.child("value") == nil {
		t.add(build.Inverse(minus(both[0], starts[1]), minus(both[1], starts[0])))
		return
	}
	t.add(build.Count(both[0], 1).Eq(1))
	t.elementAt(both[0], t.partOf(n, "value").Minus(starts[0]), func(x expr) expr { return x.Eq(1) })
}

// minus returns the elements of a list minus a number.
func minus(list []expr, n int) []expr {
	if n == 0 {
		return list
	}
	return slice.Map(list, func(x expr) expr { return x.Minus(n) })
}

// circuit states that the successors of nodes form one circuit of at least two nodes; a node that is its own successor
// is not on the circuit.
func (t *translator) circuit(n *node) {
	l := n.part("list")
	list := t.list(l)
	start := 0
	n.integer("startIndex", &start)
	l.integer("startIndex", &start)
	list = minus(list, start)
	if n.child("size") == nil {
		arcs := slice.Make(len(list), func(i int) expr { return list[i].Ne(i) })
		t.add(build.Subcircuit(list...), build.Or(arcs...))
		return
	}
	size := t.partOf(n, "size")
	t.add(build.SubcircuitOfSize(list, size), size.Ge(2))
}

func (t *translator) instantiation(n *node) {
	list := t.listOf(n, "list")
	v := n.part("values")
	i := 0
	for word := range strings.FieldsSeq(v.text) {
		if word == star {
			i++
			continue
		}
		for _, value := range numbers(v, word) {
			if i < len(list) {
				t.add(list[i].Eq(value))
			}
			i++
		}
	}
	v.need(i == len(list), ": %d values for %d variables", i, len(list))
}

// clause states that one of the elements of a list is 1, or is not(x) and x is 0.
func (t *translator) clause(n *node) {
	c := n.part("list")
	words := t.expand(c, c.text)
	literals := slice.Map(words, func(word string) expr { return truth(t.parseExpr(word)) })
	t.add(build.Or(literals...))
}
