package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/proof"
)

// A Verification states what supports the claim of an answer that there is no solution, no further or no better one, or
// its count.
type Verification struct {
	By      VerifiedBy
	Method  string        // BySecond: the second method
	Steps   int           // ByProof: the steps of the proof that were checked
	Reason  string        // Unverified: why. BySecond: why there is no proof; "" where no proof applies
	Elapsed time.Duration // time of the verification
}

// VerifiedBy is the kind of a verification.
type VerifiedBy string

const (
	// ByProof: the program of the method wrote a proof about the formula that package proof derives from the puzzle.
	// Package proof accepts it.
	ByProof VerifiedBy = "proof"
	// ByCertificate: package proof accepts a certificate that nonet has made. See Certifier.
	ByCertificate VerifiedBy = "certificate"
	// BySecond: a second method of another formalism agrees.
	BySecond VerifiedBy = "method"
	// BySolutions: the answer consists of solutions, which are always checked.
	BySolutions VerifiedBy = "solutions"
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
	case ByCertificate:
		return "verified by a certificate"
	case BySecond:
		if v.Reason != "" {
			return fmt.Sprintf("verified by %s; no proof: %s", v.Method, v.Reason)
		}
		return "verified by " + v.Method
	case BySolutions:
		return "verified by the solutions"
	}
	return "not verified: " + v.Reason
}

// ProofTime limits each attempt to prove an answer where the caller has set no time limit.
const ProofTime = time.Minute

// A Verifier verifies answers, one after another. It keeps what its methods prepare for a shape of grid, and the latest
// certificate for further answers with the same claim. The zero value is ready for use. A Verifier is not for
// concurrent use.
type Verifier struct {
	seconds   map[string]*Asker // by method
	certifier Certifier
	latest    certified
}

// certified is the result of an attempt to certify a claim.
type certified struct {
	about   *problem.Problem
	claim   string
	err     error
	elapsed time.Duration
}

// SecondMethod returns the name of a method that verifies the verdicts of others by another formalism: gini if one of
// them propagates constraints as native does, and native otherwise.
func SecondMethod(first ...methods.Method) string {
	for _, m := range first {
		switch m.Kind {
		case methods.Propagation, methods.Logic, methods.Portfolio:
			return "gini"
		}
	}
	return methods.Default
}

// Verify verifies the claim of an answer of method m about p that there is no solution, no further one or no better
// one, or its count. timeout is for the answer and its verification together; 0 means none.
//
// A claim of at most one solution, or of a best one, is proved about the problem itself, without the preprocessor and
// the encoding of the method: by the program of the method, if it writes proofs, or else by a certificate. An attempt
// takes at most half of the time that is left, or ProofTime without a limit. If both fail, and for larger counts, a
// second method answers the question. The error is a *model.WrongAnswerError if the verification contradicts the
// answer, which then no longer claims to be complete. For an answer with an error, Verify returns this error.
func (v *Verifier) Verify(
	ctx context.Context, m methods.Method, a *Answer, p *problem.Problem, timeout time.Duration,
) (*Verification, error) {
	switch {
	case a.Err != nil && !(a.All && a.Result.Complete):
		return nil, a.Err
	case !a.claims():
		return &Verification{By: BySolutions}, nil
	}
	r, err := v.verify(ctx, m, a, p, timeout)
	if err != nil {
		a.Verdict, a.Optimal, a.Result.Complete = model.Undecided, false, false
	}
	return r, err
}

