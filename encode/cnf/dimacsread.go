package cnf

import (
	"io"
	"math"
	"slices"
)

// ReadDIMACS reads a formula in DIMACS CNF format. Clauses may span lines and share them, comments may stand on any line of their own,
// and a line that starts with % ends the file, as in the SATLIB collection. The header must be exact: a variable beyond its number, a
// clause too many or too few, and a clause that the file ends in are errors. All errors about the contents are *ParseErrors.
//
// Comments before the header are kept, except for overlong ones. Lines "c p show 1 2 ... 0" make these the shown variables, which must
// be 1 to some number; without them, all are. ExactlyOnes is not recorded in files and comes back false.
func ReadDIMACS(r io.Reader) (*Formula, error) {
	d := dimacsReader{lexer: newLexer(r)}
	if err := d.read(); err != nil {
		if failed := d.failed(); failed != nil {
			return nil, failed // what was read is cut off, so the complaint about it is not the cause
		}
		return nil, err
	}
	return &d.f, nil
}

type dimacsReader struct {
	*lexer
	f       Formula
	header  bool
	clauses int  // as the header has it
	open    bool // a clause is begun
	shown   []Lit
	listed  bool // there is a list of shown variables
}

func (d *dimacsReader) read() error {
	for first := true; ; { // first on its line
		switch c := d.peek(); {
		case c == '\n':
			d.skip()
			first = true
		case isBlank(c):
			d.skip()
		case c == 'c' && first:
			if err := d.comment(); err != nil {
				return err
			}
		case c == 'p' && first:
			if err := d.problem(); err != nil {
				return err
			}
			first = false
		case c == eof || c == '%' && first:
			return d.end()
		case c == '-' || '0' <= c && c <= '9':
			if err := d.clause(); err != nil {
				return err
			}
			first = false
		default:
			at := d.here()
			if !d.header {
				return at.errorf("expected a comment or the header %q, not %q", headerForm, d.word())
			}
			return at.errorf("expected a literal, a 0 or a comment, not %q", d.word())
		}
	}
}

const headerForm = "p cnf VARIABLES CLAUSES"

// problem reads the header.
func (d *dimacsReader) problem() error {
	at := d.here()
	if d.header {
		return at.errorf("second header")
	}
	for _, want := range []string{"p", "cnf"} {
		d.blanks()
		at = d.here()
		if word := d.word(); word != want {
			return at.errorf("expected the header %q, not %q", headerForm, word)
		}
	}
	variables, err := d.count("the number of variables", maxVar)
	if err != nil {
		return err
	}
	clauses, err := d.count("the number of clauses", math.MaxInt)
	if err != nil {
		return err
	}
	d.blanks()
	if c := d.peek(); c != '\n' && c != eof {
		return d.here().errorf("expected the end of the header, not %q", d.word())
	}
	d.header, d.f.Vars, d.clauses = true, variables, clauses
	return nil
}

// count reads a number of the header.
func (d *dimacsReader) count(what string, most int64) (int, error) {
	d.blanks()
	at := d.here()
	n, err := d.number(what)
	if err == nil && (n < 0 || n > most) {
		err = at.errorf("%s is out of range: %d", what, n)
	}
	return int(n), err
}

// clause reads a literal or the end of a clause.
func (d *dimacsReader) clause() error {
	at := d.here()
	l, err := d.literal("a literal")
	switch {
	case err != nil:
		return err
	case !d.header:
		return at.errorf("clause before the header %q", headerForm)
	case int(l.Var()) > d.f.Vars:
		return at.errorf("literal %d: the header has %d variables", l, d.f.Vars)
	case d.f.Clauses == d.clauses:
		return at.errorf("more clauses than the %d of the header", d.clauses)
	}
	d.f.Body = append(d.f.Body, l)
	d.open = l != 0
	if !d.open {
		d.f.Clauses++
	}
	return nil
}

const maxComment = 64 << 10 // bytes of a comment that is kept

// comment reads a comment line, with its end.
func (d *dimacsReader) comment() error {
	d.skip()
	if isBlank(d.peek()) {
		d.skip()
	}
	for i := range len(showWord) {
		if d.peek() != int(showWord[i]) {
			d.keep(showWord[:i])
			return nil
		}
		d.skip()
	}
	if c := d.peek(); !isBlank(c) && c != '\n' && c != eof {
		d.keep(showWord)
		return nil
	}
	d.listed = true
	for {
		d.blanks()
		at := d.here()
		l, err := d.literal("a shown variable, or 0 at the end of the list")
		switch {
		case err != nil:
			return err
		case l < 0:
			return at.errorf("%d is not a variable", l)
		case l > 0:
			d.shown = append(d.shown, l)
			continue
		}
		d.blanks()
		at = d.here()
		if text := d.rest(maxWord); text != "" {
			return at.errorf("text after the 0 at the end of the list: %q", text)
		}
		return nil
	}
}

// keep reads the rest of a comment that is not a list.
func (d *dimacsReader) keep(start string) {
	text := start + d.rest(maxComment)
	if !d.header && len(text) < maxComment {
		d.f.Comments = append(d.f.Comments, text)
	}
}

// end checks the formula as a whole.
func (d *dimacsReader) end() error {
	switch {
	case d.failed() != nil:
		return d.failed()
	case !d.header:
		return d.here().errorf("the file ends without a header \"p cnf VARIABLES CLAUSES\"")
	case d.open:
		return d.here().errorf("the file ends inside a clause")
	case d.f.Clauses < d.clauses:
		return d.here().errorf("the file ends after %d clauses, the header has %d", d.f.Clauses, d.clauses)
	}
	d.f.Shown = d.f.Vars
	if d.listed {
		slices.Sort(d.shown)
		d.shown = slices.Compact(d.shown)
		d.f.Shown = len(d.shown)
		if n := len(d.shown); n > 0 && (int(d.shown[n-1]) != n || n > d.f.Vars) {
			return d.here().errorf("the shown variables are not 1 to %d", n)
		}
	}
	return nil
}
