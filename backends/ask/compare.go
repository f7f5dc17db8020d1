package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// A Trial is the result of a method that decides whether a puzzle has exactly one solution, or that looks for a
// solution of another problem, the best one if it has an objective.
type Trial struct {
	Method methods.Availability
	Answer *Answer // nil if the method is unavailable or did not run; statistics and time are those of the median run
	Runs   []Run   // sorted by total time; a run that was stopped is last

	// Disagrees reports that the answer contradicts what Judge, or JudgeModel, returns.
	Disagrees bool
	Refuted   string // what refutes the verdict; "" if no solution does

	Verified *Verification // nil unless TryOptions.Verifier is set and the method has an answer
}

// A Run is one run of a method.
type Run struct {
	Total time.Duration // from the puzzle to the verdict
	First time.Duration // to the first solution; zero if none was found
	Stats model.Stats
	// Stopped reports that the time limit or the caller stopped the run: Total is a lower bound.
	Stopped bool
}

// completed returns the runs that were not stopped: all, or all but the last.
func (t *Trial) completed() []Run {
	n := len(t.Runs)
	if n > 0 && t.Runs[n-1].Stopped {
		n--
	}
	return t.Runs[:n]
}

// Median returns the median run.
func (t *Trial) Median() Run { return t.Runs[(len(t.Runs)-1)/2] }

// Spread returns half the interquartile range of the total times of the runs that were not stopped, relative to their
// median. ok is false for fewer than three such runs: their spread says nothing.
func (t *Trial) Spread() (spread float64, ok bool) {
	done := t.completed()
	n := len(done)
	if n < 3 || done[(n-1)/2].Total <= 0 {
		return 0, false
	}
	return float64(done[n-1-n/4].Total-done[n/4].Total) / 2 / float64(done[(n-1)/2].Total), true
}

// TimedOut reports that the method reached its time limit before it decided the puzzle.
func (t *Trial) TimedOut() bool { return t.Answer != nil && errors.Is(t.Answer.Err, ErrTimeLimit) }

// DecidedBefore reports that the preprocessor decided the puzzle, so that the solver was not asked: the trial says
// nothing about the solver.
func (t *Trial) DecidedBefore() bool {
	return t.Answer != nil && t.Answer.AnsweredBy() == model.ByPreprocessor
}

// Calls returns how often the method started an external program, in all runs.
func (t *Trial) Calls() (n int) {
	for _, r := range t.Runs {
		n += int(r.Stats.Effort.Calls)
	}
	return n
}

// TryOptions are the limits of Try.
type TryOptions struct {
	// Repeat is the number of runs; zero means up to five within one second.
	Repeat int
	// Timeout limits all runs of a method together; zero means StochasticTimeout for stochastic methods, which may
	// never end, and DefaultTimeout for others.
	Timeout time.Duration
	// Seed is the seed of the first run of a stochastic method; run i has Seed + i.
	Seed uint64
	// Verifier, if not nil, verifies each verdict after the runs, within the time limit once more.
	Verifier *Verifier
}

// The time limits of a method on a puzzle unless TryOptions.Timeout sets another.
const (
	DefaultTimeout    = 10 * time.Second
	StochasticTimeout = 2 * time.Second
)

// Limit returns the time limit of all runs of a method on one puzzle.
func (o TryOptions) Limit(m methods.Method) time.Duration {
	switch {
	case o.Timeout > 0:
		return o.Timeout
	case m.Kind == methods.Stochastic:
		return StochasticTimeout
	}
	return DefaultTimeout
}

