package ask

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/model"
	"nonet/model/sudoku"
)

// A Verification states what supports the claim of an answer that there is no solution, or no further one.
type Verification struct {
	By      VerifiedBy
	Method  string        // BySecond: the second method
	Steps   int           // ByProof: the steps of the proof that were checked
	Reason  string        // Unverified: why
	Elapsed time.Duration // time of the check, or of the second method
}

// VerifiedBy is the kind of a verification.
type VerifiedBy string

const (
	ByProof     VerifiedBy = "proof"     // package proof accepts a proof about the formula that the program got
	BySecond    VerifiedBy = "method"    // a second method of another formalism agrees
	BySolutions VerifiedBy = "solutions" // the answer consists of solutions, which are always checked
	Unverified  VerifiedBy = "none"
)

func (v *Verification) String() string {
	switch v.By {
	case ByProof:
		steps := "steps"
		if v.Steps == 1 {
			steps = "step"
		}
		return fmt.Sprintf("verified by proof: %d %s checked", v.Steps, steps)
	case BySecond:
		return "verified by " + v.Method
	case BySolutions:
		return "verified by the solutions"
	}
	return "not verified: " + v.Reason
}

// A Verifier verifies the answers of a method. It is not safe for concurrent use.
type Verifier struct {
	first  methods.Method
	second *Asker
	name   string // of the second method
}

// NewVerifier returns a verifier of the answers of a method.
func NewVerifier(m methods.Method) *Verifier {
	second, err := methods.Parse(SecondMethod(m))
	if err != nil {
		panic("ask: " + err.Error()) // it is built in
	}
	return &Verifier{first: m, second: New(second, 0), name: second.Name}
}

// SecondMethod returns the name of a method that verifies the verdicts of the first by another formalism: gini for
// methods that propagate constraints as native does, and native for all others.
func SecondMethod(first methods.Method) string {
	if first.Kind == methods.Propagation || first.Kind == methods.Logic {
		return "gini"
	}
	return methods.Default
}

// Ask asks k, which must be an Asker of the method, and verifies the claim of the answer that there is no solution or
// no further one: by a proof, if the method runs a program that writes proofs, and otherwise by a second method. The
// time limit of k is for both together. If the verification contradicts the answer, the answer has the error, a
// *model.WrongAnswerError. The verification is nil for an answer with an error.
func (v *Verifier) Ask(ctx context.Context, k *Asker, q Question, p sudoku.Puzzle) (Answer, *Verification) {
	var proofs process.Proofs
	a := k.Ask(process.WithProofs(ctx, &proofs), q, p)
	switch {
	case a.Err != nil && !(a.All && a.Result.Complete):
		return a, nil
	case !a.claims():
		return a, &Verification{By: BySolutions}
	case proofs.Checked > 0:
		return a, &Verification{By: ByProof, Steps: proofs.Steps, Elapsed: proofs.Elapsed}
	}
	if k.Timeout > 0 {
		if v.second.Timeout = k.Timeout - a.Wall; v.second.Timeout <= 0 {
			return a, &Verification{By: Unverified, Reason: cmp.Or(proofs.Reason, ErrTimeLimit.Error())}
		}
	}
	r, err := v.compare(ctx, &a, p)
	if err != nil {
		a.Err = err
		return a, nil
	}
	if r.By == Unverified && proofs.Reason != "" {
		r.Reason = proofs.Reason + "; " + r.Reason
	}
	return a, r
}

// AskAgain verifies an answer that k has given without proofs: only a method that writes proofs is asked again. The
// verification and the error are those of Ask.
func (v *Verifier) AskAgain(ctx context.Context, k *Asker, a Answer, p sudoku.Puzzle) (*Verification, error) {
	if !a.claims() {
		return &Verification{By: BySolutions}, nil
	}
	engine, _ := v.first.ClauseEngine()
	if _, external := engine.(process.SAT); external {
		b, r := v.Ask(ctx, k, a.Question, p)
		if r == nil && Undecided(b.Err) {
			return &Verification{By: Unverified, Reason: b.Err.Error()}, nil
		}
		return r, b.Err
	}
	v.second.Timeout = k.Timeout
	return v.compare(ctx, &a, p)
}

// claims reports whether the answer claims that there is no solution or no further one.
func (a *Answer) claims() bool {
	switch {
	case a.Kind == Unique:
		return a.Verdict == model.One || a.Verdict == model.None
	case a.Kind == Solve && !a.All:
		return a.Status() == model.Unsatisfiable
	}
	return a.Result.Complete
}

// compare asks the second method.
func (v *Verifier) compare(ctx context.Context, a *Answer, p sudoku.Puzzle) (*Verification, error) {
	q := Question{Kind: a.Kind}
	if a.All {
		q.Kind = Count
	}
	b := v.second.Ask(ctx, q, p)
	r := &Verification{By: BySecond, Method: v.name, Elapsed: b.Wall}
	if b.Err != nil {
		r.By, r.Reason = Unverified, fmt.Sprintf("%s: %v", v.name, b.Err)
		return r, nil
	}
	var first, second string
	switch {
	case q.Kind == Unique:
		first, second = a.Verdict.String(), b.Verdict.String()
		if a.Verdict == model.One && b.Verdict == model.One && !slices.Equal(a.Solution, b.Solution) {
			second = "another solution"
		}
	case q.Kind == Count:
		n := a.Count
		if n == nil {
			n = big.NewInt(int64(a.Result.Solutions))
		}
		first, second = n.String(), b.Count.String()
	default:
		first, second = a.Status().String(), b.Status().String()
	}
	if first != second {
		return nil, &model.WrongAnswerError{Reason: &contradiction{first, v.name, second}}
	}
	return r, nil
}

// A contradiction reports that a second method contradicts an answer.
type contradiction struct{ first, method, second string }

func (e *contradiction) Error() string {
	return fmt.Sprintf("verification contradicts it: it says %s, and %s says %s", e.first, e.method, e.second)
}
