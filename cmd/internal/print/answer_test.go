package print

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/sudoku"
)

func TestExitCodes(t *testing.T) {
	result := func(n int, complete bool) model.Result { return model.Result{Solutions: n, Complete: complete} }
	good4 := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	answer := func(a ask.Answer) Answer { return Answer{Answer: a} }
	solve, all := ask.Question{Kind: ask.Solve}, ask.Question{Kind: ask.Solve, All: true}
	unique, count := ask.Question{Kind: ask.Unique}, ask.Question{Kind: ask.Count}
	for _, test := range []struct {
		name      string
		a         Answer
		want, sat term.ExitCode
	}{
		{"solved", answer(ask.Answer{Question: solve, Result: result(1, false)}), 0, 10},
		{"no solution", answer(ask.Answer{Question: solve, Result: result(0, true)}), 1, 20},
		{"time limit before a solution", answer(ask.Answer{Question: solve, Err: ask.ErrTimeLimit}), 3, 0},
		{"incomplete", answer(ask.Answer{Question: solve, Err: ask.ErrIncomplete}), 3, 0},
		{"all solutions", answer(ask.Answer{Question: all, Result: result(6, true)}), 0, 10},
		{"all solutions up to the limit", answer(ask.Answer{Question: ask.Question{Kind: ask.Solve, All: true,
			Limit: 2}, Result: result(2, false)}), 0, 10},
		{"interrupted among all solutions", answer(ask.Answer{Question: all, Result: result(2, false),
			Err: ask.ErrInterrupted}), 3, 10},
		{"unique", answer(ask.Answer{Question: unique, Verdict: model.One, Result: result(1, true)}), 0, 10},
		{"multiple", answer(ask.Answer{Question: unique, Verdict: model.Multiple, Result: result(2, false)}), 1, 10},
		{"none", answer(ask.Answer{Question: unique, Verdict: model.None, Result: result(0, true)}), 1, 20},
		{"one found, the rest unknown", answer(ask.Answer{Question: unique, Result: result(1, false),
			Err: ask.ErrTimeLimit}), 3, 10},
		{"counted", answer(ask.Answer{Question: count, Count: big.NewInt(288), Result: result(0, true)}), 0, 10},
		{"counted none", answer(ask.Answer{Question: count, Count: new(big.Int), Result: result(0, true)}), 1, 20},
		{"counted to the limit", answer(ask.Answer{Question: ask.Question{Kind: ask.Count, Limit: 10},
			Count: big.NewInt(10)}), 0, 10},
		{"counted in part", answer(ask.Answer{Question: ask.Question{Kind: ask.Count, Limit: 10}, Count: big.NewInt(7),
			Err: ask.ErrInterrupted}), 3, 10},
		{"failed", answer(ask.Answer{Question: count, Count: big.NewInt(7), Err: errors.New("crash")}), 4, 4},
		{"bad input", Answer{Item: &input.Item{ReadErr: errors.New("line 1")}}, 2, 2},
	} {
		a := test.a
		if a.Item == nil {
			a.Item = &input.Item{Puzzle: good4}
		}
		if got := a.Code(); got != test.want {
			t.Errorf("%s: exit code %d, want %d", test.name, got, test.want)
		}
		if got := a.Competition().Competition(); got != test.sat {
			t.Errorf("%s: exit code with --exit-status sat %d, want %d", test.name, got, test.sat)
		}
	}
	var o term.Outcome
	for _, c := range []term.ExitCode{term.Negative, term.Undecided, term.Good, term.BadInput} {
		o.Raise(c)
	}
	if o.Code() != term.Undecided {
		t.Errorf("the highest exit code is %d, want %d", o.Code(), term.Undecided)
	}
}

// TestTextIsQuoted checks that names and errors with any characters give valid JSON and CSV.
func TestTextIsQuoted(t *testing.T) {
	for _, text := range []string{"plain", `a "quoted" word`, "comma, and\nline", "tab\tand \x00", "Größe µ",
		`back\slash`, "<&>", "\xff"} {
		a := &Answer{Item: &input.Item{Puzzle: sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16),
			Name: text}}, Method: text, Answer: ask.Answer{Err: errors.New(text)}}
		var object map[string]any
		if err := json.Unmarshal(JSON{}.Answer(nil, a), &object); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		want := strings.ToValidUTF8(text, "\ufffd")
		if object["error"] != want || object["name"] != want || object["method"] != want {
			t.Errorf("%q: got %q", text, object)
		}
		rows, err := csv.NewReader(strings.NewReader(string(CSV{}.Answer(nil, a)))).ReadAll()
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if len(rows) != 1 || len(rows[0]) != 15 {
			t.Errorf("%q: got rows %q, want one row of 15 fields", text, rows)
			continue
		}
		for _, field := range []int{3, 6, 12} { // the name, the method and the error
			if rows[0][field] != text {
				t.Errorf("%q: field %d: got %q", text, field, rows[0][field])
			}
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0", 850: "0.85 µs", 12_340: "12.3 µs", 999_499: "999 µs", 999_600: "1.00 ms", 12_345_678: "12.3 ms",
		999_600_000:              "1.00 s",
		1_234 * time.Millisecond: "1.23 s", 59 * time.Second: "59.0 s", 125 * time.Second: "2 min 5 s",
		3*time.Hour + 25*time.Minute: "3 h 25 min",
	} {
		if got := term.Duration(d); got != want {
			t.Errorf("duration(%d) = %s, want %s", d, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 12: "12", 123: "123", 1234: "1,234", 49151: "49,151",
		1234567: "1,234,567", -1234: "-1,234"} {
		if got := term.Thousands(n); got != want {
			t.Errorf("thousands(%d) = %s, want %s", n, got, want)
		}
	}
	if got := term.Rate(49151, time.Second); got != "49,100/s" {
		t.Errorf("rate = %s", got)
	}
	if got := term.Rate(3, 2*time.Second); got != "1.50/s" {
		t.Errorf("rate = %s", got)
	}
	if got := term.LowerMedian([]time.Duration{5, 1, 3, 100}); got != 3 {
		t.Errorf("lower median = %v", got)
	}
}

func TestTable(t *testing.T) {
	tab := term.Table{Head: []string{"NAME", "N", "EMPTY", "NOTE"}, Right: []bool{false, true, false, false}}
	tab.Add("a µ", "1", "", "x")
	tab.Add("a line across")
	tab.Add("bcdef", "100", "", "")
	if got, want := tab.String(), "NAME     N  NOTE\na µ      1  x\na line across\nbcdef  100\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
