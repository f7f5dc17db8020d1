package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// binaryLRAT returns a textual LRAT proof in the binary format.
func binaryLRAT(text string) (b []byte) {
	number := func(word string) {
		n, _ := strconv.Atoi(word)
		x := uint64(max(n, -n)) << 1
		if n < 0 {
			x++
		}
		for ; x > 127; x >>= 7 {
			b = append(b, byte(x)|128)
		}
		b = append(b, byte(x))
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[1] == "d" {
			b, words = append(b, 'd'), words[2:]
		} else {
			b = append(b, 'a')
		}
		for _, w := range words {
			number(w)
		}
	}
	return b
}

// checkLRAT checks an LRAT proof as text and in the binary format, which must give the same.
func checkLRAT(t *testing.T, clauses [][]int, text string) (Summary, error) {
	t.Helper()
	formula := func(add func([]int)) {
		for _, c := range clauses {
			add(c)
		}
	}
	sum, err := CheckLRAT(context.Background(), formula, strings.NewReader(text))
	same, errBinary := CheckLRAT(context.Background(), formula, bytes.NewReader(binaryLRAT(text)))
	var rejected *RejectedError
	if errors.As(err, &rejected) {
		copied := *rejected
		copied.Line = 0 // which a binary file does not have
		err = &copied
	}
	if sum != same || fmt.Sprint(err) != fmt.Sprint(errBinary) {
		t.Errorf("%q: %+v, %v; in binary %+v, %v", text, sum, err, same, errBinary)
	}
	return sum, err
}

// Proofs by hand, over two formulas: all clauses of the variables 1 and 2; and one in which 1 3 is RAT on 1, since its
// resolvent with clause 1 is clause 2.
func TestLRAT(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	rat := [][]int{{-1, 2}, {3, 2}, {4}, {-4}}
	for _, c := range []struct {
		name    string
		clauses [][]int
		proof   string
		reason  string // "" if the proof is accepted
	}{
		{"units", all, "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 5 6 4 0\n", ""},
		{"lemmas behind the empty clause are not checked", all, "5 1 0 1 2 0\n6 0 5 3 4 0\n7 2 0 0\n", ""},
		{"no empty clause", all, "5 1 0 1 2 0\n", "the proof ends before the empty clause"},
		{"a number twice", all, "5 1 0 1 2 0\n5 2 0 5 3 0\n",
			"step 2: the number of the lemma is not greater than those before it"},
		{"a number of the formula", all, "4 1 0 1 2 0\n", "step 1: the number of the lemma is not greater"},
		{"no unit", all, "5 0 1 0\n", "step 1: the hint 1 is not a unit clause"},
		{"no clause", all, "5 1 0 1 9 0\n", "step 1: the hint 9 names no clause"},
		{"a deleted clause", all, "5 d 1 0\n5 1 0 1 2 0\n", "step 1: the hint 1 names no clause"},
		{"a deletion before the first lemma", rat, "0 d 1 0\n5 1 3 0 0\n6 0 3 4 0\n", ""},
		{"a negative number is deleted", all, "5 d 1 -2 0\n", "-2 is no number to delete"},
		{"hints behind the conflict are not read", all, "5 1 0 1 2 9 0\n6 0 5 3 4 0\n", ""},
		{"the empty clause without hints", all, "5 0 0\n", "step 1: the hints derive no conflict"},
		{"the empty clause has no pivot", all, "5 0 -1 2 0\n", "step 1: the hints derive no conflict"},

		{"RAT", rat, "5 1 3 0 -1 2 0\n6 0 3 4 0\n", ""},
		{"RAT on the first literal only", rat, "5 3 1 0 -1 2 0\n", "step 1: the hint -1 names no clause with -3"},
		{"RAT on a literal that no clause negates", rat, "5 3 1 0 0\n6 0 3 4 0\n", ""},
		{"no resolvent", rat, "5 1 3 0 0\n",
			"step 1: the hints derive no conflict, nor a resolvent with each clause that has -1"},
		{"a resolvent without its hint", rat, "5 1 3 0 -1 0\n", "step 1: the hints behind -1 derive no conflict"},
		{"a hint of a resolvent is not unit", append(slices.Clone(rat), []int{5, 6}), "6 1 3 0 -1 5 0\n",
			"step 1: the hint 5 is not a unit clause"},
		{"a resolvent with no clause", rat, "5 1 3 0 -1 2 -9 0\n", "step 1: the hint -9 names no clause with -1"},
		{"a resolvent with another clause", rat, "5 1 3 0 -2 0\n", "step 1: the hint -2 names no clause with -1"},
		{"a deleted clause needs no resolvent", rat, "5 d 1 0\n6 1 3 0 0\n7 0 3 4 0\n", ""},
		{"no clause has the literal", rat, "5 -1 2 5 0 -2 0\n", "step 1: the hint -2 names no clause with 1"},
		{"a lemma needs a resolvent", rat, "5 -1 5 2 0 1 0\n6 1 3 0 -1 2 0\n",
			"step 2: the hints derive no conflict, nor a resolvent with each clause that has -1"},
		{"a lemma has a resolvent", rat, "5 -1 5 2 0 1 0\n6 1 3 0 -1 2 -5 2 0\n7 0 3 4 0\n", ""},
		{"units before all resolvents", rat, "5 1 3 0 2 -1 0\n6 0 3 4 0\n", ""},
		{"a conflict before them", rat, "5 1 3 0 3 4 -9 0\n6 0 3 4 0\n", ""},
		{"a blocked clause", [][]int{{1, 2}, {3}, {-3}}, "4 4 1 0 0\n5 -4 -1 0 -4 0\n6 0 2 3 0\n", ""},
		{"a clause with both literals of a variable", [][]int{{-1, 2, -2}, {3}, {-3}}, "4 1 0 -1 0\n5 0 2 3 0\n", ""},
		{"a resolvent with what another assumes", [][]int{{-1, 2}, {-1, 3}, {2, 5}}, "4 1 5 0 -1 3 -2 3 0\n",
			"step 1: the hints behind -2 derive no conflict"},
	} {
		sum, err := checkLRAT(t, c.clauses, c.proof)
		if (err == nil) != (c.reason == "") || err != nil && !strings.HasPrefix(err.Error(), c.reason) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.reason)
		}
		literals := 0
		for line := range strings.Lines(c.proof) {
			for word := range strings.FieldsSeq(line[strings.Index(line, " "):]) {
				if word == "0" || word == "d" {
					break
				}
				literals++
			}
		}
		if err == nil && (sum.Clauses != len(c.clauses) || sum.Literals != literals ||
			sum.Deleted != strings.Count(c.proof, "d") || sum.Lemmas != strings.Count(c.proof, "\n")-sum.Deleted) {
			t.Errorf("%s: %+v", c.name, sum)
		}
	}
}

