package build

import (
	"fmt"
	"maps"
	"slices"
)

// Regular states that an automaton accepts a list. A transition is a state, a value and the next state; states are any
// numbers. The automaton need not be deterministic.
func Regular(list List, transitions [][3]int, start int, accepting ...int) Constraint {
	return regularIn(listOf(list), transitions, start, SetOf(accepting...))
}

func regularIn(list []Expr, transitions [][3]int, start int, accepting Ranges) Constraint {
	return &relationOnly{name: "Regular", args: list, post: func(b *Builder, x []lin) error {
		return b.automaton(x, transitions, start, accepting)
	}}
}

// maxStates bounds the states of an automaton that is made deterministic.
const maxStates = 100_000

// automaton states that an automaton accepts a list. An automaton that is not deterministic is made so, state by state
// as the variables reach them.
//
// Source: M. O. Rabin, D. Scott, Finite Automata and Their Decision Problems, IBM Journal of Research and Development 3
// (1959), pp. 114-125, for the sets of states.
func (b *Builder) automaton(list []lin, all [][3]int, start int, accepting Ranges) error {
	transitions := map[[2]int][]int{}
	for _, t := range all {
		key := [2]int{t[0], t[1]}
		transitions[key] = append(transitions[key], t[2])
	}
	sets := [][]int{nil, {start}} // by number from 1
	numberOf := map[string]int{fmt.Sprint(sets[1]): 1}
	known := map[[2]int]int{}
	next := func(state, symbol int) int {
		if to, ok := known[[2]int{state, symbol}]; ok {
			return to
		}
		var all []int
		for _, s := range sets[state] {
			all = append(all, transitions[[2]int{s, symbol}]...)
		}
		to := 0
		if all = unique(all); len(all) > 0 && len(sets) <= maxStates {
			if to = numberOf[fmt.Sprint(all)]; to == 0 {
				to = len(sets)
				numberOf[fmt.Sprint(all)] = to
				sets = append(sets, all)
			}
		}
		known[[2]int{state, symbol}] = to
		return to
	}
	accepts := func(state int) bool { return slices.ContainsFunc(sets[state], accepting.contains) }
	err := b.accept(list, 1, next, accepts)
	if len(sets) > maxStates {
		return refusal("the deterministic automaton has too many states")
	}
	return err
}

// accept states that an automaton with the given first state accepts a list. States are numbers from 1; next returns 0
// where there is no transition. The state after each variable is an auxiliary variable, and a table has the transitions
// that lie on an accepting path.
//
// Source: G. Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables, CP 2004, pp. 482-495,
// for the layers of states; C.-G. Quimper, T. Walsh, Global Grammar Constraints, CP 2006, pp. 751-755, for the tables.
func (b *Builder) accept(list []lin, first int, next func(state, symbol int) int,
	accepting func(state int) bool) error {
	symbolsOf := make([][]int, len(list)) // the symbols that each position can have
	for i, x := range list {
		var err error
		if symbolsOf[i], err = b.valuesOf([]lin{x}); err != nil {
			return err
		}
	}
	reached := make([]map[int]bool, len(list)+1) // the states after each position on some path from the first state
	reached[0] = map[int]bool{first: true}
	for i := range list {
		reached[i+1] = map[int]bool{}
		for _, state := range slices.Sorted(maps.Keys(reached[i])) {
			for _, symbol := range symbolsOf[i] {
				if to := next(state, symbol); to > 0 {
					reached[i+1][to] = true
				}
			}
		}
	}
	for state := range reached[len(list)] {
		if !accepting(state) {
			delete(reached[len(list)], state)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		for state := range reached[i] {
			if !slices.ContainsFunc(symbolsOf[i], func(symbol int) bool { return reached[i+1][next(state, symbol)] }) {
				delete(reached[i], state)
			}
		}
	}
	state := constant(first)
	if !reached[0][first] {
		b.postFalse()
		return nil
	}
	for i, x := range list {
		var spans []span
		for s := range reached[i+1] {
			spans = append(spans, span{s, s})
		}
		after := b.fold(b.newVar(normalize(spans)))
		transition := func(in []int) (int, bool) {
			to := next(in[0], in[1])
			return to, reached[i+1][to]
		}
		if err := b.tabulate([]lin{state, x}, after, MaxRows, transition); err != nil {
			return err
		}
		state = b.fold(after) // the table may have fixed it
	}
	return nil
}
