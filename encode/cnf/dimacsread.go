package cnf

import (
	"io"
	"math"
	"slices"

	"nonet/encode/internal/scan"
)

// ReadDIMACS reads a formula in DIMACS CNF format. A clause may span lines, a line may hold several clauses, comments
// may stand anywhere on lines of their own, and a line that starts with % ends the file, as in the SATLIB collection.
// The header must be exact: it is an error if a variable is beyond its number, if there are more or fewer clauses, or
// if the file ends inside a clause. All errors about the contents are *encode.ParseErrors.
//
// The first MiB of comments before the header is kept, without comments longer than 64 KiB. Lines "c p show 1 2 ... 0"
// list the shown variables, which must be 1 to some number; without them, all variables are shown. Files do not record
// OneHot, so it is false.
func ReadDIMACS(r io.Reader) (*Formula, error) {
	f, _, err := ReadDIMACSLines(r)
	return f, err
}

// ReadDIMACSLines is ReadDIMACS. It also returns the number of the line on which each clause begins.
func ReadDIMACSLines(r io.Reader) (f *Formula, lines []int, err error) {
	d := dimacsReader{Reader: scan.NewReader(r, "cnf")}
	defer func() {
		if failed := d.Err(); failed != nil {
			f, err = nil, failed // the input is truncated, so a syntax error is only a consequence
		}
	}()
	defer scan.Catch(&err)
	d.readFormula()
	return &d.f, d.lines, nil
}

// A dimacsReader reads one formula. It reports errors by scan.Fail.
type dimacsReader struct {
	*scan.Reader
	f           Formula
	header      bool
	clauses     int  // the number in the header
	inClause    bool // the current clause has literals and no 0 yet
	lines       []int
	shown       []Lit
	hasShowList bool // the file has a list of shown variables
	kept        int  // bytes of comments
}

func (d *dimacsReader) readFormula() {
	for first := true; ; { // first: at the start of a line
		switch c := d.Peek(); {
		case c == '\n':
			d.Skip()
			first = true
		case scan.IsBlank(c):
			d.Skip()
		case c == 'c' && first:
			d.readComment()
		case c == 'p' && first:
			d.readHeader()
			first = false
		case c == scan.EOF || c == '%' && first:
			d.finish()
			return
		case c == '-' || '0' <= c && c <= '9':
			d.readLiteral()
			first = false
		default:
			at := d.Pos()
			if !d.header {
				at.Failf("expected a comment or the header %q, not %q", headerForm, d.Word())
			}
			at.Failf("expected a literal, a 0 or a comment, not %q", d.Word())
		}
	}
}

const headerForm = "p cnf VARIABLES CLAUSES"

// readHeader reads the header.
func (d *dimacsReader) readHeader() {
	at := d.Pos()
	if d.header {
		at.Failf("second header")
	}
	for _, want := range []string{"p", "cnf"} {
		d.SkipBlanks()
		at = d.Pos()
		if word := d.Word(); word != want {
			at.Failf("expected the header %q, not %q", headerForm, word)
		}
	}
	variables := d.readCount("the number of variables", maxVar)
	clauses := d.readCount("the number of clauses", math.MaxInt)
	d.SkipBlanks()
	if c := d.Peek(); c != '\n' && c != scan.EOF {
		d.Pos().Failf("expected the end of the header, not %q", d.Word())
	}
	d.header, d.f.Vars, d.clauses = true, variables, clauses
}

// readCount reads a number of the header, at most limit.
func (d *dimacsReader) readCount(what string, limit int64) int {
	d.SkipBlanks()
	at := d.Pos()
	n := d.Number(what)
	if n < 0 || n > limit {
		at.Failf("%s is out of range: %d", what, n)
	}
	return int(n)
}

// readLiteral reads a literal or the 0 at the end of a clause.
func (d *dimacsReader) readLiteral() {
	at := d.Pos()
	l := readLiteral(d.Reader, "a literal")
	switch {
	case !d.header:
		at.Failf("clause before the header %q", headerForm)
	case int(l.Var()) > d.f.Vars:
		at.Failf("literal %d: the header has %d variables", l, d.f.Vars)
	case d.f.Clauses == d.clauses:
		at.Failf("more clauses than the %d of the header", d.clauses)
	}
	if !d.inClause {
		d.lines = append(doubled(d.lines), at.Line)
	}
	d.f.Body = append(doubled(d.f.Body), l)
	d.inClause = l != 0
	if !d.inClause {
		d.f.Clauses++
	}
}

// doubled returns s with a capacity for one more element, at least twice the old one if s was full. append grows large
// slices by a quarter, and copies the numbers of a large file five times.
func doubled[T any](s []T) []T {
	if len(s) == cap(s) {
		return slices.Grow(s, len(s)+1)
	}
	return s
}

const (
	maxComment  = 64 << 10 // bytes; longer comments are dropped
	maxComments = 1 << 20  // bytes; later comments are dropped
)

// readComment reads a comment line up to its end.
func (d *dimacsReader) readComment() {
	d.Skip()
	if scan.IsBlank(d.Peek()) {
		d.Skip()
	}
	for i := range len(showWord) {
		if d.Peek() != int(showWord[i]) {
			d.keepComment(showWord[:i])
			return
		}
		d.Skip()
	}
	if c := d.Peek(); !scan.IsBlank(c) && c != '\n' && c != scan.EOF {
		d.keepComment(showWord)
		return
	}
	d.hasShowList = true
	for {
		d.SkipBlanks()
		at := d.Pos()
		l := readLiteral(d.Reader, "a shown variable, or 0 at the end of the list")
		switch {
		case l < 0:
			at.Failf("%d is not a variable", l)
		case l > 0:
			d.shown = append(d.shown, l)
			continue
		}
		d.SkipBlanks()
		at = d.Pos()
		if text := d.RestOfLine(scan.MaxWord); text != "" {
			at.Failf("text after the 0 at the end of the list: %q", text)
		}
		return
	}
}

// keepComment reads the rest of a comment that is not a list, and keeps it if it stands before the header. start is the
// part already read.
func (d *dimacsReader) keepComment(start string) {
	text := start + d.RestOfLine(maxComment)
	if d.kept += len(text) + 1; !d.header && len(text) < maxComment && d.kept <= maxComments {
		d.f.Comments = append(d.f.Comments, text)
	}
}

// finish checks the formula as a whole.
func (d *dimacsReader) finish() {
	switch {
	case !d.header:
		d.Pos().Failf("the file ends without a header \"p cnf VARIABLES CLAUSES\"")
	case d.inClause:
		d.Pos().Failf("the file ends inside a clause")
	case d.f.Clauses < d.clauses:
		d.Pos().Failf("the file ends after %d clauses, the header has %d", d.f.Clauses, d.clauses)
	}
	d.f.Shown = d.f.Vars
	if d.hasShowList {
		slices.Sort(d.shown)
		d.shown = slices.Compact(d.shown)
		d.f.Shown = len(d.shown)
		if n := len(d.shown); n > 0 && (int(d.shown[n-1]) != n || n > d.f.Vars) {
			d.Pos().Failf("the shown variables are not 1 to %d", n)
		}
	}
}

const maxVar = math.MaxInt32 // the largest variable that a Lit holds

// readLiteral reads a literal or 0, or fails with an error that what was expected.
func readLiteral(r *scan.Reader, what string) Lit {
	at := r.Pos()
	n := r.Number(what)
	if n > maxVar || n < -maxVar {
		at.Failf("%d is not a literal: variables are 1 to %d", n, maxVar)
	}
	return Lit(n)
}
