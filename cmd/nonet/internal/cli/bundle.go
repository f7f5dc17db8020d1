package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nonet/backends/methods"
	"nonet/model/notation"
)

// reportDisagreement says who disagrees with the solutions found, and writes a folder with all that is needed to look into it: the
// puzzles, the answers, and the formulas.
func (e *env) reportDisagreement(rounds []*round, all []availability, name string) error {
	var bad []*round
	for _, r := range rounds {
		found := false
		for _, t := range r.trials {
			if t.disagrees {
				found = true
				e.message("puzzle with index %d: %s says %v, but %s", r.index, t.method.Name, t.answer.Verdict, t.refuted)
			}
		}
		if found {
			bad = append(bad, r)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	folder, err := newFolder(name)
	if err != nil {
		return err
	}
	var puzzles, answers, readme strings.Builder
	readme.WriteString("Methods of nonet disagreed about the puzzles of puzzles.txt. answers.jsonl holds all answers; each .cnf and .lp file is a formula\n" +
		"as a method got it, with its map beside it. To see each answer again:\n\n")
	formulas := map[string]bool{}
	for _, r := range bad {
		line := notation.Line(r.puzzle.Clues)
		box := ""
		if s := r.puzzle.Shape; s.Height != s.Width {
			box = fmt.Sprintf("--box %dx%d ", s.Height, s.Width)
		}
		if r.puzzle.Classic() {
			puzzles.WriteString(line + "\n")
		} else { // which no line can state
			text, err := appendLeft(nil, r.puzzle, r.puzzle.Clues, "")
			if err != nil {
				return err
			}
			line, box = fmt.Sprintf("puzzle-%05d.nonet", r.index), ""
			if err := writeText(filepath.Join(folder, line), string(text)); err != nil {
				return err
			}
		}
		for i := range r.trials {
			t := &r.trials[i]
			if t.answer == nil {
				continue
			}
			answers.Write(t.appendJSON(nil, r))
			fmt.Fprintf(&readme, "    nonet unique --method '%s' %s%s\n", t.method.Name, box, line)
			if err := writeFormula(folder, r, t.method.Method, formulas); err != nil {
				return err
			}
		}
	}
	readme.WriteString("\n" + thisBuild().String())
	for _, a := range all {
		if a.err == nil {
			fmt.Fprintf(&readme, "%s: %s\n", a.Name, a.version)
		}
	}
	for file, text := range map[string]string{"puzzles.txt": puzzles.String(), "answers.jsonl": answers.String(), "README.txt": readme.String()} {
		if err := writeText(filepath.Join(folder, file), text); err != nil {
			return err
		}
	}
	e.message("the methods disagree; %s holds all that is needed to look into it", folder)
	return nil
}

// writeFormula writes the formula that a method got, and its map, unless another method got the same. Methods that work on the model
// itself get none.
func writeFormula(folder string, r *round, m methods.Method, written map[string]bool) error {
	o := exportOptions{to: "cnf", encoding: m.Encoding, preprocess: m.Preprocess}
	switch m.Kind {
	case methods.SAT:
	case methods.ZeroOne, methods.Pseudo:
		o.to, o.encoding = "lp", "plain"
		if m.Encoding == "plain" {
			o.encoding = "thesis"
		}
	default:
		return nil
	}
	name := fmt.Sprintf("puzzle-%05d-%s-%s.%s", r.index, o.preprocess, strings.ReplaceAll(o.encoding, "/", "-"), o.to)
	if written[name] {
		return nil
	}
	written[name] = true
	if err := o.complete(); err != nil {
		return fail(failed, err)
	}
	name = filepath.Join(folder, name)
	f, err := newFile(context.Background(), o, r.puzzle, nil, name+".map.json")
	if err == nil {
		err = writeFile(name, func(w *fileWriter) error { return f.Write(w) })
	}
	if err == nil {
		err = writeMap(f, name+".map.json")
	}
	return err
}

// newFolder creates a folder of that name, or with a number behind it if the name is taken.
func newFolder(name string) (string, error) {
	folder := name
	for i := 2; ; i++ {
		err := os.Mkdir(folder, 0o777)
		if err == nil || !os.IsExist(err) {
			return folder, unwritable(folder, err)
		}
		folder = fmt.Sprintf("%s-%d", name, i)
	}
}
