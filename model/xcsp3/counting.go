package xcsp3

import (
	"nonet/model/build"
)

// weighted returns the elements of a list times their coefficients, which may be variables.
func (t *translator) weighted(n *node) ([]expr, error) {
	list, err := t.listOf(n, "list")
	c := n.child("coeffs")
	if err != nil || c == nil {
		return list, err
	}
	coefs, err := t.list(c)
	if err != nil {
		return nil, err
	}
	return t.products(c, list, coefs)
}

// products returns the products of two lists, the second of which is a part c of a constraint.
func (t *translator) products(c *node, list, coefs []expr) ([]expr, error) {
	if len(coefs) != len(list) {
		return nil, c.at.errorf("<%s>: %d coefficients for %d variables", c.name, len(coefs), len(list))
	}
	products := make([]expr, len(list))
	for i, x := range list {
		products[i] = x.Times(coefs[i])
	}
	return products, nil
}

func (t *translator) sum(n *node) error {
	list, err := t.weighted(n)
	if err != nil {
		return err
	}
	return t.conditionOf(n, build.Sum(list))
}

func (t *translator) count(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	values, err := t.listOf(n, "values")
	if err != nil {
		return err
	}
	return t.conditionOf(n, build.Among(list, values))
}

func (t *translator) nValues(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	number, err := t.numberOfValues(n, list)
	if err != nil {
		return err
	}
	return t.conditionOf(n, number)
}

// numberOfValues returns the number of different values of a list, without those that a part except of n has.
func (t *translator) numberOfValues(n *node, list []expr) (number expr, err error) {
	var except []int
	if c := n.child("except"); c != nil {
		if except, err = numbers(c, c.text); err != nil {
			return number, err
		}
	}
	return build.NValueExcept(list, except...), nil
}

// cardinality states how often values occur in a list: numbers, ranges such as 1..3, or variables. If the values are
// closed, the list has no other values.
func (t *translator) cardinality(n *node) error {
	list, err := t.listOf(n, "list")
	if err != nil {
		return err
	}
	values, err := t.listOf(n, "values")
	if err != nil {
		return err
	}
	o, err := n.part("occurs")
	if err != nil {
		return err
	}
	occurs, err := t.expand(o, o.text)
	if err != nil {
		return err
	}
	if len(occurs) != len(values) {
		return o.at.errorf("<occurs>: %d numbers for %d values", len(occurs), len(values))
	}
	for i, word := range occurs {
		condition := *o
		condition.text = "(eq," + word + ")"
		if rangeText().MatchString(word) {
			condition.text = "(in," + word + ")"
		}
		if err := t.conditionIn(&condition, build.Count(list, values[i])); err != nil {
			return err
		}
	}
	if n.child("values").attr("closed") == "true" {
		t.add(build.Among(list, values).Eq(len(list)))
	}
	return nil
}
