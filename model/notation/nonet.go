package notation

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// The native format states a puzzle in lines that begin with a keyword; the package comment has its grammar.

const nonetKeywords = "name, author, rules, symbols, solution, shape, grid, the name of a rule, or nonet 1 for the " +
	"next puzzle"

// A nonetPuzzle is a puzzle in the native format while it is read.
type nonetPuzzle struct {
	*Reader
	p         *sudoku.Puzzle
	shape     sudoku.Shape
	seen      map[string]bool // keywords that may occur only once
	sizeKnown bool            // the options or the keyword shape state the size of the grid
	early     []nonetLine     // rules above the shape and the grid
	symbols   nonetLine
	solution  nonetLine
}

// A nonetLine is a parsed line of the native format.
type nonetLine struct {
	keyword, rest string
	text          string
	at, column    int // of the keyword
}

// readNonet reads one puzzle in the native format. It consumes line by line, so that after an error the input is after
// the wrong line, and then the rest of the puzzle. The methods of nonetPuzzle report errors by parse.Raise.
func (r *Reader) readNonet(p *sudoku.Puzzle) (err error) {
	defer func() {
		if err != nil {
			r.skipLines(false, isNonet)
		}
	}()
	defer parse.Catch(&err)
	n := nonetPuzzle{Reader: r, p: p, seen: map[string]bool{}, sizeKnown: r.opt.Shape != sudoku.Shape{}}
	p.Name, p.Rules, p.Clues = "", nil, p.Clues[:0]
	blank := false // the line before is
	for first := true; ; first = false {
		c := r.in.pos()
		text, err := r.in.next(&c)
		if err != nil && err != io.EOF {
			return r.inputError(err)
		}
		l := nonetLine{text: string(text), at: r.in.line, column: 1 + len(text) - len(bytes.TrimLeft(text, " \t"))}
		l.keyword, l.rest = cutWord(strings.TrimSpace(l.text))
		if !first && (err == io.EOF || isNonet(text) || blank && r.isOther(text)) {
			n.finish(l.at)
			return nil
		}
		blank = l.keyword == ""
		r.in.consume(c)
		if column, found := notText(text); column > 0 {
			r.fail(l.at, column, "found "+found, "text")
		}
		switch {
		case l.keyword == "" || l.keyword[0] == '#':
		case first && l.keyword != "nonet":
			r.fail(l.at, l.column, fmt.Sprintf("found %q", place.Shorten(l.keyword)), "nonet 1")
		case first && l.rest != "1":
			r.fail(l.at, l.column, fmt.Sprintf("found version %q of the format", l.rest), "version 1")
		case !first:
			n.readLine(l)
		}
	}
}

