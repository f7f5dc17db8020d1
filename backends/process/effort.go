package process

import (
	"bytes"
	"regexp"
	"strconv"

	"nonet/model"
)

// glpsolProgress matches glpsol's progress line "+ 257: mip = ... (0; 33)": iterations so far, open nodes; closed
// nodes.
var glpsolProgress = regexp.MustCompile(`^\+\s*([0-9]+): .*\(([0-9]+); ([0-9]+)\)\s*$`)

// effortOf parses the statistics that programs print: counters, one per line, such as "c conflicts: 12" and "Enumerated
// nodes: 3", the progress lines of glpsol, and "%%%mzn-stat: failures=3" of MiniZinc and its solvers. It knows the
// labels of the known programs; other programs may use the same labels. The last line about a counter wins.
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
	}
	for line := range bytes.Lines(stdout) {
		if len(line) > 200 || len(line) > 1 && line[0] == 'v' {
			continue
		}
		if m := glpsolProgress.FindSubmatch(line); m != nil {
			e.Iterations, e.Nodes = parseCount(m[1]), parseCount(m[2])+parseCount(m[3])
			continue
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
