package export_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"nonet/encode/export"
	"nonet/model/notation"
)

// Write a puzzle as a DIMACS file, and decode the answer of a SAT solver.
func Example() {
	puzzle, err := notation.Parse("1..4..1..1..4..1", notation.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m := puzzle.Model()
	f, err := export.New(context.Background(), m, export.Options{Format: "cnf", Encoding: "minimal"})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := f.Write(&file); err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Counts())

	printed := `s SATISFIABLE
v 1 -2 -3 -4 -5 6 -7 -8 -9 -10 11 -12 -13 -14 -15 16 -17 -18 19 -20 -21 -22 -23 24 25 -26 -27 -28 -29 30 -31 -32
v -33 34 -35 -36 37 -38 -39 -40 -41 -42 -43 44 -45 -46 47 -48 -49 -50 -51 52 -53 -54 55 -56 -57 58 -59 -60 61 -62
v -63 -64 0
`
	answer, err := export.Read(strings.NewReader(printed), f.Map)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Status, answer.Solutions[0], m.Check(answer.Solutions[0]))
	// Output:
	// [{64 variables} {310 clauses} {646 literals}]
	// sat [1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1] <nil>
}
