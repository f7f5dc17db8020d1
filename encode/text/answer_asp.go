package text

import (
	"io"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// ReadASP reads the output of clingo or clasp while the solver runs. It passes each answer set to yield as soon as it
// is complete, until yield returns false, and each line of another kind to onLine, unless that is nil. complete reports
// that the solver has found all solutions, or an optimal one. Errors are read errors or of type *encode.ParseError.
//
// An answer set is a line "Answer: N" and a line of atoms; atom value(NAME,VALUE) is an assignment, and other atoms are
// ignored. SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN follows, and then "Models : N", or "Models : N+" if
// there may be more.
func ReadASP(
	r io.Reader, names []string, onLine func(line string), yield func(model.Assignment) bool,
) (status model.Status, complete bool, err error) {
	defer parse.Catch(&err)
	a := &aspReader{source: newSource(r), names: names, index: varsByName(names), onLine: onLine, yield: yield}
	for a.item() {
	}
	return a.status, a.complete, nil
}

// An aspReader is a parser of the output of clingo and clasp. Its methods report errors by parse.Raise.
type aspReader struct {
	source
	names     []string
	index     map[string]model.Var
	onLine    func(string)
	yield     func(model.Assignment) bool
	found     int // number of answer sets so far
	status    model.Status
	sawStatus bool // whether there was a line with the status
	complete  bool
}

// aspStatuses are the lines that report a status.
var aspStatuses = map[string]model.Status{
	"SATISFIABLE": model.Satisfiable, "OPTIMUM FOUND": model.Satisfiable,
	"UNSATISFIABLE": model.Unsatisfiable, "UNKNOWN": model.Unknown,
}

// aspWords are the words that the output of clingo or clasp may begin with.
var aspWords = map[string]bool{
	"clingo": true, "clasp": true, "Reading": true, "Solving...": true, "Answer:": true, "SATISFIABLE": true,
	"OPTIMUM": true, "UNSATISFIABLE": true, "UNKNOWN": true, "***": true,
}

// item reads an answer set or another line. It returns false at the end of the answer and if yield returns false.
func (a *aspReader) item() bool {
	c := a.nextNonBlank()
	if c == 0 {
		parse.Raise(a.Err())
		if !a.sawStatus && a.found == 0 {
			a.failf("unexpected end of the answer: expected Answer: or a status such as UNSATISFIABLE")
		}
		return false
	}
	at := a.LastPos()
	line := strings.TrimRight(a.word(c, isNotNewline), " \t\r")
	if strings.HasPrefix(line, "Answer:") {
		if a.sawStatus {
			at.Failf("an answer set after the status")
		}
		a.next() // the line break
		return a.answerSet()
	}
	if now, ok := aspStatuses[line]; ok {
		a.setStatus(at, line, now)
		return true
	}
	label, value, _ := strings.Cut(line, ":")
	switch strings.TrimSpace(label) {
	case "*** ERROR":
		at.Failf("the solver reports an error: %s", scan.Clip(line))
	case "Models":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		end := a.next() // a line that is cut off may lack the +
		a.unread(end)
		all := err == nil && end != 0 && n == a.found
		a.complete = a.complete || all && a.sawStatus && a.status == model.Satisfiable
	}
	if a.onLine != nil {
		a.onLine(line)
	}
	return true
}

// setStatus processes a line with a status.
func (a *aspReader) setStatus(at scan.Position, line string, status model.Status) {
	switch {
	case a.sawStatus:
		at.Failf("expected one status, found another: %s", line)
	case status == model.Satisfiable && a.found == 0:
		at.Failf("the solver reports a solution but prints no values: expected Answer: and a line of atoms")
	case status == model.Unsatisfiable && a.found > 0:
		at.Failf("%s after an answer set", line)
	case status == model.Unsatisfiable:
		a.status = status
	}
	a.sawStatus = true
	a.complete = line == "OPTIMUM FOUND" || status == model.Unsatisfiable
}

// answerSet reads a line of atoms.
func (a *aspReader) answerSet() bool {
	p := newPartial(a.names)
	for {
		switch c := a.next(); c {
		case ' ', '\t', '\r':
		case 0, '\n':
			solution := p.complete(a.LastPos())
			a.found, a.status = a.found+1, model.Satisfiable
			return a.yield(solution)
		default:
			at := a.LastPos()
			a.atom(at, p, a.word(c, func(c byte) bool { return c > ' ' }))
		}
	}
}

// atom processes an atom of an answer set.
func (a *aspReader) atom(at scan.Position, p *partial, atom string) {
	inside, ok := strings.CutPrefix(atom, "value(")
	if !ok {
		return
	}
	inside, ok = strings.CutSuffix(inside, ")")
	comma := strings.LastIndexByte(inside, ',')
	if !ok || comma < 0 {
		at.Failf("expected value(NAME,VALUE), found %q", scan.Clip(atom))
	}
	v, known := a.index[inside[:comma]]
	if !known {
		return
	}
	n, err := strconv.Atoi(inside[comma+1:])
	if err != nil {
		at.Failf("expected an integer as the value of %s, found %q", a.names[v], scan.Clip(inside[comma+1:]))
	}
	p.assign(at, v, n)
}
