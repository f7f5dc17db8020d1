package proof

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Reader reads the certificates of a file one after another. After Next it implements Steps for the proof of the
// current certificate.
type Reader struct {
	textDRAT
	open      bool // within a proof
	startLine int
	unread    bool        // field is to parse the current line once more
	pieces    *piecesRead // nil outside of a certificate in pieces
}

// NewReader returns a reader of the certificates in r.
func NewReader(r io.Reader) *Reader { return &Reader{textDRAT: textDRAT{lines: newLines(r)}} }

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
	var err error
	if string(version) == "3" {
		c.Model, err = r.model()
	} else {
		err = r.puzzle(c, string(version) == "2")
	}
	if err != nil {
		return nil, err
	}
	switch inPieces, err := r.beginsPieces(c); {
	case err != nil:
		return nil, err
	case inPieces:
		r.pieces = &piecesRead{whole: c}
		return c, nil
	}
	return c, r.formula(c)
}

// puzzle reads the lines about a puzzle.
func (r *Reader) puzzle(c *Claim, withRules bool) error {
	value, at, err := r.field("box")
	if err != nil {
		return err
	}
	h, w, isSize := strings.Cut(value, "x")
	c.Height, c.Width = parseSide(h), parseSide(w)
	if !isSize || c.Height == 0 || c.Width == 0 || c.N() > MaxN {
		return r.errorAt(at, "expected the size of a box, such as 3x3, for a grid of at most %d rows", MaxN)
	}
	if c.Puzzle, err = r.cells("puzzle", c.N()); err != nil {
		return err
	}
	if withRules {
		if err = r.rules(c); err != nil {
			return err
		}
	}
	c.Solutions, err = r.solutions(c)
	return err
}

// beginsPieces reports whether the next line, which it leaves, begins the first piece of a claim.
func (r *Reader) beginsPieces(c *Claim) (bool, error) {
	if len(c.Solutions) > 0 || c.Model != nil && (c.Model.Kind != AllSolutions || len(c.Model.Solutions) > 0) {
		return false, nil
	}
	err := r.line("formula")
	r.unread = err == nil
	word, _, _ := r.word(0)
	return string(word) == "piece", err
}

// formula reads the line that names the formula.
func (r *Reader) formula(c *Claim) error {
	want := "extended"
	if c.Model != nil {
		want = "direct"
	}
	value, at, err := r.field("formula")
	if err == nil && value != want {
		err = r.errorAt(at, "expected the formula %s, found %q", want, excerpt([]byte(value)))
	}
	return err
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

// solutions reads the solutions of a claim.
func (r *Reader) solutions(c *Claim) (all [][]int, err error) {
	for {
		s, err := r.solution(c)
		if s == nil || err != nil {
			return all, err
		}
		if len(all) == MaxSolutions {
			return nil, r.errorAt(0, "there are more than %d solutions", MaxSolutions)
		}
		all = append(all, s)
	}
}

// solution reads a solution. It returns nil, and leaves the line for the next call, if the line is another one.
func (r *Reader) solution(c *Claim) ([]int, error) {
	if c.Model != nil {
		return r.numberLine("solution", "over", "formula")
	}
	s, err := r.cells("solution", c.N(), "formula", "piece")
	if s == nil || err != nil || len(c.Rules) == 0 {
		return s, err
	}
	auxiliary, err := r.numberLine("auxiliary", "solution", "formula")
	return append(s, auxiliary...), err
}

// line reads the next line, or the current one once more if it was left. expected is for the error at the end.
func (r *Reader) line(expected string) error {
	if r.unread {
		r.unread = false
		return nil
	}
	err := r.next()
	if err == io.EOF {
		err = r.errorAt(0, "the file ends where %q was expected", expected)
	}
	return err
}

// field reads a line "name value" and returns the value and its offset. If the line has another name, one of instead,
// field leaves it for the next call and returns an empty value.
func (r *Reader) field(name string, instead ...string) (value string, at int, err error) {
	if err := r.line(name); err != nil {
		return "", 0, err
	}
	word, _, to := r.word(0)
	switch {
	case string(word) == name:
		_, at, _ = r.word(to)
		return string(r.text[at:]), at, nil
	case slices.Contains(instead, string(word)):
		r.unread = true
		return "", 0, nil
	}
	return "", 0, r.errorAt(0, "expected %q and its value, found %q", name, excerpt(word))
}

// cells reads a line "name cells" of a grid of n rows. It returns nil if the line has another name; see field.
func (r *Reader) cells(name string, n int, instead ...string) ([]int, error) {
	value, at, err := r.field(name, instead...)
	if err != nil || r.unread {
		return nil, err
	}
	cells := make([]int, 0, n*n)
	add := func(word string, at int) error {
		v := 0
		if word != "." {
			if v = parseSide(word); v == 0 || v > n {
				return r.errorAt(at, "expected a value from 1 to %d, or a dot, found %q", n, excerpt([]byte(word)))
			}
		}
		if len(cells) == n*n {
			return r.errorAt(at, "there are more than %d cells", n*n)
		}
		cells = append(cells, v)
		return nil
	}
	if n <= 9 {
		for i := range value {
			if err := add(value[i:i+1], at+i); err != nil {
				return nil, err
			}
		}
	} else {
		for w, from, to := r.word(at); len(w) > 0; w, from, to = r.word(to) {
			if err := add(string(w), from); err != nil {
				return nil, err
			}
		}
	}
	if len(cells) < n*n {
		return nil, r.errorAt(len(r.text), "there are %d cells, expected %d", len(cells), n*n)
	}
	return cells, nil
}

// numberLine reads a line "name numbers". It returns nil if the line has another name; see field.
func (r *Reader) numberLine(name string, instead ...string) ([]int, error) {
	_, at, err := r.field(name, instead...)
	if err != nil || r.unread {
		return nil, err
	}
	p := &lineParser{r: r, to: at}
	p.next()
	all, err := p.numbers()
	if err == nil && p.word != "" {
		err = p.unexpected("a number")
	}
	if all == nil {
		all = []int{}
	}
	return all, err
}

// Step implements Steps.
func (r *Reader) Step() (Step, error) {
	if !r.open {
		return Step{}, io.EOF
	}
	if err := r.next(); err != nil {
		if err == io.EOF {
			err = r.errorAt(0, "the file ends within a proof: expected a clause, or end")
		}
		r.open = false
		return Step{}, err
	}
	if string(r.text) == "end" {
		r.open = false
		return Step{}, io.EOF
	}
	s, err := r.step()
	r.open = err == nil
	return s, err
}
