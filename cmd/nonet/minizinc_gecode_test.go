package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/flatzinc"
)

// gecode runs fzn-gecode.
func (s *spec) gecode(text []byte) outcome {
	args := []string{"-time", strconv.FormatInt(specLimit.Milliseconds(), 10)}
	optimize := regexp.MustCompile(`solve[^;]*(minimize|maximize)`).Match(text)
	if !optimize {
		args = append(args, "-n", strconv.Itoa(specSolutions+1))
	}
	c := exec.CommandContext(s.Context(), "fzn-gecode", append(args, "-")...)
	c.Stdin = bytes.NewReader(text)
	out, err := c.Output()
	if err != nil && len(out) == 0 {
		s.Logf("fzn-gecode: %v", err)
	}
	var o outcome
	rest := string(out)
	for {
		solution, after, found := strings.Cut(rest, "----------\n")
		if !found {
			break
		}
		o.texts, rest = append(o.texts, solution), after
	}
	o.complete = strings.Contains(rest, "==========") || strings.Contains(rest, "=====UNSATISFIABLE")
	if optimize && len(o.texts) > 0 {
		o.texts = o.texts[len(o.texts)-1:]
	}
	return o
}

// admits compiles a model with the values of an expected solution as constraints and solves it by native. It reports
// whether there is a solution. If there is none, Gecode must not find one either. Names that the output of our answer
// does not have are left out, and so are texts.
func (s *spec) admits(path string, solution map[string]string, output string) (bool, error) {
	var extra strings.Builder
	extra.WriteString("include \"globals.mzn\";\n")
	names := fieldsOf(output)
	for _, key := range slices.Sorted(maps.Keys(solution)) {
		value := solution[key]
		if _, ok := names[key]; !ok || strings.ContainsAny(value, "!.\\") {
			continue
		}
		if strings.HasPrefix(value, "[") {
			key, value = "array1d("+key+")", "["+strings.NewReplacer("[", "", "]", "").Replace(value)+"]"
		}
		fmt.Fprintf(&extra, "constraint %s = %s;\n", key, value)
	}
	name := filepath.Join(s.folder, "expected.mzn")
	if err := os.WriteFile(name, []byte(extra.String()), 0o666); err != nil {
		return false, err
	}
	text, _, err := s.compile("expected", path, "--solver", s.configuration, name)
	if err != nil {
		return false, err
	}
	p, err := flatzinc.Read(context.Background(), bytes.NewReader(text), false)
	if err != nil {
		return false, err
	}
	m, err := methods.Parse("native")
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	p.Model.Objective = nil // any solution will do
	found, r, err := model.First(ctx, m.Solver(), p.Model)
	if err != nil || found != nil {
		return found != nil, err
	}
	standard, _, err := s.compile("expected", path, "--solver", "gecode", "-G", "std", name)
	if err != nil {
		return false, err
	}
	if o := s.gecode(standard); !r.Complete || !o.complete || len(o.texts) > 0 {
		return false, fmt.Errorf("nonet finds none (complete: %t), Gecode %d (complete: %t) with\n%s", r.Complete,
			len(o.texts), o.complete, extra.String())
	}
	return false, nil
}

// objectiveIn returns the objective of the only solution.
func objectiveIn(outputs []string) string {
	if len(outputs) == 0 {
		return "none"
	}
	return fieldsOf(outputs[0])["_objective"]
}

// gecodeNames renames the constraints of nonet's library to those of Gecode.
var gecodeNames = strings.NewReplacer("fzn_all_different_int", "all_different_int", "fzn_table_", "gecode_table_",
	"fzn_regular", "gecode_regular")

// accepted reports whether Gecode finds a solution of a FlatZinc file with the output values of a solution, and whether
// it answers in time.
func (s *spec) accepted(text, solution string) (accepted, decided bool) {
	elements := map[string][]string{}
	for _, m := range arrayInFile.FindAllStringSubmatch(text, -1) {
		elements[m[1]] = strings.Split(m[2], ",")
	}
	scalars := map[string]bool{}
	for _, m := range scalarInFile.FindAllStringSubmatch(text, -1) {
		scalars[m[2]] = true
	}
	var fixed strings.Builder
	fix := func(name, value string) {
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !scalars[name] {
			return // a constant
		}
		kind := "int"
		if value == "true" || value == "false" {
			kind = "bool"
		}
		fmt.Fprintf(&fixed, "constraint %s_eq(%s,%s);\n", kind, name, value)
	}
	for _, m := range outputLine.FindAllStringSubmatch(solution, -1) {
		if m[3] == "" {
			fix(m[1], m[2])
			continue
		}
		for i, value := range strings.Split(m[4], ",") {
			if names := elements[m[1]]; i < len(names) {
				fix(names[i], value)
			}
		}
	}
	all := text[:strings.LastIndex(text, "solve ")] + fixed.String() + "solve satisfy;\n"
	c := exec.CommandContext(s.Context(), "fzn-gecode", "-time", "10000", "-")
	c.Stdin = strings.NewReader(all)
	out, err := c.Output()
	accepted = strings.Contains(string(out), "----------")
	decided = accepted || strings.Contains(string(out), "=====UNSATISFIABLE")
	if !decided {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			out = append(out, exit.Stderr...)
		}
		s.Logf("fzn-gecode: error %v, %s", err, out)
	}
	return accepted, decided
}
