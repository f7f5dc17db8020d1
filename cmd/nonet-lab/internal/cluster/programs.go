package cluster

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/nonet-lab/internal/campaign"
)

// Programs lists the external programs that a worker starts on behalf of campaigns. The known solvers, the backends of
// package methods, are always allowed: the worker finds them in its PATH, and their arguments are fixed. A program that
// a campaign names, as in dimacs=PROGRAM, is started only if it is listed. A listed program gets the arguments that the
// campaign names. The zero value allows known solvers only.
type Programs struct {
	Any   bool     // any program; the server and all its users must be trusted
	Names []string // names in PATH, or paths, as campaigns write them
}

// anyProgram is the text form of Programs.Any.
const anyProgram = "any"

// ParsePrograms parses the text form: program names separated by commas, or "any", or "" for known solvers only.
func ParsePrograms(text string) (Programs, error) {
	if text == "" || text == anyProgram {
		return Programs{Any: text == anyProgram}, nil
	}
	var p Programs
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name == "" || name == anyProgram {
			return Programs{}, errors.New("expected names of programs separated by commas, or any")
		}
		p.Names = append(p.Names, name)
	}
	return p, nil
}

// Allow returns an error if the worker must not start the program of a method.
func (p Programs) Allow(method string) error {
	if p.Any || !methods.IsCustom(method) {
		return nil
	}
	m, err := methods.Parse(method)
	if err != nil {
		return err
	}
	custom, command, _ := process.CutCustom(m.Backend)
	program, err := custom.Program(command)
	if err != nil {
		return err
	}
	if !slices.Contains(p.Names, program.Command) {
		return fmt.Errorf("this worker does not start %s: nonet-lab worker --programs lists the programs "+
			"beyond the known solvers", shortLine(program.Command, maxName))
	}
	return nil
}

// exceeds returns an error if a run needs more than the requirement under which its message came: the worker compared
// only that requirement with what it has and with what it allows.
func exceeds(run *campaign.Run, x *campaign.Executor, met requirement) error {
	needed := requirementOf(run, x)
	if needed.Backend != "" && needed.Backend != met.Backend || needed.Memory && !met.Memory ||
		needed.Alone && !met.Alone {
		return fmt.Errorf("a run that needs %s came as one that needs %s",
			Backlog{requirement: needed}.Description(), Backlog{requirement: met}.Description())
	}
	return nil
}
