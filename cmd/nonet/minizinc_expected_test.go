package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// canonicalJSON returns an object with sorted keys, one field per line: "KEY VALUE". Sets are written as {1,2,3} and
// values of enumerations as their names.
func canonicalJSON(t *testing.T, object string) string {
	d := json.NewDecoder(strings.NewReader(object))
	d.UseNumber()
	var fields map[string]any
	if err := d.Decode(&fields); err != nil {
		t.Errorf("MiniZinc printed %q: %v", object, err)
		return object
	}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&b, "%s %s\n", key, canonicalValue(fields[key]))
	}
	return b.String()
}

func fieldsOf(canonical string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(canonical) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		fields[key] = value
	}
	return fields
}

func canonicalValue(v any) string {
	switch v := v.(type) {
	case []any:
		words := make([]string, len(v))
		for i := range v {
			words[i] = canonicalValue(v[i])
		}
		return "[" + strings.Join(words, ",") + "]"
	case map[string]any:
		if e, ok := v["e"]; ok {
			return fmt.Sprint(e)
		}
		set, _ := v["set"].([]any)
		var words []string
		for _, x := range set {
			if pair, ok := x.([]any); ok && len(pair) == 2 {
				words = append(words, elementsOf(fmt.Sprint(pair[0]), fmt.Sprint(pair[1]))...)
			} else {
				words = append(words, canonicalValue(x))
			}
		}
		return "{" + strings.Join(words, ",") + "}"
	case nil:
		return "null"
	case string:
		return strings.NewReplacer(" ", "", "\n", `\n`).Replace(v)
	}
	return strings.ReplaceAll(fmt.Sprint(v), " ", "")
}

// elementsOf returns the numbers from first to last.
func elementsOf(first, last string) (words []string) {
	lo, _ := strconv.Atoi(first)
	hi, _ := strconv.Atoi(last)
	for n := lo; n <= hi; n++ {
		words = append(words, strconv.Itoa(n))
	}
	return words
}

// An expected is what a model's comment expects: any of the results.
type expected struct {
	err     bool // an error is among the results
	gecode  bool // the model is a test of Gecode, too
	results []expectedResult
}

type expectedResult struct {
	status    string
	set       bool // the solutions are all solutions
	solutions []map[string]string
}

// parseExpected reads the comment of a test, which is regular YAML. It reports whether there is a test of solving.
func parseExpected(text string) (e expected, ok bool) {
	_, text, found := strings.Cut(text, "/***")
	text, _, closed := strings.Cut(text, "***/")
	if !found || !closed || strings.Contains(text, "type: compile") || !strings.Contains(text, "!Test") {
		return e, false
	}
	e.gecode = true
	if _, list, ok := strings.Cut(text, "\nsolvers:"); ok {
		list, _, _ = strings.Cut(list, "\n")
		e.gecode = strings.TrimSpace(list) == "" || strings.Contains(list, "gecode")
	}
	var result *expectedResult
	var solution map[string]string
	var value []yamlLine // of the last key
	last := ""
	store := func() {
		if last != "" {
			solution[last] = canonicalYAML(value)
		}
		value, last = nil, ""
	}
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.Contains(line, "!Error") {
			e.err = true
		}
		if strings.HasPrefix(line, "---") { // a further document
			store()
			result, solution = nil, nil
		}
		if strings.Contains(line, "!Result") {
			store()
			e.results = append(e.results, expectedResult{})
			result, solution = &e.results[len(e.results)-1], nil
		}
		if result == nil {
			continue
		}
		if status, ok := strings.CutPrefix(trimmed, "status: "); ok && solution == nil {
			result.status = status
		}
		if strings.Contains(line, "!SolutionSet") {
			result.set = true
		} else if strings.Contains(line, "!Solution") {
			store()
			solution = map[string]string{}
			result.solutions = append(result.solutions, solution)
			continue
		}
		if solution == nil || trimmed == "" {
			continue
		}
		if m := keyLine.FindStringSubmatch(trimmed); m != nil {
			store()
			last = m[1]
			trimmed = m[2]
		}
		if trimmed != "" {
			value = append(value, yamlLine{strings.Index(line, trimmed), trimmed})
		}
	}
	store()
	return e, e.err || len(e.results) > 0
}

