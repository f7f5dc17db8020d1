package make

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/generate"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func generateCommand(e *term.Env) *cobra.Command {
	var o generateOptions
	c := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles by size, symmetry, difficulty or technique",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("seed") {
				e.Flags.Seed, o.seedDrawn = rand.Uint64N(1_000_000_000), true // short enough to be typed
			}
			return generateAll(c.Context(), e, &o)
		},
	}
	o.addFlags(e, c)
	term.AddCheck(c, func() error {
		if err := o.resolve(c.Flags().Changed); err != nil {
			return err
		}
		if form := e.Flags.Output; o.variants != nil && (form == "line" || form == "numbers") {
			return fmt.Errorf("--output %s has no place for rules: expected text, nonet, json or csv with --kinds and "+
				"--rules-of", form)
		}
		return nil
	})
	return c
}

// addFlags adds the flags of the command.
func (o *generateOptions) addFlags(e *term.Env, c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&o.order, "order", 3, "size of the grid: order n has n² rows and boxes of n×n cells")
	f.StringVar(&o.box, "box", "", "boxes of the grid as HEIGHTxWIDTH, instead of --order")
	f.BoolVarP(&o.unique, "unique", "u", false,
		"make puzzles with exactly one solution (the default without --p and --from)")
	f.BoolVar(&o.minimal, "minimal", false, "every clue is needed")
	f.StringVar(&o.clues, "clues", "", "number of clues, or a range such as 24-26")
	f.StringVar(&o.symmetry, "symmetry", "none", "symmetry of the cells with clues: "+slice.JoinOr(generate.Patterns()))
	f.StringVar(&o.difficulty, "difficulty", "", "level of nonet's ladder: "+slice.JoinOr(levelNames()))
	f.StringVar(&o.recipe, "recipe", "", "mixture of puzzles by level, such as 60easy,60medium,20hard; implies "+
		"--distinct")
	f.BoolVar(&o.distinct, "distinct", false, "make no two puzzles that are the same up to a symmetry")
	f.StringVar(&o.technique, "technique", "", "a rule that the path of nonet rate uses")
	f.BoolVar(&o.needed, "needed", false, "rules rated as high as --technique suffice, but not without it")
	f.StringVar(&o.solvedBy, "solved-by", "", "rules that solve the puzzle: ladders or rules with commas")
	f.StringVar(&o.beyond, "beyond", "", "rules that do not solve the puzzle: ladders or rules with commas")
	f.StringVar(&o.closure, "closure", "", "proportion of cells with a value after all singles, as MIN-MAX")
	f.IntVar(&o.ease, "ease", 0, "for large grids: number of clues above the wanted ones for which proofs are "+
		"searched (default: 2 from 25 rows on)")
	f.StringVar(&o.kinds, "kinds", "", "make variants with rules of these kinds, such as cage,thermometer; nonet "+
		"formats lists all")
	f.StringVar(&o.rules, "rules-of", "", "make variants with the rules of the puzzle in this file")
	f.Float64Var(&o.p, "p", 0, "make random instances: each cell is a clue with this probability")
	term.ChoiceFlag(c, &o.from, "from", "make random instances, or with --unique puzzles, from: root (shuffled, as "+
		"Lewis does) or random (any grid)", "root", "random")
	f.IntVarP(&o.n, "n", "n", 1, "number of puzzles")
	term.AtLeast(c, "n", &o.n, 0)
	f.IntVar(&o.attempts, "attempts", 0, "puzzles to try for each (default: 100000)")
	f.StringVar(&o.confirm, "confirm", "gini", "second solver, which certifies each puzzle; see nonet methods")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the random numbers (default: drawn, and printed)")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 30s or 10m (default: none)")
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores)")
	e.QuietFlags(c, "print puzzles and errors only")
	e.OutputFlag(c, generateOutputs...)
	term.CompleteFlag(c, "symmetry", generate.Patterns()...)
	term.CompleteFlag(c, "difficulty", levelNames()...)
	term.CompleteFlag(c, "technique", ruleNames()...)
	input.CompleteMethodFlag(c, "confirm")
}

func levelNames() []string { return slice.Map(human.Levels(), human.Level.String) }

func ruleNames() []string {
	return slice.Map(human.Rules(), func(r *human.Rule) string { return r.Name })
}

