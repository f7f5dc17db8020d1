package gini

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/cnf"
)

// TestCover compares with all solutions of random models: each solution of a cover has a new value, and together they
// have all.
func TestCover(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range backendtest.Rounds(100, 400) {
		m := backendtest.Random(r, backendtest.Kinds{Table: true, NotEqual: true})
		e, err := cnf.Encoder{}.Encode(t.Context(), m)
		if err != nil {
			continue // an empty domain
		}
		f := e.Formula
		shown := func(engine Engine) map[int]bool {
			all := make(map[int]bool)
			result, err := engine.Solve(t.Context(), f, func(v cnf.Valuation) bool {
				before := len(all)
				for x := 1; x <= f.Shown; x++ {
					if v[x] {
						all[x] = true
					}
				}
				if engine.Cover && len(all) == before {
					t.Fatalf("%+v: a solution without a new value", m)
				}
				return true
			})
			if err != nil || !result.Complete {
				t.Fatalf("%+v: %+v, %v", m, result, err)
			}
			return all
		}
		some, all := shown(Engine{Cover: true}), shown(Engine{})
		for x := range all {
			if !some[x] {
				t.Fatalf("%+v: no solution of the cover sets variable %d", m, x)
			}
		}
	}
}
