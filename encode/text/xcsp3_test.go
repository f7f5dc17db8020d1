package text_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

// An element is any XML element.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Elements []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e element) child(name string) element {
	for _, c := range e.Elements {
		if c.XMLName.Local == name {
			return c
		}
	}
	panic("no <" + name + "> in <" + e.XMLName.Local + ">")
}

// An instance evaluates the part of XCSP3-core that the writer uses, and panics at anything else. It is naive on
// purpose and shares no code with the writer.
//
// Source: XCSP3-core, version 3.2 of the specification.
type instance struct {
	root   element
	values map[string]int // by the name of a variable
	side   int            // number of rows and of columns of the array x
}

func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		panic(err)
	}
	return n
}

// holds reports whether the values are within the domains and satisfy all constraints.
func (x *instance) holds() bool {
	if f := x.root.attr("format"); f != "XCSP3" {
		panic(f)
	}
	declared := 0
	for _, v := range x.root.child("variables").Elements {
		switch v.XMLName.Local {
		case "var":
			declared++
			if _, ours := x.values[v.attr("id")]; !ours {
				if v.attr("id") != "never" {
					panic("unknown variable: " + v.attr("id"))
				}
				x.values["never"] = 0
			}
			if !contains(v.Text, x.values[v.attr("id")]) {
				return false
			}
		case "array":
			size := v.attr("size")
			if n, _ := fmt.Sscanf(size, "[%d]", &x.side); n != 1 || size != fmt.Sprintf("[%d][%d]", x.side, x.side) {
				panic("size " + size)
			}
			domains := map[string]string{}
			for _, d := range v.Elements {
				for _, name := range strings.Fields(d.attr("for")) {
					domains[name] = d.Text
				}
			}
			for r := range x.side {
				for c := range x.side {
					declared++
					name := fmt.Sprintf("%s[%d][%d]", v.attr("id"), r, c)
					domain := v.Text
					if len(domains) > 0 {
						domain = domains[name]
					}
					if !contains(domain, x.values[name]) {
						return false
					}
				}
			}
		default:
			panic(v.XMLName.Local)
		}
	}
	if declared != len(x.values) {
		panic("some variables are not declared")
	}
	return x.all(x.root.child("constraints").Elements)
}

// contains reports whether a domain such as "1 3..5" contains a value.
func contains(domain string, value int) bool {
	for _, word := range strings.Fields(domain) {
		low, high, found := strings.Cut(word, "..")
		if !found {
			high = low
		}
		if number(low) <= value && value <= number(high) {
			return true
		}
	}
	return false
}

// list returns the values of the variables in a list, which may have slices such as x[][0..2].
func (x *instance) list(words string) []int {
	var all []int
	for _, word := range strings.Fields(words) {
		if n, ok := x.values[word]; ok {
			all = append(all, n)
			continue
		}
		spans := strings.Split(strings.TrimSuffix(strings.TrimPrefix(word, "x["), "]"), "][")
		for r := range x.side {
			for c := range x.side {
				if (spans[0] == "" || contains(spans[0], r)) && (spans[1] == "" || contains(spans[1], c)) {
					all = append(all, x.values[fmt.Sprintf("x[%d][%d]", r, c)])
				}
			}
		}
	}
	return all
}

func (x *instance) all(constraints []element) bool {
	for _, c := range constraints {
		if !x.satisfied(c) {
			return false
		}
	}
	return true
}

func (x *instance) satisfied(c element) bool {
	switch c.XMLName.Local {
	case "block":
		return x.all(c.Elements)
	case "allDifferent":
		seen := map[int]bool{}
		for _, n := range x.list(c.Text) {
			if seen[n] {
				return false
			}
			seen[n] = true
		}
		return true
	case "instantiation":
		values := strings.Fields(c.child("values").Text)
		vars := x.list(c.child("list").Text)
		if len(values) != len(vars) {
			panic("lists of different lengths")
		}
		for i, n := range vars {
			if n != number(values[i]) {
				return false
			}
		}
		return true
	case "sum":
		condition := strings.Split(strings.Trim(strings.TrimSpace(c.child("condition").Text), "()"), ",")
		total, bound := x.sum(c), number(condition[1])
		return map[string]bool{"eq": total == bound, "le": total <= bound, "ge": total >= bound}[condition[0]]
	case "extension":
		row := strings.Trim(strings.ReplaceAll(fmt.Sprint(x.list(c.child("list").Text)), " ", ","), "[]")
		kind := c.Elements[1].XMLName.Local
		found := false
		words := strings.FieldsFunc(c.Elements[1].Text, func(r rune) bool { return strings.ContainsRune("() \n", r) })
		for _, w := range words {
			found = found || w == row
		}
		return found == map[string]bool{"supports": true, "conflicts": false}[kind]
	case "intension":
		return x.term(strings.TrimSpace(c.Text)) != 0
	}
	panic(c.XMLName.Local)
}

