package text

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// readXCSP3 reads the answer of an XCSP3 solver as competitions want it: "s" and the status, "o" and a bound on the objective, "v" and a
// part of <instantiation> <list> names </list> <values> integers </values> </instantiation>, and comments. Several instantiations are
// several solutions. One without a status is a solution.
// Source: the rules of the XCSP3 competitions, and the specification of XCSP3, section on solutions.
func readXCSP3(text []byte, names []string, yield func(model.Assignment) bool) (status model.Status, complete bool, err error) {
	defer scan.Catch(&err)
	x := &xcspReader{names: names, yield: yield, text: bytes.Clone(text)}
	x.readLines()
	x.readInstantiations()
	switch {
	case x.status == "" && x.found == 0:
		position(1, 1).Failf("neither a status nor an instantiation")
	case x.refuted() && x.found > 0:
		position(x.line, 1).Failf("UNSATISFIABLE, and yet an instantiation")
	case (x.status == "SATISFIABLE" || x.status == "OPTIMUM FOUND") && x.found == 0:
		position(x.line, 1).Failf("it says that there is a solution and does not tell it: expected v and an instantiation")
	case x.found > 0:
		return model.Satisfiable, x.status == "OPTIMUM FOUND", nil
	case x.refuted():
		return model.Unsatisfiable, true, nil
	}
	return model.Unknown, false, nil
}

// An xcspReader ends the reading by scan.Fail.
type xcspReader struct {
	names        []string
	yield        func(model.Assignment) bool
	text         []byte // of which lines leaves only what is XML
	status       string
	line         int // of the status
	found        int
	more         bool          // the caller wants more solutions
	indexedNames []indexedName // of names; see expand
	index        map[string]model.Var

	// The instantiation that is being read.
	path    []string    // elements that are open
	vars    []model.Var // of its list; -1 if it is none of ours
	values  int         // how many of them have a value
	listed  bool        // there was a list
	current *partial
}

func (x *xcspReader) refuted() bool { return x.status == "UNSATISFIABLE" }

// readLines takes the status, and blanks everything that is no part of an instantiation, so that places stay the same.
func (x *xcspReader) readLines() {
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
				position(number, 1).Failf("unknown status %q", scan.Clip(status))
			}
			if x.status != "" && x.status != status {
				position(number, 1).Failf("a second status, %s after %s", status, x.status)
			}
			x.status, x.line = status, number
		case words[0] == "c" || words[0] == "o" || words[0] == "d":
		default:
			position(number, 1).Failf("expected a line that begins with s, v, o or c, found %q", scan.Clip(words[0]))
		}
		for i := range line {
			if line[i] != '\n' {
				line[i] = ' '
			}
		}
	}
}

// readInstantiations reads what lines left.
func (x *xcspReader) readInstantiations() {
	d := xml.NewDecoder(bytes.NewReader(x.text))
	for x.more = true; x.more; {
		at := position(d.InputPos())
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
				err = errors.New(syntax.Msg)
			}
			line, column := d.InputPos()
			position(line, max(column, 1)).Failf("not well-formed: %v", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			x.startElement(at, t.Name.Local)
		case xml.EndElement:
			x.endElement(at)
		case xml.CharData:
			eachWord(t, at, x.word)
		}
	}
}

// startElement takes the start of an element.
func (x *xcspReader) startElement(at scan.Position, name string) {
	x.path = append(x.path, name)
	switch where := strings.Join(x.path, "/"); where {
	case "instantiation":
		x.vars, x.values, x.listed, x.current = nil, 0, false, newPartial(x.names)
	case "instantiation/list":
		x.listed = true
	case "instantiation/values":
		if !x.listed {
			at.Failf("values before the list of variables")
		}
	default:
		at.Failf("<%s> where <instantiation>, and in it <list> and <values>, was expected", scan.Clip(where))
	}
}

// endElement takes the end of an element; that of an instantiation completes a solution.
func (x *xcspReader) endElement(at scan.Position) {
	x.path = x.path[:len(x.path)-1]
	if len(x.path) > 0 {
		return
	}
	if x.values < len(x.vars) {
		at.Failf("%d variables and %d values", len(x.vars), x.values)
	}
	a := x.current.complete(at)
	x.found++
	x.more = x.yield(a)
}

