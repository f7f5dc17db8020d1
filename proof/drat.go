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

// ReadDRAT returns the steps of a DRAT file, textual or binary, as SAT solvers write it.
func ReadDRAT(r io.Reader) Steps {
	in, isBinary, err := open(r)
	if err != nil {
		return failedSteps{err}
	}
	if isBinary {
		return &binaryDRAT{binary: binary{in: in}}
	}
	return &textDRAT{lines: lines{in: in}}
}

// open returns a reader of a proof, and whether the proof is binary: whether it begins with the letter a or its first
// kilobyte has a byte that is neither printable ASCII nor white space.
func open(r io.Reader) (in *bufio.Reader, isBinary bool, err error) {
	in = bufio.NewReaderSize(r, 1<<16)
	head, err := in.Peek(1024)
	if err == io.EOF {
		err = nil
	}
	return in, bytes.ContainsFunc(head, isNotText) || bytes.HasPrefix(head, []byte("a")), err
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

// A binary reads binary proofs. A step is the letter 'a' or 'd', and lists of numbers that end with 0. The number n is
// written as 2n, and -n as 2n+1, in a little-endian base-128 varint: seven bits to a byte, the high bit set in all
// bytes but the last.
type binary struct {
	in    *bufio.Reader
	steps int // so far
}

// kind begins a step. The error is io.EOF at the end of the input.
func (b *binary) kind() (deletes bool, err error) {
	kind, err := b.in.ReadByte()
	if err != nil {
		return false, err
	}
	b.steps++
	if kind != 'a' && kind != 'd' {
		return false, b.errorf("expected a or d, found byte %#x", kind)
	}
	return kind == 'd', nil
}

func (b *binary) errorf(format string, args ...any) error {
	return fmt.Errorf("step %d: %s", b.steps, fmt.Sprintf(format, args...))
}

// number reads a number, which is at most the limit in absolute value.
func (b *binary) number(limit int) (int, error) {
	x := 0
	for shift := 0; ; shift += 7 {
		c, err := b.in.ReadByte()
		if err != nil && err != io.EOF {
			return 0, err
		}
		if err != nil || shift > 28 {
			return 0, b.errorf("the clause does not end, or has a number of more than 35 bits")
		}
		x |= int(c&0x7f) << shift
		if c < 0x80 {
			break
		}
	}
	l := x >> 1
	if l > limit || x == 1 {
		return 0, b.errorf("variable %d is not in 1..%d", l, limit)
	}
	if x&1 == 1 {
		l = -l
	}
	return l, nil
}

// numbers appends numbers up to a 0 to a list.
func (b *binary) numbers(limit int, list []int) ([]int, error) {
	for {
		l, err := b.number(limit)
		if l == 0 || err != nil {
			return list, err
		}
		list = append(list, l)
	}
}

type binaryDRAT struct {
	binary
	clause []int
}

func (d *binaryDRAT) Step() (s Step, err error) {
	if s.Delete, err = d.kind(); err == nil {
		d.clause, err = d.numbers(MaxVariable, d.clause[:0])
	}
	s.Clause = d.clause
	return s, err
}
