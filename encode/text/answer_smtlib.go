package text

import (
	"io"
	"strconv"
	"strings"

	"nonet/model"
)

// An SMTReader reads what an SMT-LIB solver answers, one answer at a time.
type SMTReader struct {
	source
	names []string
	index map[string]model.Var
}

// NewSMTReader returns a reader of answers about variables of the given names.
func NewSMTReader(r io.Reader, names []string) *SMTReader {
	return &SMTReader{newSource(r), names, indexOf(names)}
}

// smtStatus is what the answers to check-sat mean. Z3 says timeout when it has used up the time given by -T.
var smtStatus = map[string]model.Status{
	"sat": model.Satisfiable, "unsat": model.Unsatisfiable, "unknown": model.Unknown, "timeout": model.Unknown,
}

// smtWords are the words that an answer may begin with.
var smtWords = map[string]bool{"sat": true, "unsat": true, "unknown": true, "timeout": true, "success": true, "unsupported": true}

// Status reads the answer to check-sat.
func (s *SMTReader) Status() (model.Status, error) {
	e, err := s.answer()
	if err != nil {
		return model.Unknown, err
	}
	if status, ok := smtStatus[e.atom]; ok {
		return status, nil
	}
	return model.Unknown, s.at(e, "expected sat, unsat or unknown, found %s", e)
}

// Values reads the answer to get-value or get-model.
func (s *SMTReader) Values() (model.Assignment, error) {
	e, err := s.answer()
	if err != nil {
		return nil, err
	}
	return s.assignment(e)
}

// Statistics reads the answer to get-info :all-statistics: numbers by name.
func (s *SMTReader) Statistics() (map[string]int64, error) {
	e, err := s.answer()
	if err != nil {
		return nil, err
	}
	numbers := map[string]int64{}
	for i := 0; i+1 < len(e.list); i += 2 {
		if n, err := strconv.ParseInt(e.list[i+1].atom, 10, 64); err == nil {
			numbers[strings.TrimPrefix(e.list[i].atom, ":")] = n
		}
	}
	return numbers, nil
}

// answer reads the next expression. An error message and the end of the text are errors.
func (s *SMTReader) answer() (expression, error) {
	e, err := s.expression()
	if err == nil && e.isError() {
		err = s.at(e, "the solver reports an error: %s", e)
	}
	return e, err
}

// readSMT reads the answers of a whole run.
func readSMT(r io.Reader, names []string, yield func(model.Assignment) bool) (status model.Status, complete bool, err error) {
	s := NewSMTReader(r, names)
	var last expression // sat, unsat or unknown
	pending := false    // sat was said, and no values yet
	untold := func() error {
		return s.at(last, "it says that there is a solution and does not tell it: expected the answer to get-value")
	}
	for {
		c := s.skip()
		if c == 0 {
			break
		}
		s.back(c)
		e, err := s.expression()
		if err != nil {
			return model.Unknown, false, err
		}
		now, isStatus := smtStatus[e.atom]
		switch {
		case isStatus:
			if pending && len(names) > 0 {
				return model.Unknown, false, untold()
			}
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
			if last.atom == "" || pending { // afterwards it only says that there are no values
				return model.Unknown, false, s.at(e, "the solver reports an error: %s", e)
			}
		case e.atom == "success" || e.atom == "unsupported" || e.begins("objectives") || len(e.list) > 0 && strings.HasPrefix(e.list[0].atom, ":"):
		case !pending:
			return model.Unknown, false, s.at(e, "expected sat, unsat or unknown, found %s", e)
		default:
			a, err := s.assignment(e)
			if err != nil {
				return model.Unknown, false, err
			}
			pending = false
			if !yield(a) {
				return status, complete, nil
			}
		}
	}
	switch {
	case s.Err() != nil:
		return model.Unknown, false, s.errorf("")
	case last.atom == "":
		return model.Unknown, false, s.errorf("the answer breaks off: expected sat, unsat or unknown")
	case pending && len(names) > 0:
		return model.Unknown, false, untold()
	}
	return status, complete, nil
}

// assignment returns the values of ((x 1) (y 2)), or of ((define-fun x () Int 1) ...), before which there may be the word model.
func (s *SMTReader) assignment(e expression) (model.Assignment, error) {
	if e.list == nil {
		return nil, s.at(e, "expected the values of the variables, found %s", e)
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
			return nil, s.at(d, "expected a name and its value, found %s", d)
		}
		v, ours := s.index[strings.Trim(name, "|")]
		if !ours {
			continue
		}
		n, ok := value.integer()
		if !ok {
			return nil, s.at(value, "expected an integer as the value of %s, found %s", s.names[v], value)
		}
		if msg := p.give(v, n); msg != "" {
			return nil, s.at(d, "%s", msg)
		}
	}
	if msg := p.missing(); msg != "" {
		return nil, s.at(e, "%s", msg)
	}
	return p.values, nil
}

func (s *SMTReader) at(e expression, format string, args ...any) error {
	return s.errorAt(e.Place, format, args...)
}