func (v *Verifier) verify(
	ctx context.Context, m methods.Method, a *Answer, p *problem.Problem, timeout time.Duration,
) (*Verification, error) {
	if timeout > 0 && a.Wall >= timeout {
		return &Verification{By: Unverified, Reason: ErrTimeLimit.Error()}, nil
	}
	var reasons []string
	start := time.Now()
	left := func() time.Duration { return max(1, timeout-a.Wall-time.Since(start)) }
	// attempt returns the end of the verification: what try returns, a contradiction or an interrupt. It returns nil if
	// try fails for another reason.
	attempt := func(by string, try func(context.Context) (*Verification, error)) (r *Verification, err error) {
		share := ProofTime
		if timeout > 0 {
			share = max(1, left()/2)
		}
		err = WithTimeout(ctx, share, func(ctx context.Context) (err error) {
			defer func() {
				if cause := recover(); cause != nil {
					err = backends.Recovered(cause)
				}
			}()
			r, err = try(ctx)
			return err
		})
		wrong := new(model.WrongAnswerError)
		switch {
		case err == nil:
			return r, nil
		case errors.As(err, &wrong):
			return nil, &model.WrongAnswerError{Reason: &contradiction{a.word(), wrong.Reason}}
		case errors.Is(err, ErrInterrupted):
			return &Verification{By: Unverified, Reason: err.Error(), Elapsed: time.Since(start)}, nil
		}
		reasons = append(reasons, fmt.Sprintf("%s: %v", by, err))
		return nil, nil
	}
	kind, solution := a.claim()
	if kind == proof.AllSolutions {
		kind = "" // the list may be long: a second method
	}
	claim := func(ctx context.Context) (_ *proof.Claim, err error) {
		if kind == proof.OnlySolution && solution == nil { // counts do not keep it
			if solution, err = v.solution(ctx, SecondMethod(m.Choice(p).Methods...), p); err != nil {
				return nil, err
			}
		}
		return NewClaim(ctx, p, kind, solution)
	}
	if program, ok := prover(m); ok && kind != "" {
		r, err := attempt(program.Program.Name, func(ctx context.Context) (*Verification, error) {
			var proofs process.Proofs
			err := proveBy(ctx, program, claim, &proofs)
			return &Verification{By: ByProof, Steps: proofs.Steps, Elapsed: time.Since(start)}, err
		})
		if r != nil || err != nil {
			return r, err
		}
	}
	if kind != "" {
		r, err := attempt("certificate", func(ctx context.Context) (*Verification, error) {
			err := v.certify(ctx, p, fmt.Sprint(kind, solution), claim)
			return &Verification{By: ByCertificate, Elapsed: v.latest.elapsed}, err
		})
		if r != nil || err != nil {
			return r, err
		}
	}
	limit := timeout
	if limit > 0 {
		limit = left()
	}
	r, err := v.again(ctx, m, a, p, limit)
	if err != nil {
		return nil, err
	}
	if r.Reason != "" {
		reasons = append(reasons, r.Reason)
	}
	r.Reason, r.Elapsed = strings.Join(reasons, "; "), time.Since(start)
	return r, nil
}

// certify looks for a certificate of a claim, which key names, unless the latest attempt was for the same.
func (v *Verifier) certify(
	ctx context.Context, p *problem.Problem, key string, claim func(context.Context) (*proof.Claim, error),
) error {
	if v.latest.about == p && v.latest.claim == key {
		return v.latest.err
	}
	start := time.Now()
	c, err := claim(ctx)
	if err == nil {
		_, err = v.certifier.certify(ctx, c)
	}
	if v.latest = (certified{p, key, err, time.Since(start)}); ctx.Err() != nil {
		v.latest = certified{}
		return ctx.Err()
	}
	return err
}

// solution returns a solution of p, by a method other than the one whose count of one solution is verified.
func (v *Verifier) solution(ctx context.Context, method string, p *problem.Problem) ([]int, error) {
	a := v.asker(method, 0).Ask(ctx, Question{Kind: Solve}, p)
	if a.Err == nil && a.Solution == nil {
		a.Err = &model.WrongAnswerError{Reason: fmt.Errorf("%s says 0", method)}
	}
	return a.Solution, a.Err
}

// prover returns the program of a method that writes proofs.
func prover(m methods.Method) (process.SAT, bool) {
	engine, _ := m.ClauseEngine()
	program, ok := engine.(process.SAT)
	return program, ok && program.WritesProofs()
}

