package export

import (
	"errors"
	"fmt"
	"io"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/internal/scan"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
)

// maxAnswer is the largest size of an answer in bytes.
const maxAnswer = 1 << 30

// A valuation is a solution of a file: it returns the value of shown variable k, which is 0 or 1 except for integer
// columns.
type valuation = func(k int) int

// A NoValuesError reports that a solver found a solution but printed no values. Expected names what is missing: "v
// lines".
type NoValuesError struct{ Expected string }

func (e *NoValuesError) Error() string {
	return "the solver reports a solution but prints no values: expected " + e.Expected
}

// A MismatchError reports that an answer has a variable or option that the file does not have.
type MismatchError struct{ Msg string }

func (e *MismatchError) Error() string {
	return e.Msg + ": the answer seems to be about another file"
}

// Read reads a solver's output or solution file about a file whose variable map is s. It recognizes the format of the
// answer. The solutions are assignments of the model; the caller must check them against the model.
//
// Errors are *UnknownFormatError if the format of s has no answers, *encode.ParseError and other errors of the readers,
// *NoValuesError, *MismatchError, and *model.WrongAnswerError if the values do not give each variable of the model one
// value.
//
// An answer of more than a GiB is an error.
func Read(r io.Reader, s *encode.VariableMap) (encode.Answer[model.Assignment], error) {
	r = scan.Limit(r, maxAnswer)
	none := encode.Answer[model.Assignment]{}
	f, err := ByName(s.Format)
	switch {
	case err == nil && f.read == nil && s.Identifiers != nil:
		return text.ReadAnswer(r, s.Identifiers)
	case err == nil && f.read == nil:
		err = &UnknownFormatError{s.Format}
	}
	if err != nil {
		return none, err
	}
	read, err := f.read(r, s)
	if err != nil {
		return none, err
	}
	a := encode.Answer[model.Assignment]{Status: read.Status, Complete: read.Complete, Objective: read.Objective}
	for _, t := range read.Solutions {
		x, err := s.Map.AssignmentOf(t)
		if bad := (*encode.DecodeError)(nil); errors.As(err, &bad) {
			err = fmt.Errorf("%s %s", s.Variables[bad.Var], bad.Reason)
		}
		if err != nil {
			return a, &model.WrongAnswerError{Reason: err}
		}
		a.Solutions = append(a.Solutions, x)
	}
	return a, nil
}

// convertAnswer converts the solutions of an answer to valuations with decode. It returns a *NoValuesError if the
// answer reports a solution but has none; expected names what is missing.
func convertAnswer[S any](
	a encode.Answer[S], expected string, decode func(S) (valuation, error),
) (encode.Answer[valuation], error) {
	b := encode.Answer[valuation]{Status: a.Status, Complete: a.Complete}
	if a.Status == model.Satisfiable && len(a.Solutions) == 0 {
		return encode.Answer[valuation]{}, &NoValuesError{expected}
	}
	for _, s := range a.Solutions {
		t, err := decode(s)
		if err != nil {
			return encode.Answer[valuation]{}, err
		}
		b.Solutions = append(b.Solutions, t)
	}
	return b, nil
}

func readClauses(r io.Reader, s *encode.VariableMap) (encode.Answer[valuation], error) {
	a, err := cnf.ReadAnswer(r)
	if err != nil {
		return encode.Answer[valuation]{}, err
	}
	return convertAnswer(a, "v lines", func(lits []cnf.Lit) (valuation, error) {
		values := make([]int, s.Columns+1)
		for _, l := range lits {
			if int(l.Var()) > s.Columns {
				return nil, &MismatchError{fmt.Sprintf("value of variable %d, the formula has %d", l.Var(), s.Columns)}
			}
			values[l.Var()] = 0
			if l > 0 {
				values[l.Var()] = 1
			}
		}
		return func(k int) int { return values[k+1] }, nil
	})
}

func readProgram(r io.Reader, s *encode.VariableMap) (encode.Answer[valuation], error) {
	a, err := ip.ReadSolution(r)
	if err != nil || a.Status != model.Satisfiable {
		return encode.Answer[valuation]{Status: a.Status, Complete: a.Status == model.Unsatisfiable}, err
	}
	x, err := a.PointByName(s.Names, s.Columns)
	return encode.Answer[valuation]{Status: a.Status, Solutions: []valuation{func(k int) int { return x[k] }},
		Objective: a.Objective}, err
}

// readCover reads the options of each solution. Options that are not shown are auxiliary and ignored.
func readCover(r io.Reader, s *encode.VariableMap) (encode.Answer[valuation], error) {
	a, err := cover.ReadAnswer(r)
	if err != nil {
		return encode.Answer[valuation]{}, err
	}
	shown := make(map[string]int, len(s.Names))
	for k, name := range s.Names {
		shown[cover.OptionKey(name)] = k
	}
	return convertAnswer(a, "the options of a solution", func(options []string) (valuation, error) {
		values := make([]int, len(s.Names))
		for _, o := range options {
			if k, known := shown[o]; known {
				values[k] = 1
			} else if s.Columns == len(s.Names) {
				return nil, &MismatchError{fmt.Sprintf("unknown option %q", o)}
			}
		}
		return func(k int) int { return values[k] }, nil
	})
}

// readColoring reads the colours of the vertices.
func readColoring(r io.Reader, s *encode.VariableMap) (encode.Answer[valuation], error) {
	shown := make([]coloring.Atom, len(s.Names))
	vertices := 0
	for k, name := range s.Names {
		var err error
		if shown[k], err = coloring.ParseAtom(name); err != nil {
			return encode.Answer[valuation]{}, fmt.Errorf("variable map: %w", err)
		}
		vertices = max(vertices, shown[k].Vertex+1, shown[k].SameAs+1)
	}
	a, err := coloring.ReadAnswer(r, vertices)
	if err != nil {
		return encode.Answer[valuation]{}, err
	}
	return convertAnswer(a, "the colours of the vertices", func(c coloring.Coloring) (valuation, error) {
		return func(k int) int {
			if shown[k].Holds(c) {
				return 1
			}
			return 0
		}, nil
	})
}
