package xcsp3

import (
	"strings"

	"nonet/model/build"
)

// noOverlap states that intervals or boxes do not overlap. Boxes have tuples as origins and lengths.
func (t *translator) noOverlap(n *node) error {
	var sides [2][]build.List // for each dimension
	for i, name := range []string{"origins", "lengths"} {
		c, err := n.part(name)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(strings.TrimSpace(c.text), "(") && t.columns(strings.TrimSpace(c.text)) == 0 {
			list, err := t.list(c)
			if err != nil {
				return err
			}
			sides[i] = []build.List{list}
			continue
		}
		rows, err := t.matrix(c)
		if err != nil {
			return err
		}
		for k := range rows[:1] {
			for k = range rows[0] {
				sides[i] = append(sides[i], build.Grid(rows).Column(k))
			}
		}
	}
	apart := build.DiffnNonstrict(sides[0], sides[1])
	if n.attr("zeroIgnored") == "false" {
		apart = build.Diffn(sides[0], sides[1])
	}
	t.add(apart)
	return nil
}

// cumulative states that tasks never need more than a limit.
func (t *translator) cumulative(n *node) error {
	parts := make([][]expr, 3)
	for i, name := range []string{"origins", "lengths", "heights"} {
		var err error
		if parts[i], err = t.listOf(n, name); err != nil {
			return err
		}
		if len(parts[i]) != len(parts[0]) {
			return n.at.errorf("<cumulative>: %d origins and %d %s", len(parts[0]), len(parts[i]), name)
		}
	}
	if n.child("ends") != nil {
		ends, err := t.listOf(n, "ends")
		if err != nil {
			return err
		}
		if len(ends) != len(parts[0]) {
			return n.at.errorf("<cumulative>: %d origins and %d ends", len(parts[0]), len(ends))
		}
		for i, end := range ends {
			t.add(parts[0][i].Plus(parts[1][i]).Eq(end))
		}
	}
	limit, err := t.limit(n)
	if err == nil {
		t.add(build.Cumulative(parts[0], parts[1], parts[2], limit))
	}
	return err
}

// limit returns the greatest number that fulfils the condition of n, which must have the operator le or lt.
func (t *translator) limit(n *node) (limit expr, err error) {
	c, err := n.part("condition")
	if err != nil {
		return limit, err
	}
	op, operand, err := t.operator(c)
	if err != nil {
		return limit, err
	}
	if op != "le" && op != "lt" {
		return limit, c.unsupported("the operator " + op + " is not supported, only le and lt")
	}
	if limit, err = t.parseExpr(operand); op == "lt" {
		limit = limit.Minus(1)
	}
	return limit, err
}

// binPacking limits the sums of the sizes of the items in each bin, or states these sums. Bins with limits or loads are
// numbered from 0.
func (t *translator) binPacking(n *node) error {
	items, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	s, err := n.part("sizes")
	if err != nil {
		return err
	}
	sizes, err := numbers(s, s.text)
	if err != nil {
		return err
	}
	if len(sizes) != len(items) {
		return s.at.errorf("<sizes>: %d sizes for %d items", len(sizes), len(items))
	}
	part := n.child("limits")
	if part == nil {
		part = n.child("loads")
	}
	if part == nil {
		limit, err := t.limit(n)
		if err == nil {
			t.add(build.BinPacking(limit, items, sizes))
		}
		return err
	}
	first := 0
	if err := part.integer("startIndex", &first); err != nil {
		return err
	}
	sums, err := t.list(part)
	if err != nil {
		return err
	}
	items = minus(items, first)
	if part.name == "loads" {
		t.add(build.BinPackingLoad(sums, items, sizes))
	} else {
		t.add(build.BinPackingCapa(sums, items, sizes))
	}
	return nil
}

// knapsack states conditions on the weights and on the profits of a list. The condition on the weights comes first; in
// older files it is a number, their limit.
func (t *translator) knapsack(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	conditions := n.named("condition")
	if l := n.child("limit"); l != nil {
		c := *l
		if !strings.HasPrefix(strings.TrimSpace(c.text), "(") {
			c.text = "(le," + l.text + ")"
		}
		conditions = append([]*node{&c}, conditions...)
	}
	if len(conditions) != 2 {
		return n.at.errorf("<knapsack>: expected two conditions, on the weights and on the profits")
	}
	for i, name := range []string{"weights", "profits"} {
		if err := t.conditionOnSum(n, name, list, conditions[i]); err != nil {
			return err
		}
	}
	return nil
}

// conditionOnSum states a condition on the sum of a list with the coefficients that a part of n has.
func (t *translator) conditionOnSum(n *node, name string, list []expr, condition *node) error {
	c, err := n.part(name)
	if err != nil {
		return err
	}
	coefs, err := t.list(c)
	if err != nil {
		return err
	}
	products, err := t.products(c, list, coefs)
	if err != nil {
		return err
	}
	return t.conditionIn(condition, build.Sum(products))
}

// flow states that a list is a flow over arcs: what leaves a node minus what enters it is its balance. Nodes are
// numbered from 0. There may be a condition on the sum of the flow with weights.
func (t *translator) flow(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	balance, err := t.listOf(n, "balance")
	if err != nil {
		return err
	}
	a, err := n.part("arcs")
	if err != nil {
		return err
	}
	arcs, err := t.matrix(a)
	if err != nil {
		return err
	}
	if len(arcs) != len(list) {
		return a.at.errorf("<arcs>: %d arcs for %d variables", len(arcs), len(list))
	}
	start := 0
	if err := a.integer("startIndex", &start); err != nil {
		return err
	}
	net := make([]expr, len(balance))
	for i := range net {
		net[i] = build.Const(0)
	}
	for i, arc := range arcs {
		if len(arc) != 2 {
			return a.at.errorf("<arcs>: expected pairs of nodes")
		}
		for k, end := range arc {
			node, ok := end.Constant()
			if node -= start; !ok || node < 0 || node >= len(net) {
				return a.at.errorf("<arcs>: expected nodes from %d to %d", start, start+len(net)-1)
			}
			net[node] = build.Sum(net[node], 1-2*k, list[i])
		}
	}
	for i, sum := range net {
		t.add(sum.Eq(balance[i]))
	}
	if n.child("weights") == nil {
		return nil
	}
	c, err := n.part("condition")
	if err != nil {
		return err
	}
	return t.conditionOnSum(n, "weights", list, c)
}
