package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	textformat "nonet/encode/text"
	"nonet/model"
	"nonet/proof"
)

func FuzzReader(f *testing.F) {
	f.Add("nonet certificate 1\nbox 2x2\npuzzle 1..............2\nformula extended\n1 2 0\nd 1 2 0\n0\nend\n")
	f.Add("nonet certificate 1\nbox 2x5\npuzzle 1 . 10\n")
	f.Add(fmt.Sprintf(withAuxiliary, "formula extended\n1 2 0\nend\n"))
	f.Add("nonet certificate 2\nbox 1x1\npuzzle .\nrule x\nvariable x1 0..1\ntable r1c1 x1 : 1 0\nsolution 1\n" +
		"auxiliary 0\nformula extended\n0\nend\n")
	f.Add("nonet certificate 1\nbox 1x2\npuzzle ....\npiece 1\nsolution 1221\nformula extended\n0\nend\npiece 2\n" +
		"solution 2112\nformula extended\n0\nend\nrest\nformula extended\n0\nend\n")
	f.Add("nonet certificate 3\nmodel\n" + `{"kind": "nonet model", "version": 1,
"vars": [{"name": "a", "domain": [[1,3]]}, {"domain": [[0,1]]}], "constraints": [
{"type": "linear", "terms": [[1,0], [-2,1]], "relation": ">=", "bound": 2},
{"type": "notequal", "a": 0, "b": 1, "offset": 3}, {"type": "alldifferent", "vars": [0, 1]},
{"type": "table", "vars": [0, 1], "rows": [[2,0], [3,0]]}],
"objective": {"sense": "maximize", "terms": [[1,0]]}
}` + "\nclaim unique\nsolution 2 0\nover 0\nformula direct\n0\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		if n, err := check(text); err == nil && n > 0 {
			// An accepted claim must be true: solve the puzzle.
			for _, c := range wholeClaims(text) {
				if c.N() > 4 {
					return
				}
				if c.Model != nil {
					tryAll(t, c, text)
					continue
				}
				found := 0
				_, err := native.Solver{}.Solve(context.Background(), modelOf(c), func(a model.Assignment) bool {
					if !slices.ContainsFunc(c.Solutions, func(s []int) bool {
						return slices.Equal(a[:len(c.Puzzle)], s[:len(c.Puzzle)])
					}) {
						t.Fatalf("accepted, but there is another solution %v: %q", a, text)
					}
					found++
					return true
				})
				if err != nil || found < len(c.Solutions) {
					t.Fatalf("accepted, but there are %d solutions, error %v: %q", found, err, text)
				}
			}
		}
	})
}

// wholeClaims returns the claims of the certificates of a text. A certificate in pieces makes one.
func wholeClaims(text string) (all []*proof.Claim) {
	r := proof.NewReader(strings.NewReader(text))
	for c, err := r.Next(); err == nil; c, err = r.Next() {
		if c.Piece.IsFirst() {
			all = append(all, c)
			continue
		}
		first := all[len(all)-1]
		first.Solutions = append(first.Solutions, c.Solutions...)
	}
	return all
}

// tryAll tries all assignments of a small model about which a claim is accepted.
func tryAll(t *testing.T, c *proof.Claim, text string) {
	m := c.Model
	size := 1
	for _, values := range m.Domains {
		if size *= len(values); size > 1000 {
			return
		}
	}
	read, err := textformat.ReadJSON(bytes.NewReader(m.JSON))
	if err != nil {
		return // nonet check-proof compares the text with what it writes itself
	}
	for _, a := range backendtest.Enumerate(read) {
		switch {
		case c.Kind == proof.NoSolution:
			t.Fatalf("accepted, but %v is a solution: %q", a, text)
		case m.Objective != nil && read.Objective.Better(m.Objective.Value(a), m.Objective.Value(c.Solutions[0])):
			t.Fatalf("accepted, but %v is better: %q", a, text)
		case m.Objective != nil && m.Objective.Value(a) != m.Objective.Value(c.Solutions[0]):
			continue
		}
		if c.Kind != proof.BestSolution && !slices.ContainsFunc(c.Solutions, func(s []int) bool {
			return !slices.ContainsFunc(c.Over, func(x int) bool { return a[x] != s[x] })
		}) {
			t.Fatalf("accepted, but there is another solution %v: %q", a, text)
		}
	}
}

func FuzzReadDRAT(f *testing.F) {
	f.Add([]byte("1 -2 0\nd 1 -2 0\n0\n"))
	f.Add([]byte("a\x02\x05\x00d\x02\x05\x00a\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &proof.Claim{Height: 2, Width: 2, Puzzle: make([]int, 16)}
		if _, err := new(proof.Checker).Check(t.Context(), c, proof.ReadDRAT(bytes.NewReader(data))); err == nil {
			t.Fatal("accepted the claim that the empty grid has no solution")
		}
	})
}
