package why

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/internal/slice"
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
	m, err := s.CompleteMethod(c)
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
	for v, x := range p.Model.Vars {
		name := p.Model.NameOf(model.Var(v))
		if _, known := byName[name]; !known || x.Name != "" { // a variable without a name gives way
			byName[name] = model.Var(v)
		}
	}
	var entries []model.Given
	seen := map[model.Var]bool{}
	for word := range strings.FieldsSeq(text) {
		i := max(0, strings.LastIndexByte(word, '=')) // names may have others
		name := word[:i]
		isDerived := func(d problem.Derived) bool { return d.Name == name }
		if _, known := byName[name]; !known && slices.ContainsFunc(p.Derived, isDerived) {
			e.Warn("VALUES: %s is left out: other variables determine it", name)
			continue
		}
		value, err := strconv.Atoi(strings.TrimPrefix(word[i:], "="))
		if name == "" || err != nil {
			return nil, fmt.Errorf("%.60q: expected NAME=VALUE", word)
		}
		v, known := byName[name]
		switch {
		case !known:
			return nil, fmt.Errorf("%.60s: the model has no variable of this name%s", name,
				term.DidYouMean(name, slices.Sorted(maps.Keys(byName))))
		case !p.Model.Vars[v].Domain.Contains(value):
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

// text returns the result of an audit as text.
func (a *audited) text() string {
	var b strings.Builder
	for _, x := range a.Wrong {
		fmt.Fprintf(&b, "%s: %s\n", a.name(x.Given), a.reasonText(x))
	}
	if a.Retraction != nil {
		for _, set := range a.Retraction.Conflicts {
			if len(set) > 1 { // one of these has to go, but any would do
				names := slice.Map(set, func(i int) string { return a.name(a.Placed[i]) })
				fmt.Fprintf(&b, "not all of these: %s\n", strings.Join(names, ", "))
			}
		}
	}
	fmt.Fprintf(&b, "%s (%s, %s)\n", a.sentence(), a.method, term.Duration(a.elapsed))
	return b.String()
}

// name states an entry, as in "r1c1 = 5" or "x = 5".
func (a *audited) name(g model.Given) string {
	return fmt.Sprintf("%s = %s", a.place(g.Var), a.item.Puzzle.Alphabet.Symbol(g.Value))
}

// place returns the name of the cell or the variable of an entry.
func (a *audited) place(v model.Var) string { return a.item.Problem().NameOf(v) }

// reasonText returns the reason why an entry has to be taken back.
func (a *audited) reasonText(x ask.WrongEntry) string {
	p := a.item.Puzzle
	switch {
	case a.item.Model && x.Reason == ask.ReasonRule:
		return "it breaks " + printable.Line(a.item.File.Describe(x.Rule))
	case a.item.Model && x.Reason == ask.ReasonSolution:
		return "no solution has this value"
	case x.Reason == ask.ReasonClue:
		return "the clue of this cell is " + p.Alphabet.Symbol(x.Clue.Value)
	case x.Reason == ask.ReasonHouse:
		return fmt.Sprintf("%s has its %s in %s", print.NewConstraintNames(p, a.item.RuleLines).Name(x.Rule),
			p.Alphabet.Symbol(x.Clue.Value), a.place(x.Clue.Var))
	case x.Reason == ask.ReasonRule:
		return "with the clues it breaks " + print.NewConstraintNames(p, a.item.RuleLines).Name(x.Rule)
	case x.Reason == ask.ReasonSolution && a.Verdict == model.One:
		return "the solution has another value there"
	case x.Reason == ask.ReasonSolution:
		return "every solution has another value there"
	}
	return "it does not go together with other entries"
}

// sentence summarizes the audit.
func (a *audited) sentence() string {
	entries := term.Plural(a.Entries, "entry", "entries")
	switch {
	case a.Verdict == model.None && a.item.Model:
		return "the model itself has no solution: nonet explain says why"
	case a.Verdict == model.None:
		return "the puzzle itself has no solution: " + cmp.Or(a.item.Contradiction(), "nonet explain says why")
	case a.Retraction == nil:
		return "unknown: " + a.err.Error()
	case len(a.Wrong) == 0 && a.Retraction.Exact:
		return "nothing is wrong with the " + entries
	case !a.Retraction.Exact:
		return fmt.Sprintf("%d of %s to be taken back; at least %d", len(a.Wrong), entries, a.MinWrong())
	case a.Verdict == model.Multiple:
		return fmt.Sprintf("%d of %s to be taken back; no choice of fewer leaves a solution", len(a.Wrong), entries)
	}
	return fmt.Sprintf("%d of %s to be taken back", len(a.Wrong), entries)
}

// An auditObject is the result of an audit in JSON.
type auditObject struct {
	print.Head
	Grid            *string       `json:"grid,omitempty"` // of a puzzle
	Method          string        `json:"method"`
	Verdict         string        `json:"verdict"`
	Entries         int           `json:"entries"`
	Wrong           []wrongObject `json:"wrong"`
	*retractionPart               // nil if nothing was found
	print.Tail
}

type retractionPart struct {
	Conflicts [][]string `json:"conflicts"`
	AtLeast   int        `json:"at_least"`
	Exact     bool       `json:"exact"`
}

type wrongObject struct {
	Cell     string     `json:"cell,omitempty"`
	Variable string     `json:"variable,omitempty"`
	Value    int        `json:"value"`
	Reason   ask.Reason `json:"reason"`
	Text     string     `json:"text"`
}

// object returns the result for JSON.
func (a *audited) object() auditObject {
	o := auditObject{Head: print.HeadOf(a.item), Grid: print.GridText(a.item.Puzzle.Alphabet, a.grid),
		Method: a.method, Verdict: a.Verdict.String(), Entries: a.Entries, Wrong: []wrongObject{},
		Tail: print.TailOf(a.elapsed, a.err)}
	if a.Verdict == model.Undecided && a.err != nil {
		o.Verdict = print.StatusOf(a.err)
	}
	for _, x := range a.Wrong {
		w := wrongObject{Value: x.Value, Reason: x.Reason, Text: a.reasonText(x)}
		if a.item.Model {
			w.Variable = a.place(x.Var)
		} else {
			w.Cell = a.place(x.Var)
		}
		o.Wrong = append(o.Wrong, w)
	}
	if r := a.Retraction; r != nil {
		place := func(i int) string { return a.place(a.Placed[i].Var) }
		conflicts := slice.Map(r.Conflicts, func(set []int) []string { return slice.Map(set, place) })
		o.retractionPart = &retractionPart{conflicts, a.MinWrong(), r.Exact}
	}
	return o
}
