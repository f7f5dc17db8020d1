package ask_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// variants returns the puzzles of the files in testdata/puzzles/variants whose names match.
func variants(t *testing.T, pattern string) []sudoku.Puzzle {
	t.Helper()
	files, err := filepath.Glob("../../testdata/puzzles/variants/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("files %v, error %v", files, err)
	}
	var all []sudoku.Puzzle
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var in io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if in, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		r := notation.NewReader(in, notation.Options{})
		for {
			p, err := r.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
	}
	return all
}

// certify returns the answer and the certificate of a puzzle.
func certify(t *testing.T, p sudoku.Puzzle) (ask.Answer, string) {
	t.Helper()
	m, err := methods.Parse("gini")
	if err != nil {
		t.Fatal(err)
	}
	a := ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Unique}, problem.Of(p))
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	text, err := ask.Certificate(t.Context(), problem.Of(p), &a)
	if err != nil {
		t.Fatalf("%s, %v: %v", p.Name, a.Verdict, err)
	}
	return a, string(text)
}

// checkCertificate checks the only certificate of a text as nonet check-proof does. It returns its last claim, with the
// solutions of all.
func checkCertificate(text string) (*proof.Claim, error) {
	r := proof.NewReader(strings.NewReader(text))
	var k proof.Checker
	var all [][]int
	for {
		c, err := r.Next()
		if err != nil {
			return nil, err
		}
		if err := ask.CheckRules(context.Background(), c); err != nil {
			return c, err
		}
		_, err = k.Check(context.Background(), c, r)
		if all = append(all, c.Solutions...); err != nil || c.Piece == nil || c.Piece.Begin == nil {
			c.Solutions = all
			return c, err
		}
	}
}

// Every kind of rule has certificates, that there is one solution and that there is none. A Certifier writes the same
// after other puzzles.
func TestCertificatesOfVariants(t *testing.T) {
	var certifier ask.Certifier
	for _, p := range variants(t, "*.nonet") {
		a, text := certify(t, p)
		if again, err := certifier.Certificate(t.Context(), problem.Of(p), &a); err != nil || string(again) != text {
			t.Errorf("%s: error %v, the certificate after others is\n%s\nand alone\n%s", p.Name, err, again, text)
		}
		rules := len(p.Rules)
		if !p.Shape.IsUsual() {
			rules = 0 // it states the model
		}
		c, err := checkCertificate(text)
		if err != nil || a.Verdict != model.One || len(c.Rules) != rules {
			t.Errorf("%s: %v, error %v, certificate\n%s", p.Name, a.Verdict, err, text)
		}
		// With a clue that contradicts the solution there is no solution.
		p.Clues = slices.Clone(p.Clues)
		for cell, v := range p.Clues {
			if v == 0 {
				p.Clues[cell] = 1 + a.Solution[cell]%p.Shape.N()
				break
			}
		}
		a, text = certify(t, p)
		if c, err = checkCertificate(text); err != nil || a.Verdict != model.None || c.Solutions != nil {
			t.Errorf("%s: %v, error %v, certificate\n%s", p.Name, a.Verdict, err, text)
		}
	}
}

// Generated variants with sums have long proofs, in which lemmas become equal when they are trimmed: two of the
// variants, with NONET_LONG all.
func TestCertificatesOfGeneratedVariants(t *testing.T) {
	for i, p := range variants(t, "generated.nonet.gz") {
		if i != 32 && i != 55 && os.Getenv("NONET_LONG") == "" {
			continue
		}
		a, text := certify(t, p)
		if _, err := checkCertificate(text); err != nil || a.Verdict != model.One {
			t.Errorf("%s: %v, error %v", p.Name, a.Verdict, err)
		}
	}
}

