package exchange

import (
	"errors"
	"fmt"
	"slices"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A decoded is the answer of a solver, decoded and checked.
type decoded struct {
	varMap *encode.VariableMap
	puzzle sudoku.Puzzle
	status model.Status
	grids  []sudoku.Grid // checked; the known solution is not among them
	known  sudoku.Grid   // checked; nil without a check of uniqueness
	err    error
}

// check checks the solutions against the puzzle and stores them as grids.
func (d *decoded) check(solutions []model.Assignment) error {
	c := sudoku.NewChecker(d.puzzle)
	if d.varMap.UniqueCheck {
		known, err := input.ParseLine(d.varMap.Known, d.varMap.Alphabet, d.puzzle.Shape)
		if err == nil {
			err = c.Check(d.puzzle.Clues, known.Clues)
		}
		if err != nil {
			return fmt.Errorf("the known solution in the variable map is wrong: %w", err)
		}
		d.known = known.Clues
	}
	for _, a := range solutions {
		g := d.puzzle.Solution(a)
		if err := c.Check(d.puzzle.Clues, g); err != nil {
			return &model.WrongAnswerError{Reason: err}
		}
		if d.known != nil && slices.Equal(g, d.known) {
			return &model.WrongAnswerError{Reason: errors.New("it is the solution that the file excludes")}
		}
		d.grids = append(d.grids, g)
	}
	return nil
}

// conclusion returns the verdict that follows, the exit code, and a sentence with both.
func (d *decoded) conclusion() (verdict model.Verdict, code term.ExitCode, words string) {
	refuted := d.status == model.Unsatisfiable
	switch {
	case d.err != nil: // the message is on standard error
		return model.Undecided, term.Failed, ""
	case d.status == model.Unknown:
		return model.Undecided, term.Undecided, "unknown: the solver did not decide"
	case d.known != nil && refuted:
		return model.One, term.Good, "unique: no further solution, so this is the only one"
	case d.known != nil:
		return model.Multiple, term.Negative, "multiple: " + print.Differences(d.puzzle.Shape, d.known, d.grids[0])
	case refuted:
		return model.None, term.Negative, "none: the solver says that there is no solution"
	case len(d.grids) > 1:
		return model.Multiple, term.Good, fmt.Sprintf("solved: %d grids, all checked", len(d.grids))
	}
	return model.Undecided, term.Good, "solved: checked"
}

type decodedJSON struct {
	Puzzle string `json:"puzzle"`
	Size   int    `json:"size"`

	Alphabet string `json:"alphabet,omitempty"` // as in print.Head
	print.VariantObject
	Status   string  `json:"status"`
	Solution *string `json:"solution"`
	Verdict  string  `json:"verdict"`
	Other    *string `json:"other"`
	Error    string  `json:"error,omitempty"`
}

func (d *decoded) format(output string) string {
	var b []byte
	all := d.grids
	if d.known != nil && d.err == nil {
		all = append([]sudoku.Grid{d.known}, all...)
	}
	verdict, _, words := d.conclusion()
	switch output {
	case "json":
		object := decodedJSON{Puzzle: notation.Line(d.puzzle.Alphabet, d.puzzle.Clues), Size: d.puzzle.Shape.N(),
			Alphabet:      notation.LineAlphabet(d.puzzle),
			VariantObject: print.VariantOf(d.puzzle), Status: d.status.String(),
			Solution: d.gridLine(all, 0), Verdict: verdict.String(), Other: d.gridLine(all, 1)}
		if d.err != nil {
			object.Error = term.WithoutPackage(d.err)
			object.Status = print.StatusOf(d.err)
			object.Verdict = object.Status
		}
		return string(append(term.AppendJSON(nil, object), '\n'))
	case "line":
		for _, g := range all {
			b = append(notation.AppendLine(b, d.puzzle.Alphabet, g), '\n')
		}
		return string(b)
	}
	for _, g := range all {
		b = append(notation.AppendGrid(b, d.puzzle.Alphabet, d.puzzle.Shape, g), '\n')
	}
	if words != "" {
		b = append(b, words+"\n"...)
	}
	return string(b)
}

// gridLine returns grid i in line form, or nil if there is none.
func (d *decoded) gridLine(grids []sudoku.Grid, i int) *string {
	if i >= len(grids) {
		return nil
	}
	line := notation.Line(d.puzzle.Alphabet, grids[i])
	return &line
}
