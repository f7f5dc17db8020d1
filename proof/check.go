package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// A RejectedError reports why a certificate does not prove its claim.
type RejectedError struct {
	Step   int // from 1; 0 if it is not about a step of the proof
	Line   int // of the file; 0 if it is not about a line, or the line is unknown
	Reason string
}

func (e *RejectedError) Error() string {
	switch {
	case e.Step == 0 && e.Line == 0:
		return e.Reason
	case e.Step == 0:
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	case e.Line == 0:
		return fmt.Sprintf("step %d: %s", e.Step, e.Reason)
	}
	return fmt.Sprintf("line %d, step %d: %s", e.Line, e.Step, e.Reason)
}

// A Summary counts what a check processed.
type Summary struct {
	Clauses  int // clauses of the formula
	Lemmas   int // clauses that the proof adds
	Literals int // literals of the lemmas
	Deleted  int // deletion steps
}

// Check verifies a claim with a proof. A nil error means that the claim is true. A *RejectedError means that the proof
// does not establish the claim, which may still be true. Any other error comes from steps or from ctx.
//
// Steps after the derivation of the empty clause are read and counted, but not checked. The memory is proportional to
// the formula and the added clauses; deleted clauses are freed in blocks of at least 32,768 literals.
func Check(ctx context.Context, c *Claim, steps Steps) (Summary, error) {
	var sum Summary
	if err := c.Verify(); err != nil {
		var rejected *RejectedError
		if !errors.As(err, &rejected) {
			rejected = &RejectedError{Reason: err.Error()}
		}
		return sum, rejected
	}
	return CheckFormula(ctx, c.N()*c.N()*c.N(), func(add func([]int)) { c.Formula(add) }, steps)
}

// CheckFormula verifies with a proof that a formula over the variables 1 to vars has no solution. formula passes each
// of its clauses to add. The result is as that of Check.
func CheckFormula(
	ctx context.Context, vars int, formula func(add func(clause []int)), steps Steps,
) (Summary, error) {
	var sum Summary
	k := newChecker(vars)
	var clause []literal
	take := func(literals []int) []literal {
		clause = clause[:0]
		for _, l := range literals {
			clause = append(clause, literal(l))
			k.grow(max(l, -l))
		}
		return clause
	}
	formula(func(literals []int) {
		sum.Clauses++
		if !k.refuted {
			k.addClause(take(literals))
		}
	})
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return sum, err
		}
		if s.Delete {
			sum.Deleted++
		} else {
			sum.Lemmas++
			sum.Literals += len(s.Clause)
		}
		switch {
		case k.refuted:
		case s.Delete:
			k.deleteClause(take(s.Clause))
		case !k.isRUPorRAT(take(s.Clause)):
			return sum, &RejectedError{n, s.Line, "the clause does not follow from the clauses before it"}
		default:
			k.addClause(clause)
		}
	}
	if !k.refuted {
		return sum, &RejectedError{Reason: "the proof ends before the empty clause"}
	}
	return sum, nil
}
