package process

import (
	"bytes"
	"regexp"
	"strconv"

	"nonet/internal/parse"
	"nonet/model"
)

// glpsolProgress matches glpsol's progress line "+ 257: mip = ... (0; 33)": iterations so far, open nodes; closed
// nodes.
var glpsolProgress = parse.Pattern(`^\+\s*([0-9]+): .*\(([0-9]+); ([0-9]+)\)\s*$`)

// totals are the patterns of counters in sentences and reports of Gurobi ("Explored 12 nodes (345 simplex iterations)
// in") and HiGHS ("  Nodes             12").
var totals = []struct {
	pattern func() *regexp.Regexp
	counter func(*model.Effort) *int64
}{
	{parse.Pattern(`^Explored ([0-9]+) nodes `), func(e *model.Effort) *int64 { return &e.Nodes }},
	{parse.Pattern(`^Explored .*\(([0-9]+) simplex iterations\)`), func(e *model.Effort) *int64 {
		return &e.Iterations
	}},
	{parse.Pattern(`^  Nodes  +([0-9]+)`), func(e *model.Effort) *int64 { return &e.Nodes }},
	{parse.Pattern(`^  LP iterations  +([0-9]+)`), func(e *model.Effort) *int64 { return &e.Iterations }},
}

// effortOf parses the statistics that programs print: counters, one per line, such as "c conflicts: 12" and "Enumerated
// nodes: 3", the progress lines of glpsol, the sentences of totals, and "%%%mzn-stat: failures=3" of MiniZinc and its
// solvers. It knows the labels of the known programs; other programs may use the same labels. The last line about a
// counter wins.
func effortOf(stdout []byte) model.Effort {
	var e model.Effort
	counters := map[string]*int64{
		"conflicts":        &e.Conflicts,
		"decisions":        &e.Decisions,
		"choices":          &e.Decisions,
		"propagations":     &e.Propagations,
		"restarts":         &e.Restarts,
		"enumerated nodes": &e.Nodes,
		"total iterations": &e.Iterations,
		"nodes":            &e.Nodes,
		"failures":         &e.Failures,
		"solving nodes":    &e.Nodes, // of SCIP
	}
	for line := range bytes.Lines(stdout) {
		if len(line) > 200 || len(line) > 1 && line[0] == 'v' {
			continue
		}
		if m := glpsolProgress().FindSubmatch(line); m != nil {
			e.Iterations, e.Nodes = parseCount(m[1]), parseCount(m[2])+parseCount(m[3])
			continue
		}
		for _, t := range totals {
			if m := t.pattern().FindSubmatch(line); m != nil {
				*t.counter(&e) = parseCount(m[1])
			}
		}
		if f := bytes.Fields(line); len(f) == 3 && string(f[0]) == "c" && counters[string(f[2])] != nil { // PicoSAT
			*counters[string(f[2])] = parseCount(f[1])
		}
		label, value, _ := bytes.Cut(line, []byte(":"))
		if string(label) == "%%%mzn-stat" {
			label, value, _ = bytes.Cut(value, []byte("="))
		}
		label = bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(label, []byte("c "))))
		if counter, fields := counters[string(label)], bytes.Fields(value); counter != nil && len(fields) > 0 {
			*counter = parseCount(fields[0])
		}
	}
	return e
}

// parseCount returns the number that digits spell, or 0 if they spell none.
func parseCount(digits []byte) int64 {
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
