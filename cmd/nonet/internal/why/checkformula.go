package why

import (
	"context"
	"errors"
	"fmt"

	"nonet/cmd/internal/term"
	"nonet/encode/cnf"
	"nonet/encode/problem"
	"nonet/proof"
)

// checkFormulaProof checks a DRAT file against the formula of --formula.
func checkFormulaProof(ctx context.Context, e *term.Env, name string, args []string) error {
	if len(args) != 1 {
		return errors.New("--formula: expected one proof")
	}
	f, err := readFormula(e, name)
	if err != nil {
		return err
	}
	file, in, err := e.OpenOne(args, "proof")
	if err != nil {
		return err
	}
	defer in.Close()
	var clause []int
	sum, err := proof.CheckFormula(ctx, f.Vars, func(add func([]int)) {
		for c := range f.All() {
			clause = clause[:0]
			for _, l := range c {
				clause = append(clause, int(l))
			}
			add(clause)
		}
	}, proof.ReadDRAT(in))
	var rejected *proof.RejectedError
	switch {
	case ctx.Err() != nil:
		return term.Fail(term.Undecided, ctx.Err())
	case err != nil && !errors.As(err, &rejected):
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", file, err))
	case err != nil:
		e.Raise(term.Negative)
	}
	if e.Flags.Output == "json" {
		o := proofObject{File: args[0], Accepted: err == nil,
			Claim:       "none",
			summaryPart: &summaryPart{sum.Clauses, sum.Lemmas, sum.Literals, sum.Deleted}}
		if err != nil {
			o.Error = err.Error()
		}
		return e.Print(string(term.AppendJSONLine(nil, o)))
	}
	if err != nil {
		return e.Print(fmt.Sprintf("rejected: %s\n          that %s has no solution\n", err, name))
	}
	return e.Print(fmt.Sprintf("proved: %s has no solution (%s from %s)\n", name,
		term.Plural(int64(sum.Lemmas), "lemma", "lemmas"), term.Plural(int64(sum.Clauses), "clause", "clauses")))
}

// readFormula reads the formula of --formula.
func readFormula(e *term.Env, name string) (*cnf.Formula, error) {
	_, in, err := e.OpenOne([]string{name}, "formula")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f, err := problem.ReadFormula(in)
	if err != nil {
		return nil, term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, err))
	}
	return f, nil
}
