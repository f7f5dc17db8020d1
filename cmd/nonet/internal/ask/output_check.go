package ask

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/human"
	"nonet/model/notation"
)

const checkColumns = "index,file,line,name,puzzle,size,box,rules,method,verdict,clues,minimal,redundant,redundant_rules,symmetry," +
	print.RatingColumns + ",duplicate_of,duplicate_index,duplicate_file,duplicate_line,duplicate_by,seconds,error\n"

// header returns what is printed before the first puzzle.
func (c *checker) header() string {
	switch c.Flags.Output {
	case "csv":
		return checkColumns
	case "text":
		place := "LINE"
		if c.files {
			place = "PLACE"
		}
		return c.row([]string{place, "VERDICT", "CLUES", "MINIMAL", "SYMMETRY", "LEVEL", "SCORE", "ER", duplicateHead})
	}
	return ""
}

// unreadable appends the result of a puzzle that cannot be read, and counts it.
func (c *checker) unreadable(b []byte, it *input.Item) []byte {
	c.note(&checked{Item: it})
	switch c.Flags.Output {
	case "csv":
		return print.CSVUnreadable(b, checkColumns, it)
	case "text":
		return append(b, c.row([]string{c.placeOf(it.Place, it.Index), "error"})...)
	}
	return input.Unreadable(b, c.Flags.Output, it)
}

// print appends the result as --output says.
func (c *checker) print(b []byte, a *checked) []byte {
	switch c.Flags.Output {
	case "json":
		return term.AppendJSONLine(b, c.object(a))
	case "csv":
		return append(b, c.csv(a)...)
	}
	cells := []string{c.placeOf(a.Place, a.Index), a.verdictText(), strconv.Itoa(a.Puzzle.Givens()), "-",
		a.pattern.String(), "-", "-", "-", ""}
	if a.knowsClues {
		cells[3] = "yes"
		if n := len(a.redundant); n > 0 {
			cells[3] = fmt.Sprintf("no, %d", n)
		}
		if n := len(a.rules); n > 0 {
			cells[3] += fmt.Sprintf(" +%d", n)
		}
	}
	if r := a.rated; r != nil {
		cells[5], cells[6], cells[7] = r.Level.String(), strconv.Itoa(r.Score), r.TextER()
	}
	switch d := a.duplicate; {
	case d != nil && d.archive:
		cells[8] = fmt.Sprintf("%s: %s", placeText(d.Place, d.index), d.words())
	case d != nil:
		cells[8] = fmt.Sprintf("%s: %s", c.placeOf(d.Place, d.index), d.words())
		if !c.files && d.Place.Line > 0 {
			cells[8] = "line " + cells[8]
		}
	case !a.duplicateOK:
		cells[8] = "unknown"
	}
	return append(b, c.row(cells)...)
}

// checkWidths are the least widths of the columns between the first and the last, negative for columns that are aligned
// to the left. The table is printed as puzzles are checked, so it cannot adapt to them.
var checkWidths = [...]int{-8, 5, -9, -14, -7, 6, 6}

// row returns a line of the table. What does not fit is in lines of its own: a long place above, the duplicate below.
func (c *checker) row(cells []string) string {
	width, first, last := c.Width(), c.width, len(checkWidths)+1
	if width > 0 && first+fixedWidth > width {
		first = len("PLACE")
	}
	line := fmt.Sprintf("%-*s", first, cells[0])
	if len(line) > first && first < c.width {
		line += "\n" + strings.Repeat(" ", first)
	}
	for i, cell := range cells[1:min(len(cells), last)] {
		line += fmt.Sprintf("  %*s", checkWidths[i], cell)
	}
	line = strings.TrimRight(line, " ")
	switch {
	case len(cells) <= last || cells[last] == "":
	case width == 0 || first+fixedWidth+2+len(cells[last]) <= width:
		line += "  " + cells[last]
	case cells[last] != duplicateHead:
		line += "\n" + term.FoldLines(strings.Repeat(" ", first+2)+"duplicate of "+cells[last], width)
	}
	return line + "\n"
}

const (
	duplicateHead = "DUPLICATE OF"
	fixedWidth    = 69 // of the columns of checkWidths
)

// placeOf returns the place of a puzzle of the list: the line, if all puzzles are in one file.
func (c *checker) placeOf(p input.Place, index int) string {
	if !c.files && p.Line > 0 {
		return strconv.Itoa(p.Line)
	}
	return placeText(p, index)
}

