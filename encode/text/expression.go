package text

import (
	"math/big"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
)

// An expression is an S-expression: an atom, or a list in parentheses.
type expression struct {
	scan.Position
	atom string       // "" if it is a list
	list []expression // nil if it is an atom
}

func (e expression) begins(word string) bool { return len(e.list) > 0 && e.list[0].atom == word }
func (e expression) isError() bool           { return e.begins("error") }

// String returns e as text for an error message, cut after 120 bytes.
func (e expression) String() string {
	var b strings.Builder
	e.write(&b)
	if b.Len() > 120 {
		return b.String()[:120] + "..."
	}
	return b.String()
}

func (e expression) write(b *strings.Builder) {
	if e.atom != "" {
		b.WriteString(e.atom)
		return
	}
	b.WriteByte('(')
	for i, x := range e.list {
		if i > 0 {
			b.WriteByte(' ')
		}
		if b.Len() > 120 {
			break
		}
		x.write(b)
	}
	b.WriteByte(')')
}

// integer returns the value of 5, (- 5), #b101, #x5 or (_ bv5 4). Bit-vectors are in two's complement.
func (e expression) integer() (int, bool) {
	number := func(digits string, base, bits int) (int, bool) {
		if digits == "" || digits[0] == '-' || digits[0] == '+' {
			return 0, false
		}
		n, ok := new(big.Int).SetString(digits, base)
		if !ok || bits > 0 && n.BitLen() > bits {
			return 0, false
		}
		if bits > 0 && n.BitLen() == bits { // the sign is set
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		}
		return int(n.Int64()), n.IsInt64()
	}
	switch {
	case strings.HasPrefix(e.atom, "#b"):
		return number(e.atom[2:], 2, len(e.atom)-2)
	case strings.HasPrefix(e.atom, "#x"):
		return number(e.atom[2:], 16, 4*(len(e.atom)-2))
	case e.atom != "":
		return number(e.atom, 10, 0)
	case e.begins("-") && len(e.list) == 2:
		n, ok := number(e.list[1].atom, 10, 0)
		return -n, ok
	case e.begins("_") && len(e.list) == 3 && strings.HasPrefix(e.list[1].atom, "bv"):
		width, err := strconv.Atoi(e.list[2].atom)
		if err != nil || width < 1 || width > 1<<16 {
			return 0, false
		}
		return number(e.list[1].atom[2:], 10, width)
	}
	return 0, false
}

// Limits on an expression. The answers of solvers are flat, with a few elements for each variable.
const (
	maxDepth    = 64
	maxElements = 1 << 20
)

// expression reads an expression. It recognizes the end of an atom by the next byte, so the solver must have written
// that byte.
func (s *SMTReader) expression() expression {
	left := maxElements
	return s.nested(0, &left)
}

// nested reads an expression at a depth. left is the number of expressions that may still be read.
func (s *SMTReader) nested(depth int, left *int) expression {
	c := s.nextNonBlank()
	for c == ';' { // a comment
		s.word(c, isNotNewline)
		c = s.nextNonBlank()
	}
	e := expression{Position: s.LastPos()}
	if *left--; *left < 0 || depth > maxDepth {
		s.failf("expression nested too deeply or too long")
	}
	switch c {
	case 0:
		s.failf("unexpected end of the answer")
	case ')':
		s.failf("unexpected )")
	case '(':
		e.list = []expression{}
		for {
			switch c := s.nextNonBlank(); c {
			case 0:
				s.failf("unexpected end of the answer: expected )")
			case ')':
				return e
			default:
				s.unread(c)
			}
			e.list = append(e.list, s.nested(depth+1, left))
		}
	case '"', '|':
		e.atom = s.word(c, func(b byte) bool { return b != c })
		if s.next() != c {
			s.failf("unexpected end of the answer: expected %c", c)
		}
		e.atom += string(c)
	default:
		e.atom = s.word(c, func(b byte) bool { return b > ' ' && strings.IndexByte(`();"|`, b) < 0 })
	}
	return e
}
