package about

import (
	"encoding/json"
	"strings"

	"nonet/cmd/nonet/internal/term"
	"nonet/encode/export"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func formatsCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "formats",
		Short: "List the formats of puzzles and of exported files",
		Long: `Formats lists the ways in which puzzles may be written, which are recognised by content; the rules of variants, which the format nonet can
state; the alphabets for values above 9; and the files that nonet export writes.

A variant in the format nonet, a killer Sudoku of four rows:

  nonet 1
  shape 2x2
  grid
  . . . .
  . . . .
  . . . .
  . . . 3
  # cages: the sum, and the cells
  cage 3 r1c1 r2c1
  cage 9 r1c2..r1c4
  diagonals

The commands solve, unique, count, candidates, explain, audit, compare, minimize, unavoidable, split, export and explain-encoding keep these rules, and
decode checks them; other commands refuse puzzles that have some. So do forms of output that could not be read again with the rules, such as csv.`,
		Example: term.Examples("nonet formats", "nonet formats --output json"),
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return listFormats(e) },
	}
	e.OutputFlag(c, "text", "json")
	return c
}

func listFormats(e *term.Env) error {
	if e.Flags.Output == "json" {
		for _, f := range notation.Formats() {
			line, err := json.Marshal(struct {
				Name    string   `json:"name"`
				Endings []string `json:"endings"`
				Reads   bool     `json:"reads"`
				Writes  bool     `json:"writes"`
				Summary string   `json:"summary"`
				Example string   `json:"example"`
			}{f.Name, f.Endings, f.Reads, f.Writes, f.Summary, f.Example})
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			if err := e.Print(string(line) + "\n"); err != nil {
				return err
			}
		}
		for _, k := range sudoku.RuleKinds() {
			line, err := json.Marshal(struct {
				Rule    string `json:"rule"`
				Summary string `json:"summary"`
				Example string `json:"example"`
			}{k.Name, k.Summary, ruleExample(k)})
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			if err := e.Print(string(line) + "\n"); err != nil {
				return err
			}
		}
		for _, f := range export.Formats() {
			line, err := json.Marshal(struct {
				Name    string   `json:"name"`
				Endings []string `json:"endings"`
				Exports bool     `json:"exports"`
				Summary string   `json:"summary"`
			}{f.Name, f.Endings, true, f.Summary})
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			if err := e.Print(string(line) + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
	var b strings.Builder
	var puzzles, rules, alphabets, exports term.List
	for _, f := range notation.Formats() {
		if f.Reads {
			puzzles.Add(f.Name, f.Summary+endings(f.Endings))
		}
	}
	for _, k := range sudoku.RuleKinds() {
		rules.Add(ruleExample(k), k.Summary)
	}
	for _, a := range notation.Alphabets() {
		alphabets.Add(a.Name, a.Summary)
	}
	for _, f := range export.Formats() {
		exports.Add(f.Name, f.Summary+endings(f.Endings))
	}
	b.WriteString("Puzzles, recognised by content, or named with --from; packed with gzip or not:\n" + puzzles.String())
	b.WriteString("\nRules of variants, as lines of the format nonet below the shape or the grid:\n" + rules.String() + rulesNote)
	b.WriteString("\nValues above 9, recognised where they are unambiguous, or named with --alphabet:\n" + alphabets.String())
	b.WriteString("\nFiles for other solvers, written by nonet export --to:\n" + exports.String())
	return e.Print(b.String())
}

// ruleExample returns an example of a rule, in a grid of four rows.
func ruleExample(k sudoku.RuleKind) string {
	return term.Shortened(notation.RuleText(sudoku.Order(2), k.Example), 34)
}

const rulesNote = `  r1c1..r1c9 stands for the cells from r1c1 to r1c9 along a row, a column or a diagonal. A grid without boxes has the shape 1x9, or 9 for
  short. The regions of a jigsaw may also stand below the word, in rows like those of the grid.
`

func endings(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, " ") + ")"
}
