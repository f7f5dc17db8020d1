package text

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/model"
)

const formatName = "text" // named by errors

func position(line, column int) scan.Position {
	return scan.Position{Format: formatName, Line: line, Column: column}
}

// maxAnswer is the largest answer that ReadAnswer accepts.
const maxAnswer = 64 << 20

// ReadAnswer reads the answer of a program about a document whose variables have the given names. It recognises, by the first word that is
// no comment,
//
//   - what MiniZinc and FlatZinc solvers print: assignments, ---------- after each solution, ========== after the last,
//     =====UNSATISFIABLE===== and =====UNKNOWN=====
//   - what SMT-LIB solvers print: sat, unsat or unknown, and the answers to get-value and get-model
//   - what XCSP3 solvers print in competitions: lines that begin with s, v, o and c, or an instantiation alone
//
// Names that the document does not have are passed over, but each that it has must get exactly one value. Errors are of type *encode.ParseError.
func ReadAnswer(r io.Reader, names []string) (encode.Answer[model.Assignment], error) {
	text, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err != nil {
		return encode.Answer[model.Assignment]{}, fmt.Errorf("text: read: %w", err)
	}
	if len(text) > maxAnswer {
		return encode.Answer[model.Assignment]{}, position(1, 1).Errorf("the answer has more than %d bytes", maxAnswer)
	}
	var a encode.Answer[model.Assignment]
	yield := func(s model.Assignment) bool { a.Solutions = append(a.Solutions, s); return true }
	switch language, line, column := recognize(text); language {
	case MiniZinc:
		a.Status, a.Complete, err = ReadMiniZinc(bytes.NewReader(text), names, nil, yield)
	case SMTLIB:
		a.Status, a.Complete, err = readSMT(bytes.NewReader(text), names, yield)
	case XCSP3:
		a.Status, a.Complete, err = readXCSP3(text, names, yield)
	default:
		msg := "this begins no known form of answer: expected an assignment such as x = 1; or ----------, sat or unsat, or a line that begins with s or v"
		if len(text) == 0 || column == 0 {
			msg = "there is nothing but comments: expected an answer"
		}
		err = position(line, max(column, 1)).Errorf("%s", msg)
	}
	if err != nil {
		return encode.Answer[model.Assignment]{}, err
	}
	return a, nil
}

// recognize returns the language of an answer, or "" and where the first word is; column 0 means that there is none.
func recognize(text []byte) (l Language, line, column int) {
	for row := range bytes.Lines(text) {
		line++
		word := bytes.TrimSpace(row)
		first, _, _ := bytes.Cut(word, []byte(" "))
		switch {
		case len(word) == 0 || word[0] == '%' || word[0] == ';' || string(first) == "c":
			continue
		case bytes.ContainsRune([]byte("svod"), rune(first[0])) && len(first) == 1 && !startsValue(word[1:]), word[0] == '<':
			return XCSP3, line, 1
		case word[0] == '(' || smtWords[string(first)]:
			return SMTLIB, line, 1
		case word[0] == '-' || word[0] == '=' || isLetter(word[0]) && bytes.ContainsRune(word, '='):
			return MiniZinc, line, 1
		}
		return "", line, bytes.IndexByte(row, word[0]) + 1
	}
	return "", max(line, 1), 0
}

// startsValue reports whether what follows a name makes it the assignment of a MiniZinc variable.
func startsValue(rest []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(rest), []byte("=")) }

// varsByName returns the variables by name.
func varsByName(names []string) map[string]model.Var {
	index := make(map[string]model.Var, len(names))
	for v, name := range names {
		index[name] = model.Var(v)
	}
	return index
}

// A partial assignment is one that is being read.
type partial struct {
	names    []string
	values   model.Assignment
	assigned []bool
}

func newPartial(names []string) *partial {
	return &partial{names: names, values: make(model.Assignment, len(names)), assigned: make([]bool, len(names))}
}

// assign gives a variable a value, which is told at a place.
func (p *partial) assign(at scan.Position, v model.Var, value int) {
	if p.assigned[v] {
		at.Failf("%s has two values", p.names[v])
	}
	p.values[v], p.assigned[v] = value, true
}

// complete returns the assignment, which ends at a place and must give each variable a value.
func (p *partial) complete(at scan.Position) model.Assignment {
	if v := slices.Index(p.assigned, false); v >= 0 {
		at.Failf("the solution has no value for %s: is it about another file?", p.names[v])
	}
	return p.values
}

// A source is a text that is read byte by byte. A byte 0 in the text is taken for its end.
type source struct{ *scan.Reader }

func newSource(r io.Reader) source { return source{scan.NewReader(r, formatName)} }

// next returns the next byte, or 0 at the end.
func (s source) next() byte { return byte(max(s.Next(), 0)) }

// unread takes back the last byte, which was c.
func (s source) unread(c byte) {
	if c != 0 {
		s.Unread()
	}
}

// nextNonBlank returns the next byte that is no blank.
func (s source) nextNonBlank() byte {
	for {
		if c := s.next(); c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
}

// maxToken is the longest word or comment that is read.
const maxToken = 1 << 16

// word reads on while ok, behind a first byte.
func (s source) word(first byte, ok func(byte) bool) string {
	word := []byte{first}
	for {
		c := s.next()
		if c == 0 || !ok(c) {
			s.unread(c)
			return string(word)
		}
		if word = append(word, c); len(word) > maxToken {
			s.failf("a word or line of more than %d bytes", maxToken)
		}
	}
}

// failf ends the reading with an error at the last byte read.
func (s source) failf(format string, args ...any) { s.failAt(s.LastPos(), format, args...) }

// failAt ends the reading with an error at a place. An error of reading comes first.
func (s source) failAt(p scan.Position, format string, args ...any) {
	scan.Fail(s.Err())
	p.Failf(format, args...)
}

// describeByte names a byte in a message.
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
