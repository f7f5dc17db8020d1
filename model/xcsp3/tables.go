package xcsp3

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

// A table has tuples of numbers, and others, with words such as * or ≤3.
type table struct {
	text    string // that it was read from
	arity   int
	numbers [][]int
	words   [][]string
	wide    bool     // the words stand for too many tuples, or compare columns
	diagram *diagram // if wide, unless it is large
}

// tuples parses "(1,2)(3,*)", or numbers and ranges for tuples of one value. Copies of a template share the last table.
func (t *translator) tuples(n *node, arity int) *table {
	if t.last != nil && t.last.text == n.text && t.last.arity == arity {
		return t.last
	}
	all := &table{text: n.text, arity: arity}
	if arity == 1 && !strings.Contains(n.text, "(") {
		all.numbers = slice.Map(numbers(n, n.text), func(v int) []int { return []int{v} })
	} else {
		for row := range n.withText(withoutBlanks(n.text)).tuples("tuples in parentheses") {
			t.poll()
			words := split(row, ",", "{", "}")
			n.need(len(words) == arity, ": (%s) has %d values for %d variables", row, len(words), arity)
			if numbers, ok := integersOf(words); ok {
				all.numbers = append(all.numbers, numbers)
			} else {
				all.words = append(all.words, words)
			}
		}
	}
	t.last = all
	return all
}

// integersOf parses integers.
func integersOf(words []string) (numbers []int, ok bool) {
	numbers = make([]int, len(words))
	for i, word := range words {
		var err error
		if numbers[i], err = strconv.Atoi(word); err != nil {
			return nil, false
		}
	}
	return numbers, true
}

// maxTuples bounds the tuples of a table after the expansion of words.
const maxTuples = 50_000

// extension states allowed tuples, and each forbidden tuple as a clause.
func (t *translator) extension(n *node) {
	kind := n.attr("type")
	n.support(kind == "" || kind == "hybrid" || kind == "hybrid-1" || kind == "hybrid-2",
		"tables of type %s are not supported", kind)
	list := t.listOf(n, "list")
	if c := n.child("supports"); c != nil {
		t.allow(c, list, t.tuples(c, len(list)))
		return
	}
	c := n.child("conflicts")
	n.need(c != nil, ": expected <supports> or <conflicts>")
	rows := t.tuples(c, len(list))
	for _, row := range rows.numbers {
		t.add(build.Or(slice.Make(len(row), func(i int) expr { return list[i].Ne(row[i]) })...))
	}
	for _, row := range t.conjunctions(c, rows.words, list) {
		t.add(build.Not(row))
	}
}

// allow states that a list is one of some tuples, as a table. If words stand for too many tuples, it is an automaton,
// or a disjunction: of rows that compare columns, inside of another constraint, and instead of a large automaton.
func (t *translator) allow(c *node, list []expr, rows *table) {
	if !rows.wide {
		if all, ok := t.expandRows(c, list, rows); ok {
			t.add(build.Table(list, all))
			return
		}
		rows.wide = true
		if !strings.Contains(c.text, "c") {
			if d := t.newDiagram(c, rows); t.small(d, list) {
				rows.diagram = d
			}
		}
	}
	if rows.diagram != nil && t.inside == nil {
		t.add(build.Automaton(list, 0, rows.diagram.step, func(int) bool { return true }))
	} else {
		t.add(build.Or(append(t.conjunctions(c, rows.words, list), build.Table(list, rows.numbers))...))
	}
}

// conjunctions returns the expressions that a list is one of the tuples of each row.
func (t *translator) conjunctions(n *node, rows [][]string, list []expr) (all []expr) {
	n.support(len(rows) <= maxTuples, "more than %d tuples that are not numbers", maxTuples)
	for _, row := range rows {
		var cells []expr
		for i, word := range row {
			if word != star {
				cells = append(cells, t.cell(n, word, list[i], list))
			}
		}
		all = append(all, build.And(cells...))
	}
	return all
}

// expandRows returns the tuples of a table, unless they are too many or compare columns.
func (t *translator) expandRows(n *node, list []expr, rows *table) (all [][]int, ok bool) {
	all = slices.Clip(rows.numbers)
	for _, row := range rows.words {
		some, ok := t.expandRow(n, row, list, maxTuples-len(all))
		if !ok {
			return nil, false
		}
		all = append(all, some...)
	}
	return all, true
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

// A diagram reads tuples from left to right. The rest of a tuple after a column is a link, which is a word and the
// next link; equal rests are one link. A state is the set of the links that are left; state 0 has all tuples. States
// are made when they are reached, and all copies of a template use them.
type diagram struct {
	fulfils func(word string, value int) bool
	links   []link
	states  [][]int
	numbers map[string]int // of the states, by their text
	steps   map[[2]int]int // from a state with a value to a state, or to -1
	visited int            // links
}

type link struct {
	word string
	next int // -1 after the last one
}

func (t *translator) newDiagram(n *node, rows *table) *diagram {
	d := &diagram{numbers: map[string]int{}, steps: map[[2]int]int{},
		fulfils: func(word string, value int) bool { return t.fulfils(n, word, value) }}
	known := map[link]int{}
	var first []int
	add := func(row []string) {
		next := -1
		for _, word := range slices.Backward(row) {
			l := link{word, next}
			k, ok := known[l]
			if !ok {
				k = len(d.links)
				known[l], d.links = k, append(d.links, l)
			}
			next = k
		}
		first = append(first, next)
	}
	for _, row := range rows.words {
		add(row)
	}
	for _, row := range rows.numbers {
		add(slice.Map(row, strconv.Itoa))
	}
	d.state(first)
	return d
}

// maxVisited bounds the links that small visits.
const maxVisited = 1 << 22

// small reports whether the automaton of d for a list of variables has at most maxTuples steps for each of them.
func (t *translator) small(d *diagram, list []expr) bool {
	states := []int{0}
	for _, x := range list {
		domain, ok := t.domains[x]
		var after []int
		for _, s := range states {
			t.poll()
			for v := range domain.All {
				if next, has := d.step(s, v); has {
					after = append(after, next)
				}
			}
			if len(after) > maxTuples || d.visited > maxVisited {
				return false
			}
		}
		if states = slice.Unique(after); !ok {
			return false
		}
	}
	return true
}

// state returns the number of a set of links.
func (d *diagram) state(links []int) int {
	links = slice.Unique(links)
	text := fmt.Sprint(links)
	s, known := d.numbers[text]
	if !known {
		s = len(d.states)
		d.numbers[text], d.states = s, append(d.states, links)
	}
	return s
}

func (d *diagram) step(state, value int) (after int, ok bool) {
	key := [2]int{state, value}
	after, known := d.steps[key]
	if !known {
		d.visited += len(d.states[state])
		var next []int
		for _, k := range d.states[state] {
			if l := d.links[k]; d.fulfils(l.word, value) {
				next = append(next, l.next)
			}
		}
		if after = -1; next != nil {
			after = d.state(next)
		}
		d.steps[key] = after
	}
	return after, after >= 0
}
