package cli

import (
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
	"nonet/cmd/nonet/internal/batch"
	"nonet/model"
	"nonet/model/sudoku"
)

// An asking is a question put to a list of puzzles.
type asking struct {
	ask.Question
	rates   bool // rate: ask whether there is one solution, then climb
	method  methods.Method
	minimal bool   // unique: which clues are redundant
	cubes   *cubes // how puzzles are split; nil for commands without --cubes
	cross   string // count: the method that must count the same, or automatic; "" for none
	rating  rating
	proofs  *certificates // unique: where certificates go; nil for none
}

// A tally counts what a worker has seen.
type tally struct {
	answered, bad     int64
	solved, none      int64
	unique, multiple  int64
	undecided, failed int64
	guessed           int64 // of the unique: rated with guesses
	inexact           int64 // of the solved: counted up to the limit only
}

func (t *tally) add(u tally) {
	t.answered += u.answered
	t.bad += u.bad
	t.solved += u.solved
	t.none += u.none
	t.unique += u.unique
	t.multiple += u.multiple
	t.undecided += u.undecided
	t.guessed += u.guessed
	t.failed += u.failed
	t.inexact += u.inexact
}

// note counts an answer.
func (t *tally) note(a *answer) {
	t.answered++
	switch code := a.code(); {
	case code == badInput:
		t.bad++
	case code == failed:
		t.failed++
	case code == undecided:
		t.undecided++
	case a.Verdict == model.One:
		t.unique++
		if a.rated != nil && a.rated.Guesses > 0 {
			t.guessed++
		}
	case a.Verdict == model.Multiple:
		t.multiple++
	case a.Status() == model.Unsatisfiable:
		t.none++
	default:
		t.solved++
		if !a.Result.Complete {
			t.inexact++
		}
	}
}

// ask puts the question to all puzzles of the source and prints the answers in their order.
func (e *env) ask(ctx context.Context, q asking, s *source) error {
	form, err := e.printerFor(q, s)
	if err != nil {
		return err
	}
	if header := form.header(); header != "" {
		if _, err := io.WriteString(e.Out, header); err != nil {
			return e.writeError(err)
		}
	}
	interrupted := func() bool { return ctx.Err() != nil }
	// A method that is missing would fail on every puzzle alike: the first failure ends the batch.
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	var mu sync.Mutex
	var total tally
	var tallies []*tally
	worker := func() batch.Worker[task] {
		w := &worker{asking: q, env: e, form: form, need: needs(form), asker: q.asker(e.flags.timeout), watch: s.watch,
			fast: q.fast(e.flags.timeout), giveUp: cancel, interrupted: interrupted}
		mu.Lock()
		tallies = append(tallies, &w.tally)
		mu.Unlock()
		return func(ctx context.Context, t *task, out *batch.Out) {
			w.handle(ctx, t, out)
			if t.item != nil {
				s.release(t.item)
			}
		}
	}
	start := time.Now()
	err = batch.Run(run, batch.Options{Jobs: e.flags.jobs}, s.nextTasks, worker, s.watch.aside(e.Out), s.watch.aside(e.Err))
	elapsed := time.Since(start)
	s.watch.stop()
	for _, t := range tallies {
		total.add(*t)
	}
	switch cause := context.Cause(run); {
	case missing(cause):
		return noMethod(q.method.Name, cause)
	case err != nil && ctx.Err() == nil:
		return e.writeError(err)
	case err != nil:
		e.raise(undecided)
		e.message("interrupted after %s", plural(total.answered, "puzzle", "puzzles"))
	}
	if !form.alone() && !e.flags.quiet {
		e.say("%s", total.summary(q, elapsed))
	}
	return nil
}

// A worker answers the question for one puzzle after the other.
type worker struct {
	asking
	*env
	form   printer
	need   need // of form
	asker  *ask.Asker
	others map[string]*ask.Asker // of crossCheck, by method
	fast   *ask.Fast             // nil if the question is not for it
	watch  *progress
	tally  tally
	giveUp context.CancelCauseFunc
	// interrupted reports whether the command was stopped from outside, and not because nobody reads its output.
	interrupted func() bool
	now         answer // to the puzzle at hand
	unpacked    item   // the puzzle at hand, if it came without
	buf         []byte
}

