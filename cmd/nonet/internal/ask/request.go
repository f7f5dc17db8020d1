package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/batch"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"

	"github.com/spf13/cobra"
)

// A request is a question about all puzzles of a source.
type request struct {
	ask.Question
	rates   bool // rate: decide uniqueness, then rate the path of a person
	method  methods.Method
	minimal bool   // unique: find the redundant clues
	cubes   *cubes // the split of puzzles; nil for commands without --cubes
	verify  bool   // verify counts, and claims that there is no (further) solution
	cross   string // count: name of the second method, or automatic; "" for none
	rating  print.Rating
	page    *ratePage // rate --html; nil without it
	jobs    int       // puzzles worked on at the same time
	warns   bool      // solve: warn of further solutions

	proofFile string        // of --proof
	proofs    *certificates // destination of the certificates; nil for none

	improved func(it *input.Item, value int) // receives each better value of an objective; may be nil
}

// askAll answers the request for all problems of the source and prints the answers in input order.
func askAll(ctx context.Context, e *term.Env, q request, s *input.Source) error {
	if slices.Contains(print.OwnForms, e.Flags.Output) && !s.Models {
		return fmt.Errorf("--output %s: expected model files, not puzzles", e.Flags.Output)
	}
	form := printerFor(e, q, s)
	_, single := form.(print.Text)
	q.warns = single && q.Kind == ask.Solve && !s.Models && !e.Flags.Quiet
	if table, ok := form.(print.CSV); ok {
		if _, err := io.WriteString(e.Out, table.Header()); err != nil {
			return e.WriteError(err)
		}
	}
	var mu sync.Mutex
	var tallies []*print.Tally
	newWorker := func(abort context.CancelCauseFunc) batch.Worker[input.Task] {
		w := &worker{request: q, Env: e, form: form, need: print.RequirementOf(form),
			asker: q.newAsker(e.Flags.Timeout), progress: s.Progress,
			fast: q.newFast(e.Flags.Timeout), abort: abort, others: map[string]*ask.Asker{},
			interrupted: func() bool { return ctx.Err() != nil }}
		w.certifier.Asker = w.asker
		if q.verify {
			w.verifier = new(ask.Verifier)
		}
		mu.Lock()
		tallies = append(tallies, &w.tally)
		mu.Unlock()
		return func(ctx context.Context, tasks []input.Task, out *batch.Out) {
			w.lookAhead(tasks)
			t := &tasks[0]
			w.handle(ctx, t, out)
			if t.Item != nil {
				s.Release(t.Item)
			}
		}
	}
	total := func() *print.Tally {
		sum := &print.Tally{}
		for _, t := range tallies {
			sum.Add(t)
		}
		return sum
	}
	elapsed, ok, err := input.Batch[input.Task]{Env: e, Progress: s.Progress,
		Options: batch.Options{Jobs: q.jobs}, Next: s.NextTasks, Worker: newWorker,
		Done: func() string { return term.Plural(total().Answered, "puzzle", "puzzles") }}.Run(ctx)
	switch {
	case input.IsMissing(err):
		return input.MethodError(q.method.Name, err)
	case !ok:
		return err
	}
	ratings, _ := form.(print.Ratings)
	if !ratings.Single && !single && !s.Models && !e.Flags.Quiet { // a summary of files says nothing
		e.Note("%s", q.summary(total(), elapsed))
	}
	return nil
}

// A worker answers the request for one puzzle at a time.
type worker struct {
	request
	*term.Env
	form     print.Printer
	need     print.Requirement // of form
	asker    *ask.Asker
	others   map[string]*ask.Asker // of crossCheck, by method
	verifier *ask.Verifier         // nil without --verify
	fast     *ask.FastAsker        // nil if the fast path does not apply to the request
	ahead    []*[81]uint8
	progress *term.Progress
	tally    print.Tally
	abort    context.CancelCauseFunc // called if the method is missing, which would fail on every puzzle
	// interrupted reports whether the command was cancelled from outside; a closed output cancels only the batch.
	interrupted func() bool
	now         print.Answer // about the current puzzle
	unpacked    input.Item   // the current puzzle, if its task has no item
	buf         []byte
	certifier   ask.Certifier
}

// lookAhead passes the lines of 9x9 puzzles among the tasks to the fast path, once for each chunk of them.
func (w *worker) lookAhead(tasks []input.Task) {
	if w.fast == nil || tasks[0].Item != nil || !w.fast.Empty() {
		return
	}
	w.ahead = w.ahead[:0]
	for i := range tasks {
		if tasks[i].Item == nil {
			w.ahead = append(w.ahead, &tasks[i].Digits)
		}
	}
	w.fast.Ahead(w.ahead)
}

