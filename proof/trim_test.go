package proof_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
	"nonet/proof"
)

// A trimmed proof is accepted, by the plain checker, too, and has not more steps or literals. It proves the claim of
// the puzzle with the clues of the core alone, and a puzzle with more clues than it needs does not use them all.
func TestTrim(t *testing.T) {
	var k proof.Checker
	literals := func(steps []proof.Step) (n int) {
		for _, s := range steps {
			n += len(s.Clause) + 1
		}
		return n
	}
	before, after, unused := 0, 0, 0
	for i, line := range []string{
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
		"48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
		"....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
	} {
		c := claim(t, backendtest.Puzzle(sudoku.Order(3), line))
		if i < 2 { // and clues that are not needed
			c.Puzzle = slices.Clone(c.Puzzle)
			for cell := range 20 {
				c.Puzzle[cell] = c.Solutions[0][cell]
			}
			c.Puzzle[40] = c.Solutions[0][40]
		}
		text, refuted := refute(t, c)
		if !refuted {
			t.Fatalf("%s is not refuted", line)
		}
		steps, core, sum, err := k.Trim(t.Context(), c, proof.ReadDRAT(bytes.NewReader(text)))
		if err != nil || len(steps) > sum.Lemmas+sum.Deleted {
			t.Fatalf("%s: %d steps of %+v, core %+v, error %v", line, len(steps), sum, core, err)
		}
		before, after = before+sum.Literals+sum.Lemmas, after+literals(steps)
		of := 0
		for cell, v := range c.Puzzle {
			if v != 0 {
				of++
			}
			if v != 0 && !slices.Contains(core.Clues, cell) {
				c.Puzzle[cell] = 0
				unused++
			}
		}
		if of < len(core.Clues) {
			t.Errorf("%s: %d clues, and the core has %d", line, of, len(core.Clues))
		}
		var b strings.Builder
		if err := proof.WriteSteps(&b, steps); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Check(t.Context(), c, proof.ReadDRAT(strings.NewReader(b.String()))); err != nil {
			t.Errorf("%s, without the clues outside of the core: %v", line, err)
		}
		if err := naive(c, proof.ReadDRAT(strings.NewReader(b.String()))); err != nil {
			t.Errorf("%s: the plain checker: %v", line, err)
		}
	}
	if after >= before*2/3 || unused < 5 {
		t.Errorf("%d literals before, %d after; %d clues not used", before, after, unused)
	}
}

// Trim leaves out what the empty clause does not depend on, and deletes a lemma where the proof does, but only a lemma
// that it keeps.
func TestTrimSteps(t *testing.T) {
	var k proof.Checker
	c := &proof.Claim{Height: 2, Width: 2, Puzzle: make([]int, 16)} // no clues: a refutation needs RAT lemmas, or fails
	c.Solutions = [][]int{{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}}
	trim := func(text string) (string, error) {
		steps, _, _, err := k.Trim(t.Context(), c, proof.ReadDRAT(strings.NewReader(text)))
		var b strings.Builder
		proof.WriteSteps(&b, steps)
		return b.String(), err
	}
	var rejected *proof.RejectedError
	if _, err := trim("-1 0\n0\n"); !errors.As(err, &rejected) || rejected.Step != 1 {
		t.Errorf("a clause that does not follow: error %v", err)
	}
	if _, err := trim("65 -1 0\n-65 1 0\n0\n"); !errors.As(err, &rejected) || rejected.Step != 3 {
		t.Errorf("RAT lemmas, and then an empty clause that does not follow: error %v", err)
	}
	copy(c.Puzzle, c.Solutions[0][:8])
	c.Puzzle[8], c.Puzzle[13] = 2, 3
	if got, err := trim("65 0\n-65 0\n"); err != nil || got != "0\n" {
		t.Errorf("a claim without lemmas is trimmed to %q, error %v", got, err)
	}

	c = claim(t, backendtest.Puzzle(sudoku.Order(3),
		"....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."))
	text, _ := refute(t, c)
	if _, err := trim("730 1 0\n" + string(text)); !errors.Is(err, proof.ErrNotTrimmed) {
		t.Errorf("a RAT lemma: error %v", err)
	}
	trimmed, err := trim(string(text))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(trimmed, "\n")
	deletion := "d " + lines[0]
	for at := len(lines) - 3; ; at-- {
		if at == 0 {
			t.Fatalf("the first lemma cannot be deleted anywhere:\n%s", trimmed)
		}
		got, err := trim(strings.Join(slices.Insert(slices.Clone(lines), at, deletion), ""))
		if err == nil && at > 1 && strings.Contains(got, deletion) && strings.HasPrefix(got, lines[0]) {
			break
		}
	}
}
