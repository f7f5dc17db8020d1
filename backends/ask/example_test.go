package ask_test

import (
	"bytes"
	"context"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// An Asker answers whether a puzzle has one solution; the certificate lets anybody check the answer.
func ExampleCertificate() {
	ctx := context.Background()
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{3, 0, 0, 4, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0}}
	a := (&ask.Asker{Solver: native.Solver{}}).Ask(ctx, ask.Question{Kind: ask.Unique}, p)
	if a.Verdict != model.One {
		fmt.Println(a.Verdict)
		return
	}
	fmt.Println(notation.Line(a.Solution))

	certificate, err := ask.Certificate(ctx, p, a.Solution)
	if err != nil {
		panic(err)
	}
	r := proof.NewReader(bytes.NewReader(certificate))
	claim, err := r.Next()
	if err != nil {
		panic(err)
	}
	_, err = proof.Check(ctx, claim, r)
	fmt.Println("accepted:", err == nil)
	// Output:
	// 3124423124131342
	// accepted: true
}
