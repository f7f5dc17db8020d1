package cdcl_test

import (
	"context"
	"fmt"
	"os"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
)

// The proof that no valuation of two variables satisfies all four clauses.
func ExampleRefute() {
	f := &cnf.Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	f.Add(1, -2)
	f.Add(-1, 2)
	f.Add(-1, -2)
	refuted, _, _, err := cdcl.Refute(context.Background(), f, os.Stdout, cdcl.DRAT)
	fmt.Println(refuted, err)
	// Output:
	// 1 0
	// 0
	// true <nil>
}
