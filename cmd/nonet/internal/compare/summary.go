package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"
)

// A summary is a row of the table: a method over all rounds.
type summary struct {
	Method  methods.Availability
	Missing string // what to install; "" if the method is available
	limit   time.Duration
	puzzles int

	decided, solved int // rounds that the preprocessor decided before the solver, and rounds that the solver decided

	// Medians over the rounds that reached the solver; a size or phase that the method does not have is empty or zero.
	// If no round reached it, reduce is the median over all.
	variables, clauses, literals, rows, nonzeros string
	reduce, encode, solve, first                 time.Duration
	total                                        time.Duration // the limit if the median trial timed out
	spread                                       float64       // of the rounds that have one
	spreadKnown                                  bool          // some round has one
	effort                                       string

	runs, calls int // of the rounds that reached the solver
	answer      string
	agrees      string         // yes, NO, or ""
	verified    map[string]int // with --verify: rounds, by what verifies their verdicts
	Problem     string         // "" for none
}

// totalText returns the total time in words: "> 10 s" if the median trial timed out, "" if the method did not run.
func (s *summary) totalText() string {
	switch {
	case s.total == 0:
		return ""
	case s.timedOut():
		return "> " + limitText(s.limit)
	}
	return term.Duration(s.total)
}

func (s *summary) timedOut() bool { return s.total >= s.limit }

// noisy reports whether the runs differ too much for a comparison of times.
func (s *summary) noisy() bool { return s.spreadKnown && s.spread > inquiry.NoisySpread }

// spreadText returns the spread in words, "" if the method has no times.
func (s *summary) spreadText() string {
	switch {
	case s.total == 0 || s.timedOut():
		return ""
	case !s.spreadKnown:
		return "few runs"
	case s.noisy():
		return fmt.Sprintf("±%.0f%% noisy", 100*s.spread)
	}
	return fmt.Sprintf("±%.0f%%", 100*s.spread)
}

// decidedBy returns what decided the puzzles: the name of the preprocessor or "solver", each with its number if there
// are several puzzles. It returns "" for a method without a preprocessor.
func (s *summary) decidedBy() string {
	if s.Method.Preprocess == "none" {
		return ""
	}
	var words []string
	for _, part := range []struct {
		name string
		n    int
	}{{s.Method.Preprocess, s.decided}, {"solver", s.solved}} {
		switch {
		case part.n == 0:
		case s.puzzles == 1:
			words = append(words, part.name)
		default:
			words = append(words, fmt.Sprintf("%s %d", part.name, part.n))
		}
	}
	return strings.Join(words, ", ")
}

// verifiedWord returns what verifies a verdict in a word.
func verifiedWord(v *ask.Verification) string {
	switch v.By {
	case ask.BySecond:
		return v.Method
	case ask.Unverified:
		return "not verified"
	}
	return string(v.By)
}

