package process_test

import (
	"context"
	"errors"
	"fmt"

	"nonet/backends"
	"nonet/backends/process"
	"nonet/encode/cnf"
)

// For a missing program the error says what to install.
func ExampleProgram_Find() {
	p := process.Program{Name: "oracle", Command: "no-such-program", Package: "oracle-of-delphi"}
	_, err := p.Find()
	fmt.Println(err)
	fmt.Println(errors.Is(err, backends.ErrUnavailable))
	// Output:
	// oracle: not available; apt install oracle-of-delphi
	// true
}

// Any program can be used that reads one of the formats. Placeholders in its arguments stand for the formula file and
// the answer file.
func ExampleCutCustom() {
	c, command, ok := process.CutCustom("lp=solver --seed 7 {file} --solution {out}")
	if !ok {
		return
	}
	p, err := c.Program(command)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Command, p.Input, len(p.Args))
	// Output: solver lp 5
}

func ExampleSAT() {
	f := &cnf.Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	f.Add(-1, -2)
	p, _ := process.ByName("cadical")
	r, err := process.SAT{Program: p}.Solve(context.Background(), f, func(v cnf.Valuation) bool {
		fmt.Println(v[1], v[2])
		return true
	})
	fmt.Println(r.Complete, err)
}
