package ask

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"nonet/backends"
	"nonet/backends/cdcl"
	"nonet/backends/methods"
	"nonet/encode/cnf"
	"nonet/encode/problem"
	"nonet/internal/packed"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

// Certificate is Certifier.Certificate for one problem.
func Certificate(ctx context.Context, p *problem.Problem, a *Answer) ([]byte, error) {
	return new(Certifier).Certificate(ctx, p, a)
}

// A Certifier writes certificates, one after another. As long as the boxes of puzzles have the same size, it keeps the
// clauses of the grid in its solver and in its checker, because loading them takes longer than most proofs. The zero
// value is ready for use. A Certifier is not for concurrent use.
type Certifier struct {
	// Asker finds the solutions of a number again, which an answer does not keep. nil means the method native.
	Asker *Asker

	shape   sudoku.Shape
	refuter *cdcl.Refuter // of the grid of shape; nil before the first puzzle
	checker proof.Checker
	own     cnf.Formula // scratch: the other clauses
	clause  []cnf.Lit   // scratch
	steps   bytes.Buffer
	core    proof.Core // of the steps
}

// A ProofFormat is a format of proofs that other checkers read.
type ProofFormat string

const (
	DRAT   ProofFormat = "drat"
	LRAT   ProofFormat = "lrat"
	VeriPB ProofFormat = "pbp"
)

// FormulaFile returns the name of the file of the formula that is written beside a proof; "" for a certificate.
func FormulaFile(name string) string {
	stem := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), packed.Ending(name))
	switch ProofFormatOf(name) {
	case "":
		return ""
	case VeriPB:
		return stem + ".opb"
	}
	return stem + ".cnf"
}

// ProofFormatOf returns the format of a file, packed or not, by the end of its name, or "" for a certificate.
func ProofFormatOf(name string) ProofFormat {
	switch f := ProofFormat(strings.TrimPrefix(packed.Ending(name), ".")); f {
	case DRAT, LRAT, VeriPB:
		return f
	}
	return ""
}

