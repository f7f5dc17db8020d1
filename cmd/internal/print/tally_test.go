package print_test

import (
	"errors"
	"testing"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/model"
	"nonet/model/human"
)

// TestTally counts answers of each kind and compares the summary.
func TestTally(t *testing.T) {
	answered := func(kind ask.Kind, v model.Verdict, r model.Result, err error) *print.Answer {
		return &print.Answer{Item: &input.Item{},
			Answer: ask.Answer{Question: ask.Question{Kind: kind}, Verdict: v, Result: r, Err: err}}
	}
	found, refuted := model.Result{Solutions: 1}, model.Result{Complete: true}
	one := answered(ask.Unique, model.One, model.Result{Solutions: 1, Complete: true}, nil)
	guessed := *one
	guessed.Rated = &print.Rated{Rating: human.Rating{Guesses: 2}}
	unreadable := &print.Answer{Item: &input.Item{ReadErr: errors.New("no puzzle")}}
	for _, test := range []struct {
		name    string
		kind    ask.Kind
		rates   bool
		answers []*print.Answer
		want    string
	}{
		{"nothing", ask.Solve, false, nil, "0 puzzles"},
		{"solved", ask.Solve, false, []*print.Answer{answered(ask.Solve, 0, found, nil)}, "1 puzzle: 1 solved"},
		{"each kind of solve", ask.Solve, false,
			[]*print.Answer{answered(ask.Solve, 0, found, nil), answered(ask.Solve, 0, refuted, nil), unreadable,
				answered(ask.Solve, 0, model.Result{}, ask.ErrTimeLimit),
				answered(ask.Solve, 0, model.Result{}, errors.New("broken"))},
			"5 puzzles: 1 solved, 1 without a solution, 1 undecided, 1 failed, 1 not readable"},
		{"unique", ask.Unique, false, []*print.Answer{one,
			answered(ask.Unique, model.Multiple, model.Result{Solutions: 2}, nil), &guessed},
			"3 puzzles: 2 unique, 1 of them with guesses, 1 with several solutions"},
		{"rated", ask.Unique, true, []*print.Answer{one, &guessed}, "2 puzzles: 2 rated, 1 of them with guesses"},
	} {
		var first, second print.Tally // as of two workers
		for i, a := range test.answers {
			[]*print.Tally{&first, &second}[i%2].Note(a)
		}
		first.Add(&second)
		if got := first.Summary(test.kind, test.rates); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
