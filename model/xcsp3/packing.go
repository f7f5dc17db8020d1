package xcsp3

import (
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

// noOverlap states that intervals or boxes do not overlap. Boxes have tuples as origins or lengths.
func (t *translator) noOverlap(n *node) {
	var sides [2][]build.List // for each dimension
	boxes := strings.HasPrefix(strings.TrimSpace(n.part("origins").text), "(") ||
		strings.HasPrefix(strings.TrimSpace(n.part("lengths").text), "(")
	for i, name := range []string{"origins", "lengths"} {
		if c := n.part(name); boxes {
			for _, column := range columnsOf(t.matrix(c)) {
				sides[i] = append(sides[i], column)
			}
		} else {
			sides[i] = []build.List{t.list(c)}
		}
	}
	apart := build.DiffnNonstrict(sides[0], sides[1])
	if n.attr("zeroIgnored") == "false" {
		apart = build.Diffn(sides[0], sides[1])
	}
	t.add(apart)
}

// cumulative states that tasks never need more than a limit.
func (t *translator) cumulative(n *node) {
	parts := make([][]expr, 3)
	for i, name := range []string{"origins", "lengths", "heights"} {
		parts[i] = t.listOf(n, name)
		n.need(len(parts[i]) == len(parts[0]), ": %d origins and %d %s", len(parts[0]), len(parts[i]), name)
	}
	if n.child("ends") != nil {
		ends := t.listOf(n, "ends")
		n.need(len(ends) == len(parts[0]), ": %d origins and %d ends", len(parts[0]), len(ends))
		for i, end := range ends {
			t.add(parts[0][i].Plus(parts[1][i]).Eq(end))
		}
	}
	t.add(build.Cumulative(parts[0], parts[1], parts[2], t.limit(n)))
}

// limit returns the greatest number that fulfils the condition of n, which must have the operator le or lt.
func (t *translator) limit(n *node) (limit expr) {
	c := n.part("condition")
	op, operand := t.operator(c)
	c.support(op == "le" || op == "lt", "the operator %s is not supported, only le and lt", op)
	if limit = t.parseExpr(operand); op == "lt" {
		limit = limit.Minus(1)
	}
	return limit
}

// binPacking limits the sums of the sizes of the items in each bin, or states these sums. Bins with limits or loads are
// numbered from 0.
func (t *translator) binPacking(n *node) {
	items := t.listOf(n, "list")
	s := n.part("sizes")
	sizes := numbers(s, s.text)
	s.need(len(sizes) == len(items), ": %d sizes for %d items", len(sizes), len(items))
	for _, name := range []string{"limits", "loads", "conditions"} {
		part := n.child(name)
		if part == nil {
			continue
		}
		first := 0
		part.integer("startIndex", &first)
		switch items = minus(items, first); name {
		case "limits":
			t.add(build.BinPackingCapa(t.list(part), items, sizes))
		case "loads":
			t.add(build.BinPackingLoad(t.list(part), items, sizes))
		default:
			t.loadConditions(part, items, sizes)
		}
		return
	}
	t.add(build.BinPacking(t.limit(n), items, sizes))
}

// loadConditions states a condition on the sum of the sizes in each bin. An item may be in another bin.
func (t *translator) loadConditions(n *node, items []expr, sizes []int) {
	bin := 0
	for inside := range n.tuples("(OPERATOR,OPERAND) for each bin") {
		load := slice.Make(len(items), func(i int) expr { return items[i].Eq(bin).Times(sizes[i]) })
		t.conditionIn(n.withText("("+inside+")"), build.Sum(load))
		bin++
	}
}

// knapsack states conditions on the weights and on the profits of a list. The condition on the weights comes first; in
// older files it is a number, their limit.
func (t *translator) knapsack(n *node) {
	list := t.listOf(n, "list")
	conditions := n.named("condition")
	if l := n.child("limit"); l != nil {
		if !strings.HasPrefix(strings.TrimSpace(l.text), "(") {
			l = l.withText("(le," + l.text + ")")
		}
		conditions = slices.Insert(conditions, 0, l)
	}
	n.need(len(conditions) == 2, ": expected two conditions, on the weights and on the profits")
	for i, name := range []string{"weights", "profits"} {
		t.conditionOnSum(n, name, list, conditions[i])
	}
}

// conditionOnSum states a condition on the sum of a list with the coefficients that a part of n has.
func (t *translator) conditionOnSum(n *node, name string, list []expr, condition *node) {
	t.conditionIn(condition, build.Sum(t.products(n.part(name), list)))
}

// flow states that a list is a flow over arcs: what leaves a node minus what enters it is its balance. Nodes are
// numbered from startIndex; without it, from the smallest number in the arcs if all nodes have arcs, and otherwise from
// 0. There may be a condition on the sum of the flow with weights.
func (t *translator) flow(n *node) {
	list := t.listOf(n, "list")
	balance := t.listOf(n, "balance")
	a := n.part("arcs")
	arcs := t.matrix(a)
	a.need(len(arcs) == len(list), ": %d arcs for %d variables", len(arcs), len(list))
	nodes := slice.Map(slices.Concat(arcs...), func(end expr) int {
		node, _ := end.Constant() // a variable is reported below
		return node
	})
	start := 0
	if len(nodes) > 0 && slices.Max(nodes)-slices.Min(nodes) == len(balance)-1 {
		start = slices.Min(nodes)
	}
	a.integer("startIndex", &start)
	net := slices.Repeat([]expr{build.Const(0)}, len(balance))
	for i, arc := range arcs {
		a.need(len(arc) == 2, ": expected pairs of nodes")
		for k, end := range arc {
			node, ok := end.Constant()
			node -= start
			a.need(ok && node >= 0 && node < len(net), ": expected nodes from %d to %d", start, start+len(net)-1)
			net[node] = build.Sum(net[node], 1-2*k, list[i])
		}
	}
	for i, sum := range net {
		t.add(sum.Eq(balance[i]))
	}
	if n.child("weights") != nil {
		t.conditionOnSum(n, "weights", list, n.part("condition"))
	}
}
