package cnf

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// ErrNoAnswer is returned, wrapped, if a solver's output has no status and no valuation.
var ErrNoAnswer = errors.New("no answer in the solver's output")

// Limits against garbage input; variables, so that tests can lower them. Larger enumerations are read with ScanAnswer.
var (
	maxAnswerLiterals    = 1 << 25 // in all valuations that ReadAnswer keeps
	maxValuationLiterals = 1 << 24 // in one valuation
)

// ReadAnswer reads the output or the result file of a SAT solver. It accepts
//
//   - the lines of the SAT competitions: "s SATISFIABLE", "s UNSATISFIABLE" or "s UNKNOWN", and "v 1 -2 3 0", which may
//     span any number of lines; the s line may be missing if there are v lines, come after them, or lack its s;
//   - the result files of minisat: SAT, UNSAT or INDET, and after SAT the literals on the next line. glucose leaves out
//     the word SAT, so that its file is no answer: read its console output with the option -model;
//   - several valuations, as clasp and cryptominisat print them when they enumerate: each ends with 0, and a further "s
//     SATISFIABLE", or clasp's "c Answer: 2", starts a new one.
//
// Comments and lines of other forms are skipped. It is an error if a value is not a literal (a *encode.ParseError), if
// the lines contradict each other, or if there is no answer (ErrNoAnswer). ReadAnswer does not check the valuations
// against a formula.
//
// A solution holds the true literals of a valuation in the order of the output.
func ReadAnswer(r io.Reader) (encode.Answer[[]Lit], error) {
	var all [][]Lit
	total := 0
	a, err := ScanAnswer(r, func(values []Lit) bool {
		if total += len(values) + 8; total <= maxAnswerLiterals { // 8: the slice header takes memory too
			all = append(all, append([]Lit{}, values...))
		}
		return total <= maxAnswerLiterals
	})
	if err == nil && total > maxAnswerLiterals {
		err = fmt.Errorf("answer: more than %d literals", maxAnswerLiterals)
	}
	if err != nil {
		return encode.Answer[[]Lit]{}, err
	}
	a.Solutions = all
	return a, nil
}

// ScanAnswer is ReadAnswer for long enumerations: it passes each valuation to yield when it is read, and keeps
// none. The slice is valid only during the call. If yield returns false, ScanAnswer stops reading and reports a
// satisfiable and incomplete answer.
func ScanAnswer(r io.Reader, yield func([]Lit) bool) (a encode.Answer[[]Lit], err error) {
	defer parse.Catch(&err)
	s := answerReader{Reader: scan.NewReader(r), yield: yield}
	for !s.stopped && s.Peek() != scan.EOF {
		s.readLine()
	}
	parse.Raise(s.Err())
	s.endValuation()
	return s.conclude()
}

// An answerReader reads an output line by line. It reports errors by parse.Raise.
type answerReader struct {
	*scan.Reader
	yield   func([]Lit) bool
	stopped bool

	values      []Lit // the current valuation
	inValuation bool  // a valuation has begun and not ended
	valuations  int   // number of valuations passed to yield
	resultFile  bool  // the input is a result file: lines of literals need no v

	satisfiable, unsatisfiable, unknown bool // the statuses read so far
	unsatisfiableFirst                  bool // "unsatisfiable" came before a valuation
	claimedModels                       int  // clasp's total number of models; -1 if there may be more
}

// readLine reads a line, or a part of it up to the end of a valuation.
func (s *answerReader) readLine() {
	s.SkipBlanks()
	c := s.Peek()
	if s.resultFile && (c == '-' || '0' <= c && c <= '9') {
		s.readLiterals()
		return
	}
	switch word := s.Word(); word {
	case "v":
		s.readLiterals()
	case "s":
		s.SkipBlanks()
		at := s.Pos()
		status := s.RestOfLine(scan.MaxWord)
		if !s.readStatus(status) {
			at.Failf("unknown status %q", status)
		}
	case "c":
		s.readComment(s.RestOfLine(maxAnswerComment))
	case "SAT", "UNSAT", "INDET", "SATISFIABLE", "UNSATISFIABLE", "INDETERMINATE", "UNKNOWN":
		if strings.TrimSpace(s.RestOfLine(scan.MaxWord)) == "" {
			s.readStatus(word)
			s.resultFile = s.resultFile || word == "SAT"
		}
	default:
		s.RestOfLine(0)
	}
}

