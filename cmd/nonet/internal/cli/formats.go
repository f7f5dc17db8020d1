package cli

import (
	"encoding/json"
	"strings"

	"nonet/model/notation"

	"github.com/spf13/cobra"
)

func (e *env) formatsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "formats",
		Short: "List the formats of puzzles and of exported files",
		Long: `Formats lists the ways in which puzzles may be written, which are recognised by content; the alphabets for values above 9; and the files
that nonet export writes.`,
		Example: examples("nonet formats", "nonet formats --output json"),
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return e.formats() },
	}
	e.outputFlag(c, "text", "json")
	return c
}

func (e *env) formats() error {
	if e.flags.output == "json" {
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
				return fail(failed, err)
			}
			if err := e.print(string(line) + "\n"); err != nil {
				return err
			}
		}
		for _, f := range exportFormats {
			line, err := json.Marshal(struct {
				Name    string   `json:"name"`
				Endings []string `json:"endings"`
				Exports bool     `json:"exports"`
				Summary string   `json:"summary"`
			}{f.name, f.endings, true, f.summary})
			if err != nil {
				return fail(failed, err)
			}
			if err := e.print(string(line) + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
	var b strings.Builder
	var puzzles, alphabets, exports list
	for _, f := range notation.Formats() {
		if f.Reads {
			puzzles.add(f.Name, f.Summary+endings(f.Endings))
		}
	}
	for _, a := range notation.Alphabets() {
		alphabets.add(a.Name, a.Summary)
	}
	for _, f := range exportFormats {
		exports.add(f.name, f.summary+endings(f.endings))
	}
	b.WriteString("Puzzles, recognised by content, or named with --from; packed with gzip or not:\n" + puzzles.String())
	b.WriteString("\nValues above 9, recognised where they are unambiguous, or named with --alphabet:\n" + alphabets.String())
	b.WriteString("\nFiles for other solvers, written by nonet export --to:\n" + exports.String())
	return e.print(b.String())
}

func endings(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, " ") + ")"
}
