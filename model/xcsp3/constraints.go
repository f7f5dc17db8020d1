package xcsp3

import (
	"strconv"
	"strings"

	"nonet/model/pattern"
)

func (t *translator) constraints(n *node) error {
	for _, c := range n.children {
		if err := t.constraint(c); err != nil {
			return err
		}
	}
	return nil
}

// kinds has the function that states each kind of constraint.
var kinds map[string]func(t *translator, n *node) error

func init() {
	kinds = map[string]func(t *translator, n *node) error{
		"block": (*translator).constraints, "group": (*translator).group, "slide": (*translator).slide,

		"intension": (*translator).intension, "extension": (*translator).extension,
		"regular": (*translator).regular, "mdd": (*translator).mdd,
		"instantiation": (*translator).instantiation, "clause": (*translator).clause,

		"allDifferent": (*translator).allDifferent, "allEqual": (*translator).allEqual,
		"ordered": (*translator).ordered, "lex": (*translator).lex, "precedence": (*translator).precedence,

		"sum": (*translator).sum, "count": (*translator).count, "nValues": (*translator).nValues,
		"cardinality": (*translator).cardinality,

		"minimum": (*translator).extremum, "maximum": (*translator).extremum,
		"minimumArg": (*translator).extremumArg, "maximumArg": (*translator).extremumArg,
		"element": (*translator).elementConstraint, "channel": (*translator).channel, "circuit": (*translator).circuit,

		"noOverlap": (*translator).noOverlap, "cumulative": (*translator).cumulative,
		"binPacking": (*translator).binPacking, "knapsack": (*translator).knapsack, "flow": (*translator).flow,
	}
}

func (t *translator) constraint(n *node) error {
	state := kinds[n.name]
	if state == nil {
		return n.unsupported("this constraint is not supported")
	}
	if err := n.refuse("reifiedBy", "hreifiedFrom", "hreifiedTo", "defaultCost", "violationCost", "as"); err != nil {
		return err
	}
	t.current = n
	return state(t, n)
}

var parameter = pattern.Lazy(`%(\d+|\.\.\.)`)

// lastParameter returns the largest number of a parameter %0, %1 ... in a template, or -1.
func (n *node) lastParameter() int {
	last := -1
	for _, m := range parameter().FindAllStringSubmatch(n.text, -1) {
		if i, err := strconv.Atoi(m[1]); err == nil {
			last = max(last, i)
		}
	}
	for _, c := range n.children {
		last = max(last, c.lastParameter())
	}
	return last
}

// with returns a template with arguments: %0, %1 ... stand for one each, and %... for those after the last number.
func (n *node) with(words []string, last int) *node {
	c := *n
	c.text = parameter().ReplaceAllStringFunc(n.text, func(p string) string {
		if p == "%..." {
			return strings.Join(words[last+1:], " ")
		}
		i, err := strconv.Atoi(p[1:])
		if err != nil || i >= len(words) {
			return p
		}
		return words[i]
	})
	c.children = make([]*node, len(n.children))
	for i := range n.children {
		c.children[i] = n.children[i].with(words, last)
	}
	return &c
}

// template returns the constraint of a group or a slide: its first child that has another name than the given one.
func (n *node) template(arguments string) (*node, error) {
	for _, c := range n.children {
		if c.name != arguments {
			return c, nil
		}
	}
	return nil, n.at.errorf("<%s> has no template", n.name)
}

// group states a template for each list of arguments.
func (t *translator) group(n *node) error {
	template, err := n.template("args")
	if err != nil {
		return err
	}
	last := template.lastParameter()
	for _, c := range n.named("args") {
		words, err := t.expand(c, c.text)
		if err != nil {
			return err
		}
		if len(words) <= last {
			return c.at.errorf("<args>: the template uses %%%d, there are %d arguments", last, len(words))
		}
		if err := t.copyOf(n, template.with(words, last), c.at); err != nil {
			return err
		}
	}
	return nil
}

// copyOf states a copy c of the template of a group or a slide n, with its place for errors.
func (t *translator) copyOf(n, c *node, at position) error {
	c.at = at
	if err := t.constraint(c); err != nil {
		return err
	}
	if len(t.stated) > maxElements {
		return n.unsupported("there are too many constraints")
	}
	return nil
}

// slide states a template for the windows of a list, or of several lists that slide together. A window has as many
// elements as the template has parameters, or as the attribute collect of each of several lists says.
func (t *translator) slide(n *node) error {
	template, err := n.template("list")
	if err != nil {
		return err
	}
	last := template.lastParameter()
	type sliding struct {
		words           []string
		offset, collect int
	}
	var lists []sliding
	for _, l := range n.named("list") {
		s := sliding{offset: 1, collect: 1}
		if len(n.named("list")) == 1 {
			s.collect = last + 1
		}
		if s.words, err = t.expand(l, l.text); err == nil {
			err = l.integer("offset", &s.offset)
		}
		if err == nil {
			err = l.integer("collect", &s.collect)
		}
		switch {
		case err != nil:
			return err
		case s.offset < 1 || s.collect < 1 || s.collect > maxElements || s.offset > maxElements:
			return l.at.errorf("<list>: expected a positive offset and a window of at least one element")
		case s.collect > len(s.words):
			return l.at.errorf("<list>: a window has %d elements, the list has %d", s.collect, len(s.words))
		}
		lists = append(lists, s)
	}
	circular := n.attr("circular") == "true"
	if len(lists) == 0 || circular && len(lists) > 1 {
		return n.unsupported("expected one <list>, or several and circular false")
	}
	for k := 0; ; k++ {
		var words []string
		for _, s := range lists {
			from := k * s.offset
			if from >= len(s.words) || !circular && from+s.collect > len(s.words) {
				return nil
			}
			for i := range s.collect {
				words = append(words, s.words[(from+i)%len(s.words)])
			}
		}
		if len(words) <= last {
			return n.at.errorf("<slide>: the template uses %%%d, a window has %d elements", last, len(words))
		}
		if err := t.copyOf(n, template.with(words, last), n.at); err != nil {
			return err
		}
	}
}