// A certificate about other rules, other clues or with another proof is rejected, and the reason names what is wrong.
func TestTamperedCertificates(t *testing.T) {
	texts := map[string]string{}
	for _, p := range variants(t, "*.nonet") {
		switch p.Name {
		case "A killer without clues", "cage", "thermometer", "The Miracle Sudoku (Mitchell Lee, 2020)":
			_, texts[p.Name[:4]] = certify(t, p)
		}
	}
	for _, x := range []struct{ of, name, old, new, want string }{
		{"cage", "text of a rule", "rule cage 6", "rule cage 7",
			`line 4: rule cage 7 r6c3 r5c2 r5c3: found "linear +r6c3 +r5c2 +r5c3 = 6" below it, ` +
				`expected "linear +r6c3 +r5c2 +r5c3 = 7"`},
		{"cage", "constraint", "+r5c3 = 6", "+r5c3 <= 6",
			`found "linear +r6c3 +r5c2 +r5c3 <= 6" below it, expected "linear +r6c3 +r5c2 +r5c3 = 6"`},
		{"cage", "constraint removed", "  all-different r6c3 r5c2 r5c3\n", "",
			`"all-different r6c3 r5c2 r5c3" is missing below it`},
		{"cage", "constraint added", "solution", "  not-equal r1c1 r1c2\nsolution",
			`"not-equal r1c1 r1c2" below it is not part of the rule`},
		{"cage", "auxiliary variable added", "solution", "  variable x1 1..2\nsolution",
			`"variable x1 1 2" below it`},
		{"cage", "unknown rule", "rule cage 6", "rule cake 6", `rule cake 6 r6c3 r5c2 r5c3: `},
		{"cage", "rule and constraint changed", "6 r6c3 r5c2 r5c3\n  linear +r6c3 +r5c2 +r5c3 = 6",
			"7 r6c3 r5c2 r5c3\n  linear +r6c3 +r5c2 +r5c3 = 7",
			"line 4: the solution is wrong: it breaks the rule cage 7 r6c3 r5c2 r5c3"},
		{"cage", "rule removed", "rule cage 6 r6c3 r5c2 r5c3\n  linear +r6c3 +r5c2 +r5c3 = 6\n" +
			"  all-different r6c3 r5c2 r5c3\n", "", "does not follow"},
		{"cage", "clue changed", "puzzle ........5", "puzzle ........6",
			"the solution has 5 in r2c3, where the clue is 6"},
		{"cage", "solution changed", "solution 13", "solution 31", "the solution has 3 in r1c1 and in r4c1"},
		{"cage", "the empty clause first", "formula extended\n", "formula extended\n0\n",
			"step 1: the clause does not"},
		{"ther", "bulb at the other end", "rule thermometer r4c6 r3c5 r4c4 r3c3",
			"rule thermometer r3c3 r4c4 r3c5 r4c6",
			`found "linear +r3c5 -r4c6 >= 1" below it, expected "linear +r4c4 -r3c3 >= 1"`},
		{"ther", "clue removed", "puzzle 5.", "puzzle ..", "does not follow"},
		{"The ", "king for knight", "rule knight", "rule king",
			`rule king: found "not-equal r1c1 r2c3" below it, expected "not-equal r1c1 r1c2"`},
		{"A ki", "sum of a cage", "= 16", "= 17", `expected "linear +r8c2 +r8c3 +r9c3 = 16"`},
	} {
		if !strings.Contains(texts[x.of], x.old) {
			t.Fatalf("%s, %s: the certificate does not contain %q", x.of, x.name, x.old)
		}
		var rejected *proof.RejectedError
		_, err := checkCertificate(strings.Replace(texts[x.of], x.old, x.new, 1))
		if !errors.As(err, &rejected) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s, %s: error %v, want %q", x.of, x.name, err, x.want)
		}
	}
}

// The library refuses to certify a wrong claim.
func TestNoCertificateOfAWrongClaim(t *testing.T) {
	p := variants(t, "*.nonet")[0]
	a, _ := certify(t, p)
	var wrong *model.WrongAnswerError
	none := ask.Answer{Question: a.Question, Verdict: model.None, Result: model.Result{Complete: true}}
	if _, err := ask.Certificate(t.Context(), problem.Of(p), &none); !errors.As(err, &wrong) {
		t.Errorf("error %v, want a *model.WrongAnswerError", err)
	}
	p.Rules = nil // now there are several solutions
	if _, err := ask.Certificate(t.Context(), problem.Of(p), &a); !errors.As(err, &wrong) {
		t.Errorf("error %v, want a *model.WrongAnswerError", err)
	}
}
