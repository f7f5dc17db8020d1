package why

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/batch"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
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
	f.StringVar(&o.puzzle, "puzzle", "", "the puzzle that a DRAT file is about")
	f.StringVar(&o.solution, "solution", "", "its only solution")
	f.StringVar(&e.Flags.Box, "box", "", "boxes of that grid as HEIGHTxWIDTH (default: as square as possible)")
	f.StringVar(&o.extract, "extract", "", "write the formula and the proof of one certificate to NAME.cnf and NAME.drat, for other checkers")
	e.QuietFlags(c, "print results and errors only")
	e.JobsFlag(c, "certificates checked at the same time (default: all cores)")
	e.OutputFlag(c, "text", "json")
	term.Validate(c, func() error {
		switch {
		case o.solution != "" && o.puzzle == "":
			return errors.New("--solution without --puzzle: expected the puzzle that the proof is about")
		case e.Flags.Box != "" && o.puzzle == "":
			return errors.New("--box without --puzzle: certificates say what their boxes are")
		case o.extract != "" && o.puzzle != "":
			return errors.New("--extract with --puzzle: expected a certificate to extract from")
		}
		return nil
	})
	return c
}

type checkOptions struct{ puzzle, solution, extract string }

// checkProofs checks the certificates in the files that the arguments name.
func checkProofs(ctx context.Context, e *term.Env, o checkOptions, args []string) error {
	if len(args) == 0 {
		if e.InIsTerminal() {
			return errors.New("no certificate: expected a file, or - for standard input")
		}
		args = []string{"-"}
	}
	if o.puzzle != "" && len(args) > 1 {
		return errors.New("--puzzle with several files: expected one proof")
	}
	source := &certificateSource{Env: e, args: args}
	defer source.close()
	if o.puzzle != "" {
		claim, err := claimed(e, o)
		if err != nil {
			return err
		}
		source.claim = claim
	}
	if o.extract != "" {
		return extract(e, source, o.extract)
	}
	watch := e.StartProgress(0, "certificates")
	var mu sync.Mutex
	var accepted, rejected, unreadable int64
	start := time.Now()
	err := batch.Run(ctx, batch.Options{Jobs: e.Flags.Jobs, Window: 1024}, batch.OneByOne(source.Next), func() batch.Worker[*certified] {
		return func(ctx context.Context, next **certified, out *batch.Out) {
			c := *next
			sum, err := proof.Summary{}, c.err
			if err == nil {
				sum, err = proof.Check(ctx, c.claim, &recorded{c.steps})
			}
			if ctx.Err() != nil {
				return
			}
			code := term.Good
			n := &accepted
			switch {
			case c.err != nil:
				code, n = term.BadInput, &unreadable
			case err != nil:
				code, n = term.Negative, &rejected
			}
			e.Raise(code)
			mu.Lock()
			*n++
			mu.Unlock()
			if e.Flags.Output == "json" {
				out.Write(c.json(sum, err))
			} else if c.err == nil {
				out.Write(c.text(sum, err))
			}
			if c.err != nil {
				out.Err(fmt.Sprintf("nonet: %s: %s\n", c.file, term.Plain(err)))
			}
			watch.Answered(1)
		}
	}, watch.Aside(e.Out), watch.Aside(e.Err))
	elapsed := time.Since(start)
	watch.Stop()
	switch {
	case err != nil && ctx.Err() == nil:
		return e.WriteError(err)
	case err != nil:
		e.Raise(term.Undecided)
		e.Warn("interrupted after %s", term.Plural(accepted+rejected, "certificate", "certificates"))
	}
	if total := accepted + rejected; total > 1 && !e.Flags.Quiet {
		e.Note("%s: %s accepted, %s rejected; in %s, %s", term.Plural(total, "certificate", "certificates"), term.Thousands(accepted), term.Thousands(rejected), term.Duration(elapsed), term.Rate(total, elapsed))
	}
	if accepted+rejected+unreadable == 0 && err == nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: there is no certificate in it", source.last()))
	}
	return nil
}

// claimed returns what --puzzle and --solution claim.
func claimed(e *term.Env, o checkOptions) (*proof.Claim, error) {
	shape, err := input.ParseBox(e.Flags.Box)
	if err != nil {
		return nil, err
	}
	p, err := input.ParseLine(o.puzzle, shape)
	if err != nil {
		return nil, term.Fail(term.BadInput, fmt.Errorf("--puzzle: %s", term.Plain(err)))
	}
	c := &proof.Claim{Height: p.Shape.Height, Width: p.Shape.Width, Puzzle: p.Clues}
	if o.solution != "" {
		s, err := input.ParseLine(o.solution, p.Shape)
		if err != nil {
			return nil, term.Fail(term.BadInput, fmt.Errorf("--solution: %s", term.Plain(err)))
		}
		c.Solution = s.Clues
	}
	if c.N() > proof.MaxN {
		return nil, term.Fail(term.BadInput, fmt.Errorf("--puzzle: expected a grid of at most %d rows", proof.MaxN))
	}
	return c, nil
}

// extract writes the formula and the proof of the only certificate of the source.
func extract(e *term.Env, source *certificateSource, name string) error {
	c, ok := source.Next()
	if !ok {
		return term.Fail(term.BadInput, fmt.Errorf("%s: there is no certificate in it", source.last()))
	}
	if c.err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", c.file, c.err))
	}
	if more, ok := source.Next(); ok {
		return term.Fail(term.BadInput, fmt.Errorf("%s: line %d: a second certificate: expected one to extract", more.file, more.line))
	}
	if err := term.WriteFile(name+".cnf", func(f *term.FileWriter) error { return proof.WriteDIMACS(f, c.claim) }); err != nil {
		return err
	}
	return term.WriteFile(name+".drat", func(f *term.FileWriter) error {
		var b []byte
		for _, s := range c.steps {
			b = b[:0]
			if s.GiveUp {
				b = append(b, "d "...)
			}
			for _, l := range s.Clause {
				b = append(strconv.AppendInt(b, int64(l), 10), ' ')
			}
			if _, err := f.Write(append(b, "0\n"...)); err != nil {
				return err
			}
		}
		return nil
	})
}
