package cnf_test

import (
	"slices"
	"testing"

	"nonet/encode/cnf"
)

// CutOff of a value in binary leaves just the valuations of a better value, whichever bits are negated or always 0.
func TestCutOffBits(t *testing.T) {
	for _, bits := range [][]cnf.Lit{{1, 2, 3}, {-1, 2, -3}, {1, 0, 3}, {0, -2}} {
		value := func(v cnf.Valuation) (n int) {
			for i, l := range bits {
				if l != 0 && v[l.Var()] == (l > 0) {
					n |= 1 << i
				}
			}
			return n
		}
		for _, maximize := range []bool{false, true} {
			f := &cnf.Formula{Vars: 3, Objective: &cnf.Objective{Bits: bits, Maximize: maximize}}
			for i := range 8 {
				v := cnf.Valuation{false, i&1 == 1, i&2 == 2, i&4 == 4}
				cut := f.CutOff(nil, v)
				for j := range 8 {
					w := cnf.Valuation{false, j&1 == 1, j&2 == 2, j&4 == 4}
					kept := true
					for clause := range cnf.Clauses(cut) {
						kept = kept && slices.ContainsFunc(clause,
							func(l cnf.Lit) bool { return w[l.Var()] == (l > 0) })
					}
					better := value(w) < value(v)
					if maximize {
						better = value(w) > value(v)
					}
					if kept != better {
						t.Errorf("bits %v, maximize %v: value %d after %d is kept: %v", bits, maximize, value(w),
							value(v), kept)
					}
				}
			}
		}
	}
}