func (w *worker) handle(ctx context.Context, t *input.Task, out *batch.Out) {
	it := t.Item
	if it == nil {
		it = &w.unpacked
		it.Index, it.Place = t.Index, t.Place
	}
	a := &w.now
	*a = print.Answer{} // faster than a literal with the fields below, which would be copied
	a.Question, a.Rates, a.Item, a.Method = w.Question, w.rates, it, w.method.Name
	if it.File != nil {
		a.Choice = w.method.Choice(it.File)
	}
	if w.method.Kind == methods.Stochastic {
		a.RunOptions = &w.method.RunOptions
	}
	if it.File != nil {
		if err := print.CheckForm(w.Flags.Output, it.File); err != nil {
			it.ReadErr = fmt.Errorf("%s: %w", it.Place.File, err)
		}
	}
	fast := false
	if it.ReadErr == nil {
		var start time.Time
		if w.need.Clock {
			start = time.Now()
		}
		if fast = t.Item == nil && w.fast != nil && w.askFast(a, t); !fast {
			if t.Item == nil {
				t.Unpack(it)
			}
			out.Write(nil) // the answer may take long: flush the answers before it
			w.answer(it.Label(ctx, w.method.Name), a, out)
		}
		if w.need.Clock && !fast {
			a.Wall = time.Since(start)
		}
	}
	switch {
	case input.IsMissing(a.Err):
		w.abort(a.Err)
		return
	case errors.Is(a.Err, ask.ErrInterrupted) && !w.interrupted():
		return // batch cancelled or stdout closed: do not report unanswered puzzles
	}
	if w.proofs != nil {
		w.certify(ctx, a, out)
	}
	w.buf = w.form.Answer(w.buf[:0], a)
	if fast {
		out.WriteBuffered(w.buf)
	} else {
		out.Write(w.buf)
	}
	if message := message(a); message != "" {
		out.WriteErr(message)
	}
	if w.warns && a.Err == nil && a.Solution != nil && w.hasOthers(ctx, a) {
		out.WriteErr("this is not the only solution: nonet unique shows two, nonet count counts them")
	}
	if w.Flags.ExitStatus == "sat" {
		w.Raise(a.Competition())
	} else {
		w.Raise(a.Code())
	}
	w.tally.Note(a)
	w.progress.Answered(1)
}

// newFast returns the fast path for classic puzzles, or nil if the request needs more than solutions.
func (q request) newFast(timeout time.Duration) *ask.FastAsker {
	if q.rates || q.cubes.splits() || q.minimal || q.cross != "" || q.verify || q.proofs != nil {
		return nil
	}
	return ask.NewFastAsker(q.method, q.Question, timeout)
}

// askFast answers the request for the puzzle of a task without an item, and unpacks the puzzle if the printer needs it
// as a grid. It returns false if the answer would take long.
func (w *worker) askFast(a *print.Answer, t *input.Task) bool {
	first, done := w.fast.Ask(&t.Digits, w.need.Grids, &a.Answer)
	if !done {
		return false
	}
	if w.need.Grids || a.Result.Solutions != 1 || a.Err != nil {
		t.Unpack(a.Item)
	}
	a.ClueDigits, a.SolutionDigits = &t.Digits, first
	return true
}

// answer asks the solver. If all solutions are asked for, it prints them as they are found.
func (w *worker) answer(ctx context.Context, a *print.Answer, out *batch.Out) {
	switch {
	case w.rates:
		w.rate(ctx, a)
	case w.minimal: // also the redundant clues, rules or constraints
		start := time.Now()
		a.Answer = w.asker.Ask(ctx, a.Question, a.Problem())
		inquiry.FindRedundant(ctx, w.asker, start, a)
	default:
		if a.All {
			a.Each = func(g []int, n int64) {
				if n == 1 {
					a.Solution = slices.Clone(g)
				}
				w.buf = w.form.Solution(w.buf[:0], a, g, n)
				out.Write(w.buf)
			}
		}
		if w.improved != nil {
			a.Improved = func(value int) { w.improved(a.Item, value) }
		}
		p := a.Problem()
		if w.cubes.splits() {
			p.Cover = nil // a piece of an exact cover is none
		}
		if p.Mixed != nil {
			a.Answer = w.asker.SolveMixed(ctx, a.Question, p)
			return
		}
		a.Answer = w.asker.Ask(ctx, a.Question, p)
		if a.Item.Model {
			a.First = a.Answer.First
		}
		if w.verify {
			a.Verified, a.Err = w.verifier.Verify(ctx, w.method, &a.Answer, p, w.Flags.Timeout)
		}
		if w.cubes.splits() {
			a.Pieces = w.cubes.takePieces()
		}
		if w.cross != "" && a.Err == nil {
			w.crossCheck(ctx, a)
		}
	}
}

