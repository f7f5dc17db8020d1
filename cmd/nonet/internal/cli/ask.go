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

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/batch"
	"nonet/model"
	"nonet/model/sudoku"
)

// An asking is a question put to a list of puzzles.
type asking struct {
	question question
	method   methods.Method
	all      bool   // solve: every solution
	limit    int64  // of solutions; zero means none
	minimal  bool   // unique: which clues could go
	cubes    *cubes // how puzzles are split; nil for commands without --cubes
	cross    string // count: the method that must count the same, or automatic; "" for none
	rating   rating
	proofs   *certificates // unique: where certificates go; nil for none
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
	case a.verdict == model.One:
		t.unique++
		if a.rated != nil && a.rated.Guesses > 0 {
			t.guessed++
		}
	case a.verdict == model.Multiple:
		t.multiple++
	case a.status() == model.Unsatisfiable:
		t.none++
	default:
		t.solved++
		if !a.result.Complete {
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
		w := &worker{asking: q, env: e, form: form, need: needs(form), runner: newRunner(q.solver(), e.flags.timeout), watch: s.watch,
			quick: newQuick(q, needs(form), e.flags.timeout), giveUp: cancel, interrupted: interrupted}
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
	runner *runner
	others map[string]*runner // of crossCheck, by method
	quick  *quick             // nil if the question is not for it
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
	a.question, a.item, a.method, a.limit, a.all = w.question, it, w.method.Name, w.limit, w.all
	if w.method.Kind == methods.Stochastic {
		a.chance = &w.method.Chance
	}
	quick := false
	if it.err == nil {
		var start time.Time
		if w.need.clock {
			start = time.Now()
		}
		if quick = t.item == nil && w.quick != nil && w.quick.answer(a, t); !quick {
			if t.item == nil {
				t.unpack(it)
			}
			out.Write(nil) // this may take long: what was printed before is seen meanwhile
			w.answer(ctx, a, out)
		}
		if w.need.clock {
			a.wall = time.Since(start)
		}
		if most := w.method.Chance.Moves; errors.Is(a.err, errIncomplete) && most > 0 && a.result.Stats.Effort.Iterations >= most {
			a.err = errMoveLimit
		}
	}
	switch {
	case missing(a.err):
		w.giveUp(a.err)
		return
	case errors.Is(a.err, errInterrupted) && !w.interrupted():
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

// answer asks the solver. Where all solutions are wanted, they are printed as they are found and not kept.
func (w *worker) answer(ctx context.Context, a *answer, out *batch.Out) {
	p := a.puzzle
	switch w.question {
	case askUnique:
		w.unique(ctx, a)
	case askRate:
		w.rate(ctx, a)
	case askCount:
		a.count, a.result, a.err = w.runner.count(ctx, p, w.limit)
		if w.cross != "" && a.err == nil {
			w.crossCheck(ctx, a)
		}
	case askSolve:
		found := int64(0)
		a.result, a.err = w.runner.search(ctx, p, func(g sudoku.Grid) bool {
			found++
			if !w.all {
				a.solution = slices.Clone(g)
				return false
			}
			if found == 1 {
				a.solution = slices.Clone(g)
			}
			w.buf = w.form.solution(w.buf[:0], a, g, found)
			out.Write(w.buf)
			return w.limit <= 0 || found < w.limit
		})
	}
	if w.cubes.splits() {
		a.pieces = w.cubes.take()
	}
	if a.err == nil && !a.result.Complete && a.stopped() {
		a.err = errIncomplete
	}
}

func (w *worker) unique(ctx context.Context, a *answer) {
	start := time.Now()
	var found []sudoku.Grid
	a.verdict, found, a.result, a.err = w.runner.unique(ctx, a.puzzle)
	if len(found) > 0 {
		a.solution = found[0]
	}
	if len(found) > 1 {
		a.other = found[1]
	}
	if w.minimal && a.err == nil && a.verdict == model.One {
		a.solution = slices.Clone(a.solution)
		a.redundant, a.err = w.runner.redundant(ctx, start, a.puzzle)
	}
}

// message says on standard error what went wrong with a puzzle, or "".
func (a *answer) message() string {
	switch {
	case a.item.err != nil:
		return plainly(a.item.err)
	case a.err != nil && !undecidedBy(a.err):
		return fmt.Sprintf("%s: puzzle with index %d: %s", a.method, a.index, strings.TrimPrefix(plainly(a.err), a.method+": "))
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
	if q.question == askRate {
		part(t.unique, "rated")
		part(t.guessed, "of them with guesses")
	} else {
		part(t.unique, "unique")
	}
	part(t.multiple, "with several solutions")
	if q.question == askCount {
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
		if q.question == askRate {
			line += " and the ladder " + q.rating.ladder.Name()
		}
		line += " in " + duration(elapsed)
		if r := rate(t.answered, elapsed); t.answered > 1 {
			line += ", " + r
		}
	}
	return line
}