const maxAnswerComment = 80 // bytes of a comment that are parsed

// readLiterals reads the literals of a line up to its end.
func (s *answerReader) readLiterals() {
	for !s.stopped {
		s.SkipBlanks()
		switch s.Peek() {
		case '\n':
			s.Skip()
			return
		case scan.EOF:
			return
		}
		at := s.Pos()
		l := readLiteral(s.Reader, "a literal")
		s.inValuation = true
		if l == 0 {
			s.endValuation()
			continue
		}
		if len(s.values) == maxValuationLiterals {
			at.Failf("a valuation of more than %d literals", maxValuationLiterals)
		}
		s.values = append(s.values, l)
	}
}

// endValuation passes the current valuation to yield, if there is one.
func (s *answerReader) endValuation() {
	if !s.inValuation || s.stopped {
		return
	}
	s.unsatisfiableFirst = s.unsatisfiableFirst || s.unsatisfiable
	s.valuations++
	s.stopped = !s.yield(s.values)
	s.values, s.inValuation = s.values[:0], false
}

// readStatus records a status and reports whether words is one.
func (s *answerReader) readStatus(words string) bool {
	s.endValuation()
	switch strings.Join(strings.Fields(words), " ") {
	case "SATISFIABLE", "SAT", "OPTIMUM FOUND":
		s.satisfiable = true
	case "UNSATISFIABLE", "UNSAT":
		s.unsatisfiable = true
	case "UNKNOWN", "INDETERMINATE", "INDET":
		s.unknown = true
	default:
		return false
	}
	return true
}

// readComment parses the comments of clasp: "Answer: 2" before a valuation, and "Models : 4" at the end, or "Models :
// 4+" if there may be more.
func (s *answerReader) readComment(text string) {
	words := strings.Fields(text)
	switch {
	case len(words) == 2 && words[0] == "Answer:":
		s.endValuation()
	case len(words) == 3 && words[0] == "Models" && words[1] == ":":
		n, err := strconv.Atoi(words[2])
		if err != nil {
			n = -1
		}
		s.claimedModels = n
	}
}

// conclude returns the answer after the whole output has been read, or an error if its lines contradict each other.
func (s *answerReader) conclude() (a encode.Answer[[]Lit], err error) {
	switch {
	case s.stopped:
		a.Status = model.Satisfiable
	case s.unsatisfiableFirst:
		err = errors.New("answer: a valuation follows the status UNSATISFIABLE")
	case s.valuations > 0:
		a.Status, a.Complete = model.Satisfiable, s.unsatisfiable || s.claimedModels == s.valuations
	case s.satisfiable && s.unsatisfiable:
		err = errors.New("answer: both SATISFIABLE and UNSATISFIABLE")
	case s.satisfiable:
		a.Status = model.Satisfiable
	case s.unsatisfiable:
		a.Status, a.Complete = model.Unsatisfiable, true
	case !s.unknown:
		err = fmt.Errorf("answer: %w", ErrNoAnswer)
	}
	return a, err
}

// ValuationOf returns the valuation of the variables 1..vars in which lits are true. Variables that lits do not mention
// are false: solvers may leave out variables whose value does not matter. It is an error if a literal is beyond vars or
// contradicts another.
func ValuationOf(lits []Lit, vars int) (Valuation, error) {
	v := make(Valuation, vars+1)
	for _, l := range lits {
		if int(l.Var()) < 1 || int(l.Var()) > vars {
			return nil, fmt.Errorf("valuation: literal %d: there are %d variables", l, vars)
		}
		if l > 0 {
			v[l] = true
		}
	}
	for _, l := range lits {
		if l < 0 && v[-l] {
			return nil, fmt.Errorf("valuation: both literals %d and %d are true", -l, l)
		}
	}
	return v, nil
}
