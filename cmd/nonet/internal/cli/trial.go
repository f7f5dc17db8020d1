package cli

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

// A round is one puzzle put to all methods.
type round struct {
	*item
	trials    []trialOf // trials[i] is that of the i-th method
	truth     model.Verdict
	solutions []sudoku.Grid // all different ones that were found, and checked; two are enough
}

// A trialOf is what a method made of a puzzle.
type trialOf struct {
	method availability
	answer *answer // nil if the method is missing or was not tried; its result is that of the median run
	runs   []run   // by total time
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
func runTrial(ctx context.Context, p sudoku.Puzzle, a availability, o compareOptions, index int) trialOf {
	t := trialOf{method: a}
	chance := a.Kind == methods.Stochastic
	begin := time.Now()
	for len(t.runs) < max(o.repeat, 1) || o.repeat == 0 && len(t.runs) < 5 && time.Since(begin) < time.Second {
		w := &answer{question: askUnique, item: &item{index: index, puzzle: p}, method: a.Name}
		if chance {
			a.Chance.Seed = o.seed + uint64(len(t.runs))
			w.chance = &methods.Chance{Seed: o.seed}
		}
		// Hide model.Preparer: each run starts from the puzzle's model, so that all its work is measured.
		r := newRunner(struct{ model.Solver }{a.Solver()}, o.limit(a.Method))
		one := run{}
		start := time.Now()
		var found []sudoku.Grid
		w.result, w.err = r.search(ctx, p, func(g sudoku.Grid) bool {
			if len(found) == 0 {
				one.first = time.Since(start)
			}
			found = append(found, slices.Clone(g))
			return len(found) < 2
		})
		w.wall = time.Since(start)
		one.total, one.stats = w.wall, w.result.Stats
		w.verdict = model.VerdictOf(w.result)
		if len(found) > 0 {
			w.solution = found[0]
		}
		if len(found) > 1 {
			w.other = found[1]
			if slices.Equal(w.solution, w.other) {
				w.other, w.verdict, w.err = nil, model.Undecided, &model.WrongAnswerError{Reason: errors.New("it returned one solution twice")}
			}
		}
		if w.err == nil && w.verdict == model.Undecided && (!chance || w.solution == nil) {
			w.err = errIncomplete
		}
		if t.answer != nil && w.err == nil && w.verdict != t.answer.verdict && !chance {
			w.err = &model.WrongAnswerError{Reason: fmt.Errorf("it says %v, and %v in another run", w.verdict, t.answer.verdict)}
		}
		// A stochastic method that has found a solution may take longer from another seed: the median will tell.
		if t.answer == nil || w.err != nil && !(chance && undecidedBy(w.err)) {
			t.answer = w
		}
		t.runs = append(t.runs, one)
		if t.answer.err != nil {
			break
		}
	}
	slices.SortFunc(t.runs, func(a, b run) int { return int(a.total - b.total) })
	t.answer.result.Stats = t.median().stats
	t.answer.wall = t.median().total
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
		for _, g := range []sudoku.Grid{t.answer.solution, t.answer.other} {
			if g != nil && len(r.solutions) < 2 && !slices.ContainsFunc(r.solutions, func(h sudoku.Grid) bool { return slices.Equal(g, h) }) {
				r.solutions = append(r.solutions, g)
				finders = append(finders, t.method.Name)
			}
		}
		if v := t.answer.verdict; v != model.Undecided && says[v] == "" {
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
		if t.answer == nil || t.answer.verdict == model.Undecided || t.answer.verdict == r.truth {
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
