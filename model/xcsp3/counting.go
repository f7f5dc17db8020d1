package xcsp3

import (
	"nonet/internal/slice"
	"nonet/model/build"
)

// weighted returns the elements of a list times their coefficients, which may be variables.
func (t *translator) weighted(n *node) []expr {
	list := t.listOf(n, "list")
	if c := n.child("coeffs"); c != nil {
		return t.products(c, list)
	}
	return list
}

// products returns the products of a list and of the list in a part c of a constraint.
func (t *translator) products(c *node, list []expr) []expr {
	coefs := t.list(c)
	c.need(len(coefs) == len(list), ": %d coefficients for %d variables", len(coefs), len(list))
	return slice.Make(len(list), func(i int) expr { return list[i].Times(coefs[i]) })
}

// numberOfValues returns the number of different values of a list, without the values of a part except of n.
func (t *translator) numberOfValues(n *node, list []expr) (number expr) {
	if c := n.child("except"); c != nil {
		return build.NValueExcept(list, numbers(c, c.text)...)
	}
	return build.NValueExcept(list)
}

// cardinality states how often values occur in a list: numbers, ranges such as 1..3, or variables. If the values are
// closed, the list has no other values.
func (t *translator) cardinality(n *node) {
	list := t.listOf(n, "list")
	values := t.listOf(n, "values")
	o := n.part("occurs")
	occurs := t.expand(o, o.text)
	o.need(len(occurs) == len(values), ": %d numbers for %d values", len(occurs), len(values))
	for i, word := range occurs {
		op := "eq"
		if rangeText().MatchString(word) {
			op = "in"
		}
		t.add(t.compared(o, build.Count(list, values[i]), op, word))
	}
	if n.child("values").attr("closed") == "true" {
		t.add(build.Among(list, values).Eq(len(list)))
	}
}
