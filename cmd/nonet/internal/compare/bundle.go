package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/internal/build"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model/notation"
)

// reportDisagreement reports the methods that disagree with the solutions found, and writes a folder with the puzzles,
// the answers and the formulas to reproduce the disagreement. It does nothing if all agree.
func reportDisagreement(e *term.Env, rounds []*round, all []methods.Availability, o compareOptions) error {
	var bad []*round
	for _, r := range rounds {
		for _, t := range r.trials {
			if t.Disagrees {
				e.Warn("%s: %s says %s, but %s", r.Name(), t.Method.Name, r.word(t.Answer), t.Refuted)
				bad = append(bad, r)
			}
		}
	}
	if bad = slices.Compact(bad); len(bad) == 0 || bad[0].Model { // the file reproduces it
		return nil
	}
	folder, err := newFolder(o.bundle)
	if err != nil {
		return err
	}
	var puzzles, answers, readme strings.Builder
	readme.WriteString("Methods of nonet disagreed about the puzzles of puzzles.txt. " +
		"answers.jsonl holds all answers; each .cnf and .lp file is a formula\n" +
		"as a method got it, with its map beside it. To see each answer again:\n\n")
	formulas := map[string]bool{}
	for _, r := range bad {
		line := notation.Line(r.Puzzle.Alphabet, r.Puzzle.Clues)
		flags := print.LineFlags(r.Puzzle)
		if r.Puzzle.Classic() {
			puzzles.WriteString(line + "\n")
		} else { // a line cannot state the rules
			text, err := print.AppendReadable(nil, r.Puzzle, r.Puzzle.Clues, "")
			if err != nil {
				return err
			}
			line, flags = fmt.Sprintf("puzzle-%05d.nonet", r.Index), ""
			if err := term.WriteText(filepath.Join(folder, line), string(text)); err != nil {
				return err
			}
		}
		for i := range r.trials {
			t := &r.trials[i]
			if t.Answer == nil {
				continue
			}
			answers.Write(term.AppendJSONLine(nil, inquiry.TrialOf(t, r.Item, o.TryOptions)))
			name := t.Method.Name
			if t.Method.Preprocess == "none" { // without a preprocessor, unique adds one
				name = "none+" + name
			}
			fmt.Fprintf(&readme, "    nonet unique --method '%s' %s%s\n", name, flags, line)
			if err := writeFormula(folder, r, t.Method.Method, formulas); err != nil {
				return err
			}
		}
	}
	readme.WriteString("\nnonet " + build.Read().String())
	for _, a := range all {
		if a.Err == nil {
			fmt.Fprintf(&readme, "%s: %s\n", a.Name, a.Version)
		}
	}
	for file, text := range map[string]string{"puzzles.txt": puzzles.String(), "answers.jsonl": answers.String(),
		"README.txt": readme.String()} {
		if err := term.WriteText(filepath.Join(folder, file), text); err != nil {
			return err
		}
	}
	e.Warn("the methods disagree; %s has the puzzles, answers and formulas to reproduce it", folder)
	return nil
}

// writeFormula writes the formula that a method got, and its map, unless another method got the same. Methods that work
// on the model itself get none.
func writeFormula(folder string, r *round, m methods.Method, written map[string]bool) error {
	o := print.FileOptions{Format: "cnf", Encoding: m.Encoding, Preprocess: m.Preprocess}
	switch m.Kind {
	case methods.SAT:
	case methods.ZeroOne, methods.Pseudo:
		o.Format, o.Encoding = "lp", "plain"
		if m.Encoding == "plain" {
			o.Encoding = "thesis"
		}
	default:
		return nil
	}
	name := fmt.Sprintf("puzzle-%05d-%s-%s.%s", r.Index, o.Preprocess, strings.ReplaceAll(o.Encoding, "/", "-"),
		o.Format)
	if written[name] {
		return nil
	}
	written[name] = true
	name = filepath.Join(folder, name)
	f, err := print.NewFile(context.Background(), o, r.Item, nil, name+".map.json")
	if err == nil {
		err = term.WriteFile(name, f.Write)
	}
	if err == nil {
		err = print.WriteMap(context.Background(), f, name+".map.json")
	}
	return err
}

// newFolder creates a folder of that name, or with a number after it if the name exists.
func newFolder(name string) (string, error) {
	folder := name
	for i := 2; ; i++ {
		err := os.Mkdir(folder, 0o777)
		if err == nil || !os.IsExist(err) {
			return folder, term.WriteFailure(folder, err)
		}
		folder = fmt.Sprintf("%s-%d", name, i)
	}
}
