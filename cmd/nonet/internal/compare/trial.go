package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/model"
	"nonet/model/sudoku"
)

// A round is one puzzle put to all methods.
type round struct {
	*input.Item
	trials    []trialOf // trials[i] is that of the i-th method
	truth     model.Verdict
	solutions []sudoku.Grid // all different ones that were found, and checked; two are enough
}

// A trialOf is what a method made of a puzzle.
type trialOf struct {
	method methods.Availability
	answer *print.Answer // nil if the method is missing or was not tried; its result is that of the median run
	runs   []run         // by total time
	// disagrees says that the verdict is not the one that the solutions of all methods allow.
	disagrees bool
	refuted   string // what refutes it
}

// A run is one run of a method.
type run struct {
	total time.Duration // everything from the model of the puzzle on
	first time.Duration // to the first solution, if there was one
	stats model.Stats
}

// median returns the run in the middle.
func (t *trialOf) median() run { return t.runs[(len(t.runs)-1)/2] }

// spread returns half the distance between the quartiles of the total times, in proportion to the median; 0 for fewer than three runs.
func (t *trialOf) spread() float64 {
	n := len(t.runs)
	if n < 3 || t.median().total <= 0 {
		return 0
	}
	return float64(t.runs[n-1-n/4].total-t.runs[n/4].total) / 2 / float64(t.median().total)
}

// limit returns the time limit for each run of a method.
func (o compareOptions) limit(m methods.Method) time.Duration {
	switch {
	case o.timeout > 0:
		return o.timeout
	case m.Kind == methods.Stochastic: // it may never end
		return 2 * time.Second
	}
	return time.Minute
}

// runTrial asks a method about a puzzle, as often as the options say, or if that is not said up to five times within a second. A run that
// does not decide is not repeated.
func runTrial(ctx context.Context, p sudoku.Puzzle, a methods.Availability, o compareOptions, index int) trialOf {
	t := trialOf{method: a}
	chance := a.Kind == methods.Stochastic
	begin := time.Now()
	for len(t.runs) < max(o.repeat, 1) || o.repeat == 0 && len(t.runs) < 5 && time.Since(begin) < time.Second {
		if chance {
			a.Chance.Seed = o.seed + uint64(len(t.runs))
		}
		w := &print.Answer{Item: &input.Item{Index: index, Puzzle: p}, Method: a.Name}
		if chance {
			w.Chance = &methods.Chance{Seed: o.seed}
		}
		asker := ask.New(a.Method, o.limit(a.Method))
		asker.Fresh = true
		w.Answer = asker.Ask(ctx, ask.Question{Kind: ask.Unique}, p)
		if chance && w.Solution != nil && errors.Is(w.Err, ask.ErrIncomplete) {
			w.Err = nil // a solution is all that it can find
		}
		one := run{total: w.Wall, first: w.First, stats: w.Result.Stats}
		if t.answer != nil && w.Err == nil && w.Verdict != t.answer.Verdict && !chance {
			w.Err = &model.WrongAnswerError{Reason: fmt.Errorf("it says %v, and %v in another run", w.Verdict, t.answer.Verdict)}
		}
		// A stochastic method that has found a solution may take longer from another seed: the median will tell.
		if t.answer == nil || w.Err != nil && !(chance && ask.Undecided(w.Err)) {
			t.answer = w
		}
		t.runs = append(t.runs, one)
		if t.answer.Err != nil {
			break
		}
	}
	slices.SortFunc(t.runs, func(a, b run) int { return int(a.total - b.total) })
	t.answer.Result.Stats = t.median().stats
	t.answer.Wall = t.median().total
	return t
}

// judge finds out what is true and who disagrees with it. Solutions have been checked, so they are beyond doubt, whoever found them: two
// different ones prove that there are several, and one refutes who says that there is none. Only that nothing (more) exists is believed,
// as long as nobody shows the contrary.
func (r *round) judge() {
	says := map[model.Verdict]string{} // the first method with each verdict
	var finders []string
	for i := range r.trials {
		t := &r.trials[i]
		if t.answer == nil {
			continue
		}
		for _, g := range []sudoku.Grid{t.answer.Solution, t.answer.Other} {
			if g != nil && len(r.solutions) < 2 && !slices.ContainsFunc(r.solutions, func(h sudoku.Grid) bool { return slices.Equal(g, h) }) {
				r.solutions = append(r.solutions, g)
				finders = append(finders, t.method.Name)
			}
		}
		if v := t.answer.Verdict; v != model.Undecided && says[v] == "" {
			says[v] = t.method.Name
		}
	}
	switch {
	case len(r.solutions) >= 2:
		r.truth = model.Multiple
	case len(r.solutions) == 1 && says[model.One] != "":
		r.truth = model.One
	case len(r.solutions) == 0 && says[model.None] != "":
		r.truth = model.None
	}
	for i := range r.trials {
		t := &r.trials[i]
		if t.answer == nil || t.answer.Verdict == model.Undecided || t.answer.Verdict == r.truth {
			continue
		}
		t.disagrees = true
		switch {
		case len(r.solutions) == 2:
			t.refuted = fmt.Sprintf("%s and %s found different solutions", finders[0], finders[1])
			if finders[0] == finders[1] {
				t.refuted = finders[0] + " found two solutions"
			}
		case len(r.solutions) == 1:
			t.refuted = finders[0] + " found a solution"
		}
	}
}
