package main

import (
	"testing"

	"nonet/cmd/internal/programtest"
)

func TestStrangersText(t *testing.T) {
	programtest.StrangersText(t, nonet,
		"solve --color always", "solve --all", "unique --color always", "unique --verbose", "count", "explain",
		"rate --steps --color always", "check", "candidates --color always", "minimize", "canonical", "unavoidable",
		"split", "compare --methods native,backtrack --repeat 1",
		"compare --html page.html --methods native --repeat 1",
		"rate --html page.html", "picture --to svg -o -", "convert --lossy --to nonet", "convert --lossy --to sdk",
		"convert --lossy --to json", "export --to cnf -o -", "export --to lp -o -",
		"export --to mps -o -", "export --to json -o -", "export --to smt2 -o -", "export --to mzn -o -",
		"explain-encoding --to cnf", "check-proof", "sat", "fzn", "decode --map",
	)
}
