package proof

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// A Step of a proof adds or deletes a clause.
type Step struct {
	Delete bool
	Clause []int // literals; the first of an added clause is its RAT pivot. Valid until the next call of Steps.Step
	Line   int   // line in the file, from 1; 0 in a binary file
}

// Steps is a source of the steps of one proof. Step returns io.EOF after the last step.
type Steps interface{ Step() (Step, error) }

// ReadDRAT returns the steps of a DRAT file, textual or binary, as SAT solvers write it. A file is binary if it begins
// with the letter a or its first kilobyte has a byte that is neither printable ASCII nor white space.
func ReadDRAT(r io.Reader) Steps {
	in := bufio.NewReaderSize(r, 1<<16)
	head, err := in.Peek(1024)
	if err != nil && err != io.EOF {
		return failedSteps{err}
	}
	if bytes.ContainsFunc(head, isNotText) || bytes.HasPrefix(head, []byte("a")) {
		return &binaryDRAT{in: in}
	}
	return &textDRAT{lines: lines{in: in}}
}

// failedSteps are the steps of a file that cannot be read.
type failedSteps struct{ err error }

func (f failedSteps) Step() (Step, error) { return Step{}, f.err }

func isNotText(r rune) bool { return (r < ' ' || r > '~') && r != '\n' && r != '\r' && r != '\t' }

type textDRAT struct {
	lines
	clause []int
}

func (d *textDRAT) Step() (Step, error) {
	if err := d.next(); err != nil {
		return Step{}, err
	}
	return d.step()
}

// step parses the current line as a step.
func (d *textDRAT) step() (Step, error) {
	s := Step{Line: d.number}
	w, _, to := d.word(0)
	if s.Delete = string(w) == "d"; !s.Delete {
		to = 0
	}
	var err error
	if d.clause, to, err = d.numbers(to, d.clause[:0], MaxVariable); err == nil {
		err = d.end(to)
	}
	s.Clause = d.clause
	return s, err
}

func excerpt(w []byte) string {
	if len(w) > 20 {
		return string(w[:20]) + "..."
	}
	return string(w)
}

// binaryDRAT reads the binary format: 'a' or 'd', then the literals of the clause as numbers 2v, or 2v+1 for a
// negation, then 0. A number is a little-endian base-128 varint: seven bits to a byte, the high bit set in all bytes
// but the last.
type binaryDRAT struct {
	in     *bufio.Reader
	steps  int
	clause []int
}

func (d *binaryDRAT) Step() (s Step, err error) {
	kind, err := d.in.ReadByte()
	if err != nil {
		return s, err
	}
	d.steps++
	if kind != 'a' && kind != 'd' {
		return s, fmt.Errorf("step %d: expected a or d, found byte %#x", d.steps, kind)
	}
	s.Delete = kind == 'd'
	d.clause = d.clause[:0]
	for {
		x := 0
		for shift := 0; ; shift += 7 {
			b, err := d.in.ReadByte()
			if err != nil && err != io.EOF {
				return s, err
			}
			if err != nil || shift > 28 {
				return s, fmt.Errorf("step %d: the clause does not end, or has a number of more than 35 bits", d.steps)
			}
			x |= int(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		switch l := x >> 1; {
		case x == 0:
			s.Clause = d.clause
			return s, nil
		case l == 0 || l > MaxVariable:
			return s, fmt.Errorf("step %d: variable %d is not in 1..%d", d.steps, l, MaxVariable)
		case x&1 == 1:
			d.clause = append(d.clause, -l)
		default:
			d.clause = append(d.clause, l)
		}
	}
}
