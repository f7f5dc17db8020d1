package xcsp3

import (
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
)

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
