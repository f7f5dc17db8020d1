package compare

import (
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
	Missing string // what to install; "" if it is there

	Variables, Clauses, Literals, Rows, Nonzeros string // medians
	Reduce, Encode, Solve, First, Total          time.Duration
	Spread                                       float64
	Effort                                       string
	Answer                                       string
	Trouble                                      string // "" if all is well
	Agrees                                       string // yes, NO, or ""
}

// summarize condenses the rounds to a row for each method.
func summarize(rounds []*round, all []methods.Availability) []summary {
	rows := make([]summary, len(all))
	for i, a := range all {
		s := summary{Method: a}
		if a.Err != nil {
			s.Missing = a.Remedy()
			s.Answer = "missing"
			rows[i] = s
			continue
		}
		var sizes [5][]int
		var times [5][]time.Duration
		var spreads []float64
		verdicts := map[string]int{}
		var efforts []model.Effort
		for _, r := range rounds {
			t := &r.trials[i]
			if why := trouble(t); why != "" && s.Trouble == "" {
				s.Trouble = why
			}
			if t.Answer == nil {
				verdicts["unknown"]++
				continue
			}
			if input.Unsupported(t.Answer.Err) {
				verdicts["unsupported"]++ // in no time, which says nothing
				continue
			}
			word := t.Answer.Verdict.String()
			switch {
			case t.Answer.Err != nil && !ask.Undecided(t.Answer.Err):
				word = "failed"
			case t.Answer.Err == nil && t.Answer.Verdict == model.Undecided:
				word = "solved"
			}
			verdicts[word]++
			switch agrees(t, "", "yes", "NO") {
			case "NO":
				s.Agrees = "NO"
			case "yes":
				if s.Agrees == "" {
					s.Agrees = "yes"
				}
			}
			m := t.Median()
			size := m.Stats.Size
			for k, n := range []int{size.Variables, size.Clauses, size.Literals, size.Rows, size.Nonzeros} {
				sizes[k] = append(sizes[k], n)
			}
			preprocess, encode, solve := t.Answer.Phases()
			for k, d := range []time.Duration{preprocess, encode, solve, m.First, m.Total} {
				times[k] = append(times[k], d)
			}
			spreads = append(spreads, t.Spread())
			efforts = append(efforts, m.Stats.Effort)
		}
		if len(spreads) > 0 {
			for k, to := range []*string{&s.Variables, &s.Clauses, &s.Literals, &s.Rows, &s.Nonzeros} {
				*to = term.Number(term.Middle(sizes[k]))
			}
			for k, to := range []*time.Duration{&s.Reduce, &s.Encode, &s.Solve, &s.First, &s.Total} {
				*to = term.Median(times[k])
			}
			s.Spread = term.Middle(spreads)
			s.Effort = print.Effort(print.MedianEffort(efforts))
		}
		s.Answer = tallyWords(verdicts, len(rounds))
		rows[i] = s
	}
	return rows
}

// tallyWords names the verdicts that occur, with their numbers if there are several puzzles.
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
