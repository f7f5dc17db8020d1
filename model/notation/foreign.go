package notation

import (
	"bytes"
	"slices"
	"strings"
)

// A foreign text is the beginning of a file that holds no puzzle.
type foreign struct {
	format   string // see ParseError.Foreign
	what     string
	prefixes []string // of a line and its end
}

var foreigners = []foreign{
	{"wcnf", "a formula with weighted clauses (MaxSAT), which nonet does not read", []string{"p wcnf "}},
	{"cnf", "a formula in DIMACS format", []string{"p cnf "}},
	{"col", "a graph in DIMACS format", []string{"p edge ", "p col "}},
	{"opb", "a pseudo-Boolean program in OPB format", []string{"* #variable="}},
	{"lp", "an integer program in LP format", []string{"\\Problem name: ", "\\ "}},
	{"mps", "an integer program in MPS format", []string{"* nonet export --to mps", "NAME ", "ROWS\n"}},
	{"model", "a model in JSON", []string{`{"kind":"nonet model"`, `{"kind": "nonet model"`}},
	{"fzn", "a model in FlatZinc", []string{"predicate ", "array [", "var int: ", "var bool: ", "var 0..", "var 1.."}},
	{"xcsp3", "an instance in XCSP3", []string{"<instance "}},
	{"answer", "the answer of a solver", []string{"s SATISFIABLE\n", "s UNSATISFIABLE\n", "s OPTIMUM FOUND\n",
		"s UNKNOWN\n", "v ", "SAT\n", "UNSAT\n", "SATISFIABLE\n", "UNSATISFIABLE\n"}},
}

// foreign returns which text that is no puzzle the input begins with, or nil. It skips comments of DIMACS, "c text",
// and a brace at the begin, and waits for no byte after the first other line.
func (in *input) foreign() *foreign {
	begin := "" // a brace on a line of its own
	for c := in.pos(); ; {
		line, err := in.next(&c)
		if err != nil {
			return nil
		}
		text := string(bytes.TrimRight(line, " \t")) + "\n"
		if begin != "" {
			text = begin + strings.TrimLeft(text, " \t")
		}
		for i, f := range foreigners {
			if slices.ContainsFunc(f.prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) }) {
				return &foreigners[i]
			}
		}
		switch {
		case text == "{\n":
			begin = "{"
		case text != "c\n" && !strings.HasPrefix(text, "c "):
			return nil
		}
	}
}
