package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/instances"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// cubeOptions are the flags of commands that split their puzzle.
type cubeOptions struct {
	n        int // 0: it stays whole
	database string
}

// cubeFlags adds --cubes, --db and the flags of a queue, of which the help shows --nats alone. The other flags named cannot be combined with
// them.
func (e *env) cubeFlags(c *cobra.Command, o *cubeOptions, without ...string) {
	f := c.Flags()
	known := map[string]bool{}
	f.VisitAll(func(flag *pflag.Flag) { known[flag.Name] = true })
	e.queueFlags(c)
	f.VisitAll(func(flag *pflag.Flag) { flag.Hidden = !known[flag.Name] && flag.Name != "nats" })
	f.Lookup("nats").Usage = "with --cubes: have the pieces worked on by the workers of this NATS server; see nonet help campaign run"
	f.IntVar(&o.n, "cubes", 0, "split the puzzle into about so many pieces, which are worked on at the same time (default: none)")
	f.StringVar(&o.database, "db", "", "with --cubes: keep what is found out in this database, and go on with what is in it")
	validate(c, func() error {
		switch {
		case f.Changed("cubes") && o.n < 1:
			return fmt.Errorf("--cubes %d: expected 1 or more", o.n)
		case o.n == 0 && o.database != "":
			return errors.New("--db: expected with --cubes")
		case o.n == 0 && e.remote():
			return errors.New("--nats: expected with --cubes")
		}
		for _, name := range without {
			if o.n > 0 && f.Changed(name) {
				return fmt.Errorf("--%s: expected without --cubes", name)
			}
		}
		return nil
	})
}

// cubesHelp is what the commands say of --cubes.
const cubesHelp = `With --cubes N one hard puzzle is split into about N pieces, of which --jobs are worked on at a time; nonet split shows them. They are put together
only after it was shown anew that they are the whole puzzle, and it is told if a piece is missing. With --db FILE each piece that is done is kept: the same
command goes on after Ctrl-C, the time limit or the end of the machine. With --nats the pieces go to nonet worker on other machines, and the same
command collects what these have done meanwhile; the flags of the connection are those of nonet campaign run.`

// setOfOne is the name of the set with the puzzle, in a campaign of one.
const setOfOne = "puzzle"

// askPieces puts a question to one puzzle in pieces: a campaign with one instance, of which the pieces are the runs.
func (e *env) askPieces(ctx context.Context, q asking, o *cubeOptions, args []string) error {
	var err error
	if q.method, err = methods.Parse(e.flags.method); err != nil {
		return fmt.Errorf("--method %s", plainly(err))
	}
	if q.method.Kind == methods.Stochastic && e.flags.moves == 0 {
		return fmt.Errorf("--cubes: %s never ends on a piece without a solution: expected --moves, too", q.method.Name)
	}
	it, s, err := e.onlyPuzzle(args)
	if err != nil {
		return err
	}
	spec := e.specOf(q, o)
	plan, err := spec.ExpandOver(ctx, map[string][]instances.Instance{setOfOne: {{Set: setOfOne, Name: it.puzzle.Name, Puzzle: &it.puzzle}}})
	if err != nil {
		return e.campaignError(ctx, err)
	}
	queue, done, err := e.queueOfPieces(ctx, plan)
	if err != nil {
		return err
	}
	defer done()
	store, closeStore, err := e.storeOfPieces(ctx, plan, o)
	if err != nil {
		return err
	}
	defer closeStore()
	begun := time.Now()
	whole, why, err := e.runPieces(ctx, queue, plan, store)
	if err != nil {
		return err
	}
	a := answerOf(q, it, whole, why)
	a.wall = time.Since(begun)
	if err := e.printOne(q, s, a); err != nil {
		return err
	}
	e.sayHowToGoOn(whole, o)
	return nil
}

// sayHowToGoOn says what to do where the pieces do not decide the question yet.
func (e *env) sayHowToGoOn(w *campaign.Whole, o *cubeOptions) {
	if w.Decided() {
		return
	}
	known := thousands(int64(w.Recorded)) + " of " + plural(int64(w.Pieces), "piece", "pieces")
	again := troubles(w)
	switch {
	case o.database != "" && len(again) > 0:
		e.message("some pieces have no answer: nonet campaign resume %s --again %s executes them once more, and then the same command goes on",
			o.database, strings.Join(again, ","))
	case w.Recorded == w.Pieces:
	case e.remote():
		e.message("%s are known; workers go on, and the same command collects the rest", known)
	case o.database != "":
		e.message("%s are in %s; the same command goes on", known, o.database)
	}
}

// troubles returns how pieces ended that another attempt may help, each outcome once.
func troubles(w *campaign.Whole) []string {
	var all []string
	for _, o := range []campaign.Outcome{campaign.Failed, campaign.Crashed, campaign.MemoryOut, campaign.Missing} {
		if slices.ContainsFunc(w.Records, func(r campaign.Record) bool { return r.Outcome == o }) {
			all = append(all, string(o))
		}
	}
	return all
}

// onlyPuzzle returns the puzzle that the arguments name, which must be one.
func (e *env) onlyPuzzle(args []string) (*item, *source, error) {
	s, err := e.classicPuzzles(args, "--cubes")
	if err != nil {
		return nil, nil, err
	}
	switch all := s.peek(2); {
	case len(all) == 0:
		return nil, nil, fail(badInput, errors.New("no puzzle"))
	case all[0].err != nil:
		return nil, nil, fail(badInput, all[0].err)
	case len(all) > 1:
		return nil, nil, errors.New("--cubes: expected one puzzle, there are more")
	default:
		return all[0], s, nil
	}
}

// specOf returns the campaign that asks the question.
func (e *env) specOf(q asking, o *cubeOptions) *campaign.Spec {
	task := map[question]string{askSolve: "solve", askUnique: "unique", askCount: "count"}[q.question]
	return &campaign.Spec{Name: task, Seed: e.flags.seed, Grids: []campaign.Grid{{
		Name: task, Task: task, Instances: []string{setOfOne}, Methods: []string{q.method.Name}, Cubes: o.n, Limits: campaign.Limits{Moves: e.flags.moves},
	}}}
}

// printOne prints the answer about a single puzzle, and raises the exit code.
func (e *env) printOne(q asking, s *source, a *answer) error {
	form, err := e.printerFor(q, s)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(e.Out, form.header()+string(form.answer(nil, a))); err != nil {
		return e.writeError(err)
	}
	if message := a.message(); message != "" {
		e.message("%s", message)
	}
	if e.flags.exitStatus == "sat" {
		e.raise(a.competition())
	} else {
		e.raise(a.code())
	}
	return nil
}
