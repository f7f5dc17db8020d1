package generate

import (
	"fmt"
	"strings"
)

// An ImpossibleError says that no puzzle can be as wanted.
type ImpossibleError struct{ What, Why string }

func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("generate: %s: no such puzzle: %s", e.What, e.Why)
}

// An AttemptsError says that no puzzle was as wanted among as many as were to be tried.
type AttemptsError struct {
	Attempts int
	Reasons  []Reason // why they were not, the most frequent first
}

// A Reason says how many puzzles were not as wanted in one respect. Of each the first that was looked at counts.
type Reason struct {
	What  string
	Count int
}

func (e *AttemptsError) Error() string {
	var all []string
	for _, r := range e.Reasons {
		all = append(all, fmt.Sprintf("%d %s", r.Count, r.What))
	}
	return fmt.Sprintf("generate: none of %d puzzles was as wanted: %s", e.Attempts, strings.Join(all, ", "))
}

// A DisagreementError says that the two solvers that certify a puzzle do not both find that it has exactly the solution it was made from.
// One of them is wrong.
type DisagreementError struct {
	Puzzle string // on one line
	Detail string
}

func (e *DisagreementError) Error() string {
	return fmt.Sprintf("generate: the solvers disagree about %s: %s", e.Puzzle, e.Detail)
}
