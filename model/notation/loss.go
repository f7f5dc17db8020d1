package notation

import (
	"fmt"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A LossError reports what a format cannot hold of a puzzle.
type LossError struct {
	Format string
	Lost   []string // each a rule in the format nonet, or a phrase
}

func (e *LossError) Error() string {
	return fmt.Sprintf("notation: the format %s cannot hold %s; the format nonet can", e.Format,
		strings.Join(e.Lost, ", "))
}

// lossError returns a *LossError if a loss changes the solutions of p, and nil otherwise.
func lossError(format string, p sudoku.Puzzle, lost place.Loss) error {
	if lost.Whole == "" && lost.Rules == nil {
		return nil
	}
	e := &LossError{Format: format}
	if lost.Whole != "" {
		e.Lost = append(e.Lost, lost.Whole)
	}
	for _, i := range lost.Rules {
		e.Lost = append(e.Lost, RuleText(p.Shape, p.Rules[i]))
	}
	return e
}
