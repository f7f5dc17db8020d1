package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/instances"
	"nonet/model"

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
const cubesHelp = `With --cubes N one hard puzzle is split into about N pieces, which --jobs of them work on; nonet split shows them. The pieces are put together only after it
was shown anew that they are the whole puzzle, and a piece that is missing is told. With --db FILE each piece that is done is kept: the same
command goes on after Ctrl-C, the time limit or the end of the machine. With --nats the pieces go to nonet worker on other machines, and the same
command collects what these have done meanwhile; the flags of the connection are those of nonet campaign run.`

// set is the name of the set with the puzzle, in a campaign of one.
const setOfOne = "puzzle"

// askPieces puts a question to one puzzle in pieces: a campaign with one instance, of which the pieces are the runs.
func (e *env) askPieces(ctx context.Context, q asking, o *cubeOptions, args []string) error {
	var err error
	if q.method, err = methods.Parse(e.flags.method); err != nil {
		return fmt.Errorf("--method %s", plainly(err))
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
	store, err := e.storeOfPieces(ctx, plan, o)
	if err != nil {
		return err
	}
	defer store.Close()
	if o.database == "" {
		defer os.RemoveAll(filepath.Dir(store.Path()))
	}
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
	known := thousands(int64(whole.Recorded)) + " of " + plural(int64(whole.Pieces), "piece", "pieces")
	switch {
	case !undecidedBy(a.err) || whole.Recorded == whole.Pieces:
	case e.remote():
		e.message("%s are known; workers go on, and the same command collects the rest", known)
	case o.database != "":
		e.message("%s are in %s; the same command goes on", known, o.database)
	}
	return nil
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

// queueOfPieces returns who executes the pieces: see queue. A method that is missing where the pieces stay here is an error and no record.
func (e *env) queueOfPieces(ctx context.Context, plan *campaign.Plan) (campaign.Queue, func(), error) {
	queue, done, err := e.queue(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := queue.Check(plan); err != nil {
		done()
		return nil, nil, fail(badInput, err)
	}
	if !e.remote() {
		_, missing := campaign.Here(ctx, plan.Spec.Grids[0].Methods)
		for name, err := range missing {
			done()
			return nil, nil, fail(failed, fmt.Errorf("method %s: %s", name, plainly(err)))
		}
	}
	return queue, done, nil
}

// storeOfPieces returns the database of the plan: a new one, or with --db one that is there already and asks the same.
func (e *env) storeOfPieces(ctx context.Context, plan *campaign.Plan, o *cubeOptions) (*campaign.Store, error) {
	path := o.database
	if path == "" {
		dir, err := os.MkdirTemp("", "nonet-cubes-")
		if err != nil {
			return nil, fail(badInput, fmt.Errorf("no folder for the pieces: %w", err))
		}
		path = filepath.Join(dir, "pieces.sqlite")
	}
	if _, err := os.Stat(path); o.database != "" && err == nil {
		store, err := campaign.Open(ctx, path)
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		if err := e.sameQuestion(ctx, store, plan); err != nil {
			store.Close()
			return nil, err
		}
		return store, nil
	}
	store, err := campaign.Create(ctx, path, plan)
	if err != nil {
		if o.database == "" {
			os.RemoveAll(filepath.Dir(path))
		}
		return nil, e.campaignError(ctx, err)
	}
	return store, nil
}

// sameQuestion returns an error unless the store is that of the plan.
func (e *env) sameQuestion(ctx context.Context, store *campaign.Store, plan *campaign.Plan) error {
	other := fail(badInput, fmt.Errorf("%s: holds another question: the puzzle, the command, --method, --cubes, --seed or --moves was not the same; give this one a "+
		"database of its own", store.Path()))
	kept, err := store.Plan(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	p, q := kept.Sets[setOfOne], plan.Sets[setOfOne]
	if len(p) != 1 || p[0].Puzzle == nil || p[0].Puzzle.Shape != q[0].Puzzle.Shape || !slices.Equal(p[0].Puzzle.Clues, q[0].Puzzle.Clues) {
		return other
	}
	runs := func(p *campaign.Plan) map[string]campaign.Run {
		all := map[string]campaign.Run{}
		for _, s := range p.Stages {
			for _, r := range s.Runs {
				all[r.Key] = campaign.Run{Task: r.Task, Seed: r.Seed, Limits: r.Limits} // the key says the rest
			}
		}
		return all
	}
	if !reflect.DeepEqual(runs(kept), runs(plan)) {
		return other
	}
	return nil
}

// runPieces executes the pieces until the question is decided, and puts them together. why says what ended it before: errTimeLimit, errInterrupted, or
// nil.
func (e *env) runPieces(ctx context.Context, queue campaign.Queue, plan *campaign.Plan, store *campaign.Store) (whole *campaign.Whole, why, err error) {
	calm := context.WithoutCancel(ctx)
	combine := func(ctx context.Context) (*campaign.Whole, error) {
		all, err := plan.Combine(ctx, store.Records(ctx))
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		return all[0], nil
	}
	if whole, err = combine(ctx); err != nil || whole.Decided() {
		return whole, nil, err
	}
	limited := ctx
	if limit := e.flags.timeout; limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	until := campaign.Until{Queue: queue, Enough: enough(whole)}
	var watch *progress
	if e.showsProgress() {
		watch = startBar(e.Err, int64(plan.Runs()), "pieces", false)
		e.bar.Store(watch)
	}
	running := campaign.Runner{Queue: until, Progress: watch.pieces()}.Run(limited, plan, store)
	watch.stop()
	switch {
	case ctx.Err() != nil:
		why = errInterrupted
	case limited.Err() != nil:
		why = fmt.Errorf("%w (%v)", errTimeLimit, e.flags.timeout)
	case running != nil:
		return nil, nil, e.campaignError(ctx, running)
	}
	if whole, err = combine(calm); err == nil && whole.Decided() {
		until.Forget(calm, plan)
	}
	return whole, why, err
}

// enough returns a function that says when there are as many solutions as the task asks for, beside those that are known already.
func enough(w *campaign.Whole) func(campaign.Record) bool {
	most, found := map[string]int{"solve": 1, "unique": 2}[w.Task], len(w.Solutions)
	return func(r campaign.Record) bool {
		for _, line := range []string{r.Solution, r.Other} {
			if line != "" {
				found++
			}
		}
		return most > 0 && found >= most
	}
}

// pieces returns what a runner reports its progress to.
func (p *progress) pieces() func(campaign.Progress) {
	if p == nil {
		return nil
	}
	return func(now campaign.Progress) {
		text := fmt.Sprintf("%s of %s pieces", thousands(int64(now.Done)), thousands(int64(now.Total)))
		if now.Left >= 0 {
			text += ", perhaps " + duration(now.Left.Round(time.Second)) + " left"
		}
		p.note.Store(&text)
		p.read.Store(int64(now.Done))
	}
}

// pieces are how an answer was found in parts.
type pieces struct {
	total, answered, recorded int
	work, longest             time.Duration
}

// String says how long so many pieces took.
func (p *pieces) String() string {
	done := ""
	if p.recorded < p.total {
		done = thousands(int64(p.recorded)) + " of "
	}
	return fmt.Sprintf("%s in %s%s, the longest %s", duration(p.work), done, plural(int64(p.total), "piece", "pieces"), duration(p.longest))
}

// answerOf returns what a whole says as the answer of a command. why says what ended it, if anything did.
func answerOf(q asking, it *item, w *campaign.Whole, why error) *answer {
	a := &answer{question: q.question, item: it, method: q.method.Name, count: w.Count, pieces: &pieces{w.Pieces, w.Answered(), w.Recorded, w.Work, w.Longest}}
	if q.method.Kind == methods.Stochastic {
		a.chance = &q.method.Chance
	}
	a.result = model.Result{Solutions: len(w.Solutions), Stats: w.Stats}
	if len(w.Solutions) > 0 {
		a.solution = w.Solutions[0]
	}
	if len(w.Solutions) > 1 {
		a.other = w.Solutions[1]
	}
	switch w.Outcome {
	case campaign.Counted:
		a.result.Complete = true
	case campaign.NoneLeft:
		a.result.Complete, a.verdict = true, model.None
	case campaign.Solved:
		a.result.Complete, a.verdict = q.question == askUnique, model.One
	case campaign.Multiple:
		a.verdict = model.Multiple
	default:
		a.err = &piecesError{q.question, w.Answered(), w.Pieces, whyUndecided(w, why)}
	}
	if q.question != askUnique {
		a.verdict = model.Undecided
	}
	return a
}

// whyUndecided says why the pieces do not decide the question. A piece that failed comes first.
func whyUndecided(w *campaign.Whole, why error) error {
	outcomes := map[string]campaign.Outcome{}
	for i := range w.Records {
		outcomes[w.Records[i].Cube] = w.Records[i].Outcome
	}
	for _, p := range w.Missing {
		switch outcomes[p.Cube] {
		case "", campaign.TimeOut, campaign.MoveOut, campaign.Unsolved:
		default:
			return fmt.Errorf("piece %s: %s", p.Cube, p.Why)
		}
	}
	if why == nil {
		return errIncomplete
	}
	return why
}

// A piecesError says how many pieces are known.
type piecesError struct {
	question        question
	answered, total int
	why             error
}

func (e *piecesError) Error() string {
	done := "decided"
	if e.question == askCount {
		done = "counted"
	}
	return fmt.Sprintf("%s of %s %s; %s", thousands(int64(e.answered)), plural(int64(e.total), "piece", "pieces"), done, plainly(e.why))
}

func (e *piecesError) Unwrap() error { return e.why }

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