// A yamlLine is a line of a value without its indentation.
type yamlLine struct {
	indent int
	text   string
}

// flow returns a block of YAML in one line: a list of lines that begin with a dash, or lines of one value.
func flow(lines []yamlLine) string {
	if len(lines) == 0 || !strings.HasPrefix(lines[0].text, "- ") {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(l.text)
		}
		return b.String()
	}
	var items []string
	for first := 0; first < len(lines); {
		end := first + 1
		for end < len(lines) && lines[end].indent > lines[0].indent {
			end++
		}
		item := slices.Clone(lines[first:end])
		item[0] = yamlLine{item[0].indent + 2, strings.TrimPrefix(item[0].text, "- ")}
		items = append(items, flow(item))
		first = end
	}
	return "[" + strings.Join(items, ",") + "]"
}

// canonicalYAML returns a value in the form of canonicalValue, as far as that is possible.
func canonicalYAML(lines []yamlLine) string {
	value := flow(lines)
	value = rangeText.ReplaceAllStringFunc(value, func(r string) string {
		m := rangeText.FindStringSubmatch(r)
		return "{" + strings.Join(elementsOf(m[1], m[2]), ",") + "}"
	})
	return strings.NewReplacer(" ", "", "!!set", "", "'", "", `"`, "").Replace(value)
}

// allSolutions reports whether a result expects the set of all solutions.
func (e expected) allSolutions() bool {
	return slices.ContainsFunc(e.results, func(r expectedResult) bool { return r.set })
}

// judge compares an outcome with the expected results.
func (e expected) judge(got outcome, optimize bool) string {
	if len(e.results) == 0 {
		return ""
	}
	ours := make([]map[string]string, len(got.outputs))
	for i, o := range got.outputs {
		ours[i] = fieldsOf(o)
	}
	verdict := incomparable
	for _, r := range e.results {
		switch {
		case strings.HasPrefix(r.status, "UNSATISFIABLE"):
			switch {
			case got.complete && len(ours) == 0:
				return agrees
			case len(ours) > 0:
				verdict = contradicts
			default:
				verdict = notComplete
			}
		case len(ours) == 0 && got.complete:
			verdict = contradicts
		case len(ours) == 0:
			verdict = notComplete
		case r.set:
			all, compared := true, 0
			for _, s := range r.solutions {
				found := slices.ContainsFunc(ours, func(o map[string]string) bool {
					same, n := matches(s, o)
					compared += n
					return same
				})
				all = all && found
			}
			if all && compared > 0 && (got.complete || len(r.solutions) < len(ours)) {
				return agrees
			} else if compared > 0 && got.complete {
				verdict = otherAnswer
			}
		case len(r.solutions) == 0:
			return agrees // satisfiable
		default:
			for _, s := range r.solutions {
				for _, o := range ours {
					same, n := matches(s, o)
					switch {
					case same && n > 0 && optimize && !got.complete:
						verdict = notComplete
					case same && n > 0:
						return agrees
					case n > 0 && optimize && !got.complete:
						verdict = notComplete
					case n > 0 && verdict == incomparable:
						verdict = otherAnswer
					}
				}
			}
		}
	}
	return verdict
}

// matches reports whether the values of the expected solution want are those of got, and how many were compared. Floats
// and texts are not compared.
func matches(want, got map[string]string) (same bool, compared int) {
	for key, value := range want {
		other, ok := got[key]
		if !ok && key == "objective" {
			other, ok = got["_objective"]
		}
		if !ok || strings.Contains(value, "!") || strings.Contains(value+other, ".") {
			continue
		}
		compared++
		if value != other {
			return false, compared
		}
	}
	return true, compared
}
