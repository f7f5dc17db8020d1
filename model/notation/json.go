package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// readJSON reads a line that is a JSON object with the puzzle as the string "puzzle", such as a record of nonet's JSON
// output. The optional "rules" lists rules of a variant, and "box" is the shape, such as 1x9, if it is not the usual
// one. "alphabet" names the alphabet of the puzzle; "symbols" are those of answers to a puzzle in mixed.
func (r *Reader) readJSON(p *sudoku.Puzzle) error {
	c := r.in.pos()
	line, err := r.in.next(&c)
	if err != nil {
		return err
	}
	r.in.consume(c)
	var record struct {
		Puzzle, Name, Box, Author, Statement string
		Alphabet                             string
		Rules, Symbols                       []string
		Stated                               string `json:"stated_solution"`
	}
	if err := json.Unmarshal(line, &record); err != nil {
		column := 0
		if bad, ok := err.(*json.SyntaxError); ok {
			column = utf8.RuneCount(line[:min(max(bad.Offset, 1), int64(len(line)))])
			if len(bytes.TrimSpace(line)) == 1 {
				// Indented JSON: the closing brace begins a line.
				r.skipLines(true, func(line []byte) bool { return bytes.HasPrefix(line, []byte("}")) })
				return r.newError(r.line, column, "the JSON object goes on in further lines",
					`one object per line, {"puzzle": "..."}`)
			}
		}
		if bad, ok := err.(*json.UnmarshalTypeError); ok {
			what := "the JSON value"
			if bad.Field != "" {
				what = "the field " + strings.ToLower(bad.Field)
			}
			return r.newError(r.line, 0, what+" has the type "+bad.Value, "a string, or for rules a list of strings")
		}
		return r.newError(r.line, column, "the JSON cannot be read: "+err.Error(),
			`one object per line, {"puzzle": "..."}`)
	}
	if record.Puzzle == "" {
		return r.newError(r.line, 1, "the JSON object has no puzzle", `{"puzzle": "..."}`)
	}
	defer func(a alphabet) { r.alphabet = a }(r.alphabet)
	if record.Alphabet == "" && record.Symbols != nil {
		r.alphabet = mixed // also if the options name the alphabet of the symbols
	} else if r.opt.Alphabet == "" {
		var known bool
		if r.alphabet, known = alphabetNamed(record.Alphabet); !known {
			return r.newError(r.line, 0, fmt.Sprintf("the field alphabet is %q", place.Shorten(record.Alphabet)),
				slice.JoinOr(alphabetNames(allAlphabets)))
		}
	}
	text := []byte(record.Puzzle)
	column := 1 + utf8.RuneCount(line[:max(0, bytes.Index(line, text))])
	err = r.readVariant(p, record.Box, record.Rules, func() error {
		return r.readField(p, text, r.line, column, []byte(record.Name))
	})
	if err != nil {
		return err
	}
	if record.Symbols != nil {
		if p.Alphabet, err = r.statedAlphabet(record.Symbols, p.Shape, r.line, 0); err != nil {
			return err
		}
	}
	p.Texts.Author, p.Texts.Rules = oneLine(record.Author), linesOf(record.Statement)
	if record.Stated == "" {
		return nil
	}
	return r.readSolution(p, record.Stated, r.line, 0)
}

// linesOf returns a text of several lines without control characters, and without empty lines around it.
func linesOf(text string) string {
	return strings.Join(slice.Map(strings.Split(strings.TrimSpace(text), "\n"), oneLine), "\n")
}

// readVariant reads a puzzle with the field box, if it is not empty, and rules. read reads its cells.
func (r *Reader) readVariant(p *sudoku.Puzzle, boxText string, rules []string, read func() error) error {
	if boxText != "" {
		box, err := sudoku.ParseShape(boxText)
		switch asked := r.opt.Shape; {
		case err != nil:
			return r.newError(r.line, 0, fmt.Sprintf("the field box is %q", place.Shorten(boxText)),
				"height and width of a box, such as 2x3")
		case asked != sudoku.Shape{} && asked != box:
			return r.newError(r.line, 0, fmt.Sprintf("the shape is %s", box), r.opt.requestedShape())
		}
		defer func(shape sudoku.Shape) { r.opt.Shape = shape }(r.opt.Shape)
		r.opt.Shape = box
	}
	if err := read(); err != nil {
		return err
	}
	return r.readRules(p, rules)
}

// readRules parses the rules of a JSON object or a CSV record into p.
func (r *Reader) readRules(p *sudoku.Puzzle, rules []string) (err error) {
	defer parse.Catch(&err)
	for i, text := range rules {
		p.Rules = append(p.Rules, parseRule(text, p.Shape, func(column int, msg, expected string) {
			r.fail(r.line, 0, fmt.Sprintf("rule %d, column %d: %s", i+1, max(column, 1), msg), expected)
		}))
	}
	return nil
}

func appendJSON(dst []byte, p sudoku.Puzzle) []byte {
	record := struct {
		Puzzle    string   `json:"puzzle"`
		Name      string   `json:"name,omitempty"`
		Author    string   `json:"author,omitempty"`
		Symbols   []string `json:"symbols,omitempty"`
		Box       string   `json:"box,omitempty"`
		Rules     []string `json:"rules,omitempty"`
		Statement string   `json:"statement,omitempty"`
		Stated    string   `json:"stated_solution,omitempty"`
	}{Name: oneLine(p.Name), Author: oneLine(p.Texts.Author), Statement: linesOf(p.Texts.Rules)}
	cells := func(g sudoku.Grid) string {
		if !p.Shape.IsUsual() || p.Shape.N() <= 9 {
			return Line(p.Shape.Usual(), g)
		}
		integers := appendIntegers(nil, sudoku.Puzzle{Shape: p.Shape, Clues: g}, "0")
		return strings.Join(strings.Fields(string(integers)), ",")
	}
	record.Puzzle = cells(p.Clues)
	if statesAlphabet(p) {
		record.Symbols = p.Alphabet.Symbols[:p.Shape.N()]
	}
	if p.Texts.Solution != nil {
		record.Stated = cells(p.Texts.Solution)
	}
	if usual, ok := sudoku.ShapeOf(p.Shape.N()); !ok || usual != p.Shape || !p.Classic() {
		record.Box = p.Shape.Text()
	}
	texts := slice.Map(p.Rules, func(r sudoku.Rule) string { return RuleText(p.Shape, r) })
	record.Rules = append(record.Rules, texts...)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(record); err != nil {
		panic("notation: " + err.Error()) // a struct of strings
	}
	return append(dst, b.Bytes()...)
}
