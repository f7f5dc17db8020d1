package make

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/problem"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/picture"
	"nonet/model/picture/paper"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

var (
	sheetSolutions = []string{"end", "page", "none"} // by paper.Placement
	sheetSizes     = []string{"a4", "letter", "a5"}
	sheetLevels    = []string{"level", "dots", "score", "er"}
)

type sheetOptions struct {
	book                             paper.Book
	out, solutions, size, difficulty string
	numbers, rules                   bool
	first                            int
}

func sheetCommand(e *term.Env) *cobra.Command {
	var o sheetOptions
	c := &cobra.Command{
		Use:   "sheet [PUZZLES]",
		Short: "Lay out puzzles and their solutions on pages of a PDF",
		RunE:  func(c *cobra.Command, args []string) error { return printSheet(c.Context(), e, o, args) },
	}
	input.ReadFlags(e, c)
	input.MethodFlag(e, c)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	e.JobsFlag(c, "puzzles solved at the same time (default: all cores)")
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "-", "file to write; - for standard output")
	f.StringVar(&o.book.Title, "title", "", "title of all pages")
	f.IntVar(&o.book.PerPage, "per-page", 0, "puzzles on a page (default: 6, or as many as there are; 1 with --large)")
	term.ChoiceFlag(c, &o.solutions, "solutions", "where solutions are printed: "+slice.JoinOr(sheetSolutions),
		sheetSolutions...)
	f.StringVar(&o.book.SolutionsTitle, "solutions-title", "Solutions", "title of the pages with solutions")
	f.BoolVar(&o.book.UpsideDown, "upside-down", false, "print solutions upside down")
	f.BoolVar(&o.numbers, "numbers", true, "number the puzzles")
	f.IntVar(&o.first, "first", 1, "number of the first puzzle")
	term.AtLeast(c, "first", &o.first, 0)
	f.StringVar(&o.difficulty, "difficulty", "", "print the difficulty over each puzzle, as nonet rate finds it: "+
		slice.JoinOr(sheetLevels))
	f.Lookup("difficulty").NoOptDefVal = "level"
	f.BoolVar(&o.rules, "rules", true, "print the rules of variants below them")
	term.ChoiceFlag(c, &o.size, "paper", "size of the pages: "+slice.JoinOr(sheetSizes), sheetSizes...)
	f.BoolVar(&o.book.Large, "large", false, "large print")
	term.CompleteFlag(c, "difficulty", sheetLevels...)
	term.AddCheck(c, func() error { return o.check(c) })
	term.KeepInputs(c, &o.out)
	return c
}

// check checks and completes the options.
func (o *sheetOptions) check(c *cobra.Command) error {
	if c.Flags().Changed("per-page") && (o.book.PerPage < 1 || o.book.PerPage > 100) {
		return fmt.Errorf("--per-page %d: expected 1 to 100", o.book.PerPage)
	}
	if form := strings.TrimPrefix(packed.Ending(o.out), "."); form != "pdf" && slices.Contains(pictureForms, form) {
		return fmt.Errorf("-o %s: expected the ending .pdf; nonet picture writes %s", o.out, form)
	}
	if o.difficulty != "" {
		if err := term.CheckOneOf("--difficulty", o.difficulty, sheetLevels); err != nil {
			return err
		}
	}
	o.book.Solutions = paper.Placement(slices.Index(sheetSolutions, o.solutions))
	o.book.Size = []paper.Size{paper.A4, paper.Letter, paper.A5}[slices.Index(sheetSizes, o.size)]
	for _, title := range []string{o.book.Title, o.book.SolutionsTitle} {
		if missing := paper.Missing(title); len(missing) > 0 {
			return fmt.Errorf("--title %s: the font, Liberation Sans, has no letter for %q", title, string(missing))
		}
	}
	return nil
}

