package why

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func auditCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "audit PUZZLE|MODEL GRID|VALUES",
		Short: "Find entries of a half-filled grid that must be wrong",
		Args:  cobra.ExactArgs(2),
		RunE:  func(c *cobra.Command, args []string) error { return auditEntries(c, e, args[0], args[1]) },
	}
	input.ModelFlags(e, c)
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
	grid    sudoku.Grid // of a puzzle
	method  string
	elapsed time.Duration
	err     error
}

// auditEntries audits the grid, or the values of variables, that an argument names.
func auditEntries(c *cobra.Command, e *term.Env, subject, entered string) error {
	if subject == "-" && entered == "-" {
		return errors.New("standard input cannot be both PUZZLE and GRID")
	}
	s, err := input.Open(c, e, []string{subject})
	if err != nil {
		return err
	}
	m, err := s.Method(c)
	if err == nil {
		err = input.NeedComplete(m)
	}
	if err != nil {
		return err
	}
	a := &audited{method: m.Name}
	var entries []model.Given
	if s.Models {
		if a.item, _ = s.Next(); a.item.ReadErr != nil {
			return term.Fail(term.BadInput, a.item.ReadErr)
		}
		if entries, err = readValues(e, a.item.File, entered); err != nil {
			return term.Fail(term.BadInput, fmt.Errorf("VALUES: %w", err))
		}
	} else {
		if err := a.readGrids(e, subject, entered); err != nil {
			return err
		}
		entries = ask.EntriesOf(a.grid)
	}
	start := time.Now()
	a.Audit, a.err = ask.New(m, e.Flags.Timeout).Audit(c.Context(), a.item.Problem(), entries)
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
		return term.Fail(term.Failed, a.err)
	}
	return term.Fail(term.Undecided, a.err)
}

// readGrids reads the puzzle and the half-filled grid.
func (a *audited) readGrids(e *term.Env, puzzle, grid string) (err error) {
	if a.item, err = readOne(e, "PUZZLE", puzzle, sudoku.Puzzle{}); err != nil {
		return err
	}
	second, err := readOne(e, "GRID", grid, a.item.Puzzle)
	if err != nil {
		return err
	}
	filled := second.Puzzle
	if !filled.Classic() && !slices.Equal(print.RuleTexts(filled), print.RuleTexts(a.item.Puzzle)) {
		return term.Fail(term.BadInput, errors.New("GRID: its rules are not those of PUZZLE; the cells alone suffice"))
	}
	if filled.Shape != a.item.Puzzle.Shape {
		return term.Fail(term.BadInput, fmt.Errorf("GRID: it is %v, expected %v as PUZZLE is", filled.Shape,
			a.item.Puzzle.Shape))
	}
	a.grid = filled.Clues
	return nil
}

// readValues reads words name=value, as solve --output line prints them, from a file, from standard input for "-", or
// from the argument itself.
func readValues(e *term.Env, p *problem.Problem, arg string) ([]model.Given, error) {
	text := arg
	if !strings.Contains(arg, "=") || arg == "-" {
		_, in, err := e.OpenOne([]string{arg}, "values")
		if err != nil {
			return nil, err
		}
		defer in.Close()
		all, err := io.ReadAll(problem.Text(in))
		if err != nil {
			return nil, err
		}
		text = string(all)
	}
	byName := map[string]model.Var{}
	var names []string
	for v := range p.Model.Vars {
		name := p.Model.NameOf(model.Var(v))
		byName[name] = model.Var(v)
		names = append(names, name)
	}
	var entries []model.Given
	seen := map[model.Var]bool{}
	for word := range strings.FieldsSeq(text) {
		i := max(0, strings.LastIndexByte(word, '=')) // names may have others
		name := word[:i]
		value, err := strconv.Atoi(strings.TrimPrefix(word[i:], "="))
		if name == "" || err != nil {
			return nil, fmt.Errorf("%.60q: expected NAME=VALUE", word)
		}
		v, known := byName[name]
		switch {
		case !known:
			return nil, fmt.Errorf("%.60s: the model has no variable of this name%s", name,
				term.DidYouMean(name, names))
		case !slices.Contains(p.Model.Vars[v].Domain, value):
			return nil, fmt.Errorf("%.60s=%d: the value is not in the domain %v", name, value, p.Model.Vars[v].Domain)
		case seen[v]:
			return nil, fmt.Errorf("%.60s has two values", name)
		}
		seen[v] = true
		entries = append(entries, model.Given{Var: v, Value: value})
	}
	return entries, nil
}

// readOne reads the only puzzle that an argument names. Its shape and its alphabet must be those of like, unless they
// are zero. what names the argument in errors.
func readOne(e *term.Env, what, arg string, like sudoku.Puzzle) (*input.Item, error) {
	bad := func(err error) (*input.Item, error) {
		return nil, term.Fail(term.BadInput, fmt.Errorf("%s: %w", what, err))
	}
	s, err := input.NewSource(e, []string{arg})
	if err != nil {
		return bad(err)
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
			return bad(it.ReadErr)
		}
	}
	if len(items) != 1 {
		return bad(fmt.Errorf("%s: holds several puzzles, expected one", s.Name))
	}
	return items[0], nil
}
