package inquiry

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/internal/slice"
)

// NoisySpread is the spread beyond which the runs of a method differ too much for a comparison of times.
const NoisySpread = 0.5

// ChooseMethods returns the methods that match the names and patterns, each once; without names, the methods
// of a comparison by default. Methods of one kind stand together. The errors name the flag.
func ChooseMethods(flag string, names []string) ([]methods.Method, error) {
	var chosen []methods.Method
	if len(names) == 0 {
		chosen = methods.Compared()
	}
	add := func(m methods.Method) {
		if !slices.ContainsFunc(chosen, func(o methods.Method) bool { return o.Name == m.Name }) {
			chosen = append(chosen, m)
		}
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == "all" {
			name = "*"
		}
		backend, encodings := name[:max(0, strings.LastIndexByte(name, ':'))], name[strings.LastIndexByte(name, ':')+1:]
		if !strings.ContainsAny(name, "*?[") || methods.IsCustom(name) && !strings.ContainsAny(encodings, "*?[") {
			m, err := input.ParseMethod(flag, name)
			if err != nil {
				return nil, err
			}
			add(m)
			continue
		}
		found := false
		pre, pattern := methods.CutPreprocessor(name)
		for _, m := range methods.Known() {
			// A star matches any text, also across the slash before an at-most-one form.
			ok, err := path.Match(strings.ReplaceAll(pattern, "/", "|"), strings.ReplaceAll(m.Name, "/", "|"))
			if err != nil {
				return nil, fmt.Errorf("%s %s: not a pattern: %w", flag, name, err)
			}
			if ok && pre != "" {
				if m, err = input.ParseMethod(flag, pre+"+"+m.Name); err != nil {
					return nil, err
				}
			}
			if ok {
				found = true
				add(m)
			}
		}
		for _, m := range methods.Known() { // encodings of any SAT solver: those of gini
			encoding, of := strings.CutPrefix(m.Name, "gini:")
			ok, _ := path.Match(strings.ReplaceAll(encodings, "/", "|"), strings.ReplaceAll(encoding, "/", "|"))
			if !of || !ok || backend == "" {
				continue
			}
			if m, err := methods.Parse(backend + ":" + encoding); err == nil {
				found = true
				add(m)
			}
		}
		if !found {
			return nil, fmt.Errorf("%s %s: no method matches; nonet methods lists them", flag, name)
		}
	}
	// Sort by kind, in the order in which the kinds were named.
	kinds := slice.Distinct(slice.Map(chosen, func(m methods.Method) methods.Kind { return m.Kind }))
	slices.SortStableFunc(chosen, func(a, b methods.Method) int {
		return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
	})
	return chosen, nil
}

// A TrialObject is the JSON object of nonet compare: the object of nonet unique, or of nonet solve about a model file,
// with the further fields of a comparison.
type TrialObject struct {
	print.AnswerObject
	Available bool     `json:"available"`
	Version   string   `json:"version"`
	Install   string   `json:"install,omitempty"`
	Agrees    *bool    `json:"agrees"` // null if the method does not decide the question
	Refuted   string   `json:"refuted,omitempty"`
	Limit     float64  `json:"limit"`
	Runs      int      `json:"runs"`
	Calls     int      `json:"calls,omitempty"`
	TimedOut  *bool    `json:"timed_out,omitempty"`
	Spread    *float64 `json:"spread,omitempty"`
	Noisy     *bool    `json:"noisy,omitempty"`
}

// TrialOf returns the object about a trial of a method on an item.
func TrialOf(t *ask.Trial, it *input.Item, o ask.TryOptions) TrialObject {
	a := &print.Answer{Answer: ask.Answer{Err: t.Method.Err}, Item: it, Method: t.Method.Name, Verified: t.Verified}
	if !it.Model {
		a.Kind = ask.Unique
	}
	switch {
	case t.Answer != nil:
		a.Answer = *t.Answer
		if t.Method.Kind == methods.Stochastic {
			a.RunOptions = &methods.RunOptions{Seed: o.Seed}
		}
	case a.Err == nil:
		a.Err = ask.ErrInterrupted
	}
	x := TrialObject{Available: t.Method.Err == nil, Version: t.Method.Version, Refuted: t.Refuted,
		Limit: o.Limit(t.Method.Method).Seconds(), Runs: len(t.Runs), Calls: t.Calls()}
	if len(t.Runs) > 0 {
		a.Total, x.TimedOut = t.Median().Total, new(t.TimedOut())
		if t.Answer.Solution != nil && !t.DecidedBefore() {
			a.First = t.Median().First
		}
	}
	if t.Method.Err != nil {
		x.Install = t.Method.Remedy()
	}
	if t.Decides() {
		x.Agrees = new(!t.Disagrees)
	}
	if spread, ok := t.Spread(); ok && !t.DecidedBefore() {
		rounded, noisy := math.Round(1000*spread)/1000, spread > NoisySpread
		x.Spread, x.Noisy = &rounded, &noisy
	}
	x.AnswerObject = print.ObjectOf(a, print.Rating{})
	return x
}

// Agrees returns yes or no: whether the method agrees with the solutions found; "" if it does not decide the question.
func Agrees(t *ask.Trial, yes, no string) string {
	switch {
	case !t.Decides():
		return ""
	case t.Disagrees:
		return no
	default:
		return yes
	}
}