// printSheet lays out the puzzles that the arguments name.
func printSheet(ctx context.Context, e *term.Env, o sheetOptions, args []string) error {
	m, err := input.ParseCompleteMethod(e)
	if err != nil {
		return err
	}
	if o.out == "-" && e.OutIsTerminal() {
		return errors.New("a PDF file: expected -o FILE, since standard output is a terminal")
	}
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	entries := map[int]paper.Entry{} // by index
	done, err := input.ForEach(ctx, e, s, e.Flags.Jobs, func() input.Handler {
		k := ask.New(m, e.Flags.Timeout)
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			entry, err := o.entry(ctx, k, it.Puzzle)
			if entry != nil {
				mu.Lock()
				defer mu.Unlock()
				entries[it.Index] = *entry
			}
			return b, err
		}
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	for index := range s.Count() {
		entry, ok := entries[index]
		if !ok {
			continue
		}
		if o.numbers {
			entry.Number = strconv.Itoa(o.first + len(o.book.Entries))
		}
		o.book.Entries = append(o.book.Entries, entry)
	}
	if len(o.book.Entries) == 0 {
		return nil // every puzzle has a message
	}
	pages, err := o.book.Pages()
	if err != nil {
		return err
	}
	err = e.WriteTo(o.out, func(w io.Writer) error { return o.book.Write(ctx, w) })
	if errors.Is(err, context.Canceled) {
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	}
	if err == nil && o.out != "-" && !e.Flags.Quiet {
		e.Note("%s: %s on %s, %s", o.out, term.Plural(len(o.book.Entries), "puzzle", "puzzles"),
			term.Plural(pages, "page", "pages"), term.Duration(done.Elapsed))
	}
	return err
}

// entry returns a puzzle with its solution and label, or nil and the reason if it is left out. If only the label is
// missing, it returns both.
func (o *sheetOptions) entry(ctx context.Context, k *ask.Asker, p sudoku.Puzzle) (*paper.Entry, error) {
	p.Clues = slices.Clone(p.Clues) // the item is used again
	entry := &paper.Entry{Puzzle: p}
	if o.rules {
		entry.Rules = rulesInWords(p)
	}
	if o.book.Solutions == paper.Nowhere && o.difficulty == "" {
		return entry, nil
	}
	start := time.Now()
	solved, err := uniqueSolution(ctx, k, problem.Of(p))
	if err != nil {
		return nil, fmt.Errorf("left out: %w", err)
	}
	entry.Solution = solved
	if o.difficulty == "" {
		return entry, nil
	}
	rating := print.Rating{Ladder: human.Standard(), SkipClass: true}
	r, err := inquiry.RateSteps(ctx, k, rating, &input.Item{Puzzle: p}, model.Assignment(solved), start, nil)
	if _, tooLarge := errors.AsType[*human.LimitError](err); tooLarge {
		return entry, nil
	}
	if err != nil {
		return entry, fmt.Errorf("printed without its difficulty: %w", err)
	}
	switch o.difficulty {
	case "level":
		entry.Label = r.Level.String()
	case "dots":
		levels := len(human.Levels())
		entry.Label = strings.Repeat("●", int(r.Level)) + strings.Repeat("○", levels-int(r.Level))
	case "score":
		entry.Label = term.Thousands(r.Score)
	case "er":
		entry.Label = r.TextER()
	}
	return entry, nil
}

// rulesInWords returns the rules of a variant: as its author states them, or else a sentence for each kind of rule,
// and the data of rules that have no picture.
func rulesInWords(p sudoku.Puzzle) string {
	if p.Texts.Rules != "" {
		return p.Texts.Rules
	}
	var sentences, kinds []string
	for _, r := range p.Rules {
		if !slices.Contains(kinds, r.Kind) && picture.HasPicture(r.Kind) {
			kinds = append(kinds, r.Kind)
			name := []rune(strings.ReplaceAll(r.Kind, "-", " "))
			name[0] = unicode.ToUpper(name[0])
			sentences = append(sentences, string(name)+": "+sudoku.RuleKindByName(r.Kind).Summary+".")
		}
	}
	return strings.Join(append(sentences, picture.Caption(p)...), " ")
}
