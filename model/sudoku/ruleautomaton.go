package sudoku

import (
	"fmt"
	"slices"
)

// An Automaton reads the values of cells. Its states are counted from 1, and it begins in state 1.
type Automaton struct {
	Accepting []int    // the states in which it may end
	Steps     [][3]int // a state, a value, and the state after it; where there is no step, it rejects
}

// Values returns a as the Values of a rule of the kind automaton: the number of accepting states, these, and the steps.
func (a Automaton) Values() []int {
	values := append([]int{len(a.Accepting)}, a.Accepting...)
	for _, step := range a.Steps {
		values = append(values, step[:]...)
	}
	return values
}

// AutomatonOf returns the automaton of a valid rule of the kind.
func AutomatonOf(r Rule) Automaton {
	n := 1 + r.Values[0]
	a := Automaton{Accepting: r.Values[1:n]}
	for step := range slices.Chunk(r.Values[n:], 3) {
		a.Steps = append(a.Steps, [3]int(step))
	}
	return a
}

func validAutomaton(s Shape, r Rule) string {
	n := 1 + r.Values[0]
	if n < 1 || n > len(r.Values) || (len(r.Values)-n)%3 != 0 {
		return "values of another form than the number of accepting states, these states, and steps of three numbers"
	}
	a := AutomatonOf(r)
	for _, state := range a.Accepting {
		if state < 1 || state > MaxRuleNumber {
			return fmt.Sprintf("the state %d, expected 1 or more", state)
		}
	}
	seen := make(map[[2]int]bool, len(a.Steps))
	for _, step := range a.Steps {
		switch from := [2]int(step[:2]); {
		case min(step[0], step[2]) < 1 || max(step[0], step[2]) > MaxRuleNumber:
			return fmt.Sprintf("a step from the state %d to %d, expected 1 or more", step[0], step[2])
		case s.validNumber(step[1]) != "":
			return "a step with " + s.validNumber(step[1])
		case seen[from]:
			return fmt.Sprintf("two steps from the state %d with the value %d", step[0], step[1])
		default:
			seen[from] = true
		}
	}
	return ""
}

// acceptedBy states that the automaton of the rule accepts the values of the cells.
func acceptedBy(b *builder, r Rule) {
	a := AutomatonOf(r)
	next := map[[2]int]int{}
	for _, step := range a.Steps {
		next[[2]int(step[:2])] = step[2]
	}
	automaton(b, r.Cells, 1, func(state, v int) (int, bool) {
		to, ok := next[[2]int{state, v}]
		return to, ok
	}, func(state int) bool { return slices.Contains(a.Accepting, state) })
}
