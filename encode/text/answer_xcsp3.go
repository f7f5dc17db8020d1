package text

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/model"
)

// readXCSP3 reads the answer of an XCSP3 solver as competitions want it: "s" and the status, "o" and a bound on the objective, "v" and a
// part of <instantiation> <list> names </list> <values> integers </values> </instantiation>, and comments. Several instantiations are
// several solutions. One without a status is a solution.
// Source: the rules of the XCSP3 competitions, and the specification of XCSP3, section on solutions.
func readXCSP3(text []byte, names []string, yield func(model.Assignment) bool) (status model.Status, complete bool, err error) {
	x := &xcspReader{names: names, yield: yield, text: bytes.Clone(text)}
	if err := x.lines(); err != nil {
		return model.Unknown, false, err
	}
	if err := x.instantiations(); err != nil {
		return model.Unknown, false, err
	}
	switch {
	case x.status == "" && x.found == 0:
		return model.Unknown, false, &ParseError{1, 1, "neither a status nor an instantiation"}
	case x.refuted() && x.found > 0:
		return model.Unknown, false, &ParseError{x.line, 1, "UNSATISFIABLE, and yet an instantiation"}
	case (x.status == "SATISFIABLE" || x.status == "OPTIMUM FOUND") && x.found == 0:
		return model.Unknown, false, &ParseError{x.line, 1, "it says that there is a solution and does not tell it: expected v and an instantiation"}
	case x.found > 0:
		return model.Satisfiable, x.status == "OPTIMUM FOUND", nil
	case x.refuted():
		return model.Unsatisfiable, true, nil
	}
	return model.Unknown, false, nil
}

type xcspReader struct {
	names   []string
	yield   func(model.Assignment) bool
	text    []byte // of which lines leaves only what is XML
	status  string
	line    int // of the status
	found   int
	indices []indexed // of names; see expand
	index   map[string]model.Var
}

func (x *xcspReader) refuted() bool { return x.status == "UNSATISFIABLE" }

// lines takes the status, and blanks everything that is no part of an instantiation, so that places stay the same.
func (x *xcspReader) lines() error {
	number, bare := 0, false // bare: XML without v, up to the end
	for line := range bytes.Lines(x.text) {
		number++
		words := strings.Fields(string(line[:min(len(line), 100)]))
		switch {
		case bare || len(words) == 0:
			continue
		case words[0][0] == '<':
			bare = true
			continue
		case words[0] == "v":
			line[bytes.IndexByte(line, 'v')] = ' '
			continue
		case words[0] == "s":
			status := strings.Join(words[1:], " ")
			switch status {
			case "SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN", "UNSUPPORTED":
			default:
				return &ParseError{number, 1, fmt.Sprintf("unknown status %q", clip(status))}
			}
			if x.status != "" && x.status != status {
				return &ParseError{number, 1, "a second status, " + status + " after " + x.status}
			}
			x.status, x.line = status, number
		case words[0] == "c" || words[0] == "o" || words[0] == "d":
		default:
			return &ParseError{number, 1, fmt.Sprintf("expected a line that begins with s, v, o or c, found %q", clip(words[0]))}
		}
		for i := range line {
			if line[i] != '\n' {
				line[i] = ' '
			}
		}
	}
	return nil
}

