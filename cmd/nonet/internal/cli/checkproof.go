package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/batch"
	"nonet/proof"

	"github.com/spf13/cobra"
)

func (e *env) checkProofCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check-proof [FILES]",
		Short: "Check certificates that puzzles have one solution or none",
		Long: `Check-proof reads certificates, as nonet unique --proof writes them, and checks each with code that shares nothing with any solver: it looks at
the solution, derives the clauses that the puzzle means (exactly one value in each cell, and one cell for each value in each row, column and box), adds one
that excludes the solution, and accepts the proof only if each of its clauses follows and the last is the empty one.

A certificate is plain text:

  nonet certificate 1
  box 3x3                  height and width of a box
  puzzle 1....7.9..3...     dots for blanks; above 9 rows, numbers with blanks between them
  solution 162857493534...  left out if the claim is that there is no solution
  formula extended
  -5 39 0                  the refutation, in the DRAT format: clauses that follow,
  ...                      and, behind a d, clauses that are given up
  0
  end

Variable (r*N + c)*N + v says that the cell in row r and column c, counted from 0, has the value v. A file may hold many certificates.

Proofs of other solvers are checked as well: with --puzzle, and --solution unless the claim is that there is none, FILE is a DRAT file, text or binary. The
formula to give to such a solver is that of nonet export --encoding extended --unique-check, or what --extract writes.

JSON: index, file, line where the certificate begins, puzzle, solution or null, claim (unique or none), accepted, and why not (error); and the
numbers of clauses of the formula, and of lemmas, their literals, and clauses given up in the proof.

The exit code is 0 if all certificates are accepted, 1 if some are rejected, 2 if one cannot be read.`,
		Example: examples(
			"nonet unique --proof escargot.cert 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet check-proof escargot.cert",
			"nonet check-proof --extract escargot escargot.cert && drat-trim escargot.cnf escargot.drat",
			"nonet check-proof --puzzle 1....7.9..3... --solution 162857493534... cadical.drat",
		),
		RunE: func(c *cobra.Command, args []string) error { return e.checkProofs(c.Context(), o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.puzzle, "puzzle", "", "the puzzle that a DRAT file is about")
	f.StringVar(&o.solution, "solution", "", "its only solution")
	f.StringVar(&e.flags.box, "box", "", "boxes of that grid as HEIGHTxWIDTH (default: as square as possible)")
	f.StringVar(&o.extract, "extract", "", "write the formula and the proof of one certificate to NAME.cnf and NAME.drat, for other checkers")
	e.quietFlags(c, "print results and errors only")
	e.jobsFlag(c, "certificates checked at the same time (default: all cores)")
	e.outputFlag(c, "text", "json")
	validate(c, func() error {
		switch {
		case o.solution != "" && o.puzzle == "":
			return errors.New("--solution without --puzzle: expected the puzzle that the proof is about")
		case e.flags.box != "" && o.puzzle == "":
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
func (e *env) checkProofs(ctx context.Context, o checkOptions, args []string) error {
	if len(args) == 0 {
		if e.inIsTerminal() {
			return errors.New("no certificate: expected a file, or - for standard input")
		}
		args = []string{"-"}
	}
	if o.puzzle != "" && len(args) > 1 {
		return errors.New("--puzzle with several files: expected one proof")
	}
	source := &certificateSource{env: e, args: args}
	defer source.close()
	if o.puzzle != "" {
		claim, err := e.claimed(o)
		if err != nil {
			return err
		}
		source.claim = claim
	}
	if o.extract != "" {
		return e.extract(source, o.extract)
	}
	watch := e.progress(0, "certificates")
	var mu sync.Mutex
	var accepted, rejected, unreadable int64
	start := time.Now()
	err := batch.Run(ctx, batch.Options{Jobs: e.flags.jobs, Window: 1024}, batch.OneByOne(source.next), func() batch.Worker[*certified] {
		return func(ctx context.Context, next **certified, out *batch.Out) {
			c := *next
			sum, err := proof.Summary{}, c.err
			if err == nil {
				sum, err = proof.Check(ctx, c.claim, &recorded{c.steps})
			}
			if ctx.Err() != nil {
				return
			}
			code := good
			n := &accepted
			switch {
			case c.err != nil:
				code, n = badInput, &unreadable
			case err != nil:
				code, n = negative, &rejected
			}
			e.raise(code)
			mu.Lock()
			*n++
			mu.Unlock()
			if e.flags.output == "json" {
				out.Write(c.json(sum, err))
			} else if c.err == nil {
				out.Write(c.text(sum, err))
			}
			if c.err != nil {
				out.Err(fmt.Sprintf("nonet: %s: %s\n", c.file, plainly(err)))
			}
			watch.answered(1)
		}
	}, watch.aside(e.Out), watch.aside(e.Err))
	elapsed := time.Since(start)
	watch.stop()
	switch {
	case err != nil && ctx.Err() == nil:
		return e.writeError(err)
	case err != nil:
		e.raise(undecided)
		e.message("interrupted after %s", plural(accepted+rejected, "certificate", "certificates"))
	}
	if total := accepted + rejected; total > 1 && !e.flags.quiet {
		e.say("%s: %s accepted, %s rejected; in %s, %s", plural(total, "certificate", "certificates"), thousands(accepted), thousands(rejected), duration(elapsed), rate(total, elapsed))
	}
	if accepted+rejected+unreadable == 0 && err == nil {
		return fail(badInput, fmt.Errorf("%s: there is no certificate in it", source.last()))
	}
	return nil
}

// claimed returns what --puzzle and --solution claim.
func (e *env) claimed(o checkOptions) (*proof.Claim, error) {
	shape, err := parseBox(e.flags.box)
	if err != nil {
		return nil, err
	}
	p, err := parseLine(o.puzzle, shape)
	if err != nil {
		return nil, fail(badInput, fmt.Errorf("--puzzle: %s", plainly(err)))
	}
	c := &proof.Claim{Height: p.Shape.Height, Width: p.Shape.Width, Puzzle: p.Clues}
	if o.solution != "" {
		s, err := parseLine(o.solution, p.Shape)
		if err != nil {
			return nil, fail(badInput, fmt.Errorf("--solution: %s", plainly(err)))
		}
		c.Solution = s.Clues
	}
	if c.N() > proof.MaxN {
		return nil, fail(badInput, fmt.Errorf("--puzzle: expected a grid of at most %d rows", proof.MaxN))
	}
	return c, nil
}

// extract writes the formula and the proof of the only certificate of the source.
func (e *env) extract(source *certificateSource, name string) error {
	c, ok := source.next()
	if !ok {
		return fail(badInput, fmt.Errorf("%s: there is no certificate in it", source.last()))
	}
	if c.err != nil {
		return fail(badInput, fmt.Errorf("%s: %w", c.file, c.err))
	}
	if more, ok := source.next(); ok {
		return fail(badInput, fmt.Errorf("%s: line %d: a second certificate: expected one to extract", more.file, more.line))
	}
	if err := writeFile(name+".cnf", func(f *fileWriter) error { return proof.WriteDIMACS(f, c.claim) }); err != nil {
		return err
	}
	return writeFile(name+".drat", func(f *fileWriter) error {
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
