package text

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

func position(line, column int) scan.Position { return scan.Position{Line: line, Column: column} }

// maxAnswer is the size of the largest answer that ReadAnswer accepts, in bytes.
const maxAnswer = 64 << 20

// ReadAnswer reads a solver's answer about a document whose variables have the given names; see [Language.Identifiers].
// It recognizes the format by the first word that is not in a comment:
//
//   - MiniZinc and FlatZinc solvers: assignments, ---------- after each solution, ========== after the last,
//     =====UNSATISFIABLE===== and =====UNKNOWN=====, for which CP-SAT has the comment "%% TIMEOUT"
//   - SMT-LIB solvers: sat, unsat or unknown, and the answers to get-value and get-model
//   - clingo and clasp: Answer: and the atoms of each answer set, then SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or
//     UNKNOWN
//   - XCSP3 solvers, in the output format of the competitions: lines that begin with s, v, o and c, or an instantiation
//     alone
//
// The JSON that MiniZinc and clingo print with --output-mode json or --outf=2 is read, too; places in errors are then
// those in the text that it stands for.
//
// In each solution, every name must have exactly one value. Other variables are ignored. Errors are of type
// *encode.ParseError.
func ReadAnswer(r io.Reader, names []string) (encode.Answer[model.Assignment], error) {
	text, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err != nil {
		return encode.Answer[model.Assignment]{}, fmt.Errorf("read: %w", err)
	}
	if len(text) > maxAnswer {
		return encode.Answer[model.Assignment]{}, position(1, 1).Errorf("the answer has more than %d bytes", maxAnswer)
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		if text, err = withoutJSON(text); err != nil {
			return encode.Answer[model.Assignment]{}, err
		}
	}
	var a encode.Answer[model.Assignment]
	yield := func(s model.Assignment) bool { a.Solutions = append(a.Solutions, s); return true }
	switch language, line, column := recognize(text); language {
	case MiniZinc:
		a.Status, a.Complete, err = ReadMiniZinc(bytes.NewReader(text), names, nil, yield)
	case SMTLIB:
		a.Status, a.Complete, err = readSMT(bytes.NewReader(text), names, yield)
	case ASP:
		a.Status, a.Complete, err = ReadASP(bytes.NewReader(text), names, nil, yield)
	case XCSP3:
		a.Status, a.Complete, err = readXCSP3(text, names, yield)
	default:
		msg := "unknown format of answer: expected an assignment such as x = 1; or ----------, sat or unsat, " +
			"Answer: or UNSATISFIABLE, or a line that begins with s or v"
		switch {
		case len(text) == 0:
			msg = "the answer is empty"
		case column == 0:
			msg = "expected an answer, found only comments"
		}
		err = position(line, max(column, 1)).Errorf("%s", msg)
	}
	if err != nil {
		return encode.Answer[model.Assignment]{}, err
	}
	return a, nil
}

// recognize returns the language of an answer, or "" if it is unknown, and the position of the first word. column is 0
// if there is no word.
func recognize(text []byte) (l Language, line, column int) {
	for row := range bytes.Lines(text) {
		line++
		word := bytes.TrimSpace(row)
		first, rest, _ := bytes.Cut(word, []byte(" "))
		assigns := bytes.HasPrefix(bytes.TrimSpace(rest), []byte("=")) // as in MiniZinc
		switch {
		case string(word) == timeoutComment:
			return MiniZinc, line, 1
		case len(word) == 0 || word[0] == '%' || word[0] == ';' || string(first) == "c":
			continue
		case word[0] == '<', len(first) == 1 && strings.IndexByte("svod", first[0]) >= 0 && !assigns:
			return XCSP3, line, 1
		case word[0] == '(' || smtWords[string(first)]:
			return SMTLIB, line, 1
		case aspWords[string(first)]:
			return ASP, line, 1
		case word[0] == '-' || word[0] == '=' || isLetter(word[0]) && bytes.ContainsRune(word, '='):
			return MiniZinc, line, 1
		}
		return "", line, bytes.IndexByte(row, word[0]) + 1
	}
	return "", max(line, 1), 0
}

// varsByName returns the variables, indexed by name.
func varsByName(names []string) map[string]model.Var {
	index := make(map[string]model.Var, len(names))
	for v, name := range names {
		index[name] = model.Var(v)
	}
	return index
}

// A partial is an assignment of which some variables may still have no value.
type partial struct {
	names    []string
	values   model.Assignment
	assigned []bool
}

func newPartial(names []string) *partial {
	return &partial{names: names, values: make(model.Assignment, len(names)), assigned: make([]bool, len(names))}
}

// assign gives v a value. It fails if v already has one; at is the position for the error.
func (p *partial) assign(at scan.Position, v model.Var, value int) {
	if p.assigned[v] {
		at.Failf("%s has two values", p.names[v])
	}
	p.values[v], p.assigned[v] = value, true
}

// complete returns the assignment. It fails if a variable has no value; at is the position for the error.
func (p *partial) complete(at scan.Position) model.Assignment {
	if v := slices.Index(p.assigned, false); v >= 0 {
		at.Failf("the solution has no value for %s: the answer is incomplete or about another file", p.names[v])
	}
	return p.values
}

// A source reads an answer byte by byte. A byte 0 in the text counts as its end.
type source struct{ *scan.Reader }

func newSource(r io.Reader) source { return source{scan.NewReader(r)} }

// next returns the next byte, or 0 at the end.
func (s source) next() byte { return byte(max(s.Next(), 0)) }

// unread undoes the last call of next, which returned c.
func (s source) unread(c byte) {
	if c != 0 {
		s.Unread()
	}
}

// nextNonBlank skips blanks and line ends, and returns the next byte, or 0 at the end.
func (s source) nextNonBlank() byte {
	for {
		if c := s.next(); c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
}

// maxToken is the length of the longest word or comment, in bytes.
const maxToken = 1 << 16

// word reads the bytes for which ok returns true, and returns them after first.
func (s source) word(first byte, ok func(byte) bool) string {
	word := []byte{first}
	for {
		c := s.next()
		if c == 0 || !ok(c) {
			s.unread(c)
			return string(word)
		}
		if word = append(word, c); len(word) > maxToken {
			s.failf("word or line longer than %d bytes", maxToken)
		}
	}
}

// failf reports an error at the last byte read, by parse.Raise.
func (s source) failf(format string, args ...any) { s.failAt(s.LastPos(), format, args...) }

// failAt reports an error at a position, by parse.Raise. A read error takes precedence.
func (s source) failAt(p scan.Position, format string, args ...any) {
	parse.Raise(s.Err())
	p.Failf(format, args...)
}

// describeByte returns a byte as an error message names it.
func describeByte(c byte) string {
	if c == 0 {
		return "the end"
	}
	return fmt.Sprintf("%q", c)
}

func isLetter(c byte) bool     { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func isDigit(c byte) bool      { return c >= '0' && c <= '9' }
func isWordByte(c byte) bool   { return isLetter(c) || isDigit(c) }
func isNotNewline(c byte) bool { return c != '\n' }