// placeText returns file and line, the file alone if it has no puzzle, or the index of a puzzle on the command line.
func placeText(p input.Place, index int) string {
	switch {
	case p.File == "":
		return fmt.Sprintf("index %d", index)
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

func (a *checked) verdictText() string {
	if a.verdict == model.Undecided && a.err != nil {
		return print.StatusOf(a.err)
	}
	return a.verdict.String()
}

// ruleTexts returns the redundant rules as lines of the format nonet.
func (a *checked) ruleTexts() []string {
	p := a.Puzzle
	p.Rules = a.rules
	return print.RuleTexts(p)
}

// A checkedObject is the result in JSON.
type checkedObject struct {
	print.Head
	Method    string              `json:"method"`
	Verdict   string              `json:"verdict"`
	Clues     int                 `json:"clues"`
	Minimal   *bool               `json:"minimal,omitempty"` // absent, like Redundant, unless there is one solution
	Redundant []string            `json:"redundant,omitzero"`
	Rules     []string            `json:"redundant_rules,omitzero"` // of a variant
	Symmetry  string              `json:"symmetry"`
	Rating    *print.RatingObject `json:"rating"`
	Duplicate *duplicateObject    `json:"duplicate,omitempty"`
	print.Tail
}

type duplicateObject struct {
	Of    string   `json:"of"` // list or archive
	Index int      `json:"index"`
	File  string   `json:"file,omitempty"`
	Line  int      `json:"line,omitempty"`
	Moves []string `json:"moves"`
}

func (c *checker) object(a *checked) checkedObject {
	o := checkedObject{Head: print.HeadOf(a.Item), Method: c.method.Name, Verdict: a.verdictText(),
		Clues: a.Puzzle.Givens(), Symmetry: a.pattern.String(), Tail: print.TailOf(a.elapsed, a.err)}
	if a.knowsClues {
		o.Minimal, o.Redundant = new(len(a.redundant) == 0), print.CellNames(a.Puzzle.Shape, a.redundant)
		if !a.Puzzle.Classic() {
			o.Rules = a.ruleTexts()
		}
	}
	if a.rated != nil {
		o.Rating = a.rated.Object(human.Standard(), true)
	}
	if d := a.duplicate; d != nil {
		o.Duplicate = &duplicateObject{d.of(), d.index, d.Place.File, d.Place.Line, d.moves}
	}
	return o
}

// of names the list that has the first puzzle.
func (d *duplicate) of() string {
	if d.archive {
		return "archive"
	}
	return "list"
}

// csv returns the result as a row.
func (c *checker) csv(a *checked) string {
	p := a.Puzzle
	place := append(print.CSVPlace(a.Item), notation.Line(p.Alphabet, p.Clues), strconv.Itoa(p.Shape.N()),
		p.Shape.Text(), strings.Join(print.RuleTexts(p), "; "))
	facts := []string{c.method.Name, a.verdictText(), strconv.Itoa(p.Givens()), "", "", "", a.pattern.String()}
	if a.knowsClues {
		facts[3] = strconv.FormatBool(len(a.redundant) == 0)
		facts[4] = strings.Join(print.CellNames(p.Shape, a.redundant), " ")
		facts[5] = strings.Join(a.ruleTexts(), "; ")
	}
	first := make([]string, 5)
	if d := a.duplicate; d != nil {
		first = []string{d.of(), strconv.Itoa(d.index), d.Place.File, term.NonZero(d.Place.Line), d.words()}
	}
	end := []string{string(term.AppendSeconds(nil, a.elapsed)), print.TailOf(0, a.err).Error}
	return term.CSVRow(place, facts, a.rated.CSV(), first, end)
}

// note counts what is known about a puzzle, in words.
func (c *checker) note(a *checked) {
	verdict, d := a.verdictText(), a.duplicate
	if a.ReadErr != nil {
		verdict = "unreadable"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tally[verdict]++
	for what, is := range map[string]bool{
		"minimal": a.knowsClues && len(a.redundant) == 0, "symmetric": a.pattern != generate.Any,
		"duplicate of the list": d != nil && !d.archive, "duplicate of --against": d != nil && d.archive,
	} {
		if is {
			c.tally[what]++
		}
	}
	if a.rated != nil {
		c.tally[a.rated.Level.String()]++
	}
}

// summary states the counts in two lines.
func (c *checker) summary(done input.Handled) string {
	counts := func(names ...string) string {
		var words []string
		for _, what := range names {
			if n := c.tally[what]; n > 0 {
				words = append(words, term.Thousands(n)+" "+what)
			}
		}
		return strings.Join(words, ", ")
	}
	text := fmt.Sprintf("%s in %s, %s: %s", term.Plural(done.N, "puzzle", "puzzles"), term.Duration(done.Elapsed),
		term.Rate(done.N, done.Elapsed), counts("unique", "multiple", "none", "unknown", "error", "unreadable",
			"minimal", "symmetric", "duplicate of the list", "duplicate of --against"))
	if levels := counts(slice.Map(human.Levels(), human.Level.String)...); levels != "" {
		text += "; " + levels
	}
	return text
}
