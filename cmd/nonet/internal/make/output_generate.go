package make

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model/generate"
	"nonet/model/notation"
)

// generateOutputs are the values of --output of generate.
var generateOutputs = []string{"text", "line", "numbers", "nonet", "json", "csv"}

// generateHeader is the first line of CSV.
const generateHeader = "index,puzzle,solution,size,box,rules,clues,seed,attempts,symmetry,level,score,er,hardest,error\n"

// A generated is a generated puzzle, or the error.
type generated struct {
	index   int
	seed    uint64
	options *generateOptions
	puzzle  *generate.Puzzle
	err     error
}

// code returns the exit code for the error.
func (g *generated) code() term.ExitCode {
	switch {
	case ask.Undecided(g.err), errors.As(g.err, new(*generate.AttemptsError)),
		errors.As(g.err, new(*generate.DuplicatesError)):
		return term.Undecided
	case errors.As(g.err, new(*generate.ImpossibleError)):
		return term.BadInput
	}
	return term.Failed
}

// text returns the puzzle in an output form.
func (g *generated) text(form string) string {
	var b bytes.Buffer
	if g.options.variants != nil && form != "json" && form != "csv" {
		form = "nonet" // no other form holds rules
	}
	switch {
	case form == "json":
		return string(term.AppendJSONLine(nil, g.object()))
	case form == "csv":
		return g.csv()
	case g.err != nil:
		return ""
	case form == "line":
		return notation.Line(nil, g.puzzle.Clues) + "\n"
	case g.index > 0:
		b.WriteByte('\n')
	}
	if form == "text" {
		b.WriteString(g.title() + "\n")
		notation.WriteGrid(&b, nil, g.puzzle.Shape, g.puzzle.Clues)
		return b.String()
	}
	text, err := print.PuzzleText(g.puzzle.Puzzle, form)
	if err != nil {
		panic("generate: " + err.Error()) // the format is known, and the puzzle is valid
	}
	return b.String() + text
}

// title says in a line what kind of puzzle it is.
func (g *generated) title() string {
	line := term.Plural(g.puzzle.Givens(), "clue", "clues")
	if r := g.puzzle.Rating; r != nil {
		line += fmt.Sprintf(", %v, score %d, ER %.1f", r.Level, r.Score, r.ER)
		if r.Hardest != nil {
			line += " by the rule " + r.Hardest.Name
		}
	}
	return line
}

// A generatedObject is a puzzle in JSON.
type generatedObject struct {
	Index     int         `json:"index"`
	Puzzle    *string     `json:"puzzle"`
	*gridPart             // nil if there is no puzzle
	Seed      uint64      `json:"seed"`
	Attempts  *int        `json:"attempts,omitempty"` // absent, like Symmetry, from random instances
	Symmetry  string      `json:"symmetry,omitempty"`
	Rating    *ratingPart `json:"rating,omitempty"` // nil if the puzzle was not rated
	Error     string      `json:"error,omitempty"`
}

type gridPart struct {
	Solution *string `json:"solution"`
	Size     int     `json:"size"`
	Box      string  `json:"box"`
	Clues    int     `json:"clues"`

	Rules []string `json:"rules,omitempty"` // as in the format nonet; absent for classic puzzles
}

type ratingPart struct {
	Level   string  `json:"level"`
	Score   int     `json:"score"`
	ER      float64 `json:"er"`
	Hardest string  `json:"hardest,omitempty"`
}

func (g *generated) object() generatedObject {
	o := generatedObject{Index: g.index, Seed: g.seed, Error: print.TailOf(0, g.err).Error}
	p := g.puzzle
	if p == nil {
		return o
	}
	o.Puzzle = print.GridText(nil, p.Clues)
	box := p.Shape.Text()
	o.gridPart = &gridPart{print.GridText(nil, p.Solution), p.Shape.N(), box, p.Givens(), nil}
	if !p.Classic() {
		o.Rules = print.RuleTexts(p.Puzzle)
	}
	switch {
	case g.options.variants != nil:
		o.Attempts = &p.Attempts
	case g.options.instances == nil:
		o.Attempts, o.Symmetry = &p.Attempts, g.options.spec.Pattern.String()
	}
	if r := p.Rating; r != nil {
		o.Rating = &ratingPart{Level: r.Level.String(), Score: r.Score, ER: r.ER}
		if r.Hardest != nil {
			o.Rating.Hardest = r.Hardest.Name
		}
	}
	return o
}

// csv returns the puzzle as a row.
func (g *generated) csv() string {
	o := g.object()
	row := make([]string, 10, 15)
	row[0], row[7] = strconv.Itoa(g.index), strconv.FormatUint(g.seed, 10)
	if p := o.gridPart; p != nil {
		row[1], row[2], row[3], row[4] = *o.Puzzle, *p.Solution, strconv.Itoa(p.Size), p.Box
		row[5], row[6], row[9] = strings.Join(p.Rules, "; "), strconv.Itoa(p.Clues), o.Symmetry
		if o.Attempts != nil {
			row[8] = strconv.Itoa(*o.Attempts)
		}
	}
	rating := make([]string, 4)
	if r := o.Rating; r != nil {
		rating = []string{r.Level, strconv.Itoa(r.Score), strconv.FormatFloat(r.ER, 'f', -1, 64), r.Hardest}
	}
	return term.CSVRow(row, rating, []string{o.Error})
}
