package why

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func auditCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "audit PUZZLE GRID",
		Short: "Say which entries of a half-filled grid contradict the clues",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%s: expected two, PUZZLE and GRID", term.Plural(int64(len(args)), "argument", "arguments"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return auditGrid(c.Context(), e, args[0], args[1]) },
	}
	input.ReadFlags(e, c)
	e.OutputFlag(c, "text", "json")
	input.MethodFlag(e, c)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit, such as 500ms or 2m (default: none)")
	return c
}

// An audited grid is what was found out about one.
type audited struct {
	puzzle  sudoku.Puzzle
	grid    sudoku.Grid
	verdict model.Verdict
	entries int
	wrong   []wrongEntry // in the order of their cells
	back    *explain.Retraction
	tried   []model.Given // the entries that back is about
	elapsed time.Duration
	err     error
}

// A wrongEntry is one that is to be taken back.
type wrongEntry struct {
	model.Given
	reason string // clue, house, solution or choice
	text   string
}

func auditGrid(ctx context.Context, e *term.Env, puzzle, grid string) error {
	m, err := input.CompleteMethod(e)
	if err != nil {
		return err
	}
	if puzzle == "-" && grid == "-" {
		return errors.New("standard input cannot be both PUZZLE and GRID")
	}
	a := &audited{}
	if a.puzzle, err = readOne(e, puzzle, sudoku.Shape{}); err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("PUZZLE: %w", err))
	}
	filled, err := readOne(e, grid, a.puzzle.Shape)
	if err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("GRID: %w", err))
	}
	if err := filled.NeedClassic("GRID"); err != nil {
		return term.Fail(term.BadInput, errors.New(term.Plain(err)))
	}
	if filled.Shape != a.puzzle.Shape {
		return term.Fail(term.BadInput, fmt.Errorf("GRID: it is %v, expected %v as PUZZLE is", filled.Shape, a.puzzle.Shape))
	}
	a.grid = filled.Clues
	start := time.Now()
	a.err = newAuditor(m, e.Flags.Timeout).audit(ctx, start, a)
	a.elapsed = time.Since(start)
	var out []byte
	if e.Flags.Output == "json" {
		out = appendAuditJSON(nil, m, a)
	} else {
		out = appendAudit(nil, m, a)
	}
	if err := e.Print(string(out)); err != nil {
		return err
	}
	if len(a.wrong) > 0 || a.verdict == model.None {
		e.Raise(term.Negative)
	}
	switch {
	case a.err == nil:
		return nil
	case input.Missing(a.err), !ask.Undecided(a.err):
		return term.Fail(term.Failed, errors.New(term.Plain(a.err)))
	}
	return term.Fail(term.Undecided, errors.New(term.Plain(a.err)))
}

// readOne reads the one puzzle that an argument names, of a shape if that is not zero.
func readOne(e *term.Env, arg string, shape sudoku.Shape) (sudoku.Puzzle, error) {
	s, err := input.Puzzles(e, []string{arg})
	if err != nil {
		return sudoku.Puzzle{}, err
	}
	because := "--box says"
	if shape != (sudoku.Shape{}) {
		s.Options.Shape, because = shape, "PUZZLE is"
	}
	items := s.Peek(2)
	for _, it := range items {
		if it.ReadErr != nil {
			return sudoku.Puzzle{}, errors.New(strings.Replace(term.Plain(it.ReadErr), "as --box says", "as "+because, 1))
		}
	}
	if len(items) != 1 {
		return sudoku.Puzzle{}, fmt.Errorf("%s: holds several puzzles, expected one", s.Name)
	}
	return items[0].Puzzle, nil
}

type auditor struct {
	asker *ask.Asker
}

func newAuditor(m methods.Method, timeout time.Duration) *auditor {
	return &auditor{ask.New(m, timeout)}
}

// audit finds the wrong entries. The time limit has been running since start.
func (w *auditor) audit(ctx context.Context, start time.Time, a *audited) error {
	s := a.puzzle.Shape
	for c, v := range a.grid {
		switch clue := a.puzzle.Clues[c]; {
		case v == 0 || v == clue:
			continue
		case clue != 0:
			a.Add(model.Given{Var: model.Var(c), Value: v}, "clue", fmt.Sprintf("the clue of this cell is %d", clue))
		default:
			a.tried = append(a.tried, model.Given{Var: model.Var(c), Value: v})
		}
	}
	a.entries = len(a.wrong) + len(a.tried)
	asked := w.asker.Ask(ctx, ask.Question{Kind: ask.Unique}, a.puzzle)
	verdict := asked.Verdict
	if a.verdict = verdict; asked.Err != nil || verdict == model.None {
		return asked.Err
	}
	err := w.asker.Under(ctx, start, a.puzzle, func(ctx context.Context, _ *ask.Ground) error {
		x, err := explain.New(w.asker.Solver, a.puzzle.Ground())
		if err != nil {
			return err
		}
		a.back, err = x.Retract(ctx, a.puzzle.Given(nil), a.tried)
		return err
	})
	if a.back == nil {
		return err
	}
	rules := s.Model().Constraints
	for _, i := range a.back.Back {
		g := a.tried[i]
		alone := slices.ContainsFunc(a.back.Conflicts, func(set []int) bool { return len(set) == 1 && set[0] == i })
		if text := beside(s, rules, a.puzzle.Clues, g); text != "" {
			a.Add(g, "house", text)
		} else if alone && verdict == model.One {
			a.Add(g, "solution", "the solution has another value there")
		} else if alone {
			a.Add(g, "solution", "every solution has another value there")
		} else {
			a.Add(g, "choice", "it does not go together with other entries")
		}
	}
	slices.SortFunc(a.wrong, func(x, y wrongEntry) int { return int(x.Var - y.Var) })
	return err
}

func (a *audited) Add(g model.Given, reason, text string) {
	a.wrong = append(a.wrong, wrongEntry{g, reason, text})
}

// beside names a clue with the value of g in a house of its cell, or returns "".
func beside(s sudoku.Shape, rules []model.Constraint, clues sudoku.Grid, g model.Given) string {
	for i, r := range rules {
		if !slices.Contains(r.Scope(), g.Var) {
			continue
		}
		for _, v := range r.Scope() {
			if v != g.Var && clues[v] == g.Value {
				return fmt.Sprintf("%s has its %d in %s", print.HouseName(s, i), g.Value, s.Name(sudoku.Cell(v)))
			}
		}
	}
	return ""
}
