package about

import (
	"context"
	"encoding/json"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
	"nonet/encode/cnf"
	"nonet/model/deduce"

	"github.com/spf13/cobra"
)

func methodsCommand(e *term.Env) *cobra.Command {
	var settings bool
	c := &cobra.Command{
		Use:   "methods",
		Short: "List the ways of solving, and whether they are available here",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if settings {
				return listSettings(e)
			}
			return listMethods(c.Context(), e)
		},
	}
	c.Flags().BoolVar(&settings, "settings", false, "list the settings of methods instead")
	e.OutputFlag(c, "text", "json")
	return c
}

func listMethods(ctx context.Context, e *term.Env) error {
	all := methods.Available(ctx, methods.All())
	if e.Flags.Output == "json" {
		for _, a := range all {
			line, err := json.Marshal(struct {
				Name       string `json:"name"`
				Kind       string `json:"kind"`
				Available  bool   `json:"available"`
				Version    string `json:"version"`
				Install    string `json:"install"`
				Preprocess string `json:"preprocess"`
				Encoding   string `json:"encoding"`
				Summary    string `json:"summary"`
				Source     string `json:"source"`
			}{a.Name, string(a.Kind), a.Err == nil, a.Version, a.Install, a.Preprocess, a.Encoding, a.Summary, a.Source})
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			if err := e.Print(string(line) + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
	t := term.Table{Head: []string{"METHOD", "KIND", "VERSION", "PREPROCESS", "WHAT IT IS"}}
	notes := term.Table{Head: []string{"MISSING", "WHAT TO DO"}}
	var sources term.List
	for _, a := range all {
		version := a.Version
		if a.Err != nil {
			version = "missing"
			notes.Add(a.Name, a.Remedy())
		}
		t.Add(a.Name, string(a.Kind), version, a.Preprocess, a.Summary)
		if a.Source != "" {
			sources.Add(a.Name, a.Source)
		}
	}
	var b strings.Builder
	b.WriteString(t.String())
	if len(notes.Rows) > 0 {
		b.WriteString("\n" + notes.String())
	}
	b.WriteString("\n" + term.Fold(input.ByDefault, term.ListWidth) + "\n\nAny program that reads DIMACS is a method too: dimacs=PROGRAM.\n")
	preprocessors := term.List{{"none", "nothing: the model as it is stated"}}
	for _, p := range deduce.All() {
		preprocessors.Add(p.Name(), p.Summary())
	}
	var presets, atMostOnes, sums term.List
	for _, p := range cnf.Presets() {
		presets.Add(p.String(), p.Summary())
	}
	for _, a := range cnf.AtMostOnes() {
		atMostOnes.Add(a.String(), cnf.SummaryOf(a))
	}
	for _, s := range cnf.Sums() {
		sums.Add(s.String(), s.Summary())
	}
	b.WriteString("\nBefore any backend, NAME+ preprocesses:\n" + preprocessors.String())
	b.WriteString("\nAfter a SAT backend, :ENCODING chooses the clauses:\n" + presets.String())
	b.WriteString("\nAfter an encoding, /AMO chooses how at most one literal is stated:\n" + atMostOnes.String())
	b.WriteString("\nAfter that, /SUM chooses how sums are stated:\n" + sums.String())
	b.WriteString("\n" + term.Fold("After native, minizinc and most stochastic methods, :KEY=VALUE sets a parameter, as in lewis+anneal:temperature=deviation: see "+
		"nonet methods --settings.", term.ListWidth) + "\n")
	b.WriteString("\nWhere it comes from:\n" + sources.String())
	return e.Print(b.String())
}

// listSettings lists what can be set of methods.
func listSettings(e *term.Env) error {
	t := term.Table{Head: []string{"METHOD", "SETTING", "DEFAULT", "VALUES", "WHAT IT IS"}}
	for _, backend := range methods.Backends() {
		for _, s := range methods.Settings(backend) {
			if e.Flags.Output == "json" {
				line, err := json.Marshal(struct {
					Method  string   `json:"method"`
					Key     string   `json:"key"`
					Default string   `json:"default"`
					Kind    string   `json:"kind,omitempty"`
					Words   []string `json:"words,omitempty"`
					Summary string   `json:"summary"`
				}{backend, s.Key, s.Default, s.Kind, s.Words, s.Summary})
				if err != nil {
					return term.Fail(term.Failed, err)
				}
				if err := e.Print(string(line) + "\n"); err != nil {
					return err
				}
			}
			t.Add(backend, s.Key, s.Default, s.Kind+strings.Join(s.Words, ", "), s.Summary)
		}
	}
	if e.Flags.Output == "json" {
		return nil
	}
	return e.Print(t.String())
}
