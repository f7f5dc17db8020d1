package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/batch"
	"nonet/model/sudoku"
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
		case o.extract != "" && o.puzzle != "":
			return errors.New("--extract with --puzzle: expected a certificate to extract from")
		}
		return nil
	})
	return c
}

type checkOptions struct{ puzzle, solution, extract string }

// A certified is a certificate that has been read, or the reason why it has not.
type certified struct {
	index int
	file  string
	line  int // where it begins; 0 for a DRAT file
	claim *proof.Claim
	steps []proof.Step
	err   error
}

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
		return func(ctx context.Context, c *certified, out *batch.Out) {
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

// A certificateSource reads certificates from one file after the other.
type certificateSource struct {
	*env
	args   []string
	claim  *proof.Claim // what a DRAT file is about; nil for certificates
	at     int          // index of the file that is open, or next
	index  int
	file   *os.File
	reader *proof.Reader
}

// last returns the name of the file that was read last.
func (s *certificateSource) last() string {
	if name := s.args[max(0, min(s.at, len(s.args))-1)]; name != "-" {
		return name
	}
	return "standard input"
}

func (s *certificateSource) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

// next reads the next certificate. After one that cannot be read, the rest of its file is passed over.
func (s *certificateSource) next() (*certified, bool) {
	for {
		in, err := s.open()
		if in == nil && err == nil {
			return nil, false
		}
		c := &certified{index: s.index, file: s.last(), err: err}
		s.index++
		switch {
		case err != nil:
			return c, true
		case s.claim != nil:
			c.claim = s.claim
			c.steps, c.err = record(proof.ReadDRAT(in))
			s.reader = nil
			return c, true
		}
		if c.claim, c.err = s.reader.Next(); c.err == nil {
			c.line = s.reader.Begin()
			c.steps, c.err = record(s.reader)
		}
		if errors.Is(c.err, io.EOF) {
			s.reader = nil
			s.index--
			continue
		}
		if c.err != nil {
			s.reader = nil
		}
		return c, true
	}
}

// open returns what to read from; nil if there is nothing left.
func (s *certificateSource) open() (io.Reader, error) {
	if s.reader != nil {
		return s.file, nil
	}
	s.close()
	if s.at == len(s.args) {
		return nil, nil
	}
	name := s.args[s.at]
	s.at++
	in := s.In
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot be read: %w", reason(err))
		}
		s.file, in = file, file
	}
	s.reader = proof.NewReader(in)
	return in, nil
}

// record reads all steps.
func record(steps proof.Steps) ([]proof.Step, error) {
	var all []proof.Step
	for {
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		s.Clause = slices.Clone(s.Clause)
		all = append(all, s)
	}
}

// recorded passes on the steps that record has read.
type recorded struct{ rest []proof.Step }

func (r *recorded) Step() (proof.Step, error) {
	if len(r.rest) == 0 {
		return proof.Step{}, io.EOF
	}
	s := r.rest[0]
	r.rest = r.rest[1:]
	return s, nil
}

func (c *certified) shape() sudoku.Shape {
	return sudoku.Shape{Height: c.claim.Height, Width: c.claim.Width}
}

func (c *certified) text(sum proof.Summary, err error) []byte {
	claim := "has no solution"
	if c.claim.Solution != nil {
		claim = "has exactly one solution, " + lineOf(c.shape(), c.claim.Solution)
	}
	puzzle := lineOf(c.shape(), c.claim.Puzzle)
	if err != nil {
		return fmt.Appendf(nil, "rejected: %s\n          that %s %s\n", err, puzzle, claim)
	}
	return fmt.Appendf(nil, "proved: %s %s (%s from %s)\n", puzzle, claim, plural(int64(sum.Lemmas), "lemma", "lemmas"), plural(int64(sum.Clauses), "clause", "clauses"))
}

func (c *certified) json(sum proof.Summary, err error) []byte {
	b := append([]byte(`{"index":`), strconv.Itoa(c.index)...)
	b = appendString(b, "file", c.file)
	b = append(append(b, `,"line":`...), strconv.Itoa(c.line)...)
	if c.err != nil {
		b = append(b, `,"accepted":false`...)
		return append(appendString(b, "error", plainly(err)), "}\n"...)
	}
	b = appendGrid(b, "puzzle", c.shape(), c.claim.Puzzle)
	b = appendGrid(b, "solution", c.shape(), c.claim.Solution)
	claim := "unique"
	if c.claim.Solution == nil {
		claim = "none"
	}
	b = appendString(b, "claim", claim)
	b = fmt.Appendf(b, `,"accepted":%v,"clauses":%d,"lemmas":%d,"literals":%d,"given_up":%d`, err == nil, sum.Clauses, sum.Lemmas, sum.Literals, sum.GivenUp)
	if err != nil {
		b = appendString(b, "error", plainly(err))
	}
	return append(b, "}\n"...)
}
