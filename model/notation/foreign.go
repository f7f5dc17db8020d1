package notation

import (
	"bytes"
	"slices"
)

// A foreign text is the beginning of a file that holds no puzzle.
type foreign struct {
	prefix string // of a line
	whole  bool   // the line is the prefix and nothing else
	format string // see ParseError.Foreign
	what   string
}

var foreigners = []foreign{
	{"p cnf ", false, "cnf", "a formula in DIMACS format"},
	{"p edge ", false, "col", "a graph in DIMACS format"},
	{"p col ", false, "col", "a graph in DIMACS format"},
	{"* #variable=", false, "opb", "a pseudo-Boolean program in OPB format"},
	{"\\Problem name: ", false, "lp", "an integer program in LP format"},
	{"\\ ", false, "lp", "an integer program in LP format"},
	{"* nonet export --to mps", false, "mps", "an integer program in MPS format"},
	{"NAME ", false, "mps", "an integer program in MPS format"},
	{"ROWS", true, "mps", "an integer program in MPS format"},
	{"s SATISFIABLE", true, "answer", "the answer of a solver"},
	{"s UNSATISFIABLE", true, "answer", "the answer of a solver"},
	{"s OPTIMUM FOUND", true, "answer", "the answer of a solver"},
	{"s UNKNOWN", true, "answer", "the answer of a solver"},
	{"v ", false, "answer", "the answer of a solver"},
	{"SAT", true, "answer", "the answer of a solver"},
	{"UNSAT", true, "answer", "the answer of a solver"},
	{"SATISFIABLE", true, "answer", "the answer of a solver"},
	{"UNSATISFIABLE", true, "answer", "the answer of a solver"},
}

// foreign returns which text that is no puzzle the input begins with, or nil. It skips comments of DIMACS, "c text",
// and waits for no byte after the first other line.
func (in *input) foreign() *foreign {
	for c := in.pos(); ; {
		line, err := in.next(&c)
		if err != nil {
			return nil
		}
		line = bytes.TrimRight(line, " \t")
		i := slices.IndexFunc(foreigners, func(f foreign) bool {
			if f.whole {
				return string(line) == f.prefix
			}
			return bytes.HasPrefix(line, []byte(f.prefix))
		})
		if i >= 0 {
			return &foreigners[i]
		}
		if string(line) != "c" && !bytes.HasPrefix(line, []byte("c ")) {
			return nil
		}
	}
}
