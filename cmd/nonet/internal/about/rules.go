package about

import (
	"errors"
	"strconv"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func rulesCommand(e *term.Env) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:       "rules [RULE]",
		Short:     "List the rules that rate applies, easiest first; explain one",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: ruleNames(),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && out != "":
				return errors.New("-o: expected a RULE to draw")
			case len(args) == 0:
				return listRules(e)
			case e.Flags.Output != "text":
				return errors.New("--output json: expected without RULE")
			}
			return explainRules(c.Context(), e, args[0], out)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "also draw the picture of RULE into this file, as SVG")
	e.OutputFlag(c, "text", "json")
	return c
}

// A ruleObject is a rule in JSON.
type ruleObject struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Definition string   `json:"definition"`
	Source     string   `json:"source"`
	ER         float64  `json:"er"`
	Score      int      `json:"score"`
	Level      string   `json:"level"`
	Unique     bool     `json:"unique"`
	Ladders    []string `json:"ladders"`
}

func listRules(e *term.Env) error {
	t := term.Table{Head: []string{"RULE", "RATING", "SCORE", "LEVEL", "WHAT IT SAYS"},
		Right: []bool{false, true, true, false, false}}
	sources := term.Table{Head: []string{"RULE", "WHERE IT COMES FROM"}}
	var objects []any
	for _, r := range human.Rules() {
		ladders := slice.Filter(human.Ladders(), func(l *human.Ladder) bool { return l.Contains(r) })
		objects = append(objects,
			ruleObject{r.Name, r.Title, r.Definition, r.Source, r.Explainer, r.Score, r.Level.String(), r.Unique,
				slice.Map(ladders, (*human.Ladder).Name)})
		head := []string{r.Name, print.RatingOf(r), strconv.Itoa(r.Score), r.Level.String()}
		if r.Unique {
			head[0] += " *"
		}
		t.Add(append(head, r.Definition)...)
		sources.Add(r.Name, r.Source)
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(objects...)
	}
	ladders := term.ListOf(human.Ladders(), func(l *human.Ladder) (string, string) { return l.Name(), l.Summary() })
	removed := t.Fit(e.Width(), "SCORE", "LEVEL")
	return e.Print(e.Prose(t.String() + "\n* assumes that there is one solution only\n" +
		term.NotShown(removed, e.Width(), "json") + "\nLadders, for nonet rate --ladder:\n" + ladders.String() + "\n" +
		sources.String()))
}