// Standard returns the proof of an answer for other checkers, and the formula that it refutes: the formula of the claim
// that Certificate makes; nil and nil if Certificate makes none. Package proof accepts the refutation before
// Standard returns, LRAT with its hints.
func (c *Certifier) Standard(
	ctx context.Context, p *problem.Problem, a *Answer, format ProofFormat,
) (formula, steps []byte, err error) {
	claim, err := c.claimOf(ctx, p, a)
	if claim == nil || err != nil {
		return nil, nil, err
	}
	form := cdcl.DRAT
	if format == LRAT {
		form = cdcl.LRAT
	}
	if err := c.prove(ctx, claim, form); err != nil {
		return nil, nil, err
	}
	var first, second bytes.Buffer
	if format != VeriPB {
		err = proof.WriteDIMACS(&first, claim)
		return first.Bytes(), slices.Clone(c.steps.Bytes()), err
	}
	var values cnf.Valuation
	if claim.IsBound() {
		c.own.Body, c.own.Clauses = c.own.Body[:0], 0
		c.own.Vars = claim.SolutionFormula(c.addTo(&c.own))
		c.own.Shown = c.own.Vars
		r, err := cdcl.Engine{}.Solve(ctx, &c.own, func(v cnf.Valuation) bool {
			values = slices.Clone(v)
			return false
		})
		if err == nil && r.Solutions == 0 {
			err = &model.WrongAnswerError{Reason: errors.New("the formula of the model excludes the solution")}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	err = proof.WriteVeriPB(&first, &second, claim, values, proof.ReadDRAT(bytes.NewReader(c.steps.Bytes())))
	return first.Bytes(), second.Bytes(), err
}

// Certificate returns a certificate, for [proof.Reader], of an answer: that there is no solution, that the solution is
// the only one in the shown variables, for Solve that it is a best one, or for Count the list of all solutions. It
// returns nil if the answer claims none of these. The certificate contains a refutation of the formula of the problem,
// with the solution excluded, or several for the pieces of a long list. The checker of package proof accepts each
// refutation before Certificate returns. The error is a *model.WrongAnswerError if the claim is wrong. The certificate
// does not depend on earlier problems.
func (c *Certifier) Certificate(ctx context.Context, p *problem.Problem, a *Answer) ([]byte, error) {
	kind, _ := a.claim()
	if kind == proof.AllSolutions && a.number().Cmp(big.NewInt(maxTogether)) > 0 {
		return c.inPieces(ctx, p, a.number())
	}
	claim, err := c.claimOf(ctx, p, a)
	if claim == nil || err != nil {
		return nil, err
	}
	return c.certify(ctx, claim)
}

// claimOf returns the claim that certifies an answer; nil if there is none.
func (c *Certifier) claimOf(ctx context.Context, p *problem.Problem, a *Answer) (*proof.Claim, error) {
	kind, solution := a.claim()
	switch {
	case kind == "" || a.Verdict == model.Multiple:
		return nil, nil
	case kind == proof.NoSolution, a.Kind != Count && !a.All:
		return NewClaim(ctx, p, kind, solution)
	}
	solutions, err := c.solutions(ctx, p, a.number(), proof.MaxSolutions)
	if err != nil {
		return nil, err
	}
	return NewClaim(ctx, p, kind, solutions...)
}

// solutions returns the n solutions of a problem, most or fewer, in the order of a claim.
func (c *Certifier) solutions(
	ctx context.Context, p *problem.Problem, n *big.Int, most int64,
) (all [][]int, err error) {
	if n.Cmp(big.NewInt(most)) > 0 {
		return nil, fmt.Errorf("%w: %v, expected at most %d: split the problem into pieces, or let a second method "+
			"count", ErrTooMany, n, most)
	}
	asker := c.Asker
	if asker == nil {
		m, err := methods.Parse(methods.Default)
		if err != nil {
			return nil, err
		}
		asker = New(m, 0)
	}
	a := asker.Ask(ctx, Question{Kind: Solve, All: true, Limit: n.Int64() + 1, Each: func(s []int, _ int64) {
		all = append(all, slices.Clone(s))
	}}, p)
	if a.Err == nil && int64(len(all)) != n.Int64() {
		a.Err = &model.WrongAnswerError{Reason: fmt.Errorf("a second search finds %d solutions", len(all))}
	}
	shown := p.ShownVars()
	slices.SortFunc(all, func(x, y []int) int {
		for _, v := range shown {
			if x[v] != y[v] {
				return cmp.Compare(x[v], y[v])
			}
		}
		return 0
	})
	for i := 1; i < len(all) && a.Err == nil; i++ {
		if len(p.Differing(all[i-1], all[i])) == 0 {
			a.Err = ErrAuxiliary
		}
	}
	return all, a.Err
}

// claim returns what an answer claims beyond its solutions, and the solution of the claim; nil if the answer keeps
// none. The kind is "" if it claims nothing that a certificate states.
func (a *Answer) claim() (kind proof.ModelClaim, solution model.Assignment) {
	counts := a.Kind == Count || a.All
	switch {
	case a.Verdict == model.One, counts && a.Result.Complete && a.number().Cmp(big.NewInt(1)) == 0:
		return proof.OnlySolution, a.Solution
	case counts && a.Result.Complete && a.number().Sign() > 0:
		return proof.AllSolutions, nil
	case !counts && a.Optimal: // Unique: two solutions of the same value
		return proof.BestSolution, a.Solution
	case a.Status() == model.Unsatisfiable:
		return proof.NoSolution, nil
	}
	return "", nil
}

// Core returns what the refutation of Certificate uses of a problem: these clues and rules suffice for the answer.
func (c *Certifier) Core(ctx context.Context, p *problem.Problem, a *Answer) (proof.Core, error) {
	claim, err := c.claimOf(ctx, p, a)
	if claim != nil && err == nil {
		err = c.prove(ctx, claim, cdcl.DRAT)
	}
	return c.core, err
}

// certify refutes the formula of a claim, checks the refutation, and returns both as a certificate.
func (c *Certifier) certify(ctx context.Context, claim *proof.Claim) ([]byte, error) {
	if err := c.prove(ctx, claim, cdcl.DRAT); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err := proof.Write(&text, claim, c.steps.Bytes())
	return text.Bytes(), err
}

// prove refutes the formula of a claim and checks the refutation, which is then in c.steps: LRAT or DRAT.
func (c *Certifier) prove(ctx context.Context, claim *proof.Claim, form cdcl.Form) error {
	if err := claim.Verify(ctx); err != nil {
		return cmp.Or(ctx.Err(), error(&model.WrongAnswerError{Reason: err}))
	}
	memory := backends.MemoryLimit(ctx)
	c.checker.Memory = memory
	c.steps.Reset()
	limited, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	refuted, err := c.refute(limited, claim, memory, &limitedWriter{&c.steps, memory, stop}, form)
	if ctx.Err() == nil && limited.Err() != nil {
		err = context.Cause(limited)
	}
	switch {
	case err != nil:
		return err
	case !refuted:
		return &model.WrongAnswerError{Reason: foundBy("cdcl", claim)}
	}
	if steps := bytes.NewReader(c.steps.Bytes()); form == cdcl.LRAT {
		_, err = proof.CheckLRAT(ctx, func(add func([]int)) { claim.Formula(add) }, steps)
	} else if claim.Piece != nil { // trimming takes six times as long as the rest, and halves the proofs only
		_, err = c.checker.Check(ctx, claim, proof.ReadDRAT(steps))
	} else {
		err = c.trim(ctx, claim)
	}
	var rejected *proof.RejectedError
	if errors.As(err, &rejected) {
		err = &model.WrongAnswerError{Reason: fmt.Errorf("the proof is rejected: %w", err)}
	}
	return err
}

// trim checks c.steps, and replaces them by the steps that the refutation needs, which it checks, too.
func (c *Certifier) trim(ctx context.Context, claim *proof.Claim) error {
	steps, core, _, err := c.checker.Trim(ctx, claim, proof.ReadDRAT(bytes.NewReader(c.steps.Bytes())))
	if err != nil {
		return err
	}
	c.core = core
	c.steps.Reset()
	proof.WriteSteps(&c.steps, steps)
	_, err = c.checker.Check(ctx, claim, proof.ReadDRAT(bytes.NewReader(c.steps.Bytes())))
	return err
}

// refute writes a refutation of the formula of a claim.
func (c *Certifier) refute(
	ctx context.Context, claim *proof.Claim, memory int64, steps io.Writer, form cdcl.Form,
) (bool, error) {
	c.own.Body, c.own.Clauses, c.own.Shown = c.own.Body[:0], 0, 0
	if claim.Model != nil || form == cdcl.LRAT {
		vars, err := claim.FormulaWithin(ctx, memory, c.addTo(&c.own))
		switch {
		case err != nil:
			return false, err
		case vars > proof.MaxVariable:
			return false, fmt.Errorf("its formula has %d variables, certificates at most %d", vars, proof.MaxVariable)
		}
		c.own.Vars, c.own.Shown = vars, vars
		refuted, _, _, err := cdcl.Refute(ctx, &c.own, steps, form)
		return refuted, err
	}
	// The clauses of the grid have about 4·n⁴ literals, and the solver takes as much as the checker.
	n, shape := int64(claim.N()), sudoku.Shape{Height: claim.Height, Width: claim.Width}
	if memory > 0 && 8*n*n*n*n > memory/proof.BytesPerLiteral {
		return false, &proof.LimitError{Memory: memory}
	}
	if c.refuter == nil || c.shape != shape {
		grid := &cnf.Formula{Vars: shape.Cells() * shape.N()}
		claim.GridFormula(c.addTo(grid))
		var err error
		if c.refuter, err = cdcl.NewRefuter(ctx, grid); err != nil {
			return false, err
		}
		c.shape = shape
	}
	c.own.Vars = claim.OwnFormula(c.addTo(&c.own))
	refuted, _, _, err := c.refuter.Refute(ctx, &c.own, steps)
	return refuted, err
}

// foundBy returns the reason why a claim is wrong whose formula a solver satisfies.
func foundBy(solver string, claim *proof.Claim) error {
	what := "another"
	switch m := claim.Model; {
	case m == nil && len(claim.Solutions) == 0, claim.Kind == proof.NoSolution:
		what = "a"
	case claim.Kind == proof.BestSolution:
		what = "a better"
	case m != nil && m.Objective != nil:
		what = "another or a better"
	}
	return fmt.Errorf("%s finds %s solution", solver, what)
}

// addTo returns a function that adds clauses to f.
func (c *Certifier) addTo(f *cnf.Formula) func(clause []int) {
	return func(clause []int) {
		c.clause = c.clause[:0]
		for _, l := range clause {
			c.clause = append(c.clause, cnf.Lit(l))
		}
		f.Add(c.clause...)
	}
}

// A limitedWriter stops a search whose proof takes more memory than the limit, 0 for none.
type limitedWriter struct {
	to    *bytes.Buffer
	limit int64
	stop  context.CancelCauseFunc
}

func (w *limitedWriter) Write(b []byte) (int, error) {
	if w.limit > 0 && int64(w.to.Len()+len(b)) > w.limit {
		err := &proof.LimitError{Memory: w.limit}
		w.stop(err)
		return 0, err
	}
	return w.to.Write(b)
}