// cutWord splits a text after its first word.
func cutWord(text string) (word, rest string) {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// finish completes the puzzle, which ends before line at. Without a grid all cells are blank; without a shape
// as well, the grid is 9x9.
func (n *nonetPuzzle) finish(at int) {
	if n.shape == (sudoku.Shape{}) {
		if len(n.early) == 0 {
			n.fail(max(n.Reader.line, at-1), 0, "the puzzle has no grid",
				"the keyword grid and the rows below it, or rules of an empty grid")
		}
		if n.shape = n.opt.Shape; !n.sizeKnown {
			n.shape = sudoku.Order(3)
		}
		n.earlyRules()
	}
	p := n.p
	if p.Shape, p.Alphabet = n.shape, n.shape.Usual(); !n.seen["grid"] {
		p.Clues = append(p.Clues, make(sudoku.Grid, n.shape.Cells())...)
	}
	for i := range p.Rules {
		if err := p.ValidateRule(i); err != nil {
			n.fail(n.ruleLines[i], 0, err.Error(), "")
		}
	}
	if l := n.symbols; l.text != "" { // the alphabet, one word or a word for each value
		symbols := strings.Fields(l.rest)
		if len(symbols) == 1 && n.shape.N() > 1 {
			symbols = strings.Split(symbols[0], "")
		}
		var err error
		p.Alphabet, err = n.statedAlphabet(symbols, n.shape, l.at, l.column)
		parse.Raise(err)
	}
	if l := n.solution; l.text != "" {
		parse.Raise(n.readSolution(p, l.rest, l.at, l.column))
	}
}

// readLine reads a line after the first, and the lines that belong to it.
func (n *nonetPuzzle) readLine(l nonetLine) {
	switch keyword := strings.ToLower(l.keyword); keyword {
	case "rules": // one line of them
		n.p.Texts.Rules = strings.TrimPrefix(n.p.Texts.Rules+"\n"+l.rest, "\n")
	case "name", "author", "symbols", "solution", "shape", "grid":
		if n.seen[keyword] || keyword == "shape" && n.shape != (sudoku.Shape{}) {
			n.fail(l.at, l.column, "found "+keyword+" a second time", "it once")
		}
		n.seen[keyword] = true
		switch keyword {
		case "name":
			n.p.Name = l.rest
		case "author":
			n.p.Texts.Author = l.rest
		case "symbols":
			n.symbols = l
		case "solution":
			n.solution = l
		case "shape":
			n.shapeLine(l)
		case "grid":
			n.grid()
		}
		if n.shape != (sudoku.Shape{}) {
			n.earlyRules()
		}
	default:
		n.ruleLine(l)
	}
}

func (n *nonetPuzzle) shapeLine(l nonetLine) {
	n.sizeKnown = true
	text, values := cutValues(l.rest)
	shape, err := sudoku.ParseShape(text)
	if err != nil {
		n.fail(l.at, l.column, fmt.Sprintf("found shape %q", l.rest),
			"height and width of a box, such as 2x3, or a number of rows, such as 6 for a grid without boxes; at "+
				"most 100 rows; rows, columns and numbers of another grid may follow, as in 2x4 6x8 1-8 or 2x2 4x4 "+
				"1,2,3,5")
	}
	if n.shape = shape; values != nil {
		cells := slice.Indices[sudoku.Cell](n.shape.Cells())
		n.addRule(sudoku.Rule{Kind: "candidates", Cells: cells, Values: values}, l)
	}
	if asked := n.opt.Shape; asked != (sudoku.Shape{}) && asked != n.shape {
		n.fail(l.at, l.column, fmt.Sprintf("the shape is %s", n.shape), n.opt.requestedShape())
	}
}

func (n *nonetPuzzle) addRule(rule sudoku.Rule, l nonetLine) {
	n.p.Rules, n.ruleLines = append(n.p.Rules, rule), append(n.ruleLines, l.at)
}

// cutValues returns a shape whose numbers are an increasing list, such as 1,2,5, with the interval of these numbers,
// and the list; it is nil for another shape.
func cutValues(shape string) (string, []int) {
	words := strings.Fields(shape)
	if len(words) < 3 || !strings.Contains(words[2], ",") {
		return shape, nil
	}
	var values []int
	for word := range strings.SplitSeq(words[2], ",") {
		v, err := strconv.Atoi(word)
		if err != nil || len(values) > 0 && v <= values[len(values)-1] {
			return shape, nil
		}
		values = append(values, v)
	}
	words[2] = fmt.Sprintf("%d-%d", values[0], values[len(values)-1])
	return strings.Join(words, " "), values
}

// earlyRules reads the rules that stand above the shape and the grid.
func (n *nonetPuzzle) earlyRules() {
	early := n.early
	n.early = nil
	for _, l := range early {
		n.ruleLine(l)
	}
}

func (n *nonetPuzzle) ruleLine(l nonetLine) {
	rule := sudoku.Rule{Kind: "regions"}
	isRegions := strings.EqualFold(l.keyword, "regions")
	if isRegions && l.rest == "" {
		n.readRegions(&rule, n.shape)
	}
	if isRegions && !n.sizeKnown { // regions take the place of the usual boxes
		rows := 1 + strings.Count(l.rest, "/")
		if l.rest == "" {
			rows = intSqrt(len(rule.Cells))
		}
		n.shape = sudoku.Shape{Height: 1, Width: rows}
		if n.shape.Validate() != nil {
			n.fail(l.at, l.column, fmt.Sprintf("the regions have %d rows", rows), "at most 100 rows")
		}
	}
	name, _, _ := cutKeyword(l.text)
	kindNamed(name, func(found, nearest string) { n.fail(l.at, l.column, found, nonetKeywords+nearest) })
	if n.shape == (sudoku.Shape{}) {
		n.early = append(n.early, l)
		return
	}
	if len(rule.Cells) == 0 && rule.Groups == nil {
		rule = parseRule(l.text, n.shape, n.failAtLine(l.at))
	}
	if n.addRule(rule, l); isRegions {
		n.earlyRules()
	}
}

// readSolution reads the solution that the author of p states, at a place of the input. A note says if it solves
// another puzzle.
func (r *Reader) readSolution(p *sudoku.Puzzle, text string, line, column int) error {
	solution, err := Parse(text, Options{Shape: p.Shape})
	if err != nil || slices.Contains(solution.Clues, 0) {
		return r.newError(line, column, "the solution cannot be read",
			fmt.Sprintf("the values of all %d cells in one line", p.Shape.Cells()))
	}
	p.Texts.Solution = solution.Clues
	if err := p.Check(solution.Clues); err != nil {
		r.notes = append(r.notes, fmt.Sprintf("the solution in line %d is wrong: %v", line, err))
	}
	return nil
}

// grid reads the rows of a grid. If no shape is given, the length of the first row determines it.
func (n *nonetPuzzle) grid() {
	r, p := n.Reader, n.p
	p.Clues = p.Clues[:0]
	rows, width := n.shape.Size() // of the next row
	for row := 0; row == 0 || row < rows || row == rows && n.shape.Extra > 0; {
		line, at := r.rowBelow("the grid ends", row)
		text := bytes.TrimSpace(line)
		if len(text) == 0 || text[0] == '#' || len(bytes.Trim(text, "-+=| ")) == 0 { // such as ---+---
			continue
		}
		numbers, ok := appendNumbers(r.numbers[:0], bytes.ReplaceAll(line, []byte("|"), []byte(" ")), at, 1)
		r.numbers = numbers
		if !ok {
			r.fail(at, 1, fmt.Sprintf("found %q", place.Shorten(line)),
				fmt.Sprintf("row %d of the grid: integers, . or 0 for a blank", row+1))
		}
		if n.shape == (sudoku.Shape{}) {
			if n.shape, ok = r.shape(len(numbers)); !ok {
				r.fail(at, 0, fmt.Sprintf("the first row has %d cells", len(numbers)),
					"a shape with rows of this length, stated above the grid")
			}
			rows, width = n.shape.Size()
		}
		if row == rows {
			width = n.shape.Extra
		}
		if len(numbers) != width {
			r.fail(at, 0, fmt.Sprintf("row %d has %d cells", row+1, len(numbers)),
				fmt.Sprintf("%d for %s", width, n.shape))
		}
		if row < rows {
			r.checkBars(line, at, row, numbers, n.shape)
		}
		least, largest := n.shape.Numbers()
		for _, c := range numbers {
			v := int(c.value) // 0 is a number of some grids
			if v > largest || v > 0 && v < least {
				blank := " or 0"
				if least == 0 {
					blank = ""
				}
				r.fail(at, int(c.column), fmt.Sprintf("found %d in a %s grid", c.value, n.shape),
					fmt.Sprintf("%d to %d, or .%s for a blank", least, largest, blank))
			}
			if v >= least {
				v -= n.shape.Offset
			}
			p.Clues = append(p.Clues, max(0, v))
		}
		row++
	}
}

// rowBelow consumes and returns the next line below a keyword, after a number of rows.
func (r *Reader) rowBelow(ends string, rows int) (line []byte, at int) {
	c := r.in.pos()
	line, err := r.in.next(&c)
	at = r.in.line
	switch {
	case err == io.EOF || err == nil && isNonet(line):
		r.fail(max(r.line, at-1), 0, fmt.Sprintf("%s after %d rows", ends, rows), "one row per line")
	case err != nil:
		parse.Raise(r.inputError(err))
	}
	r.in.consume(c)
	return line, at
}

// checkBars reports an error unless the bars in a row stand between boxes.
func (r *Reader) checkBars(line []byte, at, row int, numbers []number, s sudoku.Shape) {
	cells := 0
	for i, column := 0, 0; i < len(line); {
		_, size := symbolAt(line[i:])
		column++
		for cells < len(numbers) && int(numbers[cells].column) < column {
			cells++
		}
		if line[i] == '|' && cells%s.Width != 0 {
			r.fail(at, column, fmt.Sprintf("found a bar after cell %d of row %d", cells, row+1),
				fmt.Sprintf("bars between boxes, which are %d cells wide; shape states another size", s.Width))
		}
		i += size
	}
}

// inputError turns errTooLong into the error of a puzzle and returns other errors of the input unchanged.
func (r *Reader) inputError(err error) error {
	if err == errTooLong {
		return r.newError(r.in.line, 0, fmt.Sprintf("the line is longer than %d bytes", window), "a line of a puzzle")
	}
	return err
}

// isNonet reports whether line begins a puzzle in the native format.
func isNonet(line []byte) bool {
	return bytes.HasPrefix(line, []byte("nonet ")) || bytes.Equal(line, []byte("nonet"))
}

// isOther reports whether a line that is no keyword is a puzzle in line form or in JSON.
func (r *Reader) isOther(line []byte) bool {
	if isBlankLine(line) || !bytes.ContainsRune([]byte("{.0123456789"), rune(line[0])) {
		return false
	}
	f, found := r.findWord(line, 0, 1)
	return line[0] == '{' || found && f.valid && f.n > 3
}

// appendNonet appends a puzzle in the native format.
func appendNonet(dst []byte, p sudoku.Puzzle) []byte {
	dst = append(dst, "nonet 1\n"...)
	if name := oneLine(p.Name); name != "" {
		dst = fmt.Appendf(dst, "name %s\n", name)
	}
	if author := oneLine(p.Texts.Author); author != "" {
		dst = fmt.Appendf(dst, "author %s\n", author)
	}
	for line := range strings.Lines(p.Texts.Rules) {
		dst = fmt.Appendf(dst, "rules %s\n", oneLine(line))
	}
	dst = fmt.Appendf(dst, "shape %s\n", p.Shape.Text())
	if statesAlphabet(p) {
		dst = fmt.Appendf(dst, "symbols %s\n", joinSymbols(p.Alphabet.Symbols[:p.Shape.N()]))
	}
	dst = append(dst, "grid\n"...)
	dst = appendIntegers(dst, p, ".")
	for _, r := range p.Rules {
		if r.Kind == "regions" {
			dst = appendRegions(append(dst, r.Kind...), p.Shape, r, "\n", "")
		} else {
			dst = appendRuleText(dst, p.Shape, r)
		}
		dst = append(dst, '\n')
	}
	if p.Texts.Solution != nil {
		dst = append(AppendLine(append(dst, "solution "...), p.Shape.Usual(), p.Texts.Solution), '\n')
	}
	return dst
}
