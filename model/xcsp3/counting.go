package xcsp3

import (
	"strconv"
	"strings"
)

// weighted returns the elements of a list times their coefficients, which may be variables.
func (t *translator) weighted(n *node) ([]lin, error) {
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
func (t *translator) products(c *node, list, coefs []lin) ([]lin, error) {
	if len(coefs) != len(list) {
		return nil, c.at.errorf("<%s>: %d coefficients for %d variables", c.name, len(coefs), len(list))
	}
	products := make([]lin, len(list))
	for i, l := range list {
		var err error
		if products[i], err = t.function(expr{name: "mul", args: make([]expr, 2)}, []lin{l, coefs[i]}); err != nil {
			return nil, err
		}
	}
	return products, nil
}

// total returns the sum of a list.
func (t *translator) total(list []lin) (sum lin, err error) {
	for _, l := range list {
		if sum, err = t.plus(sum, l, 1); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

func (t *translator) sum(n *node) error {
	list, err := t.weighted(n)
	if err != nil {
		return err
	}
	sum, err := t.total(list)
	if err != nil {
		return err
	}
	return t.conditionOf(n, sum)
}

// result states a constraint whose last argument is a number, and returns that number.
func (t *translator) result(format string, args ...any) lin {
	number := t.newInt()
	t.state(format, append(args, number)...)
	return lin{[]int{1}, []string{number}, 0}
}

func (t *translator) count(n *node) error {
	list, err := t.atomsOf(n, "list")
	if err != nil {
		return err
	}
	values, err := t.atomsOf(n, "values")
	if err != nil {
		return err
	}
	return t.conditionOf(n, t.result("nonet_count([%s],[%s],%s)", strings.Join(list, ","), strings.Join(values, ",")))
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
func (t *translator) numberOfValues(n *node, list []lin) (number lin, err error) {
	var except []int
	if c := n.child("except"); c != nil {
		if except, err = numbers(c, c.text); err != nil {
			return number, err
		}
	}
	return t.result("nonet_nvalues([%s],{%s},%s)", strings.Join(t.atoms(list), ","), join(except)), nil
}

// cardinality states how often values occur in a list: numbers, ranges such as 1..3, or variables. If the values are
// closed, the list has no other values.
func (t *translator) cardinality(n *node) error {
	list, err := t.atomsOf(n, "list")
	if err != nil {
		return err
	}
	values, err := t.atomsOf(n, "values")
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
	all := make([]string, len(values))
	for i, word := range occurs {
		if rangeText().MatchString(word) {
			all[i] = t.newInt()
			t.state("set_in(%s,%s)", all[i], word)
			continue
		}
		l, err := t.value(word)
		if err != nil {
			return err
		}
		all[i] = t.atom(l)
	}
	words, cover := strings.Join(list, ","), strings.Join(values, ",")
	t.state("fzn_global_cardinality([%s],[%s],[%s])", words, cover, strings.Join(all, ","))
	if n.child("values").attr("closed") == "true" {
		t.state("nonet_count([%s],[%s],%s)", words, cover, strconv.Itoa(len(list)))
	}
	return nil
}
