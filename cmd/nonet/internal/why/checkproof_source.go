package why

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/proof"
)

// A certified is a certificate, or the error of reading one.
type certified struct {
	index int
	arg   string // file as on the command line
	file  string // its name in messages
	line  int    // first line; 0 for a DRAT file
	claim *proof.Claim
	steps []proof.Step
	err   error
	core  *proof.Core // what the proof uses, if that was asked for and found

	whole  *inPieces // the certificate, if it has several claims
	number int       // of the claim in it, from 0

	reading time.Duration // part of the time limit
}

// isPiece reports whether further claims of the same certificate follow.
func (c *certified) isPiece() bool { return c.whole != nil && c.claim.Piece.Begin != nil }

// A certificateSource reads certificates from files, one after the other.
type certificateSource struct {
	*term.Env
	ctx     context.Context
	memory  int64 // limit of the steps of a certificate, in bytes; 0 for none
	args    []string
	claim   *proof.Claim // claim of a DRAT file; nil for certificates
	nextArg int          // index of the file that is open, or next
	index   int
	file    *os.File
	limit   *limitedReader // of the file
	reader  *proof.Reader
	empty   bool      // the file has no certificate yet
	whole   *inPieces // the certificate in pieces that is being read
}

// fileName returns the name of the file read last.
func (s *certificateSource) fileName() string {
	if name := s.args[max(0, min(s.nextArg, len(s.args))-1)]; name != "-" {
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

// Next reads the next certificate. After one that cannot be read, it skips the rest of the file. A file without a
// certificate is one that cannot be read.
func (s *certificateSource) Next() (*certified, bool) {
	for {
		in, err := s.open()
		if in == nil && err == nil {
			return nil, false
		}
		c := &certified{index: s.index, arg: s.args[max(0, s.nextArg-1)], file: s.fileName(), err: err}
		s.index++
		if err != nil {
			return c, true
		}
		start := time.Now()
		c.err = s.within(s.ctx, 0, func(ctx context.Context) error { return s.read(ctx, in, c) })
		c.reading = time.Since(start)
		if errors.Is(c.err, io.EOF) && s.empty {
			c.err = errors.New("there is no certificate in it")
		}
		s.empty = false
		if c.err != nil || s.claim != nil {
			s.reader = nil
		}
		if errors.Is(c.err, io.EOF) {
			s.index--
			continue
		}
		if c.err == nil && c.isPiece() {
			s.index-- // one for all claims
		}
		return c, true
	}
}

// read reads a certificate, or the steps of a DRAT file. The error is io.EOF if there is no further one.
func (s *certificateSource) read(ctx context.Context, in io.Reader, c *certified) (err error) {
	s.limit.ctx = ctx
	if s.claim != nil {
		c.claim = s.claim
		c.steps, err = s.readSteps(ctx, proof.ReadDRAT(in))
		return err
	}
	if c.claim, err = s.reader.Next(); err != nil {
		return err
	}
	c.line = s.reader.StartLine()
	if piece := c.claim.Piece; piece != nil {
		if piece.IsFirst() {
			s.whole = newInPieces(c.line)
		}
		c.whole, c.line = s.whole, s.whole.line
	}
	if c.steps, err = s.readSteps(ctx, s.reader); err == nil && c.whole != nil {
		c.whole.begin(c)
	}
	return err
}

// open returns the reader of the current or the next file; nil after the last file.
func (s *certificateSource) open() (io.Reader, error) {
	if s.reader != nil {
		return s.limit, nil
	}
	s.close()
	if s.nextArg == len(s.args) {
		return nil, nil
	}
	name := s.args[s.nextArg]
	s.nextArg++
	in := s.In
	if name != "-" {
		file, err := s.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot be read: %w", term.Reason(err))
		}
		s.file, in = file, s.Interruptible(file)
	}
	s.limit = &limitedReader{s.ctx, in}
	s.reader, s.empty = proof.NewReader(s.limit), true
	return s.limit, nil
}

// A limitedReader reads until its context ends.
type limitedReader struct {
	ctx context.Context
	in  io.Reader
}

func (r *limitedReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(b)
}

// readSteps reads all steps, as long as the memory that the check takes for them is allowed.
func (s *certificateSource) readSteps(ctx context.Context, steps proof.Steps) ([]proof.Step, error) {
	var all []proof.Step
	for literals := int64(0); ; {
		step, err := steps.Step()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err == nil && len(all)%4096 == 0 {
			err = ctx.Err()
		}
		if literals += 1 + int64(len(step.Clause)); s.memory > 0 && literals > s.memory/proof.BytesPerLiteral {
			err = &proof.LimitError{Memory: s.memory}
		}
		if err != nil {
			return nil, err
		}
		step.Clause = slices.Clone(step.Clause)
		all = append(all, step)
	}
}

// within calls f with the rest of the time limit of a certificate, of which a part is spent.
func (s *certificateSource) within(ctx context.Context, spent time.Duration, f func(context.Context) error) error {
	limit := s.Flags.Timeout
	if limit == 0 {
		return f(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, limit-spent)
	defer cancel()
	err := f(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = fmt.Errorf("%w (%v)", ask.ErrTimeLimit, limit)
	}
	return err
}

// A stepList is a proof.Steps of the steps that readSteps has read.
type stepList struct{ rest []proof.Step }

func (r *stepList) Step() (proof.Step, error) {
	if len(r.rest) == 0 {
		return proof.Step{}, io.EOF
	}
	s := r.rest[0]
	r.rest = r.rest[1:]
	return s, nil
}
