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

// tuples parses "(1,2)(3,*)", or numbers and ranges for tuples of one value.
func tuples(n *node, arity int) (rows [][]string) {
	if arity == 1 && !strings.Contains(n.text, "(") {
		for _, v := range numbers(n, n.text) {
			rows = append(rows, []string{strconv.Itoa(v)})
		}
		return rows
	}
	text := withoutBlanks(n.text)
	for len(text) > 0 {
		row, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ")")
		if !ok || text[0] != '(' {
			panic(n.at.errorf("<%s>: expected tuples in parentheses, got %.20q", n.name, text))
		}
		words := strings.Split(row, ",")
		if strings.Contains(row, "{") {
			words = splitArguments(row)
		}
		if len(words) != arity {
			panic(n.at.errorf("<%s>: (%s) has %d values for %d variables", n.name, row, len(words), arity))
		}
		rows, text = append(rows, words), rest
	}
	return rows
}

// maxTuples bounds the tuples of a table after the expansion of cells.
const maxTuples = 50_000

// extension states allowed tuples as a table, and each forbidden tuple as a clause. A row that compares columns, or
// stands for too many tuples, becomes a conjunction beside the table.
func (t *translator) extension(n *node) {
	switch kind := n.attr("type"); kind {
	case "", "hybrid", "hybrid-1", "hybrid-2":
	default:
		panic(n.unsupported("tables of type " + kind + " are not supported"))
	}
	list := t.listOf(n, "list")
	c, allowed := n.child("supports"), true
	if c == nil {
		c, allowed = n.child("conflicts"), false
	}
	if c == nil {
		panic(n.at.errorf("<extension>: expected <supports> or <conflicts>"))
	}
	rows := tuples(c, len(list))
	var all [][]int
	var others []expr
	for _, row := range rows {
		expanded, ok := [][]int(nil), false
		if allowed {
			expanded, ok = t.expandRow(c, row, list, maxTuples-len(all))
		}
		if ok {
			all = append(all, expanded...)
			continue
		}
		var cells []expr
		for i, word := range row {
			if word != star {
				cells = append(cells, t.cell(c, word, list[i], list))
			}
		}
		if others = append(others, build.And(cells...)); len(others) > maxTuples {
			panic(c.unsupported(fmt.Sprintf("more than %d tuples, after expanding cells", maxTuples)))
		}
	}
	switch {
	case !allowed:
		for _, row := range others {
			t.add(build.Not(row))
		}
	case others == nil:
		t.add(build.Table(list, all))
	default:
		t.add(build.Or(append(others, build.Table(list, all))...))
	}
}

// expandRow returns the tuples that a row stands for, unless it compares columns or there are more than limit.
func (t *translator) expandRow(n *node, row []string, list []expr, limit int) (tuples [][]int, ok bool) {
	tuples = [][]int{nil}
	for i, word := range row {
		values, ok := t.valuesOfCell(n, word, list[i])
		if !ok || len(values) > 1 && len(tuples)*len(values) > limit {
			return nil, false
		}
		var next [][]int
		for _, prefix := range tuples {
			for _, v := range values {
				next = append(next, append(slices.Clone(prefix), v))
			}
		}
		tuples = next
	}
	return tuples, true
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

// transitions parses the transitions of a constraint, such as (a,0,b)(b,1,a) or (a,{0,1},b).
func (t *translator) transitions(n *node) *automaton {
	c := n.part("transitions")
	a := &automaton{numbers: map[string]int{}}
	list := t.listOf(n, "list")
	var values []int // in the domains of the list, if a transition has a set of values
	for text := withoutBlanks(c.text); len(text) > 0; {
		tuple, rest, ok := cutTuple(text)
		words := splitArguments(tuple)
		if !ok || len(words) != 3 {
			panic(c.at.errorf("<transitions>: expected (STATE,VALUE,STATE), got %.30q", text))
		}
		from, to := a.state(words[0]), a.state(words[2])
		text = rest
		if symbol, err := strconv.Atoi(words[1]); err == nil {
			a.transitions = append(a.transitions, [3]int{from, symbol, to})
			continue
		}
		if values == nil {
			values = t.valuesOf(n, list)
		}
		for _, v := range values {
			if t.fulfils(c, words[1], v) {
				a.transitions = append(a.transitions, [3]int{from, v, to})
			}
		}
	}
	return a
}

func (t *translator) accept(n *node, a *automaton, start int, accepting []int) {
	t.add(build.Regular(t.listOf(n, "list"), a.transitions, start, accepting...))
}
