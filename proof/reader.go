package proof

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Reader reads the certificates of a file one after another. After Next it implements Steps for the proof of the
// current certificate.
type Reader struct {
	stepReader
	open      bool // within a proof
	startLine int
	unread    bool           // line is to take the current line once more
	pieces    *piecesRead    // nil outside of a certificate in pieces
	variables map[string]int // of a puzzle with rules, by name
}

// NewReader returns a reader of the certificates in r.
func NewReader(r io.Reader) *Reader {
	return &Reader{stepReader: stepReader{lines: lines{in: bufio.NewReaderSize(r, 1<<16)}}}
}

// StartLine returns the first line of the current certificate, counted from 1.
func (r *Reader) StartLine() int { return r.startLine }

// Next skips the remaining steps of the current claim and returns the next one, or io.EOF if there is none. A
// certificate in pieces has several claims; see Piece.
func (r *Reader) Next() (c *Claim, err error) {
	for r.open {
		if _, err := r.Step(); err != nil && err != io.EOF {
			return nil, err
		}
	}
	if r.pieces == nil {
		c, err = r.header()
	}
	if r.pieces != nil && err == nil {
		c, err = r.piece()
	}
	r.open = err == nil
	return c, err
}

// header reads the lines of a certificate up to its refutation or its first piece.
func (r *Reader) header() (*Claim, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	version, found := bytes.CutPrefix(r.text, []byte("nonet certificate "))
	if !found || len(version) != 1 || version[0] < '1' || version[0] > '3' {
		return nil, r.errorAt(0, "expected the line %q, found %q", "nonet certificate 1", excerpt(r.text))
	}
	r.startLine = r.number
	c := &Claim{}
	err := r.subject(c, version[0])
	if err == nil && (c.Model == nil || c.Kind != NoSolution) {
		err = r.solutions(c)
	}
	if err == nil && (c.Kind == OnlySolution || c.Kind == AllSolutions) {
		c.Over, err = r.numberLine("over")
	}
	if err == nil && len(c.Solutions) == 0 && (c.Model == nil || c.Kind == AllSolutions) {
		err = r.line("formula")
		if r.unread = err == nil; r.unread && string(r.word) == "piece" {
			r.pieces = &piecesRead{whole: c}
			return c, nil
		}
	}
	if err == nil {
		err = r.formula(c)
	}
	return c, err
}

// subject reads the lines about a puzzle, or about a model and the kind of the claim.
func (r *Reader) subject(c *Claim, version byte) (err error) {
	if version == '3' {
		return r.model(c)
	}
	if _, err := r.field("box"); err != nil {
		return err
	}
	h, w, isSize := strings.Cut(r.rest(), "x")
	c.Height, c.Width = parseSide(h), parseSide(w)
	if !isSize || c.Height == 0 || c.Width == 0 || c.N() > MaxN {
		return r.errorAt(r.from, "expected the size of a box, such as 3x3, for a grid of at most %d rows", MaxN)
	}
	if c.Puzzle, err = r.cells("puzzle", c.N()); err == nil && version == '2' {
		err = r.rules(c)
	}
	return err
}

// formula reads the line that names the formula.
func (r *Reader) formula(c *Claim) error {
	if _, err := r.field("formula"); err != nil {
		return err
	}
	if name := r.rest(); name != c.formulaName() {
		return r.errorAt(r.from, "expected the formula %s, found %q", c.formulaName(), excerpt([]byte(name)))
	}
	return nil
}

// parseSide parses a number from 1 to MaxN. It returns 0 if s is not one.
func parseSide(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxN || s[0] == '+' {
		return 0
	}
	return n
}

// MaxSolutions is the largest number of solutions of a claim that a Reader accepts. The time of a check grows with the
// square of the number; a certificate in pieces has claims about few solutions.
const MaxSolutions = 100_000

// solutions reads the solutions of a claim, and leaves the line after them.
func (r *Reader) solutions(c *Claim) error {
	for {
		var s, auxiliary []int
		var err error
		if c.Model != nil {
			s, err = r.numberLine("solution", "over", "formula")
		} else {
			s, err = r.cells("solution", c.N(), "formula", "piece")
		}
		if s != nil && err == nil && len(c.Rules) > 0 {
			auxiliary, err = r.numberLine("auxiliary", "solution", "formula")
		}
		if s == nil || err != nil {
			return err
		}
		if len(c.Solutions) == MaxSolutions {
			return r.errorAt(0, "there are more than %d solutions", MaxSolutions)
		}
		c.Solutions = append(c.Solutions, append(s, auxiliary...))
	}
}

// line reads the next line, or the current one once more if it was left. expected is for the error at the end.
func (r *Reader) line(expected string) error {
	if r.unread {
		r.unread = false
		r.restart()
		return nil
	}
	err := r.next()
	if err == io.EOF {
		err = r.errorAt(0, "the file ends where %q was expected", expected)
	}
	return err
}

// field reads a line that begins with name, and goes to the word behind it. If the line begins with one of instead,
// field leaves it for the next call and returns false.
func (r *Reader) field(name string, instead ...string) (found bool, err error) {
	if err := r.line(name); err != nil {
		return false, err
	}
	switch word := string(r.word); {
	case word == name:
		r.scan()
		return true, nil
	case slices.Contains(instead, word):
		r.unread = true
		return false, nil
	}
	return false, r.errorAt(0, "expected %q and its value, found %q", name, excerpt(r.word))
}

// cells reads a line "name cells" of a grid of n rows. It returns nil if the line has another name; see field.
func (r *Reader) cells(name string, n int, instead ...string) ([]int, error) {
	if found, err := r.field(name, instead...); !found {
		return nil, err
	}
	cells := make([]int, 0, n*n)
	for at := r.from; at < len(r.text); {
		word := r.text[at : at+1]
		if n > 9 {
			word = r.word
		}
		v := parseSide(string(word))
		if string(word) != "." && (v == 0 || v > n) {
			return nil, r.errorAt(at, "expected a value from 1 to %d, or a dot, found %q", n, excerpt(word))
		}
		if len(cells) == n*n {
			return nil, r.errorAt(at, "there are more than %d cells", n*n)
		}
		cells = append(cells, v)
		if at++; n > 9 {
			r.scan()
			at = r.from
		}
	}
	if len(cells) < n*n {
		return nil, r.errorAt(len(r.text), "there are %d cells, expected %d", len(cells), n*n)
	}
	return cells, nil
}

// numberLine reads a line "name numbers". It returns nil if the line has another name; see field.
func (r *Reader) numberLine(name string, instead ...string) ([]int, error) {
	if found, err := r.field(name, instead...); !found {
		return nil, err
	}
	all, err := r.values()
	if err == nil && len(r.word) > 0 {
		err = r.unexpected("a number")
	}
	return append([]int{}, all...), err
}

// Step implements Steps.
func (r *Reader) Step() (Step, error) {
	if !r.open {
		return Step{}, io.EOF
	}
	err := r.next()
	if err == io.EOF {
		err = r.errorAt(0, "the file ends within a proof: expected a clause, or end")
	} else if err == nil && string(r.text) == "end" {
		err = io.EOF
	}
	if r.open = err == nil; !r.open {
		return Step{}, err
	}
	s, err := r.step(r.textKind())
	r.open = err == nil
	return s, err
}
