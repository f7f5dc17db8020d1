package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/human"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func checkCommand(e *term.Env) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check [PUZZLES]",
		Short: "Check lists: unique, minimal, symmetry, level, duplicates",
		RunE:  func(c *cobra.Command, args []string) error { return checkPuzzles(c.Context(), e, o, args) },
	}
	input.ForEachFlags(e, c, "text", "json", "csv")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.StringSliceVar(&o.against, "against", nil, "files of earlier puzzles, among which duplicates are looked for, too")
	f.StringSliceVar(&o.required, "require", []string{"unique", "new"},
		"what every puzzle must be, or else the exit code is 1: "+slice.JoinAnd(requirementNames()))
	f.BoolVar(&o.unrated, "no-rating", false, "leave out level and rating")
	term.CompleteFlag(c, "require", requirementNames()...)
	term.AddCheck(c, func() error {
		for _, name := range o.required {
			if err := term.CheckOneOf("--require", name, requirementNames()); err != nil {
				return err
			}
		}
		return nil
	})
	return c
}

// checkOptions are the options of the command.
type checkOptions struct {
	against, required []string
	unrated           bool
}

// A requirement is a value of --require.
type requirement struct {
	name string
	met  func(*checked) bool
}

var requirements = []requirement{
	{"unique", func(a *checked) bool { return a.verdict == model.One }},
	{"minimal", func(a *checked) bool { return a.verdict == model.One && len(a.redundant) == 0 }},
	{"symmetric", func(a *checked) bool { return a.pattern != generate.Any }},
	{"new", func(a *checked) bool { return a.duplicate == nil }},
}

func requirementNames() []string {
	return slice.Map(requirements, func(r requirement) string { return r.name })
}

// A checked is what check finds out about a puzzle.
type checked struct {
	*input.Item
	verdict     model.Verdict
	knowsClues  bool // redundant is known
	redundant   []model.Var
	rules       []sudoku.Rule // redundant ones
	pattern     generate.Pattern
	rated       *print.Rated // nil without rating
	*duplicate               // nil if there is no earlier puzzle of the class
	duplicateOK bool         // duplicate is known
	elapsed     time.Duration
	formTime    time.Duration // of findDuplicate; it counts against the limit
	err         error         // the first reason why something is not known
}

// A duplicate is the first puzzle that is the same as another up to a symmetry.
type duplicate struct {
	numbered
	archive bool     // it is in a file of --against
	moves   []string // lead from it to the other, in words
}

// words states the moves.
func (d *duplicate) words() string { return cmp.Or(strings.Join(d.moves, "; "), "the same puzzle") }

// A checker checks the puzzles of a list.
type checker struct {
	*term.Env
	checkOptions
	method   methods.Method
	files    bool // the list comes from several arguments
	width    int  // of the column with the place
	classes  sudoku.ClassIndex
	places   []numbered // by number in classes; the archive comes first
	archived int        // number of puzzles of the archive
	alone    map[string]*single

	mu    sync.Mutex
	tally map[string]int64 // by verdict, property or level
}

// A single is the first puzzle with some numbers of clues and rules. Its canonical form, which takes seconds for a
// variant, is computed when there is a second one. It is nil then.
type single struct {
	sudoku.Puzzle     // a copy: items are reused
	number        int // in places
}

// numbersOf returns a text that is the same for puzzles that are the same up to a symmetry.
func numbersOf(p sudoku.Puzzle) string {
	rules := slice.Map(p.Rules, func(r sudoku.Rule) string {
		return fmt.Sprint(r.Number, len(r.Cells), len(r.Groups), len(r.Values))
	})
	slices.Sort(rules)
	return fmt.Sprint(p.Shape, p.Givens(), rules)
}

// A numbered is the place of a puzzle, and its index among the puzzles of the list or of the archive.
type numbered struct {
	input.Place
	index int
}

// checkPuzzles checks the puzzles that the arguments name and prints the results in input order.
func checkPuzzles(ctx context.Context, e *term.Env, o checkOptions, args []string) error {
	m, err := input.ParseCompleteMethod(e)
	if err != nil {
		return err
	}
	c := &checker{Env: e, checkOptions: o, method: m, files: len(args) > 1, width: len("LINE "),
		alone: map[string]*single{}, tally: map[string]int64{}}
	for _, arg := range args {
		if _, err := os.Stat(arg); err != nil && arg != "-" {
			c.width = max(c.width, len("index 0"))
		} else if c.files && len(arg) <= 40 {
			c.width = max(c.width, len(arg)+len(":10000"))
		}
	}
	if err := c.readArchive(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	s.Classic = "" // --output csv has a column for rules
	s.Unreadable = c.unreadable
	if _, err := io.WriteString(e.Out, c.header()); err != nil {
		return e.WriteError(err)
	}
	done, err := input.ForEachInOrder(ctx, e, s, e.Flags.Jobs, c.findDuplicate, func() input.HandlerOf[checked] {
		k := ask.New(m, e.Flags.Timeout)
		return func(ctx context.Context, it *input.Item, a checked, b []byte) ([]byte, error) {
			a.Item = it
			return c.handle(ctx, k, &a, b)
		}
	})
	if err == nil && !e.Flags.Quiet && done.N > 0 {
		e.Note("%s", c.summary(done))
	}
	return err
}

// readArchive adds the puzzles of the files of --against to the classes.
func (c *checker) readArchive(ctx context.Context) error {
	if len(c.against) == 0 {
		return nil
	}
	for _, name := range c.against {
		file, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("--against %s: cannot be read: %w", name, term.Reason(err))
		}
		file.Close()
	}
	s, err := input.NewSource(c.Env, c.against)
	if err != nil {
		return err
	}
	s.Classic = ""
	s.Unreadable = func(b []byte, _ *input.Item) []byte { return b }
	done, err := input.ForEach(ctx, c.Env, s, c.Flags.Jobs, func() input.Handler {
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			form, err := c.formOf(ctx, it.Puzzle)
			if err != nil {
				return b, fmt.Errorf("of --against: %w", err)
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			for len(c.places) <= it.Index {
				c.places = append(c.places, numbered{})
			}
			c.places[it.Index] = numbered{it.Place, it.Index}
			c.classes.Add(form, it.Index)
			c.alone[numbersOf(it.Puzzle)] = nil
			return b, nil
		}
	})
	c.archived = len(c.places)
	if err == nil && ctx.Err() == nil && !c.Flags.Quiet {
		c.Note("%s of --against in %s, %s", term.Plural(done.N, "puzzle", "puzzles"), term.Duration(done.Elapsed),
			term.Plural(c.classes.Len(), "class", "classes"))
	}
	return err
}

