package xcsp3

import (
	"fmt"
	"slices"
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
		"block": (*translator).constraints, "group": (*translator).group, "intension": (*translator).intension,
		"extension": (*translator).extension, "allDifferent": (*translator).allDifferent,
		"allEqual": (*translator).allEqual, "ordered": (*translator).ordered, "sum": (*translator).sum,
		"count": (*translator).count, "cardinality": (*translator).cardinality, "minimum": (*translator).extremum,
		"maximum": (*translator).extremum, "element": (*translator).elementConstraint,
		"instantiation": (*translator).instantiation, "regular": (*translator).regular,
	}
}

func (t *translator) constraint(n *node) error {
	state := kinds[n.name]
	if state == nil {
		return n.unsupported("this constraint is not supported")
	}
	t.current = n
	return state(t, n)
}

// part returns the text of a child, or the text of the constraint itself if it has no children.
func (n *node) part(name string) string {
	if c := n.child(name); c != nil {
		return c.text
	}
	if len(n.children) == 0 {
		return n.text
	}
	return ""
}

// refuse returns an error if n has a child or attribute with one of the given names.
func (n *node) refuse(names ...string) error {
	for _, name := range names {
		if n.child(name) != nil || n.attr(name) != "" {
			return n.unsupported(name + " is not supported")
		}
	}
	return nil
}

var parameter = pattern.Lazy(`%(\d+|\.\.\.)`)

// group states a template for each list of arguments: %0, %1 ... stand for arguments, and %... for the rest.
func (t *translator) group(n *node) error {
	var template *node
	used := -1 // the largest number of a parameter
	var visit func(c *node)
	visit = func(c *node) {
		for _, m := range parameter().FindAllStringSubmatch(c.text, -1) {
			if i, err := strconv.Atoi(m[1]); err == nil {
				used = max(used, i)
			}
		}
		for _, child := range c.children {
			visit(child)
		}
	}
	for _, c := range n.children {
		if c.name != "args" && template == nil {
			template = c
			visit(c)
		}
	}
	if template == nil {
		return n.at.errorf("<group> has no template")
	}
	for _, c := range n.children {
		if c.name != "args" {
			continue
		}
		words, err := t.expand(c, c.text)
		if err != nil {
			return err
		}
		if len(words) <= used {
			return c.at.errorf("<args>: the template uses %%%d, there are %d arguments", used, len(words))
		}
		var copyOf func(c *node) *node
		copyOf = func(c *node) *node {
			d := *c
			d.text = parameter().ReplaceAllStringFunc(c.text, func(p string) string {
				if p == "%..." {
					return strings.Join(words[used+1:], " ")
				}
				i, err := strconv.Atoi(p[1:])
				if err != nil || i >= len(words) {
					return p
				}
				return words[i]
			})
			d.children = make([]*node, len(c.children))
			for i := range c.children {
				d.children[i] = copyOf(c.children[i])
			}
			return &d
		}
		one := copyOf(template)
		one.at = c.at
		if err := t.constraint(one); err != nil {
			return err
		}
		if len(t.stated) > maxElements {
			return n.unsupported("there are too many constraints")
		}
	}
	return nil
}

func (t *translator) intension(n *node) error {
	e, err := t.parseExpr(n.part("function"))
	if err != nil {
		return err
	}
	return t.require(e)
}

