package xcsp3

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/build"
)

func (t *translator) constraints(n *node) {
	for _, c := range n.children {
		t.constraint(c)
	}
}

// A kind of constraint has a function that states it, and a line for the documentation.
type kind struct {
	state   func(t *translator, n *node)
	summary string
}

var kinds map[string]kind

func init() {
	kinds = map[string]kind{
		"block": {(*translator).constraints, "nested, with any class"},
		"group": {(*translator).group, "`%0`, `%1` and `%...`"},
		"slide": {(*translator).slide, "one list or several, `offset`, `collect`, `circular` for one list"},

		"and": {(*translator).combination, "of constraints except `regular` `mdd` `circuit` `cumulative` " +
			"`precedence`, `channel` of lists, `binPacking` with limits or loads"},

		"intension": {func(t *translator, n *node) { t.add(truth(t.partOf(n, "function"))) },
			"`add` `sub` `mul` `div` `mod` `pow` `sqr` `abs` `neg` `dist` `min` `max` `if`, comparisons, " +
				"`in` with a set or a range, `and` `or` `not` `xor` `iff` `imp`"},
		"extension":     {(*translator).extension, "`supports` and `conflicts`, with `*`; `hybrid-1` and `hybrid-2`"},
		"regular":       {(*translator).regular, "not necessarily deterministic; sets of values"},
		"mdd":           {(*translator).mdd, "not necessarily deterministic; sets of values"},
		"instantiation": {(*translator).instantiation, "with `*`"},
		"clause":        {(*translator).clause, "`not(x)`"},

		"allDifferent": {(*translator).allDifferent, "a list, several lists, a matrix; `except`"},
		"allEqual":     {(*translator).allEqual, "one list, several lists; `except`"},
		"ordered":      {(*translator).ordered, "`lengths`"},
		"lex":          {(*translator).lex, "lists or a matrix; `limit`"},
		"precedence":   {(*translator).precedence, "with or without `values`, `covered`"},

		"sum": {func(t *translator, n *node) { t.conditionOf(n, build.Sum(t.weighted(n))) },
			"coefficients may be variables"},
		"count": {func(t *translator, n *node) {
			t.conditionOf(n, build.Among(t.listOf(n, "list"), t.listOf(n, "values")))
		}, "values may be variables"},
		"nValues": {func(t *translator, n *node) { t.conditionOf(n, t.numberOfValues(n, t.listOf(n, "list"))) },
			"`except`"},
		"cardinality": {(*translator).cardinality, "numbers, ranges and variables in `occurs`; `closed`"},

		"minimum":    {(*translator).extremum, "any condition, an `index`"},
		"maximum":    {(*translator).extremum, "any condition, an `index`"},
		"minimumArg": {(*translator).extremumArg, "any condition and `rank`"},
		"maximumArg": {(*translator).extremumArg, "any condition and `rank`"},
		"element": {(*translator).elementConstraint,
			"a list with or without an index, a matrix; `value` or any condition; `rank` any"},
		"channel": {(*translator).channel, "one list, two lists, a list and a value"},
		"circuit": {(*translator).circuit, "`size`; a node may be its own successor"},

		"noOverlap":  {(*translator).noOverlap, "intervals, and boxes of any dimension; `zeroIgnored`"},
		"cumulative": {(*translator).cumulative, "`ends`; conditions `le` and `lt`"},
		"binPacking": {(*translator).binPacking, "`limits`, `loads`, `conditions`, or a condition `le` or `lt`"},
		"knapsack":   {(*translator).knapsack, "any conditions"},
		"flow":       {(*translator).flow, "with or without `weights`; nodes from any number"},
	}
	for _, name := range []string{"or", "not", "xor", "iff", "ifThen", "ifThenElse"} {
		kinds[name] = kind{(*translator).combination, "as `and`"}
	}
}

// Constraints returns the names of the supported constraints of XCSP3, in alphabetical order, each with a line about
// the forms that are supported.
func Constraints() (names, summaries []string) {
	names = slices.Sorted(maps.Keys(kinds))
	return names, slice.Map(names, func(name string) string { return kinds[name].summary })
}

