package text

import (
	"io"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// ReadMiniZinc reads the output of a MiniZinc or FlatZinc solver while the solver runs. It passes each solution to
// yield when it is complete, until yield returns false, and each comment to onComment, unless that is nil.
// complete reports that the solver has found all solutions, or an optimal one. Errors are read errors or of type
// *encode.ParseError.
//
// Solutions consist of assignments "NAME = VALUE;". A value is an integer or an array of one or two dimensions: [...],
// [|...|], array1d(1..2,[...]) or array2d(1..2,1..2,[...]). The elements of an array are the variables NAME[1] or
// NAME[1,1] and so on.
func ReadMiniZinc(
	r io.Reader, names []string, onComment func(comment string), yield func(model.Assignment) bool,
) (status model.Status, complete bool, err error) {
	defer parse.Catch(&err)
	z := &zincReader{
		source:    newSource(r),
		names:     names,
		index:     varsByName(names),
		bases:     map[string]bool{},
		onComment: onComment,
		yield:     yield,
		current:   newPartial(names),
	}
	for _, name := range names {
		base, _, _ := strings.Cut(name, "[")
		z.bases[base] = true
	}
	for z.item() {
	}
	return z.status, z.complete, nil
}

// A zincReader is a parser of MiniZinc output. Its methods report errors by parse.Raise.
type zincReader struct {
	source
	names      []string
	index      map[string]model.Var
	bases      map[string]bool // names without indices
	onComment  func(string)
	yield      func(model.Assignment) bool
	current    *partial
	inSolution bool // whether there was an assignment after the last separator
	status     model.Status
	complete   bool
	sawStatus  bool // whether there was a separator or a status
}

// timeoutComment is how CP-SAT reports that it has found nothing within its time limit.
const timeoutComment = "%% TIMEOUT"

// item reads an assignment, a comment, a separator or a status. It returns false at the end of the answer and if yield
// returns false.
func (z *zincReader) item() bool {
	switch c := z.nextNonBlank(); {
	case c == 0:
		parse.Raise(z.Err())
		if z.inSolution {
			z.failf("the answer ends within a solution: expected ----------")
		}
		if !z.sawStatus {
			z.failf("the answer is empty: " +
				"expected an assignment, ---------- or a status such as =====UNSATISFIABLE=====")
		}
		return false
	case c == '%':
		line := z.word(c, isNotNewline)
		if strings.TrimSpace(line) == timeoutComment {
			z.sawStatus = true
		}
		if z.onComment != nil {
			z.onComment(line)
		}
	case c == '-' || c == '=':
		at := z.LastPos()
		return z.separator(at, strings.TrimRight(z.word(c, isNotNewline), " \t\r"))
	case isLetter(c):
		z.assignment(c)
	default:
		z.failf("expected an assignment such as x = 1; or ----------, found %s", describeByte(c))
	}
	return true
}

// separator processes a line that begins with - or =. It returns false if yield returns false.
func (z *zincReader) separator(at scan.Position, line string) bool {
	z.sawStatus = true
	if line != "----------" && z.inSolution {
		at.Failf("expected ---------- after the solution, found %q", scan.Clip(line))
	}
	switch line {
	case "----------":
		a := z.current.complete(at)
		z.current, z.inSolution, z.status = newPartial(z.names), false, model.Satisfiable
		return z.yield(a)
	case "==========":
		if z.status != model.Satisfiable {
			at.Failf("========== without a solution before it")
		}
		z.complete = true
	case "=====UNSATISFIABLE=====":
		if z.status == model.Satisfiable {
			at.Failf("%s after a solution", line)
		}
		z.status, z.complete = model.Unsatisfiable, true
	case "=====UNKNOWN=====", "=====UNBOUNDED=====", "=====UNSATorUNBOUNDED=====":
	case "=====ERROR=====":
		at.Failf("the solver reports an error")
	default:
		at.Failf("unknown status %q", scan.Clip(line))
	}
	return true
}

// assignment reads "NAME = VALUE;" after its first byte. The value of an unknown name is skipped.
func (z *zincReader) assignment(first byte) {
	name := z.word(first, isWordByte)
	z.expect('=', "after the name")
	if !z.bases[name] {
		for {
			switch c := z.next(); c {
			case 0:
				z.failf("unexpected end of the answer: expected ; after the value of %s", scan.Clip(name))
			case ';':
				return
			}
		}
	}
	z.inSolution = true
	z.value(name)
	z.expect(';', "after the value of "+scan.Clip(name))
}

// expect skips blanks and reads the byte want; where describes its place in errors.
func (z *zincReader) expect(want byte, where string) {
	if c := z.nextNonBlank(); c != want {
		z.failf("expected %c %s, found %s", want, where, describeByte(c))
	}
}

// value reads a number, or an array in one of its forms.
func (z *zincReader) value(name string) {
	switch c := z.nextNonBlank(); c {
	case '[':
		if c = z.next(); c == '|' {
			z.rows(name)
			return
		}
		z.unread(c)
		z.list(func(k int) string { return elementName(name, k+1) })
	case 'a':
		z.array(name, c)
	default:
		z.number(name, c)
	}
}

// elementName returns the name of an element of an array.
func elementName(name string, indices ...int) string {
	return name + "[" + join(indices, ",", strconv.Itoa) + "]"
}

// number reads the value of a variable after its first byte.
func (z *zincReader) number(name string, first byte) {
	n := z.integer(first)
	if v, known := z.index[name]; known {
		z.current.assign(z.LastPos(), v, n)
	}
}

// integer reads an integer after its first byte.
func (z *zincReader) integer(first byte) int {
	if first != '-' && !isDigit(first) {
		z.failf("expected an integer, found %s", describeByte(first))
	}
	text := z.word(first, isDigit)
	n, err := strconv.Atoi(text)
	if err != nil {
		z.failf("%q is not an integer, or too large", scan.Clip(text))
	}
	return n
}

// list reads the elements of an array up to the closing bracket. name(k) is the name of element k, from 0.
func (z *zincReader) list(name func(k int) string) {
	for k := 0; ; k++ {
		c := z.nextNonBlank()
		if c == ']' { // an empty list or a trailing comma
			return
		}
		z.number(name(k), c)
		switch c := z.nextNonBlank(); c {
		case ',':
		case ']':
			return
		default:
			z.failf("expected , or ] after an element, found %s", describeByte(c))
		}
	}
}

// rows reads a matrix such as [| 1, 2 | 3, 4 |] after its opening bracket.
func (z *zincReader) rows(name string) {
	r, c := 1, 1
	for {
		b := z.nextNonBlank()
		if b == '|' { // an empty row or a trailing comma
			z.unread(b)
		} else {
			z.number(elementName(name, r, c), b)
		}
		switch b = z.nextNonBlank(); b {
		case ',':
			c++
		case '|':
			if b = z.nextNonBlank(); b == ']' {
				return
			}
			z.unread(b)
			r, c = r+1, 1
		default:
			z.failf("expected , or | after an element, found %s", describeByte(b))
		}
	}
}

// array reads array1d(1..4, [...]) or array2d(1..2, 1..2, [...]).
func (z *zincReader) array(name string, first byte) {
	word := z.word(first, isWordByte)
	dimensions := map[string]int{"array1d": 1, "array2d": 2}[word]
	if dimensions == 0 {
		z.failf("expected an integer or an array, found %q", scan.Clip(word))
	}
	z.expect('(', "after "+word)
	var low, high [2]int
	for i := range dimensions {
		low[i] = z.integer(z.nextNonBlank())
		if z.nextNonBlank() != '.' || z.next() != '.' {
			z.failf("expected .. within the range of an index")
		}
		high[i] = z.integer(z.nextNonBlank())
		z.expect(',', "after the range of an index")
	}
	z.expect('[', "before the elements")
	width := max(high[1]-low[1]+1, 1)
	z.list(func(k int) string {
		if dimensions == 1 {
			return elementName(name, low[0]+k)
		}
		return elementName(name, low[0]+k/width, low[1]+k%width)
	})
	z.expect(')', "after the elements")
}
