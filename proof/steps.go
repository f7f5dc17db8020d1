package proof

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
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
func ReadDRAT(r io.Reader) Steps { return openProof(r, drat) }

// ReadFRAT returns the steps of a textual FRAT file, as cryptominisat5 writes it: the added and the deleted clauses.
// Lines of other kinds (original and final clauses, new numbers of clauses) are skipped, and so are the numbers of
// clauses and the hints after them: the checker knows the formula, and derives each clause without hints.
//
// Source: S. Baek, M. Carneiro, M. Heule, A Flexible Proof Format for SAT Solver-Elaborator Communication, TACAS 2021.
func ReadFRAT(r io.Reader) Steps {
	return &stepReader{lines: lines{in: bufio.NewReaderSize(r, 1<<16)}, format: frat}
}

// A proofFormat is a format of the steps of a proof. A line of text is
//
//	literals 0                 or  d literals 0           DRAT
//	a number literals 0 ...    or  d number literals 0    FRAT, among lines that begin with o, f, r or t
//	number literals 0 hints 0  or  number d numbers 0     LRAT
//
// A step in the binary DRAT or LRAT format is the letter a or d, of an LRAT lemma its number, and lists of numbers that
// end with 0. The number n is written as 2n, and -n as 2n+1, in a little-endian base-128 varint: seven bits to a byte,
// the high bit set in all bytes but the last.
type proofFormat int

const drat, frat, lrat proofFormat = 0, 1, 2

// A stepReader reads the steps of a proof. A deletion in LRAT has the numbers of clauses as its clause.
type stepReader struct {
	lines    // of a text
	format   proofFormat
	isBinary bool
	failed   error // of the begin of the file
	steps    int   // so far, of a binary file
	clause   []int
	id       int   // of a lemma in LRAT
	hints    []int // of a lemma in LRAT; valid until the next step
}

// openProof returns a reader of a proof, which is binary if it begins with the letter a or its first kilobyte has a
// byte that is neither printable ASCII nor white space.
func openProof(r io.Reader, format proofFormat) *stepReader {
	p := &stepReader{lines: lines{in: bufio.NewReaderSize(r, 1<<16)}, format: format}
	head, err := p.in.Peek(1024)
	if err != io.EOF {
		p.failed = err
	}
	p.isBinary = bytes.ContainsFunc(head, isNotText) || bytes.HasPrefix(head, []byte("a"))
	return p
}

func isNotText(r rune) bool { return (r < ' ' || r > '~') && r != '\n' && r != '\r' && r != '\t' }

// Step implements Steps.
func (p *stepReader) Step() (s Step, err error) {
	defer catch(&err)
	switch {
	case p.failed != nil:
		return s, p.failed
	case p.isBinary:
		return p.binaryStep()
	}
	for p.next() {
		if p.format != frat || !slices.Contains([]string{"o", "f", "r", "t"}, string(p.word)) {
			return p.textStep(), nil
		}
	}
	return s, io.EOF
}

// textStep parses the current line.
func (p *stepReader) textStep() Step {
	deletes, least := false, 0 // number of a clause
	if p.format == frat {
		if deletes = string(p.word) == "d"; !deletes && string(p.word) != "a" {
			p.unexpected("a step a, d, o, f, r or t")
		}
		least = 1
		p.scan()
	}
	if p.format != drat {
		var err error
		if p.id, err = strconv.Atoi(string(p.word)); err != nil || p.id < least {
			p.unexpected("the number of a clause")
		}
		p.scan()
	}
	if p.format != frat && string(p.word) == "d" {
		deletes = true
		p.scan()
	}
	s := p.lists(deletes, p.lines.numbers)
	if p.format != frat && len(p.word) > 0 {
		p.unexpected("the end of the line after 0")
	}
	return s
}

// lists reads the lists of a step.
func (p *stepReader) lists(deletes bool, read func(list []int, limit int) []int) Step {
	limit := MaxVariable
	if p.format == lrat && deletes {
		limit = math.MaxInt32
	}
	p.clause = read(p.clause[:0], limit)
	if p.format == lrat && !deletes {
		p.hints = read(p.hints[:0], math.MaxInt32)
	}
	return Step{deletes, p.clause, p.number}
}

// binaryStep reads a step of a binary file. The error is io.EOF at the end of the input.
func (p *stepReader) binaryStep() (Step, error) {
	kind, err := p.in.ReadByte()
	if err != nil {
		return Step{}, err
	}
	p.steps++
	if kind != 'a' && kind != 'd' {
		p.fail("expected a or d, found byte %#x", kind)
	}
	if kind == 'a' && p.format == lrat {
		p.id = p.binaryNumber(math.MaxInt32)
	}
	return p.lists(kind == 'd', p.binaryNumbers), nil
}

// fail panics with an error about the current step of a binary file.
func (p *stepReader) fail(format string, args ...any) {
	fail("step %d: %s", p.steps, fmt.Sprintf(format, args...))
}

