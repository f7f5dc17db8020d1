package cnf

import (
	"context"
	"fmt"
	"testing"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// BenchmarkEncode encodes a 17-clue puzzle, AI Escargot and empty grids, with Encode (buffers=new) or with a prepared
// encoder (buffers=kept).
func BenchmarkEncode(b *testing.B) {
	clues17, escargot := puzzle(golden[0].clues), puzzle(golden[1].clues)
	tests := []struct {
		grid, encoding, preprocess string
		m                          *model.Model
		clauses                    int
	}{
		{"9x9", "extended", "givens", clues17, 2843},
		{"9x9", "extended-dedup", "givens", clues17, 2462},
		{"9x9", "minimal", "givens", clues17, 2036},
		{"9x9", "triad", "givens", clues17, 2531},
		{"9x9", "extended/product", "givens", clues17, 3519},
		{"9x9", "extended", "singles", escargot, 1591},
		{"9x9", "extended", "none", clues17, 12005},
		{"16x16", "extended", "none", sudoku.Order(4).Model(), 123904},
		{"25x25", "extended", "none", sudoku.Order(5).Model(), 752500},
	}
	for _, test := range tests {
		name := fmt.Sprintf("grid=%s/encoding=%s/preprocess=%s", test.grid, test.encoding, test.preprocess)
		e, err := Parse(test.encoding)
		if err != nil {
			b.Fatal(err)
		}
		m := test.m
		if r, ok := deduce.ByName(test.preprocess); ok {
			if m, err = r.Preprocess(b.Context(), m); err != nil {
				b.Fatal(err)
			}
		}
		p, err := e.Prepare(m)
		if err != nil {
			b.Fatal(err)
		}
		run := func(encode func(context.Context, *model.Model) (encoding, error)) func(b *testing.B) {
			return func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					enc, err := encode(b.Context(), m)
					if err != nil || enc.Formula.Clauses != test.clauses {
						b.Fatalf("got %d clauses, error %v, want %d", enc.Formula.Clauses, err, test.clauses)
					}
				}
			}
		}
		b.Run(name+"/buffers=new", run(e.Encode))
		b.Run(name+"/buffers=kept", run(p.Encode))
	}
}
