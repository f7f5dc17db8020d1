package text

import (
	"io"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// ReadMiniZinc reads what MiniZinc and FlatZinc solvers print, while they print it. It passes each solution to yield as soon as it has
// been read, until yield returns false; comments go to hear, unless it is nil. The status and whether the solver says that there is nothing
// more are those at the end of the answer. Errors are of type *encode.ParseError, or of reading.
//
// Read are assignments NAME = VALUE; of integers and of arrays of one or two dimensions, [...], [|...|], array1d(1..2,[...]) and
// array2d(1..2,1..2,[...]), whose elements are NAME[1] or NAME[1,1] and so on.
func ReadMiniZinc(r io.Reader, names []string, hear func(comment string), yield func(model.Assignment) bool) (model.Status, bool, error) {
	z := &zincReader{source: newSource(r), names: names, index: indexOf(names), bases: map[string]bool{}, hear: hear, yield: yield}
	for _, name := range names {
		base, _, _ := strings.Cut(name, "[")
		z.bases[base] = true
	}
	z.current = newPartial(names)
	for {
		more, err := z.item()
		if err != nil {
			return model.Unknown, false, err
		}
		if !more {
			return z.status, z.complete, nil
		}
	}
}

type zincReader struct {
	source
	names    []string
	index    map[string]model.Var
	bases    map[string]bool // names without what is in brackets
	hear     func(string)
	yield    func(model.Assignment) bool
	current  *partial
	begun    bool // something was assigned since the last solution
	status   model.Status
	complete bool
	said     bool // there was a separator or a status
}

// item reads an assignment, a comment, a separator or a status. It reports whether to go on.
func (z *zincReader) item() (more bool, err error) {
	switch c := z.skip(); {
	case c == 0:
		switch {
		case z.Err() != nil:
			return false, z.errorf("")
		case z.begun:
			return false, z.errorf("the answer breaks off within a solution: expected ----------")
		case !z.said:
			return false, z.errorf("the answer is empty: expected an assignment, ---------- or a status such as =====UNSATISFIABLE=====")
		}
		return false, nil
	case c == '%':
		line, err := z.word(c, inLine)
		if err == nil && z.hear != nil {
			z.hear(line)
		}
		return true, err
	case c == '-' || c == '=':
		at := z.Last()
		word, err := z.word(c, inLine)
		if err != nil {
			return false, err
		}
		more, msg := z.separator(strings.TrimRight(word, " \t\r"))
		if msg != "" {
			return false, at.Errorf("%s", msg)
		}
		return more, nil
	case isLetter(c):
		return true, z.assignment(c)
	default:
		return false, z.errorf("expected an assignment such as x = 1; or ----------, found %s", quoted(c))
	}
}

// separator takes a line of - or =. It returns what is wrong with it, or "".
func (z *zincReader) separator(line string) (more bool, msg string) {
	z.said = true
	if line != "----------" && z.begun {
		return false, "expected ---------- after the solution, found " + strconv.Quote(scan.Clip(line))
	}
	switch line {
	case "----------":
		if msg := z.current.missing(); msg != "" {
			return false, msg
		}
		a := z.current.values
		z.current, z.begun, z.status = newPartial(z.names), false, model.Satisfiable
		return z.yield(a), ""
	case "==========":
		if z.status != model.Satisfiable {
			return false, "========== without a solution before it"
		}
		z.complete = true
	case "=====UNSATISFIABLE=====":
		if z.status == model.Satisfiable {
			return false, line + " after a solution"
		}
		z.status, z.complete = model.Unsatisfiable, true
	case "=====UNKNOWN=====", "=====UNBOUNDED=====", "=====UNSATorUNBOUNDED=====":
	case "=====ERROR=====":
		return false, "the solver reports an error"
	default:
		return false, "unknown status " + strconv.Quote(scan.Clip(line))
	}
	return true, ""
}

// assignment reads NAME = VALUE; of which the first byte is given. A name that is none of ours may have a value of any sort.
func (z *zincReader) assignment(first byte) error {
	name, err := z.word(first, isWord)
	if err != nil {
		return err
	}
	if err := z.expect('=', "after the name"); err != nil {
		return err
	}
	if !z.bases[name] {
		for {
			switch c := z.next(); c {
			case 0:
				return z.errorf("the answer breaks off: expected ; after the value of %s", scan.Clip(name))
			case ';':
				return nil
			}
		}
	}
	z.begun = true
	if err := z.value(name); err != nil {
		return err
	}
	return z.expect(';', "after the value of "+scan.Clip(name))
}

// expect reads a byte behind blanks.
func (z *zincReader) expect(want byte, where string) error {
	if c := z.skip(); c != want {
		return z.errorf("expected %c %s, found %s", want, where, quoted(c))
	}
	return nil
}

// value reads a number, or an array in one of its forms.
func (z *zincReader) value(name string) error {
	c := z.skip()
	switch {
	case c == '[':
		if c = z.next(); c == '|' {
			return z.rows(name)
		}
		z.back(c)
		return z.list(func(k int) string { return element(name, k+1) })
	case c == 'a':
		return z.array(name, c)
	}
	return z.number(name, c)
}

// element returns the name of an element of an array.
func element(name string, at ...int) string {
	return name + "[" + joined(at, ",", strconv.Itoa) + "]"
}

// number reads the value of a variable, of which the first byte is given.
func (z *zincReader) number(name string, first byte) error {
	n, err := z.integer(first)
	if err != nil {
		return err
	}
	if v, ours := z.index[name]; ours {
		if msg := z.current.give(v, n); msg != "" {
			return z.errorf("%s", msg)
		}
	}
	return nil
}

// integer reads an integer, of which the first byte is given.
func (z *zincReader) integer(first byte) (int, error) {
	if first != '-' && !isDigit(first) {
		return 0, z.errorf("expected an integer, found %s", quoted(first))
	}
	text, err := z.word(first, isDigit)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, z.errorf("%q is no integer, or too large", scan.Clip(text))
	}
	return n, nil
}

