package xcsp3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
	"nonet/model/flatzinc"
)

// maxElements bounds the number of variables, of elements of lists after expansion, and of repetitions of templates.
const maxElements = 1 << 20

// A Problem is an instance as a model.
type Problem struct {
	*flatzinc.Problem          // its Outputs are the variables of the instance
	names             []string // of the outputs
	symbols           *symbols
}

// AppendSolution appends a solution as XCSP3 solvers print it: lines "v" with an instantiation.
func (p *Problem) AppendSolution(dst []byte, a model.Assignment) []byte {
	dst = append(dst, "v <instantiation> <list>"...)
	for _, name := range p.names {
		dst = append(append(dst, ' '), name...)
	}
	dst = append(dst, " </list> <values>"...)
	for i, name := range p.names {
		dst = append(dst, ' ')
		value := p.Outputs[i].Elements[0].Value(a)
		if id, _, _ := strings.Cut(name, "["); p.symbols.ids[id] {
			dst = append(dst, p.symbols.names[value]...)
		} else {
			dst = strconv.AppendInt(dst, int64(value), 10)
		}
	}
	return append(dst, " </values> </instantiation>\n"...)
}

// Read reads an instance. The error is an *Error, an *UnsupportedError or the error of r or ctx. With stated, each
// constraint is one of the model, also where it could reduce a domain instead.
func Read(ctx context.Context, r io.Reader, stated bool) (p *Problem, err error) {
	root, err := parseXML(r)
	if err != nil {
		return nil, err
	}
	// The functions below Read report errors by parse.Raise.
	defer parse.Catch(&err)
	root.at.need(root.name == "instance", "expected an element <instance>, got <%s>", root.name)
	t := translator{ctx: ctx, arrays: map[string]*array{}, domains: map[expr]model.Domain{}}
	t.b.Until(ctx)
	t.instance(root, stated)
	return t.read(), nil
}

// An array is an array of variables, or a variable, which has no dimensions.
type array struct {
	sizes     []int
	first     int   // index in each dimension
	variables []int // numbers of the elements, row-major; -1 for one without a domain
}

// A translator states an instance.
type translator struct {
	ctx       context.Context // may be nil
	b         build.Builder
	arrays    map[string]*array
	variables []expr
	names     []string // of the variables
	domains   map[expr]model.Domain
	added     int                 // number of constraints
	inside    *[]build.Constraint // of a constraint of constraints; otherwise nil
	current   *node
	last      *table // that tuples has read
	symbols   *symbols
}

// poll reports the error of the context by parse.Raise.
func (t *translator) poll() {
	if t.ctx != nil {
		parse.Raise(t.ctx.Err())
	}
}

func (t *translator) instance(root *node, stated bool) {
	if kind := root.attr("type"); kind != "" && kind != "CSP" && kind != "COP" {
		root.unsupported("instances of type %s are not supported", kind)
	}
	variables := root.child("variables")
	root.at.need(variables != nil, "expected an element <variables>")
	constraints, o := root.child("constraints"), root.child("objectives")
	t.symbols = numberSymbols(variables, constraints, o)
	for _, v := range variables.children {
		t.variable(v)
	}
	if stated {
		t.b.KeepDomains()
	}
	if constraints != nil {
		t.constraints(constraints)
	}
	if o != nil {
		switch len(o.children) {
		case 0:
		case 1:
			t.objective(o.children[0])
		default:
			o.unsupported("several objectives are not supported")
		}
	}
}

func (t *translator) read() *Problem {
	outputs := slice.Make(len(t.variables), func(i int) build.Operand { return build.Operand{IsVar: true, N: i} })
	r, err := t.b.Result(outputs)
	var e *build.Error
	if errors.As(err, &e) {
		parse.Raise(e.Cause)
		at := position{e.Line, e.Column}
		if e.Line == 0 { // the objective, which was read last
			at, e.Name = t.current.at, t.current.name
		}
		at.need(!e.Malformed, "<%s>: %s", e.Name, e.Reason)
		subject := "<" + e.Name + ">"
		if strings.HasPrefix(e.Subject, "variable ") {
			subject = e.Subject
		}
		parse.Raise(&UnsupportedError{Line: at.line, Column: at.column, Name: subject, Reason: e.Reason})
	}
	f := &flatzinc.Problem{Model: r.Model, Origins: r.Origins, Determined: r.Determined}
	for i, l := range r.Outputs {
		f.Outputs = append(f.Outputs, flatzinc.Output{Name: t.names[i], Elements: []flatzinc.Element{{Linear: l}}})
	}
	return &Problem{f, t.names, t.symbols}
}

