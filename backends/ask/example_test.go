package ask_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// An Asker decides whether a puzzle has one solution; the certificate makes the answer checkable.
func ExampleCertificate() {
	ctx := context.Background()
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{3, 0, 0, 4, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0}}
	a := (&ask.Asker{Solver: native.Solver{}}).Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(p))
	if a.Verdict != model.One {
		fmt.Println(a.Verdict)
		return
	}
	fmt.Println(notation.Line(nil, a.Solution))

	certificate, err := ask.Certificate(ctx, problem.Of(p), &a)
	if err != nil {
		panic(err)
	}
	r := proof.NewReader(bytes.NewReader(certificate))
	claim, err := r.Next()
	if err != nil {
		panic(err)
	}
	_, err = new(proof.Checker).Check(ctx, claim, r)
	fmt.Println("accepted:", err == nil)
	// Output:
	// 3124423124131342
	// accepted: true
}

func Example() {
	puzzle, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := methods.Parse("gini")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := ask.New(m, time.Minute).Ask(context.Background(), ask.Question{Kind: ask.Unique}, problem.Of(puzzle))
	fmt.Println(a.Verdict, notation.Line(nil, a.Solution))
	// Output: unique 162857493534129678789643521475312986913586742628794135356478219241935867897261354
}

// Example_compare solves one puzzle with several methods. With Fresh, each starts from the puzzle, so that all its work
// is measured.
func Example_compare() {
	puzzle, err := notation.Parse("1..4..1..1......", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"native", "gini:minimal", "gophersat-pb", "dlx"} {
		m, err := methods.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		k := ask.New(m, time.Minute)
		k.Fresh = true
		a := k.Ask(context.Background(), ask.Question{Kind: ask.Count}, problem.Of(puzzle))
		fmt.Println(name, a.Count, a.Result.Complete)
	}
	// Output:
	// native 6 true
	// gini:minimal 6 true
	// gophersat-pb 6 true
	// dlx 6 true
}

// ExampleJudge runs several methods on one puzzle: which verdict follows from their answers, and does a method
// disagree?
func ExampleJudge() {
	puzzle, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var chosen []methods.Method
	for _, name := range []string{"native", "gini", "gophersat-pb"} {
		m, err := methods.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		chosen = append(chosen, m)
	}
	ctx := context.Background()
	var trials []ask.Trial
	for _, m := range methods.Available(ctx, chosen) {
		trials = append(trials, ask.Try(ctx, problem.Of(puzzle), m, ask.TryOptions{Repeat: 1}))
	}
	verdict, solutions := ask.Judge(trials)
	fmt.Println(verdict, len(solutions))
	for _, t := range trials {
		fmt.Println(t.Method.Name, t.Answer.Verdict, t.Disagrees)
	}
	// Output:
	// unique 1
	// native unique false
	// gini unique false
	// gophersat-pb unique false
}

// byHand is a solver in fifteen lines: it tries all values of each variable and checks complete assignments.
type byHand struct{}

func (byHand) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	r := model.Result{Complete: true}
	a := make(model.Assignment, len(m.Vars))
	var try func(v int)
	try = func(v int) {
		if v == len(a) && m.Violation(a) == 0 {
			r.Solutions++
			r.Complete = yield(a)
		}
		for i := 0; v < len(a) && r.Complete && i < m.Vars[v].Domain.Size(); i++ {
			a[v] = m.Vars[v].Domain.At(i)
			try(v + 1)
		}
	}
	try(0)
	return r, ctx.Err()
}

// Example_ownSolver asks a solver of the caller's own beside a built-in one, about a model and about a puzzle.
func Example_ownSolver() {
	digits := model.Interval(0, 3)
	m := &model.Model{
		Vars:        []model.Variable{{Name: "x", Domain: digits}, {Name: "y", Domain: digits}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}},
		Objective:   &model.Objective{Maximize: true, Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: 1, Var: 1}}},
	}
	native, err := methods.Parse("native")
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle := sudoku.Puzzle{Shape: sudoku.Shape{Height: 1, Width: 3}, Clues: sudoku.Grid{1, 0, 0, 0, 3, 0, 0, 0, 0}}
	own := methods.Of("by hand", methods.Propagation, byHand{})
	for _, method := range []methods.Method{own, native} {
		k := ask.New(method, time.Minute)
		a := k.Ask(context.Background(), ask.Question{Kind: ask.Unique}, problem.Of(puzzle))
		fmt.Println(method.Name, a.Verdict, a.Result)
		if method.Name == "native" { // the other one ignores objectives, which the check finds out
			a = k.Ask(context.Background(), ask.Question{}, &problem.Problem{Model: m})
			fmt.Println(a.Solution, a.Value, a.Optimal)
		}
	}
	// Output:
	// by hand unique 1 solution, complete
	// native unique 1 solution, complete
	// [3 2] 8 true
}
