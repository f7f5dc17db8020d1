package about

import (
	"strings"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func formatsCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "formats",
		Short: "List the formats of puzzles and of exported files",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return listFormats(e) },
	}
	e.OutputFlag(c, "text", "json")
	return c
}

func listFormats(e *term.Env) error {
	var objects []any
	var puzzles, rules, alphabets, models, exports term.List
	for _, f := range notation.Formats() {
		objects = append(objects, inquiry.PuzzleFormat(f))
		if f.Reads {
			puzzles.Add(f.Name, f.Summary+" (from "+f.Writers+")"+endings(f.Endings))
		}
	}
	for _, k := range sudoku.RuleKinds() {
		rule := inquiry.RuleOf(k)
		objects = append(objects, rule)
		rules.Add(rule.Example, k.Summary)
	}
	for _, a := range notation.Alphabets() {
		alphabets.Add(a.Name, a.Summary)
	}
	for _, f := range problem.Formats() {
		models.Add(f.Name, f.Summary+endings(f.Endings))
	}
	for _, f := range export.Formats() {
		objects = append(objects, inquiry.ExportFormatOf(f))
		exports.Add(f.Name, f.Summary+endings(f.Endings))
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(objects...)
	}
	return e.Print(e.Prose("Puzzles, recognised by content, or named with --from; packed with gzip or not:\n" +
		puzzles.String() + "\nRules of variants, as lines of the format nonet below the shape or the grid:\n" +
		rules.String() + rulesNote +
		"\nValues above 9, recognised where they are unambiguous, or named with --alphabet:\n" + alphabets.String() +
		"\nModel files, which solve, unique, count, compare, explain and export take instead of puzzles:\n" +
		models.String() + "\nFiles for other solvers, written by nonet export --to:\n" + exports.String()))
}

const rulesNote = `
  r1c1..r1c9 stands for the cells from r1c1 to r1c9 along a row, a column or a diagonal.
  A grid without boxes has the shape 1x9, or 9 for short.
  The regions of a jigsaw may also stand below the word, in rows like the rows of the grid.
`

func endings(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, " ") + ")"
}
