package cdcl_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/proof"
)

// TestRefuter refutes random formulas with common clauses. It compares the answers with enumeration, and checks each
// proof. A formula gets the same proof again after others.
func TestRefuter(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	counts := map[bool]int{}
	for range 300 {
		common := random(r, 1+r.IntN(8), r.IntN(25))
		refuter, err := cdcl.NewRefuter(t.Context(), common)
		if err != nil {
			t.Fatal(err)
		}
		var first string
		var again *cnf.Formula
		for i := range 7 {
			more := random(r, common.Vars+r.IntN(3), r.IntN(20))
			if i == 6 {
				more = again
			}
			whole := &cnf.Formula{Vars: more.Vars, Shown: more.Vars, Body: slices.Concat(common.Body, more.Body)}
			var steps bytes.Buffer
			refuted, v, _, err := refuter.Refute(t.Context(), more, &steps)
			if want := cdcl.Enumerate(whole) == 0; err != nil || refuted != want || !refuted && !whole.Satisfied(v) {
				t.Fatalf("%v: refuted %v, want %v; valuation %v, error %v", whole.Body, refuted, want, v, err)
			}
			counts[refuted]++
			if i == 0 {
				first, again = steps.String(), more
			}
			if i == 6 && steps.String() != first {
				t.Fatalf("the proof is %q, and was %q", steps.String(), first)
			}
			if !refuted {
				continue
			}
			_, err = proof.CheckFormula(t.Context(), whole.Vars, func(add func([]int)) {
				for c := range whole.All() {
					var clause []int
					for _, l := range c {
						clause = append(clause, int(l))
					}
					add(clause)
				}
			}, proof.ReadDRAT(&steps))
			if err != nil {
				t.Fatalf("%v: %v", whole.Body, err)
			}
		}
	}
	if counts[true] < 300 || counts[false] < 300 {
		t.Errorf("refuted or not: %v; too one-sided", counts)
	}
}
