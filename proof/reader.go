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
	whole     *Claim         // of a certificate in pieces, with the pieces so far and the first solution; nil outside
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
	defer catch(&err)
	if r.whole == nil {
		if c = r.header(); c == nil {
			return nil, io.EOF
		}
	}
	if r.whole != nil {
		c = r.piece()
	}
	r.formula(c)
	r.open = true
	return c, nil
}

// header reads the lines of a certificate up to the name of the formula or its first piece. It returns nil if there is
// no further certificate.
func (r *Reader) header() *Claim {
	if !r.next() {
		return nil
	}
	version, found := bytes.CutPrefix(r.text, []byte("nonet certificate "))
	if !found || len(version) != 1 || version[0] < '1' || version[0] > '3' {
		r.failAt(0, "expected the line %q, found %q", "nonet certificate 1", excerpt(r.text))
	}
	r.startLine = r.number
	c := &Claim{}
	if version[0] == '3' {
		r.model(c)
	} else {
		r.puzzle(c, version[0] == '2')
	}
	if c.Model == nil || c.Kind != NoSolution {
		r.solutions(c)
	}
	if c.Kind == OnlySolution || c.Kind == AllSolutions {
		c.Over = r.numberLine("over")
	}
	if len(c.Solutions) == 0 && (c.Model == nil || c.Kind == AllSolutions) {
		r.line("formula")
		if r.unread = true; string(r.word) == "piece" {
			c.Piece, r.whole = &Piece{}, c
		}
	}
	return c
}

// puzzle reads the lines about a puzzle.
func (r *Reader) puzzle(c *Claim, withRules bool) {
	r.field("box")
	h, w, isSize := strings.Cut(r.rest(), "x")
	c.Height, c.Width = parseSide(h), parseSide(w)
	if !isSize || c.Height == 0 || c.Width == 0 || c.N() > MaxN {
		r.failAt(r.from, "expected the size of a box, such as 3x3, for a grid of at most %d rows", MaxN)
	}
	if c.Puzzle = r.cells("puzzle", c.N()); withRules {
		r.rules(c)
	}
}

