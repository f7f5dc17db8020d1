package text

import (
	"io"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model"
)

// An SMTReader reads the answers of an SMT-LIB solver, one by one.
type SMTReader struct {
	source
	names []string
	index map[string]model.Var
}

// NewSMTReader returns a reader of answers about variables of the given names.
func NewSMTReader(r io.Reader, names []string) *SMTReader {
	return &SMTReader{newSource(r), names, varsByName(names)}
}

// smtStatus maps answers to check-sat to statuses. Z3 prints timeout when the time limit of -T has expired.
var smtStatus = map[string]model.Status{
	"sat": model.Satisfiable, "unsat": model.Unsatisfiable, "unknown": model.Unknown, "timeout": model.Unknown,
}

// smtWords are the words that an answer may begin with.
var smtWords = map[string]bool{
	"sat": true, "unsat": true, "unknown": true, "timeout": true, "success": true, "unsupported": true,
}

// Status reads the answer to check-sat.
func (s *SMTReader) Status() (status model.Status, err error) {
	defer parse.Catch(&err)
	e := s.nextAnswer()
	status, ok := smtStatus[e.atom]
	if !ok {
		s.failAt(e.Position, "expected sat, unsat or unknown, found %s", e)
	}
	return status, nil
}

// Values reads the answer to get-value or get-model.
func (s *SMTReader) Values() (a model.Assignment, err error) {
	defer parse.Catch(&err)
	return s.assignment(s.nextAnswer()), nil
}

// Statistics reads the answer to get-info :all-statistics: numbers by name.
func (s *SMTReader) Statistics() (numbers map[string]int64, err error) {
	defer parse.Catch(&err)
	numbers = map[string]int64{}
	e := s.nextAnswer()
	for i := 0; i+1 < len(e.list); i += 2 {
		if n, err := strconv.ParseInt(e.list[i+1].atom, 10, 64); err == nil {
			numbers[strings.TrimPrefix(e.list[i].atom, ":")] = n
		}
	}
	return numbers, nil
}

// nextAnswer reads the next expression. It fails on an error message of the solver and at the end of the text.
func (s *SMTReader) nextAnswer() expression {
	e := s.expression()
	if e.isError() {
		s.failAt(e.Position, "the solver reports an error: %s", e)
	}
	return e
}

// readSMT reads all answers of a run.
func readSMT(
	r io.Reader, names []string, yield func(model.Assignment) bool,
) (status model.Status, complete bool, err error) {
	defer parse.Catch(&err)
	s := NewSMTReader(r, names)
	var last expression // sat, unsat or unknown
	pending := false    // whether the last status is sat and its values are still missing
	requireValues := func() {
		if pending && len(names) > 0 {
			s.failAt(last.Position, "the solver reports sat but prints no values: expected the answer to get-value")
		}
	}
	for {
		c := s.nextNonBlank()
		if c == 0 {
			break
		}
		s.unread(c)
		e := s.expression()
		now, isStatus := smtStatus[e.atom]
		switch {
		case isStatus:
			requireValues()
			last, pending = e, now == model.Satisfiable
			switch {
			case now == model.Satisfiable:
				status = now
				if len(names) == 0 {
					yield(model.Assignment{})
				}
			case now == model.Unsatisfiable:
				complete = true
				if status != model.Satisfiable {
					status = now
				}
			}
		case e.isError():
			if last.atom == "" || pending { // after unsat or unknown, get-value is an error
				s.failAt(e.Position, "the solver reports an error: %s", e)
			}
		case e.atom == "success", e.atom == "unsupported", e.begins("objectives"),
			len(e.list) > 0 && strings.HasPrefix(e.list[0].atom, ":"):
		case !pending:
			s.failAt(e.Position, "expected sat, unsat or unknown, found %s", e)
		default:
			a := s.assignment(e)
			pending = false
			if !yield(a) {
				return status, complete, nil
			}
		}
	}
	parse.Raise(s.Err())
	if last.atom == "" {
		s.failf("unexpected end of the answer: expected sat, unsat or unknown")
	}
	requireValues()
	return status, complete, nil
}

// assignment returns the values in ((x 1) (y 2)), the answer to get-value, or in ((define-fun x () Int 1) ...), the
// answer to get-model, which may begin with the word model.
func (s *SMTReader) assignment(e expression) model.Assignment {
	if e.list == nil {
		s.failAt(e.Position, "expected the values of the variables, found %s", e)
	}
	elements := e.list
	if e.begins("model") {
		elements = elements[1:]
	}
	p := newPartial(s.names)
	for _, d := range elements {
		var name string
		var value expression
		switch {
		case d.begins("define-fun") && len(d.list) == 5:
			name, value = d.list[1].atom, d.list[4]
		case len(d.list) == 2 && d.list[0].atom != "":
			name, value = d.list[0].atom, d.list[1]
		default:
			s.failAt(d.Position, "expected a name and its value, found %s", d)
		}
		v, known := s.index[strings.Trim(name, "|")]
		if !known {
			continue
		}
		n, ok := value.integer()
		if !ok {
			s.failAt(value.Position, "expected an integer as the value of %s, found %s", s.names[v], value)
		}
		p.assign(d.Position, v, n)
	}
	return p.complete(e.Position)
}
