package xcsp3

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

// tuples parses "(1,2)(3,*)", or numbers and ranges for tuples of one value.
func tuples(n *node, arity int) (rows [][]string) {
	if arity == 1 && !strings.Contains(n.text, "(") {
		return slice.Map(numbers(n, n.text), func(v int) []string { return []string{strconv.Itoa(v)} })
	}
	for row := range n.withText(withoutBlanks(n.text)).tuples("tuples in parentheses") {
		words := strings.Split(row, ",")
		if strings.Contains(row, "{") {
			words = splitArguments(row)
		}
		if len(words) != arity {
			n.failf(": (%s) has %d values for %d variables", row, len(words), arity)
		}
		rows = append(rows, words)
	}
	return rows
}

// maxTuples bounds the tuples of a table after the expansion of cells.
const maxTuples = 50_000

// extension states allowed tuples as a table, and each forbidden tuple as a clause. A row that compares columns, or
// stands for too many tuples, becomes a conjunction beside the table.
func (t *translator) extension(n *node) {
	kind := n.attr("type")
	n.support(kind == "" || kind == "hybrid" || kind == "hybrid-1" || kind == "hybrid-2",
		"tables of type %s are not supported", kind)
	list := t.listOf(n, "list")
	c, allowed := n.child("supports"), true
	if c == nil {
		c, allowed = n.child("conflicts"), false
	}
	n.need(c != nil, ": expected <supports> or <conflicts>")
	var all [][]int
	var others []expr
	for _, row := range tuples(c, len(list)) {
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
			c.unsupported("more than %d tuples, after expanding cells", maxTuples)
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
	start, final := n.part("start"), n.part("final")
	accepting := slice.Map(strings.Fields(final.text), a.state)
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
	for tuple := range c.withText(withoutBlanks(c.text)).tuples("(STATE,VALUE,STATE)") {
		words := splitArguments(tuple)
		if len(words) != 3 {
			c.failf(": expected (STATE,VALUE,STATE), got (%s)", tuple)
		}
		from, to := a.state(words[0]), a.state(words[2])
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
