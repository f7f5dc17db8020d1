package proof_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nonet/proof"
)

// With two equal clues in a row, unit propagation refutes the formula, so a proof that consists of the empty clause is
// accepted. Without the second clue, the same proof is rejected.
func ExampleChecker_Check() {
	for _, clue := range []int{1, 0} {
		claim := &proof.Claim{Height: 2, Width: 2, Puzzle: make([]int, 16)}
		claim.Puzzle[0], claim.Puzzle[1] = 1, clue
		_, err := new(proof.Checker).Check(context.Background(), claim, proof.ReadDRAT(strings.NewReader("0\n")))
		var rejected *proof.RejectedError
		fmt.Println(err == nil, errors.As(err, &rejected))
	}
	// Output:
	// true false
	// false true
}
