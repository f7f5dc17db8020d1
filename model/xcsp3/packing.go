package xcsp3

import "strings"

// noOverlap states that intervals or boxes do not overlap. Boxes have tuples as origins and lengths.
func (t *translator) noOverlap(n *node) error {
	var flat [2][]string
	dimensions := 1
	for i, name := range []string{"origins", "lengths"} {
		c, err := n.part(name)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(strings.TrimSpace(c.text), "(") && t.columns(strings.TrimSpace(c.text)) == 0 {
			if flat[i], err = t.atomsOf(n, name); err != nil {
				return err
			}
			continue
		}
		rows, err := t.matrix(c)
		if err != nil {
			return err
		}
		for _, row := range rows {
			dimensions = len(row)
			flat[i] = append(flat[i], t.atoms(row)...)
		}
	}
	if len(flat[0]) != len(flat[1]) {
		return n.at.errorf("<noOverlap>: %d origins and %d lengths", len(flat[0]), len(flat[1]))
	}
	zeroIgnored := n.attr("zeroIgnored") != "false"
	t.state("nonet_no_overlap([%s],[%s],%d,%t)", strings.Join(flat[0], ","), strings.Join(flat[1], ","), dimensions,
		zeroIgnored)
	return nil
}

// cumulative states that tasks never need more than a limit.
func (t *translator) cumulative(n *node) error {
	parts := make([][]lin, 3)
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
			sum, err := t.plus(parts[0][i], parts[1][i], 1)
			if err == nil {
				err = t.compare("eq", sum, end, "")
			}
			if err != nil {
				return err
			}
		}
	}
	limit, err := t.limit(n)
	if err != nil {
		return err
	}
	t.state("fzn_cumulative([%s],[%s],[%s],%s)", strings.Join(t.atoms(parts[0]), ","),
		strings.Join(t.atoms(parts[1]), ","), strings.Join(t.atoms(parts[2]), ","), t.atom(limit))
	return nil
}

// limit returns the greatest number that fulfils the condition of n, which must have the operator le or lt.
func (t *translator) limit(n *node) (lin, error) {
	c, err := n.part("condition")
	if err != nil {
		return lin{}, err
	}
	op, operand, err := t.operator(c)
	if err != nil {
		return lin{}, err
	}
	if op != "le" && op != "lt" {
		return lin{}, c.unsupported("the operator " + op + " is not supported, only le and lt")
	}
	limit, err := t.value(operand)
	if err == nil && op == "lt" {
		limit, err = t.plus(limit, lin{c: -1}, 1)
	}
	return limit, err
}

// binPacking limits the sums of the sizes of the items in each bin, or states these sums. Bins with limits or loads are
// numbered from 0.
func (t *translator) binPacking(n *node) error {
	items, err := t.atomsOf(n, "list")
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
	first := 0
	var sums []lin
	part := n.child("limits")
	if part == nil {
		part = n.child("loads")
	}
	if part != nil {
		if err := part.integer("startIndex", &first); err != nil {
			return err
		}
		if sums, err = t.list(part); err != nil {
			return err
		}
	} else {
		limit, err := t.limit(n)
		if err != nil {
			return err
		}
		bins, err := t.valuesOf(n, items)
		if err != nil {
			return err
		}
		if len(bins) == 0 {
			return nil
		}
		first = bins[0]
		if bins[len(bins)-1]-first >= maxElements {
			return n.unsupported("there are too many bins")
		}
		for range bins[len(bins)-1] - first + 1 {
			sums = append(sums, limit)
		}
	}
	loads := make([]string, len(sums))
	for i, sum := range sums {
		if part != nil && part.name == "loads" {
			loads[i] = t.atom(sum)
			continue
		}
		loads[i] = t.newInt()
		if err := t.compare("le", lin{[]int{1}, []string{loads[i]}, 0}, sum, ""); err != nil {
			return err
		}
	}
	t.state("nonet_bin_loads([%s],[%s],%d,[%s])", strings.Join(items, ","), join(sizes), first,
		strings.Join(loads, ","))
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
func (t *translator) conditionOnSum(n *node, name string, list []lin, condition *node) error {
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
	sum, err := t.total(products)
	if err != nil {
		return err
	}
	return t.condition(condition, sum, "")
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
	net := make([]lin, len(balance))
	for i, arc := range arcs {
		if len(arc) != 2 {
			return a.at.errorf("<arcs>: expected pairs of nodes")
		}
		for k, end := range arc {
			node := end.c - start
			if len(end.vars) > 0 || node < 0 || node >= len(net) {
				return a.at.errorf("<arcs>: expected nodes from %d to %d", start, start+len(net)-1)
			}
			if net[node], err = t.plus(net[node], list[i], 1-2*k); err != nil {
				return err
			}
		}
	}
	for i, sum := range net {
		if err := t.compare("eq", sum, balance[i], ""); err != nil {
			return err
		}
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