// warningLimit bounds the search for a further solution of which solve warns.
const warningLimit = time.Second

// hasOthers reports whether a puzzle that was solved is known to have further solutions.
func (w *worker) hasOthers(ctx context.Context, a *print.Answer) bool {
	m, err := methods.Parse(methods.Default)
	if err != nil || a.Result.Complete {
		return false
	}
	limit := cmp.Or(min(w.Flags.Timeout, warningLimit), warningLimit)
	return ask.New(m, limit).Ask(ctx, ask.Question{Kind: ask.Unique}, a.Problem()).Verdict == model.Multiple
}

// message returns the message for standard error about a puzzle, or "".
func message(a *print.Answer) string {
	switch {
	case a.Item.ReadErr != nil:
		return a.Item.ReadErr.Error()
	case a.Err != nil && !ask.Undecided(a.Err):
		return fmt.Sprintf("%s: %s: %s", a.Method, a.Item.Name(),
			strings.TrimPrefix(a.Err.Error(), a.Method+": "))
	}
	return ""
}

// summary returns a line about a finished batch.
func (q request) summary(t *print.Tally, elapsed time.Duration) string {
	line := t.Summary(q.Kind, q.rates)
	if t.Answered == 0 {
		return line
	}
	line += "; " + q.method.Name
	if q.rates {
		line += " and the ladder " + q.rating.Ladder.Name()
	}
	line += " in " + term.Duration(elapsed)
	if t.Answered > 1 {
		line += ", " + term.Rate(t.Answered, elapsed)
	}
	return line
}

// solveFlags adds the flags of commands that run one method on puzzles. forms are the output forms; all if none is
// given.
func solveFlags(e *term.Env, c *cobra.Command, forms ...string) {
	input.ReadFlags(e, c)
	input.TraceFlags(e, c)
	f := c.Flags()
	f.StringVarP(&e.Flags.Method, "method", "m", methods.Default, input.MethodHelp)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of methods that draw random numbers")
	f.Int64Var(&e.Flags.Moves, "moves", 0, "limit on the moves of stochastic methods, for each puzzle and run "+
		"(default: none)")
	input.MemoryFlag(c, input.MemoryHelp)
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores); for one puzzle and a stochastic "+
		"method, runs side by side (default: 1)")
	term.ChoiceFlag(c, &e.Flags.ExitStatus, "exit-status",
		"exit codes: nonet, or sat for 10 (solution), 20 (proved that there is none) and 0 (unknown)", "nonet", "sat")
	if len(forms) == 0 {
		forms = print.Outputs
	}
	e.OutputFlag(c, forms...)
	e.ColorFlag(c)
	input.CompleteMethodFlag(c, "method")
	term.AtLeast(c, "moves", &e.Flags.Moves, 1)
	term.AddCheck(c, func() error {
		e.Flags.JobsGiven = c.Flags().Changed("jobs")
		return nil
	})
}

// verifyFlag adds the flag --verify. without names the flags that it cannot be combined with.
func verifyFlag(c *cobra.Command, q *request, without ...string) {
	c.Flags().BoolVar(&q.verify, "verify", false,
		"verify each count, and that there is no solution or no further one: by a proof, or a second method")
	for _, name := range without {
		term.Without(c, name, "verify")
	}
}

// printerFor returns the printer that --output asks for.
func printerFor(e *term.Env, q request, s *input.Source) print.Printer {
	switch e.Flags.Output {
	case "line":
		return print.Line{}
	case "json":
		return print.JSON{How: q.rating}
	case "csv":
		return print.CSV{Kind: q.Kind, Models: s.Models, Rates: q.rates, Minimal: q.minimal, Crosses: q.cross != "",
			Verifies: q.verify}
	case "dimacs":
		return print.DIMACS{}
	case "dlx", "col":
		return print.Own{Form: e.Flags.Output}
	}
	if q.All && !s.Models {
		return print.Line{Note: true}
	}
	switch single := input.Interactive(e, s) || input.IsSingle(e, s); { // which waits for a second puzzle
	case q.rates:
		return print.Ratings{How: q.rating, Single: single, Width: e.Width(), Color: e.Colors()}
	case s.Models || single:
		return print.Text{Width: e.Width(), Color: e.Colors(), Several: s.Several, Quiet: e.Flags.Quiet}
	}
	return print.List{}
}
