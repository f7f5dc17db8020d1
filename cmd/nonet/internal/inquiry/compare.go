package inquiry

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
)

// NoisySpread is the spread beyond which the runs of a method differ too much for a comparison of times.
const NoisySpread = 0.5

// ChooseMethods returns the methods that match the names and patterns, each once; without names, the ones that a
// comparison runs by default. Methods of one kind stand together. The errors name the flag.
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
		if !strings.ContainsAny(name, "*?[") || methods.IsCustom(name) {
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
		if !found {
			return nil, fmt.Errorf("%s %s: no method matches; nonet methods lists them", flag, name)
		}
	}
	// Sort by kind, in the order in which the kinds were named.
	var kinds []methods.Kind
	for _, m := range chosen {
		if !slices.Contains(kinds, m.Kind) {
			kinds = append(kinds, m.Kind)
		}
	}
	slices.SortStableFunc(chosen, func(a, b methods.Method) int {
		return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
	})
	return chosen, nil
}

// AppendTrial appends the JSON object of nonet compare for a trial of a method on a puzzle, with a newline: the object
// of nonet unique with the further fields of a comparison.
func AppendTrial(b []byte, t *ask.Trial, it *input.Item, o ask.TryOptions) []byte {
	a := &print.Answer{Answer: ask.Answer{Err: t.Method.Err}, Item: it, Method: t.Method.Name}
	var p print.Printer = print.Models{Form: "json"}
	if !it.Model {
		a.Kind, p = ask.Unique, print.JSON{}
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
	if len(t.Runs) > 0 {
		a.Total = t.Median().Total
		if t.Answer.Solution != nil && !t.DecidedBefore() {
			a.First = t.Median().First
		}
	}
	return appendComparison(p.Answer(b, a), t, o)
}

// appendComparison appends the fields of a comparison to the JSON object of an answer, which ends with a newline.
func appendComparison(b []byte, t *ask.Trial, o ask.TryOptions) []byte {
	b = b[:len(b)-len("}\n")]
	b = append(b, `,"available":`...)
	b = strconv.AppendBool(b, t.Method.Err == nil)
	b = term.AppendString(b, "version", t.Method.Version)
	if t.Method.Err != nil {
		b = term.AppendString(b, "install", t.Method.Remedy())
	}
	b = append(b, `,"agrees":`...)
	b = append(b, Agrees(t, "null", "true", "false")...)
	b = print.AppendVerification(b, t.Verified)
	if t.Refuted != "" {
		b = term.AppendString(b, "refuted", t.Refuted)
	}
	b = append(b, `,"limit":`...)
	b = term.AppendSeconds(b, o.Limit(t.Method.Method))
	b = append(b, `,"runs":`...)
	b = strconv.AppendInt(b, int64(len(t.Runs)), 10)
	if len(t.Runs) > 0 {
		if n := t.Calls(); n > 0 {
			b = append(b, `,"calls":`...)
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, `,"timed_out":`...)
		b = strconv.AppendBool(b, t.TimedOut())
	}
	if spread, ok := t.Spread(); ok && !t.DecidedBefore() {
		b = append(b, `,"spread":`...)
		b = strconv.AppendFloat(b, spread, 'f', 3, 64)
		b = append(b, `,"noisy":`...)
		b = strconv.AppendBool(b, spread > NoisySpread)
	}
	return append(b, "}\n"...)
}

// Agrees returns nothing, yes or no: whether the method decides the question and agrees with the solutions found.
func Agrees(t *ask.Trial, nothing, yes, no string) string {
	switch {
	case !t.Decides():
		return nothing
	case t.Disagrees:
		return no
	default:
		return yes
	}
}
