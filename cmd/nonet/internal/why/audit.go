package why

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func auditCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "audit PUZZLE GRID",
		Short: "Find entries of a half-filled grid that must be wrong",
		Args:  cobra.ExactArgs(2),
		RunE:  func(c *cobra.Command, args []string) error { return auditGrid(c.Context(), e, args[0], args[1]) },
	}
	input.ReadFlags(e, c)
	e.OutputFlag(c, "text", "json")
	input.MethodFlag(e, c)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit, such as 500ms or 2m (default: none)")
	return c
}

// An audited is the result of an audit.
type audited struct {
	*ask.Audit
	item    *input.Item
	puzzle  sudoku.Puzzle // of the item
	grid    sudoku.Grid
	method  string
	elapsed time.Duration
	err     error
}

func auditGrid(ctx context.Context, e *term.Env, puzzle, grid string) error {
	m, err := input.ParseCompleteMethod(e)
	if err != nil {
		return err
	}
	if puzzle == "-" && grid == "-" {
		return errors.New("standard input cannot be both PUZZLE and GRID")
	}
	a := &audited{method: m.Name}
	if a.item, err = readOne(e, puzzle, sudoku.Puzzle{}); err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("PUZZLE: %w", err))
	}
	a.puzzle = a.item.Puzzle
	second, err := readOne(e, grid, a.puzzle)
	if err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("GRID: %w", err))
	}
	filled := second.Puzzle
	if err := filled.RequireClassic("GRID"); err != nil {
		return term.Fail(term.BadInput, errors.New(term.WithoutPackage(err)))
	}
	if filled.Shape != a.puzzle.Shape {
		return term.Fail(term.BadInput, fmt.Errorf("GRID: it is %v, expected %v as PUZZLE is", filled.Shape,
			a.puzzle.Shape))
	}
	a.grid = filled.Clues
	start := time.Now()
	a.Audit, a.err = ask.New(m, e.Flags.Timeout).Audit(ctx, a.puzzle, a.grid)
	a.elapsed = time.Since(start)
	out := a.text()
	if e.Flags.Output == "json" {
		out = string(term.AppendJSONLine(nil, a.object()))
	}
	if err := e.Print(out); err != nil {
		return err
	}
	if len(a.Wrong) > 0 || a.Verdict == model.None {
		e.Raise(term.Negative)
	}
	switch {
	case a.err == nil:
		return nil
	case input.IsMissing(a.err), !ask.Undecided(a.err):
		return term.Fail(term.Failed, errors.New(term.WithoutPackage(a.err)))
	}
	return term.Fail(term.Undecided, errors.New(term.WithoutPackage(a.err)))
}

// readOne reads the only puzzle that an argument names. Its shape and its alphabet must be those of like, unless they
// are zero.
func readOne(e *term.Env, arg string, like sudoku.Puzzle) (*input.Item, error) {
	s, err := input.NewSource(e, []string{arg})
	if err != nil {
		return nil, err
	}
	if like.Shape != (sudoku.Shape{}) {
		s.Options.Shape, s.Options.ShapeSource = like.Shape, "PUZZLE is"
	}
	if name := like.Alphabet.ReadAs(); name != "" {
		s.Options.Alphabet = name
	}
	items := s.Peek(2)
	for _, it := range items {
		if it.ReadErr != nil {
			return nil, errors.New(term.WithoutPackage(it.ReadErr))
		}
	}
	if len(items) != 1 {
		return nil, fmt.Errorf("%s: holds several puzzles, expected one", s.Name)
	}
	return items[0], nil
}
