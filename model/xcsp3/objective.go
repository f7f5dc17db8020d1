package xcsp3

import "nonet/model/build"

func (t *translator) objective(n *node) {
	t.current = n
	switch n.name {
	case "minimize":
		t.b.Minimize(t.objectiveValue(n))
	case "maximize":
		t.b.Maximize(t.objectiveValue(n))
	default:
		n.unsupported("expected <minimize> or <maximize>")
	}
}

func (t *translator) objectiveValue(n *node) (value expr) {
	kind := n.attr("type")
	switch kind {
	case "", "expression":
		return t.parseExpr(n.text)
	case "sum", "product", "minimum", "maximum", "nValues":
	case "lex":
		n.unsupported("objectives of type lex are not supported: a model has one number to optimize")
	default:
		n.unsupported("objectives of type %s are not supported", kind)
	}
	list := t.weighted(n)
	switch {
	case kind == "sum":
		return build.Sum(list)
	case len(list) == 0:
		n.failf(" has no elements")
	case kind == "nValues":
		return t.numberOfValues(n, list)
	case kind == "product":
		return product(list)
	}
	return functions[kind[:3]].of(list)
}