// Errors of syntax name the place: line and column, or the step of a binary file.
func TestLRATSyntax(t *testing.T) {
	check := func(text string) error {
		_, err := CheckLRAT(context.Background(), func(func([]int)) {}, strings.NewReader(text))
		return err
	}
	for text, want := range map[string]string{
		"x 1 0 0\n":                 "line 1, column 1: expected the number of a clause",
		"-1 0 0\n":                  "line 1, column 1: expected the number of a clause",
		"1 1 0 0\n2 0 y 0":          "line 2, column 5: expected a literal",
		"1 0 0 7\n":                 "line 1, column 7: expected the end of the line",
		"1 2097153 0 0\n":           "line 1, column 3: the variable of literal 2097153 is greater",
		"1 d 2147483648 0\n":        "line 1, column 5: the variable of literal 2147483648 is greater",
		"a\x02\x01\x00\x00":         "step 1: variable 0 is not in 1..",
		"a\x02\x82\x80\x80\x02\x00": "step 1: variable 2097153 is not in 1..",
		"a\x02\x00":                 "step 1: the clause does not end",
		"a\x02\x02\x00\x00b":        "step 2: expected a or d, found byte 0x62",
		"d\x80\x80\x80\x80\x80":     "step 1: the clause does not end, or has a number of more than 35 bits",
	} {
		if err := check(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// Lemmas with random hints are accepted only if the formula has a solution with them, if it has one without them.
func TestLRATKeepsSolvability(t *testing.T) {
	const vars = 4
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) (clause []int) {
		for range n {
			clause = append(clause, (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		return clause
	}
	solutions := func(clauses map[int][]int) (n int) {
		for values := range 1 << vars {
			isTrue := func(l int) bool { return values>>(max(l, -l)-1)&1 == 1 == (l > 0) }
			solved := true
			for _, c := range clauses {
				solved = solved && slices.ContainsFunc(c, isTrue)
			}
			if solved {
				n++
			}
		}
		return n
	}
	accepted, fewer := 0, 0 // lemmas; those of them that exclude a solution
	for range 1000 {
		c := &lratChecker{clauses: map[int][]int{}, value: map[int]bool{}}
		for id := 1; id <= 6; id++ {
			c.clauses[id] = random(1 + r.IntN(3))
		}
		before := solutions(c.clauses)
		for id := 7; id < 20; id++ {
			lemma := random(1 + r.IntN(3))
			var hints []int
			for i := 1; i < id; i++ {
				if r.IntN(6) == 0 {
					hints = append(hints, i)
				}
			}
			for i := 1; i < id; i++ {
				if slices.Contains(c.clauses[i], -lemma[0]) && r.IntN(20) > 0 {
					hints = append(hints, -i)
				}
				for j := 1; j < id && len(hints) > 0 && hints[len(hints)-1] < 0; j++ {
					if r.IntN(8) == 0 {
						hints = append(hints, j)
					}
				}
			}
			derive := func() (err error) {
				defer catch(&err)
				c.derive(lemma, hints)
				return nil
			}
			if derive() != nil {
				continue
			}
			accepted++
			c.clauses[id] = lemma
			after := solutions(c.clauses)
			if (after > 0) != (before > 0) {
				t.Fatalf("%v with the hints %v is accepted: %d solutions before, %d after\n%v", lemma, hints, before,
					after, c.clauses)
			}
			if after < before {
				fewer++
			}
			before = after
		}
	}
	if accepted < 1000 || fewer < 150 {
		t.Errorf("%d lemmas accepted, %d exclude solutions; too few", accepted, fewer)
	}
}
