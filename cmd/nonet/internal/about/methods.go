package about

import (
	"context"
	"fmt"
	"strings"

	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/cnf"
	"nonet/model/deduce"

	"github.com/spf13/cobra"
)

func methodsCommand(e *term.Env) *cobra.Command {
	var settings bool
	c := &cobra.Command{
		Use:   "methods",
		Short: "List the solution methods, and which are available here",
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
	t := term.Table{Head: []string{"METHOD", "KIND", "VERSION", "PREPROCESS", "WHAT IT IS"}}
	notes := term.Table{Head: []string{"MISSING", "WHAT TO DO"}}
	var sources term.List
	var objects []any
	for _, a := range methods.Available(ctx, methods.All()) {
		objects = append(objects, inquiry.MethodOf(a))
		version := a.Version
		if a.Err != nil {
			version = "missing"
			if a.Name == a.Backend {
				notes.Add(a.Name, a.Remedy())
			}
		}
		t.Add(a.Name, string(a.Kind), version, a.Recommended, a.Summary)
		if a.Source != "" {
			sources.Add(a.Name, a.Source)
		}
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(objects...)
	}
	removed := t.Fit(e.Width(), "PREPROCESS", "VERSION", "KIND")
	text := t.String() + term.NotShown(removed, e.Width(), "json")
	if len(notes.Rows) > 0 {
		text += "\n" + notes.String()
	}
	preprocessors := term.List{{"none", "no preprocessing"}}
	for _, p := range deduce.All() {
		preprocessors.Add(p.Name(), p.Summary())
	}
	presets := term.ListOf(cnf.Presets(), func(p cnf.Preset) (string, string) { return p.String(), p.Summary() })
	atMostOnes := term.ListOf(cnf.AtMostOnes(),
		func(a cnf.AtMostOne) (string, string) { return a.String(), cnf.SummaryOf(a) })
	sums := term.ListOf(cnf.LinearEncodings(),
		func(s cnf.LinearEncoding) (string, string) { return s.String(), s.Summary() })
	custom := term.ListOf(process.Customs(), func(c process.Custom) (string, string) {
		return c.Key + "=PROGRAM", c.Reads + ", such as '" + c.Key + "=" + c.Example + "'"
	})
	return e.PrintText(text + "\n" + e.Prose(strings.ReplaceAll(input.DefaultMethodHelp, "\n", " ")+
		"\n\nA program that is not listed is a method by the format that it reads:\n"+custom.String()+
		"\nBefore any backend, NAME+ preprocesses:\n"+preprocessors.String()+
		"\nAfter a SAT backend, :ENCODING chooses the clauses:\n"+presets.String()+
		"\nAfter an encoding, /AMO chooses how at most one literal is stated:\n"+atMostOnes.String()+
		"\nAfter that, /SUM chooses how sums are stated:\n"+sums.String()+
		"\nAfter native, minizinc and most stochastic methods, :KEY=VALUE sets a parameter, as in "+
		"lewis+anneal:temperature=deviation: see nonet methods --settings.\n"+
		"\nSources:\n"+sources.String()))
}

// A settingObject is a setting in JSON.
type settingObject struct {
	Method  string   `json:"method"`
	Key     string   `json:"key"`
	Default string   `json:"default"`
	Kind    string   `json:"kind,omitempty"`
	Words   []string `json:"words,omitempty"`
	Summary string   `json:"summary"`
}

// listSettings lists the settings of methods.
func listSettings(e *term.Env) error {
	t := term.Table{Head: []string{"METHOD", "SETTING", "DEFAULT", "WHAT IT IS"}}
	var objects []any
	for _, backend := range methods.Backends() {
		for _, s := range methods.Settings(backend) {
			objects = append(objects, settingObject{backend, s.Key, s.Default, s.Kind, s.Words, s.Summary})
			t.Add(backend, s.Key, s.Default, fmt.Sprintf("%s [%s]", s.Summary, s.Kind+strings.Join(s.Words, ", ")))
		}
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(objects...)
	}
	t.Group(e.Width())
	return e.Print(e.Prose(t.String()))
}
