package ask

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/proof"
)

// VerifyProblem is Verify for an answer about the model of a file. It also verifies that a solution is a best one.
func (v *Verifier) VerifyProblem(
	ctx context.Context, m methods.Method, a *ProblemAnswer, p *problem.Problem, timeout time.Duration,
) (*Verification, error) {
	switch {
	case a.Err != nil:
		return nil, a.Err
	case !a.claims():
		return &Verification{By: BySolutions}, nil
	}
	t := target{says: a.word(), second: func(ctx context.Context, limit time.Duration) (*Verification, error) {
		return askSecond(ctx, m, a, p, limit)
	}}
	kind, solution := a.modelClaim(p)
	if kind == "" && a.Kind == Unique && a.Optimal {
		kind, solution = proof.BestSolution, a.Solution // two solutions of the same value
	}
	if kind == "" && a.number().Sign() == 0 {
		kind = proof.NoSolution
	}
	if kind != "" {
		t.key = fmt.Sprintf("%p %v %v", p, kind, solution)
		t.claim = func(ctx context.Context) (*proof.Claim, error) { return ProblemClaim(ctx, p, kind, solution) }
		t.certify = func(ctx context.Context) error {
			claim, err := ProblemClaim(ctx, p, kind, solution)
			if err == nil {
				_, err = certifyModel(ctx, claim)
			}
			return err
		}
	}
	r, err := v.verify(ctx, m, timeout, a.Wall, t)
	if err != nil {
		a.Verdict, a.Optimal, a.Result.Complete = model.Undecided, false, false
	}
	return r, err
}

// claims reports whether the answer claims more than its solutions show.
func (a *ProblemAnswer) claims() bool {
	switch {
	case a.Optimal:
		return true
	case a.Kind == Unique:
		return a.Verdict == model.One || a.Verdict == model.None
	case a.Kind == Count:
		return !a.Missing()
	}
	return a.Result.Complete && (a.all || a.Status() == model.Unsatisfiable)
}

// number returns how many solutions the answer has counted or found.
func (a *ProblemAnswer) number() *big.Int {
	if a.Count != nil {
		return a.Count
	}
	return big.NewInt(int64(a.Result.Solutions))
}

// word returns the answer in a word or number, with the value of an optimal solution.
func (a *ProblemAnswer) word() (word string) {
	switch {
	case a.Kind == Unique:
		word = a.Verdict.String()
	case a.Kind == Count || a.all:
		word = a.number().String()
	default:
		word = a.Status().String()
	}
	if a.Optimal {
		word += fmt.Sprintf(" at %d", a.Value)
	}
	return word
}

// askSecond asks a second method about the model of a file.
func askSecond(
	ctx context.Context, m methods.Method, a *ProblemAnswer, p *problem.Problem, limit time.Duration,
) (*Verification, error) {
	name := SecondMethod(m)
	other, err := methods.Parse(name)
	if err != nil {
		panic("ask: " + err.Error()) // it is built in
	}
	q := ProblemQuestion{Kind: a.Kind, Limit: a.limit, Timeout: limit}
	if a.all {
		q.Kind = Count
	}
	b := AskProblem(ctx, other, p, q)
	b.all = a.all
	word := b.word()
	if a.Kind == Unique && a.Verdict == model.One && b.Verdict == model.One {
		for _, x := range p.ShownVars() {
			if a.Solution[x] != b.Solution[x] {
				word = "another solution"
			}
		}
	}
	return second(name, b.Err, a.word(), word)
}
