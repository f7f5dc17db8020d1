package about

import (
	"strconv"
	"strings"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func rulesCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "List the rules by which a person solves, in the order in which rate tries them",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return listRules(e) },
	}
	e.OutputFlag(c, "text", "json")
	return c
}

// A ruleObject is a rule in JSON.
type ruleObject struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Definition string   `json:"definition"`
	Source     string   `json:"source"`
	Rating     float64  `json:"rating"`
	Score      int      `json:"score"`
	Level      string   `json:"level"`
	Unique     bool     `json:"unique"`
	Ladders    []string `json:"ladders"`
}

func listRules(e *term.Env) error {
	if e.Flags.Output == "json" {
		var b []byte
		for _, r := range human.Rules() {
			var ladders []string
			for _, l := range human.Ladders() {
				if l.Has(r) {
					ladders = append(ladders, l.Name())
				}
			}
			b = append(term.AppendJSON(b, ruleObject{r.Name, r.Title, r.Definition, r.Source, r.Explainer, r.Score, r.Level.String(), r.Unique, ladders}), '\n')
		}
		return e.Print(string(b))
	}
	t := term.Table{Head: []string{"RULE", "RATING", "SCORE", "LEVEL", "WHAT IT SAYS"}, Right: []bool{false, true, true, false, false}}
	for _, r := range human.Rules() {
		name := r.Name
		if r.Unique {
			name += " *"
		}
		for i, line := range term.Wrap(r.Definition, 100) {
			if i == 0 {
				t.Add(name, print.RatingOf(r), strconv.Itoa(r.Score), r.Level.String(), line)
			} else {
				t.Add("", "", "", "", line)
			}
		}
	}
	var b strings.Builder
	b.WriteString(t.String())
	b.WriteString("\n* assumes that there is one solution only\n\nLadders, for nonet rate --ladder:\n")
	var ladders term.List
	for _, l := range human.Ladders() {
		ladders.Add(l.Name(), l.Summary())
	}
	b.WriteString(ladders.String())
	sources := term.Table{Head: []string{"RULE", "WHERE IT COMES FROM"}}
	for _, r := range human.Rules() {
		sources.Add(r.Name, r.Source)
	}
	return e.Print(b.String() + "\n" + sources.String())
}
