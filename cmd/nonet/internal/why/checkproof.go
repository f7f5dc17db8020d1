package why

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/process"
	"nonet/cmd/internal/batch"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/internal/packed"
	"nonet/model/sudoku"
	"nonet/proof"

	"github.com/spf13/cobra"
)

func checkProofCommand(e *term.Env) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check-proof [FILES]",
		Short: "Check certificates that puzzles have one solution or none",
		RunE:  func(c *cobra.Command, args []string) error { return checkProofs(c.Context(), e, o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.puzzle, "puzzle", "", "puzzle that the DRAT file is about, or a file with it")
	f.StringVar(&o.about, "about", "", "puzzle, a file with it, or a model file that the certificates must be about")
	f.StringVar(&o.about, "model", "", "the same for a model file")
	f.StringVar(&o.formula, "formula", "", "formula in DIMACS format that the DRAT or LRAT file refutes "+
		"(default: x.cnf for x.lrat or x.drat)")
	f.StringVar(&o.solution, "solution", "", "its only solution")
	f.StringVar(&e.Flags.Box, "box", "", "boxes of --puzzle or --about as HEIGHTxWIDTH (default: as square as "+
		"possible)")
	f.StringVar(&o.extract, "extract", "", "write formula and proof of one certificate to NAME.cnf and NAME.drat, "+
		"for other checkers")
	f.BoolVar(&o.core, "core", false, "name the clues, rules or constraints that the proof uses: they suffice")
	f.StringVar(&o.trim, "trim", "", "write the certificates with only the steps that the proofs need to this file; "+
		"implies --core")
	input.ModelFlags(e, c)
	term.KeepInputs(c, &o.trim)
	term.Exclusive(c, "about", "model")
	e.QuietFlags(c, "print results and errors only")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each certificate, or piece of one, such as 10s "+
		"(default: none)")
	input.MemoryFlag(c, "stop the check of a certificate that would take more, such as 2GB; none for no limit "+
		"(default: half of the machine's)")
	e.JobsFlag(c, "certificates checked at the same time (default: all cores)")
	e.OutputFlag(c, "text", "json")
	term.Without(c, "formula", "puzzle", "extract")
	term.Without(c, "core", "formula", "extract")
	term.Without(c, "trim", "formula", "extract")
	term.Without(c, "about", "puzzle", "formula", "extract")
	term.Without(c, "model", "puzzle", "formula", "extract")
	term.AddCheck(c, func() error {
		switch {
		case o.solution != "" && o.puzzle == "":
			return errors.New("--solution without --puzzle: expected the puzzle that the proof is about")
		case e.Flags.Box != "" && o.puzzle == "" && o.about == "":
			return errors.New("--box without --puzzle or --about: certificates say what their boxes are")
		case o.extract != "" && o.puzzle != "":
			return errors.New("--extract with --puzzle: expected a certificate to extract from")
		}
		return nil
	})
	return c
}

type checkOptions struct {
	puzzle, solution, extract, formula, about, trim string
	core                                            bool
}

// checkProofs checks the certificates in the files that the arguments name.
func checkProofs(ctx context.Context, e *term.Env, o checkOptions, args []string) error {
	args, data := input.SplitData(args)
	if len(data) > 0 && !strings.EqualFold(filepath.Ext(o.about), ".mzn") {
		return fmt.Errorf("%s is data of a MiniZinc model: expected --model MODEL.mzn", data[0])
	}
	if len(args) == 0 {
		if e.InIsTerminal() {
			return errors.New("no certificate: expected a file, or - for standard input")
		}
		args = []string{"-"}
	}
	for _, name := range args {
		if ask.ProofFormatOf(name) == ask.VeriPB {
			return fmt.Errorf("%s: nonet does not check this format; veripb does, with the .opb file beside it", name)
		}
	}
	if o.formula == "" && o.puzzle == "" && o.about == "" && o.extract == "" && o.trim == "" && !o.core {
		o.formula = formulaBeside(args)
	}
	if o.formula != "" {
		return checkFormulaProof(ctx, e, o.formula, args)
	}
	if o.puzzle != "" && len(args) > 1 {
		return errors.New("--puzzle with several files: expected one proof")
	}
	source := &certificateSource{Env: e, ctx: ctx, memory: backends.MemoryLimit(ctx), args: args}
	k := &proofChecker{certificateSource: source, core: o.core || o.trim != ""}
	var err error
	if o.puzzle != "" {
		source.claim, err = parseClaim(e, o)
	}
	if err == nil && o.about != "" {
		k.about, err = readAbout(e, o.about, data)
	}
	switch {
	case err != nil:
		return err
	case o.extract != "":
		if err := term.RefuseOverwriting(args, o.extract+".cnf", o.extract+".drat"); err != nil {
			return err
		}
		return extract(source, o.extract)
	}
	k.progress = e.StartProgress(0, "certificates")
	if o.trim == "" {
		return k.run(ctx)
	}
	e.Flags.Jobs = 1 // in the order of the files
	return term.WriteFile(o.trim, func(f io.Writer) error {
		k.trimmed = f
		return k.run(ctx)
	})
}

