package cnf

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/internal/slice"
)

// A DIMACSFile is a file in DIMACS CNF format.
type DIMACSFile struct {
	Formula *Formula // if Shown is not 1 to some number, all variables are shown
	Lines   []int    // the line on which each clause begins

	// Shown are the variables in lines "c p show 1 2 ... 0" or, for older model counters, "c ind 1 2 ... 0",
	// "cr 1 2 ..." or "vp 1 2 ... 0", in increasing order. The lines of one kind add up. If there are several kinds,
	// they must list the same variables. Shown is nil without such lines. A comment whose word ind or r no number
	// follows is none.
	Shown []Var

	// Weights is the first line that is about weights for model counters: "c p weight", "c t wmc", "c t pwmc" or "w".
	// It is 0 if there is none. ReadDIMACSFile ignores weights.
	Weights int
}

// ReadClauses reads a formula in DIMACS CNF format. A clause may span lines, a line may hold several clauses, comments
// may stand anywhere on lines of their own, and a line that starts with % ends the file, as in the SATLIB collection.
// The header must be exact: it is an error if a variable is beyond its number, if there are more or fewer clauses, or
// if the file ends inside a clause. All errors about the contents are *encode.ParseErrors.
//
// The first MiB of comments before the header is kept, without comments longer than 64 KiB. Files do not record OneHot,
// so it is false.
func ReadClauses(r io.Reader) (*Formula, error) {
	file, err := readDIMACS(r, false)
	return file.Formula, err
}

// ReadDIMACSFile is ReadClauses for all that a file states.
func ReadDIMACSFile(r io.Reader) (DIMACSFile, error) { return readDIMACS(r, true) }

func readDIMACS(r io.Reader, lines bool) (file DIMACSFile, err error) {
	d := dimacsReader{Reader: scan.NewReader(r), lines: lines, shown: -1}
	defer func() {
		if failed := d.Err(); failed != nil {
			file, err = DIMACSFile{}, failed // the input is truncated, so a syntax error is only a consequence
		}
	}()
	defer parse.Catch(&err)
	d.readFormula()
	d.file.Formula = &d.f
	return d.file, nil
}

// A dimacsReader reads one formula. It reports errors by parse.Raise.
type dimacsReader struct {
	*scan.Reader
	f        Formula
	header   bool
	clauses  int  // the number in the header
	shown    int  // the number of shown variables in the header; -1: none
	inClause bool // the current clause has literals and no 0 yet
	file     DIMACSFile
	lists    [len(listWords)]shownList
	lines    bool // file.Lines is wanted
	kept     int  // bytes of comments
}

// A shownList is what the lines of a kind list.
type shownList struct {
	at     scan.Position // of the first line; line 0 if there is none
	vars   []Var
	last   Var // the largest of vars
	lastAt scan.Position
}

// listWords are the beginnings of comments that list shown variables, and of the lines "vp".
var listWords = [...]string{showWord, "ind", "r", "vp"}

// The kinds of lines with other words than showWord, in listWords.
const (
	lineInd = 1 + iota
	lineR   // without a blank before it; the 0 at the end may be missing
	lineVP  // no comment
)

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
		case c == 'w' && first && d.header:
			at := d.Pos()
			if word := d.Word(); word != "w" {
				at.Failf("expected a literal, a 0 or a comment, not %q", word)
			}
			d.noteWeights(at.Line)
			d.RestOfLine(0)
		case c == 'v' && first:
			at := d.Pos()
			if word := d.Word(); word != listWords[lineVP] {
				at.Failf("expected a literal, a 0 or a comment, not %q", word)
			}
			d.readList(lineVP, at)
		case c == scan.EOF || c == '%' && (first || !d.inClause):
			d.finish()
			return
		case c == '-' || '0' <= c && c <= '9':
			d.readLiteral()
			first = false
		default:
			at, word := d.Pos(), d.Word()
			for start, what := range otherLines {
				if strings.TrimRight(word, "-0123456789") == start && first {
					at.Failf("%s not supported", what)
				}
			}
			if !d.header {
				at.Failf("expected a comment or the header %q, not %q", headerForm, word)
			}
			at.Failf("expected a literal, a 0 or a comment, not %q", word)
		}
	}
}

// otherLines are what lines of other formats with clauses begin with.
var otherLines = map[string]string{
	"x": "exclusive ors of literals, such as x1 2 0, are", "h": "weighted clauses (MaxSAT) are",
	"a": "quantifiers (QDIMACS) are", "e": "quantifiers (QDIMACS) are",
}

const headerForm = "p cnf VARIABLES CLAUSES"

