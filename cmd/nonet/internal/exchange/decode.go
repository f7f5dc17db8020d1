package exchange

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func decodeCommand(e *term.Env) *cobra.Command {
	var mapName, modelName string
	c := &cobra.Command{
		Use:   "decode --map FILE [ANSWER]",
		Short: "Read another solver's answer back into a checked grid",
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(c *cobra.Command, args []string) error { return decodeAnswer(e, mapName, modelName, args) },
	}
	c.Flags().StringVar(&modelName, "model", "", "model file that was exported (default: as the map says)")
	c.Flags().StringVar(&mapName, "map", "", "variable map that nonet export wrote")
	c.Flags().BoolVarP(&e.Flags.Quiet, "quiet", "q", false, "print results and errors only")
	term.AddCheck(c, func() error {
		if mapName == "" {
			return errors.New("no --map: expected the variable map that nonet export wrote, or the exported " +
				"file beside it")
		}
		return nil
	})
	e.OutputFlag(c, "text", "line", "json")
	return c
}

func decodeAnswer(e *term.Env, mapName, modelName string, args []string) error {
	s, mapName, err := readMap(mapName)
	if err != nil {
		return err
	}
	d := decoded{varMap: s}
	switch {
	case s.Model != nil:
		d.Model = true
		d.File, err = readExported(e, s, mapName, modelName)
	case modelName != "":
		err = fmt.Errorf("--model: expected without it, since %s is about a puzzle", mapName)
	default:
		d.Puzzle, err = puzzleOf(s, mapName)
	}
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
		return term.Fail(term.BadInput, fmt.Errorf("%s: %s", name, err.Error()))
	}
	d.status = answer.Status
	if err == nil {
		err = d.check(answer)
	}
	if err != nil {
		d.err, d.solutions = err, nil
		e.Warn("%s: %s", name, err.Error())
	}
	_, code, _ := d.conclusion()
	e.Raise(code)
	return e.Print(d.format(e))
}

// readExported reads the model file of a variable map, and checks that it has not changed since. modelName is its name,
// or "" for the name in the map.
func readExported(e *term.Env, s *encode.VariableMap, mapName, modelName string) (*problem.Problem, error) {
	beside := func(name string) string {
		if name = filepath.FromSlash(name); filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(filepath.Dir(mapName), name)
	}
	if modelName == "" {
		if s.Model.File == "" {
			return nil, badMap(mapName, errors.New("the model was read from standard input: expected --model FILE"))
		}
		modelName = beside(s.Model.File)
	}
	o := problem.Options{Format: s.Model.Format, Colours: s.Model.Colours}
	p, err := input.ReadModel(e, modelName, o, slice.Map(s.Model.Data, beside)...)
	if err != nil {
		return nil, term.Fail(term.BadInput, fmt.Errorf("the exported model: %w", err))
	}
	hash, err := print.ModelHash(p.Model)
	if err == nil && hash != s.Model.SHA256 {
		err = badMap(modelName, fmt.Errorf("it is not the model that was exported with the map %s: export it again",
			mapName))
	}
	return p, err
}

// badMap returns an error about a variable map.
func badMap(name string, err error) error {
	return term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, term.Reason(err)))
}

// readMap reads a variable map and returns the name of its file. The name of the exported file stands for it, with
// the map beside it.
func readMap(name string) (*encode.VariableMap, string, error) {
	if beside := name + ".map.json"; !strings.HasSuffix(name, ".json") {
		if _, err := os.Stat(beside); err == nil {
			name = beside
		}
	}
	file, err := (*term.Env)(nil).Open(name)
	if err != nil {
		return nil, "", badMap(name, fmt.Errorf("cannot be read: %w", term.Reason(err)))
	}
	defer file.Close()
	s, err := encode.ReadVariableMap(file)
	if err != nil {
		return nil, "", badMap(name, fmt.Errorf("not a variable map that nonet export wrote: %s",
			strings.TrimPrefix(err.Error(), "read variable map: ")))
	}
	return s, name, nil
}

func puzzleOf(s *encode.VariableMap, name string) (p sudoku.Puzzle, err error) {
	bad := func(err error) error { return badMap(name, err) }
	shape, err := input.ParseBox(s.Shape)
	if err != nil || s.Shape == "" {
		return p, bad(fmt.Errorf("the shape %q is not one of a grid", s.Shape))
	}
	if p, err = input.ParseLine(s.Puzzle, s.Alphabet, shape); err != nil {
		return p, bad(fmt.Errorf("its puzzle cannot be read: %s", err.Error()))
	}
	for _, text := range s.Rules {
		rule, err := notation.ParseRule(text, shape)
		if err != nil {
			return p, bad(fmt.Errorf("its rule %q cannot be read: %s", text, err.Error()))
		}
		p.Rules = append(p.Rules, rule)
	}
	if vars := len(p.BaseModel().Vars); vars != s.Map.Vars {
		return p, bad(fmt.Errorf("it is about %d variables, its puzzle has %d", s.Map.Vars, vars))
	}
	return p, nil
}