// A proofChecker checks the certificates of a source.
type proofChecker struct {
	*certificateSource
	about              *problem.Problem // of --about, or nil
	progress           *term.Progress
	accepted, rejected atomic.Int64

	core    bool      // name what the proofs use
	trimmed io.Writer // of --trim, or nil
}

// readAbout reads the puzzle or the model of --about, which may be a MiniZinc model with data.
func readAbout(e *term.Env, arg string, data []string) (*problem.Problem, error) {
	isModel, err := input.Named(e, []string{arg})
	if err != nil {
		return nil, err
	}
	if !isModel {
		it, err := readPuzzle(e, "--about", arg)
		if err != nil {
			return nil, err
		}
		return it.Problem(), nil
	}
	p, err := input.ReadModel(e, arg, problem.Options{Colours: e.Flags.Colours}, data...)
	if err != nil {
		return nil, term.Fail(term.BadInput, err)
	}
	return p, nil
}

// run checks all certificates and prints the results in their order.
func (k *proofChecker) run(ctx context.Context) error {
	worker := func(context.CancelCauseFunc) batch.Worker[*certified] {
		checker := &proof.Checker{Memory: backends.MemoryLimit(ctx)}
		return func(ctx context.Context, c []*certified, out *batch.Out) { k.check(ctx, checker, c[0], out) }
	}
	next, _ := iter.Pull(k.all) // not stopped: after an interrupt, a call of next may be waiting for input
	done := func() string { return term.Plural(k.accepted.Load()+k.rejected.Load(), "certificate", "certificates") }
	elapsed, ok, err := input.Batch[*certified]{Env: k.Env, Progress: k.progress,
		Options: batch.Options{Jobs: k.Flags.Jobs, Window: 1024},
		Next:    batch.OneByOne(next), Worker: worker, Done: done}.Run(ctx)
	if !ok {
		return err
	}
	accepted, rejected := k.accepted.Load(), k.rejected.Load()
	total := accepted + rejected
	input.Handled{N: total, Elapsed: elapsed}.Note(k.Env, fmt.Sprintf("%s: %s accepted, %s rejected;",
		term.Plural(total, "certificate", "certificates"), term.Thousands(accepted), term.Thousands(rejected)))
	return nil
}

// check checks a certificate and prints the result.
func (k *proofChecker) check(ctx context.Context, checker *proof.Checker, c *certified, out *batch.Out) {
	sum, err := proof.Summary{}, c.err
	if k.about != nil {
		c.scale = k.about.Scale
	}
	if err == nil {
		started := time.Now().Add(-c.reading)
		err = ask.WithDeadline(ctx, started, k.Flags.Timeout, func(ctx context.Context) error {
			err := ask.CheckRules(ctx, c.claim)
			if err == nil && k.about != nil && c.claim.Piece.IsFirst() {
				err = ask.CheckAbout(ctx, c.claim, k.about)
			}
			switch {
			case err != nil:
				return err
			case k.core:
				sum, err = c.trim(ctx, checker)
			default:
				sum, err = checker.Check(ctx, c.claim, &stepList{c.steps})
			}
			return err
		})
	}
	if err == nil && k.trimmed != nil {
		var text bytes.Buffer
		proof.WriteSteps(&text, c.steps)
		if err := proof.Write(k.trimmed, c.claim, text.Bytes()); err != nil {
			out.WriteErr(err.Error())
			k.Raise(term.Failed)
		}
	}
	if rejected := (*proof.RejectedError)(nil); errors.As(err, &rejected) && rejected.Line == 0 && c.start > 1 {
		rejected.Line = c.start // of several claims this one
	}
	if c.whole != nil && c.err == nil && ctx.Err() == nil {
		c.whole.end(c, sum, err)
		if c.isPiece() {
			return
		}
		sum, err = c.whole.result(ctx)
		c.core = c.whole.core
	}
	switch unchecked := new(proof.LimitError); {
	case ctx.Err() != nil:
		return
	case errors.Is(err, ask.ErrTimeLimit), errors.As(err, &unchecked):
		c.err = fmt.Errorf("not checked: %w", err)
		err = c.err
		k.Raise(term.Undecided)
	case c.err != nil:
		k.Raise(term.BadInput)
	case err != nil:
		k.Raise(term.Negative)
		k.rejected.Add(1)
	default:
		k.accepted.Add(1)
	}
	if k.Flags.Output == "json" {
		out.Write(term.AppendJSONLine(nil, c.object(sum, err)))
	} else if c.err == nil {
		io.WriteString(out, c.text(sum, err))
	}
	if c.err != nil {
		out.WriteErr(fmt.Sprintf("%s: %v", c.file, err))
	}
	k.progress.Answered(1)
}

