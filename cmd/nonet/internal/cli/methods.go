package cli

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"nonet/backends/methods"
	"nonet/encode/cnf"
	"nonet/model/deduce"

	"github.com/spf13/cobra"
)

func (e *env) methodsCommand() *cobra.Command {
	var settings bool
	c := &cobra.Command{
		Use:   "methods",
		Short: "List the ways of solving, and whether they are available here",
		Long: `Methods lists what --method takes: [PREPROCESS+]BACKEND[:ENCODING[/AMO][/SUM]][:KEY=VALUE]... A method without a preprocessor uses the one
that is listed beside its backend; none+gini:minimal insists on the plain model. KEY=VALUE sets a parameter, which most stochastic methods have
and some others; --settings lists these: where a value is missing, the default holds.

` + byDefault,
		Example: examples("nonet methods", "nonet methods --output json | jq -r 'select(.available | not) | .install'", "nonet methods --settings"),
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if settings {
				return e.settings()
			}
			return e.methods(c.Context())
		},
	}
	c.Flags().BoolVar(&settings, "settings", false, "list the settings of methods instead")
	e.outputFlag(c, "text", "json")
	return c
}

// An availability says whether a method can be used on this machine.
type availability struct {
	methods.Method
	version string
	err     error // why not
}

// available asks all methods for their versions, at the same time, since programs have to be started for it.
func available(ctx context.Context, all []methods.Method) []availability {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	found := make([]availability, len(all))
	var wg sync.WaitGroup
	for i, m := range all {
		wg.Go(func() {
			version, err := m.Version(ctx)
			found[i] = availability{m, version, err}
		})
	}
	wg.Wait()
	return found
}

func (e *env) methods(ctx context.Context) error {
	all := available(ctx, methods.All())
	if e.flags.output == "json" {
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
			}{a.Name, string(a.Kind), a.err == nil, a.version, a.Install, a.Preprocess, a.Encoding, a.Summary, a.Source})
			if err != nil {
				return fail(failed, err)
			}
			if err := e.print(string(line) + "\n"); err != nil {
				return err
			}
		}
		return nil
	}
	t := table{head: []string{"METHOD", "KIND", "VERSION", "PREPROCESS", "WHAT IT IS"}}
	notes := table{head: []string{"MISSING", "WHAT TO DO"}}
	var sources list
	for _, a := range all {
		version := a.version
		if a.err != nil {
			version = "missing"
			notes.add(a.Name, a.install())
		}
		t.add(a.Name, string(a.Kind), version, a.Preprocess, a.Summary)
		if a.Source != "" {
			sources.add(a.Name, a.Source)
		}
	}
	var b strings.Builder
	b.WriteString(t.String())
	if len(notes.rows) > 0 {
		b.WriteString("\n" + notes.String())
	}
	b.WriteString("\n" + fold(byDefault, listWidth) + "\n\nAny program that reads DIMACS is a method too: dimacs=PROGRAM.\n")
	preprocessors := list{{"none", "nothing: the model as it is stated"}}
	for _, p := range deduce.All() {
		preprocessors.add(p.Name(), p.Summary())
	}
	var presets, atMostOnes, sums list
	for _, p := range cnf.Presets() {
		presets.add(p.String(), p.Summary())
	}
	for _, a := range cnf.AtMostOnes() {
		atMostOnes.add(a.String(), cnf.SummaryOf(a))
	}
	for _, s := range cnf.Sums() {
		sums.add(s.String(), s.Summary())
	}
	b.WriteString("\nBefore any backend, NAME+ preprocesses:\n" + preprocessors.String())
	b.WriteString("\nAfter a SAT backend, :ENCODING chooses the clauses:\n" + presets.String())
	b.WriteString("\nAfter an encoding, /AMO chooses how at most one literal is stated:\n" + atMostOnes.String())
	b.WriteString("\nAfter that, /SUM chooses how sums are stated:\n" + sums.String())
	b.WriteString("\n" + fold("After native, minizinc and most stochastic methods, :KEY=VALUE sets a parameter, as in lewis+anneal:temperature=deviation: see "+
		"nonet methods --settings.", listWidth) + "\n")
	b.WriteString("\nWhere it comes from:\n" + sources.String())
	return e.print(b.String())
}

// settings lists what can be set of methods.
func (e *env) settings() error {
	t := table{head: []string{"METHOD", "SETTING", "DEFAULT", "VALUES", "WHAT IT IS"}}
	for _, backend := range methods.Backends() {
		for _, s := range methods.Settings(backend) {
			if e.flags.output == "json" {
				line, err := json.Marshal(struct {
					Method  string   `json:"method"`
					Key     string   `json:"key"`
					Default string   `json:"default"`
					Kind    string   `json:"kind,omitempty"`
					Words   []string `json:"words,omitempty"`
					Summary string   `json:"summary"`
				}{backend, s.Key, s.Default, s.Kind, s.Words, s.Summary})
				if err != nil {
					return fail(failed, err)
				}
				if err := e.print(string(line) + "\n"); err != nil {
					return err
				}
			}
			t.add(backend, s.Key, s.Default, s.Kind+strings.Join(s.Words, ", "), s.Summary)
		}
	}
	if e.flags.output == "json" {
		return nil
	}
	return e.print(t.String())
}

// install says what to do about a method that is not available.
func (a availability) install() string {
	if a.Install != "" {
		return a.Install
	}
	return plainly(a.err)
}
