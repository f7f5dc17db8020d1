package exchange

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model"
)

// decodeModel decodes an answer about a model file with its variable map from the file mapName. modelName is the name
// of the model file, or empty for the name in the map.
func decodeModel(e *term.Env, s *encode.VariableMap, mapName, modelName string, args []string) error {
	p, err := readExported(e, s, mapName, modelName)
	if err != nil {
		return err
	}
	name, in, err := e.OpenOne(args, "answer")
	if err != nil {
		return err
	}
	defer in.Close()
	answer, err := export.Read(in, s)
	var wrong *model.WrongAnswerError
	if err != nil && !errors.As(err, &wrong) {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %s", name, term.WithoutPackage(err)))
	}
	d := decodedModel{problem: p, status: answer.Status, err: err}
	for _, a := range answer.Solutions {
		if d.err == nil {
			if err := p.Model.Check(a); err != nil {
				d.err = &model.WrongAnswerError{Reason: err}
			}
		}
	}
	if d.err != nil {
		e.Warn("%s: %s", name, term.WithoutPackage(d.err))
	} else {
		d.solutions = answer.Solutions
	}
	code, _ := d.conclusion()
	e.Raise(code)
	return e.Print(d.format(e))
}

// readExported reads the model file of a variable map, and checks that it has not changed since.
func readExported(e *term.Env, s *encode.VariableMap, mapName, modelName string) (*problem.Problem, error) {
	if modelName == "" {
		if s.Model.File == "" {
			return nil, badMap(mapName, errors.New("the model was read from standard input: expected --model FILE"))
		}
		if modelName = filepath.FromSlash(s.Model.File); !filepath.IsAbs(modelName) {
			modelName = filepath.Join(filepath.Dir(mapName), modelName)
		}
	}
	from := e.Flags.From
	e.Flags.From = s.Model.Format
	f := modelfile.Read(e, modelfile.Options{Colours: s.Model.Colours}, 0, modelName)
	e.Flags.From = from
	if f.Err != nil {
		return nil, term.Fail(term.BadInput, fmt.Errorf("the exported model: %w", f.Err))
	}
	hash, err := modelHash(f.Problem.Model)
	if err == nil && hash != s.Model.SHA256 {
		err = badMap(modelName, fmt.Errorf("it is not the model that was exported with the map %s: export it again",
			mapName))
	}
	return f.Problem, err
}

// A decodedModel is the answer of a solver about a model, decoded and checked.
type decodedModel struct {
	problem   *problem.Problem
	status    model.Status
	solutions []model.Assignment // checked; empty if err is not nil
	err       error
}

// conclusion returns the exit code and the answer in words.
func (d *decodedModel) conclusion() (code term.ExitCode, words string) {
	objective := ""
	if d.problem.Model.Objective != nil && len(d.solutions) > 0 {
		objective = fmt.Sprintf(" of value %d", d.problem.Model.Objective.Value(d.solutions[len(d.solutions)-1]))
	}
	switch {
	case d.err != nil: // the message is on standard error
		return term.Failed, ""
	case d.status == model.Unsatisfiable:
		return term.Negative, "none: the solver says that there is no solution"
	case len(d.solutions) == 0:
		return term.Undecided, "unknown: the solver did not decide"
	case len(d.solutions) > 1:
		words = fmt.Sprintf("solved: %d solutions, all checked", len(d.solutions))
		if objective != "" {
			words += ", the last one" + objective
		}
		return term.Good, words
	}
	return term.Good, "solved: checked" + strings.Replace(objective, " of", ", of", 1)
}

// A decodedModelJSON is a decodedModel in JSON.
type decodedModelJSON struct {
	Format    string             `json:"format"`
	Name      string             `json:"name,omitempty"`
	Status    string             `json:"status"`
	Values    *modelfile.Values  `json:"assignment"`
	All       []modelfile.Values `json:"all_assignments,omitempty"`
	Objective *int               `json:"objective,omitempty"`
	Error     string             `json:"error,omitempty"`
}

// format returns the answer in the form of --output.
func (d *decodedModel) format(e *term.Env) string {
	p := d.problem
	var b []byte
	switch e.Flags.Output {
	case "json":
		o := decodedModelJSON{Format: p.Format, Name: p.Model.Name, Status: d.status.String()}
		if d.err != nil {
			o.Status, o.Error = "error", term.WithoutPackage(d.err)
		}
		if n := len(d.solutions); n > 0 {
			o.Values = modelfile.ValuesOf(p, d.solutions[n-1])
			if p.Model.Objective != nil {
				o.Objective = new(p.Model.Objective.Value(d.solutions[n-1]))
			}
		}
		for _, a := range d.solutions {
			if len(d.solutions) > 1 {
				o.All = append(o.All, *modelfile.ValuesOf(p, a))
			}
		}
		return string(term.AppendJSONLine(nil, o))
	case "line":
		for _, a := range d.solutions {
			b = append(b, modelfile.SolutionLine(p, a)...)
		}
		return string(b)
	}
	for _, a := range d.solutions {
		b = append(append(b, modelfile.SolutionText(p, a, e.Width())...), '\n')
	}
	if _, words := d.conclusion(); words != "" {
		b = append(b, words+"\n"...)
	}
	return string(b)
}