// list reads the elements of an array up to the closing bracket; name says what each is called, from 0.
func (z *zincReader) list(name func(k int) string) error {
	for k := 0; ; k++ {
		c := z.skip()
		if c == ']' { // of an empty list, or after a last comma
			return nil
		}
		if err := z.number(name(k), c); err != nil {
			return err
		}
		switch c := z.skip(); c {
		case ',':
		case ']':
			return nil
		default:
			return z.errorf("expected , or ] after an element, found %s", quoted(c))
		}
	}
}

// rows reads the rest of [| 1, 2 | 3, 4 |].
func (z *zincReader) rows(name string) error {
	r, c := 1, 1
	for {
		b := z.skip()
		if b == '|' { // of an empty row, or after a last comma
			z.back(b)
		} else if err := z.number(element(name, r, c), b); err != nil {
			return err
		}
		switch b = z.skip(); b {
		case ',':
			c++
		case '|':
			if b = z.skip(); b == ']' {
				return nil
			}
			z.back(b)
			r, c = r+1, 1
		default:
			return z.errorf("expected , or | after an element, found %s", quoted(b))
		}
	}
}

// array reads array1d(1..4, [...]) or array2d(1..2, 1..2, [...]).
func (z *zincReader) array(name string, first byte) error {
	word, err := z.word(first, isWord)
	if err != nil {
		return err
	}
	dimensions := map[string]int{"array1d": 1, "array2d": 2}[word]
	if dimensions == 0 {
		return z.errorf("expected an integer or an array, found %q", scan.Clip(word))
	}
	if err := z.expect('(', "after "+word); err != nil {
		return err
	}
	var low, high [2]int
	for i := range dimensions {
		if low[i], err = z.integer(z.skip()); err != nil {
			return err
		}
		if z.skip() != '.' || z.next() != '.' {
			return z.errorf("expected .. within the range of an index")
		}
		if high[i], err = z.integer(z.skip()); err != nil {
			return err
		}
		if err := z.expect(',', "after the range of an index"); err != nil {
			return err
		}
	}
	if err := z.expect('[', "before the elements"); err != nil {
		return err
	}
	width := max(high[1]-low[1]+1, 1)
	err = z.list(func(k int) string {
		if dimensions == 1 {
			return element(name, low[0]+k)
		}
		return element(name, low[0]+k/width, low[1]+k%width)
	})
	if err != nil {
		return err
	}
	return z.expect(')', "after the elements")
}