// list returns the elements of a list as linear expressions.
func (t *translator) list(n *node, text string) ([]lin, error) {
	words, err := t.expand(n, text)
	if err != nil {
		return nil, err
	}
	list := make([]lin, len(words))
	for i, word := range words {
		e, err := t.parseExpr(word)
		if err == nil {
			list[i], err = t.int(e)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// atoms returns the elements of a list as variables and numbers.
func (t *translator) atoms(n *node, text string) ([]string, error) {
	list, err := t.list(n, text)
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = t.atom(l)
	}
	return words, err
}

// condition states that l fulfils a condition such as (le,10), (in,1..5) or (eq,x).
func (t *translator) condition(n *node, l lin) error {
	c := n.child("condition")
	if c == nil {
		return n.at.errorf("<%s> has no <condition>", n.name)
	}
	text := strings.Join(strings.Fields(c.text), "")
	op, operand, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"), ",")
	if !ok || !strings.HasPrefix(text, "(") {
		return c.at.errorf("<condition>: expected (OPERATOR,OPERAND), got %q", text)
	}
	if op == "in" {
		values, err := numbers(c, strings.NewReplacer("{", " ", "}", " ", ",", " ").Replace(operand))
		if err != nil {
			return err
		}
		t.state("set_in(%s,{%s})", t.atom(l), join(values))
		return nil
	}
	if _, ok := comparisons[op]; !ok {
		return c.at.errorf("<condition>: unknown operator %q", op)
	}
	e, err := t.parseExpr(operand)
	if err != nil {
		return err
	}
	right, err := t.int(e)
	if err != nil {
		return err
	}
	return t.compare(op, l, right, "")
}

func (t *translator) allDifferent(n *node) error {
	if err := n.refuse("except"); err != nil {
		return err
	}
	if m := n.child("matrix"); m != nil {
		return t.matrix(m)
	}
	lists := 0
	for _, c := range n.children {
		if c.name == "list" {
			lists++
		}
	}
	if lists > 1 {
		return n.unsupported("several lists are not supported")
	}
	words, err := t.atoms(n, n.part("list"))
	if err == nil {
		t.state("fzn_all_different_int([%s])", strings.Join(words, ","))
	}
	return err
}

// matrix states that the rows and the columns of a matrix have different elements.
func (t *translator) matrix(n *node) error {
	var rows [][]string
	if list, err := t.reference(n, strings.TrimSpace(n.text), true); err == nil && len(list) > 0 {
		sizes := list[0].array.sizes
		if len(sizes) != 2 || len(list) != sizes[0]*sizes[1] {
			return n.unsupported("expected a whole array of two dimensions, or its rows")
		}
		for i, e := range list {
			if i%sizes[1] == 0 {
				rows = append(rows, nil)
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], e.array.names[e.index])
		}
	} else {
		for row := range strings.SplitSeq(strings.Trim(strings.TrimSpace(n.text), "()"), ")") {
			words, err := t.atoms(n, strings.ReplaceAll(strings.TrimLeft(strings.TrimSpace(row), "("), ",", " "))
			if err != nil {
				return err
			}
			rows = append(rows, words)
		}
	}
	for _, row := range rows {
		t.state("fzn_all_different_int([%s])", strings.Join(row, ","))
	}
	for k := range rows[0] {
		var column []string
		for _, row := range rows {
			if len(row) != len(rows[0]) {
				return n.at.errorf("<matrix>: the rows have different lengths")
			}
			column = append(column, row[k])
		}
		t.state("fzn_all_different_int([%s])", strings.Join(column, ","))
	}
	return nil
}

func (t *translator) allEqual(n *node) error {
	if err := n.refuse("except"); err != nil {
		return err
	}
	words, err := t.atoms(n, n.part("list"))
	for i := 1; i < len(words) && err == nil; i++ {
		t.state("int_eq(%s,%s)", words[0], words[i])
	}
	return err
}

func (t *translator) ordered(n *node) error {
	if err := n.refuse("lengths"); err != nil {
		return err
	}
	op := strings.TrimSpace(n.part("operator"))
	if op == "" {
		op = n.attr("case")
	}
	if c, ok := comparisons[op]; !ok || c.relation != "le" {
		return n.at.errorf("<ordered>: expected the operator lt, le, ge or gt, got %q", op)
	}
	list, err := t.list(n, n.part("list"))
	for i := 1; i < len(list) && err == nil; i++ {
		err = t.compare(op, list[i-1], list[i], "")
	}
	return err
}

// weighted returns the sum of a list with its coefficients, which may be variables.
func (t *translator) weighted(n *node) (sum lin, err error) {
	list, err := t.list(n, n.part("list"))
	if err != nil {
		return sum, err
	}
	coefs := make([]lin, len(list))
	for i := range coefs {
		coefs[i] = lin{c: 1}
	}
	if c := n.child("coeffs"); c != nil {
		text := c.text
		if values, err := numbers(c, text); err == nil {
			text = strings.ReplaceAll(join(values), ",", " ") // without repetitions
		}
		if coefs, err = t.list(c, text); err != nil {
			return sum, err
		}
		if len(coefs) != len(list) {
			return sum, c.at.errorf("<coeffs>: %d coefficients for %d variables", len(coefs), len(list))
		}
	}
	for i, l := range list {
		product, err := t.function(expr{name: "mul", args: make([]expr, 2)}, []lin{l, coefs[i]})
		if err != nil {
			return sum, err
		}
		if sum, err = t.plus(sum, product, 1); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

func (t *translator) sum(n *node) error {
	sum, err := t.weighted(n)
	if err != nil {
		return err
	}
	return t.condition(n, sum)
}

// occurrences returns the number of elements of the list that equal one of the values.
func (t *translator) occurrences(list, values []lin) (sum lin, err error) {
	for _, x := range list {
		var any []string
		for _, v := range values {
			b := t.newBool()
			if err := t.compare("eq", x, v, b); err != nil {
				return sum, err
			}
			any = append(any, b)
		}
		hit := any[0]
		if len(any) > 1 {
			hit = t.newBool()
			t.state("array_bool_or([%s],%s)", strings.Join(any, ","), hit)
		}
		one := t.newInt()
		t.state("bool2int(%s,%s)", hit, one)
		if sum, err = t.plus(sum, lin{[]int{1}, []string{one}, 0}, 1); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

func (t *translator) count(n *node) error {
	list, err := t.list(n, n.part("list"))
	if err != nil {
		return err
	}
	values, err := t.list(n, n.part("values"))
	if err != nil {
		return err
	}
	if len(values) == 0 {
		return n.at.errorf("<count> has no <values>")
	}
	sum, err := t.occurrences(list, values)
	if err != nil {
		return err
	}
	return t.condition(n, sum)
}

func (t *translator) cardinality(n *node) error {
	list, err := t.list(n, n.part("list"))
	if err != nil {
		return err
	}
	v, o := n.child("values"), n.child("occurs")
	if v == nil || o == nil {
		return n.at.errorf("<cardinality>: expected <values> and <occurs>")
	}
	values, err := t.list(n, v.text)
	if err != nil {
		return err
	}
	occurs := strings.Fields(o.text)
	if !strings.Contains(o.text, "..") {
		if occurs, err = t.expand(o, o.text); err != nil {
			return err
		}
	}
	if len(occurs) != len(values) {
		return o.at.errorf("<occurs>: %d numbers for %d values", len(occurs), len(values))
	}
	for i, value := range values {
		sum, err := t.occurrences(list, []lin{value})
		if err != nil {
			return err
		}
		if first, last, isRange := strings.Cut(occurs[i], ".."); isRange && !strings.Contains(first, "[") {
			least, err1 := strconv.Atoi(first)
			most, err2 := strconv.Atoi(last)
			if err1 != nil || err2 != nil {
				return o.at.errorf("<occurs>: expected a range, got %q", occurs[i])
			}
			if err := t.compare("ge", sum, lin{c: least}, ""); err != nil {
				return err
			}
			if err := t.compare("le", sum, lin{c: most}, ""); err != nil {
				return err
			}
			continue
		}
		e, err := t.parseExpr(occurs[i])
		if err != nil {
			return err
		}
		number, err := t.int(e)
		if err != nil {
			return err
		}
		if err := t.compare("eq", sum, number, ""); err != nil {
			return err
		}
	}
	if v.attr("closed") == "true" {
		for _, x := range list {
			sum, err := t.occurrences([]lin{x}, values)
			if err != nil {
				return err
			}
			if err := t.compare("eq", sum, lin{c: 1}, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *translator) extremum(n *node) error {
	if err := n.refuse("index"); err != nil {
		return err
	}
	list, err := t.list(n, n.part("list"))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return n.at.errorf("<%s> has no elements", n.name)
	}
	return t.condition(n, t.extreme(n.name[:3], list))
}

// elementConstraint states that the element of a list at an index fulfils a condition or has a value.
func (t *translator) elementConstraint(n *node) error {
	if n.child("matrix") != nil {
		return n.unsupported("a matrix is not supported")
	}
	l := n.child("list")
	index := n.child("index")
	if l == nil || index == nil {
		return n.unsupported("expected <list> and <index>")
	}
	start := 0
	if s := l.attr("startIndex"); s != "" {
		var err error
		if start, err = strconv.Atoi(s); err != nil {
			return l.at.errorf("<list>: expected a number as startIndex, got %q", s)
		}
	}
	list, err := t.atoms(l, l.text)
	if err != nil {
		return err
	}
	e, err := t.parseExpr(index.text)
	if err != nil {
		return err
	}
	i, err := t.int(e)
	if err != nil {
		return err
	}
	if i, err = t.plus(i, lin{c: 1 - start}, 1); err != nil {
		return err
	}
	result := t.element(t.atom(i), list)
	value := n.child("value")
	if value == nil {
		return t.condition(n, result)
	}
	if e, err = t.parseExpr(value.text); err != nil {
		return err
	}
	right, err := t.int(e)
	if err != nil {
		return err
	}
	return t.compare("eq", result, right, "")
}

func (t *translator) instantiation(n *node) error {
	words, err := t.atoms(n, n.part("list"))
	if err != nil {
		return err
	}
	v := n.child("values")
	if v == nil {
		return n.at.errorf("<instantiation> has no <values>")
	}
	values := strings.Fields(v.text)
	if !slices.Contains(values, "*") {
		list, err := numbers(v, v.text)
		if err != nil {
			return err
		}
		values = strings.Split(join(list), ",")
	}
	if len(values) != len(words) {
		return v.at.errorf("<values>: %d values for %d variables", len(values), len(words))
	}
	for i, word := range words {
		if values[i] == "*" {
			continue
		}
		if _, err := strconv.Atoi(values[i]); err != nil {
			return v.at.errorf("<values>: expected a number or *, got %q", values[i])
		}
		t.state("int_eq(%s,%s)", word, values[i])
	}
	return nil
}

// star stands for any value in a tuple.
const star = "*"

// tuples parses "(1,2)(3,*)", or numbers and ranges for tuples of one value.
func tuples(n *node, arity int) (rows [][]string, err error) {
	if arity == 1 && !strings.Contains(n.text, "(") {
		values, err := numbers(n, n.text)
		for _, v := range values {
			rows = append(rows, []string{strconv.Itoa(v)})
		}
		return rows, err
	}
	text := strings.Join(strings.Fields(n.text), "")
	for len(text) > 0 {
		row, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ")")
		if !ok || text[0] != '(' {
			return nil, n.at.errorf("<%s>: expected tuples in parentheses, got %.20q", n.name, text)
		}
		words := strings.Split(row, ",")
		if len(words) != arity {
			return nil, n.at.errorf("<%s>: (%s) has %d values for %d variables", n.name, row, len(words), arity)
		}
		for _, w := range words {
			if _, err := strconv.Atoi(w); err != nil && w != star {
				return nil, n.at.errorf("<%s>: expected a number or *, got %q", n.name, w)
			}
		}
		rows, text = append(rows, words), rest
	}
	return rows, nil
}

// maxTuples bounds the tuples of a table after the expansion of stars.
const maxTuples = 50_000

// extension states allowed tuples as a table, and each forbidden tuple as a clause.
func (t *translator) extension(n *node) error {
	words, err := t.atoms(n, n.part("list"))
	if err != nil {
		return err
	}
	kind, allowed := n.child("supports"), true
	if kind == nil {
		kind, allowed = n.child("conflicts"), false
	}
	if kind == nil {
		return n.at.errorf("<extension>: expected <supports> or <conflicts>")
	}
	rows, err := tuples(kind, len(words))
	if err != nil {
		return err
	}
	if !allowed {
		for _, row := range rows {
			var some []string
			for i, value := range row {
				if value != star {
					some = append(some, t.differ(words[i], value))
				}
			}
			t.state("bool_clause([%s],[])", strings.Join(some, ","))
		}
		return nil
	}
	var flat []string
	for _, row := range rows {
		expanded := [][]string{nil}
		for i, value := range row {
			values := []string{value}
			if value == star {
				d, ok := t.domains[words[i]]
				if !ok {
					return kind.unsupported("* for an expression is not supported")
				}
				values = strings.Split(join(d.values), ",")
			}
			var next [][]string
			for _, prefix := range expanded {
				for _, v := range values {
					next = append(next, append(slices.Clone(prefix), v))
				}
				if len(next) > maxTuples {
					return kind.unsupported(fmt.Sprintf("more than %d tuples, after expanding *", maxTuples))
				}
			}
			expanded = next
		}
		for _, r := range expanded {
			flat = append(flat, r...)
		}
		if len(flat) > maxTuples*max(len(words), 1) {
			return kind.unsupported(fmt.Sprintf("more than %d tuples, after expanding *", maxTuples))
		}
	}
	t.state("fzn_table_int([%s],[%s])", strings.Join(words, ","), strings.Join(flat, ","))
	return nil
}

// differ returns a bool that is true exactly if a variable or number differs from a value.
func (t *translator) differ(word, value string) string {
	key := word + " " + value
	if b, ok := t.differs[key]; ok {
		return b
	}
	if t.differs == nil {
		t.differs = map[string]string{}
	}
	b := t.newBool()
	t.state("int_ne_reif(%s,%s,%s)", word, value, b)
	t.differs[key] = b
	return b
}

// regular states that an automaton accepts a list. States and symbols are numbered from 1.
func (t *translator) regular(n *node) error {
	list, err := t.list(n, n.part("list"))
	if err != nil {
		return err
	}
	for _, name := range []string{"transitions", "start", "final"} {
		if n.child(name) == nil {
			return n.at.errorf("<regular> has no <%s>", name)
		}
	}
	numbersOf := map[string]int{}
	state := func(name string) int {
		if numbersOf[name] == 0 {
			numbersOf[name] = len(numbersOf) + 1
		}
		return numbersOf[name]
	}
	start := state(strings.TrimSpace(n.child("start").text))
	type transition struct{ from, symbol, to int }
	var all []transition
	lo, hi := 0, 0
	text := strings.Join(strings.Fields(n.child("transitions").text), "")
	for part := range strings.SplitSeq(strings.Trim(text, "()"), ")(") {
		words := strings.Split(part, ",")
		if len(words) != 3 {
			return n.at.errorf("<transitions>: expected (STATE,VALUE,STATE), got %q", part)
		}
		symbol, err := strconv.Atoi(words[1])
		if err != nil {
			return n.at.errorf("<transitions>: expected a number, got %q", words[1])
		}
		if len(all) == 0 {
			lo, hi = symbol, symbol
		}
		lo, hi = min(lo, symbol), max(hi, symbol)
		all = append(all, transition{state(words[0]), symbol, state(words[2])})
	}
	var final []int
	for name := range strings.FieldsSeq(n.child("final").text) {
		final = append(final, state(name))
	}
	states, symbols := len(numbersOf), hi-lo+1
	if symbols < 1 || symbols > maxElements/states {
		return n.unsupported("the automaton is too large")
	}
	next := make([]int, states*symbols)
	for _, a := range all {
		at := &next[(a.from-1)*symbols+a.symbol-lo]
		if *at != 0 && *at != a.to {
			return n.unsupported("the automaton is not deterministic")
		}
		*at = a.to
	}
	words := make([]string, len(list))
	for i, l := range list {
		if l, err = t.plus(l, lin{c: 1 - lo}, 1); err != nil {
			return err
		}
		words[i] = t.atom(l)
	}
	t.state("fzn_regular([%s],%d,%d,[%s],%d,{%s})", strings.Join(words, ","), states, symbols, join(next), start,
		join(final))
	return nil
}

// objective sets the goal.
func (t *translator) objective(n *node) error {
	t.current = n
	if n.name != "minimize" && n.name != "maximize" {
		return n.unsupported("expected <minimize> or <maximize>")
	}
	var value lin
	switch kind := n.attr("type"); kind {
	case "", "expression":
		e, err := t.parseExpr(n.text)
		if err == nil {
			value, err = t.int(e)
		}
		if err != nil {
			return err
		}
	case "sum":
		var err error
		if value, err = t.weighted(n); err != nil {
			return err
		}
	case "minimum", "maximum":
		list, err := t.list(n, n.part("list"))
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return n.at.errorf("<%s> has no elements", n.name)
		}
		value = t.extreme(kind[:3], list)
	default:
		return n.unsupported("objectives of type " + kind + " are not supported")
	}
	t.goal = n.name + " " + t.atom(value)
	return nil
}
