package puzzle

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sync/atomic"
	"time"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/cmd/nonet/internal/batch"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/generate"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func generateCommand(e *term.Env) *cobra.Command {
	var o generateOptions
	c := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles: with one solution, of any size, symmetry and difficulty; or random instances",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("seed") {
				seed, err := drawSeed()
				if err != nil {
					return term.Fail(term.Failed, err)
				}
				e.Flags.Seed, o.drawn = seed, true
			}
			return generateAll(c.Context(), e, &o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.order, "order", 3, "size of the grid: order n has n² rows and boxes of n×n cells")
	f.StringVar(&o.box, "box", "", "boxes of the grid as HEIGHTxWIDTH, instead of --order")
	f.BoolVarP(&o.unique, "unique", "u", false, "make puzzles with exactly one solution; this is the default without --p and --from")
	f.BoolVar(&o.minimal, "minimal", false, "every clue is needed")
	f.StringVar(&o.clues, "clues", "", "number of clues, or a range such as 24-26")
	f.StringVar(&o.symmetry, "symmetry", "none", "of the cells with clues: "+term.OneOf(generate.Patterns()))
	f.StringVar(&o.difficulty, "difficulty", "", "level: "+term.OneOf(levelNames()))
	f.StringVar(&o.technique, "technique", "", "a rule that the path of nonet rate uses")
	f.BoolVar(&o.needed, "needed", false, "the rules that are rated as high as --technique suffice, but not without it")
	f.StringVar(&o.solvedBy, "solved-by", "", "rules that solve the puzzle: ladders or rules with commas")
	f.StringVar(&o.beyond, "beyond", "", "rules that do not solve the puzzle: ladders or rules with commas")
	f.StringVar(&o.closure, "closure", "", "proportion of cells with a value after all singles, as MIN-MAX")
	f.IntVar(&o.ease, "ease", 0, "for large grids: how many clues above those wanted may be left for which proofs are searched (default: 2 from 25 rows on)")
	f.Float64Var(&o.p, "p", 0, "make random instances: each cell is a clue with this probability")
	f.StringVar(&o.from, "from", "root", "make random instances from: root (shuffled, as Lewis does) or random (any grid)")
	f.IntVarP(&o.n, "n", "n", 1, "how many")
	f.IntVar(&o.attempts, "attempts", 0, "puzzles to try for each (default: 100000)")
	f.StringVar(&o.confirm, "confirm", "gini", "the second solver that certifies a puzzle; see nonet methods")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the random numbers (default: drawn, and printed)")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 30s or 10m (default: none)")
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores)")
	e.QuietFlags(c, "print puzzles and errors only")
	e.OutputFlag(c, generateOutputs...)
	term.Complete(c, "symmetry", generate.Patterns()...)
	term.Complete(c, "difficulty", levelNames()...)
	term.Complete(c, "technique", ruleNames()...)
	term.Complete(c, "from", "root", "random")
	input.CompleteMethods(c, "confirm")
	term.Validate(c, func() error {
		changed := c.Flags().Changed
		o.instances = changed("p") || changed("from")
		switch {
		case o.n < 0:
			return fmt.Errorf("--n %d: expected 0 or more", o.n)
		case changed("order") && changed("box"):
			return errors.New("--order and --box both say the size: one is enough")
		case o.attempts < 0:
			return fmt.Errorf("--attempts %d: expected 1 or more", o.attempts)
		}
		if o.instances {
			for _, name := range []string{
				"unique", "minimal", "symmetry", "difficulty", "technique", "needed", "solved-by", "beyond", "closure", "ease", "attempts", "confirm",
			} {
				if changed(name) {
					return fmt.Errorf("--%s wants puzzles with one solution, and --p and --from make random instances", name)
				}
			}
			return o.completeInstances(changed("p"))
		}
		return o.completeUnique()
	})
	return c
}

// drawSeed returns a seed that is short enough to be typed.
func drawSeed() (uint64, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000_000))
	if err != nil {
		return 0, fmt.Errorf("no random seed: %w", err)
	}
	return n.Uint64(), nil
}

func levelNames() []string {
	var names []string
	for _, l := range human.Levels() {
		names = append(names, l.String())
	}
	return names
}

func ruleNames() []string {
	var names []string
	for _, r := range human.Rules() {
		names = append(names, r.Name)
	}
	return names
}

// generateAll makes the puzzles and prints them in the order of their indices.
func generateAll(ctx context.Context, e *term.Env, o *generateOptions) error {
	watch := e.StartProgress(int64(o.n), "puzzles")
	var made atomic.Int64
	index := 0
	next := func() (int, bool) {
		index++
		return index - 1, index <= o.n
	}
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	worker := func() batch.Worker[int] {
		make, err := newDrawer(e, o)
		if err != nil {
			cancel(err)
		}
		return func(ctx context.Context, index *int, out *batch.Out) {
			if err != nil {
				return
			}
			g := &generated{index: *index, options: o, seed: e.Flags.Seed}
			g.err = ask.Limit(ctx, e.Flags.Timeout, func(ctx context.Context) (err error) {
				g.puzzle, err = make(ctx, e.Flags.Seed, uint64(g.index))
				return err
			})
			switch {
			case input.Missing(g.err):
				cancel(g.err)
				return
			case errors.Is(g.err, ask.ErrInterrupted):
				return
			}
			io.WriteString(out, g.text(e.Flags.Output))
			if g.err != nil {
				e.Raise(g.Code())
				out.Err(fmt.Sprintf("nonet: puzzle with index %d: %s\n", g.index, term.Plain(g.err)))
			} else {
				made.Add(1)
				watch.Answered(1)
			}
			watch.Advance(1)
		}
	}
	start := time.Now()
	err := batch.Run(run, batch.Options{Jobs: min(e.Flags.Jobs, max(o.n, 1))}, batch.OneByOne(next), worker, watch.Aside(e.Out), watch.Aside(e.Err))
	elapsed := time.Since(start)
	watch.Stop()
	switch cause := context.Cause(run); {
	case ctx.Err() != nil:
		e.Raise(term.Undecided)
		e.Warn("interrupted after %s", term.Plural(made.Load(), "puzzle", "puzzles"))
	case input.Missing(cause):
		return term.Fail(term.Failed, cause)
	case cause != nil:
		return cause
	case err != nil:
		return e.WriteError(err)
	}
	if !e.Flags.Quiet {
		line := fmt.Sprintf("%s in %s", term.Plural(made.Load(), "puzzle", "puzzles"), term.Duration(elapsed))
		if made.Load() > 1 {
			line += ", " + term.Rate(made.Load(), elapsed)
		}
		if o.drawn {
			line += fmt.Sprintf("; seed %d", e.Flags.Seed)
		}
		e.Note("%s", line)
	}
	return nil
}

// newDrawer returns what makes puzzles, for one worker.
func newDrawer(e *term.Env, o *generateOptions) (drawer, error) {
	if o.instances {
		return o.instance, nil
	}
	m, err := generate.NewMaker(o.spec, generate.Solvers{Search: native.Solver{}, Confirm: o.second})
	if err != nil {
		return nil, err
	}
	return m.Make, nil
}
