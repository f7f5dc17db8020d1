package generate

import (
	"fmt"
	"strings"

	"nonet/internal/slice"
	"nonet/model/notation"
)

// An ImpossibleError reports that no puzzle can meet the requirements, or that none is known.
type ImpossibleError struct{ What, Why string }

func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("%s: no such puzzle: %s", e.What, e.Why)
}

// An AttemptsError reports that none of the puzzles tried met the requirements.
type AttemptsError struct {
	Attempts int
	Reasons  []Reason // why they were rejected, the most frequent reason first
}

// A Reason counts the puzzles that were rejected for one reason: the first requirement that they missed.
type Reason struct {
	What  string
	Count int
}

func (e *AttemptsError) Error() string {
	all := slice.Map(e.Reasons, func(r Reason) string { return fmt.Sprintf("%d %s", r.Count, r.What) })
	return fmt.Sprintf("none of %d puzzles met the requirements: %s", e.Attempts, strings.Join(all, ", "))
}

// A TooManyCluesError reports that Make ended while its puzzles had too many clues, and holds the puzzle with the
// fewest.
type TooManyCluesError struct {
	Fewest *Puzzle // certified by both solvers; it may miss requirements other than the number of clues
	Err    error   // why Make ended
}

func (e *TooManyCluesError) Error() string {
	return fmt.Sprintf("%v; the puzzle with the fewest clues so far has %d: %s", e.Err, e.Fewest.Givens(),
		notation.Line(nil, e.Fewest.Clues))
}

func (e *TooManyCluesError) Unwrap() error { return e.Err }

// A DisagreementError reports that one of the two certifying solvers did not find exactly the known solution of a
// puzzle. One of the solvers is wrong.
type DisagreementError struct {
	Puzzle string // in one line
	Detail string
}

func (e *DisagreementError) Error() string {
	return fmt.Sprintf("the solvers disagree about %s: %s", e.Puzzle, e.Detail)
}