func (c *checker) formOf(ctx context.Context, p sudoku.Puzzle) (*sudoku.Form, error) {
	var form sudoku.Form
	err := ask.WithTimeout(ctx, c.Flags.Timeout, func(ctx context.Context) (err error) {
		form, err = sudoku.Canonical(ctx, p)
		return err
	})
	return &form, err
}

// findDuplicate looks for an earlier puzzle of the class, and adds the puzzle if there is none. It is called in input
// order, so that the first puzzle of a class is the first of the list.
func (c *checker) findDuplicate(ctx context.Context, it *input.Item) (a checked) {
	if it.ReadErr != nil {
		return a
	}
	start := time.Now()
	number, key := len(c.places), numbersOf(it.Puzzle)
	first, known := c.alone[key]
	if !known {
		p := it.Puzzle
		p.Clues = slices.Clone(p.Clues)
		c.alone[key] = &single{p, number}
		c.places = append(c.places, numbered{it.Place, it.Index})
		a.duplicateOK = true
		return a
	}
	if c.alone[key] = nil; first != nil {
		form, err := c.formOf(ctx, first.Puzzle)
		if a.err = err; err != nil {
			return a
		}
		c.classes.Add(form, first.number)
	}
	form, err := c.formOf(ctx, it.Puzzle)
	a.formTime = time.Since(start)
	if a.err = err; err != nil {
		return a
	}
	a.duplicateOK = true
	if n, by, ok := c.classes.Find(form); ok {
		moves := slice.Map(by.Moves(), func(m sudoku.Move) string { return m.Words })
		a.duplicate = &duplicate{c.places[n], n < c.archived, append([]string{}, moves...)}
		return a
	}
	c.classes.Add(form, number)
	c.places = append(c.places, numbered{it.Place, it.Index})
	return a
}

// handle checks the puzzle of a, whose duplicate is known, and appends the result.
func (c *checker) handle(ctx context.Context, k *ask.Asker, a *checked, b []byte) ([]byte, error) {
	formErr := a.err
	a.elapsed, a.err = input.Timed(func(start time.Time) error {
		return c.check(ctx, k, start.Add(-a.formTime), a)
	})
	if errors.Is(a.err, ask.ErrInterrupted) || input.IsMissing(a.err) {
		return b, a.err
	}
	a.err = cmp.Or(a.err, formErr)
	if a.err == nil && slices.ContainsFunc(requirements, func(r requirement) bool {
		return slices.Contains(c.required, r.name) && !r.met(a)
	}) {
		c.Raise(term.Negative)
	}
	c.note(a)
	return c.print(b, a), a.err
}

// check answers the questions about one puzzle, in the order in which later ones need earlier ones.
func (c *checker) check(ctx context.Context, k *ask.Asker, start time.Time, a *checked) error {
	a.pattern = generate.PatternOf(a.Puzzle)
	answer := k.Ask(ctx, ask.Question{Kind: ask.Unique, Spent: a.formTime}, a.Problem())
	a.verdict = answer.Verdict
	if answer.Err != nil || a.verdict != model.One {
		return answer.Err
	}
	solution := slices.Clone(answer.Solution)
	redundant, _, err := k.Redundant(ctx, start, a.Problem(), nil)
	if err != nil {
		return err
	}
	if a.rules, err = k.RedundantRules(ctx, start, a.Puzzle, solution); err != nil {
		return err
	}
	a.redundant, a.knowsClues = redundant, true
	if c.unrated {
		return nil
	}
	rating := print.Rating{Ladder: human.Standard(), SkipClass: true}
	rated, err := inquiry.RateSteps(ctx, k, rating, a.Item, model.Assignment(solution), start, nil)
	if _, tooLarge := errors.AsType[*human.LimitError](err); tooLarge {
		return nil // no rating
	}
	if err == nil {
		a.rated = rated
	}
	return err
}