// trim checks the certificate, and keeps the steps that the proof needs and what they use, unless it has a RAT lemma.
func (c *certified) trim(ctx context.Context, checker *proof.Checker) (proof.Summary, error) {
	steps, core, sum, err := checker.Trim(ctx, c.claim, &stepList{c.steps})
	if err == nil {
		c.steps, c.core = steps, &core
	} else if errors.Is(err, proof.ErrNotTrimmed) {
		err = nil
	}
	return sum, err
}

// parseClaim returns the claim of --puzzle and --solution.
func parseClaim(e *term.Env, o checkOptions) (*proof.Claim, error) {
	it, err := readPuzzle(e, "--puzzle", o.puzzle)
	if err != nil {
		return nil, err
	}
	kind, solutions := proof.NoSolution, [][]int(nil)
	if o.solution != "" {
		s, err := input.ParseLine(o.solution, it.Puzzle.Alphabet.ReadAs(), it.Puzzle.Shape)
		if err != nil {
			return nil, term.Fail(term.BadInput, fmt.Errorf("--solution: %w", err))
		}
		kind, solutions = proof.OnlySolution, [][]int{s.Clues}
	}
	c, err := ask.NewClaim(context.Background(), it.Problem(), kind, solutions...)
	if err != nil {
		return nil, term.Fail(term.BadInput, fmt.Errorf("--puzzle: %w", err))
	}
	return c, nil
}

// readPuzzle reads the puzzle of a flag, with the boxes of --box.
func readPuzzle(e *term.Env, flag, arg string) (*input.Item, error) {
	shape, err := input.ParseBox(e.Flags.Box)
	if err != nil {
		return nil, err
	}
	return readOne(e, flag, arg, sudoku.Puzzle{Shape: shape})
}

// extract writes the formula and the proof of the only certificate of the source.
func extract(source *certificateSource, name string) error {
	next, stop := iter.Pull(source.all)
	defer stop()
	c, _ := next() // at least one for each file
	more, several := next()
	err := c.err
	switch {
	case err != nil:
	case c.whole != nil:
		err = fmt.Errorf("line %d: a certificate in pieces: expected one with one proof", c.line)
	case several:
		c = more
		err = cmp.Or(c.err, fmt.Errorf("line %d: a second certificate: expected one to extract", c.line))
	}
	if err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", c.file, err))
	}
	err = term.WriteFile(name+".cnf", func(f io.Writer) error { return proof.WriteDIMACS(f, c.claim) })
	if err != nil {
		return err
	}
	return term.WriteFile(name+".drat", func(f io.Writer) error { return proof.WriteSteps(f, c.steps) })
}

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
	formula, steps := process.ClausesOf(f), packed.Reader(in)
	var sum proof.Summary
	if ask.ProofFormatOf(args[0]) == ask.LRAT {
		sum, err = proof.CheckLRAT(ctx, formula, steps)
	} else {
		sum, err = proof.CheckFormula(ctx, f.Vars, formula, proof.ReadDRAT(steps))
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
		return e.PrintJSON(o)
	}
	return e.Print(verdictText(name+" has no solution", sum, 0, err))
}

// formulaBeside returns the name of the formula of a proof for other checkers, which unique --proof writes beside it;
// "" if there is none.
func formulaBeside(args []string) string {
	if len(args) != 1 || ask.ProofFormatOf(args[0]) == "" {
		return ""
	}
	name := ask.FormulaFile(args[0])
	if _, err := os.Stat(name); err != nil {
		return ""
	}
	return name
}