// makeWithin calls make with a time limit; zero means no limit. A *generate.TooManyCluesError of make then wraps the
// error of ask.WithTimeout.
func makeWithin(ctx context.Context, limit time.Duration, make generate.Make,
	seed, index uint64) (p *generate.Puzzle, err error) {
	var fewest *generate.TooManyCluesError
	err = ask.WithTimeout(ctx, limit, func(ctx context.Context) (err error) {
		p, err = make(ctx, seed, index)
		errors.As(err, &fewest)
		return err
	})
	if fewest != nil && !errors.Is(err, fewest) {
		err = &generate.TooManyCluesError{Fewest: fewest.Fewest, Err: err}
	}
	return p, err
}

// noteMade prints the number of puzzles made, the seed if it was drawn, and the numbers by level.
func noteMade(e *term.Env, o *generateOptions, made int64, elapsed time.Duration, levels ...string) {
	if e.Flags.Quiet {
		return
	}
	line := fmt.Sprintf("%s in %s", term.Plural(made, "puzzle", "puzzles"), term.Duration(elapsed))
	if made > 1 {
		line += ", " + term.Rate(made, elapsed)
	}
	if o.seedDrawn {
		line += fmt.Sprintf("; seed %d", e.Flags.Seed)
	}
	if len(levels) > 0 {
		line += ": " + strings.Join(levels, ", ")
	}
	e.Note("%s", line)
}

// generateAll makes the puzzles and prints them in order of their indices.
func generateAll(ctx context.Context, e *term.Env, o *generateOptions) error {
	if e.Flags.Output == "csv" {
		if err := e.Print(generateHeader); err != nil {
			return err
		}
	}
	s := generate.Series{Seed: e.Flags.Seed, Jobs: e.Flags.Jobs, Duplicates: !o.distinct}
	total := 0
	for _, part := range o.parts {
		total += part.n
		s.Parts = append(s.Parts, generate.Part{N: part.n, New: func() (generate.Make, error) {
			make, err := o.maker(part)
			return func(ctx context.Context, seed, index uint64) (*generate.Puzzle, error) {
				return makeWithin(ctx, e.Flags.Timeout, make, seed, index)
			}, err
		}})
	}
	s.Jobs = min(s.Jobs, max(total, 1))
	progress := e.StartProgress(int64(total), "puzzles")
	out, log := bufio.NewWriter(progress.HideBarWriter(e.Out)), progress.HideBarWriter(e.Err)
	s.Idle = func() { _ = out.Flush() } // the next write returns its error
	made := make([]int64, len(o.parts))
	all := int64(0)
	var failed error
	start := time.Now()
	err := s.Run(ctx, func(r generate.Result) bool {
		g := &generated{index: r.Index, options: o, seed: e.Flags.Seed, puzzle: r.Puzzle, err: r.Err}
		if input.IsMissing(r.Err) {
			failed = term.Fail(term.Failed, r.Err)
			return false
		}
		if _, err := io.WriteString(out, g.text(e.Flags.Output)); err != nil {
			failed = e.WriteError(err)
			return false
		}
		progress.Answered(1)
		if r.Err == nil {
			made[r.Part]++
			all++
			return true
		}
		_ = out.Flush()
		e.Raise(g.code())
		if o.distinct {
			fmt.Fprintf(log, "nonet: of %s, only %s made: %s\n", o.parts[r.Part],
				term.Plural(made[r.Part], "puzzle", "puzzles"), r.Err)
		} else {
			fmt.Fprintf(log, "nonet: puzzle with index %d: %v\n", g.index, r.Err)
		}
		return true
	})
	if flushed := out.Flush(); failed == nil {
		failed = e.WriteError(flushed)
	}
	progress.Stop()
	switch {
	case err != nil:
		e.Raise(term.Undecided)
		e.Warn("interrupted after %s", term.Plural(all, "puzzle", "puzzles"))
	case failed != nil:
		return failed
	}
	var levels []string
	for i, part := range o.parts {
		if part.level != 0 {
			levels = append(levels, fmt.Sprintf("%s %v", term.Thousands(made[i]), part.level))
		}
	}
	noteMade(e, o, all, time.Since(start), levels...)
	return nil
}
