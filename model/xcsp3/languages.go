package xcsp3

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/model/build"
)

func (t *translator) intension(n *node) {
	c := n.part("function")
	t.add(truth(t.parseExpr(c.text)))
}

// star stands for any value in a tuple.
const star = "*"

// tuples parses "(1,2)(3,*)", or numbers and ranges for tuples of one value.
func tuples(n *node, arity int) (rows [][]string) {
	if arity == 1 && !strings.Contains(n.text, "(") {
		for _, v := range numbers(n, n.text) {
			rows = append(rows, []string{strconv.Itoa(v)})
		}
		return rows
	}
	text := strings.Join(strings.Fields(n.text), "")
	for len(text) > 0 {
		row, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ")")
		if !ok || text[0] != '(' {
			panic(n.at.errorf("<%s>: expected tuples in parentheses, got %.20q", n.name, text))
		}
		words := strings.Split(row, ",")
		if len(words) != arity {
			panic(n.at.errorf("<%s>: (%s) has %d values for %d variables", n.name, row, len(words), arity))
		}
		for _, w := range words {
			if _, err := strconv.Atoi(w); err != nil && w != star {
				panic(n.at.errorf("<%s>: expected a number or *, got %q", n.name, w))
			}
		}
		rows, text = append(rows, words), rest
	}
	return rows
}

// maxTuples bounds the tuples of a table after the expansion of stars.
const maxTuples = 50_000

// extension states allowed tuples as a table, and each forbidden tuple as a clause.
func (t *translator) extension(n *node) {
	if kind := n.attr("type"); kind != "" {
		panic(n.unsupported("tables of type " + kind + " are not supported"))
	}
	list := t.listOf(n, "list")
	kind, allowed := n.child("supports"), true
	if kind == nil {
		kind, allowed = n.child("conflicts"), false
	}
	if kind == nil {
		panic(n.at.errorf("<extension>: expected <supports> or <conflicts>"))
	}
	rows := tuples(kind, len(list))
	if !allowed {
		for _, row := range rows {
			var some []expr
			for i, value := range row {
				if value != star {
					n, _ := strconv.Atoi(value)
					some = append(some, list[i].Ne(n))
				}
			}
			t.add(build.Or(some...))
		}
		return
	}
	var all [][]int
	for _, row := range rows {
		expanded := [][]int{nil}
		for i, value := range row {
			n, _ := strconv.Atoi(value)
			values := []int{n}
			if value == star {
				domain, ok := t.domains[list[i]]
				if !ok {
					panic(kind.unsupported("* for an expression is not supported"))
				}
				values = domain
			}
			var next [][]int
			for _, prefix := range expanded {
				for _, v := range values {
					next = append(next, append(slices.Clone(prefix), v))
				}
				if len(next) > maxTuples {
					panic(kind.unsupported(fmt.Sprintf("more than %d tuples, after expanding *", maxTuples)))
				}
			}
			expanded = next
		}
		if all = append(all, expanded...); len(all) > maxTuples {
			panic(kind.unsupported(fmt.Sprintf("more than %d tuples, after expanding *", maxTuples)))
		}
	}
	t.add(build.Table(list, all))
}

// regular states that an automaton accepts a list. It need not be deterministic.
func (t *translator) regular(n *node) {
	a := t.transitions(n)
	start := n.part("start")
	final := n.part("final")
	var accepting []int
	for name := range strings.FieldsSeq(final.text) {
		accepting = append(accepting, a.state(name))
	}
	t.accept(n, a, a.state(strings.TrimSpace(start.text)), accepting)
}

// mdd states that a list is a path of a decision diagram: from the node of the first transition to one that has no
// transition.
func (t *translator) mdd(n *node) {
	a := t.transitions(n)
	leaves := map[int]bool{}
	for _, transition := range a.transitions {
		leaves[transition[0]] = true
	}
	var accepting []int
	for state := 1; state <= len(a.numbers); state++ {
		if !leaves[state] {
			accepting = append(accepting, state)
		}
	}
	t.accept(n, a, 1, accepting)
}

// An automaton has transitions as triples: state, symbol, state. States are numbered from 1.
type automaton struct {
	numbers     map[string]int // of the states
	transitions [][3]int
}

func (a *automaton) state(name string) int {
	if a.numbers[name] == 0 {
		a.numbers[name] = len(a.numbers) + 1
	}
	return a.numbers[name]
}

// transitions parses the transitions of a constraint, such as (a,0,b)(b,1,a).
func (t *translator) transitions(n *node) *automaton {
	c := n.part("transitions")
	a := &automaton{numbers: map[string]int{}}
	for text := strings.TrimSpace(c.text); len(text) > 0; {
		tuple, rest, ok := cutTuple(text)
		words := splitArguments(tuple)
		if !ok || len(words) != 3 {
			panic(c.at.errorf("<transitions>: expected (STATE,VALUE,STATE), got %.30q", text))
		}
		symbol, err := strconv.Atoi(words[1])
		if err != nil {
			panic(c.at.errorf("<transitions>: expected a number, got %q", words[1]))
		}
		a.transitions = append(a.transitions, [3]int{a.state(words[0]), symbol, a.state(words[2])})
		text = strings.TrimSpace(rest)
	}
	return a
}

func (t *translator) accept(n *node, a *automaton, start int, accepting []int) {
	t.add(build.Regular(t.listOf(n, "list"), a.transitions, start, accepting...))
}