// formula reads the line that names the formula.
func (r *Reader) formula(c *Claim) {
	r.field("formula")
	if name := r.rest(); name != c.formulaName() {
		r.failAt(r.from, "expected the formula %s, found %q", c.formulaName(), excerpt([]byte(name)))
	}
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
func (r *Reader) solutions(c *Claim) {
	for {
		var s []int
		if c.Model != nil {
			s = r.numberLine("solution", "over", "formula")
		} else {
			s = r.cells("solution", c.N(), "formula", "piece")
		}
		if s == nil {
			return
		}
		if len(c.Rules) > 0 {
			s = append(s, r.numberLine("auxiliary", "solution", "formula")...)
		}
		if len(c.Solutions) == MaxSolutions {
			r.failAt(0, "there are more than %d solutions", MaxSolutions)
		}
		c.Solutions = append(c.Solutions, s)
	}
}

// line reads the next line, or the current one once more if it was left. expected is for the error at the end.
func (r *Reader) line(expected string) {
	if r.unread {
		r.unread = false
		r.restart()
	} else if !r.next() {
		r.failAt(0, "the file ends where %q was expected", expected)
	}
}

// expect reads a line with this text.
func (r *Reader) expect(text string) {
	if r.line(text); string(r.text) != text {
		r.failAt(0, "expected %q, found %q", text, excerpt(r.text))
	}
}

// field reads a line that begins with name, and goes to the word behind it. If the line begins with one of instead,
// field leaves it for the next call and returns false.
func (r *Reader) field(name string, instead ...string) bool {
	r.line(name)
	word := string(r.word)
	if r.unread = slices.Contains(instead, word); r.unread {
		return false
	}
	if word != name {
		r.failAt(0, "expected %q and its value, found %q", name, excerpt(r.word))
	}
	r.scan()
	return true
}

// cells reads a line "name cells" of a grid of n rows. It returns nil if the line has another name; see field.
func (r *Reader) cells(name string, n int, instead ...string) []int {
	if !r.field(name, instead...) {
		return nil
	}
	cells := make([]int, 0, n*n)
	for at := r.from; at < len(r.text); {
		word := r.text[at : at+1]
		if n > 9 {
			word = r.word
		}
		v := parseSide(string(word))
		if string(word) != "." && (v == 0 || v > n) {
			r.failAt(at, "expected a value from 1 to %d, or a dot, found %q", n, excerpt(word))
		}
		if len(cells) == n*n {
			r.failAt(at, "there are more than %d cells", n*n)
		}
		cells = append(cells, v)
		if at++; n > 9 {
			r.scan()
			at = r.from
		}
	}
	if len(cells) < n*n {
		r.failAt(len(r.text), "there are %d cells, expected %d", len(cells), n*n)
	}
	return cells
}

// numberLine reads a line "name numbers". It returns nil if the line has another name; see field.
func (r *Reader) numberLine(name string, instead ...string) []int {
	if !r.field(name, instead...) {
		return nil
	}
	all := append([]int{}, r.values()...)
	if len(r.word) > 0 {
		r.unexpected("a number")
	}
	return all
}

// Step implements Steps.
func (r *Reader) Step() (s Step, err error) {
	if !r.open {
		return s, io.EOF
	}
	r.open = false // unless there is a step
	defer catch(&err)
	if !r.next() {
		r.failAt(0, "the file ends within a proof: expected a clause, or end")
	}
	if string(r.text) == "end" {
		return s, io.EOF
	}
	s = r.textStep()
	r.open = true
	return s, nil
}

// constraintLines are the parsers of constraints, by the first word of the line.
var constraintLines = map[string]func(*Reader) Constraint{"linear": (*Reader).linear, "table": (*Reader).table,
	"not-equal":     (*Reader).notEqual,
	"all-different": func(r *Reader) Constraint { return AllDifferent(r.names()) }}

// rules reads the lines of rules, and leaves the line after them.
func (r *Reader) rules(c *Claim) {
	r.variables = map[string]int{}
	for cell := range c.Puzzle {
		r.variables[c.name(cell)] = cell
	}
	for literals := 0; ; { // of the auxiliary variables
		r.line("formula")
		name := string(r.word)
		parse, last := constraintLines[name], len(c.Rules)-1
		switch r.scan(); {
		case name == "rule":
			c.Rules = append(c.Rules, Rule{Text: r.rest(), Line: r.number})
			continue
		case parse == nil && name != "variable":
			r.unread = true
			return
		case last < 0:
			r.failAt(0, "found %q before the first rule", name)
		case parse == nil:
			values := r.variable(c.name(len(r.variables)))
			if literals += len(values); literals > MaxVariable {
				r.failAt(0, "the auxiliary variables have more than %d values", MaxVariable)
			}
			c.Rules[last].Auxiliary = append(c.Rules[last].Auxiliary, values)
		default:
			c.Rules[last].Constraints = append(c.Rules[last].Constraints, parse(r))
		}
		if len(r.word) > 0 {
			r.unexpected("the end of the line")
		}
	}
}

// variable reads the name of the next auxiliary variable and its values, such as x1 0..9 or x1 1 3 5.
func (r *Reader) variable(name string) []int {
	if string(r.word) != name {
		r.unexpected(name + ", the next variable")
	}
	r.variables[name] = len(r.variables)
	r.scan()
	low, high, found := strings.Cut(string(r.word), "..")
	if !found {
		return r.values()
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || !inRange(from) || !inRange(to) || to-from > MaxVariable {
		r.unexpected("a range of values, such as 0..9")
	}
	var values []int
	for v := from; v <= to; v++ {
		values = append(values, v)
	}
	r.scan()
	return values
}

// values reads numbers up to a slash or the end of the line.
func (r *Reader) values() (all []int) {
	for ; len(r.word) > 0 && string(r.word) != "/"; r.scan() {
		v, err := strconv.Atoi(string(r.word))
		if err != nil {
			r.unexpected("a number")
		}
		all = append(all, v)
	}
	return all
}

// names reads names of variables as long as there are any.
func (r *Reader) names() (all []int) {
	for {
		x, found := r.variables[string(r.word)]
		if !found {
			return all
		}
		all = append(all, x)
		r.scan()
	}
}

func (r *Reader) notEqual() Constraint {
	vars := r.names()
	if len(vars) != 2 {
		r.unexpected("two variables")
	}
	offset := append(r.values(), 0)
	if len(offset) > 2 {
		r.unexpected("one number")
	}
	return NotEqual{vars[0], vars[1], offset[0]}
}

// linear reads terms, such as +r1c1 or -2*r1c2, a relation and a number.
func (r *Reader) linear() Constraint {
	var c Linear
	for ; len(r.word) > 0 && (r.word[0] == '+' || r.word[0] == '-'); r.scan() {
		coef, name, found := strings.Cut(string(r.word), "*")
		if !found {
			coef, name = coef[:1]+"1", coef[1:]
		}
		n, err := strconv.Atoi(coef)
		x, found := r.variables[name]
		if err != nil || !found {
			r.unexpected("a term, such as +r1c1 or -2*r1c2")
		}
		c.Terms = append(c.Terms, Term{n, x})
	}
	c.Relation = string(r.word)
	r.scan()
	bound := r.values()
	if len(bound) != 1 {
		r.unexpected("a relation (=, <= or >=) and a number")
	}
	c.Bound = bound[0]
	return c
}

// table reads variables, a colon, and the rows, separated by slashes.
func (r *Reader) table() Constraint {
	c := Table{Vars: r.names()}
	if string(r.word) != ":" {
		r.unexpected("a variable, or a colon before the rows")
	}
	for r.scan(); len(r.word) > 0; {
		c.Rows = append(c.Rows, r.values())
		if len(r.word) > 0 {
			r.scan()
		}
	}
	return c
}

// piece reads the lines about a piece or about the rest, up to the name of the formula.
func (r *Reader) piece() *Claim {
	c, before := *r.whole, r.whole.Piece
	c.Piece = &Piece{Begin: r.numberLine("piece", "rest"), First: before.First}
	if len(before.Pieces) > 0 {
		r.startLine = r.number
	}
	if c.Piece.Begin == nil {
		c.Piece.Pieces, r.whole = before.Pieces, nil
		r.expect("rest")
		return &c
	}
	before.Pieces = append(before.Pieces, c.Piece.Begin)
	if r.solutions(&c); before.First == nil && len(c.Solutions) > 0 {
		before.First = c.Solutions[0]
	}
	return &c
}
