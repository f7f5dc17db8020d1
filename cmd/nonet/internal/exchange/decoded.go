package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A decoded is the answer of a solver about a puzzle or a model, decoded and checked.
type decoded struct {
	varMap    *encode.VariableMap
	puzzle    sudoku.Puzzle
	model     *problem.Problem // nil for a puzzle
	status    model.Status
	solutions [][]int     // checked; the known solution is not among them
	known     sudoku.Grid // checked; nil without a check of uniqueness
	err       error
}

// check checks the solutions against the puzzle or the model, and stores them.
func (d *decoded) check(solutions []model.Assignment) error {
	if d.model != nil {
		for _, x := range solutions {
			if err := d.model.Model.Check(x); err != nil {
				return &model.WrongAnswerError{Reason: err}
			}
			d.solutions = append(d.solutions, x)
		}
		return nil
	}
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
		d.solutions = append(d.solutions, g)
	}
	return nil
}

// conclusion returns the verdict that follows, the exit code, and a sentence with both.
func (d *decoded) conclusion() (verdict model.Verdict, code term.ExitCode, words string) {
	refuted, n := d.status == model.Unsatisfiable, len(d.solutions)
	switch {
	case d.err != nil: // the message is on standard error
		return model.Undecided, term.Failed, ""
	case d.known != nil && refuted:
		return model.One, term.Good, "unique: no further solution, so this is the only one"
	case refuted:
		return model.None, term.Negative, "none: the solver says that there is no solution"
	case n == 0:
		return model.Undecided, term.Undecided, "unknown: the solver did not decide"
	case d.known != nil:
		return model.Multiple, term.Negative, "multiple: " + print.Differences(d.puzzle.Shape, d.known, d.solutions[0])
	case n > 1 && d.model == nil:
		return model.Multiple, term.Good, fmt.Sprintf("solved: %d grids, all checked", n)
	case n > 1:
		words = fmt.Sprintf("solved: %d solutions, all checked%s", n, d.value(", the last one of"))
		return model.Multiple, term.Good, words
	}
	return model.Undecided, term.Good, "solved: checked" + d.value(", of")
}

// value returns the value of the objective at the last solution, in words after prefix, or "" without an objective.
func (d *decoded) value(prefix string) string {
	if d.model == nil || d.model.Model.Objective == nil {
		return ""
	}
	return fmt.Sprintf("%s value %d", prefix, d.model.Model.Objective.Value(d.solutions[len(d.solutions)-1]))
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

// A decodedModelJSON is the answer about a model in JSON.
type decodedModelJSON struct {
	Format    string         `json:"format"`
	Name      string         `json:"name,omitempty"`
	Status    string         `json:"status"`
	Values    *print.Values  `json:"assignment"`
	All       []print.Values `json:"all_assignments,omitempty"`
	Objective *int           `json:"objective,omitempty"`
	Error     string         `json:"error,omitempty"`
}

// object returns the answer for JSON; all are the solutions with the known one first.
func (d *decoded) object(all [][]int) any {
	if d.model == nil {
		verdict, _, _ := d.conclusion()
		o := decodedJSON{Puzzle: notation.Line(d.puzzle.Alphabet, d.puzzle.Clues), Size: d.puzzle.Shape.N(),
			Alphabet:      notation.LineAlphabet(d.puzzle),
			VariantObject: print.VariantOf(d.puzzle), Status: d.status.String(),
			Solution: d.gridLine(all, 0), Verdict: verdict.String(), Other: d.gridLine(all, 1)}
		if d.err != nil {
			o.Error, o.Status, o.Verdict = d.err.Error(), print.StatusOf(d.err), print.StatusOf(d.err)
		}
		return o
	}
	m := d.model.Model
	o := decodedModelJSON{Format: d.model.Format, Name: m.Name, Status: d.status.String()}
	if d.err != nil {
		o.Status, o.Error = print.StatusOf(d.err), d.err.Error()
	}
	for _, x := range all {
		o.Values = print.ValuesOf(d.model, x)
		if len(all) > 1 {
			o.All = append(o.All, *o.Values)
		}
		if m.Objective != nil {
			o.Objective = new(m.Objective.Value(x))
		}
	}
	return o
}

// format returns the answer in the form of --output.
func (d *decoded) format(e *term.Env) string {
	all := d.solutions
	if d.known != nil && d.err == nil {
		all = append([][]int{d.known}, all...)
	}
	if e.Flags.Output == "json" {
		return string(term.AppendJSONLine(nil, d.object(all)))
	}
	var b strings.Builder
	for _, x := range all {
		switch line := e.Flags.Output == "line"; {
		case d.model != nil && line:
			b.WriteString(print.SolutionLine(d.model, x) + "\n")
		case d.model != nil:
			b.WriteString(print.SolutionText(d.model, x, e.Width()) + "\n")
		case line:
			b.WriteString(notation.Line(d.puzzle.Alphabet, x) + "\n")
		default:
			b.WriteString(string(notation.AppendGrid(nil, d.puzzle.Alphabet, d.puzzle.Shape, x)) + "\n")
		}
	}
	if _, _, words := d.conclusion(); words != "" && e.Flags.Output == "text" {
		b.WriteString(words + "\n")
	}
	return b.String()
}

// gridLine returns grid i in line form, or nil if there is none.
func (d *decoded) gridLine(grids [][]int, i int) *string {
	if i >= len(grids) {
		return nil
	}
	line := notation.Line(d.puzzle.Alphabet, grids[i])
	return &line
}
