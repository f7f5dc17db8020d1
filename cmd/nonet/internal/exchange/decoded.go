package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

// A decoded is the answer of a solver about a puzzle or a model, decoded and checked.
type decoded struct {
	input.Item
	varMap    *encode.VariableMap
	status    model.Status
	solutions [][]int     // checked; the known solution is not among them
	known     sudoku.Grid // checked; nil without a check of uniqueness
	err       error
}

// check checks the solutions of an answer against the puzzle or the model, and stores them.
func (d *decoded) check(a encode.Answer[model.Assignment]) error {
	if d.File != nil {
		for _, x := range a.Solutions {
			if err := d.File.Model.Check(x); err != nil {
				return &model.WrongAnswerError{Reason: err}
			}
			d.solutions = append(d.solutions, x)
		}
		if best := d.File.Model.Objective; best != nil && a.Objective != nil && len(d.solutions) > 0 {
			value := best.Value(d.solutions[len(d.solutions)-1])
			if !d.File.IsObjective(*a.Objective, value) {
				return &model.WrongAnswerError{Reason: fmt.Errorf("it states the objective value %v, its values "+
					"have %s: it is incomplete or about another file", *a.Objective, d.File.ObjectiveText(value))}
			}
		}
		return nil
	}
	c := sudoku.NewChecker(d.Puzzle)
	if d.varMap.UniqueCheck {
		known, err := input.ParseLine(d.varMap.Known, d.varMap.Alphabet, d.Puzzle.Shape)
		if err == nil {
			err = c.Check(d.Puzzle.Clues, known.Clues)
		}
		if err != nil {
			return fmt.Errorf("the known solution in the variable map is wrong: %w", err)
		}
		d.known = known.Clues
	}
	for _, x := range a.Solutions {
		g := d.Puzzle.Solution(x)
		if err := c.Check(d.Puzzle.Clues, g); err != nil {
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
		return model.Multiple, term.Negative, "multiple: " + print.Differences(d.Problem(), d.known, d.solutions[0])
	case n > 1 && d.File == nil:
		return model.Multiple, term.Good, fmt.Sprintf("solved: %d grids, all checked", n)
	case n > 1:
		words = fmt.Sprintf("solved: %d solutions, all checked%s", n, d.value(", the last one of"))
		return model.Multiple, term.Good, words
	}
	return model.Undecided, term.Good, "solved: checked" + d.value(", of")
}

// value returns the value of the objective at the last solution, in words after prefix, or "" without an objective.
func (d *decoded) value(prefix string) string {
	if d.File == nil || d.File.Model.Objective == nil {
		return ""
	}
	return prefix + " value " + d.File.ObjectiveText(d.File.Model.Objective.Value(d.solutions[len(d.solutions)-1]))
}

// A decodedObject is the answer in JSON. It has the fields about solutions that print.AnswerObject has.
type decodedObject struct {
	print.Head
	Index       *int           `json:"index,omitempty"` // nil: there is one answer
	Status      string         `json:"status"`
	Solution    any            `json:"solution,omitzero"`
	Assignment  any            `json:"assignment,omitzero"`
	Verdict     string         `json:"verdict,omitempty"` // of a puzzle
	Other       any            `json:"other,omitzero"`
	Assignments []print.Values `json:"all_assignments,omitempty"`
	Objective   json.Number    `json:"objective,omitempty"`
	Error       string         `json:"error,omitempty"`
}

// object returns the answer for JSON; all are the solutions with the known one first.
func (d *decoded) object(all [][]int) decodedObject {
	verdict, _, _ := d.conclusion()
	o := decodedObject{Head: print.HeadOf(&d.Item), Status: d.status.String(), Verdict: verdict.String()}
	if d.err != nil {
		o.Error, o.Status, o.Verdict = d.err.Error(), print.StatusOf(d.err), print.StatusOf(d.err)
	}
	if d.File == nil {
		two := append(all, nil, nil)
		o.Solution = print.GridText(d.Puzzle.Alphabet, two[0])
		o.Other = print.GridText(d.Puzzle.Alphabet, two[1])
		return o
	}
	o.Verdict, o.Assignment = "", print.ValuesOf(d.File, nil)
	for _, x := range all {
		values := print.ValuesOf(d.File, x)
		if o.Assignment = values; len(all) > 1 {
			o.Assignments = append(o.Assignments, *values)
		}
		if best := d.File.Model.Objective; best != nil {
			o.Objective = json.Number(d.File.ObjectiveText(best.Value(x)))
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
	var b []byte
	for _, x := range all {
		if e.Flags.Output == "line" {
			b = print.AppendLine(b, &d.Item, x)
		} else {
			b = print.AppendText(b, &d.Item, x, e.Width())
		}
		b = append(b, '\n')
	}
	if _, _, words := d.conclusion(); words != "" && e.Flags.Output == "text" {
		b = append(b, words+"\n"...)
	}
	return string(b)
}
