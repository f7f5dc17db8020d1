package about

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// ruleNames returns the names of the rules of a person and of the kinds of rules of variants.
func ruleNames() []string {
	return append(slice.Map(human.Rules(), func(r *human.Rule) string { return r.Name }),
		slice.Map(sudoku.RuleKinds(), func(k sudoku.RuleKind) string { return k.Name })...)
}

// explainRules explains the rules with a name in the words of people, which a rule of a person and a kind of variants
// may share, and writes a picture of the last one to a file.
func explainRules(ctx context.Context, e *term.Env, name, out string) error {
	width := min(cmp.Or(e.Width(), 80), 110)
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	var text string
	var drawing picture.Drawing
	draw := func(p sudoku.Puzzle, m picture.Marks, note string) {
		drawing = picture.Draw(p, m, picture.Options{Caption: true, Notes: []string{note}})
	}
	if r, ok := human.RuleByName(name); ok {
		p, at, s, err := r.Step()
		if err != nil {
			return err
		}
		text += fmt.Sprintf("%s: %s.\nRated %s and %s on nonet's ladder, %d points. Source: %s.\n", r.Title,
			r.Definition, print.RatingOf(r), r.Level, r.Score, r.Source)
		form := print.Ratings{How: print.Rating{Grid: true, Show: print.ShowHint}, Width: width, Color: e.Colors()}
		text += string(form.Step(nil, &print.Answer{Item: &input.Item{Puzzle: p}}, 1, s, at))
		draw(p, picture.OfStep(p, at, s), s.String())
	}
	if k, err := notation.RuleKind(name); err == nil {
		p := sudoku.Puzzle{Shape: k.ExampleShape(), Rules: []sudoku.Rule{k.Example}}
		p.Clues = make(sudoku.Grid, p.Shape.Cells())
		m, err := methods.Parse(methods.Default)
		if err != nil {
			return err
		}
		a := ask.New(m, 0).Ask(ctx, ask.Question{Kind: ask.Solve}, problem.Of(p))
		if a.Err != nil {
			return a.Err
		}
		if text != "" {
			text += "\n"
		}
		rule := notation.RuleText(p.Shape, k.Example)
		text += fmt.Sprintf("%s: a rule of variants: %s.\nA grid with the line\n\n    %s\n\nin the format nonet:\n\n",
			notation.KindTitle(k.Name), k.Summary, rule)
		cells := slices.Concat(k.Example.Lists()...)
		if k.Example.Core != nil {
			cells = slice.Map(k.Example.Core.Scope(), func(v model.Var) sudoku.Cell { return sudoku.Cell(v) })
		}
		text += string(print.AppendMarks(nil, p.Shape, "    ", 0, func(c sudoku.Cell) string {
			value := "." // no grid of the example's size satisfies the rule
			if a.Solution != nil {
				value = p.Alphabet.Symbol(a.Solution[c])
			}
			if slices.Contains(cells, c) {
				return "[" + value + "]"
			}
			return value
		}, nil))
		draw(p, picture.Marks{Solution: slices.Clone(a.Solution)}, k.Summary)
	}
	if text == "" {
		return fmt.Errorf("rule %q: expected a name that nonet rules or nonet formats lists%s", name,
			term.DidYouMean(name, ruleNames()))
	}
	if out != "" {
		if err := term.WriteText(out, string(drawing.SVG(picture.SVG{Title: name}))); err != nil {
			return err
		}
	}
	return e.Print(term.FoldLines(text, width))
}
