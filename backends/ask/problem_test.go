package ask_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/encode/cover"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model"
)

// problemMethods are methods of each formulation that support every model.
var problemMethods = []string{"native", "gini", "gini:order", "gini:log/diagram", "cdcl", "gophersat", "gophersat-pb",
	"backtrack", "rules"}

func method(t *testing.T, name string) methods.Method {
	t.Helper()
	m, err := methods.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// An expected answer, found by trying all assignments.
type expected struct {
	best       int             // value of the optimal solutions, with the offset
	solutions  map[string]bool // the shown values of the solutions, or of the optimal ones
	determined bool            // the shown variables determine the others
}

func enumerate(p *problem.Problem) expected {
	var e expected
	whole := map[string]int{}
	for _, a := range backendtest.Enumerate(p.Model) {
		if o := p.Model.Objective; o != nil {
			if v := p.Model.Objective.Value(a); e.solutions == nil || o.Better(v, e.best) {
				e.best, e.solutions, whole = v, map[string]bool{}, map[string]int{}
			} else if v != e.best {
				continue
			}
		}
		if e.solutions == nil {
			e.solutions = map[string]bool{}
		}
		e.solutions[key(p, a)] = true
		whole[key(p, a)]++
	}
	e.determined = true
	for _, n := range whole {
		e.determined = e.determined && n == 1
	}
	return e
}

func key(p *problem.Problem, a model.Assignment) string {
	var b strings.Builder
	for _, v := range p.ShownVars() {
		fmt.Fprint(&b, a[v], " ")
	}
	return b.String()
}

// check puts all questions about p to a method.
func check(t *testing.T, name string, p *problem.Problem, want expected) {
	t.Helper()
	m := method(t, name)
	a := ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Solve}, p)
	switch {
	case a.Err != nil, (a.Solution != nil) != (len(want.solutions) > 0), !a.Result.Complete && a.Solution == nil:
		t.Fatalf("%s: %+v, want %d solutions", name, a, len(want.solutions))
	case p.Model.Objective != nil && a.Solution != nil && (a.Value != want.best || !a.Optimal):
		t.Fatalf("%s: value %d, optimal %v, want %d", name, a.Value, a.Optimal, want.best)
	}
	found := map[string]bool{}
	a = ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Solve, All: true,
		Each: func(a []int, _ int64) { found[key(p, a)] = true }}, p)
	if a.Err != nil || len(found) != len(want.solutions) || !a.Result.Complete {
		t.Fatalf("%s: all: %+v, %d solutions, want %d", name, a, len(found), len(want.solutions))
	}
	for s := range found {
		if !want.solutions[s] {
			t.Fatalf("%s: all: wrong solution %s", name, s)
		}
	}
	a = ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Count}, p)
	if a.Err != nil || a.Count.Cmp(big.NewInt(int64(len(want.solutions)))) != 0 || !a.Result.Complete {
		t.Fatalf("%s: count %v, error %v, want %d", name, a.Count, a.Err, len(want.solutions))
	}
	if a.Determined == ask.Yes && !want.determined || a.Determined == ask.No && want.determined {
		t.Fatalf("%s: count: determined %v, want %v", name, a.Determined, want.determined)
	}
	a = ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Unique}, p)
	verdict := model.None
	if n := len(want.solutions); n > 0 {
		verdict = min(model.One+model.Verdict(n-1), model.Multiple)
	}
	if a.Err != nil || a.Verdict != verdict {
		t.Fatalf("%s: verdict %v, error %v, want %v", name, a.Verdict, a.Err, verdict)
	}
	if verdict == model.One && p.Hides() && (a.Determined == ask.Yes) != want.determined {
		t.Fatalf("%s: unique: determined %v, want %v", name, a.Determined, want.determined)
	}
}

// Every formulation gives the answers that trying all assignments gives: the optimum, all solutions over the shown
// variables, their number and the verdict.
func TestRandomProblems(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(10, 80)) {
		r := rand.New(rand.NewPCG(seed, 20))
		kinds := backendtest.Kinds{Linear: true, Table: true, NotEqual: true}
		p := &problem.Problem{Model: backendtest.Random(r, kinds)}
		n := len(p.Model.Vars)
		if r.IntN(2) == 0 {
			o := &model.Objective{Maximize: r.IntN(2) == 0, Constant: int(seed%5) - 2}
			for range r.IntN(n + 1) {
				o.Terms = append(o.Terms, model.Term{Coef: r.IntN(9) - 4, Var: model.Var(r.IntN(n))})
			}
			p.Model.Objective = o
		}
		if r.IntN(2) == 0 {
			p.Shown = []model.Var{}
			for _, v := range r.Perm(n)[:r.IntN(n)] {
				p.Shown = append(p.Shown, model.Var(v))
			}
		}
		want := enumerate(p)
		for _, name := range problemMethods {
			t.Run(fmt.Sprintf("seed=%d/%s", seed, name), func(t *testing.T) { check(t, name, p, want) })
		}
	}
}

