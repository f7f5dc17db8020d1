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
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return listFormats(e) },
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
