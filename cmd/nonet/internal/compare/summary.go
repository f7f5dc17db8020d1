package compare

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
)

// A summary is a row of the table: a method over all rounds.
type summary struct {
	Method  methods.Availability
	Missing string // what to install; "" if the method is available

	Variables, Clauses, Literals, Rows, Nonzeros string // medians
	Reduce, Encode, Solve, First, Total          time.Duration
	Spread                                       float64
	Effort                                       string
	Answer                                       string
	Problem                                      string // "" for none
	Agrees                                       string // yes, NO, or ""

	// Bar is the length of the bar for the total time on a page, in per cent, on a logarithmic scale.
	Bar int
}

// summarize returns a row for each method, with medians over the rounds.
func summarize(rounds []*round, all []methods.Availability) []summary {
	rows := make([]summary, len(all))
	for i, a := range all {
		s := &rows[i]
		s.Method = a
		if a.Err != nil {
			s.Missing, s.Answer = a.Remedy(), "missing"
			continue
		}
		var allSizes [5][]int
		var allTimes [5][]time.Duration
		var spreads []float64
		var efforts []model.Effort
		verdicts := map[string]int{}
		for _, r := range rounds {
			t := &r.trials[i]
			word := outcomeOf(t)
			verdicts[word]++
			s.Problem = cmp.Or(s.Problem, problemOf(t))
			if t.Answer == nil || word == "unsupported" { // its time means nothing
				continue
			}
			if s.Agrees != "NO" {
				s.Agrees = cmp.Or(agrees(t, "", "yes", "NO"), s.Agrees)
			}
			for k, n := range sizes(t) {
				allSizes[k] = append(allSizes[k], n)
			}
			for k, d := range times(t) {
				allTimes[k] = append(allTimes[k], d)
			}
			spreads = append(spreads, t.Spread())
			efforts = append(efforts, t.Median().Stats.Effort)
		}
		if len(spreads) > 0 {
			for k, to := range []*string{&s.Variables, &s.Clauses, &s.Literals, &s.Rows, &s.Nonzeros} {
				*to = term.NonZero(term.LowerMedian(allSizes[k]))
			}
			for k, to := range []*time.Duration{&s.Reduce, &s.Encode, &s.Solve, &s.First, &s.Total} {
				*to = term.Median(allTimes[k])
			}
			s.Spread = term.LowerMedian(spreads)
			s.Effort = print.Effort(print.MedianEffort(efforts))
		}
		s.Answer = tallyWords(verdicts, len(rounds))
	}
	return rows
}

// sizes returns the numbers of variables, clauses, literals, rows and nonzeros of the formula.
func sizes(t *ask.Trial) [5]int {
	s := t.Median().Stats.Size
	return [5]int{s.Variables, s.Clauses, s.Literals, s.Rows, s.Nonzeros}
}

// times returns the durations of preprocessing, encoding and solving, the time to the first solution, and the total
// time.
func times(t *ask.Trial) [5]time.Duration {
	preprocess, encode, solve := t.Answer.Phases()
	return [5]time.Duration{preprocess, encode, solve, t.Median().First, t.Median().Total}
}

// outcomeOf returns the outcome of a trial in a word.
func outcomeOf(t *ask.Trial) string {
	switch a := t.Answer; {
	case a == nil:
		return "unknown"
	case input.IsUnsupported(a.Err):
		return "unsupported"
	case a.Err != nil && !ask.Undecided(a.Err):
		return "failed"
	case a.Err == nil && a.Verdict == model.Undecided:
		return "solved"
	default:
		return a.Verdict.String()
	}
}

// tallyWords lists the outcomes that occur, with their numbers if there are several puzzles.
func tallyWords(verdicts map[string]int, n int) string {
	var words []string
	for _, w := range []string{"unique", "multiple", "none", "solved", "unknown", "unsupported", "failed"} {
		switch {
		case verdicts[w] == 0:
		case n == 1:
			words = append(words, w)
		default:
			words = append(words, fmt.Sprintf("%d %s", verdicts[w], w))
		}
	}
	return strings.Join(words, ", ")
}