func (t *translator) constraint(n *node) {
	t.poll()
	kind, ok := kinds[n.name]
	n.support(ok, "this constraint is not supported")
	n.refuse("reifiedBy", "hreifiedFrom", "hreifiedTo", "defaultCost", "violationCost", "as")
	t.current = n
	kind.state(t, n)
	for _, c := range n.children {
		if !c.used && kinds[c.name].state == nil { // a part that would change the meaning
			c.unsupported("it is not supported in <%s>", n.name)
		}
	}
}

func (t *translator) combination(n *node) {
	outer := t.inside
	var parts []expr
	for _, c := range n.children {
		var all []build.Constraint
		t.inside = &all
		t.constraint(c)
		holds := make([]expr, len(all))
		for i, constraint := range all {
			var ok bool
			if holds[i], ok = constraint.(expr); !ok {
				c.unsupported("it is not supported inside of <%s>", n.name)
			}
		}
		parts = append(parts, build.And(holds...))
	}
	t.inside, t.current = outer, n
	f := functions[cmp.Or(map[string]string{"ifThen": "imp", "ifThenElse": "if"}[n.name], n.name)]
	n.need(f.takes(len(parts)), " has %d constraints", len(parts))
	t.add(truth(f.of(parts)))
}

var parameter = parse.Pattern(`%(\d+|\.\.\.)`)

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

// uses reports whether a template contains a text.
func (n *node) uses(text string) bool {
	return strings.Contains(n.text, text) || slices.ContainsFunc(n.children, func(c *node) bool { return c.uses(text) })
}

// with returns a template with arguments: %0, %1 ... stand for one each, and %... for those after the last number.
func (n *node) with(words []string, last int) *node {
	c := *n
	if strings.Contains(n.text, "%") { // else the copies share a text, such as a table
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
	}
	c.children = slice.Make(len(n.children), func(i int) *node { return n.children[i].with(words, last) })
	return &c
}

// template returns the constraint of a group or a slide: its first child that has another name than the given one.
func (n *node) template(arguments string) *node {
	i := slices.IndexFunc(n.children, func(c *node) bool { return c.name != arguments })
	n.need(i >= 0, " has no template")
	return n.children[i]
}

// group states a template for each list of arguments.
func (t *translator) group(n *node) {
	template := n.template("args")
	last := template.lastParameter()
	for _, c := range n.named("args") {
		words := t.expand(c, c.text)
		c.need(len(words) > last, ": the template uses %%%d, there are %d arguments", last, len(words))
		c.need(len(words) == last+1 || template.uses("%..."),
			": the template uses %d of %d arguments", last+1, len(words))
		t.copyOf(n, template.with(words, last), c.at)
	}
}

// copyOf states a copy c of the template of a group or a slide n, with its place for errors.
func (t *translator) copyOf(n, c *node, at position) {
	c.at = at
	t.constraint(c)
	n.support(t.added <= maxElements, "there are too many constraints")
}

// slide states a template for the windows of a list, or of several lists that slide together. A window has as many
// elements as the template has parameters, or as the attribute collect of each of several lists says.
func (t *translator) slide(n *node) {
	template := n.template("list")
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
		s.words = t.expand(l, l.text)
		l.integer("offset", &s.offset)
		l.integer("collect", &s.collect)
		switch {
		case s.offset < 1 || s.collect < 1 || s.collect > maxElements || s.offset > maxElements:
			l.failf(": expected a positive offset and a window of at least one element")
		case s.collect > len(s.words):
			l.failf(": a window has %d elements, the list has %d", s.collect, len(s.words))
		}
		lists = append(lists, s)
	}
	circular := n.attr("circular") == "true"
	n.support(len(lists) == 1 || len(lists) > 1 && !circular, "expected one <list>, or several and circular false")
	for k := 0; ; k++ {
		var words []string
		for _, s := range lists {
			from := k * s.offset
			if from >= len(s.words) || !circular && from+s.collect > len(s.words) {
				return
			}
			for i := range s.collect {
				words = append(words, s.words[(from+i)%len(s.words)])
			}
		}
		n.need(len(words) > last, ": the template uses %%%d, a window has %d elements", last, len(words))
		t.copyOf(n, template.with(words, last), n.at)
	}
}
