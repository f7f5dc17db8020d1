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
	return CheckWithin(ctx, c, steps, 0)
}

// BytesPerLiteral is about the memory that a check takes for each literal of the formula and of the added clauses.
const BytesPerLiteral = 60

// A LimitError reports that a check would take more memory than CheckWithin allows.
type LimitError struct{ Memory int64 }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the check would take more than %d MB of memory", e.Memory/1e6)
}

// CheckWithin is Check with a limit on its memory, in bytes; 0 means none. A certificate of a few kilobytes may state a
// puzzle whose formula takes gigabytes. The error is then a *LimitError.
func CheckWithin(ctx context.Context, c *Claim, steps Steps, memory int64) (Summary, error) {
	if err := c.Verify(); err != nil {
		var rejected *RejectedError
		if !errors.As(err, &rejected) {
			rejected = &RejectedError{Reason: err.Error()}
		}
		return Summary{}, rejected
	}
	// The literals of the rules of the grid, before any memory is allocated.
	if n := int64(c.N()); memory > 0 && (n >= 1<<12 || 4*n*n*n*n > memory/BytesPerLiteral) {
		return Summary{}, &LimitError{memory}
	}
	formula := func(add func([]int)) { c.Formula(add) }
	return checkFormula(ctx, c.N()*c.N()*c.N(), formula, steps, memory)
}

// CheckFormula verifies with a proof that a formula over the variables 1 to vars has no solution. formula passes each
// of its clauses to add. It returns the same as Check.
func CheckFormula(
	ctx context.Context, vars int, formula func(add func(clause []int)), steps Steps,
) (Summary, error) {
	return checkFormula(ctx, vars, formula, steps, 0)
}

// A checkStopped is what checkFormula panics with while the formula is generated, and recovers.
type checkStopped struct{ err error }

func checkFormula(
	ctx context.Context, vars int, formula func(add func(clause []int)), steps Steps, memory int64,
) (sum Summary, err error) {
	literals := int64(0)
	count := func(n int) {
		if literals += int64(n); memory > 0 && literals > memory/BytesPerLiteral {
			panic(checkStopped{&LimitError{memory}})
		}
	}
	defer func() {
		if cause := recover(); cause != nil {
			stopped, ours := cause.(checkStopped)
			if !ours {
				panic(cause)
			}
			err = stopped.err
		}
	}()
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
		if sum.Clauses++; sum.Clauses%4096 == 0 && ctx.Err() != nil {
			panic(checkStopped{ctx.Err()})
		}
		count(len(literals))
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
			count(len(s.Clause))
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
