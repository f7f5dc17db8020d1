package decompose

import (
	"slices"
)

// reduceSymbols limits the variables of an automaton to its symbols.
func reduceSymbols(b *Builder, a arguments) {
	for _, x := range a.lins(0) {
		b.narrowTo(x, Interval(1, a.lin(2).c))
	}
}

// postRegular states that a deterministic automaton accepts the variables: arguments are the variables, the number of
// states and of symbols, the transitions by state and symbol (0: none), the first state and the accepting states. The
// state after each variable is an auxiliary variable, and a table has the transitions that lie on an accepting path.
func postRegular(b *Builder, a arguments) error {
	list, transitions, accepting := a.lins(0), a.numbers(3), a.list[5].Set
	states, symbols, first := a.lin(1).c, a.lin(2).c, a.lin(4).c
	if states < 0 || symbols < 0 || states > len(transitions) || symbols > len(transitions) ||
		states*symbols != len(transitions) {
		return b.malformed("has %d transitions for %d states and %d symbols",
			len(transitions), states, symbols)
	}
	next := func(state, symbol int) int {
		if state < 1 || state > states || symbol < 1 || symbol > symbols {
			return 0
		}
		return transitions[(state-1)*symbols+symbol-1]
	}
	symbolsOf := make([][]int, len(list)) // the symbols that each position can have
	for i, x := range list {
		if len(x.terms) == 0 {
			symbolsOf[i] = []int{x.c}
		} else {
			symbolsOf[i] = b.vars[x.terms[0].v].dom.intersect(Interval(1, symbols)).domain()
		}
	}
	reached := make([]map[int]bool, len(list)+1) // the states after each position on some path from the first state
	reached[0] = map[int]bool{first: true}
	for i := range list {
		reached[i+1] = map[int]bool{}
		for state := range reached[i] {
			for _, symbol := range symbolsOf[i] {
				if to := next(state, symbol); to > 0 {
					reached[i+1][to] = true
				}
			}
		}
	}
	for state := range reached[len(list)] {
		if !accepting.contains(state) {
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
