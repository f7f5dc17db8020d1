package print

import (
	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/model"
)

// An outcome classifies an answer in a Tally.
type outcome int

const (
	unique  outcome = iota // of the command rate: and rated
	guessed                // also counted as unique: rated with guesses
	multiple
	solved
	inexact // counted up to the limit only
	none
	undecided
	failed
	unreadable
	settled // also counted by its verdict: answered by the preprocessor
	numOutcomes
)

// A Tally counts answers by outcome.
type Tally struct {
	Answered int64
	counts   [numOutcomes]int64
}

// Note counts an answer.
func (t *Tally) Note(a *Answer) {
	t.Answered++
	e := outcomeOf(a)
	t.counts[e]++
	if e == unique && a.Rated != nil && a.Rated.Guesses > 0 {
		t.counts[guessed]++
	}
	if a.AnsweredBy() == model.ByPreprocessor && a.Item.ReadErr == nil {
		t.counts[settled]++
	}
}

func outcomeOf(a *Answer) outcome {
	switch code := a.Code(); {
	case code == term.BadInput:
		return unreadable
	case code == term.Failed:
		return failed
	case code == term.Undecided:
		return undecided
	case a.Verdict == model.One:
		return unique
	case a.Verdict == model.Multiple:
		return multiple
	case a.Status() == model.Unsatisfiable:
		return none
	case a.Kind == ask.Count && !a.Result.Complete:
		return inexact
	}
	return solved
}

// Add adds the counts of u.
func (t *Tally) Add(u *Tally) {
	t.Answered += u.Answered
	for i, n := range u.counts {
		t.counts[i] += n
	}
}

// Summary returns the counts in one line of text.
func (t *Tally) Summary(kind ask.Kind, rates bool) string {
	words := [numOutcomes]string{"unique", "of them with guesses", "with several solutions", "solved",
		"with the limit of solutions or more", "without a solution",
		"undecided", "failed", "not readable", "decided by the preprocessor alone"}
	if rates {
		words[unique] = "rated"
	}
	if kind == ask.Count {
		words[solved] = "counted"
	}
	line, mark := term.Plural(t.Answered, "puzzle", "puzzles"), ":"
	for i, n := range t.counts {
		if n > 0 {
			line += mark + " " + term.Thousands(n) + " " + words[i]
			mark = ","
		}
	}
	return line
}