func (x *instance) sum(e element) int {
	coefs := strings.Fields(e.child("coeffs").Text)
	total := 0
	for i, n := range x.list(e.child("list").Text) {
		total += n * number(coefs[i])
	}
	return total
}

// term evaluates a number, a variable, or a function of two of them.
func (x *instance) term(s string) int {
	if v, ok := x.values[s]; ok {
		return v
	}
	name, rest, found := strings.Cut(s, "(")
	if !found {
		return number(s)
	}
	rest = strings.TrimSuffix(rest, ")")
	depth, comma := 0, 0
	for i, r := range rest {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			comma = i
		}
	}
	a, b := x.term(rest[:comma]), x.term(rest[comma+1:])
	truth := map[bool]int{true: 1}
	switch name {
	case "eq":
		return truth[a == b]
	case "ne":
		return truth[a != b]
	case "add":
		return a + b
	}
	panic(name)
}

func readInstance(t *testing.T, d text.Document) *instance {
	t.Helper()
	var b bytes.Buffer
	if err := text.Write(&b, text.XCSP3, d); err != nil {
		t.Fatal(err)
	}
	x := &instance{}
	if err := xml.Unmarshal(b.Bytes(), &x.root); err != nil {
		t.Fatalf("not well-formed: %v\n%s", err, b.Bytes())
	}
	return x
}

// set sets the values of the variables to a.
func (x *instance) set(names []string, a model.Assignment) {
	x.values = map[string]int{}
	for v, name := range names {
		x.values[name] = a[v]
	}
}

// An assignment satisfies the instance exactly if it is a solution of the model that is not excluded.
func TestXCSP3Means(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(15, 60)) {
		r := rand.New(rand.NewPCG(seed, 7))
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		solutions := map[string]bool{}
		d := text.Document{Model: m}
		for i, a := range backendtest.Enumerate(m) {
			if i == 1 {
				d.Exclude = append(d.Exclude, a)
			} else {
				solutions[fmt.Sprint(a)] = true
			}
		}
		if seed%2 == 0 {
			m.Objective = &model.Objective{Terms: []model.Term{{Coef: -2, Var: 0}, {Coef: 3, Var: 1}}}
		}
		x := readInstance(t, d)
		if want := map[bool]string{true: "CSP", false: "COP"}[m.Objective == nil]; x.root.attr("type") != want {
			t.Errorf("seed %d: got type %s, want %s", seed, x.root.attr("type"), want)
		}
		names := text.XCSP3.Identifiers(m)
		free := &model.Model{Vars: make([]model.Variable, len(m.Vars))}
		for v := range free.Vars {
			free.Vars[v].Domain = model.Interval(0, 4)
			if len(m.Vars) < 5 {
				free.Vars[v].Domain = model.Interval(-2, 5)
			}
		}
		for _, a := range backendtest.Enumerate(free) {
			if x.set(names, a); x.holds() != solutions[fmt.Sprint(a)] {
				t.Fatalf("seed %d: %v: got %v, want %v as in the model", seed, a, x.holds(), solutions[fmt.Sprint(a)])
			}
			if o := m.Objective; o != nil && x.sum(x.root.child("objectives").Elements[0]) != o.Value(a) {
				t.Fatalf("seed %d: %v: got an objective value other than %d", seed, a, o.Value(a))
			}
		}
	}
}

func TestXCSP3OfAPuzzle(t *testing.T) {
	named := backendtest.Hardest[0]
	m := backendtest.Puzzle(sudoku.Order(3), named.Puzzle).Model()
	x, names := readInstance(t, text.Document{Model: m}), text.XCSP3.Identifiers(m)
	a := model.Assignment(backendtest.Puzzle(sudoku.Order(3), named.Solution).Clues)
	if x.set(names, a); !x.holds() {
		t.Error("the solution violates the instance")
	}
	for v := range a {
		wrong := append(model.Assignment{}, a...)
		wrong[v] = wrong[v]%9 + 1
		if x.set(names, wrong); x.holds() {
			t.Errorf("a wrong value of %s satisfies the instance", names[v])
		}
	}
}
