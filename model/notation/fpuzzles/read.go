package fpuzzles

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/notation/internal/lzstring"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A reader reads the JSON object of a puzzle. Its methods report errors by parse.Raise.
type reader struct {
	opt   place.Options
	n     int // rows
	p     sudoku.Puzzle
	at    []string // at[i] is the place of p.Rules[i] in the object
	drawn []string // drawings that may stand for rules

	blankXV []string // places of the marks of the key xv without a letter
	notes   []string
	offset  int // of the key that is being read
}

// A member is a key of the object with its value.
type member struct {
	name   string
	value  json.RawMessage
	offset int // of the key
}

// ReadJSON reads a puzzle as JSON.
func ReadJSON(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	defer parse.Catch(&err)
	members, err := membersOf(text)
	if err != nil {
		return p, nil, err
	}
	r := &reader{opt: opt}
	if len(members) > 0 {
		r.offset = members[0].offset
	}
	r.size(members)
	for _, m := range members {
		r.offset = m.offset
		r.member(m)
	}
	r.offset = 0
	r.finish()
	return r.p, r.notes, nil
}

// membersOf returns the members of a JSON object in order.
func membersOf(text string) ([]member, error) {
	if err := json.Unmarshal([]byte(text), new(json.RawMessage)); err != nil {
		bad := place.Errorf("a JSON object of f-puzzles", "the JSON cannot be read: %v", err)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			bad.Offset = max(0, int(syntax.Offset)-1)
		}
		return nil, bad
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if t, _ := dec.Token(); t != json.Delim('{') {
		return nil, place.Errorf("a JSON object of f-puzzles", "the JSON is no object")
	}
	var all []member
	for dec.More() {
		t, _ := dec.Token() // errors are impossible in valid JSON
		m := member{name: t.(string), offset: int(dec.InputOffset())}
		m.offset = max(0, strings.LastIndexByte(text[:m.offset-1], '"'))
		if slices.ContainsFunc(all, func(o member) bool { return o.name == m.name }) {
			return nil, place.At(m.offset, "it once", "found the key %q a second time", m.name)
		}
		dec.Decode(&m.value)
		all = append(all, m)
	}
	return all, nil
}

// fail reports an error at a place of the object by parse.Raise.
func (r *reader) fail(at, expected, format string, args ...any) {
	parse.Raise(place.At(r.offset, expected, "%s: %s", at, fmt.Sprintf(format, args...)))
}

// decode decodes a value that must have the type of *v.
func (r *reader) decode(at string, value json.RawMessage, expected string, v any) {
	if json.Unmarshal(value, v) != nil {
		r.fail(at, expected, "found %s", place.Shorten(value))
	}
}

// size determines the size of the grid, which cells need.
func (r *reader) size(members []member) {
	var rows []json.RawMessage
	for _, m := range members {
		switch m.name {
		case "size":
			var n number
			if r.decode(m.name, m.value, "the number of rows", &n); n.isSet {
				r.n = n.value
			}
		case "grid":
			r.decode(m.name, m.value, "the rows of the grid", &rows)
		}
	}
	r.n = cmp.Or(r.n, len(rows))
	switch {
	case r.n < 1 || r.n > sudoku.MaxN:
		r.fail("size", fmt.Sprintf("1 to %d", sudoku.MaxN), "the grid has %d rows", r.n)
	case len(rows) != r.n:
		r.fail("grid", fmt.Sprintf("%d as size says", r.n), "found %d rows", len(rows))
	}
	r.p.Shape = sudoku.Shape{Height: 1, Width: max(r.n, 1)}
}

func (r *reader) member(m member) {
	switch k := keyNamed(m.name); {
	case k != nil && k.form == flag:
		r.flag(m)
	case k != nil:
		r.entries(k, m)
	case m.name == "size", slices.Contains(ignored, m.name):
	case m.name == "title":
		r.decode(m.name, m.value, "a text", &r.p.Name)
	case m.name == "author":
		r.decode(m.name, m.value, "a text", &r.p.Texts.Author)
	case m.name == "ruleset":
		r.ruleset(m)
	case m.name == "grid":
		r.grid(m)
	case m.name == "negative":
		r.negative(m)
	case m.name == "solution":
		r.solution(m)
	case slices.Contains(drawings, m.name):
		r.drawings(m)
	case isEmpty(m.value):
	case r.opt.IgnoreUnknown:
		r.notes = append(r.notes, fmt.Sprintf("the key %s is left out: %s", m.name, place.Shorten(m.value)))
	default:
		r.fail(m.name, "a key that states a rule of nonet (--ignore-unknown leaves it out)", "found %s",
			place.Shorten(m.value))
	}
}

