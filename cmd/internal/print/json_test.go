package print_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestJSONNames prints names that have characters that Go and JSON quote differently (\a, \x07), and characters that
// JSON need not escape.
func TestJSONNames(t *testing.T) {
	for _, name := range []string{"bell \a\v\x07\x00", "quote \" and \\", "é < & >   \U0001f9e9", "plain"} {
		it := &input.Item{Index: 3, Puzzle: sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16),
			Name: name}}
		line := print.JSON{}.Answer(nil, &print.Answer{Item: it, Answer: ask.Answer{Err: errors.New(name)}})
		var got struct{ Name, Error string }
		if err := json.Unmarshal(line, &got); err != nil {
			t.Errorf("%q: %v in %s", name, err, line)
		} else if got.Name != name || got.Error != name {
			t.Errorf("%q became %q", name, got)
		}
	}
}

// TestClassic compares both ways of printing the answer about a classic puzzle of a list: by hand and by structs.
func TestClassic(t *testing.T) {
	const digits = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	var clues, solution [81]uint8
	for c := range solution {
		solution[c] = digits[c] - '0'
		if c > 20 {
			clues[c] = solution[c]
		}
	}
	p, err := notation.Parse(strings.Repeat(".", 21)+digits[21:], notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	full, err := notation.Parse(digits, notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	it := &input.Item{Index: 7, Place: input.Place{File: "a \"list\".txt", Line: 8}, Puzzle: p}
	for _, kind := range []ask.Kind{ask.Solve, ask.Unique, ask.Count} {
		a := &print.Answer{Item: it, Method: "native", ClueDigits: &clues, Answer: ask.Answer{
			Question: ask.Question{Kind: kind}, Wall: 1500 * time.Nanosecond,
			Result: model.Result{Solutions: 1, Complete: kind != ask.Solve}}}
		a.Result.Stats.Size = model.Size{Variables: 81, Constraints: 27}
		a.Result.Stats.Effort.Nodes = 4
		b := *a
		b.ClueDigits = nil
		switch kind {
		case ask.Count:
			a.Count, a.Result.Solutions = big.NewInt(1), 0
			b.Count, b.Result.Solutions = a.Count, 0
		case ask.Unique:
			a.Verdict, b.Verdict = model.One, model.One
			fallthrough
		default:
			a.SolutionDigits, b.Solution = &solution, full.Clues
		}
		byHand, byStructs := string(print.JSON{}.Answer(nil, a)), string(print.JSON{}.Answer(nil, &b))
		if byHand != byStructs {
			t.Errorf("%v: by hand\n%sby structs\n%s", kind, byHand, byStructs)
		}
	}
}

// TestUnreadable checks what stands for a puzzle that could not be read.
func TestUnreadable(t *testing.T) {
	it := &input.Item{Index: 1, Place: input.Place{File: "a.txt", Line: 3}, Text: "1.\n?2",
		ReadErr: errors.New("bad\ncell")}
	for form, want := range map[string]string{
		"json": `{"index":1,"file":"a.txt","line":3,"puzzle":null,"text":"1.\n?2","status":"error","verdict":"error",` +
			`"error":"bad\ncell"}` + "\n",
		"line": "# error: bad cell\n",
		"text": "",
	} {
		if got := string(input.Unreadable(nil, form, it)); got != want {
			t.Errorf("%s: %q, want %q", form, got, want)
		}
	}
	if got, want := string(print.CSVUnreadable(nil, print.CSV{}.Header(), it)),
		"1,a.txt,3,,\"1.\n?2\",,,error,,,,,\"bad\ncell\",,\n"; got != want {
		t.Errorf("csv: %q, want %q", got, want)
	}
}

// TestHead compares the objects about puzzles with texts written by hand: which fields there are, and their order.
func TestHead(t *testing.T) {
	small := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 2, 3, 4, 12: 2}}
	small.Clues = append(small.Clues, 0, 0, 0)
	variant, named := small, small
	variant.Rules = []sudoku.Rule{{Kind: "diagonals"}}
	named.Name = "a <b>"
	for _, test := range []struct {
		what string
		item input.Item
		tail print.Tail
		want string
	}{
		{"classic", input.Item{Puzzle: small}, print.Tail{}, `{"index":0,"puzzle":"1234........2...","size":4}`},
		{"named", input.Item{Index: 7, Place: input.Place{File: "-", Line: 9}, Puzzle: named},
			print.TailOf(1500*time.Millisecond, nil),
			`{"index":7,"file":"-","line":9,"name":"a <b>","puzzle":"1234........2...","size":4,"seconds":{"total":1.5}}`},
		{"variant", input.Item{Puzzle: variant}, print.TailOf(time.Second, errors.New("bad")),
			`{"index":0,"puzzle":"1234........2...","size":4,"box":"2x2","rules":["diagonals"],` +
				`"seconds":{"total":1},"error":"bad"}`},
	} {
		line := term.AppendJSONLine(nil, struct {
			print.Head
			print.Tail
		}{print.HeadOf(&test.item), test.tail})
		if got := strings.TrimSpace(string(line)); got != test.want {
			t.Errorf("%s: %s, want %s", test.what, got, test.want)
		}
	}
}
