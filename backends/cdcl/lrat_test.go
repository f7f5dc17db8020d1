package cdcl_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/proof"
)

// checkLRAT refutes a formula and checks the LRAT proof, if it has one.
func checkLRAT(t *testing.T, f *cnf.Formula) (refuted bool, steps string) {
	t.Helper()
	var b bytes.Buffer
	refuted, v, _, err := cdcl.Refute(t.Context(), f, &b, cdcl.LRAT)
	if err != nil || !refuted && !f.Satisfied(v) {
		t.Fatalf("refuted %v, valuation %v, error %v", refuted, v, err)
	}
	steps = b.String()
	if !refuted {
		return false, steps
	}
	_, err = proof.CheckLRAT(t.Context(), func(add func([]int)) {
		for c := range f.All() {
			var clause []int
			for _, l := range c {
				clause = append(clause, int(l))
			}
			add(clause)
		}
	}, &b)
	if err != nil {
		t.Fatalf("%v: %v\n%.2000s", f.Body, err, steps)
	}
	return true, steps
}

// The hints of each proof of random formulas derive its lemmas, which groups, units of the formula and literals at
// level 0 take part in.
func TestLRATOfRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	refuted := 0
	for range 3000 {
		f := random(r, 3+r.IntN(12), 20+r.IntN(60))
		got, _ := checkLRAT(t, f)
		if got != (cdcl.Enumerate(f) == 0) {
			t.Fatalf("%v: refuted %v", f.Body, got)
		}
		if got {
			refuted++
		}
	}
	if refuted < 500 {
		t.Errorf("%d of 3000 formulas have no solution; too few", refuted)
	}
}

// Pigeons that do not fit in their holes need more lemmas than the solver keeps: the proof deletes some by number, and
// later lemmas use clauses that have moved.
func TestLRATWithDeletions(t *testing.T) {
	if refuted, steps := checkLRAT(t, pigeons(8)); !refuted || strings.Count(steps, " d ") < 100 {
		t.Errorf("refuted %v, %d deletions; want at least 100", refuted, strings.Count(steps, " d "))
	}
}

// Binary proofs are accepted as text is.
func TestBinaryDRAT(t *testing.T) {
	for _, form := range []cdcl.Form{cdcl.DRAT, cdcl.BinaryDRAT} {
		var b bytes.Buffer
		f := pigeons(6)
		refuted, _, _, err := cdcl.Refute(t.Context(), f, &b, form)
		if err != nil || !refuted {
			t.Fatalf("refuted %v, error %v", refuted, err)
		}
		sum, err := proof.CheckFormula(t.Context(), f.Vars, func(add func([]int)) {
			for c := range f.All() {
				var clause []int
				for _, l := range c {
					clause = append(clause, int(l))
				}
				add(clause)
			}
		}, proof.ReadDRAT(&b))
		if err != nil || sum.Lemmas < 50 {
			t.Errorf("form %v: %+v, error %v", form, sum, err)
		}
	}
}