// verifiedBy returns what verifies the verdicts, each with its number if there are several puzzles.
func (s *summary) verifiedBy() string {
	var words []string
	for _, word := range slices.Sorted(maps.Keys(s.verified)) {
		if s.puzzles > 1 {
			word = fmt.Sprintf("%s %d", word, s.verified[word])
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// limitText formats a time limit: 10 s, where a measured time would be 10.0 s.
func limitText(d time.Duration) string {
	return strings.NewReplacer(".00 ", " ", ".0 ", " ").Replace(term.Duration(d))
}

// summarize returns a row for each method, with medians over the rounds.
func summarize(rounds []*round, all []methods.Availability, o ask.TryOptions) []summary {
	rows := make([]summary, len(all))
	for i, a := range all {
		s := &rows[i]
		s.Method, s.limit, s.puzzles, s.verified = a, o.Limit(a.Method), len(rounds), map[string]int{}
		if a.Err != nil {
			s.Missing, s.answer = a.Remedy(), "missing"
			continue
		}
		var allSizes [5][]int
		var allTimes [5][]time.Duration
		var reductions []time.Duration // of the rounds that the preprocessor decided
		var spreads []float64
		var efforts []model.Effort
		outcomes := map[string]int{}
		for _, r := range rounds {
			t := &r.trials[i]
			word := outcomeOf(t)
			if r.Model && (t.Decides() || t.Answer != nil && t.Answer.Solution != nil) {
				word = r.word(t.Answer)
			}
			outcomes[word]++
			s.Problem = cmp.Or(s.Problem, problemOf(t))
			if t.Answer == nil || word == "unsupported" { // its time means nothing
				continue
			}
			if t.Verified != nil {
				s.verified[verifiedWord(t.Verified)]++
			}
			if s.agrees != "NO" {
				s.agrees = cmp.Or(inquiry.Agrees(t, "yes", "NO"), s.agrees)
			}
			if t.DecidedBefore() {
				s.decided++
				reductions = append(reductions, times(t)[0])
				continue
			}
			if t.Answer.Err == nil {
				s.solved++
			}
			for k, n := range sizes(t) {
				allSizes[k] = append(allSizes[k], n)
			}
			for k, d := range times(t) {
				allTimes[k] = append(allTimes[k], d)
			}
			if t.TimedOut() { // whatever it took to stop it
				allTimes[4][len(allTimes[4])-1] = s.limit
			}
			if spread, ok := t.Spread(); ok {
				spreads = append(spreads, spread)
			}
			efforts = append(efforts, t.Median().Stats.Effort)
			s.runs, s.calls = s.runs+len(t.Runs), s.calls+t.Calls()
		}
		if len(efforts) > 0 {
			for k, to := range []*string{&s.variables, &s.clauses, &s.literals, &s.rows, &s.nonzeros} {
				*to = term.NonZero(term.LowerMedian(allSizes[k]))
			}
			for k, to := range []*time.Duration{&s.reduce, &s.encode, &s.solve, &s.first, &s.total} {
				*to = term.LowerMedian(allTimes[k]) // not a mean of two: one may be a limit
			}
			if s.timedOut() {
				s.solve = 0
			}
			s.effort = print.Effort(print.MedianEffort(efforts))
		} else if len(reductions) > 0 {
			s.reduce = term.LowerMedian(reductions)
		}
		if s.spreadKnown = len(spreads) > 0; s.spreadKnown {
			s.spread = term.LowerMedian(spreads)
		}
		s.answer = tallyOutcomes(outcomes, len(rounds), s.limit)
	}
	return rows
}

// sizes returns the numbers of variables, clauses, literals, rows and nonzeros of the formula.
func sizes(t *ask.Trial) [5]int {
	s := t.Median().Stats.Size
	return [5]int{s.Variables, s.Clauses, s.Literals, s.Rows, s.Nonzeros}
}

// times returns the durations of preprocessing, encoding and solving, the time to the first solution, and the total
// time. A phase that the method does not have, or did not reach, is zero. If the preprocessor decided the puzzle, only
// its time is not zero.
func times(t *ask.Trial) [5]time.Duration {
	preprocess, encode, solve := t.Answer.Phases()
	if t.Method.Preprocess == "none" {
		preprocess = 0
	}
	if t.DecidedBefore() {
		return [5]time.Duration{preprocess}
	}
	return [5]time.Duration{preprocess, encode, solve, t.Median().First, t.Median().Total}
}

// outcomeOf returns the outcome of a trial in a word.
func outcomeOf(t *ask.Trial) string {
	switch a := t.Answer; {
	case a == nil:
		return "unknown"
	case input.IsUnsupported(a.Err):
		return "unsupported"
	case t.TimedOut():
		return "timeout"
	case a.Err != nil && !ask.Undecided(a.Err):
		return "failed"
	case a.Err == nil && a.Verdict == model.Undecided:
		return "solved"
	default:
		return a.Verdict.String()
	}
}

// tallyOutcomes lists the outcomes that occur, with their numbers if there are several puzzles.
func tallyOutcomes(outcomes map[string]int, n int, limit time.Duration) string {
	if n == 1 && outcomes["timeout"] == 0 {
		for w := range outcomes {
			return w
		}
	}
	var words []string
	for _, w := range []string{"unique", "multiple", "none", "solved", "timeout", "unknown", "unsupported", "failed"} {
		text := w
		if w == "timeout" {
			text += " at " + limitText(limit)
		}
		switch {
		case outcomes[w] == 0:
		case n == 1:
			words = append(words, text)
		default:
			words = append(words, fmt.Sprintf("%d %s", outcomes[w], text))
		}
	}
	return strings.Join(words, ", ")
}

// word returns an answer in a word or two.
func (r *round) word(a *ask.Answer) string {
	switch optimizes := r.File != nil && r.File.Model.Objective != nil; {
	case !r.Model:
		return a.Verdict.String()
	case a.Optimal && optimizes:
		return "optimal " + r.File.ObjectiveText(a.Value)
	case a.Solution != nil && optimizes:
		return r.File.ObjectiveText(a.Value) + " or better"
	case a.Solution != nil:
		return "solved"
	case a.Status() == model.Unsatisfiable:
		return model.None.String()
	}
	return model.Unknown.String()
}