// proveBy has a program prove a claim: it gets the formula that package proof derives from the claim.
func proveBy(
	ctx context.Context, program process.SAT, claim func(context.Context) (*proof.Claim, error), proofs *process.Proofs,
) error {
	c, err := claim(ctx)
	if err != nil {
		return err
	}
	if err := c.Verify(ctx); err != nil {
		return cmp.Or(ctx.Err(), error(&model.WrongAnswerError{Reason: err}))
	}
	f, scratch := new(cnf.Formula), new(Certifier)
	if f.Vars, err = c.FormulaWithin(ctx, backends.MemoryLimit(ctx), scratch.addTo(f)); err != nil {
		return err
	}
	f.Shown = f.Vars
	r, err := program.Solve(process.WithProofs(ctx, proofs), f, func(cnf.Valuation) bool { return false })
	switch {
	case err != nil:
		return err
	case r.Solutions > 0: // it satisfies the clauses
		return &model.WrongAnswerError{Reason: foundBy(program.Program.Name, c)}
	case proofs.Checked == 0 && proofs.Reason != "":
		return errors.New(proofs.Reason)
	case proofs.Checked == 0:
		return ErrIncomplete
	}
	return nil
}

// claims reports whether the answer claims more than its solutions show.
func (a *Answer) claims() bool {
	switch {
	case a.Optimal:
		return true
	case a.Kind == Unique:
		return a.Verdict == model.One || a.Verdict == model.None
	case a.Kind == Count:
		return !a.Missing()
	}
	return a.Result.Complete && (a.All || a.Status() == model.Unsatisfiable)
}

// number returns how many solutions the answer has counted or found.
func (a *Answer) number() *big.Int {
	if a.Count != nil {
		return a.Count
	}
	return big.NewInt(int64(a.Result.Solutions))
}

// word returns the answer in a word or number, with the value of an optimal solution.
func (a *Answer) word() (word string) {
	switch {
	case a.Kind == Unique:
		word = a.Verdict.String()
	case a.Kind == Count || a.All:
		word = a.number().String()
	default:
		word = a.Status().String()
	}
	if a.Optimal {
		word += fmt.Sprintf(" at %d", a.Value)
	}
	return word
}

// asker returns the asker of a method, with a time limit.
func (v *Verifier) asker(name string, limit time.Duration) *Asker {
	k := v.seconds[name]
	if k == nil {
		m, err := methods.Parse(name)
		if err != nil {
			panic("ask: " + err.Error()) // it is built in
		}
		k = New(m, 0)
		if v.seconds == nil {
			v.seconds = map[string]*Asker{}
		}
		v.seconds[name] = k
	}
	k.Timeout = limit
	return k
}

// again asks a second method: for counts one that counts fast, if it supports the rules of the puzzle.
func (v *Verifier) again(
	ctx context.Context, m methods.Method, a *Answer, p *problem.Problem, limit time.Duration,
) (*Verification, error) {
	other := SecondMethod(m.Choice(p).Methods...)
	name := other
	q := Question{Kind: a.Kind, Limit: a.Limit}
	if a.All {
		q.Kind = Count
	}
	if q.Kind == Count && p.Puzzle != nil {
		name = CrossCheckMethod(m, a.number())
	}
	b := v.asker(name, limit).Ask(ctx, q, p)
	if unsupported := new(encode.UnsupportedError); errors.As(b.Err, &unsupported) && name != other {
		name = other
		b = v.asker(name, limit).Ask(ctx, q, p)
	}
	word := b.word()
	if a.Verdict == model.One && b.Verdict == model.One && len(p.Differing(a.Solution, b.Solution)) > 0 {
		word = "another solution"
	}
	switch {
	case b.Err != nil:
		return &Verification{By: Unverified, Reason: fmt.Sprintf("%s: %v", name, b.Err)}, nil
	case a.word() != word:
		return nil, &model.WrongAnswerError{Reason: &contradiction{a.word(), fmt.Errorf("%s says %s", name, word)}}
	}
	return &Verification{By: BySecond, Method: name}, nil
}

// A contradiction reports that a verification contradicts an answer.
type contradiction struct {
	first string // the answer
	found error
}

func (e *contradiction) Error() string {
	return fmt.Sprintf("verification contradicts it: it says %s, and %v", e.first, e.found)
}

func (e *contradiction) Unwrap() error { return e.found }