func isEmpty(value json.RawMessage) bool {
	return place.IsEmpty(value) || string(bytes.TrimSpace(value)) == "0"
}

// ruleset reads the rules in words. They may state more than the keys, so they become a note, too.
func (r *reader) ruleset(m member) {
	var text string
	if r.decode(m.name, m.value, "a text", &text); strings.TrimSpace(text) != "" {
		r.p.Texts.Rules = text
		r.notes = append(r.notes, "rules as the setter wrote them: "+strings.Join(strings.Fields(text), " "))
	}
}

// solution reads the solution that the setter states. A list with a dot is not complete and has no meaning.
func (r *reader) solution(m member) {
	var list []number
	if isEmpty(m.value) {
		return
	}
	r.decode(m.name, m.value, "a list of numbers", &list)
	if len(list) != r.n*r.n {
		r.fail(m.name, fmt.Sprintf("%d", r.n*r.n), "found %d numbers", len(list))
	}
	var grid sudoku.Grid
	for i, v := range list {
		switch {
		case !v.isSet || v.value == 0:
			return
		case v.value < 0 || v.value > r.n:
			r.fail(fmt.Sprintf("solution[%d]", i), fmt.Sprintf("1 to %d", r.n), "found %d", v.value)
		}
		grid = append(grid, v.value)
	}
	r.p.Texts.Solution = grid
}

func (r *reader) flag(m member) {
	var on bool
	if r.decode(m.name, m.value, "true or false", &on); on {
		r.rule(m.name, sudoku.Rule{Kind: keyNamed(m.name).kind})
	}
}

// rule adds a rule that is stated at a place.
func (r *reader) rule(at string, rule sudoku.Rule) {
	r.p.Rules, r.at = append(r.p.Rules, rule), append(r.at, at)
}

func (r *reader) negative(m member) {
	var names []string
	r.decode(m.name, m.value, `a list such as ["ratio"]`, &names)
	for i, name := range names {
		at := fmt.Sprintf("negative[%d]", i)
		if kind := negatives[name]; kind != "" {
			r.rule(at, sudoku.Rule{Kind: kind})
		} else if name != "foglight" {
			r.unknown(at, name)
		}
	}
}

// unknown reports something that nonet does not know, or notes that it is left out.
func (r *reader) unknown(at, what string) {
	if r.opt.IgnoreUnknown {
		r.notes = append(r.notes, fmt.Sprintf("%s: %s is left out", at, what))
		return
	}
	r.fail(at, "a rule of nonet (--ignore-unknown leaves it out)", "found %s", what)
}

// drawings notes drawings that no program added as copies of a rule.
func (r *reader) drawings(m member) {
	var all []struct {
		Lines          [][]string
		Cells          []string
		Value          string
		FromConstraint string
	}
	if json.Unmarshal(m.value, &all) != nil {
		r.drawn = append(r.drawn, m.name)
		return
	}
	for _, d := range all {
		if d.FromConstraint != "" || m.name == "cage" && len(d.Cells) == 0 {
			continue
		}
		what := m.name
		if d.Value != "" {
			what += " " + strconv.Quote(d.Value)
		}
		words := slices.Concat([]string{what}, d.Cells, slices.Concat(d.Lines...))
		r.drawn = append(r.drawn, strings.ToLower(strings.Join(words, " ")))
	}
}

// dependentRules reads the keys that mean something else beside other keys.
func (r *reader) dependentRules() {
	kinds := r.p.Kinds()
	if slices.Contains(kinds, "difference") || slices.Contains(kinds, "ratio") { // exempt their cells
		for i, rule := range r.p.Rules {
			if rule.Kind == "non-consecutive" {
				r.p.Rules[i] = sudoku.Rule{Kind: "negative-difference", Number: 1}
			}
		}
	}
	if slices.Contains(kinds, "negative-xv") {
		for _, at := range r.blankXV {
			r.unknown(at, "a mark without a letter, which exempts its cells from the negative XV in some programs")
		}
	}
}