func (d *dimacsReader) readHeader() {
	at, projected := d.Pos(), false
	if d.header {
		at.Failf("second header")
	}
	for _, want := range []string{"p", "cnf"} {
		d.SkipBlanks()
		at = d.Pos()
		switch word := d.Word(); {
		case word == "pcnf" && want == "cnf":
			projected = true
		case word == "wcnf" && want == "cnf":
			at.Failf("weighted clauses (MaxSAT) are not supported: expected the header %q", headerForm)
		case word != want:
			at.Failf("expected the header %q, not %q", headerForm, word)
		}
	}
	variables := d.readCount("the number of variables", maxVar)
	clauses := d.readCount("the number of clauses", math.MaxInt)
	ends := func() bool {
		d.SkipBlanks()
		return d.Peek() == '\n' || d.Peek() == scan.EOF
	}
	if projected && !ends() {
		d.shown = d.readCount("the number of shown variables", maxVar)
	}
	if !ends() {
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
		at.Failf("%s is %d, expected 0 to %d", what, n, limit)
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
	if !d.inClause && d.lines {
		d.file.Lines = append(roomy(d, d.file.Lines), at.Line)
	}
	d.f.Body = append(roomy(d, d.f.Body), l)
	d.inClause = l != 0
	if !d.inClause {
		d.f.Clauses++
	}
}

// roomy returns s, which has a part for each clause read so far, with capacity for one more element. If s is full, it
// grows to the size that all clauses need if the others are as long as those so far, but at most 16 times: the header
// may be wrong. append alone grows large slices by a quarter, and copies the numbers of a large file many times.
func roomy[T any](d *dimacsReader, s []T) []T {
	if n := float64(len(s)); len(s) == cap(s) {
		needed := n * float64(d.clauses) / float64(max(d.f.Clauses, 1))
		return slice.Reserve(s, 1+int(max(n/4, min(1.01*needed-n, 15*n))))
	}
	return s
}

const (
	maxComment  = 64 << 10 // bytes; longer comments are dropped
	maxComments = 1 << 20  // bytes; later comments are dropped
)

// readComment reads a comment line up to its end.
func (d *dimacsReader) readComment() {
	line := d.Pos().Line
	d.Skip()
	blank := scan.IsBlank(d.Peek())
	if blank {
		d.Skip()
	}
	indent := ""
	for ; scan.IsBlank(d.Peek()); d.Skip() {
		indent += " "
	}
	at, start := d.Pos(), "" // start: what was read of the text
	kind := -1
	for continues := true; continues; {
		c := d.Peek()
		continues = false
		for k, word := range listWords[:lineVP] {
			switch {
			case k == lineR && blank:
			case start == word && (scan.IsBlank(c) || c == '\n' || c == scan.EOF):
				kind = k
			case c != scan.EOF && strings.HasPrefix(word, start+string(rune(c))):
				continues = true
			}
		}
		if continues {
			start += string(rune(c))
			d.Skip()
		}
	}
	for ; kind >= 0 && scan.IsBlank(d.Peek()); d.Skip() {
		start += " "
	}
	if kind >= 0 && isList(kind, d.Peek()) {
		d.readList(kind, at)
		return
	}
	d.keepComment(line, indent+start)
}

// isList reports whether a comment that begins with one of listWords is a list; c is the next byte. Prose may begin
// with the word ind.
func isList(kind, c int) bool { return kind == 0 || c == '-' || '0' <= c && c <= '9' }

// readList reads shown variables up to the 0 at the end of a line; at is the place of the comment's text.
func (d *dimacsReader) readList(kind int, at scan.Position) {
	list := &d.lists[kind]
	if list.at.Line == 0 {
		list.at = at
	}
	for {
		d.SkipBlanks()
		if c := d.Peek(); kind == lineR && (c == '\n' || c == scan.EOF) {
			return
		}
		at := d.Pos()
		l := readLiteral(d.Reader, "a shown variable, or 0 at the end of the list")
		switch {
		case l < 0:
			at.Failf("%d is not a variable", l)
		case l > 0:
			list.vars = append(list.vars, l.Var())
			if l.Var() > list.last {
				list.last, list.lastAt = l.Var(), at
			}
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

// noteWeights records that a line is about weights.
func (d *dimacsReader) noteWeights(line int) {
	d.file.Weights = cmp.Or(d.file.Weights, line)
}

// keepComment reads the rest of a comment that is not a list, and keeps it if it stands before the header. start is the
// part already read.
func (d *dimacsReader) keepComment(line int, start string) {
	text := start + d.RestOfLine(maxComment)
	if f := strings.Fields(text[:min(len(text), scan.MaxWord)]); len(f) > 1 &&
		(f[0] == "p" && f[1] == "weight" || f[0] == "t" && (f[1] == "wmc" || f[1] == "pwmc")) {
		d.noteWeights(line)
	}
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
	var shown *shownList
	name := ""
	for k, form := range [...]string{"c " + showWord, "c ind", "cr", "vp"} {
		list := &d.lists[k]
		if list.at.Line == 0 {
			continue
		}
		slices.Sort(list.vars)
		list.vars = slices.Compact(list.vars)
		if int(list.last) > d.f.Vars {
			list.lastAt.Failf("shown variable %d: the header has %d variables", list.last, d.f.Vars)
		}
		if shown != nil && !slices.Equal(shown.vars, list.vars) {
			list.at.Failf("the lines %q and %q list different variables", name, form)
		}
		shown, name = list, form
	}
	if shown == nil {
		if d.shown > 0 {
			d.Pos().Failf("the file lists no shown variables, the header has %d", d.shown)
		}
		return
	}
	if n := len(shown.vars); d.shown >= 0 && n != d.shown {
		shown.at.Failf("%d shown variables, the header has %d", n, d.shown)
	}
	d.file.Shown = append([]Var{}, shown.vars...)
	if n := len(shown.vars); n == 0 || int(shown.vars[n-1]) == n {
		d.f.Shown = n
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
