package why

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/process"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/proof"
)

// checkFormulaProof checks a DRAT or LRAT file against the formula of --formula.
func checkFormulaProof(ctx context.Context, e *term.Env, name string, args []string) error {
	if len(args) != 1 {
		return errors.New("--formula: expected one proof")
	}
	_, in, err := e.OpenOne([]string{name}, "formula")
	if err != nil {
		return err
	}
	f, err := problem.ReadFormula(in)
	if in.Close(); err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, err))
	}
	file, in, err := e.OpenOne(args, "proof")
	if err != nil {
		return err
	}
	defer in.Close()
	formula := process.ClausesOf(f)
	var sum proof.Summary
	if ask.ProofFormatOf(args[0]) == ask.LRAT {
		sum, err = proof.CheckLRAT(ctx, formula, in)
	} else {
		sum, err = proof.CheckFormula(ctx, f.Vars, formula, proof.ReadDRAT(in))
	}
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
		o := proofObject{File: args[0], Accepted: err == nil, Claim: string(proof.NoSolution), Summary: &sum,
			Error: print.TailOf(0, err).Error}
		return e.Print(string(term.AppendJSONLine(nil, o)))
	}
	return e.Print(verdictText(name+" has no solution", sum, 0, err))
}

// formulaBeside returns the name of the formula of a proof for other checkers, which unique --proof writes beside it;
// "" if there is none.
func formulaBeside(args []string) string {
	if len(args) != 1 || ask.ProofFormatOf(args[0]) == "" {
		return ""
	}
	name := strings.TrimSuffix(args[0], filepath.Ext(args[0])) + ".cnf"
	if _, err := os.Stat(name); err != nil {
		return ""
	}
	return name
}
