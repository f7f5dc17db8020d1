package cnf_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"nonet/encode/cnf"
	"nonet/model"
)

// pair returns a model of two different variables with values 1 and 2.
func pair() *model.Model {
	d := model.Interval(1, 2)
	return &model.Model{
		Vars:        []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: d}},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
	}
}

func ExampleEncoder_Encode() {
	m := pair()
	e, err := cnf.Encoder{Preset: cnf.Minimal}.Encode(context.Background(), m)
	if err != nil {
		log.Fatal(err)
	}
	e.Formula.Comments = slices.AppendSeq(e.Formula.Comments, cnf.MapComments(m, e.Map))
	if err := cnf.WriteDIMACS(os.Stdout, e.Formula); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c direct encoding, preset minimal, at-most-one pairwise, as published, with its duplicate clauses
	// c var 1 = a=1
	// c var 2 = a=2
	// c var 3 = b=1
	// c var 4 = b=2
	// p cnf 4 4
	// 1 2 0
	// 3 4 0
	// -1 -3 0
	// -2 -4 0
}

// Decodes the output of a solver.
func ExampleReadAnswer() {
	m := pair()
	e, err := cnf.Encoder{}.Encode(context.Background(), m)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := cnf.ReadAnswer(strings.NewReader("c some solver\ns SATISFIABLE\nv -1 2 3\nv -4 0\n"))
	if err != nil {
		log.Fatal(err)
	}
	v, err := cnf.ValuationOf(answer.Solutions[0], e.Formula.Vars)
	if err != nil {
		log.Fatal(err)
	}
	a, err := e.Decode(v)
	fmt.Println(answer.Status, a, err, m.Check(a))
	// Output: sat [2 1] <nil> <nil>
}

func ExampleParse() {
	for _, name := range []string{"minimal", "triad/commander", "extended-dedup/pairwise", "unary"} {
		e, err := cnf.Parse(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(e.Name())
	}
	// Output:
	// minimal
	// triad/commander-3
	// extended-dedup
	// unknown encoding "unary": expected one of minimal, efficient, extended, dual, triad, support, order, log
}
