package sudoku

import (
	"context"
	"fmt"
	"slices"
)

// A SizeError reports that a model of the rules of a puzzle would take too much memory.
type SizeError struct {
	Rule   int    // in Puzzle.Rules: the one for which it is too much
	Text   string // of the rule
	Reason string
}

func (e *SizeError) Error() string { return fmt.Sprintf("rule %s: %s", e.Text, e.Reason) }

// Rules with at most this work and this many values surely do not take too much memory. With more values, a table of
// three cells alone may be large.
const (
	smallWork   = 300_000
	smallValues = 16
)

// ValidateSize returns a *SizeError if the rules of the puzzle, each of them valid, are too many or too large for a
// model, or the error of ctx if it ends before. It states them unless they are surely small.
func (p Puzzle) ValidateSize(ctx context.Context) error {
	work := 0
	for _, r := range p.Rules {
		if work += p.Shape.work(r); work > smallWork || p.Shape.N() > smallValues {
			_, err := p.State(ctx)
			return err
		}
	}
	return nil
}

// work estimates how many numbers a rule takes in a model: for each cell some for each value and each other cell.
func (s Shape) work(r Rule) (work int) {
	if len(r.Cells)+len(r.Groups) == 0 {
		work = s.GridCells() * s.N() * s.N()
	}
	for _, group := range append([][]Cell{r.Cells}, r.Groups...) {
		work += len(group) * len(group) * max(s.N(), min(r.Number, maxCells))
	}
	for _, part := range slices.Concat(r.Any...) {
		work += s.work(part)
	}
	return work
}
