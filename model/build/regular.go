package build

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// Regular states that an automaton accepts a list. A transition is a state, a value and the next state; states are any
// numbers. The automaton need not be deterministic.
func Regular(list List, transitions [][3]int, start int, accepting ...int) Constraint {
	return regularIn(listOf(list), transitions, start, model.Values(accepting...))
}

func regularIn(list []Expr, transitions [][3]int, start int, accepting model.Domain) Constraint {
	return &relationOnly{name: "Regular", args: list, post: func(b *Builder, x []lin) {
		b.automaton(x, transitions, start, accepting)
	}}
}

// Automaton states that a deterministic automaton accepts a list. step returns the state after an element, and false if
// the automaton rejects.
func Automaton[S comparable](list List, start S, step func(state S, value int) (S, bool),
	accepting func(state S) bool) Constraint {
	if step == nil || accepting == nil {
		return failed("Automaton", "its function is nil")
	}
	return &relationOnly{name: "Automaton", args: listOf(list), post: func(b *Builder, x []lin) {
		accept(b, x, start, step, accepting)
	}}
}

// Limits of an automaton: the states of one that is made deterministic, and the steps for all elements of the list.
const (
	maxStates = 100_000
	maxSteps  = 1 << 22
)

// automaton states that an automaton accepts a list. An automaton that is not deterministic is made so: a state is the
// text of a set of states.
//
// Source: M. O. Rabin, D. Scott, Finite Automata and Their Decision Problems, IBM Journal of Research and Development 3
// (1959), pp. 114-125, for the sets of states.
func (b *Builder) automaton(list []lin, all [][3]int, start int, accepting model.Domain) {
	transitions := map[[2]int][]int{}
	for _, t := range all {
		key := [2]int{t[0], t[1]}
		transitions[key] = append(transitions[key], t[2])
	}
	first := fmt.Sprint([]int{start})
	sets := map[string][]int{first: {start}}
	step := func(set string, value int) (string, bool) {
		next := func(s int) []int { return transitions[[2]int{s, value}] }
		after := slice.Unique(slices.Concat(slice.Map(sets[set], next)...))
		text := fmt.Sprint(after)
		sets[text] = after
		if len(sets) > maxStates {
			b.refuse("the deterministic automaton has too many states")
		}
		return text, len(after) > 0
	}
	accepts := func(set string) bool { return slices.ContainsFunc(sets[set], accepting.Contains) }
	accept(b, list, first, step, accepts)
}

// accept states that a deterministic automaton accepts a list. The state after each element is an auxiliary variable,
// and a table has the steps that lie on an accepting path.
//
// Source: G. Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables, CP 2004, pp. 482-495,
// for the layers of states; C.-G. Quimper, T. Walsh, Global Grammar Constraints, CP 2006, pp. 751-755, for the tables.
func accept[S comparable](b *Builder, list []lin, start S, step func(state S, value int) (S, bool),
	accepting func(state S) bool) {
	steps := make([][][3]int, len(list)) // by element: the number of a state, a value, and the number of the next state
	counts := make([]int, len(list))     // by element: the number of states before it
	states, total := []S{start}, 0
	for i, x := range list {
		counts[i] = len(states)
		values := b.valuesOf([]lin{x})
		if total += len(states) * len(values); total > maxSteps && b.base == 0 {
			b.refuse(fmt.Sprintf("the automaton has more than %d steps", maxSteps))
		}
		b.checkSize((3 + rowWords) * total)
		var after []S
		number := map[S]int{}
		for k, s := range states {
			for _, v := range values {
				next, ok := step(s, v)
				if !ok {
					continue
				}
				to, known := number[next]
				if !known {
					to = len(after)
					number[next] = to
					after = append(after, next)
				}
				steps[i] = append(steps[i], [3]int{k, v, to})
			}
		}
		states = after
	}
	b.layers(list, steps, counts, slice.Map(states, func(s S) int { return truth(accepting(s)) - 1 }))
}

// layers states the automaton of accept. useful has the numbers of the states after an element from which an accepting
// one is reached, -1 for others; after the last element, all accepting ones have 0.
func (b *Builder) layers(list []lin, steps [][][3]int, counts, useful []int) {
	n := len(list)
	sizes := make([]int, n) // by element: the number of useful states before it
	for i := n - 1; i >= 0; i-- {
		before := slices.Repeat([]int{-1}, counts[i])
		steps[i] = slices.DeleteFunc(steps[i], func(s [3]int) bool { return useful[s[2]] < 0 })
		for k := range steps[i] {
			s := &steps[i][k]
			if before[s[0]] < 0 {
				before[s[0]] = sizes[i]
				sizes[i]++
			}
			s[0], s[2] = before[s[0]], useful[s[2]]
		}
		if useful = before; len(steps[i]) > MaxRows && b.base == 0 {
			b.refuse(fmt.Sprintf("it needs a table of %d rows, at most %d", len(steps[i]), MaxRows))
		}
	}
	if !slices.Contains(useful, 0) {
		b.postFalse(variablesOf(list)...)
		return
	}
	state := constant(0)
	for i, x := range list {
		after := constant(0)
		if i+1 < n && sizes[i+1] > 1 {
			after = b.newVar(model.Interval(0, sizes[i+1]-1))
		}
		b.words += (3 + rowWords) * len(steps[i])
		b.table([]lin{state, x, after}, slice.Make(len(steps[i]), func(k int) []int { return steps[i][k][:] }))
		state = b.fold(after) // the table may have fixed it
	}
}
