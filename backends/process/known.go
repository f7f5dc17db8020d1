package process

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"nonet/internal/slice"
	"nonet/model"
)

// anyCodes is for custom programs: the codes of the SAT Competition, those of clasp, or always 0.
var anyCodes = map[model.Status][]int{model.Satisfiable: {10, 30, 0}, model.Unsatisfiable: {20, 0}}

// exitCodes has the exit codes of the known programs: of the SAT Competition, of clasp, or 0 for every answer. clasp
// exits with 30 when it has found a solution and proved that there is no other. When it is stopped or reaches its time
// limit it exits with 1. Clingo says UNKNOWN even after a syntax error, and exits with 65.
var exitCodes = map[string]map[model.Status][]int{
	"competition": {model.Satisfiable: {10}, model.Unsatisfiable: {20}},
	"clasp":       {model.Satisfiable: {10, 30}, model.Unsatisfiable: {20}, model.Unknown: {0, 1}},
	"zero":        {model.Satisfiable: {0}, model.Unsatisfiable: {0}},
}

//go:embed programs.txt
var programsText string

// known parses programs.txt when it is first needed; its header describes the format.
var known = sync.OnceValue(func() (all []Program) {
	for block := range strings.SplitSeq(programsText, "\n\n") {
		lines := slices.DeleteFunc(strings.Split(block, "\n"), func(l string) bool { return l == "" || l[0] == '#' })
		if len(lines) == 0 {
			continue
		}
		head, command := strings.Fields(lines[0]), strings.Fields(lines[1])
		p := Program{Name: head[0], Input: Format(head[1]), Package: head[2], ExitCodes: exitCodes[head[3]],
			readsDescriptor: len(head) > 4, Command: command[0], Args: command[1:], Summary: lines[2][1:],
			Why: lines[3][1:], Source: lines[4][1:]}
		for _, line := range lines[5:] {
			switch word, rest, _ := strings.Cut(line[1:], " "); word {
			case "version":
				p.VersionArgs = strings.Fields(rest)
			case "limit":
				p.TimeLimit = strings.Fields(rest)
			case "pipeline":
				p.Pipeline = rest
			}
		}
		all = append(all, p)
	}
	return all
})

// MiniZincWith returns the MiniZinc driver with a solver, given by id or tag as minizinc --solvers lists it. The solver
// must support -a (all solutions).
func MiniZincWith(solver string) Program {
	p, _ := ByName("minizinc")
	p.Args = slices.Clone(p.Args)
	p.Args[1] = solver
	return p
}

// Programs returns the known programs.
func Programs() []Program { return slices.Clone(known()) }

// ByName returns the known program with the given name, or the program that KEY=COMMAND describes; see [Custom].
func ByName(name string) (Program, bool) {
	if c, command, ok := CutCustom(name); ok {
		p, err := c.Program(command)
		return p, err == nil
	}
	return slice.Find(known(), func(p Program) bool { return p.Name == name })
}
