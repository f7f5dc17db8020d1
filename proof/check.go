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
	Clauses  int `json:"clauses"`  // of the formula
	Lemmas   int `json:"lemmas"`   // clauses that the proof adds
	Literals int `json:"literals"` // of the lemmas
	Deleted  int `json:"given_up"` // deletion steps
}

// A Checker checks claims one after another. As long as their boxes have the same size, it keeps the clauses of the
// cells, rows, columns and boxes, because loading these takes longer than most checks. The result of a check does not
// depend on earlier checks. The zero value is ready for use. A Checker is not for concurrent use.
type Checker struct {
	// Memory limits the memory of a check, in bytes; 0 means no limit. A certificate of a few kilobytes may state a
	// puzzle whose formula takes gigabytes. The error is then a *LimitError.
	Memory int64

	height, width int // of the boxes of grid
	grid          *check
}

// BytesPerLiteral is about the memory that a check takes for each literal of the formula and of the added clauses.
const BytesPerLiteral = 60

// A LimitError reports that a check would take more memory than Checker.Memory allows.
type LimitError struct{ Memory int64 }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the check would take more than %d MB of memory", e.Memory/1e6)
}

// Check verifies a claim with a proof. A nil error means that the claim is true. A *RejectedError means that the proof
// does not establish the claim, which may still be true. Any other error comes from steps, from ctx or from the limit.
//
// Steps after the derivation of the empty clause are read and counted, but not checked. The memory is proportional to
// the formula and the added clauses; deleted clauses are freed in blocks of at least 32,768 literals.
func (k *Checker) Check(ctx context.Context, c *Claim, steps Steps) (Summary, error) {
	return k.check(ctx, c, steps, nil)
}

// check is Check, and records in t, unless it is nil, what the lemmas are derived from.
func (k *Checker) check(ctx context.Context, c *Claim, steps Steps, t *trace) (sum Summary, err error) {
	if err := c.Verify(ctx); err != nil {
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		var rejected *RejectedError
		if !errors.As(err, &rejected) {
			rejected = &RejectedError{Reason: err.Error()}
		}
		return sum, rejected
	}
	this, own := &check{memory: k.Memory}, c.Formula
	defer func() { sum = this.sum }()
	defer catch(&err)
	if c.Model != nil {
		this.checker = newChecker(0)
	} else {
		// The literals of the rules of the grid, before any memory is allocated.
		n := int64(c.N())
		if k.Memory > 0 && (n >= 1<<12 || 4*n*n*n*n > k.Memory/BytesPerLiteral) {
			return sum, &LimitError{k.Memory}
		}
		if k.grid == nil || k.height != c.Height || k.width != c.Width {
			this.checker = newChecker(int(n * n * n))
			this.load(ctx, c.GridFormula)
			this.keep()
			k.height, k.width, k.grid = c.Height, c.Width, this
		}
		copied := *k.grid
		this, own = &copied, c.OwnFormula
		defer func() {
			if this.trace = nil; !this.restore() {
				k.grid = nil
			}
		}()
	}
	this.trace = t
	this.load(ctx, func(add func([]int)) { own(add) })
	this.run(ctx, steps)
	return this.sum, nil
}

// CheckFormula verifies with a proof that a formula over the variables 1 to vars has no solution. formula passes each
// of its clauses to add. It returns the same as Checker.Check.
func CheckFormula(
	ctx context.Context, vars int, formula func(add func(clause []int)), steps Steps,
) (sum Summary, err error) {
	c := &check{checker: newChecker(vars)}
	defer func() { sum = c.sum }()
	defer catch(&err)
	c.load(ctx, formula)
	c.run(ctx, steps)
	return c.sum, nil
}

// A check is a checker with the counts of one check.
type check struct {
	*checker
	sum      Summary
	memory   int64 // limit in bytes; 0 for none
	literals int64 // of the formula and the lemmas so far
	clause   []literal
}

// load adds the clauses that formula passes to its argument.
func (c *check) load(ctx context.Context, formula func(add func(clause []int))) {
	formula(c.counted(ctx, func(literals []int) {
		if !c.refuted {
			c.addClause(c.take(literals))
		}
	}))
}

// FormulaWithin is Formula under a context and with a limit on the memory of a check, in bytes; 0 means none. The error
// is ctx.Err() or a *LimitError.
func (c *Claim) FormulaWithin(ctx context.Context, memory int64, add func(clause []int)) (vars int, err error) {
	defer catch(&err)
	return c.Formula((&check{memory: memory}).counted(ctx, add)), nil
}

// counted returns a function that counts clauses and passes them to add, as long as context and memory allow.
func (c *check) counted(ctx context.Context, add func([]int)) func([]int) {
	return func(literals []int) {
		if c.sum.Clauses++; c.sum.Clauses%4096 == 0 {
			stop(ctx.Err())
		}
		c.count(len(literals))
		add(literals)
	}
}

// count stops if n further literals take too much memory.
func (c *check) count(n int) {
	if c.literals += int64(n); c.memory > 0 && c.literals > c.memory/BytesPerLiteral {
		stop(&LimitError{c.memory})
	}
}

// take returns a clause as literals, which are valid until the next call.
func (c *check) take(literals []int) []literal {
	c.clause = c.clause[:0]
	for _, l := range literals {
		c.clause = append(c.clause, literal(l))
		c.grow(max(l, -l))
	}
	return c.clause
}

// run checks the steps of a proof.
func (c *check) run(ctx context.Context, steps Steps) {
	if c.trace != nil {
		c.trace.formula = len(c.clauses) - 1
		c.trace.recordRoots(c.checker)
	}
	line := 0
	for n := 1; ; n++ {
		stop(ctx.Err())
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			break
		}
		stop(err)
		line = s.Line
		if s.Delete {
			c.sum.Deleted++
		} else {
			c.sum.Lemmas++
			c.sum.Literals += len(s.Clause)
			c.count(len(s.Clause))
		}
		follows := true
		switch {
		case c.refuted:
		case c.trace != nil:
			follows = c.trace.step(c, s)
		case s.Delete:
			c.deleteClause(c.take(s.Clause))
		default:
			if follows = c.isRUPorRAT(c.take(s.Clause)); follows {
				c.addClause(c.clause)
			}
		}
		if !follows {
			stop(&RejectedError{n, s.Line, "the clause does not follow from the clauses before it"})
		}
	}
	if !c.refuted {
		stop(&RejectedError{Line: line, Reason: "the proof ends before the empty clause"})
	}
}
