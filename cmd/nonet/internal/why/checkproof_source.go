package why

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/proof"
)

// A certified is a certificate, or the error of reading one.
type certified struct {
	index int
	arg   string // file as on the command line
	file  string // its name in messages
	line  int    // first line; 0 for a DRAT file
	start int    // the same of the claim, which may be about a piece
	scale int    // of the objective of the model of --about; see problem.Problem
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
	ctx    context.Context
	memory int64 // limit of the steps of a certificate, in bytes; 0 for none
	args   []string
	claim  *proof.Claim // claim of a DRAT file; nil for certificates
	whole  *inPieces    // the certificate in pieces that is being read
}

// all yields the certificates. After one that cannot be read, it skips the rest of the file. A file without a
// certificate is one that cannot be read.
func (s *certificateSource) all(yield func(*certified) bool) {
	index, more := 0, true
	for i := 0; more && i < len(s.args); i++ {
		s.read(s.args[i], func(c *certified) bool {
			if c.index = index; c.err != nil || !c.isPiece() {
				index++ // one for all claims
			}
			more = yield(c)
			return more
		})
	}
}

// read yields the certificates of a file.
func (s *certificateSource) read(arg string, yield func(*certified) bool) {
	name, in := arg, s.In
	if arg == "-" {
		name = "standard input"
	} else {
		file, err := s.Open(arg)
		if err != nil {
			yield(&certified{arg: arg, file: name, err: fmt.Errorf("cannot be read: %w", term.Reason(err))})
			return
		}
		defer file.Close()
		in = s.Interruptible(file)
	}
	limited := &limitedReader{s.ctx, in}
	unpacked := packed.Reader(limited)
	reader := proof.NewReader(unpacked)
	for n := 0; ; n++ {
		c := &certified{arg: arg, file: name, claim: s.claim}
		start := time.Now()
		c.err = ask.WithDeadline(s.ctx, start, s.Flags.Timeout, func(ctx context.Context) error {
			if limited.ctx = ctx; s.claim != nil {
				return s.readSteps(ctx, proof.ReadDRAT(unpacked), c)
			}
			return s.readClaim(ctx, reader, c)
		})
		c.reading = time.Since(start)
		if errors.Is(c.err, io.EOF) {
			if n > 0 {
				return
			}
			c.err = errors.New("there is no certificate in it")
		}
		if !yield(c) || c.err != nil || s.claim != nil {
			return
		}
	}
}

// readClaim reads a certificate or a claim of one. The error is io.EOF if there is no further one.
func (s *certificateSource) readClaim(ctx context.Context, reader *proof.Reader, c *certified) (err error) {
	if c.claim, err = reader.Next(); err != nil {
		return err
	}
	c.start = reader.StartLine()
	c.line = c.start
	if piece := c.claim.Piece; piece != nil {
		if piece.IsFirst() {
			s.whole = &inPieces{line: c.line, left: 1, checked: make(chan struct{}), core: new(proof.Core)}
		}
		c.whole, c.line = s.whole, s.whole.line
	}
	if err = s.readSteps(ctx, reader, c); err == nil && c.whole != nil {
		c.whole.begin(c)
	}
	return err
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
func (s *certificateSource) readSteps(ctx context.Context, steps proof.Steps, c *certified) error {
	var all []proof.Step
	for literals := int64(0); ; {
		step, err := steps.Step()
		if errors.Is(err, io.EOF) {
			c.steps = all
			return nil
		}
		if err == nil && len(all)%4096 == 0 {
			err = ctx.Err()
		}
		if literals += 1 + int64(len(step.Clause)); s.memory > 0 && literals > s.memory/proof.BytesPerLiteral {
			err = &proof.LimitError{Memory: s.memory}
		}
		if err != nil {
			return err
		}
		step.Clause = slices.Clone(step.Clause)
		all = append(all, step)
	}
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

// inPieces is what the checks of the claims of a certificate in pieces find together.
type inPieces struct {
	line   int // of the file: the first one of the certificate
	claims int // read so far

	mu        sync.Mutex
	left      int           // claims that are read and not yet checked, and 1 until the last one is
	checked   chan struct{} // closed when left is 0
	solutions int
	sum       proof.Summary
	core      *proof.Core // nil if a proof has none
	err       error       // of the first claim in the file that is not accepted
	failed    int         // its number
}

// begin counts a claim that is to be checked.
func (w *inPieces) begin(c *certified) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.number = w.claims; c.isPiece() {
		w.left++
	}
	w.claims++
}

// end adds what the check of a claim finds.
func (w *inPieces) end(c *certified, sum proof.Summary, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.solutions += len(c.claim.Solutions)
	w.sum.Clauses += sum.Clauses
	w.sum.Lemmas += sum.Lemmas
	w.sum.Literals += sum.Literals
	w.sum.Deleted += sum.Deleted
	if c.core == nil {
		w.core = nil
	} else if w.core != nil {
		w.core.Clues = slice.Unique(slices.Concat(w.core.Clues, c.core.Clues))
		w.core.Rules = slice.Unique(slices.Concat(w.core.Rules, c.core.Rules))
	}
	if err != nil && (w.err == nil || c.number < w.failed) {
		w.err, w.failed = err, c.number
	}
	if w.left--; w.left == 0 {
		close(w.checked)
	}
}

// result waits until all claims are checked, and returns what they prove together.
func (w *inPieces) result(ctx context.Context) (proof.Summary, error) {
	select {
	case <-w.checked:
		return w.sum, w.err
	case <-ctx.Done():
		return proof.Summary{}, ctx.Err()
	}
}
