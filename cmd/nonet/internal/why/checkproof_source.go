package why

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"nonet/cmd/nonet/internal/term"
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
}

// A certificateSource reads certificates from files, one after the other.
type certificateSource struct {
	*term.Env
	args    []string
	claim   *proof.Claim // claim of a DRAT file; nil for certificates
	nextArg int          // index of the file that is open, or next
	index   int
	file    *os.File
	reader  *proof.Reader
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

// Next reads the next certificate. After one that cannot be read, it skips the rest of the file.
func (s *certificateSource) Next() (*certified, bool) {
	for {
		in, err := s.open()
		if in == nil && err == nil {
			return nil, false
		}
		c := &certified{index: s.index, arg: s.args[max(0, s.nextArg-1)], file: s.fileName(), err: err}
		s.index++
		switch {
		case err != nil:
			return c, true
		case s.claim != nil:
			c.claim = s.claim
			c.steps, c.err = readSteps(proof.ReadDRAT(in))
			s.reader = nil
			return c, true
		}
		if c.claim, c.err = s.reader.Next(); c.err == nil {
			c.line = s.reader.StartLine()
			c.steps, c.err = readSteps(s.reader)
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

// open returns the reader of the current or the next file; nil after the last file.
func (s *certificateSource) open() (io.Reader, error) {
	if s.reader != nil {
		return s.file, nil
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
	s.reader = proof.NewReader(in)
	return in, nil
}

// readSteps reads all steps.
func readSteps(steps proof.Steps) ([]proof.Step, error) {
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