// Try runs a method several times to decide whether a puzzle has exactly one solution, or to find a best solution of
// another problem. Every run starts from the problem, without a prepared model. A run that fails or does not decide is
// the last one. A run that is stopped after an earlier one has decided is the last one, too, and counts as the longest;
// the earlier runs give the answer. A stochastic method that finds a solution of a puzzle has not failed,
// although it cannot decide uniqueness.
func Try(ctx context.Context, p *problem.Problem, m methods.Availability, o TryOptions) Trial {
	t := Trial{Method: m}
	q := Question{Kind: Unique}
	if p.Puzzle == nil {
		q.Kind = Solve
	}
	stochastic := m.Kind == methods.Stochastic
	begin := time.Now()
	left := o.Limit(m.Method)
	for len(t.Runs) < max(o.Repeat, 1) || o.Repeat == 0 && len(t.Runs) < 5 && time.Since(begin) < time.Second {
		if stochastic {
			m.RunOptions.Seed = o.Seed + uint64(len(t.Runs))
		}
		k := New(m.Method, left)
		k.Fresh = true
		a := k.Ask(ctx, q, p)
		if stochastic && q.Kind == Unique && a.Solution != nil && errors.Is(a.Err, ErrIncomplete) {
			a.Err = nil
		}
		if t.Answer != nil && a.Err == nil && a.word() != t.Answer.word() && !stochastic {
			a.Err = &model.WrongAnswerError{Reason: fmt.Errorf("the answer is %v, and %v in another run",
				a.word(), t.Answer.word())}
		}
		stopped := errors.Is(a.Err, ErrTimeLimit) || errors.Is(a.Err, ErrInterrupted)
		// A stochastic method that has found a solution may give up from another seed. That is no failure.
		if t.Answer == nil || a.Err != nil && !stopped && !(stochastic && Undecided(a.Err)) {
			t.Answer = &a
		}
		t.Runs = append(t.Runs, Run{a.Wall, a.First, a.Result.Stats, stopped})
		left = o.Limit(m.Method) - time.Since(begin)
		if t.Answer.Err != nil || stopped || left <= 0 {
			break
		}
	}
	slices.SortFunc(t.completed(), func(a, b Run) int { return cmp.Compare(a.Total, b.Total) })
	r := t.Median()
	t.Answer.Result.Stats, t.Answer.First, t.Answer.Wall = r.Stats, r.First, r.Total
	if o.Verifier != nil && t.Answer.Err == nil && (q.Kind != Unique || t.Answer.Verdict != model.Undecided) {
		limit := o.Limit(m.Method) + t.Answer.Wall
		t.Verified, t.Answer.Err = o.Verifier.Verify(ctx, m.Method, t.Answer, p, limit)
	}
	return t
}

// Judge returns the verdict that follows from the trials of one puzzle, and up to two different solutions that they
// found. It marks the trials that disagree with the verdict.
//
// Solutions have been checked, so they are facts: two different solutions prove that there are several, and one refutes
// a method that reports none. A claim that no (further) solution exists is believed unless a solution refutes it.
func Judge(trials []Trial) (model.Verdict, []sudoku.Grid) {
	claimed := map[model.Verdict]bool{}
	var solutions []sudoku.Grid
	var finders []string
	for i := range trials {
		t := &trials[i]
		if t.Answer == nil {
			continue
		}
		claimed[t.Answer.Verdict] = true
		for _, g := range [][]int{t.Answer.Solution, t.Answer.Other} {
			if g != nil && len(solutions) < 2 && (len(solutions) == 0 || !slices.Equal(g, solutions[0])) {
				solutions, finders = append(solutions, g), append(finders, t.Method.Name)
			}
		}
	}
	verdict := model.Undecided
	switch {
	case len(solutions) >= 2:
		verdict = model.Multiple
	case len(solutions) == 1 && claimed[model.One]:
		verdict = model.One
	case len(solutions) == 0 && claimed[model.None]:
		verdict = model.None
	}
	for i := range trials {
		t := &trials[i]
		if t.Answer == nil || t.Answer.Verdict == model.Undecided || t.Answer.Verdict == verdict {
			continue
		}
		t.Disagrees = true
		switch {
		case len(solutions) == 2 && finders[0] == finders[1]:
			t.Refuted = finders[0] + " found two solutions"
		case len(solutions) == 2:
			t.Refuted = fmt.Sprintf("%s and %s found different solutions", finders[0], finders[1])
		case len(solutions) == 1:
			t.Refuted = finders[0] + " found a solution"
		}
	}
	return verdict, solutions
}

// Decides reports whether the answer decides the question: the verdict about a puzzle, or, of another problem, that it
// has no solution, or a solution that is proved to be the best if there is an objective.
func (t *Trial) Decides() bool {
	switch a := t.Answer; {
	case a == nil:
		return false
	case a.Kind == Unique:
		return a.Verdict != model.Undecided
	default:
		return a.Err == nil
	}
}

// JudgeModel marks the trials about a problem without a grid that disagree: a solution refutes that there is none, and
// a better solution that a value is the best. It reports whether a trial decides the question, and whether one claims
// that there is no solution.
func JudgeModel(p *problem.Problem, trials []Trial) (decided, none bool) {
	var best *Trial
	for i := range trials {
		t := &trials[i]
		if a := t.Answer; a != nil && a.Solution != nil && (best == nil ||
			p.Model.Objective != nil && p.Model.Objective.Better(a.Value, best.Answer.Value)) {
			best = t
		}
	}
	for i := range trials {
		t := &trials[i]
		if !t.Decides() {
			continue
		}
		decided = true
		none = none || t.Answer.Solution == nil
		if best != nil && (t.Answer.Solution == nil || t.Answer.Value != best.Answer.Value) {
			t.Disagrees, t.Refuted = true, best.Method.Name+" found a solution"
			if t.Answer.Solution != nil {
				t.Refuted = fmt.Sprintf("%s found a solution of value %s", best.Method.Name,
					p.ObjectiveText(best.Answer.Value))
			}
		}
	}
	return decided, none
}