func (w *worker) handle(ctx context.Context, t *task, out *batch.Out) {
	it := t.item
	if it == nil {
		it = &w.unpacked
		it.index = t.index
	}
	a := &w.now
	*a = answer{} // and not by a literal, which would be copied
	a.Question, a.rates, a.item, a.method = w.Question, w.rates, it, w.method.Name
	if w.method.Kind == methods.Stochastic {
		a.chance = &w.method.Chance
	}
	quick := false
	if it.err == nil {
		var start time.Time
		if w.need.clock {
			start = time.Now()
		}
		if quick = t.item == nil && w.fast != nil && w.askFast(a, t); !quick {
			if t.item == nil {
				t.unpack(it)
			}
			out.Write(nil) // this may take long: what was printed before is seen meanwhile
			w.answer(ctx, a, out)
		}
		if w.need.clock {
			a.Wall = time.Since(start)
		}
	}
	switch {
	case missing(a.Err):
		w.giveUp(a.Err)
		return
	case errors.Is(a.Err, ask.ErrInterrupted) && !w.interrupted():
		return // the batch was given up, or nobody reads any more: what is not answered is not missed
	}
	if w.proofs != nil {
		w.certify(ctx, a, out)
	}
	w.buf = w.form.answer(w.buf[:0], a)
	if quick {
		out.Later(w.buf)
	} else {
		out.Write(w.buf)
	}
	if message := a.message(); message != "" {
		out.Err("nonet: " + message + "\n")
	}
	if w.flags.exitStatus == "sat" {
		w.raise(a.competition())
	} else {
		w.raise(a.code())
	}
	w.tally.note(a)
	w.watch.answered(1)
}

// fast returns what answers the question for puzzles that take microseconds, or nil if more is asked for than solutions.
func (q asking) fast(timeout time.Duration) *ask.Fast {
	if q.rates || q.cubes.splits() || q.minimal || q.cross != "" || q.proofs != nil {
		return nil
	}
	return ask.NewFast(q.method, q.Question, timeout)
}

// askFast answers the question about the puzzle of a task that has no item, and unpacks the puzzle if it is needed as a grid. It returns false if
// the answer would take long.
func (w *worker) askFast(a *answer, t *task) bool {
	first, done := w.fast.Ask(&t.digits, w.need.grids, &a.Answer)
	if !done {
		return false
	}
	if w.need.grids || a.Result.Solutions != 1 || a.Err != nil {
		t.unpack(a.item)
	}
	a.clues, a.first = &t.digits, first
	return true
}

// answer asks the solver. Where all solutions are wanted, it prints them as they are found.
func (w *worker) answer(ctx context.Context, a *answer, out *batch.Out) {
	switch {
	case w.rates:
		w.rate(ctx, a)
	case w.minimal:
		w.uniqueAndMinimal(ctx, a)
	default:
		if a.All {
			a.Each = func(g sudoku.Grid, n int64) {
				if n == 1 {
					a.Solution = slices.Clone(g)
				}
				w.buf = w.form.solution(w.buf[:0], a, g, n)
				out.Write(w.buf)
			}
		}
		a.Answer = w.asker.Ask(ctx, a.Question, a.puzzle)
		if w.cubes.splits() {
			a.pieces = w.cubes.take()
		}
		if w.cross != "" && a.Err == nil {
			w.crossCheck(ctx, a)
		}
	}
}

// uniqueAndMinimal also finds the redundant clues.
func (w *worker) uniqueAndMinimal(ctx context.Context, a *answer) {
	start := time.Now()
	a.Answer = w.asker.Ask(ctx, a.Question, a.puzzle)
	if a.Err == nil && a.Verdict == model.One {
		a.Solution = slices.Clone(a.Solution)
		a.redundant, a.Err = redundant(ctx, w.asker, start, a.puzzle)
	}
}

// message says on standard error what went wrong with a puzzle, or "".
func (a *answer) message() string {
	switch {
	case a.item.err != nil:
		return plainly(a.item.err)
	case a.Err != nil && !ask.Undecided(a.Err):
		return fmt.Sprintf("%s: puzzle with index %d: %s", a.method, a.index, strings.TrimPrefix(plainly(a.Err), a.method+": "))
	}
	return ""
}

// summary says in one line how a batch went.
func (t *tally) summary(q asking, elapsed time.Duration) string {
	line := plural(t.answered, "puzzle", "puzzles") + ":"
	part := func(n int64, what string) {
		if n > 0 {
			line += " " + thousands(n) + " " + what + ","
		}
	}
	if q.rates {
		part(t.unique, "rated")
		part(t.guessed, "of them with guesses")
	} else {
		part(t.unique, "unique")
	}
	part(t.multiple, "with several solutions")
	if q.Kind == ask.Count {
		part(t.solved-t.inexact, "counted")
		part(t.inexact, "with the limit of solutions or more")
	} else {
		part(t.solved, "solved")
	}
	part(t.none, "without a solution")
	part(t.undecided, "undecided")
	part(t.failed, "failed")
	part(t.bad, "not readable")
	line = line[:len(line)-1]
	if t.answered > 0 {
		line += "; " + q.method.Name
		if q.rates {
			line += " and the ladder " + q.rating.ladder.Name()
		}
		line += " in " + duration(elapsed)
		if r := rate(t.answered, elapsed); t.answered > 1 {
			line += ", " + r
		}
	}
	return line
}