// word takes a word between tags: a variable, or a value.
func (x *xcspReader) word(at scan.Position, word string) {
	if len(x.path) != 2 {
		at.Failf("%q outside of <list> and <values>", scan.Clip(word))
	}
	if x.path[1] == "list" {
		some, ok := x.expand(word)
		if !ok || len(x.vars)+len(some) > 2*len(x.names)+maxForeign {
			at.Failf("%q is no variable, or there are too many", scan.Clip(word))
		}
		x.vars = append(x.vars, some...)
		return
	}
	n, times, ok := parseRepeated(word)
	if !ok {
		at.Failf("expected an integer, found %q", scan.Clip(word))
	}
	if times > len(x.vars)-x.values {
		at.Failf("more values than the %d variables of the list", len(x.vars))
	}
	for _, v := range x.vars[x.values : x.values+times] {
		if v >= 0 {
			x.current.assign(at, v, n)
		}
	}
	x.values += times
}

// maxForeign is how many variables of its own a solver may list.
const maxForeign = 1 << 20

// eachWord calls do with each word of a text that begins at a place.
func eachWord(text []byte, at scan.Position, do func(at scan.Position, word string)) {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	for i := 0; i < len(text); {
		if c := text[i]; blank(c) {
			i, at.Column = i+1, at.Column+1
			if c == '\n' {
				at.Line, at.Column = at.Line+1, 1
			}
			continue
		}
		j := i
		for j < len(text) && !blank(text[j]) {
			j++
		}
		do(at, string(text[i:j]))
		i, at.Column = j, at.Column+j-i
	}
}

// parseRepeated reads an integer, or 4x9 for nine times the 4.
func parseRepeated(word string) (n, repeats int, ok bool) {
	number, often, found := strings.Cut(word, "x")
	n, err := strconv.Atoi(number)
	if err != nil || !found {
		return n, 1, err == nil
	}
	repeats, err = strconv.Atoi(often)
	return n, repeats, err == nil && repeats > 0
}

// An indexedName name is x[0][3] in parts.
type indexedName struct {
	base    string
	indices []pair // each from an index to itself
}

// expand returns the variables that a word of a list means: one, or by [] and [0..2] those of a part of an array, in the order of their
// indices. A variable that is none of ours is -1.
func (x *xcspReader) expand(word string) ([]model.Var, bool) {
	if x.index == nil {
		x.index = varsByName(x.names)
		for _, name := range x.names {
			base, spans, _ := splitIndices(name)
			x.indexedNames = append(x.indexedNames, indexedName{base, spans})
		}
	}
	if v, ours := x.index[word]; ours {
		return []model.Var{v}, true
	}
	base, spans, ok := splitIndices(word)
	if !ok {
		return nil, false
	}
	var some []model.Var
	for v, n := range x.indexedNames {
		if n.base != base || len(n.indices) != len(spans) || len(spans) == 0 {
			continue
		}
		inside := true
		for i, s := range spans {
			inside = inside && s[0] <= n.indices[i][0] && n.indices[i][0] <= s[1]
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

// splitIndices cuts x[0][1..2][] into its name and the ranges of its indices; [] is from 0 to maxAnswer.
func splitIndices(word string) (base string, spans []pair, ok bool) {
	base, rest, indexed := strings.Cut(word, "[")
	if base == "" || !isLetter(base[0]) || indexed && !strings.HasSuffix(rest, "]") {
		return "", nil, false
	}
	if !indexed {
		return base, nil, true
	}
	for inside := range strings.SplitSeq(strings.TrimSuffix(rest, "]"), "][") {
		if inside == "" {
			spans = append(spans, pair{0, maxAnswer})
			continue
		}
		low, high, isRange := strings.Cut(inside, "..")
		if !isRange {
			high = low
		}
		first, err1 := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil {
			return "", nil, false
		}
		spans = append(spans, pair{first, last})
	}
	return base, spans, true
}