// instantiations reads what lines left.
func (x *xcspReader) instantiations() error {
	d := xml.NewDecoder(bytes.NewReader(x.text))
	var path []string
	var vars []model.Var
	p := newPartial(x.names)
	values := 0
	listed := false
	for {
		line, column := d.InputPos()
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			var syntax *xml.SyntaxError
			if line, column = d.InputPos(); errors.As(err, &syntax) {
				err = errors.New(syntax.Msg)
			}
			return &ParseError{line, max(column, 1), "not well-formed: " + err.Error()}
		}
		fail := func(format string, args ...any) error { return &ParseError{line, column, fmt.Sprintf(format, args...)} }
		switch t := token.(type) {
		case xml.StartElement:
			path = append(path, t.Name.Local)
			switch where := strings.Join(path, "/"); where {
			case "instantiation":
				vars, values, listed, p = nil, 0, false, newPartial(x.names)
			case "instantiation/list":
				listed = true
			case "instantiation/values":
				if !listed {
					return fail("values before the list of variables")
				}
			default:
				return fail("<%s> where <instantiation>, and in it <list> and <values>, was expected", clip(where))
			}
		case xml.EndElement:
			path = path[:len(path)-1]
			if len(path) > 0 {
				continue
			}
			if values < len(vars) {
				return fail("%d variables and %d values", len(vars), values)
			}
			if msg := p.missing(); msg != "" {
				return fail("%s", msg)
			}
			x.found++
			if !x.yield(p.values) {
				return nil
			}
		case xml.CharData:
			err := eachWord(t, line, column, func(word string, fail func(string, ...any) error) error {
				switch len(path) {
				case 2:
				default:
					return fail("%q outside of <list> and <values>", clip(word))
				}
				if path[1] == "list" {
					some, ok := x.expand(word)
					if !ok || len(vars)+len(some) > 2*len(x.names)+maxForeign {
						return fail("%q is no variable, or there are too many", clip(word))
					}
					vars = append(vars, some...)
					return nil
				}
				n, times, ok := repeated(word)
				if !ok {
					return fail("expected an integer, found %q", clip(word))
				}
				if times > len(vars)-values {
					return fail("more values than the %d variables of the list", len(vars))
				}
				for range times {
					if v := vars[values]; v >= 0 {
						if msg := p.give(v, n); msg != "" {
							return fail("%s", msg)
						}
					}
					values++
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
}

// maxForeign is how many variables of its own a solver may list.
const maxForeign = 1 << 20

// eachWord calls do with each word of a text that begins at line and column, and with what makes an error at its place.
func eachWord(text []byte, line, column int, do func(word string, fail func(string, ...any) error) error) error {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	for i := 0; i < len(text); {
		if c := text[i]; blank(c) {
			i, column = i+1, column+1
			if c == '\n' {
				line, column = line+1, 1
			}
			continue
		}
		j := i
		for j < len(text) && !blank(text[j]) {
			j++
		}
		l, c := line, column
		fail := func(format string, args ...any) error { return &ParseError{l, c, fmt.Sprintf(format, args...)} }
		if err := do(string(text[i:j]), fail); err != nil {
			return err
		}
		i, column = j, column+j-i
	}
	return nil
}

// repeated reads an integer, or 4x9 for nine times the 4.
func repeated(word string) (n, times int, ok bool) {
	number, often, found := strings.Cut(word, "x")
	n, err := strconv.Atoi(number)
	if err != nil || !found {
		return n, 1, err == nil
	}
	times, err = strconv.Atoi(often)
	return n, times, err == nil && times > 0
}

// An indexed name is x[0][3] in parts.
type indexed struct {
	base string
	at   []int
}

// expand returns the variables that a word of a list means: one, or by [] and [0..2] those of a part of an array, in the order of their
// indices. A variable that is none of ours is -1.
func (x *xcspReader) expand(word string) ([]model.Var, bool) {
	if x.index == nil {
		x.index = indexOf(x.names)
		for _, name := range x.names {
			base, spans, _ := parts(name)
			n := indexed{base: base}
			for _, s := range spans {
				n.at = append(n.at, s[0])
			}
			x.indices = append(x.indices, n)
		}
	}
	if v, ours := x.index[word]; ours {
		return []model.Var{v}, true
	}
	base, spans, ok := parts(word)
	if !ok {
		return nil, false
	}
	var some []model.Var
	for v, n := range x.indices {
		if n.base != base || len(n.at) != len(spans) || len(spans) == 0 {
			continue
		}
		inside := true
		for i, s := range spans {
			inside = inside && s[0] <= n.at[i] && n.at[i] <= s[1]
		}
		if inside {
			some = append(some, model.Var(v))
		}
	}
	if some == nil {
		some = []model.Var{-1}
	}
	return some, true
}

// parts cuts x[0][1..2][] into its name and the ranges of its indices; [] is from 0 to maxAnswer.
func parts(word string) (base string, spans []pair, ok bool) {
	base, rest, found := strings.Cut(word, "[")
	for found {
		var inside string
		if inside, rest, ok = strings.Cut(rest, "]"); !ok {
			return "", nil, false
		}
		low, high, isRange := strings.Cut(inside, "..")
		if !isRange {
			high = low
		}
		s := pair{0, maxAnswer}
		if inside != "" {
			var err1, err2 error
			s[0], err1 = strconv.Atoi(low)
			s[1], err2 = strconv.Atoi(high)
			if err1 != nil || err2 != nil {
				return "", nil, false
			}
		}
		spans = append(spans, s)
		if rest == "" {
			break
		}
		if rest, found = strings.CutPrefix(rest, "["); !found {
			return "", nil, false
		}
	}
	return base, spans, base != "" && isLetter(base[0])
}