// finish checks the rules and states what was left out.
func (r *reader) finish() {
	r.dependentRules()
	notes, err := place.Check(r.p, func(i int) string { return r.at[i] })
	parse.Raise(err)
	r.notes = append(r.notes, notes...)
	if len(r.drawn) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%d drawings may stand for rules that nonet cannot see: %s",
			len(r.drawn), strings.Join(r.drawn[:min(len(r.drawn), 5)], "; ")))
	}
}

var cellPattern = parse.Pattern(`^[Rr](\d{1,3})[Cc](\d{1,3})$`)

// rowAndColumn parses the name of a cell, which may lie outside the grid. Both are counted from 0.
func (r *reader) rowAndColumn(at, name string) (row, column int) {
	parts := cellPattern().FindStringSubmatch(strings.TrimSpace(name))
	if parts == nil {
		r.fail(at, "a cell, such as R1C2", "found %q", name)
	}
	row, _ = strconv.Atoi(parts[1])
	column, _ = strconv.Atoi(parts[2])
	return row - 1, column - 1
}

func (r *reader) inside(row, column int) bool { return min(row, column) >= 0 && max(row, column) < r.n }

func (r *reader) cell(at, name string) sudoku.Cell {
	row, column := r.rowAndColumn(at, name)
	if !r.inside(row, column) {
		r.fail(at, fmt.Sprintf("a cell from R1C1 to R%[1]dC%[1]d", r.n), "found %s", name)
	}
	return r.p.Shape.Cell(row, column)
}

func (r *reader) cells(at string, names []string) []sudoku.Cell {
	return slice.Make(len(names), func(i int) sudoku.Cell { return r.cell(fmt.Sprintf("%s[%d]", at, i), names[i]) })
}

// A number is an integer of the JSON, as a number or as a string, or the absence of one.
type number struct {
	value int
	isSet bool
	other string // a text that is no integer
}

func (n *number) UnmarshalJSON(value []byte) error {
	var text string
	if json.Unmarshal(value, &text) != nil {
		text = string(value)
		if text == "true" || text == "false" || text[0] == '[' || text[0] == '{' {
			return fmt.Errorf("no number")
		}
	}
	text = strings.TrimSpace(text)
	v, err := strconv.Atoi(text)
	switch {
	case text == "" || text == "null":
		*n = number{}
	case err != nil:
		*n = number{other: text}
	default:
		*n = number{value: v, isSet: true}
	}
	return nil
}

// Prefix begins nearly every compressed puzzle: it is the form of {"size":.
const Prefix = "N4Ig"

const link = "https://f-puzzles.com/?load="

var _ place.Read = Read

// Read reads a puzzle as JSON, compressed, or as a link with the compressed puzzle.
func Read(text string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return ReadJSON(text, opt)
	}
	packed, err := packedIn(text)
	if err != nil {
		return sudoku.Puzzle{}, nil, err
	}
	return ReadPacked(packed, opt)
}

var parameter = parse.Pattern(`[?&#](load|id)=([^&#]*)`)

// packedIn returns the compressed puzzle in a link, or text itself if it is no link.
func packedIn(text string) (string, error) {
	if !strings.ContainsAny(text, "?:") {
		return text, nil
	}
	switch found := parameter().FindStringSubmatch(text); {
	case found == nil:
		return "", place.Errorf("the address with ?load= that f-puzzles exports", "the link contains no puzzle")
	case found[1] == "id":
		return "", place.Errorf("the address with ?load= that f-puzzles exports",
			"the link names the puzzle %s on the server of f-puzzles, and nonet opens no connections",
			strings.Trim(found[2], " "))
	default:
		return found[2], nil
	}
}

// ReadPacked reads a compressed puzzle, which may have suffered from pasting.
func ReadPacked(packed string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text, err := place.Unpack(packed, "a whole string of f-puzzles", func(text string) bool {
		return json.Valid([]byte(text))
	})
	if err != nil {
		return sudoku.Puzzle{}, nil, err
	}
	p, notes, err := ReadJSON(text, opt)
	return p, notes, place.InPacked(err)
}

var _ place.Write = Write

// Write returns p as a link that opens in f-puzzles.
func Write(p sudoku.Puzzle) (string, place.Loss) {
	text, lost := JSON(p)
	return link + lzstring.Compress(text), lost
}
