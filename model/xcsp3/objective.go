package xcsp3

// objective sets the goal.
func (t *translator) objective(n *node) error {
	t.current = n
	if n.name != "minimize" && n.name != "maximize" {
		return n.unsupported("expected <minimize> or <maximize>")
	}
	value, err := t.objectiveValue(n)
	if err == nil {
		t.goal = n.name + " " + t.atom(value)
	}
	return err
}

func (t *translator) objectiveValue(n *node) (lin, error) {
	kind := n.attr("type")
	switch kind {
	case "", "expression":
		return t.value(n.text)
	case "sum", "product", "minimum", "maximum", "nValues":
	case "lex":
		return lin{}, n.unsupported("objectives of type lex are not supported: a model has one number to optimize")
	default:
		return lin{}, n.unsupported("objectives of type " + kind + " are not supported")
	}
	list, err := t.weighted(n)
	switch {
	case err != nil:
		return lin{}, err
	case kind == "sum":
		return t.total(list)
	case len(list) == 0:
		return lin{}, n.at.errorf("<%s> has no elements", n.name)
	case kind == "nValues":
		return t.numberOfValues(n, list)
	case kind == "product" && len(list) > 1:
		return t.function(expr{name: "mul", args: make([]expr, len(list))}, list)
	case kind == "product":
		return list[0], nil
	}
	return t.extreme(kind[:3], list), nil
}
