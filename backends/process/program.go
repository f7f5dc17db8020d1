package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
)

// A Program says how to find, ask, run and read an external program. The known ones are listed by [Programs]; any other SAT program
// is described by [Dimacs].
type Program struct {
	Name    string // as in the names of methods: "cadical"
	Command string // the name of the executable, looked up in PATH, or a path to it
	Input   Format // what it reads

	// Args are the arguments of a run. "{in}" stands for the file with the formula, "{out}" for the file to which the program writes
	// its answer, and "{n}" for the number of solutions wanted. Without "{in}" that file comes last; without "{out}" the answer is
	// read from standard output; without "{n}" one solution is expected.
	Args []string

	// ExitCodes lists the exit codes that may go with an answer. Any other code makes the answer an error: programs that run out of
	// memory have been seen to print one all the same.
	ExitCodes map[model.Status][]int

	VersionArgs []string // arguments that make it print its version; nil if there are none
	Package     string   // Debian package that holds it, or ""
	Summary     string   // one line
	Source      string   // who wrote it, where it is described
}

// A Format is a file format that a program reads: DIMACS, or one of those in which encode/ip and encode/text write.
type Format string

const (
	DIMACS  Format = "cnf"              // clauses
	OPB            = Format(ip.OPB)     // pseudo-Boolean constraints
	FreeMPS        = Format(ip.MPSFree) // 0-1 program

	MiniZinc = Format(text.MiniZinc) // the model itself
	FlatZinc = Format(text.FlatZinc)
	SMTLIB   = Format(text.SMTLIB) // on standard input
)

// extension returns the ending of a file's name, from which some programs tell the format.
func (f Format) extension() string { return "." + string(f) }

// Dimacs describes a program that reads a formula in DIMACS format and prints "s" and "v" lines, such as any that takes part in the
// SAT Competition. The command is the program, by name or path, and optional arguments between blanks; see Program.Args for what
// "{in}", "{out}" and "{n}" in them stand for. A program whose path holds blanks is named alone.
func Dimacs(command string) (Program, error) {
	fields := strings.Fields(command)
	if len(fields) == 0 {
		return Program{}, fmt.Errorf("process: dimacs=PROGRAM: the program is missing")
	}
	if _, err := os.Stat(command); err == nil {
		fields = []string{command}
	}
	return Program{
		Name:        "dimacs=" + command,
		Command:     fields[0],
		Input:       DIMACS,
		Args:        fields[1:],
		ExitCodes:   anyCodes,
		VersionArgs: []string{"--version"},
		Summary:     "any program that reads DIMACS",
	}, nil
}

// Env returns the name of the environment variable that overrides where p is looked for: NONET_CADICAL for cadical.
func (p Program) Env() string {
	return "NONET_" + notInVariables.ReplaceAllString(strings.ToUpper(filepath.Base(p.Command)), "_")
}

var notInVariables = regexp.MustCompile(`[^A-Z0-9]`)

// Install says how to get p: "apt install cadical".
func (p Program) Install() string {
	if p.Package == "" {
		return "install it or name it by its path"
	}
	return "apt install " + p.Package
}

// Find returns the absolute path of p. If there is no such program, the error wraps backends.ErrUnavailable and says what to install.
func (p Program) Find() (string, error) {
	command, install := p.Command, p.Install()
	if path := os.Getenv(p.Env()); path != "" {
		command, install = path, "correct "+p.Env()+"="+path
	}
	path, err := exec.LookPath(command)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", backends.Unavailable("process: "+p.Name, install)
	}
	return path, nil
}

// expand returns the arguments of a run on the given files that is to find n solutions.
func (p Program) expand(in, out string, n int) []string {
	r := strings.NewReplacer("{in}", in, "{out}", out, "{n}", strconv.Itoa(n))
	args := make([]string, len(p.Args), len(p.Args)+1)
	for i, a := range p.Args {
		args[i] = r.Replace(a)
	}
	if !p.hasPlaceholder("{in}") {
		args = append(args, in)
	}
	return args
}

// hasPlaceholder reports whether some argument contains the placeholder.
func (p Program) hasPlaceholder(placeholder string) bool {
	return slices.ContainsFunc(p.Args, func(a string) bool { return strings.Contains(a, placeholder) })
}
