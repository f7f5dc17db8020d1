package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/sudoku"
)

// A Trial is the result of a method that decides whether a puzzle has exactly one solution.
type Trial struct {
	Method methods.Availability
	Answer *Answer // nil if the method is unavailable or did not run; statistics and time are those of the median run
	Runs   []Run   // sorted by total time

	// Disagrees reports that the verdict contradicts the verdict that Judge returns.
	Disagrees bool
	Refuted   string // what refutes the verdict; "" if no solution does
}

// A Run is one run of a method.
type Run struct {
	Total time.Duration // from the puzzle to the verdict
	First time.Duration // to the first solution; zero if none was found
	Stats model.Stats
}

// Median returns the median run.
func (t *Trial) Median() Run { return t.Runs[(len(t.Runs)-1)/2] }

// Spread returns half the interquartile range of the total times, relative to the median; 0 for fewer than three runs.
func (t *Trial) Spread() float64 {
	n := len(t.Runs)
	if n < 3 || t.Median().Total <= 0 {
		return 0
	}
	return float64(t.Runs[n-1-n/4].Total-t.Runs[n/4].Total) / 2 / float64(t.Median().Total)
}

// TryOptions are the limits of Try.
type TryOptions struct {
	// Repeat is the number of runs; zero means up to five within one second.
	Repeat int
	// Timeout limits each run; zero means 2 s for stochastic methods, which may never end, and one minute for others.
	Timeout time.Duration
	// Seed is the seed of the first run of a stochastic method; run i has Seed + i.
	Seed uint64
}

// timeout returns the time limit per run.
func (o TryOptions) timeout(m methods.Method) time.Duration {
	switch {
	case o.Timeout > 0:
		return o.Timeout
	case m.Kind == methods.Stochastic:
		return 2 * time.Second
	}
	return time.Minute
}

// Try runs a method several times to decide whether p has exactly one solution. Every run starts from the puzzle,
// without a prepared model. A run that fails or does not decide is the last one. A stochastic method that finds a
// solution has not failed, although it cannot decide uniqueness.
func Try(ctx context.Context, p sudoku.Puzzle, m methods.Availability, o TryOptions) Trial {
	t := Trial{Method: m}
	stochastic := m.Kind == methods.Stochastic
	begin := time.Now()
	for len(t.Runs) < max(o.Repeat, 1) || o.Repeat == 0 && len(t.Runs) < 5 && time.Since(begin) < time.Second {
		if stochastic {
			m.RunOptions.Seed = o.Seed + uint64(len(t.Runs))
		}
		k := New(m.Method, o.timeout(m.Method))
		k.Fresh = true
		a := k.Ask(ctx, Question{Kind: Unique}, p)
		if stochastic && a.Solution != nil && errors.Is(a.Err, ErrIncomplete) {
			a.Err = nil
		}
		if t.Answer != nil && a.Err == nil && a.Verdict != t.Answer.Verdict && !stochastic {
			a.Err = &model.WrongAnswerError{Reason: fmt.Errorf("the verdict is %v, and %v in another run",
				a.Verdict, t.Answer.Verdict)}
		}
		// A stochastic method that has found a solution may time out from another seed. That is no failure: the median
		// shows it.
		if t.Answer == nil || a.Err != nil && !(stochastic && Undecided(a.Err)) {
			t.Answer = &a
		}
		t.Runs = append(t.Runs, Run{a.Wall, a.First, a.Result.Stats})
		if t.Answer.Err != nil {
			break
		}
	}
	slices.SortFunc(t.Runs, func(a, b Run) int { return int(a.Total - b.Total) })
	t.Answer.Result.Stats, t.Answer.Wall = t.Median().Stats, t.Median().Total
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
		for _, g := range []sudoku.Grid{t.Answer.Solution, t.Answer.Other} {
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
