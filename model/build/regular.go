package build

import (
	"fmt"
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

// Automaton states that a deterministic automaton accepts a list. step returns the state after an element, and false if
// the automaton rejects.
func Automaton[S comparable](list List, start S, step func(state S, value int) (S, bool),
	accepting func(state S) bool) Constraint {
	return &relationOnly{name: "Automaton", args: listOf(list), post: func(b *Builder, x []lin) error {
		return accept(b, x, start, step, accepting)
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
	step := func(state, symbol int) (int, bool) {
		to := next(state, symbol)
		return to, to > 0
	}
	accepts := func(state int) bool { return slices.ContainsFunc(sets[state], accepting.contains) }
	err := accept(b, list, 1, step, accepts)
	if len(sets) > maxStates {
		return refusal("the deterministic automaton has too many states")
	}
	return err
}

// accept states that a deterministic automaton accepts a list. The state after each element is an auxiliary variable,
// and a table has the steps that lie on an accepting path.
//
// Source: G. Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables, CP 2004, pp. 482-495,
// for the layers of states; C.-G. Quimper, T. Walsh, Global Grammar Constraints, CP 2006, pp. 751-755, for the tables.
func accept[S comparable](b *Builder, list []lin, start S, step func(state S, value int) (S, bool),
	accepting func(state S) bool) error {
	n := len(list)
	symbols := make([][]int, n) // by element: its values
	layers := make([][]S, n+1)  // layers[i] are the states before element i
	layers[0] = []S{start}
	for i, x := range list {
		var err error
		if symbols[i], err = b.valuesOf([]lin{x}); err != nil {
			return err
		}
		met := map[S]bool{}
		for _, s := range layers[i] {
			for _, v := range symbols[i] {
				if next, ok := step(s, v); ok && !met[next] {
					met[next] = true
					layers[i+1] = append(layers[i+1], next)
				}
			}
		}
	}
	// numbers[i] numbers the states of a layer that lead to an accepting one; the accepting ones are the same.
	numbers := make([]map[S]int, n+1)
	numbers[n] = map[S]int{}
	for _, s := range layers[n] {
		if accepting(s) {
			numbers[n][s] = 0
		}
	}
	follow := func(i int, s S, v int) (int, bool) {
		next, ok := step(s, v)
		to, useful := numbers[i+1][next]
		return to, ok && useful
	}
	for i := n - 1; i >= 0; i-- {
		numbers[i] = map[S]int{}
		layers[i] = slices.DeleteFunc(layers[i], func(s S) bool {
			return !slices.ContainsFunc(symbols[i], func(v int) bool {
				_, ok := follow(i, s, v)
				return ok
			})
		})
		for k, s := range layers[i] {
			numbers[i][s] = k
		}
	}
	if len(numbers[0]) == 0 {
		b.narrowTo(append(list, constant(0))[0], nil) // no first element is accepted
		return nil
	}
	state := constant(0)
	for i, x := range list {
		after := constant(0)
		if i+1 < n && len(layers[i+1]) > 1 {
			after = b.fold(b.newVar(Interval(0, len(layers[i+1])-1)))
		}
		err := b.tabulate([]lin{state, x}, after, MaxRows, func(in []int) (int, bool) {
			return follow(i, layers[i][in[0]], in[1])
		})
		if err != nil {
			return err
		}
		state = b.fold(after) // the table may have fixed it
	}
	return nil
}