// variable declares a variable or an array.
func (t *translator) variable(n *node) {
	id := n.attr("id")
	switch {
	case n.name != "var" && n.name != "array":
		n.unsupported("expected <var> or <array>")
	case id == "":
		n.failf(" has no id")
	case t.arrays[id] != nil:
		n.at.need(false, "%s is declared twice", id)
	case n.attr("type") != "" && n.attr("type") != "integer" && n.attr("type") != "symbolic":
		n.unsupported("variables of type %s are not supported", n.attr("type"))
	}
	a := &array{}
	n.integer("startIndex", &a.first)
	count := 1
	if n.name == "array" {
		for part := range strings.SplitSeq(strings.TrimPrefix(strings.Join(strings.Fields(n.attr("size")), ""), "["), "[") {
			size, err := strconv.Atoi(strings.TrimSuffix(part, "]"))
			n.at.need(err == nil && size >= 1 && strings.HasSuffix(part, "]"),
				"array %s: expected a size such as [3][4], got %q", id, n.attr("size"))
			a.sizes = append(a.sizes, size)
			count = min(count*min(size, maxElements+1), maxElements+1)
		}
	}
	n.support(count+len(t.variables) <= maxElements, "more than %d variables are not supported", maxElements)
	a.variables = slices.Repeat([]int{-1}, count)
	t.arrays[id] = a
	texts := make([]string, count) // the domain of each element
	switch other := n.attr("as"); {
	case other != "":
		b := t.arrays[other]
		n.at.need(b != nil, "%s: expected a variable or an array declared before, got %q", id, other)
		like, domain := b.variables, func(v int) model.Domain { return t.domains[t.variables[v]] }
		if len(like) != count {
			differs := func(v int) bool { return v < 0 || !domain(v).Equal(domain(like[0])) }
			n.at.need(like[0] >= 0 && !slices.ContainsFunc(like, differs),
				"%s: %s has another size, and not the same domain for all elements", id, other)
			like = slices.Repeat(like[:1], count)
		}
		for i, v := range like {
			if v >= 0 {
				t.declare(n, a, i, domain(v))
			}
		}
		return
	case n.child("domain") == nil:
		texts = slices.Repeat([]string{n.text}, count)
	default:
		for _, d := range n.children {
			d.support(d.name == "domain", "expected <domain>")
			for word := range strings.FieldsSeq(d.attr("for")) {
				if word == "others" {
					for i := range texts {
						if texts[i] == "" {
							texts[i] = d.text
						}
					}
					continue
				}
				of, indices, _ := t.reference(d, word, false)
				d.at.need(of == a, "%s is no part of %s", word, id)
				for _, index := range indices {
					texts[index] = d.text
				}
			}
		}
	}
	parsed := map[string]model.Domain{}
	for i, text := range texts {
		if _, known := parsed[text]; !known {
			parsed[text] = domain(n, text)
		}
		if text != "" {
			t.declare(n, a, i, parsed[text])
		}
	}
}

// declare declares element i of an array, which n describes.
func (t *translator) declare(n *node, a *array, i int, domain model.Domain) {
	indices := ""
	for rest, k := i, len(a.sizes)-1; k >= 0; k-- {
		indices = fmt.Sprintf("[%d]", a.first+rest%a.sizes[k]) + indices
		rest /= a.sizes[k]
	}
	name := n.attr("id") + indices
	x := t.b.Variable(build.Origin{Line: n.at.line, Column: n.at.column, Name: name}, domain)
	a.variables[i] = len(t.variables)
	t.variables, t.names = append(t.variables, x), append(t.names, name)
	t.domains[x] = domain
}

// domain parses integers and ranges, such as "1 3 5..7".
func domain(n *node, text string) model.Domain {
	var parts []model.Range
	for word := range strings.FieldsSeq(text) {
		lo, hi := integers(n, word)
		parts = append(parts, model.Range{Lo: lo, Hi: hi})
	}
	return model.Union(parts...)
}

