package xcsp3

import "nonet/model/build"

// objective sets the goal.
func (t *translator) objective(n *node) error {
	t.current = n
	if n.name != "minimize" && n.name != "maximize" {
		return n.unsupported("expected <minimize> or <maximize>")
	}
	value, err := t.objectiveValue(n)
	if n.name == "minimize" {
		t.b.Minimize(value)
	} else {
		t.b.Maximize(value)
	}
	return err
}

func (t *translator) objectiveValue(n *node) (value expr, err error) {
	kind := n.attr("type")
	switch kind {
	case "", "expression":
		return t.parseExpr(n.text)
	case "sum", "product", "minimum", "maximum", "nValues":
	case "lex":
		return value, n.unsupported("objectives of type lex are not supported: a model has one number to optimize")
	default:
		return value, n.unsupported("objectives of type " + kind + " are not supported")
	}
	list, err := t.weighted(n)
	switch {
	case err != nil:
		return value, err
	case kind == "sum":
		return build.Sum(list), nil
	case len(list) == 0:
		return value, n.at.errorf("<%s> has no elements", n.name)
	case kind == "nValues":
		return t.numberOfValues(n, list)
	case kind == "product":
		return product(list), nil
	}
	return functions[kind[:3]].of(list), nil
}