// binaryNumber reads a number, which is at most the limit in absolute value.
func (p *stepReader) binaryNumber(limit int) int {
	x := 0
	for shift := 0; ; shift += 7 {
		c, err := p.in.ReadByte()
		if err != io.EOF {
			stop(err)
		}
		if err != nil || shift > 28 {
			p.fail("the clause does not end, or has a number of more than 35 bits")
		}
		x |= int(c&0x7f) << shift
		if c < 0x80 {
			break
		}
	}
	l := x >> 1
	if l > limit || x == 1 {
		p.fail("variable %d is not in 1..%d", l, limit)
	}
	if x&1 == 1 {
		l = -l
	}
	return l
}

// binaryNumbers appends numbers up to a 0 to a list.
func (p *stepReader) binaryNumbers(list []int, limit int) []int {
	for l := p.binaryNumber(limit); l != 0; l = p.binaryNumber(limit) {
		list = append(list, l)
	}
	return list
}

// A SyntaxError reports where and why a file cannot be parsed.
type SyntaxError struct {
	Line, Column int // from 1; columns count bytes
	Msg          string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// Limits that bound the memory for malformed files.
const (
	maxLine     = 1 << 22 // bytes of a line
	MaxVariable = 1 << 21 // largest variable of a formula or a proof, which may introduce variables
)

// A failed is what stop panics with, and catch recovers: errors end a parser or a check from within.
type failed struct{ error }

// stop panics with an error, unless it is nil.
func stop(err error) {
	if err != nil {
		panic(failed{err})
	}
}

func fail(format string, args ...any) { stop(fmt.Errorf(format, args...)) }

// catch makes the error of stop the error of the function that defers the call.
func catch(err *error) {
	switch cause := recover().(type) {
	case nil:
	case failed:
		*err = cause.error
	default:
		panic(cause)
	}
}

// lines reads a text line by line, and a line word by word.
type lines struct {
	in       *bufio.Reader
	number   int    // of the current line, from 1
	text     []byte // the current line without trailing white space; valid until the next call of next
	word     []byte // the current word; empty at the end of the line
	from, to int    // the offsets of its begin and end
}

// next reads the next line that is not a comment and not blank, and its first word. It returns false at the end of the
// input.
func (x *lines) next() bool {
	for {
		x.text = x.text[:0]
		x.number++
		for {
			part, err := x.in.ReadSlice('\n')
			x.text = append(x.text, part...)
			if len(x.text) > maxLine {
				x.failAt(0, "the line is longer than %d bytes", maxLine)
			}
			if err == nil || err == io.EOF && len(x.text) > 0 {
				break
			}
			if err == io.EOF {
				return false
			}
			if err != bufio.ErrBufferFull {
				stop(err)
			}
		}
		x.text = bytes.TrimRight(x.text, "\r\n \t")
		if len(x.text) > 0 && !(x.text[0] == 'c' && (len(x.text) == 1 || x.text[1] == ' ')) {
			x.restart()
			return true
		}
	}
}

// restart goes to the first word of the current line.
func (x *lines) restart() {
	x.to = 0
	x.scan()
}

// scan goes to the next word.
func (x *lines) scan() {
	blank := func(b byte) bool { return b == ' ' || b == '\t' }
	for x.from = x.to; x.from < len(x.text) && blank(x.text[x.from]); x.from++ {
	}
	for x.to = x.from; x.to < len(x.text) && !blank(x.text[x.to]); x.to++ {
	}
	x.word = x.text[x.from:x.to]
}

// rest returns the current line from the current word on.
func (x *lines) rest() string { return string(x.text[x.from:]) }

// failAt panics with a *SyntaxError at the byte with this offset in the current line.
func (x *lines) failAt(offset int, format string, args ...any) {
	stop(&SyntaxError{x.number, offset + 1, fmt.Sprintf(format, args...)})
}

// unexpected panics with an error about the current word.
func (x *lines) unexpected(expected string) {
	found := "the end of the line"
	if len(x.word) > 0 {
		found = strconv.Quote(excerpt(x.word))
	}
	x.failAt(x.from, "expected %s, found %s", expected, found)
}

func excerpt(w []byte) string {
	if len(w) > 20 {
		return string(w[:20]) + "..."
	}
	return string(w)
}

// numbers appends the numbers from the current word on, up to a 0, to a list, and goes behind the 0. A number is at
// most the limit in absolute value.
func (x *lines) numbers(list []int, limit int) []int {
	for {
		l, err := strconv.Atoi(string(x.word))
		switch {
		case len(x.word) == 0:
			x.failAt(x.from, "expected a literal, or 0 at the end of the clause")
		case err != nil:
			x.unexpected("a literal")
		case l > limit || l < -limit:
			x.failAt(x.from, "the variable of literal %d is greater than %d", l, limit)
		}
		if x.scan(); l == 0 {
			return list
		}
		list = append(list, l)
	}
}