// A formula gives the same answers, whether an engine takes it directly or as a model.
func TestRandomFormulas(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(11, 45)) {
		r := rand.New(rand.NewPCG(seed, 21))
		var text bytes.Buffer
		name := "a.cnf"
		switch seed % 3 {
		case 0:
			vars, clauses := 2+r.IntN(6), r.IntN(14)
			fmt.Fprintf(&text, "p cnf %d %d\n", vars, clauses)
			if shown := r.IntN(2 * vars); shown <= vars {
				text.WriteString("c p show ")
				for x := range shown {
					fmt.Fprint(&text, x+1, " ")
				}
				text.WriteString("0\n")
			}
			for range clauses {
				for range r.IntN(4) {
					fmt.Fprint(&text, (1+r.IntN(vars))*(1-2*r.IntN(2)), " ")
				}
				text.WriteString("0\n")
			}
		case 1:
			name = "a.opb"
			vars := 2 + r.IntN(5)
			term := func() {
				fmt.Fprintf(&text, "%+d %sx%d ", r.IntN(11)-5, []string{"", "~"}[r.IntN(2)], 1+r.IntN(vars))
			}
			if r.IntN(2) == 0 {
				text.WriteString([]string{"min: ", "max: "}[r.IntN(2)])
				for range 1 + r.IntN(4) {
					term()
				}
				text.WriteString(";\n")
			}
			for range 1 + r.IntN(4) {
				for range 1 + r.IntN(4) {
					term()
				}
				fmt.Fprintf(&text, "%s %d ;\n", []string{">=", "<=", "="}[r.IntN(3)], r.IntN(7)-3)
			}
		case 2:
			name = "a.cover"
			text.WriteString("a b c | s t\n")
			for range 1 + r.IntN(8) {
				text.WriteString(strings.Join([]string{"a", "b", "c"}[r.IntN(3):][:1], " "))
				for _, item := range []string{" s", " t"} {
					if r.IntN(2) == 0 {
						text.WriteString(item + []string{"", ":X", ":Y"}[r.IntN(3)])
					}
				}
				text.WriteString("\n")
			}
		}
		p, err := problem.Read(bytes.NewReader(text.Bytes()), name, problem.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text.String())
		}
		want := enumerate(p)
		names := problemMethods
		if p.Cover != nil {
			names = append([]string{"dlx"}, names...)
		}
		for _, name := range names {
			t.Run(fmt.Sprintf("seed=%d/%s", seed, name), func(t *testing.T) { check(t, name, p, want) })
		}
		for _, format := range []string{"json", "opb", "lp", "mps", "cnf"} {
			again, err := convert(p, format) // a model is recognised by its content
			if err != nil {
				t.Fatalf("seed %d: to %s: %v", seed, format, err)
			}
			again.Shown = nil
			whole := *p
			whole.Shown = nil
			if format == "cnf" {
				m := *p.Model
				m.Objective = nil
				whole.Model = &m
			}
			a := ask.New(method(t, "native"), 0).Ask(t.Context(), ask.Question{Kind: ask.Count}, again)
			if n := len(enumerate(&whole).solutions); a.Err != nil || a.Count.Cmp(big.NewInt(int64(n))) != 0 {
				t.Errorf("seed %d: after export to %s: count %v, error %v, want %d\n%s", seed, format, a.Count, a.Err,
					n, text.String())
			}
		}
	}
}

// convert exports the model of p and reads the file.
func convert(p *problem.Problem, format string) (*problem.Problem, error) {
	f, err := export.New(context.Background(), p.Model, export.Options{Format: format, Name: "m"})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		return nil, err
	}
	return problem.Read(&text, "b."+format, problem.Options{})
}

// A wrong engine, a wrong claim and the end of the context do not pass as answers.
func TestProblemErrors(t *testing.T) {
	f := backendtest.PigeonholeClauses(12)
	p := problem.FromClauses(f)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := ask.New(method(t, "cdcl"), 0).Ask(ctx, ask.Question{}, p)
	if !errors.Is(a.Err, ask.ErrInterrupted) || a.Result.Complete {
		t.Errorf("cancelled: %+v", a)
	}
	a = ask.New(method(t, "cdcl"), 1).Ask(t.Context(), ask.Question{}, p)
	if !errors.Is(a.Err, ask.ErrTimeLimit) {
		t.Errorf("time limit: %+v", a)
	}
	wrong := problem.FromClauses(&cnf.Formula{Vars: 1, Shown: 1, Clauses: 1, Body: []cnf.Lit{1, 0}})
	wrong.Clauses = &cnf.Formula{Vars: 1, Shown: 1, Clauses: 1, Body: []cnf.Lit{-1, 0}} // not the model's
	a = ask.New(method(t, "gini"), 0).Ask(t.Context(), ask.Question{}, wrong)
	if !errors.As(a.Err, new(*model.WrongAnswerError)) {
		t.Errorf("a formula that is not the model: %+v", a)
	}
	c := &cover.Problem{}
	odd := &problem.Problem{Model: &model.Model{}, Cover: c}
	a = ask.New(method(t, "dlx"), 0).Ask(t.Context(), ask.Question{Kind: ask.Count}, odd)
	if a.Err != nil || a.Count.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("nothing to cover: %+v", a)
	}
}

// An Asker of a solver alone answers about model files, too, also whether the shown variables determine the others.
func TestAskerOfASolver(t *testing.T) {
	m := &model.Model{
		Vars:        []model.Variable{{Name: "x", Domain: model.Values(1)}, {Name: "y", Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}},
	}
	k := &ask.Asker{Solver: native.Solver{}}
	a := k.Ask(t.Context(), ask.Question{Kind: ask.Unique}, &problem.Problem{Model: m, Shown: []model.Var{0}})
	if a.Err != nil || a.Verdict != model.One || a.Determined != ask.No {
		t.Errorf("verdict %v, determined %v, error %v", a.Verdict, a.Determined, a.Err)
	}
}
