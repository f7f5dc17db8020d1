package proof

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestFRAT(t *testing.T) {
	const text = "o 1 1 2 0\na 5 -1 2 0 l 1 2 0\nt 5 1 0\nc a comment\nd 2 -2 1 0\nr 5 2 0\na 6 0\nf 6 0\n"
	steps := ReadFRAT(strings.NewReader(text))
	want := []Step{{Clause: []int{-1, 2}, Line: 2}, {Delete: true, Clause: []int{-2, 1}, Line: 5}, {Line: 7}}
	for _, w := range want {
		s, err := steps.Step()
		if err != nil || s.Delete != w.Delete || s.Line != w.Line || !slices.Equal(s.Clause, w.Clause) {
			t.Errorf("got %+v, %v, want %+v", s, err, w)
		}
	}
	if _, err := steps.Step(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	for line, column := range map[string]int{"x 1 2 0": 1, "a 0 1 0": 3, "a": 2, "a 1 y 0": 5, "d 1 2": 6,
		"a 1 99999999 0": 5} {
		var bad *SyntaxError
		if _, err := ReadFRAT(strings.NewReader(line)).Step(); !errors.As(err, &bad) || bad.Column != column {
			t.Errorf("%q: %v, want an error at column %d", line, err, column)
		}
	}
}

// TestFRATRefutes checks a proof in the form of cryptominisat5 about all clauses over two variables.
func TestFRATRefutes(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	const text = "o 1 1 2 0\no 2 1 -2 0\no 3 -1 2 0\no 4 -1 -2 0\na 5 1 0 l 1 2 0\na 6 0 l 3 4 5 0\n"
	check := func(clauses [][]int) error {
		_, err := CheckFormula(context.Background(), 2, func(add func([]int)) {
			for _, c := range clauses {
				add(c)
			}
		}, ReadFRAT(strings.NewReader(text)))
		return err
	}
	if err := check(all); err != nil {
		t.Error(err)
	}
	// The original clauses of the file do not count: without the last, the formula has a solution.
	if err := check(all[:3]); !errors.As(err, new(*RejectedError)) {
		t.Errorf("another formula: %v", err)
	}
}
