package text

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// readXCSP3 reads the answer of an XCSP3 solver in the output format of the competitions: "s" and the status, "o" and a
// bound on the objective, "v" and a part of <instantiation> <list> names </list> <values> integers </values>
// </instantiation>, and comments. Each instantiation is a solution, even without a status.
//
// Source: the rules of the XCSP3 competitions, and the specification of XCSP3, section on solutions.
func readXCSP3(
	text []byte, names []string, yield func(model.Assignment) bool,
) (status model.Status, complete bool, err error) {
	defer parse.Catch(&err)
	x := &xcspReader{names: names, yield: yield, text: bytes.Clone(text)}
	x.readLines()
	x.readInstantiations()
	switch {
	case x.status == "" && x.found == 0:
		position(1, 1).Failf("expected a status or an instantiation")
	case x.refuted() && x.found > 0:
		position(x.line, 1).Failf("the status is UNSATISFIABLE, but there is an instantiation")
	case (x.status == "SATISFIABLE" || x.status == "OPTIMUM FOUND") && x.found == 0:
		position(x.line, 1).Failf("the solver reports a solution but prints no values: expected v and an instantiation")
	case x.found > 0:
		return model.Satisfiable, x.status == "OPTIMUM FOUND", nil
	case x.refuted():
		return model.Unsatisfiable, true, nil
	}
	return model.Unknown, false, nil
}

// An xcspReader reads the answer of an XCSP3 solver. Its methods report errors by parse.Raise.
type xcspReader struct {
	names        []string
	yield        func(model.Assignment) bool
	text         []byte // the answer; readLines blanks out everything but XML
	status       string
	line         int           // line of the status
	found        int           // number of solutions so far
	more         bool          // whether the caller wants more solutions
	indexedNames []indexedName // by variable; set by expand
	index        map[string]model.Var

	// The current instantiation.
	path    []string    // names of the open elements
	vars    []model.Var // variables of the list; -1 for an unknown variable
	values  int         // number of values so far
	listed  bool        // whether there was a list
	current *partial
}

func (x *xcspReader) refuted() bool { return x.status == "UNSATISFIABLE" }

// readLines reads the status and overwrites everything but instantiations with blanks, so that positions remain valid.
func (x *xcspReader) readLines() {
	number, bare := 0, false // bare: the rest of the text is XML without v
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
				position(number, 1).Failf("expected one status, found %s after %s", status, x.status)
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

// readInstantiations reads the XML that readLines leaves.
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

// startElement processes a start tag.
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
		at.Failf("expected <instantiation> with <list> and <values> in it, found <%s>", scan.Clip(where))
	}
}

// endElement processes an end tag. The end of an instantiation completes a solution.
func (x *xcspReader) endElement(at scan.Position) {
	x.path = x.path[:len(x.path)-1]
	if len(x.path) > 0 {
		return
	}
	if x.values < len(x.vars) {
		at.Failf("%d values for %d variables", x.values, len(x.vars))
	}
	a := x.current.complete(at)
	x.found++
	x.more = x.yield(a)
}

// word processes a word between tags: variables in a list, or a value.
func (x *xcspReader) word(at scan.Position, word string) {
	if len(x.path) != 2 {
		at.Failf("%q outside of <list> and <values>", scan.Clip(word))
	}
	if x.path[1] == "list" {
		some, ok := x.expand(word)
		if !ok || len(x.vars)+len(some) > 2*len(x.names)+maxForeign {
			at.Failf("%q is not a variable, or there are too many", scan.Clip(word))
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

// maxForeign is the largest number of unknown variables that an answer may list.
const maxForeign = 1 << 20

// eachWord calls do with each word of a text and its position. at is the position of the text.
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

// parseRepeated parses an integer such as 4, or a run such as 4x9: nine times the value 4.
func parseRepeated(word string) (n, repeats int, ok bool) {
	number, often, found := strings.Cut(word, "x")
	n, err := strconv.Atoi(number)
	if err != nil || !found {
		return n, 1, err == nil
	}
	repeats, err = strconv.Atoi(often)
	return n, repeats, err == nil && repeats > 0
}

// An indexedName is a name such as x[0][3], split into base and indices. Index i is the range {i, i}.
type indexedName struct {
	base    string
	indices []pair
}

// expand returns the variables that one word of a list stands for: one variable, or the elements of a slice such as
// x[][0..2], in the order of their indices. An unknown variable or slice is -1.
func (x *xcspReader) expand(word string) ([]model.Var, bool) {
	if x.index == nil {
		x.index = varsByName(x.names)
		for _, name := range x.names {
			base, spans, _ := splitIndices(name)
			x.indexedNames = append(x.indexedNames, indexedName{base, spans})
		}
	}
	if v, known := x.index[word]; known {
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

// splitIndices splits x[0][1..2][] into its base and the ranges of its indices. The range of [] is 0 to maxAnswer.
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