// integers parses an integer or a range.
func integers(n *node, word string) (lo, hi int) {
	first, last, isRange := strings.Cut(word, "..")
	lo, err := strconv.Atoi(first)
	if hi = lo; err == nil && isRange {
		hi, err = strconv.Atoi(last)
	}
	if err != nil {
		n.failf(": expected integers, got %q", word)
	}
	return lo, hi
}

// numbers parses integers, ranges, and repetitions such as 0x4.
func numbers(n *node, text string) (list []int) {
	for word := range strings.FieldsSeq(text) {
		for _, value := range repetitions(n, word) {
			list = appendAll(n, list, model.Interval(integers(n, value)))
		}
	}
	return list
}

// repeated is a number and how often it stands, such as -1x3.
var repeated = parse.Pattern(`^(-?\d+)x(\d+)$`)

// repetitions returns the number of a word such as 0x4 as often as it says, and any other word once.
func repetitions(n *node, word string) []string {
	m := repeated().FindStringSubmatch(word)
	if m == nil {
		return []string{word}
	}
	times, _ := strconv.Atoi(m[2]) // the largest number if it is larger
	n.support(times <= maxElements, "the list is too long")
	return slices.Repeat(m[1:2], times)
}

// appendAll appends the elements of a set to a list.
func appendAll(n *node, list []int, set model.Domain) []int {
	n.support(set.Size() <= model.MaxValues-len(list), "more than %d values are not supported", model.MaxValues)
	return slices.AppendSeq(list, set.All)
}

// reference returns the array and the indices of the elements that a word such as x, x[3][0] or x[][1..2] denotes,
// row-major, and the number of columns if the word has two dimensions. Elements without a domain are an error if they
// must be declared.
func (t *translator) reference(n *node, word string, mustBeDeclared bool) (a *array, list []int, columns int) {
	id, rest, _ := strings.Cut(word, "[")
	a, known := t.arrays[id]
	n.need(known, ": expected a variable, got %q", word)
	var parts []string
	if len(word) > len(id) {
		parts = strings.Split(rest, "[")
	}
	if len(parts) != len(a.sizes) {
		n.failf(": %s: expected %d indices, got %d", word, len(a.sizes), len(parts))
	}
	list = []int{0}
	dimensions := 0
	for k, part := range parts {
		text, closed := strings.CutSuffix(part, "]")
		from, to, isRange := strings.Cut(text, "..")
		lo, err1 := strconv.Atoi(from)
		hi, err2 := lo, error(nil)
		if isRange {
			hi, err2 = strconv.Atoi(to)
		}
		last := a.first + a.sizes[k] - 1
		if text == "" {
			lo, hi, err1 = a.first, last, nil
		}
		if !closed || err1 != nil || err2 != nil || lo < a.first || hi > last || lo > hi {
			n.failf(": %s: expected indices from %d to %d", word, a.first, last)
		}
		if text == "" || isRange {
			dimensions, columns = dimensions+1, hi-lo+1
		}
		var next []int
		for _, index := range list {
			for i := lo; i <= hi; i++ {
				next = append(next, index*a.sizes[k]+i-a.first)
			}
		}
		list = next
	}
	for _, index := range list {
		if mustBeDeclared && a.variables[index] < 0 {
			n.failf(": %s: element %d has no domain", word, index)
		}
	}
	if dimensions != 2 {
		columns = 0
	}
	return a, list, columns
}

// expand returns the words of a list with references to several variables replaced by one word for each, $12 for
// variable 12, and with repeated numbers as often as they say.
func (t *translator) expand(n *node, text string) (words []string) {
	for _, word := range splitWords(text) {
		id, _, indexed := strings.Cut(word, "[")
		if a := t.arrays[id]; indexed && a != nil && !strings.Contains(word, "(") {
			_, list, _ := t.reference(n, word, false)
			for _, index := range list {
				if v := a.variables[index]; v >= 0 {
					words = append(words, "$"+strconv.Itoa(v))
				}
			}
		} else {
			words = append(words, repetitions(n, word)...)
		}
		n.support(len(words) <= maxElements, "the list is too long")
	}
	return words
}

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
